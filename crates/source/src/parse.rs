//! A text becomes a tree: all errors of syntax are reported, and what could be read is read.

use std::collections::HashSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::brackets;
use crate::files::{FileId, Files, Origin};
use crate::report::{Diagnostic, Report};
use crate::table::Table;
use crate::tree::{MAX_DEPTH, Node, Value};

/// The largest file that is read: twenty times the largest bundled map.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads a file into a table, which is partial where the report has errors.
pub fn parse(files: &Files, file: FileId, report: &mut Report) -> Node {
    parse_text(files.text(file), file, report)
}

/// The same for a text that stands for the file: a header in a file of another language, with blanks for all that is before it, so that
/// places are those of the file.
pub fn parse_text(text: &str, file: FileId, report: &mut Report) -> Node {
    let mut root = Node::table(Origin { file, start: 0, end: 0 });
    if text.len() > MAX_BYTES {
        let message = format!("the file has {} bytes, more than the {MAX_BYTES} that are read", text.len());
        let help = "split it into a map and a game, or take out what does not belong there";
        report.push(Diagnostic::error("too-large", message).at(root.origin, "this file").help(help));
        return root;
    }
    let (mut table, mut errors) = DeTable::parse_recoverable(text);
    let closed;
    if !errors.is_empty() {
        closed = brackets::close(text);
        for bracket in &closed.open {
            report.push(unclosed(text, file, *bracket));
        }
        if !closed.open.is_empty() {
            let (better, fewer) = DeTable::parse_recoverable(&closed.text);
            dismantle(vec![DeValue::Table(table.into_inner())]);
            (table, errors) = (better, fewer);
        }
    }
    // The parser tells of a heading that cannot be once when it starts and once when it ends.
    let mut told = HashSet::new();
    for error in &errors {
        if told.insert((error.span().map(|span| span.start), error.message())) {
            report.push(syntax_error(text, file, error));
        }
    }
    let mut conversion = Conversion { file, report, too_deep: Vec::new() };
    root.value = Value::Table(conversion.table(table.into_inner(), 0));
    dismantle(conversion.too_deep);
    root
}

/// One value on its own, as in the default of a schema.
pub(crate) fn parse_value(text: &str) -> Option<Node> {
    let value = DeValue::parse(text).ok()?;
    let mut report = Report::new();
    let mut conversion = Conversion { file: Origin::NONE.file, report: &mut report, too_deep: Vec::new() };
    let mut node = conversion.node(value, 0)?;
    forget_places(&mut node);
    report.is_ok().then_some(node)
}

fn forget_places(node: &mut Node) {
    node.origin = Origin::NONE;
    if let Value::List(list) = &mut node.value {
        list.iter_mut().for_each(forget_places);
    }
}

fn unclosed(text: &str, file: FileId, bracket: usize) -> Diagnostic {
    let origin = Origin { file, start: offset(bracket), end: offset(bracket + 1) };
    let (open, close) = if text[bracket..].starts_with('{') { ('{', '}') } else { ('[', ']') };
    Diagnostic::error("syntax", format!("this is not TOML: `{open}` is never closed"))
        .at(origin, "opened here")
        .help(format!("add the `{close}` that belongs to it"))
}

fn syntax_error(text: &str, file: FileId, error: &toml::de::Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    let message = error.message();
    let help = match message {
        "duplicate key" => "a key is written once; a table `[a.b]` has one heading for all its keys",
        _ if message.starts_with("cannot extend value of type inline table") => {
            "a table in braces ends with its brace: put the keys inside, or write all of it under a heading `[...]`"
        }
        _ if message.starts_with("unquoted keys") => "text is written in quotes, and so are keys with odd characters",
        _ if message.starts_with("string values must be quoted") => "text is written in quotes: \"like this\"",
        _ if message.contains("newline") => "text in one pair of quotes ends on its line; use \"\"\" for several lines",
        _ => "files are written in TOML: https://toml.io",
    };
    let length = text.len();
    let origin = Origin { file, start: offset(span.start.min(length)), end: offset(span.end.min(length)) };
    Diagnostic::error("syntax", format!("this is not TOML: {message}")).at(origin, message).help(help)
}

fn offset(byte: usize) -> u32 {
    // Files are smaller than MAX_BYTES, so this never saturates.
    u32::try_from(byte).unwrap_or(u32::MAX)
}

struct Conversion<'i, 'r> {
    file: FileId,
    report: &'r mut Report,
    /// What nests too deep, to be dismantled in the end.
    too_deep: Vec<DeValue<'i>>,
}

impl<'i> Conversion<'i, '_> {
    fn origin<T>(&self, spanned: &Spanned<T>) -> Origin {
        let span = spanned.span();
        Origin { file: self.file, start: offset(span.start), end: offset(span.end) }
    }

    fn table(&mut self, table: DeTable<'i>, depth: usize) -> Table {
        let mut entries: Vec<_> = table.into_iter().collect();
        // A table whose parts come before its heading was moved by the parser; the order of the text is what counts.
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut converted = Table::default();
        for (key, value) in entries {
            let key_origin = self.origin(&key);
            if let Some(node) = self.node(value, depth + 1) {
                converted.insert(key.into_inner(), key_origin, node);
            }
        }
        converted
    }

    fn node(&mut self, value: Spanned<DeValue<'i>>, depth: usize) -> Option<Node> {
        let origin = self.origin(&value);
        let value = match value.into_inner() {
            deep @ (DeValue::Array(_) | DeValue::Table(_)) if depth >= MAX_DEPTH => {
                self.too_deep.push(deep);
                let message = format!("tables and lists nest deeper than {MAX_DEPTH} levels");
                self.report.push(Diagnostic::error("too-deep", message).at(origin, "this is too deep").help("flatten the value"));
                return None;
            }
            DeValue::Array(list) => Value::List(list.into_iter().filter_map(|item| self.node(item, depth + 1)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Boolean(value) => Value::Bool(value),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Int(number),
                Err(_) => {
                    return self.refuse(origin, "this number is too large", "numbers fit in 64 bits");
                }
            },
            DeValue::Float(_) => {
                return self.refuse(origin, "rules know whole numbers only", "write a whole number, without a point");
            }
            DeValue::Datetime(_) => {
                return self.refuse(origin, "rules know no dates", "write text in quotes, or a whole number");
            }
        };
        Some(Node::new(value, origin))
    }

    fn refuse(&mut self, origin: Origin, message: &str, help: &str) -> Option<Node> {
        self.report.push(Diagnostic::error("not-a-value", message).at(origin, "cannot be used").help(help));
        None
    }
}

/// Drops values level by level. Dropping them as they are would recurse as deep as they nest.
fn dismantle(mut values: Vec<DeValue<'_>>) {
    while let Some(value) = values.pop() {
        match value {
            DeValue::Array(list) => values.extend(list.into_iter().map(Spanned::into_inner)),
            DeValue::Table(table) => values.extend(table.into_iter().map(|(_, node)| node.into_inner())),
            _ => {}
        }
    }
}
