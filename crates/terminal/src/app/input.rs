//! The line one types in.

/// A line of text and a cursor in it.
#[derive(Clone, Default, Debug)]
pub struct Input {
    text: String,
    /// The cursor, in bytes.
    at: usize,
}

impl Input {
    /// What is typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor.
    pub fn before(&self) -> &str {
        &self.text[..self.at]
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Replaces everything.
    pub fn set(&mut self, text: impl Into<String>) {
        self.text = text.into();
        self.at = self.text.len();
    }

    /// Types a letter.
    pub fn insert(&mut self, letter: char) {
        self.text.insert(self.at, letter);
        self.at += letter.len_utf8();
    }

    /// Deletes the letter before the cursor.
    pub fn backspace(&mut self) {
        self.left();
        self.delete();
    }

    /// Deletes the letter under the cursor.
    pub fn delete(&mut self) {
        if self.at < self.text.len() {
            self.text.remove(self.at);
        }
    }

    /// Deletes the word before the cursor.
    pub fn delete_word(&mut self) {
        let before = self.before().trim_end();
        let from = before.rfind(' ').map_or(0, |at| at + 1);
        self.text.replace_range(from..self.at, "");
        self.at = from;
    }

    /// One letter to the left.
    pub fn left(&mut self) {
        self.at = self.before().char_indices().next_back().map_or(0, |(at, _)| at);
    }

    /// One letter to the right.
    pub fn right(&mut self) {
        self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8);
    }

    /// To the beginning.
    pub fn home(&mut self) {
        self.at = 0;
    }

    /// To the end.
    pub fn end(&mut self) {
        self.at = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_length_can_be_typed_and_deleted() {
        let mut input = Input::default();
        "aé ö".chars().for_each(|c| input.insert(c));
        input.left();
        input.left();
        input.backspace();
        assert_eq!((input.text(), input.before()), ("a ö", "a"));
        input.delete();
        input.end();
        input.insert('b');
        assert_eq!(input.text(), "aöb");
        input.backspace();
        input.backspace();
        input.backspace();
        input.backspace();
        assert!(input.is_empty());
        input.set("one two ");
        input.delete_word();
        assert_eq!(input.text(), "one ");
    }
}
