//! The numbers that designers change most, with their values in the whole game and where those are written: pieces, dealt cards, open cards, values by
//! length, and what overlays set. They are set in the game file itself, as one would write them.

use crate::board::{Outlook, within};
use railwright::source::{Files, Node, Origin, Report, Value, parse};
use serde_json::{Value as Json, json};
use std::path::Path;

/// Which keys of which tables are asked for, and what they are called.
const ASKED: &[(&str, &[&str], &str)] = &[
    ("counters", &["start", "min"], "Counters"),
    ("zones", &["slots"], "Open cards"),
    ("steps", &["count", "times"], "Deals and steps"),
    ("actions", &["budget", "max"], "Actions"),
];

/// The numbers of the game of an outlook, as groups for a form.
#[must_use]
pub fn numbers(outlook: &Outlook, root: &Path) -> Json {
    let Some(loaded) = outlook.load() else { return json!([]) };
    let game = outlook.game.clone().unwrap_or_default();
    let files = &loaded.files;
    let one = |path: Vec<&str>, node: &Node| number(&path, node, files, root, &game);
    let mut groups = Vec::new();
    for (table, keys, title) in ASKED {
        let entries = loaded.tree.at(table).and_then(Node::as_table).into_iter().flatten();
        let found: Vec<Json> = entries
            .flat_map(|entry| {
                keys.iter().filter_map(|key| one(vec![table, &entry.key, key], entry.node.at(key)?)).collect::<Vec<_>>()
            })
            .collect();
        groups.push(json!({ "title": title, "numbers": found }));
    }
    let tables = loaded.tree.at("tables").and_then(Node::as_table).into_iter().flatten();
    let found: Vec<Json> = tables.filter_map(|entry| one(vec!["tables", &entry.key], &entry.node)).collect();
    groups.push(json!({ "title": "Tables", "numbers": found }));
    groups.extend(overlays(outlook, &|path, node, files| number(path, node, files, root, &game)));
    groups.retain(|group| group["numbers"].as_array().is_some_and(|all| !all.is_empty()));
    groups.into()
}

/// How a number is told: by its path, from its node and the files that are told apart.
type Telling<'a> = &'a dyn Fn(&[&str], &Node, &Files) -> Option<Json>;

/// What the overlays of the game file itself set, each under its condition.
fn overlays(outlook: &Outlook, one: Telling) -> Vec<Json> {
    let Some(game) = &outlook.game else { return Vec::new() };
    let text = outlook.text_of(game);
    let mut files = Files::new();
    let file = files.add(game.display().to_string(), text.as_str());
    let tree = parse(&files, file, &mut Report::new());
    let mut groups = Vec::new();
    for overlay in tree.at("overlays").and_then(Node::as_table).into_iter().flatten() {
        let when = overlay.node.at("when").and_then(Node::as_text).unwrap_or_default();
        let mut leaves = Vec::new();
        collect(&overlay.node, &mut vec!["overlays".to_owned(), overlay.key.clone()], &mut leaves);
        let numbers: Vec<Json> = leaves
            .iter()
            .filter_map(|(path, node)| one(&path.iter().map(String::as_str).collect::<Vec<_>>(), node, &files))
            .collect();
        groups.push(json!({ "title": format!("{}: {when}", overlay.key), "numbers": numbers }));
    }
    groups
}

/// All numbers below a node, with their paths.
fn collect<'a>(node: &'a Node, path: &mut Vec<String>, out: &mut Vec<(Vec<String>, &'a Node)>) {
    match &node.value {
        Value::Int(_) => out.push((path.clone(), node)),
        Value::List(list) if !list.is_empty() && list.iter().all(|one| one.as_int().is_some()) => out.push((path.clone(), node)),
        Value::Table(table) => {
            for entry in table {
                path.push(entry.key.clone());
                collect(&entry.node, path, out);
                path.pop();
            }
        }
        _ => {}
    }
}

/// A number, a list of some, or an expression, with the place at which it is written.
fn number(path: &[&str], node: &Node, files: &Files, root: &Path, game: &Path) -> Option<Json> {
    let plain = match &node.value {
        Value::Int(_) | Value::Text(_) => true,
        Value::List(list) => !list.is_empty() && list.iter().all(|one| one.as_int().is_some()),
        _ => false,
    };
    if !plain {
        return None;
    }
    let (from, own) = place(node.origin, files, root, game);
    Some(json!({ "path": path, "value": node.to_json(), "from": from, "own": own }))
}

/// Where something is written, and whether that is the game file itself.
fn place(origin: Origin, files: &Files, root: &Path, game: &Path) -> (String, bool) {
    if origin.is_none() {
        return ("what holds where nothing is said".to_owned(), false);
    }
    let name = Path::new(files.name(origin.file));
    let line = files.text(origin.file).get(..origin.start as usize).map_or(0, |before| before.matches('\n').count()) + 1;
    (format!("{}, line {line}", within(root, name)), name == game)
}
