//! Texts in CSV: what a spreadsheet would take for a formula stays a text.

use std::borrow::Cow;

/// A cell as a spreadsheet reads it: one that begins like a formula gets an apostrophe, which spreadsheets do not show. Numbers stay.
/// Some take blanks away first, and some know wide signs, too.
#[must_use]
pub fn csv_cell(text: &str) -> Cow<'_, str> {
    let begins = text.starts_with(['\t', '\r']) || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if begins && text.parse::<f64>().is_err() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_texts_and_numbers_stay() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("+x", "'+x"),
            ("\t=1", "'\t=1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
        ] {
            assert_eq!(csv_cell(text), cell);
        }
        for text in ["-3", "+1.5", "draw red", "", "'=1+1"] {
            assert_eq!(csv_cell(text), text);
        }
    }
}
