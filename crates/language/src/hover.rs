//! What stands at a place: what the manual says of it, and what the whole game has there and where that comes from.

use crate::definition::Found;
use crate::families::things;
use crate::mentions::{Mention, What};
use crate::shape::{Key, Shape};
use crate::spot::{Spot, spot};
use crate::text::{Position, Range, range};
use crate::{Workspace, rhai};
use railwright::rules::library::Shelf;
use railwright::rules::{flow, mechanics};
use railwright::source::{Kind, Node, Value};
use serde::Serialize;
use std::path::Path;

/// What is said of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hover {
    /// What it is about.
    pub range: Range,
    /// What is said, in Markdown.
    pub text: String,
}

/// How long a value is shown at most.
const LONGEST_VALUE: usize = 400;
/// How many keys of an entry are shown.
const MOST_KEYS: usize = 16;

impl Workspace {
    /// What stands at a place: what the manual says of it, the value in the whole game, and where that comes from.
    #[must_use]
    pub fn hover(&self, file: impl AsRef<Path>, position: Position) -> Option<Hover> {
        let found = self.find(file.as_ref(), position);
        let said = found.mention.as_ref().and_then(|mention| Some((mention.span.clone(), said(&found, mention)?)));
        let (span, text) = said.or_else(|| value(&found))?;
        Some(Hover { range: range(&found.text, span), text })
    }
}

fn said(found: &Found, Mention { what, .. }: &Mention) -> Option<String> {
    match what {
        What::Thing(family, name) => thing(found, family, name),
        What::File(shelf, id) => Some(file(found, *shelf, id)),
        What::Game(game) => Some(file(found, Shelf::Games, game)),
        What::Function(function) => {
            let row = function.row();
            Some(format!("```\n{}({})\n```\n\n{} ({})", row.name, row.signature(), row.text, row.about.place()))
        }
        What::Name(name) => {
            let row = name.row();
            Some(format!("`{}`: {} ({})", row.name, row.text, row.about.place()))
        }
        What::Mechanic(name) => {
            let all = mechanics::SCHEMAS.iter().chain(flow::SCHEMAS);
            let schema = all.filter(|(known, _)| known == name).map(|(_, schema)| schema);
            let texts: Vec<String> = schema.map(|schema| format!("**{}**\n\n{}", schema.name, schema.doc.trim())).collect();
            (!texts.is_empty()).then(|| texts.join("\n\n---\n\n"))
        }
        What::Call(name) => {
            let function = rhai::host_function(name)?;
            let gives = if function.gives.is_empty() { String::new() } else { format!(" → {}", function.gives) };
            Some(format!("```\ntable.{}{gives}\n```\n\n{}. {}.", function.signature(), function.text, function.group.text()))
        }
        What::Key(path) => {
            let key = found.reading().key(path)?;
            Some(format!("{}{}", about_key(&key), resolved(found, path)))
        }
    }
}

/// What the manual says of a key.
fn about_key(key: &Key) -> String {
    let default = match &key.default {
        Some(default) if default == "none" => "may be left out".to_owned(),
        Some(default) => format!("{default} if left out"),
        None => "must be there in the whole game".to_owned(),
    };
    format!("**{}** ({}): {}\n\nTakes {}; {default}.", key.name, key.of, key.text, key.takes)
}

/// What the whole game has at a path, and where that comes from.
fn resolved(found: &Found, path: &[String]) -> String {
    let reading = found.reading();
    let (Some(context), Some(node)) = (reading.context, reading.merged(path)) else { return String::new() };
    match &node.value {
        Value::Table(_) => String::new(),
        _ => format!("\n\nIn the whole game: `{}` ({})", short(node), context.locate(node.origin)),
    }
}

fn short(node: &Node) -> String {
    let mut text = node.to_json().to_string();
    if text.len() > LONGEST_VALUE {
        let end = (0..=LONGEST_VALUE).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A thing of the game: what it is, and all that the game says of it with where that stands.
fn thing(found: &Found, family: &str, name: &str) -> Option<String> {
    let reading = found.reading();
    let context = reading.context?;
    let mut texts = Vec::new();
    for one in family.split('|') {
        let known = things(&context.loaded.tree, one).into_iter().find(|entry| crate::families::written(&entry.key) == name);
        let Some(entry) = known else { continue };
        let mut text = format!("**{one}** `{}` ({})", entry.key, context.locate(entry.key_origin));
        match entry.node.as_table() {
            Some(table) => {
                text += "\n\n```toml\n";
                for entry in table.iter().take(MOST_KEYS) {
                    text += &format!("{} = {}  # {}\n", entry.key, short(&entry.node), context.locate(entry.node.origin));
                }
                if table.len() > MOST_KEYS {
                    text += &format!("# and {} more\n", table.len() - MOST_KEYS);
                }
                text += "```";
            }
            None => {
                text +=
                    &format!("\n\n```toml\n{} = {}\n```\n\n{}", entry.key, short(&entry.node), context.locate(entry.node.origin))
            }
        }
        texts.push(text);
    }
    (!texts.is_empty()).then(|| texts.join("\n\n---\n\n"))
}

/// A file: what it is called, and what it is for.
fn file(found: &Found, shelf: Shelf, id: &str) -> String {
    let reading = found.reading();
    let own = reading.context.and_then(|context| Some((context.file(shelf, id)?, context)));
    let place = own.map_or_else(|| "bundled".to_owned(), |(file, _)| file.path.display().to_string());
    let tree = own.map(|(file, _)| file.tree.clone()).or_else(|| crate::context::Context::bundled(shelf, id));
    let said = |key: &str| tree.as_ref().and_then(|tree| tree.at(key)).and_then(Node::as_text).unwrap_or_default().to_owned();
    format!("**{}** ({place})\n\n{}", if said("name").is_empty() { id.to_owned() } else { said("name") }, said("summary"))
}

/// A value that names nothing: its key, and its word.
fn value(found: &Found) -> Option<(std::ops::Range<usize>, String)> {
    let header;
    let text = if found.sort == crate::Sort::Module {
        header = railwright::rules::module::header_text(&found.text)?;
        if found.offset > header.len() {
            return None;
        }
        &header
    } else {
        &found.text
    };
    // To the end of the word, so that the whole of it counts as typed.
    let end = text[found.offset..].find(|c: char| !crate::words::is_in_name(c)).map_or(text.len(), |end| found.offset + end);
    let Spot::Value { path, typed, start, .. } = spot(text, end) else { return None };
    let reading = found.reading();
    // An item of a list is about the key of the list.
    let named = path.iter().rposition(|part| part.parse::<usize>().is_err())? + 1;
    let key = reading.key(&path[..named])?;
    let word =
        reading.at(&path).iter().any(|shape| matches!(shape, Shape::Value(Kind::Word(words)) if words.contains(&typed.as_str())));
    let heading = if word { format!("`{typed}`\n\n") } else { String::new() };
    Some((start..end, format!("{heading}{}{}", about_key(&key), resolved(found, &path[..named]))))
}
