//! The whole rulebook of a game, written from its data.

mod examples;
mod page;

use crate::book::{Book, Form, book};
use crate::difference::{Change, changes, changes_by_players};
use crate::words::{capital, entries, value};
use railwright_markup::{markdown_cell, markdown_page};
use railwright_rules::rules::ScriptSource;
use railwright_source::Node;
use std::fmt::Write as _;

pub use examples::examples;
pub use page::html_page;

/// What a rulebook is made of, besides the game itself.
#[derive(Clone, Default)]
pub struct Edition<'a> {
    /// The game merged for each number of players.
    pub games: &'a [(u8, Node)],
    /// The same with an option that is usually off, or without one that is usually on: `long`, `no-sweep`.
    pub options: &'a [(String, Vec<(u8, Node)>)],
    /// Its rule scripts.
    pub scripts: &'a [ScriptSource],
    /// What happens when an action is chosen, in a real position: the action's id and the text.
    pub examples: &'a [(String, String)],
    /// The numbered rules in words, chapter by chapter: heading, number and text.
    pub numbered: &'a [(String, Vec<(String, String)>)],
}

/// Writes the rulebook of a game from what it is for each number of players, and its scripts.
pub fn rulebook(games: &[(u8, Node)], scripts: &[ScriptSource]) -> String {
    edition(&Edition { games, scripts, ..Edition::default() })
}

/// Writes the rulebook of a game in Markdown.
pub fn edition(edition: &Edition) -> String {
    let Some((first, tree)) = edition.games.first() else { return String::new() };
    let plain = |key: &str| tree.at(key).and_then(Node::as_text).unwrap_or_default().trim();
    let mut page = format!("# {}\n\n", plain("name"));
    if !plain("summary").is_empty() {
        let _ = write!(page, "{}\n\n", plain("summary"));
    }
    let _ = write!(page, "For {} players", tree.at("players").map(value).unwrap_or_default().replace(", ", " to "));
    if let Some(minutes) = tree.at("minutes").and_then(Node::as_int) {
        let _ = write!(page, ", about {minutes} minutes");
    }
    page += ".\n\n";
    if edition.games.len() > 1 {
        let _ = write!(
            page,
            "Numbers in the text are for {}; the end says what is different with more.\n\n",
            crate::words::count((*first).into(), "player")
        );
    }
    let book = book(tree, Some(*first));
    sections(&book, edition, &mut page);
    by_players(edition.games, &mut page);
    by_options(edition, &mut page);
    script_notes(edition.scripts, &mut page);
    numbered(&book, edition, &mut page);
    markdown_page(page.trim_end()) + "\n"
}

fn sections(book: &Book, edition: &Edition, page: &mut String) {
    for section in &book.sections {
        let _ = write!(page, "{} {}\n\n", "#".repeat(section.level), section.heading);
        let mut number = 0;
        let mut last: Option<&Form> = None;
        for line in &section.lines {
            let cites = if line.cites.is_empty() { String::new() } else { format!(" ({})", line.cites.join(", ")) };
            let is_list = |form: &Form| matches!(form, Form::Item(..) | Form::Number(_));
            let goes_on = last.is_some_and(|last| {
                (is_list(last) && is_list(&line.form))
                    || (matches!(last, Form::Heads(_) | Form::Row(_)) && matches!(line.form, Form::Row(_)))
            });
            if last.is_some() && !goes_on {
                page.push('\n');
            }
            match &line.form {
                Form::Text(text) => drop(writeln!(page, "{}{cites}", capital(text))),
                Form::Item(depth, text) => drop(writeln!(page, "{}- {}{cites}", "   ".repeat(*depth), capital(text))),
                Form::Number(text) => {
                    number += 1;
                    let _ = writeln!(page, "{number}. {}{cites}", capital(text));
                }
                Form::Heads(cells) => {
                    let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
                    let _ = writeln!(page, "| {} |\n|{}", cells.join(" | "), "---|".repeat(cells.len()));
                }
                Form::Row(cells) => {
                    let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
                    let _ = writeln!(page, "| {} |", cells.join(" | "));
                }
            }
            last = Some(&line.form);
        }
        page.push('\n');
        let action = section.id.strip_prefix("actions.");
        for (_, text) in edition.examples.iter().filter(|(id, _)| Some(id.as_str()) == action) {
            let _ = write!(page, "*Example.* {text}\n\n");
        }
    }
}

