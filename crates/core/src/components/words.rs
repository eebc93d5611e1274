//! Names of the data turned into numbers.

use crate::id::WordId;

/// Names of the data turned into numbers.
#[derive(Clone, Debug, Default)]
pub struct Words(Vec<String>);

impl Words {
    /// The number of a word, given to it now if it is new.
    pub fn intern(&mut self, word: &str) -> WordId {
        self.find(word).unwrap_or_else(|| {
            self.0.push(word.to_owned());
            WordId::from(self.0.len() - 1)
        })
    }

    /// The number of a word that occurs in the data.
    pub fn find(&self, word: &str) -> Option<WordId> {
        self.0.iter().position(|w| w == word).map(WordId::from)
    }

    /// The word of a number.
    pub fn text(&self, word: WordId) -> &str {
        self.0.get(word.index()).map_or("?", |w| w)
    }

    /// All words.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
