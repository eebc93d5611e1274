//! Texts as the editor holds them, changed edit by edit.

use railwright_language::{Range, offset};
use serde::Deserialize;

/// A change: an edit where it has a range, else the whole text.
#[derive(Deserialize, Debug)]
pub struct Change {
    range: Option<Range>,
    text: String,
}

/// The text after some changes, one after the other.
pub fn changed(mut text: String, changes: Vec<Change>) -> String {
    for change in changes {
        match change.range {
            Some(range) => {
                let (start, end) = (offset(&text, range.start), offset(&text, range.end));
                text.replace_range(start..end.max(start), &change.text);
            }
            None => text = change.text,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(range: Option<[u32; 4]>, text: &str) -> Change {
        let at = |line, character| railwright_language::Position { line, character };
        let range = range.map(|[a, b, c, d]| Range { start: at(a, b), end: at(c, d) });
        Change { range, text: text.to_owned() }
    }

    #[test]
    fn edits_count_in_utf_16_and_follow_one_another() {
        let text = "a = \"𝄞\"\nb = 2\n".to_owned();
        // The clef is two units long; the second edit sees what the first one did.
        let after = changed(text.clone(), vec![change(Some([0, 5, 0, 7]), "xyz"), change(Some([0, 8, 1, 0]), "\" ")]);
        assert_eq!(after, "a = \"xyz\" b = 2\n");
        assert_eq!(changed(text.clone(), vec![change(Some([1, 0, 2, 0]), "")]), "a = \"𝄞\"\n");
        assert_eq!(changed(text.clone(), vec![change(None, "new"), change(Some([0, 3, 0, 3]), "!")]), "new!");
        // What is beyond the text is its end, and an end before its start is the start.
        assert_eq!(changed(text.clone(), vec![change(Some([9, 0, 9, 5]), "c")]), format!("{text}c"));
        assert_eq!(changed("abc".to_owned(), vec![change(Some([0, 2, 0, 1]), "-")]), "ab-c");
    }
}
