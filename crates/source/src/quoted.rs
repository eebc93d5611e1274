//! From a place in a text as it was read to the place where that was written: quotes, escapes and line breaks take room.

use crate::files::{Files, Origin};
use crate::tree::Node;
use std::ops::Range;

impl Files {
    /// Where a part of a node's text was written; the whole node if the file does not show it. A node that is no text stands
    /// for itself. What is empty is shown as one character.
    #[must_use]
    pub fn part(&self, node: &Node, part: Range<usize>) -> Origin {
        let (raw, origin) = (self.excerpt(node.origin), node.origin);
        let written = |at| match node.as_text() {
            Some(text) => written_at(raw, text, at),
            None => (at <= raw.len()).then_some(at),
        };
        let (Some(start), Some(end)) = (written(part.start), written(part.end)) else { return origin };
        let end = end.max(start + 1).min(raw.len());
        let place = |at: usize| origin.start + u32::try_from(at).unwrap_or(0);
        Origin { start: place(start.min(end)), end: place(end), ..origin }
    }
}

/// Where in a string, as it stands in a file with its quotes, the byte with that number of its text begins.
fn written_at(raw: &str, text: &str, wanted: usize) -> Option<usize> {
    let quote = raw.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let triple = [quote; 3].iter().collect::<String>();
    let mut at = 1;
    if raw.len() >= 6 && raw.starts_with(&triple) {
        // A line break right behind the opening quotes is none of the text.
        let rest = &raw[3..];
        at = 3 + if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    }
    let mut read = 0;
    loop {
        let rest = raw.get(at..)?;
        if quote == '"'
            && let Some(skipped) = skipped_break(rest)
        {
            at += skipped;
            continue;
        }
        if read >= wanted {
            return Some(at);
        }
        let next = text.get(read..)?.chars().next()?;
        at += match rest.strip_prefix('\\').filter(|_| quote == '"') {
            Some(escape) => 1 + escape_length(escape),
            // The two bytes of such a line break may be read as one.
            None if next == '\n' && rest.starts_with("\r\n") => 2,
            None => rest.chars().next()?.len_utf8(),
        };
        read += next.len_utf8();
    }
}

/// How long a backslash at the end of a line is, with all blanks and line breaks behind it.
fn skipped_break(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('\\')?;
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t', '\r', '\n']).len();
    behind[..blanks].contains('\n').then_some(1 + blanks)
}

/// How long an escape is, without its backslash.
fn escape_length(escape: &str) -> usize {
    match escape.chars().next() {
        Some('x') => 3,
        Some('u') => 5,
        Some('U') => 9,
        Some(one) => one.len_utf8(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Files, Report, parse};

    /// What stands in the file where the part with that text was written.
    fn shown(value: &str, part: &str) -> String {
        let mut files = Files::new();
        let file = files.add("x.toml", format!("key = {value}\n"));
        let mut report = Report::new();
        let tree = parse(&files, file, &mut report);
        assert!(report.is_ok(), "{value}");
        let node = tree.at("key").expect("the key is there");
        let start = node.as_text().expect("a text").find(part).expect("the part is there");
        files.excerpt(files.part(node, start..start + part.len())).to_owned()
    }

    #[test]
    fn a_part_of_a_text_is_found_whatever_the_quotes() {
        for value in [
            r#""trains > trians""#,
            r"'trains > trians'",
            "\"\"\"trains > trians\"\"\"",
            "\"\"\"\ntrains >\n  trians\n\"\"\"",
            "\"\"\"\r\ntrains >\r\n  trians\"\"\"",
            "\"\"\"trains > \\\n   trians\"\"\"",
            "\"\"\"trains > \\  \r\n\r\n   trians and true\"\"\"",
            "'''\ntrains >\ntrians'''",
            r#""\u0074rains\t> \"\\\U0001F600 trians""#,
        ] {
            assert_eq!(shown(value, "trians"), "trians", "{value}");
        }
    }

    #[test]
    fn an_escape_is_shown_whole_and_an_end_as_one_character() {
        assert_eq!(shown(r#""a\tb""#, "\t"), r"\t");
        assert_eq!(shown(r#""abc""#, ""), "a");
        let mut files = Files::new();
        let file = files.add("x.toml", "key = \"abc\"");
        let tree = parse(&files, file, &mut Report::new());
        let node = tree.at("key").expect("the key is there");
        assert_eq!(files.excerpt(files.part(node, 3..3)), "\"");
        assert_eq!(files.part(node, 9..12), node.origin);
    }
}
