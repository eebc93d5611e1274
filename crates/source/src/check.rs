//! Whether a tree is what a schema declares: every unknown key, missing key and wrong value in one go.

use crate::format::renamed;
use crate::merge::join;
use crate::report::{Diagnostic, Report};
use crate::schema::{KeyDecl, Kind, Need, Schema};
use crate::suggest;
use crate::tree::{Node, Value};

/// Checks a table, which may have some further keys, and everything below it; reports all that is wrong.
pub fn check_table(node: &Node, schema: &'static Schema, extra: &[(String, Kind)], path: &str, report: &mut Report) {
    let Some(table) = node.as_table() else {
        report.push(wrong_kind(node, &Kind::Table(schema), path, schema.doc));
        return;
    };
    for entry in table {
        let path = join(path, &entry.key);
        if let Some((now, origin)) = schema.called_now(&entry.key, entry.key_origin, &entry.node) {
            report.push(renamed(&path, now, origin));
        } else if let Some(key) = schema.find(&entry.key) {
            check(&entry.node, &key.kind, &path, key.doc, report);
        } else if let Some((_, kind)) = extra.iter().find(|(name, _)| *name == entry.key) {
            check(&entry.node, kind, &path, "", report);
        } else {
            if report.is_full() {
                report.push(Diagnostic::error("unknown-key", "unknown key").at(entry.key_origin, "no such key"));
                continue;
            }
            let keys = schema.all_keys();
            let declared = keys.iter().map(|key| key.name);
            let known: Vec<&str> = declared.chain(extra.iter().map(|(name, _)| name.as_str())).collect();
            let message = format!("unknown key `{path}`");
            let label = format!("no such key in {}", schema.name);
            let help = suggest::help(&entry.key, "known keys", &known);
            report.push(Diagnostic::error("unknown-key", message).at(entry.key_origin, label).help(help));
        }
    }
    // What is there under its name of before is not missing too.
    let now: Vec<&str> =
        table.iter().filter_map(|e| schema.called_now(&e.key, e.key_origin, &e.node)).map(|(now, _)| now).collect();
    let there = |name: &str| table.has(name) || now.iter().any(|now| now.split(" = ").next() == Some(name));
    for key in schema.all_keys() {
        if key.need == Need::Required && !there(key.name) {
            report.push(missing(node, key, path));
        }
    }
}

fn missing(node: &Node, key: &KeyDecl, path: &str) -> Diagnostic {
    let message = format!("missing key `{}`", join(path, key.name));
    let help = format!("`{}` takes {}{}", key.name, key.kind.describe(), about(key.doc));
    Diagnostic::error("missing-key", message).at(node.origin, format!("`{}` is missing here", key.name)).help(help)
}

fn about(doc: &str) -> String {
    if doc.is_empty() { String::new() } else { format!(": {doc}") }
}

fn wrong_kind(node: &Node, kind: &Kind, path: &str, doc: &str) -> Diagnostic {
    let label = format!("this is {}", node.kind_name());
    wrong_value("wrong-kind", node, kind, path, doc, label)
}

fn wrong_value(code: &'static str, node: &Node, kind: &Kind, path: &str, doc: &str, label: String) -> Diagnostic {
    let what = if path.is_empty() { "this".to_owned() } else { format!("`{path}`") };
    let diagnostic = Diagnostic::error(code, format!("{what} takes {}", kind.describe())).at(node.origin, label);
    if doc.is_empty() { diagnostic } else { diagnostic.help(doc) }
}

