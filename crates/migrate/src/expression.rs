//! Functions in expressions, found by their names and the bracket that follows.

use crate::edits::Edits;
use crate::words::FUNCTIONS;
use railwright_source::Origin;

/// Whether a character can stand in a name of an expression.
fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Whether expressions can say a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(in_name)
}

/// Exchanges the functions that are called otherwise now in what is written at a place. Names that the file gives to something of its
/// own mean that.
pub(crate) fn rewrite(at: Origin, own: &[&str], edits: &mut Edits) {
    let written = edits.written(at);
    let mut from = 0;
    while let Some(bracket) = written[from..].find('(').map(|found| from + found) {
        let before = written[..bracket].trim_end_matches(' ');
        let start =
            before.rfind(|c: char| !in_name(c)).map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
        let name = &before[start..];
        if let Some((_, now)) = FUNCTIONS.iter().find(|(was, _)| *was == name) {
            let first = at.start as usize;
            let place = Origin::of(at.file, first + start..first + before.len());
            if own.contains(&name) {
                edits.leave(
                    place,
                    format!("`{name}` is a name of this game's own, and the function of that name is called `{now}` now"),
                );
            } else {
                edits.exchange(place, *now);
            }
        }
        from = bracket + 1;
    }
}