/// What is different with other numbers of players.
fn by_players(games: &[(u8, Node)], page: &mut String) {
    let Some((_, tree)) = games.first() else { return };
    let others: Vec<(u8, Node, Node)> =
        games[1..].iter().map(|(players, other)| (*players, tree.clone(), other.clone())).collect();
    let first = games[0].0;
    let mut lines: Vec<Change> = Vec::new();
    for (players, a, b) in &others {
        for change in changes((a, Some(first)), (b, Some(*players))) {
            match lines.iter_mut().find(|known| known.text == change.text) {
                Some(known) => known.players.push(*players),
                None => lines.push(Change { players: vec![*players], ..change }),
            }
        }
    }
    if lines.is_empty() {
        return;
    }
    *page += "## With more players\n\n";
    for (players, _) in &games[1..] {
        for change in lines.iter().filter(|change| change.players.first() == Some(players)) {
            let _ = writeln!(page, "- {}.", change.sentence().trim_end_matches('.'));
        }
    }
    page.push('\n');
}

/// What the choices before the game change.
fn by_options(edition: &Edition, page: &mut String) {
    for (option, games) in edition.options {
        let pairs: Vec<(u8, Node, Node)> = edition
            .games
            .iter()
            .filter_map(|(players, a)| Some((*players, a.clone(), games.iter().find(|(of, _)| of == players)?.1.clone())))
            .collect();
        let (with, id) = option.strip_prefix("no-").map_or(("With", option.as_str()), |id| ("Without", id));
        let _ = write!(page, "## {with} the choice “{}”\n\n", crate::lexicon::plain(id));
        for change in changes_by_players(&pairs) {
            let _ = writeln!(page, "- {}.", change.sentence().trim_end_matches('.'));
        }
        page.push('\n');
    }
}

/// The rules that are cited, in words.
fn numbered(book: &Book, edition: &Edition, page: &mut String) {
    let cited: Vec<&String> = book.sections.iter().flat_map(|section| &section.lines).flat_map(|line| &line.cites).collect();
    let mut begun = false;
    for (heading, rules) in edition.numbered {
        let rules: Vec<&(String, String)> = rules.iter().filter(|(number, _)| cited.contains(&number)).collect();
        if rules.is_empty() {
            continue;
        }
        if !begun {
            *page += "## The rules that are cited\n\n";
            begun = true;
        }
        let _ = write!(page, "### {heading}\n\n");
        for (number, text) in rules {
            let _ = writeln!(page, "- **{number}** {text}");
        }
        page.push('\n');
    }
}

/// What the comments of rule scripts say that have no sentences of their own, function by function.
fn script_notes(scripts: &[ScriptSource], page: &mut String) {
    for script in scripts.iter().filter(|script| script.header.rules.is_empty() && script.header.summary.is_empty()) {
        let _ = write!(page, "## Rules of the script `{}`\n\n", script.id);
        let mut comment: Vec<&str> = Vec::new();
        for line in script.text.lines() {
            match line.strip_prefix("//") {
                Some(text) => comment.push(text.trim_start_matches('/').trim()),
                None => {
                    let function = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
                    match function {
                        Some(name) if !comment.is_empty() => drop(writeln!(page, "- `{name}`: {}", comment.join(" "))),
                        None if line.trim().is_empty() && !comment.is_empty() => {
                            let _ = write!(page, "{}\n\n", comment.join(" "));
                        }
                        _ => {}
                    }
                    comment.clear();
                }
            }
        }
        page.push('\n');
    }
}

/// The options of a game as they are not usually: what a rulebook tells at its end.
pub fn other_choices(tree: &Node) -> Vec<String> {
    let options = entries(tree, "options").into_iter();
    options
        .map(
            |(id, node)| {
                if node.at("default").and_then(Node::as_bool) == Some(true) { format!("no-{id}") } else { id.to_owned() }
            },
        )
        .collect()
}
