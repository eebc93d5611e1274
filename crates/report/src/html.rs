//! Texts on a page: nothing that a game's author wrote can become part of the page's own markup.

/// A text as it may stand anywhere on a page, in attributes too.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A number of pixels or percent with at most two decimals.
pub fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escape("<b class='x'>\"&\u{1}"), "&lt;b class=&#39;x&#39;&gt;&quot;&amp;\u{fffd}");
        assert_eq!((short(1.0), short(-0.001), short(2.345)), ("1".into(), "0".into(), "2.35".into()));
    }
}
