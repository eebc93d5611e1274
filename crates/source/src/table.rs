//! A table of the tree: keys in the order of the text, found fast.

use std::collections::HashMap;

use crate::files::Origin;
use crate::tree::Node;

/// Below this many entries a scan is faster than hashing, and most tables are small.
const SCAN_LIMIT: usize = 8;

/// Keys and values in the order they were written, with fast lookup.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: Vec<Entry>,
    /// Empty as long as the table is small.
    index: HashMap<String, usize>,
}

/// One key of a table with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key was written.
    pub key_origin: Origin,
    /// The value.
    pub node: Node,
}

impl Table {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entry_mut(key).map(|entry| &mut entry.node)
    }

    /// A key with its place and value.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.position(key).map(|position| &self.entries[position])
    }

    /// A key with its place and value, to be changed; renaming `key` is not for callers.
    pub(crate) fn entry_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.position(key).map(|position| &mut self.entries[position])
    }

    /// All entries in the order they were written.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// All values in the order they were written, to be changed.
    pub(crate) fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.entries.iter_mut().map(|entry| &mut entry.node)
    }

    /// All keys in the order they were written.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    /// Sets a key, in its old position if it was there, and gives back the entry it replaces.
    pub fn insert(&mut self, key: impl Into<String>, key_origin: Origin, node: Node) -> Option<Entry> {
        let entry = Entry { key: key.into(), key_origin, node };
        if let Some(position) = self.position(&entry.key) {
            return Some(std::mem::replace(&mut self.entries[position], entry));
        }
        self.entries.push(entry);
        if self.entries.len() > SCAN_LIMIT {
            // The first overflow indexes all that came before, later ones only what is new.
            for (position, entry) in self.entries.iter().enumerate().skip(self.index.len()) {
                self.index.insert(entry.key.clone(), position);
            }
        }
        None
    }

    /// Takes a key out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let position = self.position(key)?;
        let entry = self.entries.remove(position);
        self.index.clear();
        if self.entries.len() > SCAN_LIMIT {
            self.index = self.entries.iter().zip(0..).map(|(entry, position)| (entry.key.clone(), position)).collect();
        }
        Some(entry)
    }

    /// Whether a key is there.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, key: &str) -> Option<usize> {
        if self.index.is_empty() { self.entries.iter().position(|entry| entry.key == key) } else { self.index.get(key).copied() }
    }
}

impl<'a> IntoIterator for &'a Table {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
