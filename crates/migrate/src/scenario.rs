//! A scenario: expressions stand in its moves, and in the reasons of refusals.

use crate::edits::Edits;
use crate::expression;
use railwright_source::{Node, Value};

pub(crate) fn rewrite(tree: &Node, edits: &mut Edits) {
    for path in ["play.moves", "refused"] {
        tree.at(path).into_iter().for_each(|node| texts(node, edits));
    }
}

fn texts(node: &Node, edits: &mut Edits) {
    match &node.value {
        Value::Text(_) => expression::rewrite(node.origin, &[], edits),
        Value::List(items) => items.iter().for_each(|item| texts(item, edits)),
        _ => {}
    }
}