fn check(node: &Node, kind: &Kind, path: &str, doc: &str, report: &mut Report) {
    let item_path = |index: usize| join(path, &index.to_string());
    match (kind, &node.value) {
        (Kind::Any, _) => {}
        (Kind::OneOf(kinds), _) => match choose(kinds, node) {
            Some(kind) => check(node, kind, path, doc, report),
            None => report.push(wrong_kind(node, kind, path, doc)),
        },
        (Kind::Int { min, max }, Value::Int(number)) => {
            if !(min..=max).contains(&number) {
                let label = format!("{number} is out of range");
                report.push(wrong_value("out-of-range", node, kind, path, doc, label));
            }
        }
        (Kind::Word(words), Value::Text(word)) => {
            if !words.contains(&word.as_str()) {
                let message = format!("`{path}` cannot be `{word}`");
                let help = suggest::help(word, "it is one of", words);
                report.push(Diagnostic::error("unknown-word", message).at(node.origin, "unknown word").help(help));
            }
        }
        (Kind::Table(schema), Value::Table(_)) => check_table(node, schema, &[], path, report),
        (Kind::Tables(schema), Value::Table(table)) => {
            for entry in table {
                check_table(&entry.node, schema, &[], &join(path, &entry.key), report);
            }
        }
        (Kind::TableList(schema), Value::List(list)) => {
            for (index, item) in list.iter().enumerate() {
                check_table(item, schema, &[], &item_path(index), report);
            }
        }
        (Kind::Map(kind), Value::Table(table)) => {
            for entry in table {
                check(&entry.node, kind, &join(path, &entry.key), doc, report);
            }
        }
        (Kind::List(_) | Kind::IntList | Kind::Names(_) | Kind::Texts, Value::List(list)) => {
            for (index, item) in list.iter().enumerate() {
                check(item, &kind.item(), &item_path(index), doc, report);
            }
        }
        _ if kind.shaped(node) => {}
        _ => report.push(wrong_kind(node, kind, path, doc)),
    }
}

/// The alternative that a value is meant to be: the first that fits it, else the first it resembles.
pub(crate) fn choose(kinds: &'static [Kind], node: &Node) -> Option<&'static Kind> {
    kinds.iter().find(|kind| kind.fits(node)).or_else(|| kinds.iter().find(|kind| kind.shaped(node)))
}

impl Kind {
    /// What each item of a list of this kind is.
    fn item(&self) -> Self {
        match self {
            Self::List(kind) => **kind,
            Self::IntList => Self::Int { min: i64::MIN, max: i64::MAX },
            Self::Names(family) => Self::Name(family),
            _ => Self::Text,
        }
    }

    /// Whether a value has the right shape on the surface, whatever its range, words, items or keys.
    pub(crate) fn shaped(&self, node: &Node) -> bool {
        match self {
            Self::Bool => node.as_bool().is_some(),
            Self::Int { .. } => node.as_int().is_some(),
            Self::Text | Self::Word(_) | Self::Name(_) => node.as_text().is_some(),
            Self::Expr => matches!(node.value, Value::Bool(_) | Value::Int(_) | Value::Text(_)),
            Self::Point => node.as_list().is_some_and(|list| list.len() == 2 && list.iter().all(|n| n.as_int().is_some())),
            Self::IntList | Self::List(_) | Self::TableList(_) => node.as_list().is_some(),
            Self::Names(_) | Self::Texts => node.as_list().is_some() || node.as_text().is_some(),
            Self::Map(_) | Self::Table(_) | Self::Tables(_) => node.as_table().is_some(),
            Self::OneOf(kinds) => kinds.iter().any(|kind| kind.shaped(node)),
            Self::Any => true,
            Self::Include(_) => false,
        }
    }

    /// Whether a value is right as far as one can tell without entering the values of nested tables.
    ///
    /// Alternatives are told apart by this. Entering tables would check everything once more on each level, and a
    /// schema that contains itself would cost twice as much with each.
    fn fits(&self, node: &Node) -> bool {
        match (self, &node.value) {
            (Self::OneOf(kinds), _) => kinds.iter().any(|kind| kind.fits(node)),
            (Self::Int { min, max }, Value::Int(number)) => (min..=max).contains(&number),
            (Self::Word(words), Value::Text(word)) => words.contains(&word.as_str()),
            (Self::Table(schema), Value::Table(table)) => {
                let required = |key: &&KeyDecl| key.need != Need::Required || table.has(key.name);
                table.keys().all(|key| schema.find(key).is_some()) && schema.all_keys().iter().all(required)
            }
            (Self::List(_) | Self::IntList | Self::Names(_) | Self::Texts, Value::List(list)) => {
                list.iter().all(|item| self.item().fits(item))
            }
            (Self::Map(kind), Value::Table(table)) => table.iter().all(|entry| kind.fits(&entry.node)),
            _ => self.shaped(node),
        }
    }

    /// Whether a value is wholly right, as far down as this kind says.
    #[must_use]
    pub fn accepts(&self, node: &Node) -> bool {
        let mut report = Report::new();
        check(node, self, "", "", &mut report);
        report.is_ok()
    }
}
