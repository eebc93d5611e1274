//! Damage that knows nothing of what it damages, and damage to the words of a language.

use crate::{Choices, LARGEST};

/// Bytes that mean something in one of the languages, or nothing in any.
const BITS: [&[u8]; 20] = [
    b"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"\n",
    b",",
    b"9",
    b"-",
    b".",
    b"(",
    b")",
    b"\0",
    "é".as_bytes(),
    b"'''",
    b"\xff",
    b"#",
    b"9223372036854775807",
    b"\"\"\"",
];
/// The longest piece that is moved, copied or taken out at once.
const PIECE: usize = 60;

/// Changes, removes, adds, copies or moves up to five pieces of an input.
pub fn scribble(input: &mut Vec<u8>, choices: &mut Choices) {
    for _ in 0..=choices.below(5) {
        let here = choices.below(input.len());
        let end = (here + choices.below(PIECE)).min(input.len());
        match choices.below(6) {
            0 if here < input.len() => drop(input.remove(here)),
            1 if here < input.len() => input[here] ^= 1 << choices.below(8),
            2 => drop(input.drain(here..end)),
            3 => {
                let piece = input[here..end].to_vec();
                let there = choices.below(input.len());
                input.splice(there..there, piece);
            }
            4 => {
                // A line is said again, as happens in an editor.
                let line = input[..here].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
                let rest = input[line..].iter().position(|byte| *byte == b'\n').map_or(input.len(), |at| line + at + 1);
                let piece = input[line..rest].to_vec();
                input.splice(line..line, piece);
            }
            _ => {
                let bit = choices.pick(&BITS).copied().unwrap_or_default();
                input.splice(here..here, bit.iter().copied());
            }
        }
    }
    input.truncate(LARGEST);
}

/// Words, numbers, texts in quotes, blanks and signs of a text, in their order.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut kind = None;
    for letter in text.chars() {
        let now = match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => Some(0),
            ' ' => Some(1),
            _ => None,
        };
        match words.last_mut() {
            Some(word) if now.is_some() && now == kind => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        kind = now;
    }
    words
}

/// Replaces, removes, repeats or exchanges up to four words; new ones are of the language or huge.
pub fn reword(words: &mut Vec<String>, language: &[String], choices: &mut Choices) {
    const STRANGE: [&str; 14] =
        ["0", "-1", "255", "65536", "2147483648", "9223372036854775807", "1 / 0", "((((", "))", "\"\"", "x", "é", "\n", "not"];
    for _ in 0..=choices.below(4) {
        let here = choices.below(words.len());
        match choices.below(6) {
            0 if here < words.len() => drop(words.remove(here)),
            1 if here < words.len() => {
                let there = choices.below(words.len());
                words.swap(here, there);
            }
            2 if here < words.len() => {
                let again = words[here].repeat(1 + choices.below(3));
                words.insert(here, again);
            }
            3 => {
                // Deep nesting, as no person writes it.
                let depth = 1 + choices.below(300);
                let (open, close) = *choices
                    .pick(&[("(", ")"), ("[", "]"), ("not ", ""), ("-", ""), ("{", "}"), ("a.", "")])
                    .unwrap_or(&("", ""));
                let inner = words.get(here).cloned().unwrap_or_default();
                let deep = [open.repeat(depth), inner, close.repeat(depth)].concat();
                words.insert(here, deep);
            }
            4 => words.insert(here, choices.pick(&STRANGE).map(|word| (*word).to_owned()).unwrap_or_default()),
            _ => words.insert(here, choices.pick(language).cloned().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_make_the_text_again() {
        let text = "claim anvil-bellow with 2 red, 1 é";
        assert_eq!(words(text).concat(), text);
        assert_eq!(words("a_1 <= b"), ["a_1", " ", "<", "=", " ", "b"]);
    }

    #[test]
    fn anything_can_be_scribbled_on() {
        let mut changed = 0;
        for seed in 0..2000 {
            for text in ["", "a", "one\ntwo"] {
                let mut input = text.as_bytes().to_vec();
                scribble(&mut input, &mut Choices::seeded(seed, 0));
                let mut many = words(text);
                reword(&mut many, &[], &mut Choices::seeded(seed, 0));
                changed += usize::from(input != text.as_bytes()) + usize::from(many.concat() != text);
            }
        }
        assert!(changed > 9000, "of 12,000 inputs only {changed} are damaged");
    }
}
