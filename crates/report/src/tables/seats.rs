//! Who wins: by seat, and by place in turn order.

use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::Table;
use crate::tally::{SeatOutcome, Tally};
use railwright_core::narrow::narrow;

const COLUMNS: [(&str, &str); 2] = [("wins", "wins"), ("score", "score")];

/// By seat.
pub fn seats(tally: &Tally) -> Table {
    let about = "How often each seat wins and what it scores. Who sits where is the same in all games; who begins is not. \
                 A win that several share counts in parts.";
    let rows = tally
        .seats
        .iter()
        .enumerate()
        .map(|(i, fared)| (format!("seat-{}", i + 1), format!("Seat {}", i + 1), fared, Example::SeatWins(narrow::<u8>(i))));
    table("seats", "Seats", about, tally, rows.collect())
}

/// By place in turn order.
pub fn order(tally: &Tally) -> Table {
    let about = "The same by place in turn order, from the first player of the game on. ▲ or ▼: the interval does not hold the even \
                 share.";
    let nth = |i: usize| match i {
        0 => "First player".to_owned(),
        1 => "Second".to_owned(),
        2 => "Third".to_owned(),
        3 => "Fourth".to_owned(),
        i => format!("{}th", i + 1),
    };
    let rows = tally
        .order
        .iter()
        .enumerate()
        .map(|(i, fared)| (format!("place-{}", i + 1), nth(i), fared, Example::OrderWins(narrow::<u8>(i))));
    table("order", "Turn order", about, tally, rows.collect())
}

fn table(id: &str, name: &str, about: &str, tally: &Tally, rows: Vec<(String, String, &SeatOutcome, Example)>) -> Table {
    let mut table = Table::new(id, name, about, &COLUMNS);
    // Where nobody need win, what is even is what all seats together win.
    let wins: f64 = tally.seats.iter().map(SeatOutcome::won).sum();
    table.even = Figure::share(wins / tally.seats.len().max(1) as f64, tally.games).map(|figure| figure.value);
    for (id, name, fared, example) in rows {
        let wins = Figure::share(fared.won(), fared.times);
        let score = Figure::mean(&fared.scores, 1.0, Unit::Number);
        table.row(id, name, vec![wins.into(), score.into()], (fared.wins > 0).then_some(("a win", example)));
    }
    table
}
