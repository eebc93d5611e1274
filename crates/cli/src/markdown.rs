//! Markdown on a terminal: headings, paragraphs, lists, examples and tables of keys, no wider than the terminal.

use crate::style;
use crate::table::wrap;

/// Lines are no longer than this, however wide the terminal is.
const WIDEST: usize = 100;

/// The text for a terminal of that width.
pub fn render(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDEST).clamp(20, WIDEST);
    let mut out = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            flush(&mut paragraph, width, &mut out);
            code = !code;
        } else if code {
            out += &format!("    {}\n", style::paint(style::HINT, line));
        } else if let Some(heading) = line.strip_prefix('#') {
            flush(&mut paragraph, width, &mut out);
            out += &format!("{}\n", style::paint(style::STRONG, &plain(heading.trim_start_matches('#').trim())));
        } else if line.starts_with('|') {
            flush(&mut paragraph, width, &mut out);
            row(line, width, &mut out);
        } else if line.trim().is_empty() {
            flush(&mut paragraph, width, &mut out);
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else {
            if item(line).is_some() {
                flush(&mut paragraph, width, &mut out);
            }
            paragraph.push(line);
        }
    }
    flush(&mut paragraph, width, &mut out);
    out
}

/// The mark and the text of an item of a list: `• ` or its number.
fn item(line: &str) -> Option<(String, &str)> {
    let text = line.trim_start();
    if let Some(text) = text.strip_prefix("- ") {
        return Some(("• ".to_owned(), text));
    }
    let (number, text) = text.split_once(". ")?;
    (!number.is_empty() && number.len() < 3 && number.bytes().all(|b| b.is_ascii_digit())).then(|| (format!("{number}. "), text))
}

/// Writes the lines of a paragraph or of an item of a list, filled anew.
fn flush(paragraph: &mut Vec<&str>, width: usize, out: &mut String) {
    let text = plain(&paragraph.join(" "));
    paragraph.clear();
    // An item of a list within a list stands as far in as it is written.
    let (mark, depth, text) = match item(&text) {
        Some((mark, inner)) => (mark, text.len() - text.trim_start().len(), inner),
        None => (String::new(), 0, text.as_str()),
    };
    if text.is_empty() {
        return;
    }
    let indent = depth + mark.chars().count();
    for (i, line) in wrap(text, width.saturating_sub(indent)).iter().enumerate() {
        let before = if i == 0 { format!("{:depth$}{mark}", "") } else { " ".repeat(indent) };
        *out += &format!("{before}{line}\n");
    }
}

/// A row of a table: its first cell with those in the middle behind it, the last one below.
fn row(line: &str, width: usize, out: &mut String) {
    let line = line.replace("\\|", "\u{1}");
    let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| plain(cell.trim()).replace('\u{1}', "|")).collect();
    let is_rule = cells.iter().all(|cell| cell.chars().all(|c| c == '-' || c == ':'));
    let is_head = cells.last().is_some_and(|cell| cell == "meaning" || cell.is_empty());
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return };
    if is_rule || is_head {
        return;
    }
    let middle = match cells.get(1..cells.len() - 1).unwrap_or_default() {
        [takes, default] if default == "required" => format!("{takes} (required)"),
        [takes, default] if default == "none" => takes.clone(),
        [takes, default] => format!("{takes} [default: {default}]"),
        others => others.join(", "),
    };
    let room = width.saturating_sub(4);
    let head = wrap(&format!("{first}  {middle}"), width.saturating_sub(2));
    for (i, part) in head.iter().enumerate() {
        match part.strip_prefix(first.as_str()).filter(|_| i == 0) {
            Some(rest) => *out += &format!("  {}{}\n", style::paint(style::HINT, first), style::paint(style::FAINT, rest)),
            None => *out += &format!("    {}\n", style::paint(style::FAINT, part)),
        }
    }
    for part in wrap(last, room) {
        *out += &format!("    {part}\n");
    }
}

/// The text without the signs of Markdown: a link keeps its words.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, link) = rest.split_at(at);
        out += before;
        match link.split_once("](").and_then(|(words, target)| Some((&words[1..], target.split_once(')')?.1))) {
            Some((words, after)) if !words.contains(['[', ']']) => {
                out += words;
                rest = after;
            }
            _ => {
                out.push('[');
                rest = &link[1..];
            }
        }
    }
    out += rest;
    out.replace('`', "").replace("&lt;", "<")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, width: usize) -> String {
        anstream::adapter::strip_str(&render(text, Some(width))).to_string()
    }

    #[test]
    fn paragraphs_are_filled_and_links_keep_their_words() {
        assert_eq!(shown("## a `b`\n\none [two](x.md) three\nfour\n", 20), "a b\n\none two three four\n");
        assert_eq!(shown("- one two three four five six\n- seven", 20), "• one two three four\n  five six\n• seven\n");
        assert_eq!(shown("`[places.ID]` and [a](b)", 40), "[places.ID] and a\n");
    }

    #[test]
    fn a_row_of_a_table_is_a_key_with_its_meaning_below() {
        let table = "| key | takes | default | meaning |\n|---|---|---|---|\n| `to` | a zone | required | where it goes |\n";
        assert_eq!(shown(table, 60), "  to  a zone (required)\n    where it goes\n");
    }

    #[test]
    fn examples_stay_as_they_are() {
        assert_eq!(shown("```toml\na = 1\n\nb = `2`\n```\n", 60), "    a = 1\n    \n    b = `2`\n");
    }
}
