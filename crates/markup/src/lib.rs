//! Texts and numbers in SVG and on pages: nothing that a game's author wrote can become part of the markup.

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
            // XML knows no other control characters, not even escaped.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
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
        assert_eq!(escape("<b class=\"x\">&\u{1}"), "&lt;b class=&quot;x&quot;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(12.3456), "12.35");
        assert_eq!(number(100.0), "100");
        assert_eq!(fine(-0.123456), "-0.1235");
    }
}
