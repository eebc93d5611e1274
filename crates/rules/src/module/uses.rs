//! `[scripts]` of a game: which modules it uses under which names, and what each imports.

use super::header::{self, Header};
use super::parameters::{Constant, MODULE, values};
use crate::library::{Library, Shelf};
use crate::limits::IMPORTS_IN_A_ROW;
use railwright_source::{Diagnostic, FileId, Node, Origin, Report, Table, Value, fill_in};

/// A use of a rule module, as it was read.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// What the game calls it.
    pub id: String,
    /// The module: its file's name without the ending.
    pub module: String,
    /// The file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The file, for places.
    pub at: FileId,
    /// Where the game names it.
    pub used: Origin,
    /// What the module declares.
    pub header: Header,
    /// The values of its parameters.
    pub constants: Vec<Constant>,
    /// The modules whose functions it calls, those that they import before themselves.
    pub imports: Vec<Import>,
}

/// A module whose functions others call.
#[derive(Clone, Debug)]
pub struct Import {
    /// Its name, by which its functions are called.
    pub name: String,
    /// The file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The file, for places.
    pub at: FileId,
    /// Whether the script names it itself; otherwise one does that it imports.
    pub direct: bool,
}

/// Reads the modules that a game uses; what they are given is read by [`bind`].
pub(crate) fn read(tree: &Node, library: &mut Library, report: &mut Report) -> Vec<ScriptSource> {
    let Some(node) = tree.at("scripts") else { return Vec::new() };
    let Some(uses) = node.as_table() else {
        let names: Vec<String> = node.as_list().unwrap_or_default().iter().filter_map(Node::as_text).map(str::to_owned).collect();
        let problem = Diagnostic::error("wrong-kind", "`scripts` should be a table: a name for each use of a module");
        let example = names.first().map_or("storm", String::as_str);
        report.push(problem.at(node.origin, "not a table").help(format!("write [scripts] and below it {example} = {{}}")));
        return Vec::new();
    };
    let mut scripts: Vec<ScriptSource> = Vec::new();
    for entry in uses {
        if entry.node.as_table().is_none() {
            let problem = Diagnostic::error("wrong-kind", format!("`scripts.{}` should be a table", entry.key));
            let help = format!("write {} = {{}} or give values for its parameters in the braces", entry.key);
            report.push(problem.at(entry.node.origin, "not a table").help(help));
            continue;
        }
        let (module, origin) = match entry.node.at(MODULE) {
            Some(node) => match node.as_text() {
                Some(text) => (text, node.origin),
                None => {
                    let problem = Diagnostic::error("wrong-kind", "`module` should be the name of a module");
                    report.push(problem.at(node.origin, format!("this is {}", node.kind_name())));
                    continue;
                }
            },
            None => (entry.key.as_str(), entry.key_origin),
        };
        // Two uses of a module are of one file.
        let known = scripts.iter().find(|known| known.module == module).map(|known| known.at);
        let Some(at) = known.or_else(|| library.find(Shelf::Scripts, module, origin, report)) else { continue };
        let module = module.strip_suffix(".rhai").unwrap_or(module).to_owned();
        let text = library.files.text(at).to_owned();
        let tree = if known.is_some() { header::tree(&text, at, &mut Report::new()) } else { header::tree(&text, at, report) };
        let mut imports = Vec::new();
        import(library, &Header::imports(&tree), (&module, true), IMPORTS_IN_A_ROW, &mut imports, report);
        scripts.push(ScriptSource {
            id: entry.key.clone(),
            file: library.files.name(at).to_owned(),
            text,
            at,
            used: entry.key_origin,
            header: Header::read(Node::table(Origin::NONE), &module, &mut Report::new()),
            constants: Vec::new(),
            imports,
            module,
        });
    }
    scripts
}

/// Reads what a module imports, and what that imports in turn.
fn import(
    library: &mut Library,
    named: &[(String, Origin)],
    (by, direct): (&str, bool),
    deep: usize,
    imports: &mut Vec<Import>,
    report: &mut Report,
) {
    for (name, origin) in named {
        if name == by || deep == 0 {
            let problem = Diagnostic::error("endless-import", format!("`{name}` imports itself, or what it imports does"));
            report.push(problem.at(*origin, "imported here").help("let the one that both need stand in a module of its own"));
            continue;
        }
        if let Some(known) = imports.iter_mut().find(|known| known.name == *name) {
            known.direct |= direct;
            continue;
        }
        let Some(at) = library.find(Shelf::Scripts, name, *origin, report) else { continue };
        let text = library.files.text(at).to_owned();
        let tree = header::tree(&text, at, &mut Report::new());
        import(library, &Header::imports(&tree), (name, false), deep - 1, imports, report);
        let file = library.files.name(at).to_owned();
        imports.push(Import { name: name.clone(), file, text, at, direct });
    }
}

