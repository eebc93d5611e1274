//! Texts in Markdown: what an author wrote becomes no tag, no link that runs something, and no further cell of a table.

/// A text as it may stand in a cell of a table: on one line, its bars escaped.
#[must_use]
pub fn markdown_cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// A page that was put together from texts of authors: outside of code no `<` begins a tag, and a link leads to a page or within
/// this one. In code everything stands for itself already.
#[must_use]
pub fn markdown_page(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.split_inclusive('\n') {
        let parts: Vec<&str> = line.split('`').collect();
        // Signs that begin and end code come in pairs; the last one of an odd number is a sign like any other.
        let odd = parts.len().is_multiple_of(2);
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                out.push_str(if odd && i + 1 == parts.len() { "\\`" } else { "`" });
            }
            let is_code = i % 2 == 1 && !(odd && i + 1 == parts.len());
            if is_code { plain(part, &mut out) } else { prose(part, &mut out) }
        }
    }
    out
}

fn plain(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }));
}

fn prose(text: &str, out: &mut String) {
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '<' => escaped.push_str("&lt;"),
            ']' if leads_astray(&text[at + 1..]) => escaped.push_str("\\]"),
            c => escaped.push(c),
        }
    }
    plain(&escaped, out);
}

/// Whether what follows the words of a link is a place that a reader should not be led to.
fn leads_astray(rest: &str) -> bool {
    if rest.starts_with(':') {
        return true;
    }
    let Some(target) = rest.strip_prefix('(') else { return false };
    let target = target.split(')').next().unwrap_or_default();
    // Signs that stand for others could spell anything.
    let is_web = target.starts_with("https://") || target.starts_with("http://");
    target.contains('&') || (target.contains(':') && !is_web)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_authors_become_no_markup() {
        let page = |text: &str| markdown_page(text);
        assert_eq!(page("a <script>alert(1)</script> b"), "a &lt;script>alert(1)&lt;/script> b");
        assert_eq!(page("`a < b` and <b>"), "`a < b` and &lt;b>");
        assert_eq!(page("a ` <b>\n`c < d`"), "a \\` &lt;b>\n`c < d`");
        assert_eq!(page("[x](javascript:alert(1))"), "[x\\](javascript:alert(1))");
        assert_eq!(page("[x](&#106;avascript:1)"), "[x\\](&#106;avascript:1)");
        assert_eq!(page("[x]: javascript:1"), "[x\\]: javascript:1");
        assert_eq!(page("[x](https://example.org) [y](#z)"), "[x](https://example.org) [y](#z)");
        assert_eq!(page("a\u{1b}[2J"), "a\u{fffd}[2J");
        assert_eq!(markdown_cell("a|b\nc"), "a\\|b c");
    }
}
