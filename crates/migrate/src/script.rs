//! A rule module: functions that were called otherwise, and expressions in its texts and in its header. Comments and layout stay.

use crate::edits::Edits;
use crate::tokens::{Sort, Token, tokens};
use crate::{Migrated, Outcome, Unreadable, expression, game};
use railwright_source::{Entry, FileId, Files, Node, Origin, Report, parse, parse_text};

/// The functions of the one action that a module had before modules had headers. Each is called by the name of its action now.
pub const OF_AN_ACTION: [&str; 3] = ["options", "resolve", "refuse"];

/// Functions of the table that are given expressions of the data.
const ASKS: [&str; 9] =
    ["eval", "lanes_where", "places_where", "companies_where", "seats_where", "cards_where", "way", "reach", "networks"];

/// What the games beside a module say of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Users {
    /// The actions that the module carries out.
    actions: Vec<String>,
    /// Names that these games give to terms and tables of their own.
    names: Vec<String>,
}

impl Users {
    /// Takes a file of a game into account; one that cannot be read says nothing.
    pub fn add(&mut self, module: &str, text: &str) {
        let (mut files, mut report) = (Files::new(), Report::new());
        let file = files.add("game", text);
        let tree = parse(&files, file, &mut report);
        let overlays = tree.at("overlays").into_iter().flat_map(game::entries);
        for root in std::iter::once(&tree).chain(overlays.map(|overlay| &overlay.node)) {
            self.names.extend(game::own_names(root).into_iter().map(str::to_owned));
            let uses = tree
                .at("scripts")
                .into_iter()
                .flat_map(game::entries)
                .filter(|used| text_at(&used.node, "module") == Some(module));
            let called: Vec<&str> = uses.map(|used| used.key.as_str()).chain([module]).collect();
            for action in root.at("actions").into_iter().flat_map(game::entries) {
                let is_its = text_at(&action.node, "do") == Some("script")
                    && text_at(&action.node, "module").is_some_and(|module| called.contains(&module));
                if is_its && !self.actions.contains(&action.key) {
                    self.actions.push(action.key.clone());
                }
            }
        }
    }
}

fn text_at<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.at(key).and_then(Node::as_text)
}

/// Rewrites the text of a rule module.
pub fn migrate_script(name: &str, text: &str, users: &Users) -> Result<Outcome, Unreadable> {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add(name, text);
    let header = header(text, file, &mut report);
    if !report.is_ok() {
        return Err(Unreadable { files, report });
    }
    let own: Vec<&str> = users.names.iter().map(String::as_str).collect();
    let mut edits = Edits::new(&files, file);
    let code = tokens(text);
    asked(&code, text, file, &own, &mut edits);
    match &header {
        Some(header) => in_header(header, text, &own, &mut edits),
        None => name_functions(&code, text, file, name, &users.actions, &mut edits),
    }
    let done: Migrated = edits.finish();
    let current = done.changes.is_empty() && done.left.is_empty();
    Ok(if current { Outcome::Current } else { Outcome::Migrated(done) })
}

/// The header of a module as a tree whose places are those of the file.
fn header(text: &str, file: FileId, report: &mut Report) -> Option<Node> {
    let start = text.len() - text.trim_start().len();
    let rest = text[start..].strip_prefix("/*")?;
    let end = start + 2 + rest.find("*/")?;
    Some(parse_text(&within(text, start + 2, end), file, report))
}

/// A part of a text with blanks for what is before it, so that places in it are those of the text.
fn within(text: &str, start: usize, end: usize) -> String {
    let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
    text.bytes().take(start).map(blank).chain(text[start..end].chars()).collect()
}

/// Expressions that the table is asked for: texts in the brackets of such a call.
fn asked(code: &[Token], text: &str, file: FileId, own: &[&str], edits: &mut Edits) {
    let mut open: Vec<bool> = Vec::new();
    for (at, token) in code.iter().enumerate() {
        match token.sort {
            Sort::Sign('(') => {
                let called = at.checked_sub(1).map(|before| &code[before]).filter(|before| before.sort == Sort::Name);
                open.push(
                    called.is_some_and(|name| ASKS.contains(&name.of(text))) || open.last() == Some(&true) && called.is_none(),
                );
            }
            Sort::Sign(')') => drop(open.pop()),
            Sort::Text if open.last() == Some(&true) => {
                expression::rewrite(Origin::of(file, token.start..token.end), own, edits);
            }
            _ => {}
        }
    }
}

