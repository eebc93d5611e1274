//! The whole rulebook of a game in Markdown, written from its data and the documentation of its mechanics and scripts.

mod components;
mod play;

use crate::difference::changes;
use crate::words::{capital, count, entries, name_of, score_line, value};
use railwright_markup::markdown_page;
use railwright_rules::rules::ScriptSource;
use railwright_source::{Node, Value};
use std::fmt::Write as _;

/// Writes the rulebook of a game from what it is for each number of players, and its scripts.
pub fn rulebook(games: &[(u8, Node)], scripts: &[ScriptSource]) -> String {
    let Some((first, tree)) = games.first() else { return String::new() };
    let text = |key: &str| tree.at(key).map(value).unwrap_or_default();
    let plain = |key: &str| tree.at(key).and_then(Node::as_text).unwrap_or_default().trim();
    let mut page = format!("# {}\n\n", plain("name"));
    if !plain("summary").is_empty() {
        let _ = write!(page, "{}\n\n", plain("summary"));
    }
    let _ = write!(page, "For {} players.\n\n", text("players").replace(", ", " to "));
    components::write(tree, &mut page);
    play::write(tree, &mut page);
    modules(tree, &mut page);
    score(tree, &mut page);
    by_players(*first, tree, &games[1..], &mut page);
    options(tree, &mut page);
    script_notes(scripts, &mut page);
    markdown_page(page.trim_end()) + "\n"
}

fn score(tree: &Node, page: &mut String) {
    let lines = entries(tree, "score");
    if !lines.is_empty() {
        *page += "## Scoring\n\nWhen the game is over, each player scores\n\n";
        for (id, line) in lines {
            let _ = writeln!(page, "- **{}**: {}{}", capital(name_of(id, line)), score_line(line), play::cites(line));
        }
        page.push('\n');
    }
    *page += "## Who wins\n\n";
    match tree.at("ranking").and_then(Node::as_list) {
        Some(list) if list.len() > 1 => {
            *page += "Whoever has most of the first of these that differs:\n\n";
            for (i, tally) in list.iter().enumerate() {
                let _ = writeln!(page, "{}. {}", i + 1, value(tally));
            }
            *page += "\nWhoever is still level shares the victory.\n\n";
        }
        _ => *page += "The most points in all. Whoever is level shares the victory.\n\n",
    }
}

/// What is different with other numbers of players.
fn by_players(first: u8, tree: &Node, others: &[(u8, Node)], page: &mut String) {
    let mut lines: Vec<(String, Vec<u8>)> = Vec::new();
    for (players, other) in others {
        for change in changes(tree, other) {
            match lines.iter_mut().find(|(text, _)| *text == change.text) {
                Some((_, known)) => known.push(*players),
                None => lines.push((change.text, vec![*players])),
            }
        }
    }
    if lines.is_empty() {
        return;
    }
    let _ = write!(page, "## With more players\n\nThe numbers above are for {}. Otherwise:\n\n", count(first.into(), "player"));
    for (text, players) in lines {
        let players: Vec<String> = players.iter().map(u8::to_string).collect();
        let _ = writeln!(page, "- With {} players {text}.", players.join(", "));
    }
    page.push('\n');
}

fn options(tree: &Node, page: &mut String) {
    let options = entries(tree, "options");
    if options.is_empty() {
        return;
    }
    *page += "## Choices before the game\n\n";
    for (id, option) in options {
        let text = option.at("text").and_then(Node::as_text).unwrap_or_default();
        let on = if option.at("default").and_then(Node::as_bool) == Some(true) { " (usually on)" } else { "" };
        let _ = writeln!(page, "- `{id}`{on}: {text}");
    }
    page.push('\n');
}

/// The sentences of rule modules, as they stand in the tree in the place of each use.
fn modules(tree: &Node, page: &mut String) {
    let told: Vec<&str> = entries(tree, "scripts").into_iter().flat_map(|(_, node)| names(Some(node))).collect();
    if !told.is_empty() {
        *page += "## Further rules\n\n";
        for rule in told {
            let _ = writeln!(page, "- {}.", rule.trim_end_matches('.'));
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

/// The items of a list of names, or the one name that stands for it.
fn names(node: Option<&Node>) -> Vec<&str> {
    match node.map(|node| (&node.value, node)) {
        Some((Value::List(list), _)) => list.iter().filter_map(Node::as_text).collect(),
        Some((_, node)) => node.as_text().into_iter().collect(),
        None => Vec::new(),
    }
}
