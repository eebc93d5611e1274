//! Places in a text as editors count them: lines from 0, and columns in UTF-16 code units.

use serde::{Deserialize, Serialize};

/// A place between two characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0, in UTF-16 code units.
    pub character: u32,
}

/// From one place to another, the end not included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Range {
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
}

impl Range {
    /// Whether both have a place in common, if only an edge.
    #[must_use]
    pub fn touches(&self, other: &Range) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// The byte that a position stands before: what is beyond the end of its line is the end of the line.
#[must_use]
pub fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for (line, content) in (0_u32..).zip(text.split_inclusive('\n')) {
        if line == position.line {
            let content = content.trim_end_matches(['\n', '\r']);
            let mut units = 0;
            for (at, letter) in content.char_indices() {
                if units >= position.character {
                    return start + at;
                }
                units += u32::try_from(letter.len_utf16()).unwrap_or(1);
            }
            return start + content.len();
        }
        start += content.len();
    }
    text.len()
}

/// The position of a byte; one within a character is that of the character.
#[must_use]
pub fn position(text: &str, offset: usize) -> Position {
    let offset = (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let before = &text[..offset];
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let units: usize = before[start..].chars().map(char::len_utf16).sum();
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: small(line), character: small(units) }
}

/// The range of some bytes.
#[must_use]
pub fn range(text: &str, bytes: std::ops::Range<usize>) -> Range {
    Range { start: position(text, bytes.start), end: position(text, bytes.end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16_and_lines_end_as_they_do_on_every_system() {
        let text = "a = \"Ø𝄞x\"\r\nbc\n";
        let x = text.find('x').expect("an x");
        assert_eq!(position(text, x), Position { line: 0, character: 8 });
        assert_eq!(offset(text, Position { line: 0, character: 8 }), x);
        assert_eq!(offset(text, Position { line: 0, character: 99 }), text.find('\r').expect("a line end"));
        assert_eq!(offset(text, Position { line: 1, character: 1 }), text.find("c\n").expect("a c"));
        assert_eq!(offset(text, Position { line: 9, character: 0 }), text.len());
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at) && !text[..*at].ends_with('\r')) {
            assert_eq!(offset(text, position(text, at)), at);
        }
    }
}
