//! Names of the data turned into numbers.

use crate::id::WordId;
use std::collections::BTreeMap;

/// Names of the data turned into numbers.
#[derive(Clone, Debug, Default)]
pub struct Words {
    words: Vec<String>,
    numbers: BTreeMap<String, WordId>,
}

impl Words {
    /// The number of a word, given to it now if it is new. When there are no more numbers it is that of no word: whoever reads a
    /// game refuses it long before.
    pub fn intern(&mut self, word: &str) -> WordId {
        let number = self.find(word).or_else(|| {
            let number = WordId(u16::try_from(self.words.len()).ok()?);
            self.words.push(word.to_owned());
            self.numbers.insert(word.to_owned(), number);
            Some(number)
        });
        number.unwrap_or_default()
    }

    /// The number of a word that occurs in the data.
    pub fn find(&self, word: &str) -> Option<WordId> {
        self.numbers.get(word).copied()
    }

    /// The word of a number.
    pub fn text(&self, word: WordId) -> &str {
        self.words.get(word.index()).map_or("?", |w| w)
    }

    /// All words.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }
}
