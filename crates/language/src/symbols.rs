//! What a file declares, as a list of the tables with what is in them.

use crate::context::is_module;
use crate::text::{Range, range};
use crate::{Workspace, rhai};
use railwright::source::{Entry, Node, Value};
use serde::Serialize;
use std::path::Path;

/// Something that a file declares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// A word about it: its `do`, its name, its value.
    pub detail: String,
    /// What it is.
    pub sort: SymbolSort,
    /// All of it.
    pub range: Range,
    /// Its name.
    pub selection: Range,
    /// What is in it.
    pub children: Vec<Symbol>,
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum SymbolSort {
    /// A table.
    Table,
    /// A key with a value.
    Key,
    /// A function of a module.
    Function,
}

impl Workspace {
    /// What a file declares, in the order of the text.
    #[must_use]
    pub fn symbols(&self, file: impl AsRef<Path>) -> Vec<Symbol> {
        let path = self.path(file);
        let text = self.text(&path).unwrap_or_default();
        let tree = self.tree(&path);
        let mut symbols: Vec<Symbol> = tree.as_table().into_iter().flatten().map(|entry| symbol(&text, entry, 2)).collect();
        if is_module(&path) {
            symbols.extend(rhai::functions(&text).into_iter().map(|(name, span)| {
                let place = range(&text, span);
                Symbol {
                    name,
                    detail: String::new(),
                    sort: SymbolSort::Function,
                    range: place,
                    selection: place,
                    children: Vec::new(),
                }
            }));
        }
        symbols.sort_by_key(|symbol| symbol.range.start);
        symbols
    }
}

fn symbol(text: &str, entry: &Entry, deep: usize) -> Symbol {
    let key = entry.key_origin;
    let (start, end) = reach(&entry.node, (key.start, key.end));
    let below = entry.node.as_table().into_iter().flatten();
    let mut children: Vec<Symbol> =
        if deep == 0 { Vec::new() } else { below.map(|entry| symbol(text, entry, deep - 1)).collect() };
    children.sort_by_key(|child| child.range.start);
    let said = |key: &str| entry.node.at(key).and_then(Node::as_text);
    let detail = match &entry.node.value {
        Value::Table(_) => said("do").or_else(|| said("name")).unwrap_or_default().to_owned(),
        Value::List(list) => format!("{} items", list.len()),
        _ => entry.node.as_expr().unwrap_or_default(),
    };
    let sort = if entry.node.as_table().is_some() { SymbolSort::Table } else { SymbolSort::Key };
    Symbol {
        name: entry.key.clone(),
        detail: detail.split('\n').next().unwrap_or_default().to_owned(),
        sort,
        range: range(text, start as usize..end as usize),
        selection: range(text, key.start as usize..key.end as usize),
        children,
    }
}

/// From the first to the last byte of a value and all that is in it.
fn reach(node: &Node, (mut start, mut end): (u32, u32)) -> (u32, u32) {
    let mut take = |(from, to): (u32, u32)| {
        start = start.min(from);
        end = end.max(to);
    };
    take((node.origin.start, node.origin.end));
    match &node.value {
        Value::Table(table) => {
            for entry in table {
                take(reach(&entry.node, (entry.key_origin.start, entry.key_origin.end)));
            }
        }
        Value::List(list) => list.iter().for_each(|item| take(reach(item, (item.origin.start, item.origin.end)))),
        Value::Bool(_) | Value::Int(_) | Value::Text(_) => {}
    }
    (start, end)
}
