//! A merged tree as TOML, each value followed by its place.
//!
//! What was written in braces and left as it was stays in braces; what was put together from several places is shown value by
//! value, because each has a place of its own. The result is a game file again, so the order of collections is kept.

use super::Wanted;
use crate::{number, style};
use railwright::rules::Loaded;
use railwright::rules::compile::schema;
use railwright::source::{Entry, Files, Node, Origin, Table, Value};
use unicode_width::UnicodeWidthStr;

/// Places stand in one column, but not farther to the right than this.
const FARTHEST: usize = 96;

/// `key = value`, and where the value was written.
struct Line {
    key: String,
    value: String,
    place: String,
}

/// The whole page: who plays, what applies, then the game.
pub fn page(wanted: &Wanted, loaded: &Loaded) -> String {
    let tree = &loaded.tree;
    let players = number::count(super::players(wanted, tree), "player");
    let mut head = format!("# {}: {players}", wanted.game);
    for option in &wanted.option {
        head += &format!(", {option}");
    }
    let overlays = if loaded.overlays.is_empty() { "none".to_owned() } else { loaded.overlays.join(", ") };
    let files: Vec<&str> = loaded.files.ids().map(|id| loaded.files.name(id)).collect();
    head += &format!("\n# overlays that apply: {overlays}\n# read from: {}\n", files.join(", "));
    let mut text = style::paint(style::FAINT, head.trim_end()) + "\n";
    let mut printer = Printer { files: &loaded.files, text: &mut text };
    if let Some(table) = tree.as_table() {
        // The head of the game comes first and the map last, however they were merged.
        let keys: Vec<&str> = schema::keys(&schema::GAME).iter().map(|key| key.name).collect();
        let mut entries: Vec<&Entry> = table.iter().collect();
        entries.sort_by_key(|entry| keys.iter().position(|key| *key == entry.key).unwrap_or(keys.len()));
        printer.section("", 0, &entries);
    }
    text
}

struct Printer<'a> {
    files: &'a Files,
    text: &'a mut String,
}

impl Printer<'_> {
    /// The keys of a table, then the tables in it that need a heading.
    fn section(&mut self, path: &str, depth: usize, entries: &[&Entry]) {
        let whole = |entry: &&Entry| is_whole(&entry.node);
        // A game is a record of collections of records. The order of a collection may matter; that of a record does not, and
        // there headings come last.
        let collection = depth % 2 == 1 && entries.iter().all(|entry| entry.node.as_table().is_some());
        let last_whole = entries.iter().rposition(whole);
        let mut lines = Vec::new();
        let mut headed = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            if whole(entry) {
                lines.push(self.line(quoted(&entry.key), &entry.node));
            } else if collection && last_whole.is_some_and(|last| i < last) {
                self.dotted(&quoted(&entry.key), &entry.node, &mut lines);
            } else {
                headed.push(*entry);
            }
        }
        if !lines.is_empty() || headed.is_empty() {
            if !path.is_empty() {
                *self.text += &format!("\n{}\n", style::paint(style::STRONG, &format!("[{path}]")));
            } else {
                self.text.push('\n');
            }
            self.lines(&lines);
        }
        for entry in headed {
            let path = if path.is_empty() { quoted(&entry.key) } else { format!("{path}.{}", quoted(&entry.key)) };
            let children: Vec<&Entry> = entry.node.as_table().map(|table| table.iter().collect()).unwrap_or_default();
            self.section(&path, depth + 1, &children);
        }
    }

    /// A table as `path.key = value` lines, where a heading would disturb the order.
    fn dotted(&self, path: &str, node: &Node, lines: &mut Vec<Line>) {
        for entry in node.as_table().into_iter().flatten() {
            let path = format!("{path}.{}", quoted(&entry.key));
            if is_whole(&entry.node) { lines.push(self.line(path, &entry.node)) } else { self.dotted(&path, &entry.node, lines) }
        }
    }

    fn line(&self, key: String, node: &Node) -> Line {
        Line { key, value: value(node), place: self.files.locate(node.origin) }
    }

    fn lines(&mut self, lines: &[Line]) {
        let keys = lines.iter().map(|line| line.key.width()).max().unwrap_or(0);
        let end = |line: &Line| keys + 3 + line.value.lines().last().unwrap_or_default().width();
        let column = lines.iter().map(end).filter(|end| *end <= FARTHEST).max().unwrap_or(0);
        for line in lines {
            let last = line.value.lines().last().unwrap_or_default();
            let used = if last.len() == line.value.len() { end(line) } else { last.width() };
            let (pad, gap) = (" ".repeat(keys - line.key.width()), " ".repeat(column.saturating_sub(used) + 2));
            let place = style::paint(style::FAINT, &format!("# {}", line.place));
            *self.text += &format!("{}{pad} = {}{gap}{place}\n", style::paint(style::HINT, &line.key), line.value);
        }
    }
}

/// Whether a value has one place: all of it was written there.
fn is_whole(node: &Node) -> bool {
    fn within(node: &Node, braces: Origin) -> bool {
        let inside = |o: Origin| o.file == braces.file && o.start >= braces.start && o.end <= braces.end;
        inside(node.origin) && node.as_table().is_none_or(|table| table.iter().all(|entry| within(&entry.node, braces)))
    }
    // A heading, or a key that only leads to others, does not span what is in it.
    node.as_table().is_none_or(|_| within(node, node.origin))
}

fn value(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Text(value) => text(value),
        Value::List(list) => format!("[{}]", list.iter().map(value).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => braces(table),
    }
}

fn braces(table: &Table) -> String {
    let parts: Vec<String> = table.iter().map(|entry| format!("{} = {}", quoted(&entry.key), value(&entry.node))).collect();
    if parts.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
}

/// A text in quotes; several lines stay several lines.
fn text(text: &str) -> String {
    let mut out = String::new();
    let long = text.contains('\n');
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out.push('\n'),
            '\t' => out += "\\t",
            c if c.is_control() => out += &format!("\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    if long { format!("\"\"\"\n{out}\"\"\"") } else { format!("\"{out}\"") }
}

/// A key, in quotes if it needs them.
fn quoted(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { text(key) }
}