/// Gives the modules the values for their parameters; what is wrong with a header is said once for all uses of it.
pub(crate) fn bind(tree: &Node, scripts: &mut [ScriptSource], report: &mut Report) {
    let mut said: Vec<FileId> = Vec::new();
    for script in scripts {
        let mut header = header::tree(&script.text, script.at, &mut Report::new());
        let none = Node::table(Origin::NONE);
        let given = tree.at("scripts").and_then(Node::as_table).and_then(|uses| uses.get(&script.id)).unwrap_or(&none);
        let (constants, table) = values(&header, &script.module, (&script.id, script.used, given), report);
        let mut of_header = Report::new();
        fill(&mut header, &table, &mut of_header);
        script.header = Header::read(header, &script.module, &mut of_header);
        script.constants = constants;
        if !said.contains(&script.at) {
            said.push(script.at);
            report.extend(of_header);
        }
    }
}

/// Puts the values into the header: lists become texts in the sentences of the rulebook.
fn fill(header: &mut Node, values: &Table, report: &mut Report) {
    let mut spelled = Table::default();
    for entry in values {
        let node = match entry.node.as_list() {
            Some(list) => {
                let items: Vec<String> = list.iter().filter_map(Node::as_expr).collect();
                Node::new(Value::Text(items.join(", ")), entry.node.origin)
            }
            None => entry.node.clone(),
        };
        spelled.insert(entry.key.clone(), entry.key_origin, node);
    }
    // What the other keys say is no text of the game's.
    for (key, values) in [("rules", &spelled), ("actions", values), ("hooks", values)] {
        if let Some(node) = header.as_table_mut().and_then(|table| table.get_mut(key)) {
            fill_in(node, values, report);
        }
    }
}

/// The merged game for people who read it: in the place of each use of a module stand its sentences, and actions of modules say what they do and what they are about.
pub fn told(tree: &Node, scripts: &[ScriptSource]) -> Node {
    let mut told = tree.clone();
    let text = |text: &str, origin| Node::new(Value::Text(text.to_owned()), origin);
    for script in scripts {
        let Header { rules, summary, name, .. } = &script.header;
        let sentences: Vec<&str> = match rules.is_empty() {
            false => rules.iter().map(String::as_str).collect(),
            true => vec![if summary.is_empty() { name } else { summary }],
        };
        let list = Node::new(Value::List(sentences.into_iter().map(|rule| text(rule, script.used)).collect()), script.used);
        if let Some(uses) = told.as_table_mut().and_then(|table| table.get_mut("scripts")).and_then(Node::as_table_mut) {
            uses.insert(script.id.clone(), script.used, list);
        }
    }
    let actions = tree.at("actions").and_then(Node::as_table).into_iter().flatten();
    for entry in actions.filter(|entry| entry.node.at("do").and_then(Node::as_text) == Some("script")) {
        let module = entry.node.at(MODULE).and_then(Node::as_text).unwrap_or_default();
        let id = entry.node.at("action").and_then(Node::as_text).unwrap_or(&entry.key);
        let header = scripts.iter().find(|script| script.id == module).map(|script| &script.header);
        let Some(action) = header.and_then(|header| Some(&header.actions[header.action(id)?])) else { continue };
        let own = told.as_table_mut().and_then(|table| table.get_mut("actions")).and_then(Node::as_table_mut);
        if let Some(node) = own.and_then(|own| own.get_mut(&entry.key)).and_then(Node::as_table_mut) {
            node.insert("text", action.origin, text(&action.text, action.origin));
            node.insert("what", action.origin, text(action.about.word(), action.origin));
        }
    }
    told
}

/// A module that no game uses, with something in the place of the values for its parameters: what is wrong with it in any game is wrong with
/// it alone.
pub fn unused(library: &mut Library, at: FileId, report: &mut Report) -> ScriptSource {
    let (file, text) = (library.files.name(at).to_owned(), library.files.text(at).to_owned());
    let module = file.rsplit(['/', '\\']).next().unwrap_or(&file).trim_end_matches(".rhai").to_owned();
    let tree = header::tree(&text, at, report);
    let mut imports = Vec::new();
    import(library, &Header::imports(&tree), (&module, true), IMPORTS_IN_A_ROW, &mut imports, report);
    let constants = Constant::unset(&tree, &module);
    let header = Header::read(tree, &module, report);
    ScriptSource { id: module.clone(), module, file, text, at, used: Origin::NONE, header, constants, imports }
}
