//! Text that fits: wrapping and cutting by the width of what is shown.

use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many cells of a terminal so many letters or lines take; no terminal has more than the most.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Breaks a text between words; a word longer than a line is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word.to_owned();
        } else if line.width() + 1 + word.width() <= width {
            *line += &format!(" {word}");
        } else {
            lines.push(word.to_owned());
        }
        while lines.last().is_some_and(|line| line.width() > width) {
            let line = lines.pop().expect("there is a line");
            let at = line
                .char_indices()
                .map(|(at, _)| at)
                .skip(1)
                .take_while(|at| line[..*at].width() <= width)
                .last()
                .unwrap_or(line.len());
            let (now, rest) = line.split_at(at);
            lines.push(now.to_owned());
            if rest.is_empty() {
                break;
            }
            lines.push(rest.to_owned());
        }
    }
    lines
}

/// A text that fits: of a longer one both ends are kept, for what tells two moves apart often stands last.
pub fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let first = fitting(text.chars(), room - room / 2);
    let last: Vec<char> = fitting(text.chars().rev(), room / 2);
    first.into_iter().chain(['…']).chain(last.into_iter().rev()).take(width).collect()
}

/// As many letters as fit.
fn fitting(letters: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    letters.take_while(fits).collect()
}

/// Wraps lines that are too long; the rest is indented as the beginning is, so that lists stay readable.
pub fn wrap_lines(lines: &[Line<'static>], width: usize) -> Vec<Line<'static>> {
    let mut out = Vec::new();
    for line in lines {
        if line.width() <= width {
            out.push(line.clone());
            continue;
        }
        let mut current = Line::default();
        let indent = if line.spans.first().is_some_and(|span| span.content.starts_with(' ')) { 4 } else { 0 };
        for span in &line.spans {
            for piece in span.content.split_inclusive(' ') {
                if current.width() + piece.trim_end().width() > width && current.width() > indent {
                    out.push(std::mem::replace(&mut current, Line::from(" ".repeat(indent.min(width / 2)))));
                }
                current.spans.push(Span::styled(piece.to_owned(), span.style));
            }
        }
        out.push(current);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_cut_and_nothing_is_lost() {
        assert_eq!(wrap("to the abcdefghij end", 5), ["to", "the", "abcde", "fghij", "end"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("éé éé", 2), ["éé", "éé"]);
    }

    #[test]
    fn a_shortened_text_keeps_both_ends_and_fits() {
        assert_eq!(shorten("claim a-b with 2 red", 20), "claim a-b with 2 red");
        assert_eq!(shorten("claim a-b with 2 red", 11), "claim…2 red");
        assert_eq!(shorten("claim", 1), "…");
        assert_eq!(shorten("claim", 0), "");
        assert!((0..12).all(|width| shorten("日本日本日本", width).width() <= width));
    }

    #[test]
    fn no_wrapped_line_is_wider_than_asked() {
        let lines = [Line::from(vec![Span::raw("  name  "), Span::raw("some words that go on and on")])];
        assert!(wrap_lines(&lines, 14).iter().all(|l| l.width() <= 15), "{:?}", wrap_lines(&lines, 14));
    }
}
