//! Tables for people: aligned columns under a rule; a list of records where the terminal is too narrow for that.

use crate::style;
use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// Blanks between columns.
const GAP: usize = 2;
/// A column that wraps is never made narrower than this.
const LEAST_WRAP: usize = 24;

/// On which side a column is flush.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
    /// Text that may be wrapped to fit; only the last column can be that.
    Wrap,
}

/// A text in a style.
#[derive(Clone, Debug)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// A cell in a style.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::styled(text, style::PLAIN)
    }
}

/// Rows under a heading.
pub struct Table {
    columns: Vec<(String, Side)>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of these columns.
    pub fn new(columns: &[(&str, Side)]) -> Self {
        Self { columns: columns.iter().map(|(head, side)| ((*head).to_owned(), *side)).collect(), rows: Vec::new() }
    }

    /// Adds a row; it has a cell for each column.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The table as text, no wider than `width` if one is given.
    pub fn render(&self, width: Option<usize>) -> String {
        let mut widths: Vec<usize> = self.columns.iter().map(|(head, _)| head.width()).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = (*widest).max(cell.text.width());
            }
        }
        let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        if let (Some(width), Some(last)) = (width, widths.last_mut())
            && total > width
        {
            let others = total - *last;
            let wraps = self.columns.last().is_some_and(|(_, side)| *side == Side::Wrap);
            if !wraps || others + LEAST_WRAP > width {
                return self.records(width);
            }
            *last = width - others;
        }
        self.columns_of(&widths)
    }

    fn columns_of(&self, widths: &[usize]) -> String {
        let heads: Vec<Cell> = self.columns.iter().map(|(head, _)| Cell::styled(head, style::STRONG)).collect();
        let mut text = self.line(&heads, widths);
        let rule = "─".repeat(widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1));
        text += &format!("{}\n", style::paint(style::FAINT, &rule));
        for row in &self.rows {
            text += &self.line(row, widths);
        }
        text
    }

    /// One row: as many lines as its longest cell needs.
    fn line(&self, row: &[Cell], widths: &[usize]) -> String {
        let wrapped: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, width)| wrap(&cell.text, *width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = String::new();
        for i in 0..height {
            let mut line = String::new();
            let mut blanks = 0;
            for (((cell, lines), width), (_, side)) in row.iter().zip(&wrapped).zip(widths).zip(&self.columns) {
                let part = lines.get(i).map_or("", String::as_str);
                let pad = width.saturating_sub(part.width());
                let (before, after) = if *side == Side::Right { (pad, 0) } else { (0, pad) };
                if !part.is_empty() {
                    line += &" ".repeat(blanks + before);
                    line += &style::paint(cell.style, part);
                    blanks = after + GAP;
                } else {
                    blanks += width + GAP;
                }
            }
            text += &line;
            text.push('\n');
        }
        text
    }

    /// One `heading  value` a line, a blank line between rows.
    fn records(&self, width: usize) -> String {
        let heads = self.columns.iter().map(|(head, _)| head.width()).max().unwrap_or(0);
        let room = width.saturating_sub(heads + GAP).max(1);
        let record = |row: &Vec<Cell>| -> String {
            let mut text = String::new();
            for (cell, (head, _)) in row.iter().zip(&self.columns) {
                for (i, part) in wrap(&cell.text, room).iter().enumerate() {
                    let head = if i == 0 { head.as_str() } else { "" };
                    let pad = " ".repeat(heads - head.width() + GAP);
                    text += &format!("{}{pad}{}\n", style::paint(style::FAINT, head), style::paint(cell.style, part));
                }
            }
            text
        };
        self.rows.iter().map(record).collect::<Vec<_>>().join("\n")
    }
}

/// Breaks a text between words; a word that is too long keeps its length.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    if text.width() <= width {
        return vec![text.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("id", Side::Left), ("n", Side::Right), ("about", Side::Wrap)]);
        table.row(vec!["one".into(), "1,000".into(), "a short text".into()]);
        table.row(vec!["é".into(), "2".into(), "a text that is a good deal longer than the other".into()]);
        table
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn columns_are_aligned_and_lines_have_no_trailing_blanks() {
        let text = plain(&table().render(None));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "id       n  about");
        assert_eq!(lines[2], "one  1,000  a short text");
        assert_eq!(lines[3], "é        2  a text that is a good deal longer than the other");
        assert!(lines.iter().all(|line| line.trim_end() == *line));
    }

    #[test]
    fn the_last_column_wraps_to_fit() {
        let text = plain(&table().render(Some(40)));
        assert!(text.lines().all(|line| line.width() <= 40), "{text}");
        assert!(text.contains("\n            longer than the other"), "{text}");
    }

    #[test]
    fn a_terminal_too_narrow_gets_records() {
        let text = plain(&table().render(Some(20)));
        assert!(text.starts_with("id     one\nn      1,000\nabout  a short text\n\nid     é\n"), "{text}");
        assert!(text.lines().all(|line| line.width() <= 20), "{text}");
    }
}
