//! Whether a game declares no more than can be counted.

use super::Compiler;
use crate::limits::{DECLARED, ENTRIES};
use railwright_source::{Diagnostic, Node, Origin, Value};

impl Compiler<'_> {
    /// Whether no table has more entries than can be counted; one that has is reported.
    pub(super) fn within_limits(&mut self, game: &Node) -> bool {
        let mut fits = true;
        for (path, most) in DECLARED {
            for node in found(game, path) {
                if let Some(origin) = entry(node, *most) {
                    self.too_many(&format!("`{}`", path.replace("*", "SET")), *most, origin);
                    fits = false;
                }
            }
        }
        fits && self.short_enough(game)
    }

    /// Whether no list or table at all is longer than any has to be.
    fn short_enough(&mut self, node: &Node) -> bool {
        if let Some(origin) = entry(node, ENTRIES) {
            self.too_many("entries of a list or table", ENTRIES, origin);
            return false;
        }
        match &node.value {
            Value::Table(table) => table.iter().all(|entry| self.short_enough(&entry.node)),
            Value::List(list) => list.iter().all(|item| self.short_enough(item)),
            _ => true,
        }
    }

    /// Reports the first that is too many.
    pub(super) fn too_many(&mut self, what: &str, most: usize, origin: Origin) {
        let problem = Diagnostic::error("too-many", format!("a game can have {most} {what}"));
        self.report.push(problem.at(origin, "this one is too many").help("say with one entry what several say"));
    }
}

/// The nodes at a path, in which a star stands for every entry of a table.
fn found<'t>(game: &'t Node, path: &str) -> Vec<&'t Node> {
    path.split('.').fold(vec![game], |nodes, key| {
        let inside = nodes.into_iter().filter_map(Node::as_table);
        match key {
            "*" => inside.flatten().map(|entry| &entry.node).collect(),
            _ => inside.filter_map(|table| table.get(key)).collect(),
        }
    })
}

/// The place of the entry of a table or list with that number, counted from zero.
fn entry(node: &Node, number: usize) -> Option<Origin> {
    match &node.value {
        Value::Table(table) => table.iter().nth(number).map(|entry| entry.key_origin),
        Value::List(list) => list.get(number).map(|item| item.origin),
        _ => None,
    }
}
