//! Why a mechanic does not offer something: in words, with the key of its table that says so.

use railwright_source::{Key, KeyType, Keys};

/// A key of an action or a step; only a declared [`Key`] can give one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyName(&'static str);

impl KeyName {
    /// The key as it is written.
    pub(crate) fn name(self) -> &'static str {
        self.0
    }
}

impl<S: Keys, T: KeyType> From<Key<S, T>> for KeyName {
    fn from(key: Key<S, T>) -> Self {
        KeyName(key.name())
    }
}

/// Why something cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reason {
    /// In words, with the values compared.
    pub(crate) text: String,
    /// The key that says so; none where it follows from what the mechanic is.
    pub(crate) key: Option<KeyName>,
    /// Which part of what that key says: a key of its table, or a word of its list.
    pub(crate) part: Option<&'static str>,
    /// The numbered rules that a condition cites for itself.
    pub(crate) cites: Option<Vec<String>>,
}

impl Reason {
    /// A key of the action is the reason.
    pub(crate) fn by(key: impl Into<KeyName>, text: impl Into<String>) -> Self {
        Reason { text: text.into(), key: Some(key.into()), part: None, cites: None }
    }

    /// A part of what the key says is the reason: a key of its table.
    pub(crate) fn part(self, key: impl Into<KeyName>) -> Self {
        Reason { part: Some(key.into().name()), ..self }
    }

    /// The same: a word of its list.
    pub(crate) fn word(self, word: &'static str) -> Self {
        Reason { part: Some(word), ..self }
    }

    /// What the mechanic is, whatever its keys say, is the reason.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Reason { text: text.into(), key: None, part: None, cites: None }
    }
}
