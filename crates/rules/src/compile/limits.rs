//! How much a game may declare. Ids are small numbers; what they cannot count is refused before anything is compiled.

use super::Compiler;
use railwright_source::{Diagnostic, Node};

/// The tables of a game and the most entries each may have. An end of the game is a step, and endings are counted in a byte.
const MOST: [(&str, usize); 11] = [
    ("cards", 100),
    ("companies", 100),
    ("dummies", 50),
    ("trains", 50),
    ("counters", 1000),
    ("sets", 1000),
    ("zones", 200),
    ("actions", 200),
    ("steps", 240),
    ("score", 200),
    ("scripts", 100),
];

impl Compiler<'_> {
    /// Whether no table has more entries than can be counted; one that has is reported.
    pub(super) fn within_limits(&mut self, game: &Node) -> bool {
        let mut fits = true;
        for (key, most) in MOST {
            let Some(node) = game.at(key) else { continue };
            let table = node.as_table().into_iter().flatten().map(|entry| entry.key_origin);
            let list = node.as_list().into_iter().flatten().map(|item| item.origin);
            if let Some(origin) = table.chain(list).nth(most) {
                let problem = Diagnostic::error("too-many", format!("a game can have {most} `{key}`"));
                self.report.push(problem.at(origin, "this one is too many").help("say with one entry what several say"));
                fits = false;
            }
        }
        fits
    }
}
