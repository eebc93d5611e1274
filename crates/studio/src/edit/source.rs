//! The text of a file as it is edited: where each key and value stands, and pieces that are exchanged.

use super::EditError;
use std::ops::Range;
use toml_edit::{Document, Item, Key, TableLike, Value};

/// A text that was read, with the places of all it says.
pub struct Source {
    /// What it says.
    pub document: Document<String>,
    /// How its lines end.
    pub newline: &'static str,
}

/// A piece of the text, and what comes in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What comes.
    pub text: String,
}

/// Something that was found: its keys from the top, and what it is.
pub struct Found<'a> {
    /// What it is.
    pub item: &'a Item,
    /// The last key.
    pub key: &'a Key,
    /// Whether it stands within braces.
    pub inline: bool,
}

impl Source {
    /// Reads a text. One that is no TOML cannot be edited by parts.
    pub fn read(text: &str) -> Result<Self, EditError> {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let document = Document::parse(text.to_owned()).map_err(|error| EditError::NotToml(error.message().to_owned()))?;
        Ok(Source { document, newline })
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.document.raw()
    }

    /// What stands at a path.
    pub fn find(&self, path: &[&str]) -> Option<Found<'_>> {
        let (last, above) = path.split_last()?;
        let mut table: &dyn TableLike = self.document.as_table();
        let mut inline = false;
        for key in above {
            let item = table.get(key)?;
            inline |= item.is_inline_table();
            table = item.as_table_like()?;
        }
        let (key, item) = table.get_key_value(last)?;
        Some(Found { item, key, inline })
    }

    /// The table at a path; the empty path is the whole file.
    pub fn table(&self, path: &[&str]) -> Option<&dyn TableLike> {
        if path.is_empty() { Some(self.document.as_table()) } else { self.find(path)?.item.as_table_like() }
    }

    /// The whole lines that a range touches, with the end of the last.
    pub fn lines(&self, range: Range<usize>) -> Range<usize> {
        let text = self.text();
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
        start..end
    }

    /// The column of a byte, in characters.
    pub fn column(&self, at: usize) -> usize {
        let text = self.text();
        let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        text[start..at].chars().count()
    }
}

/// The places of all that an entry is made of: rows, and headers of tables.
pub fn pieces(key: &Key, item: &Item, out: &mut Vec<Range<usize>>) {
    match item {
        Item::Value(value) => {
            if let (Some(key), Some(value)) = (key.span(), value.span()) {
                out.push(key.start..value.end);
            }
        }
        Item::Table(table) => {
            if let Some(span) = table.span().filter(|_| !table.is_dotted() && !table.is_implicit()) {
                out.push(span);
            }
            for (name, item) in table {
                if let Some(key) = table.key(name) {
                    pieces(key, item, out);
                }
            }
        }
        Item::ArrayOfTables(tables) => {
            for table in tables {
                out.extend(table.span());
                for (name, item) in table {
                    if let Some(key) = table.key(name) {
                        pieces(key, item, out);
                    }
                }
            }
        }
        Item::None => {}
    }
}

/// The value of an entry that is one.
pub fn value(item: &Item) -> Option<&Value> {
    item.as_value()
}

/// Exchanges pieces of a text, none of which overlap.
pub fn spliced(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let (mut out, mut at) = (String::with_capacity(text.len() + 64), 0);
    for Splice { range, text: new } in splices {
        if range.start < at {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
