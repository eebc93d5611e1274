//! A list that is inherited may be changed instead of written again: `{ add = ["toll"], after = "claim" }`, `{ without = ["toll"] }`, or
//! a list of such changes, one after the other.

use crate::report::{Diagnostic, Report};
use crate::tree::{Node, Value};

/// Changes a list, or a single value that stands for a list of one. Gives `false` if `over` is no change of a list.
pub(crate) fn change_list(old: &mut Node, over: &Node, report: &mut Report) -> bool {
    if !is_change(over) || old.as_table().is_some() {
        return false;
    }
    let mut items = match &old.value {
        Value::List(items) => items.clone(),
        _ => vec![old.clone()],
    };
    for change in over.as_list().unwrap_or(std::slice::from_ref(over)) {
        apply(&mut items, change, old, report);
    }
    *old = Node::new(Value::List(items), over.origin);
    true
}

/// Makes one change to the items of a list.
fn apply(items: &mut Vec<Node>, over: &Node, old: &Node, report: &mut Report) {
    for item in listed(over, "without") {
        match items.iter().position(|known| known.same(item)) {
            Some(at) => drop(items.remove(at)),
            None => report.push(
                Diagnostic::error("nothing-to-remove", "this cannot be left out: it is not in the list")
                    .at(item.origin, "not in the list")
                    .at(old.origin, "the list as it is inherited")
                    .help(in_list(items)),
            ),
        }
    }
    let at = [("before", 0), ("after", 1)].into_iter().find_map(|(key, behind)| {
        let beside = over.at(key)?;
        let found = items.iter().position(|known| known.same(beside));
        if found.is_none() {
            let problem = Diagnostic::error("unknown-name", format!("`{key}` names what is not in the list"));
            let problem = problem.at(beside.origin, "not in the list").at(old.origin, "the list as it is inherited");
            report.push(problem.help(in_list(items)));
        }
        found.map(|found| found + behind)
    });
    let at = at.unwrap_or(items.len());
    items.splice(at..at, listed(over, "add").iter().cloned());
}

/// Makes lists of changes to lists that were never there.
pub(crate) fn settle_lists(node: &mut Node, report: &mut Report) {
    if is_change(node) {
        let change = std::mem::replace(&mut node.value, Value::List(Vec::new()));
        let change = Node::new(change, node.origin);
        change_list(node, &change, report);
        return;
    }
    match &mut node.value {
        Value::Table(table) => table.nodes_mut().for_each(|inner| settle_lists(inner, report)),
        Value::List(list) => list.iter_mut().for_each(|inner| settle_lists(inner, report)),
        Value::Bool(_) | Value::Int(_) | Value::Text(_) => {}
    }
}

/// Whether this is a change of a list, or several. No other table has such keys and nothing else, with lists under them.
pub(crate) fn is_change(node: &Node) -> bool {
    if let Some(list) = node.as_list() {
        return !list.is_empty() && list.iter().all(|item| item.as_table().is_some() && is_change(item));
    }
    let Some(table) = node.as_table() else { return false };
    let is_list = |key: &str| table.get(key).is_some_and(|node| node.as_list().is_some());
    let fits = |key: &str| match key {
        "add" | "without" => is_list(key),
        "before" | "after" => true,
        _ => false,
    };
    (is_list("add") || is_list("without")) && table.keys().all(fits)
}

fn listed<'n>(change: &'n Node, key: &str) -> &'n [Node] {
    change.at(key).and_then(Node::as_list).unwrap_or_default()
}

fn in_list(items: &[Node]) -> String {
    let names: Vec<String> = items.iter().filter_map(Node::as_expr).map(|item| format!("`{item}`")).collect();
    if names.is_empty() { "the list is empty".to_owned() } else { format!("in the list: {}", names.join(", ")) }
}
