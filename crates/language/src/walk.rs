//! A walk over a file: every key and every value with what may stand there.

use crate::shape::{Reading, Shape};
use railwright::source::{Node, Origin, Value};

/// What a walk comes by.
pub(crate) enum Seen<'n> {
    /// A key, the last of the path.
    Key(Origin),
    /// A value that is no table and no list, and what it may be.
    Value(&'n Node, &'n [Shape]),
}

/// Visits everything in a file, in the order of the text as far as the file has one.
pub(crate) fn walk(reading: &Reading, visit: &mut dyn FnMut(&[String], Seen)) {
    let mut path = Vec::new();
    below(reading, reading.own, &reading.at(&[]), &mut path, visit);
}

fn below(reading: &Reading, node: &Node, shapes: &[Shape], path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], Seen)) {
    match &node.value {
        Value::Table(table) => {
            for entry in table {
                path.push(entry.key.clone());
                visit(path, Seen::Key(entry.key_origin));
                let shapes = reading.step(shapes, path);
                below(reading, &entry.node, &shapes, path, visit);
                path.pop();
            }
        }
        Value::List(list) => {
            for (number, item) in list.iter().enumerate() {
                path.push(number.to_string());
                let shapes = reading.step(shapes, path);
                below(reading, item, &shapes, path, visit);
                path.pop();
            }
        }
        Value::Bool(_) | Value::Int(_) | Value::Text(_) => visit(path, Seen::Value(node, shapes)),
    }
}
