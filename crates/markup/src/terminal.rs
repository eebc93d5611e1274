//! Texts on a terminal: whatever they say, they move no cursor, set no title and hide nothing.

use std::borrow::Cow;
use std::io::{self, Write};

/// What stands for a sign that must not arrive.
const NONE: char = '\u{fffd}';

/// A text as a terminal may have it: of control characters only ends of lines, tabs, and colours as the program itself sets them.
#[must_use]
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| is_control(c) && c != '\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = if c == '\u{1b}' { colour(rest) } else { 0 };
        let length = colour.max(c.len_utf8());
        match c {
            _ if colour > 0 => out.push_str(&rest[..colour]),
            '\n' | '\t' => out.push(c),
            '\r' if rest[1..].starts_with('\n') => {}
            c if is_control(c) => out.push(NONE),
            c => out.push(c),
        }
        rest = &rest[length..];
    }
    Cow::Owned(out)
}

/// Whether a sign does something rather than being shown; those that turn the direction of a text hide what it says.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// How many bytes at the beginning of a text set a colour or a weight, and do nothing else.
fn colour(text: &str) -> usize {
    let Some(sequence) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(end) = sequence.find(|c: char| !c.is_ascii_digit() && c != ';') else { return 0 };
    let harmless = |code: &str| matches!(code.parse::<u8>(), Ok(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97)) || code.is_empty();
    let codes = &sequence[..end];
    let indexed = codes.strip_prefix("38;5;").is_some_and(|index| index.parse::<u8>().is_ok());
    match sequence[end..].starts_with('m') && (indexed || codes.split(';').all(harmless)) {
        true => "\u{1b}[".len() + end + "m".len(),
        false => 0,
    }
}

/// JSON as a terminal may have it: the few control characters that JSON itself lets through are escaped, too.
#[must_use]
pub fn json_for_terminal(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\n' => out.push(c),
            c if is_control(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Writes to a terminal only what [`for_terminal`] lets through.
pub struct ForTerminal<W: Write> {
    out: W,
    waiting: Vec<u8>,
}

impl<W: Write> ForTerminal<W> {
    /// Writes there from now on.
    pub fn new(out: W) -> Self {
        ForTerminal { out, waiting: Vec::new() }
    }

    fn pass_on(&mut self, upto: usize) -> io::Result<()> {
        let bytes: Vec<u8> = self.waiting.drain(..upto).collect();
        self.out.write_all(for_terminal(&String::from_utf8_lossy(&bytes)).as_bytes())
    }
}

impl<W: Write> Write for ForTerminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A line at a time: a sign may come in pieces.
        self.waiting.extend_from_slice(bytes);
        if let Some(end) = self.waiting.iter().rposition(|&b| b == b'\n') {
            self.pass_on(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(self.waiting.len())?;
        self.out.flush()
    }
}

impl<W: Write> Drop for ForTerminal<W> {
    fn drop(&mut self) {
        // Nobody is there to be told.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_ends_of_lines_and_tabs_arrive() {
        assert_eq!(for_terminal("\u{1b}[1;31mred\u{1b}[0m\tand\r\nplain"), "\u{1b}[1;31mred\u{1b}[0m\tand\nplain");
        assert_eq!(for_terminal("\u{1b}[38;5;240mgrey\u{1b}[39m"), "\u{1b}[38;5;240mgrey\u{1b}[39m");
        for (text, shown) in [
            ("\u{1b}[2Jx", "\u{fffd}[2Jx"),
            ("\u{1b}]0;title\u{7}x", "\u{fffd}]0;title\u{fffd}x"),
            ("\u{1b}]52;c;aGk=\u{1b}\\", "\u{fffd}]52;c;aGk=\u{fffd}\\"),
            ("\u{1b}[8mhidden", "\u{fffd}[8mhidden"),
            ("\u{9b}2J", "\u{fffd}2J"),
            ("over\rwritten", "over\u{fffd}written"),
            ("\u{8}\u{7f}", "\u{fffd}\u{fffd}"),
            ("a\u{202e}b", "a\u{fffd}b"),
            ("\u{1b}[", "\u{fffd}["),
            ("\u{1b}", "\u{fffd}"),
        ] {
            assert_eq!(for_terminal(text), shown);
        }
    }

    #[test]
    fn what_is_written_in_pieces_is_seen_as_a_whole() {
        let mut out = Vec::new();
        let mut writer = ForTerminal::new(&mut out);
        for piece in ["\u{1b}", "[2", "J", "é\n", "\u{1b}[", "1m> "] {
            writer.write_all(piece.as_bytes()).expect("it takes everything");
        }
        drop(writer);
        assert_eq!(String::from_utf8(out).expect("text"), "\u{fffd}[2Jé\n\u{1b}[1m> ");
    }

    #[test]
    fn json_stays_json() {
        assert_eq!(json_for_terminal("{\n\"a\u{9b}\"}"), "{\n\"a\\u009b\"}");
    }
}
