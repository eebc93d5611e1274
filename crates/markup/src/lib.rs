//! Texts and numbers where they could mean more than they say: in SVG and on pages, in Markdown, in CSV and on a terminal. Nothing that a
//! game's author wrote becomes markup, a formula or a command; each has one place here.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod csv;
mod markdown;
mod terminal;

pub use csv::csv_cell;
pub use markdown::{markdown_cell, markdown_page};
pub use terminal::{ForTerminal, for_terminal, json_for_terminal};

/// A text as it may stand between tags and in attributes with double quotes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML knows no other control characters, not even escaped, and not the two signs that are none.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A number with at most two places; shorter files and no trace of how processors round.
#[must_use]
pub fn number(value: f64) -> String {
    rounded(value, 2)
}

/// A number with at most four places, for directions.
#[must_use]
pub fn fine(value: f64) -> String {
    rounded(value, 4)
}

fn rounded(value: f64, places: usize) -> String {
    let mut text = format!("{value:.places$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<b class=\"x\">&\u{1}\u{ffff}"), "&lt;b class=&quot;x&quot;&gt;&amp;\u{fffd}\u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(12.3456), "12.35");
        assert_eq!(number(100.0), "100");
        assert_eq!(fine(-0.123456), "-0.1235");
    }
}
