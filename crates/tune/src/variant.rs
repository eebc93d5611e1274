//! A candidate as a file: the game it extends, and the numbers that it changes.

use crate::Vary;
use railwright::rules::compile::game_id;
use railwright::rules::library::looks_like_path;
use railwright::source::Node;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A variant of a game with other numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Where it would lie: beside the game that it extends.
    pub path: PathBuf,
    /// What it would say.
    pub text: String,
}

impl Variant {
    /// The game with some values: of each key the one of that number.
    #[must_use]
    pub fn new(game: &str, tree: &Node, varies: &[Vary], chosen: &[usize]) -> Self {
        let id = game_id(game);
        let folder = Path::new(game).parent().filter(|_| looks_like_path(game)).unwrap_or(Path::new(""));
        let name = tree.at("name").and_then(Node::as_text).unwrap_or(&id);
        let mut text = format!("format = 1\nextends = {}\nname = {}\n\n", quoted(&id), quoted(&format!("{name}, tuned")));
        let mut lists: Vec<(String, Value)> = Vec::new();
        for (vary, value) in varies.iter().zip(chosen).filter_map(|(vary, at)| Some((vary, vary.values.get(*at)?))) {
            match item(tree, &vary.key) {
                // A list is written whole, with every item that is varied.
                Some((list, at)) => {
                    let known = lists.iter().position(|(key, _)| key == list);
                    let known = known.unwrap_or_else(|| {
                        lists.push((list.to_owned(), tree.at(list).map(Node::to_json).unwrap_or_default()));
                        lists.len() - 1
                    });
                    if let Some(item) = lists[known].1.get_mut(at) {
                        *item = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.trim_matches('"').to_owned()));
                    }
                }
                None => text += &format!("{} = {value}\n", path(&vary.key)),
            }
        }
        for (key, list) in &lists {
            text += &format!("{} = {}\n", path(key), toml(list));
        }
        Variant { path: folder.join(format!("{id}-tuned.toml")), text }
    }
}

/// Whether a game has something at a key, or a table in which it could be.
#[must_use]
pub fn key_is_there(tree: &Node, key: &str) -> bool {
    let above = key.rsplit_once('.').and_then(|(above, _)| tree.at(above));
    let in_list = above.is_some_and(|node| node.as_list().is_some());
    tree.at(key).is_some() || !in_list && above.is_some_and(|node| node.as_table().is_some())
}

/// The list that a key leads into, and which item of it.
fn item<'k>(tree: &Node, key: &'k str) -> Option<(&'k str, usize)> {
    let (list, at) = key.rsplit_once('.')?;
    tree.at(list)?.as_list()?;
    Some((list, at.parse().ok()?))
}

fn is_bare(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

fn key(part: &str) -> String {
    if is_bare(part) { part.to_owned() } else { quoted(part) }
}

fn path(path: &str) -> String {
    path.split('.').map(key).collect::<Vec<_>>().join(".")
}

fn quoted(text: &str) -> String {
    railwright::scenario::toml_text(text)
}

/// A value as TOML writes it.
fn toml(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let entries: Vec<String> = table.iter().map(|(name, value)| format!("{} = {}", key(name), toml(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}
