//! What is different about the board and who plays: another board as a whole, or its places and lines one by one.

use super::{Change, Part, Raw};
use crate::words::{count, entries, name_of, value};
use railwright_rules::compile::schema::key_at;
use railwright_source::Node;

/// Names in a list are spelled out up to so many.
const SPELLED_OUT: usize = 6;

/// Whether the two are played on different boards.
pub(super) fn is_other(a: &Node, b: &Node) -> bool {
    a.at("map").map(value) != b.at("map").map(value)
}

/// What is different about players and board.
pub(super) fn changes(a: &Node, b: &Node, raw: &[Raw]) -> Vec<Change> {
    let mut texts: Vec<String> = Vec::new();
    let other_board = is_other(a, b);
    if other_board {
        texts.push(format!("it is played on {} instead of {}", board(b), board(a)));
    }
    for group in ["places", "lines"].into_iter().filter(|_| !other_board) {
        texts.extend(added_and_removed(raw, group));
    }
    for difference in raw {
        let (old, new) = (difference.old.map(value), difference.new.map(value));
        let instead = old.as_ref().map(|old| format!(" instead of {old}")).unwrap_or_default();
        match difference.path.as_slice() {
            ["players"] => {
                texts.push(format!("it is for {} players{instead}", new.unwrap_or_default()).replace(", ", " to "));
            }
            ["lines", id, "length"] if !other_board => {
                texts.push(format!("the line {} has {} spaces{instead}", line(b, id), new.unwrap_or_default()));
            }
            [group @ ("places" | "lines"), id, key, ..] if !other_board && !matches!(*key, "at" | "name") => {
                let name = if *group == "lines" {
                    line(b, id)
                } else {
                    b.at(&difference.path[..2].join(".")).map_or(*id, |n| name_of(id, n)).to_owned()
                };
                let doc = key_at(b, &difference.path).map_or_else(|| crate::lexicon::plain(key), |key| key.doc.to_owned());
                texts.push(format!("{name}: {doc}: {}{instead}", new.unwrap_or_else(|| "nothing".to_owned())));
            }
            _ => {}
        }
    }
    texts.into_iter().map(|text| Change { part: Part::Board, text, players: Vec::new() }).collect()
}

/// `Atlanta – Miami`.
fn line(tree: &Node, id: &str) -> String {
    let ends = tree.at(&format!("lines.{id}.ends")).and_then(Node::as_list).unwrap_or_default();
    let name = |end: &Node| {
        let id = end.as_text().unwrap_or_default().to_owned();
        tree.at(&format!("places.{id}")).map_or(id.clone(), |node| name_of(&id, node).to_owned())
    };
    let names: Vec<String> = ends.iter().map(name).collect();
    if names.is_empty() { id.to_owned() } else { names.join(" – ") }
}

/// `United States (36 cities, 78 lines, 300 spaces)`.
fn board(tree: &Node) -> String {
    let name = tree.at("map-name").or(tree.at("map")).and_then(Node::as_text).unwrap_or_default();
    let junction = |node: &Node| node.at("junction").and_then(Node::as_bool).unwrap_or(false);
    let cities = entries(tree, "places").iter().filter(|(_, node)| !junction(node)).count();
    let lines = entries(tree, "lines");
    let spaces: i64 = lines.iter().filter_map(|(_, node)| node.at("length")?.as_int()).sum();
    format!("{name} ({}, {}, {spaces} spaces)", count(cities, "city"), count(lines.len(), "line"))
}

fn added_and_removed(raw: &[Raw], group: &str) -> Vec<String> {
    let word = if group == "places" { "place" } else { "line" };
    let of = |new: bool| -> Vec<&str> {
        let direct = |d: &&Raw| d.path.len() == 2 && d.path[0] == group && d.new.is_some() == new && d.old.is_some() != new;
        raw.iter().filter(direct).map(|d| d.path[1]).collect()
    };
    let (new, gone) = (of(true), of(false));
    let mut texts = Vec::new();
    if !new.is_empty() {
        texts.push(format!("the board has {} more: {}", count(new.len(), word), listed(&new)));
    }
    if !gone.is_empty() {
        texts.push(format!("the board has {} fewer: {}", count(gone.len(), word), listed(&gone)));
    }
    texts
}

fn listed(names: &[&str]) -> String {
    match names.get(..SPELLED_OUT) {
        Some(first) if names.len() > SPELLED_OUT => format!("{} and {} more", first.join(", "), names.len() - SPELLED_OUT),
        _ => names.join(", "),
    }
}
