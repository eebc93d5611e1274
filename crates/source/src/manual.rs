//! The reference manual: a schema as Markdown.

use std::fmt::Write as _;

use crate::schema::{Key, Need, Schema};

/// A section about a schema and one about each schema nested in it: what it is for and a table of its keys.
#[must_use]
pub fn reference(schema: &Schema) -> String {
    let mut text = section(schema, "##");
    for nested in schema.nested() {
        text += "\n";
        text += &section(nested, "###");
    }
    text
}

fn section(schema: &Schema, heading: &str) -> String {
    let mut text = format!("{heading} {}\n\n{}\n", schema.name, schema.doc.trim());
    let keys = schema.all_keys();
    if keys.is_empty() {
        text += "\nIt has no keys.\n";
        return text;
    }
    text += "\n| key | takes | default | meaning |\n|---|---|---|---|\n";
    for key in keys {
        let (takes, meaning) = (cell(&key.kind.describe()), cell(key.doc));
        let _ = writeln!(text, "| `{}` | {takes} | {} | {meaning} |", key.name, default(key));
    }
    text
}

fn default(key: &Key) -> String {
    match key.need {
        Need::Required => "required".to_owned(),
        Need::Optional => "none".to_owned(),
        Need::Default(text) => format!("`{}`", cell(text)),
    }
}

/// Text that cannot break out of its cell.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
