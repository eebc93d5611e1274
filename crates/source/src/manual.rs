//! The reference manual: a schema as Markdown.

use std::fmt::Write as _;

use crate::schema::{KeyDecl, Kind, Need, Schema};

/// A section about one schema: what it is for, an example, a table of its keys.
///
/// Keys that it includes stand in the table, too, unless they are in `elsewhere`: those the text only points to.
#[must_use]
pub fn section(schema: &Schema, heading: &str, elsewhere: &[&str]) -> String {
    let mut text = format!("{heading} {}\n\n{}\n", schema.name, schema.doc.trim());
    if !schema.example.is_empty() {
        let _ = write!(text, "\n```toml\n{}\n```\n", schema.example.trim());
    }
    let mut keys = Vec::new();
    let mut pointers = Vec::new();
    collect(schema, elsewhere, &mut keys, &mut pointers);
    match (keys.is_empty(), pointers.is_empty()) {
        (true, true) => text += "\nIt has no keys.\n",
        (true, false) => text += "\nIt has no keys of its own.\n",
        (false, _) => text += &table(&keys),
    }
    for pointer in pointers {
        let _ = writeln!(text, "\nAnd the keys of [{}](#{}).", pointer.name, anchor(pointer.name));
    }
    text
}

/// The name of a heading in a link.
#[must_use]
pub fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn collect(schema: &Schema, elsewhere: &[&str], keys: &mut Vec<&'static KeyDecl>, pointers: &mut Vec<&'static Schema>) {
    for key in schema.keys {
        match key.kind {
            Kind::Include(other) if elsewhere.contains(&other.name) => pointers.push(other),
            Kind::Include(other) => collect(other, elsewhere, keys, pointers),
            _ => keys.push(key),
        }
    }
}

fn table(keys: &[&'static KeyDecl]) -> String {
    let mut text = "\n| key | takes | default | meaning |\n|---|---|---|---|\n".to_owned();
    for key in keys {
        let (takes, meaning) = (cell(&key.kind.describe()), cell(key.doc));
        let _ = writeln!(text, "| `{}` | {takes} | {} | {meaning} |", key.name, key.need.describe());
    }
    text
}

impl Need {
    /// What holds when the key is left out, as a cell of a table.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Required => "required".to_owned(),
            Self::Optional => "none".to_owned(),
            Self::Default(text) => format!("`{}`", cell(text)),
        }
    }
}

/// Text that cannot break out of its cell.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