/// Expressions of a header, and the words of its example.
fn in_header(header: &Node, text: &str, own: &[&str], edits: &mut Edits) {
    for hook in header.at("hooks").into_iter().flat_map(game::entries) {
        hook.node.at("where").into_iter().for_each(|node| expression::rewrite(node.origin, own, edits));
    }
    let parameters = header.at("parameters").into_iter().flat_map(game::entries);
    for parameter in parameters.filter(|parameter| text_at(&parameter.node, "is") == Some("expression")) {
        parameter.node.at("default").into_iter().for_each(|node| expression::rewrite(node.origin, own, edits));
    }
    let Some(example) = header.as_table().and_then(|table| table.entry("example")) else { return };
    if let Some((start, end)) = inside(example, edits) {
        let mut unread = Report::new();
        let tree = parse_text(&within(text, start, end), example.node.origin.file, &mut unread);
        if unread.is_ok() {
            game::rewrite(&tree, &[], edits);
        }
    }
}

/// What stands in the quotes of a text that is written as it is meant, without signs that stand for others.
fn inside(entry: &Entry, edits: &Edits) -> Option<(usize, usize)> {
    let written = edits.written(entry.node.origin);
    let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| written.starts_with(quotes))?;
    if quotes.starts_with('"') && written.contains('\\') {
        return None;
    }
    let start = usize::try_from(entry.node.origin.start).ok()?;
    Some((start + quotes.len(), start + written.len() - quotes.len()))
}

/// Calls the functions of a module without a header by the name of their action, and declares that action.
fn name_functions(code: &[Token], text: &str, file: FileId, module: &str, actions: &[String], edits: &mut Edits) {
    let defines = |name: &str| {
        code.windows(3).find(|three| three[0].of(text) == "fn" && three[1].of(text) == name && three[2].sort == Sort::Sign('('))
    };
    let Some(first) = OF_AN_ACTION.iter().take(2).find_map(|name| defines(name)) else { return };
    let place = |token: &Token| Origin::of(file, token.start..token.end);
    let [action] = actions else {
        let whose = match actions {
            [] => "no game beside the module has an action of it".to_owned(),
            several => format!("they are of {}", several.join(", ")),
        };
        let text =
            format!("`options` and `resolve` are called `options_ACTION` and `resolve_ACTION` now, by their action, and {whose}");
        return edits.leave(place(&first[1]), text);
    };
    let ending = action.replace('-', "_");
    if let Some(taken) = OF_AN_ACTION.iter().find_map(|name| defines(&format!("{name}_{ending}"))) {
        return edits.leave(place(&taken[1]), format!("this is what a function of the action `{action}` is called now"));
    }
    for (at, name) in code.iter().enumerate().filter(|(_, token)| token.sort == Sort::Name) {
        let is_called = code.get(at + 1).is_some_and(|next| next.sort == Sort::Sign('('));
        let before = |steps: usize| at.checked_sub(steps).map(|before| code[before].sort);
        let of_another = before(1) == Some(Sort::Sign('.')) || [before(1), before(2)] == [Some(Sort::Sign(':')); 2];
        if is_called && !of_another && OF_AN_ACTION.contains(&name.of(text)) && defines(name.of(text)).is_some() {
            edits.exchange(place(name), format!("{}_{ending}", name.of(text)));
        }
    }
    edits.insert_first(&header_for(text, module, action));
}

/// A header for a module that had none: its first comment is what it is for.
fn header_for(text: &str, module: &str, action: &str) -> String {
    let stem = module.rsplit(['/', '\\']).next().unwrap_or(module).trim_end_matches(".rhai");
    let mut name = stem.replace(['-', '_'], " ");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let comment = text.lines().map(str::trim).take_while(|line| line.starts_with("//"));
    let said = comment.map(|line| line.trim_start_matches('/').trim()).collect::<Vec<_>>().join(" ");
    let summary = if said.is_empty() { format!("Rules of `{action}`.") } else { said };
    let quoted = |text: &str| {
        let plain: String = text.chars().filter(|sign| !sign.is_control()).collect();
        format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\"").replace("*/", "* /"))
    };
    format!(
        "/*\nname = {}\nsummary = {}\n\n[actions.{action}]\ntext = \"The module says what can be chosen, and what happens then.\"\nabout = \"text\"\n*/\n",
        quoted(&name),
        quoted(&summary)
    )
}
