//! The format that a file is written in: a number that it begins with, and what was called otherwise before.
//!
//! A file of an unknown format is not read at all. One that says none is of the time before format 1: it is read, because every word that has
//! changed since is an error that names the new one, and every other one means what it meant.

use crate::files::Origin;
use crate::report::{Diagnostic, Report};
use crate::schema::{Kind, Schema};
use crate::tree::{Node, Value};

/// The format of game, map, part and scenario files that this program reads.
pub const FORMAT: i64 = 1;
/// The key that says so.
pub const FORMAT_KEY: &str = "format";

/// Reports a file of a format that is not known. Whether the rest of it is worth a look.
pub fn check_format(tree: &Node, report: &mut Report) -> bool {
    match tree.at(FORMAT_KEY) {
        Some(Node { value: Value::Int(FORMAT), .. }) => true,
        Some(node) => {
            let problem = Diagnostic::error("unknown-format", format!("this program reads files of format {FORMAT}"));
            let (label, help) = match node.as_int() {
                Some(number) if number > FORMAT => {
                    (format!("this one is of format {number}"), "take a later version of the program for it".to_owned())
                }
                Some(number) => (format!("there is no format {number}"), format!("write {FORMAT_KEY} = {FORMAT}")),
                None => (format!("this is {}", node.kind_name()), format!("write {FORMAT_KEY} = {FORMAT}")),
            };
            report.push(problem.at(node.origin, label).help(help));
            false
        }
        None => true,
    }
}

/// The report of something that is called otherwise in this format.
pub fn renamed(what: &str, now: &str, origin: Origin) -> Diagnostic {
    let message = format!("`{what}` is called `{now}` since format {FORMAT}");
    Diagnostic::error("renamed", message).at(origin, "its name of before").help("`railwright migrate FILE` rewrites it")
}

impl Schema {
    /// What a key is called now that is not declared, or that holds what stands under another one now; and where it stands.
    pub(crate) fn called_now(&self, key: &str, key_origin: Origin, node: &Node) -> Option<(&'static str, Origin)> {
        let own = self.formerly.iter().find_map(|(was, now)| match was.split_once(" = ") {
            None => (*was == key).then_some((*now, key_origin)),
            Some((name, value)) if name == key => holds(node, value.trim_matches('"')).map(|origin| (*now, origin)),
            Some(_) => None,
        });
        own.or_else(|| {
            self.keys.iter().find_map(|declared| match declared.kind {
                Kind::Include(included) => included.called_now(key, key_origin, node),
                _ => None,
            })
        })
    }
}

/// Where a word stands as a value, or as a value of a table.
fn holds(node: &Node, word: &str) -> Option<Origin> {
    match &node.value {
        Value::Text(text) => (text == word).then_some(node.origin),
        Value::Table(table) => table.iter().find(|entry| entry.node.as_text() == Some(word)).map(|entry| entry.node.origin),
        _ => None,
    }
}
