//! References: names of things in a file, checked against the things that there are.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::choose;
use crate::files::Origin;
use crate::report::{Diagnostic, Report};
use crate::schema::{Kind, Schema, family_name};
use crate::suggest;
use crate::tree::{Node, Value};

/// A name that was used where a schema declares [`Kind::Name`] or [`Kind::Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The family it must belong to, or several joined by `|`.
    pub family: &'static str,
    /// The name.
    pub name: &'a str,
    /// Where it was written.
    pub origin: Origin,
}

/// The things that there are, by family.
#[derive(Clone, Debug, Default)]
pub struct Known {
    families: BTreeMap<String, BTreeSet<String>>,
}

impl Known {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a thing to a family.
    pub fn add(&mut self, family: &str, name: impl Into<String>) {
        self.families.entry(family.to_owned()).or_default().insert(name.into());
    }

    /// Adds several things to a family, which exists from then on even if they are none.
    pub fn add_all<'n>(&mut self, family: &str, names: impl IntoIterator<Item = &'n str>) {
        self.families.entry(family.to_owned()).or_default().extend(names.into_iter().map(str::to_owned));
    }

    /// Whether a thing exists in a family, or in one of several joined by `|`.
    #[must_use]
    pub fn has(&self, family: &str, name: &str) -> bool {
        family.split('|').any(|family| self.families.get(family).is_some_and(|names| names.contains(name)))
    }

    /// All names of a family, or of several joined by `|`.
    #[must_use]
    pub fn names(&self, family: &str) -> Vec<&str> {
        let families = family.split('|').filter_map(|family| self.families.get(family));
        families.flatten().map(String::as_str).collect()
    }

    /// Reports a name that does not exist.
    pub fn check(&self, family: &str, name: &str, origin: Origin, report: &mut Report) {
        if self.has(family, name) {
            return;
        }
        let what = family.replace('|', " or ");
        let of = format!("names of {}", family_name(family));
        let help = if report.is_full() { of } else { suggest::help(name, &of, &self.names(family)) };
        let message = format!("there is no {what} `{name}`");
        report.push(Diagnostic::error("unknown-name", message).at(origin, "unknown name").help(help));
    }
}

/// All names used in a table and below it.
pub(crate) fn in_table<'a>(node: &'a Node, schema: &Schema, extra: &[(String, Kind)], found: &mut Vec<Reference<'a>>) {
    for entry in node.as_table().into_iter().flatten() {
        let declared = schema.find(&entry.key).map(|key| key.kind);
        let kind = declared.or_else(|| extra.iter().find(|(name, _)| *name == entry.key).map(|(_, kind)| *kind));
        if let Some(kind) = kind {
            in_value(&entry.node, &kind, found);
        }
    }
}

fn in_value<'a>(node: &'a Node, kind: &Kind, found: &mut Vec<Reference<'a>>) {
    match (kind, &node.value) {
        (Kind::Name(family) | Kind::Names(family), Value::Text(name)) => {
            found.push(Reference { family, name, origin: node.origin });
        }
        (Kind::Names(family), Value::List(list)) => list.iter().for_each(|item| in_value(item, &Kind::Name(family), found)),
        (Kind::List(kind), Value::List(list)) => list.iter().for_each(|item| in_value(item, kind, found)),
        (Kind::Map(kind), Value::Table(table)) => table.iter().for_each(|entry| in_value(&entry.node, kind, found)),
        (Kind::Table(schema), _) => in_table(node, schema, &[], found),
        (Kind::Tables(schema), Value::Table(table)) => {
            table.iter().for_each(|entry| in_table(&entry.node, schema, &[], found));
        }
        (Kind::TableList(schema), Value::List(list)) => list.iter().for_each(|item| in_table(item, schema, &[], found)),
        (Kind::OneOf(kinds), _) => {
            if let Some(kind) = choose(kinds, node) {
                in_value(node, kind, found);
            }
        }
        _ => {}
    }
}
