//! The names in an expression, each with the call that it stands in: read letter by letter, so that an unfinished one can be read, too.

use std::ops::Range;

/// A name of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    /// Where it stands.
    pub span: Range<usize>,
    /// The name.
    pub name: String,
    /// Whether a bracket follows.
    pub call: bool,
    /// The function whose argument it is, and which.
    pub within: Option<(String, usize)>,
}

/// All names of an expression in the order of the text.
pub(crate) fn words(text: &str) -> Vec<Word> {
    walk(text).0
}

/// The call that the end of a text stands in: the function, and the number of the argument.
pub(crate) fn call_at_end(text: &str) -> Option<(String, usize)> {
    walk(text).1
}

/// Where the name that a text ends with begins.
pub(crate) fn start_of_last(text: &str) -> usize {
    text.char_indices().rev().take_while(|(_, letter)| is_in_name(*letter)).last().map_or(text.len(), |(at, _)| at)
}

/// Whether a letter may stand in a name.
pub(crate) fn is_in_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'
}

fn walk(text: &str) -> (Vec<Word>, Option<(String, usize)>) {
    let mut words: Vec<Word> = Vec::new();
    let mut open: Vec<(String, usize)> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            letter if letter.is_ascii_alphabetic() || letter == b'_' => {
                while at < bytes.len() && in_name(bytes, at) {
                    at += 1;
                }
                let name = text[start..at].to_owned();
                let call = text[at..].trim_start().starts_with('(');
                words.push(Word { span: start..at, name, call, within: open.last().cloned() });
                continue;
            }
            b'(' => {
                let called = words.last().filter(|word| word.call && text[word.span.end..at].trim().is_empty());
                open.push((called.map(|word| word.name.clone()).unwrap_or_default(), 0));
            }
            b')' => drop(open.pop()),
            b',' => {
                if let Some((_, argument)) = open.last_mut() {
                    *argument += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    // Brackets that only group belong to the call around them.
    let named = open.iter().rposition(|(name, _)| !name.is_empty());
    (words, named.map(|at| open[at].clone()))
}

/// Whether the byte goes on with a name: a hyphen does where a letter or digit follows.
fn in_name(bytes: &[u8], at: usize) -> bool {
    let letter = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    letter(at) || bytes[at] == b'-' && letter(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_knows_the_call_it_stands_in() {
        let found = words("count(hand, kind == \"red\" and (a - b) > route-points(length))");
        let said = |name: &str| found.iter().find(|word| word.name == name).expect("a name").within.clone();
        assert_eq!(said("hand"), Some(("count".to_owned(), 0)));
        assert_eq!(said("kind"), Some(("count".to_owned(), 1)));
        assert_eq!(said("length"), Some(("route-points".to_owned(), 0)));
        assert!(found.iter().any(|word| word.name == "count" && word.call));
        assert_eq!(call_at_end("sum(tickets, poi"), Some(("sum".to_owned(), 1)));
        assert_eq!(call_at_end("min(1, (2 + "), Some(("min".to_owned(), 1)));
        assert_eq!(call_at_end("size(hand) > "), None);
        assert_eq!(start_of_last("size(han"), 5);
    }
}
