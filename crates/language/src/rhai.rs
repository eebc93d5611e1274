//! A rule module read word by word: the calls of the table's functions and the names in their arguments. An unfinished one can be read, too.

use crate::families::of_script_argument;
use crate::mentions::{Mention, What, expression};
use crate::shape::Reading;
use railwright::script::{HostFunction, host_functions};
use std::ops::Range;

/// A word or a text of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub sort: Sort,
    /// A text without its quotes.
    pub span: Range<usize>,
    /// The call that it stands in: the function, and the number of the argument.
    pub within: Option<(String, usize)>,
    /// Whether a dot stands before it.
    pub method: bool,
    /// Whether a bracket follows.
    pub call: bool,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A name.
    Word,
    /// A text in quotes.
    Text,
}

/// All words and texts of a script; comments are left out. Reading stops at the end of the given text: a text that is still open
/// there counts.
pub(crate) fn tokens(script: &str) -> (Vec<Token>, Option<(String, usize)>) {
    let bytes = script.as_bytes();
    let mut found: Vec<Token> = Vec::new();
    // Brackets that are open, with the function of each and the argument that is reached; lists count for the call around them.
    let mut open: Vec<(Option<String>, usize, u8)> = Vec::new();
    let call = |open: &[(Option<String>, usize, u8)]| {
        open.iter().rev().find(|bracket| bracket.2 == b'(').and_then(|(name, argument, _)| Some((name.clone()?, *argument)))
    };
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = script[at..].find('\n').map_or(bytes.len(), |end| at + end),
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = script[at..].find("*/").map_or(bytes.len(), |end| at + end + 2),
            b'"' | b'`' => {
                let quote = bytes[at];
                at += 1;
                while at < bytes.len() && bytes[at] != quote && !(quote == b'"' && bytes[at] == b'\n') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                found.push(Token { sort: Sort::Text, span: start + 1..end, within: call(&open), method: false, call: false });
                at = end + 1;
            }
            // A single character, which may be a quote.
            b'\'' => at += 1 + character(&script[at + 1..]).unwrap_or(0),
            letter if letter.is_ascii_alphabetic() || letter == b'_' => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                    at += 1;
                }
                let method = script[..start].trim_end().ends_with('.');
                let calls = script[at..].trim_start().starts_with('(');
                found.push(Token { sort: Sort::Word, span: start..at, within: call(&open), method, call: calls });
            }
            bracket @ (b'(' | b'[' | b'{') => {
                let name =
                    found.last().filter(|token| bracket == b'(' && token.call && script[token.span.end..at].trim().is_empty());
                open.push((name.map(|token| script[token.span.clone()].to_owned()), 0, bracket));
                at += 1;
            }
            b')' | b']' | b'}' => {
                open.pop();
                at += 1;
            }
            b',' => {
                if let Some(bracket) = open.last_mut() {
                    bracket.1 += 1;
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    let last = call(&open);
    (found, last)
}

/// How long a single character is with the quote that closes it: itself, or what stands for it behind a backslash.
fn character(text: &str) -> Option<usize> {
    let behind = if text.starts_with('\\') { 2 } else { 1 };
    // What is no character must not be looked for to the end of the script.
    text.char_indices().take(12).skip(behind).find(|(_, letter)| *letter == '\'').map(|(end, _)| end + 1)
}

/// A function that modules can call.
pub(crate) fn host_function(name: &str) -> Option<HostFunction> {
    host_functions().into_iter().find(|function| function.name == name)
}

/// The word of the manual for an argument of a function.
pub(crate) fn argument(function: &str, number: usize) -> Option<&'static str> {
    host_function(function)?.arguments.split(", ").nth(number).filter(|word| !word.is_empty())
}

/// Whether an argument is an expression.
pub(crate) fn is_expression(argument: &str) -> bool {
    argument == "expression" || argument.ends_with(" filter")
}

/// What a module names in its calls.
pub(crate) fn mentions(reading: &Reading, script: &str) -> Vec<Mention> {
    let host = host_functions();
    let mut found = Vec::new();
    for token in tokens(script).0 {
        let said = script.get(token.span.clone()).unwrap_or_default();
        if token.sort == Sort::Word {
            if token.method && token.call && host.iter().any(|function| function.name == said) {
                found.push(Mention { what: What::Call(said.to_owned()), span: token.span, declares: false });
            }
            continue;
        }
        let Some((function, number)) = &token.within else { continue };
        let Some(function) = host.iter().find(|known| known.name == function) else { continue };
        let Some(word) = function.arguments.split(", ").nth(*number) else { continue };
        if is_expression(word) {
            let start = token.span.start;
            found.extend(expression(reading, said, &|part| start + part.start..start + part.end));
        } else if let Some(family) = of_script_argument(word) {
            found.push(Mention { what: What::Thing(family.to_owned(), said.to_owned()), span: token.span, declares: false });
        }
    }
    found
}

/// The functions that a script defines, with the place of each name.
pub(crate) fn functions(script: &str) -> Vec<(String, Range<usize>)> {
    let found = tokens(script).0;
    let pairs = found.iter().zip(found.iter().skip(1));
    let defined = pairs.filter(|(before, name)| {
        let is_fn = before.sort == Sort::Word && script.get(before.span.clone()) == Some("fn");
        is_fn && name.sort == Sort::Word && script[before.span.end..name.span.start].trim().is_empty()
    });
    defined.map(|(_, name)| (script[name.span.clone()].to_owned(), name.span.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_know_the_call_they_stand_in() {
        let script = "/* a(\"b\") */ fn on_round(table, e) { // c(\"d\")\n table.add([\"money\", seat], f(1, \"x\")); }";
        let (found, _) = tokens(script);
        let texts: Vec<_> =
            found.iter().filter(|token| token.sort == Sort::Text).map(|t| (&script[t.span.clone()], &t.within)).collect();
        assert_eq!(texts, [("money", &Some(("add".to_owned(), 0))), ("x", &Some(("f".to_owned(), 1)))]);
        assert_eq!(functions(script).iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["on_round"]);
        for quote in ["'\"'", "'\\''", "'ü'", "'\\u{22}'", "'"] {
            let script = format!("f({quote}); table.size(\"hand\")");
            let texts: Vec<_> = tokens(&script).0.into_iter().filter(|token| token.sort == Sort::Text).collect();
            assert!(texts.len() == 1 && &script[texts[0].span.clone()] == "hand", "{quote}: {texts:?}");
        }
        assert_eq!(tokens("fn f(table) { table.size(\"ha").1, Some(("size".to_owned(), 0)));
    }
}
