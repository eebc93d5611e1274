//! Layers: one tree laid over another, and keys taken out of what was inherited.

use crate::files::Origin;
use crate::report::{Diagnostic, Report};
use crate::reuse::likeness::leave_out;
use crate::reuse::list_change::{change_list, is_change, settle_lists};
use crate::suggest;
use crate::table::Entry;
use crate::tree::{Node, Value};

/// Lays `over` on `base`: tables merge key by key, everything else replaces and brings its place along. A condition with words
/// of its own is no table in that sense: the words of one would not fit another.
///
/// A merged table keeps the place of its own heading in `base`; if `base` only mentioned it in the path of something
/// else, it gets the place of the heading in `over`. What is replaced keeps its position among its neighbours.
///
/// A list may be [changed](crate::reuse::list_change) rather than replaced.
pub fn merge(base: &mut Node, over: &Node, report: &mut Report) {
    lay_over(base, over, report);
    settle_lists(base, report);
}

/// The same with changes of lists that are not there yet left as they are: for trees that are laid over another later.
pub fn lay_over(base: &mut Node, over: &Node, report: &mut Report) {
    let (Value::Table(into), Value::Table(from)) = (&mut base.value, &over.value) else {
        *base = over.clone();
        return;
    };
    for entry in from {
        match into.entry_mut(&entry.key) {
            Some(old) if merges(&old.node, &entry.node) => {
                lay_over(&mut old.node, &entry.node, report);
                if is_mentioned_only(old) && !is_mentioned_only(entry) {
                    old.node.origin = entry.node.origin;
                    old.key_origin = entry.key_origin;
                }
            }
            Some(old) => {
                if change_list(&mut old.node, &entry.node, report) {
                    old.key_origin = entry.key_origin;
                } else {
                    *old = entry.clone();
                }
            }
            None => {
                into.insert(entry.key.clone(), entry.key_origin, entry.node.clone());
            }
        }
    }
}

/// Whether two values merge key by key: tables do, two conditions do not.
fn merges(old: &Node, new: &Node) -> bool {
    matches!((&old.value, &new.value), (Value::Table(_), Value::Table(_))) && !(is_condition(old) && is_condition(new))
}

/// Whether this is a condition with words or citations of its own.
fn is_condition(node: &Node) -> bool {
    let is_key = |key: &str| matches!(key, "if" | "says" | "cites");
    node.as_table().is_some_and(|table| table.get("if").is_some_and(|n| n.as_expr().is_some()) && table.keys().all(is_key))
}

/// A table without heading or braces of its own has the place of its key.
fn is_mentioned_only(entry: &Entry) -> bool {
    entry.node.origin == entry.key_origin
}

/// The keys of a dotted path; one with dots in it stands in quotes, as in TOML.
pub(crate) fn keys_of(path: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut quoted = false;
    for letter in path.chars() {
        match letter {
            '"' => quoted = !quoted,
            '.' if !quoted => keys.push(String::new()),
            _ => keys.last_mut().expect("there is always a key").push(letter),
        }
    }
    keys
}

/// Takes what a dotted path leads to out of `base`; it is an error, shown at `origin`, if it is not there. What an entry only says by
/// being like another it then leaves out.
pub fn remove(base: &mut Node, path: &str, origin: Origin, report: &mut Report) {
    if leave_out(base, path, origin) {
        return;
    }
    let mut node = base;
    let mut seen = String::new();
    let parts = keys_of(path);
    let mut parts = parts.iter().map(String::as_str).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let place = if seen.is_empty() { "the file".to_owned() } else { format!("`{seen}`") };
        let missing = Diagnostic::error("nothing-to-remove", format!("`{path}` cannot be removed: it is not there"));
        if node.as_table().is_none() {
            let label = format!("{place} is no table");
            let help = if node.as_list().is_some() {
                format!("a list is inherited as a whole: write `{seen}` again without it")
            } else {
                "only keys of tables can be removed".to_owned()
            };
            report.push(missing.at(origin, label).help(help));
            return;
        }
        let Some(table) = node.as_table_mut() else { return };
        if !table.has(part) {
            let known: Vec<&str> = if report.is_full() { Vec::new() } else { table.keys().collect() };
            let help = suggest::help(part, &format!("keys of {place}"), &known);
            report.push(missing.at(origin, format!("{place} has no key `{part}`")).help(help));
            return;
        }
        if last {
            table.remove(part);
            return;
        }
        let Some(next) = table.get_mut(part) else {
            return;
        };
        node = next;
        if !seen.is_empty() {
            seen.push('.');
        }
        seen.push_str(part);
    }
}

/// The paths that both trees set, to different values, with the place of each: for two overlays of one file.
#[must_use]
pub fn conflicts(a: &Node, b: &Node) -> Vec<(String, Origin, Origin)> {
    let mut found = Vec::new();
    collect_conflicts(a, b, "", &mut found);
    found
}

fn collect_conflicts(a: &Node, b: &Node, path: &str, found: &mut Vec<(String, Origin, Origin)>) {
    if is_change(a) && is_change(b) {
        // Both can be done, in the order of the file.
    } else if let (Value::Table(first), Value::Table(second)) = (&a.value, &b.value) {
        for entry in first {
            if let Some(node) = second.get(&entry.key) {
                collect_conflicts(&entry.node, node, &join(path, &entry.key), found);
            }
        }
    } else if !a.same(b) {
        found.push((path.to_owned(), a.origin, b.origin));
    }
}

/// A dotted path made longer by one key.
pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
