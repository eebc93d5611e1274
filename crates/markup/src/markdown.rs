//! Texts in Markdown: what an author wrote becomes no tag, no link that runs something, and no further cell of a table.
//!
//! Signs that could mean something are written as entities, which never do. A backslash would not do: the author's text may end in one.

/// A text as it may stand in a cell of a table: on one line, its bars escaped.
#[must_use]
pub fn markdown_cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' => {
                even_backslashes(&mut out);
                out.push_str("\\|");
            }
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    // The bar that ends the cell is not the author's to escape.
    even_backslashes(&mut out);
    out
}

/// Makes backslashes at the end of a text stand for themselves: an odd one would take away the meaning of what follows.
fn even_backslashes(text: &mut String) {
    let backslashes = text.bytes().rev().take_while(|&byte| byte == b'\\').count();
    if backslashes % 2 == 1 {
        text.push('\\');
    }
}

/// A page that was put together from texts of authors: outside of code no `<` begins a tag, and a link leads to a page or within
/// this one. In code everything stands for itself already.
#[must_use]
pub fn markdown_page(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.split_inclusive('\n') {
        let mut rest = line;
        while let Some(at) = rest.find('`') {
            let (before, run) = rest.split_at(at);
            let ticks = run.len() - run.trim_start_matches('`').len();
            prose(before, &mut out);
            let escaped = out.ends_with('\\');
            match code(run, ticks).filter(|_| !escaped) {
                Some(length) => {
                    plain(&run[..length], &mut out);
                    rest = &run[length..];
                }
                None => {
                    (0..ticks).for_each(|_| entity("&#96;", &mut out));
                    rest = &run[ticks..];
                }
            }
        }
        prose(rest, &mut out);
    }
    out
}

/// How long a piece of code is that begins with so many backticks and ends with as many on the same line. A bar would end the cell that it
/// stands in, so there is no code with one.
fn code(text: &str, ticks: usize) -> Option<usize> {
    let mut at = ticks;
    loop {
        at += text[at..].find('`')?;
        let run = text[at..].len() - text[at..].trim_start_matches('`').len();
        if run == ticks {
            let inner = &text[ticks..at];
            let has_bar = inner.replace("\\\\", "").replace("\\|", "").contains('|');
            return (!has_bar).then_some(at + run);
        }
        at += run;
    }
}

fn plain(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }));
}

fn entity(entity: &str, out: &mut String) {
    even_backslashes(out);
    out.push_str(entity);
}

fn prose(text: &str, out: &mut String) {
    for (at, c) in text.char_indices() {
        match c {
            '<' => entity("&lt;", out),
            ']' if leads_astray(&text[at + 1..]) => entity("&#93;", out),
            c => plain(c.encode_utf8(&mut [0; 4]), out),
        }
    }
}

/// Whether what follows the words of a link is a place that a reader should not be led to, or one that cannot be made out.
fn leads_astray(rest: &str) -> bool {
    if rest.starts_with(':') {
        return true;
    }
    let Some(target) = rest.strip_prefix('(') else { return false };
    // It may go on behind code, or on the next line.
    let Some((target, _)) = target.split_once(')') else { return true };
    let is_web = target.starts_with("https://") || target.starts_with("http://");
    // Signs that stand for others could spell anything.
    target.contains(['&', '\\', '(', '<']) || (target.contains(':') && !is_web)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_authors_become_no_markup() {
        let page = |text: &str| markdown_page(text);
        assert_eq!(page("a <script>alert(1)</script> b"), "a &lt;script>alert(1)&lt;/script> b");
        assert_eq!(page("`a < b` and <b>"), "`a < b` and &lt;b>");
        assert_eq!(page("a ` <b>\n`c < d`"), "a &#96; &lt;b>\n`c < d`");
        assert_eq!(page("[x](javascript:alert(1))"), "[x&#93;(javascript:alert(1))");
        assert_eq!(page("[x](&#106;avascript:1)"), "[x&#93;(&#106;avascript:1)");
        assert_eq!(page("[x]: javascript:1"), "[x&#93;: javascript:1");
        assert_eq!(page("[x](https://example.org) [y](#z)"), "[x](https://example.org) [y](#z)");
        assert_eq!(page("a\u{1b}[2J"), "a\u{fffd}[2J");
        assert_eq!(markdown_cell("a|b\nc"), "a\\|b c");
    }

    #[test]
    fn backticks_make_code_only_where_every_reader_agrees() {
        assert_eq!(markdown_page("```<b>`"), "&#96;&#96;&#96;&lt;b>&#96;");
        assert_eq!(markdown_page("`` a ` <b> ``"), "`` a ` <b> ``");
        assert_eq!(markdown_page("\\`<b>`"), "\\\\&#96;&lt;b>&#96;");
        assert_eq!(markdown_page("| ` | <b>` |"), "| &#96; | &lt;b>&#96; |");
        assert_eq!(markdown_page("```\n<b>\n```\n"), "&#96;&#96;&#96;\n&lt;b>\n&#96;&#96;&#96;\n");
    }

    #[test]
    fn a_link_that_goes_on_elsewhere_is_none() {
        assert_eq!(markdown_page("[x](\njavascript:1)"), "[x&#93;(\njavascript:1)");
        assert_eq!(markdown_page("[x\\](javascript:1)"), "[x\\\\&#93;(javascript:1)");
    }

    #[test]
    fn a_backslash_before_a_bar_makes_no_cell() {
        assert_eq!(markdown_cell("a\\|b"), "a\\\\\\|b");
        assert_eq!(markdown_cell("a\\"), "a\\\\");
    }
}
