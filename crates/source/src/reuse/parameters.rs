//! Texts with parameters: `$name` stands for a value that is given where the text is used.

use crate::files::Origin;
use crate::report::{Diagnostic, Report};
use crate::suggest;
use crate::table::Table;
use crate::tree::{Node, Value};

/// So much may a tree weigh with its parameters filled in: a small file must not become a large one.
pub const HEAVIEST: usize = 1 << 20;

/// How much a tree holds: its nodes, and the letters of its texts and keys.
pub(crate) fn weight(node: &Node) -> usize {
    1 + match &node.value {
        Value::Bool(_) | Value::Int(_) => 0,
        Value::Text(text) => text.len(),
        Value::List(list) => list.iter().map(weight).sum(),
        Value::Table(table) => table.iter().map(|entry| entry.key.len() + weight(&entry.node)).sum(),
    }
}

/// Puts values for `$name` into all keys and texts of a tree. A text that is nothing but `$name` becomes the value, whatever it is; within
/// a longer one the value must be a text or a number. `$$` is a dollar sign.
pub fn fill_in(node: &mut Node, values: &Table, report: &mut Report) {
    let origin = node.origin;
    let mut filling = Filling { values, report, left: HEAVIEST };
    filling.node(node);
    if filling.left == 0 {
        let problem = Diagnostic::error("too-large", "with its parameters filled in this becomes too large");
        report.push(problem.at(origin, "this").help("give shorter values, or use them less often"));
    }
}

struct Filling<'a> {
    values: &'a Table,
    report: &'a mut Report,
    /// How much may still be put in.
    left: usize,
}

impl Filling<'_> {
    fn node(&mut self, node: &mut Node) {
        let origin = node.origin;
        match &mut node.value {
            Value::Text(text) => {
                if let Some(value) = text.strip_prefix('$').and_then(|name| self.values.get(name)) {
                    if self.takes(weight(value)) {
                        *node = value.clone();
                    }
                } else {
                    self.text(text, origin, "in this text");
                }
            }
            Value::List(list) => list.iter_mut().for_each(|item| self.node(item)),
            Value::Table(table) => {
                let mut new = Table::default();
                for entry in &*table {
                    let mut entry = entry.clone();
                    self.node(&mut entry.node);
                    self.text(&mut entry.key, entry.key_origin, "in this key");
                    new.insert(entry.key, entry.key_origin, entry.node);
                }
                *table = new;
            }
            Value::Bool(_) | Value::Int(_) => {}
        }
    }

    fn text(&mut self, text: &mut String, origin: Origin, label: &str) {
        if !text.contains('$') {
            return;
        }
        match filled(text, self.values) {
            Ok(filled) if self.takes(filled.len()) => *text = filled,
            Ok(_) => {}
            Err(problem) => self.report.push(problem.at(origin, label)),
        }
    }

    /// Whether so much may still be put in.
    fn takes(&mut self, weight: usize) -> bool {
        self.left = self.left.saturating_sub(weight);
        self.left > 0
    }
}

/// A text with the values put in.
fn filled(text: &str, values: &Table) -> Result<String, Diagnostic> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        filled += &rest[..at];
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('$') {
            filled.push('$');
            rest = behind;
            continue;
        }
        let name = name_at(rest);
        let Some(value) = values.get(name) else {
            let known: Vec<&str> = values.keys().collect();
            let problem = Diagnostic::error("unknown-name", format!("there is no parameter `{name}`"));
            return Err(problem.help(format!("{}; `$$` is a dollar sign", suggest::help(name, "parameters", &known))));
        };
        let Some(value) = value.as_expr() else {
            let problem =
                Diagnostic::error("wrong-kind", format!("`${name}` is {}: it cannot stand within a text", value.kind_name()));
            return Err(problem.help(format!("a text that is nothing but `${name}` becomes the value as a whole")));
        };
        filled += &value;
        if filled.len() > HEAVIEST {
            return Ok(filled);
        }
        rest = &rest[name.len()..];
    }
    Ok(filled + rest)
}

/// The name that a text begins with: letters and digits, with hyphens between them.
fn name_at(text: &str) -> &str {
    let bytes = text.as_bytes();
    let belongs = |at: usize| match bytes[at] {
        b'-' => at > 0 && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
        byte => byte.is_ascii_alphanumeric(),
    };
    &text[..(0..bytes.len()).find(|&at| !belongs(at)).unwrap_or(bytes.len())]
}
