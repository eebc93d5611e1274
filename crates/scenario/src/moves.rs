//! The lines of a scenario's play: moves, refusals, expectations, comments.

use crate::names::seat;
use railwright_core::Components;
use railwright_core::id::SeatId;

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Move<'a> {
    /// `1 draw red`: the seat does this.
    Act(SeatId, &'a str),
    /// `1 cannot draw red: reason`: the seat would be refused, for a reason that contains the text.
    Refused(SeatId, &'a str, Option<&'a str>),
    /// `expect …`: something holds.
    Expect(&'a str),
    /// `finish`: everybody plays on at random until the game is over.
    Finish,
    /// `# …`: a word to the reader.
    Comment(&'a str),
}

/// Reads a line; the error says what to do about it.
pub(crate) fn read<'a>(parts: &Components, line: &'a str) -> Result<Move<'a>, String> {
    if line == "finish" {
        return Ok(Move::Finish);
    }
    if let Some(comment) = line.strip_prefix('#') {
        return Ok(Move::Comment(comment.trim()));
    }
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    if word == "expect" && !rest.is_empty() {
        return Ok(Move::Expect(rest));
    }
    let Some(seat) = seat(parts, word) else {
        return Err(if word.bytes().all(|b| b.is_ascii_digit()) {
            format!("there are seats 1 to {}", parts.seats)
        } else {
            "a line begins with the number of a seat, `expect` or `#`, or is `finish`".to_owned()
        });
    };
    match rest.strip_prefix("cannot ") {
        Some(rest) => Ok(match rest.split_once(": ") {
            Some((action, reason)) => Move::Refused(seat, action.trim(), Some(reason.trim())),
            None => Move::Refused(seat, rest, None),
        }),
        None if rest.is_empty() => Err("say what the seat does".to_owned()),
        None => Ok(Move::Act(seat, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_by_how_they_begin() {
        let parts = Components { seats: 2, ..Components::default() };
        let read = |line| read(&parts, line);
        assert_eq!(read("2 draw red"), Ok(Move::Act(SeatId(1), "draw red")));
        assert_eq!(read("1 cannot draw red: costs 2"), Ok(Move::Refused(SeatId(0), "draw red", Some("costs 2"))));
        assert_eq!(read("1 cannot draw red"), Ok(Move::Refused(SeatId(0), "draw red", None)));
        assert_eq!(read("expect not over"), Ok(Move::Expect("not over")));
        assert_eq!(read("# so far"), Ok(Move::Comment("so far")));
        assert_eq!(read("finish"), Ok(Move::Finish));
        for wrong in ["3 draw red", "1", "draw red", "expect"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
