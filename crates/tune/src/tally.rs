//! What is known of a candidate after some games.

use railwright::bots::measure::Measures;
use railwright::bots::measure::figures::Figure;
use serde::{Deserialize, Serialize};

/// Values are added up as whole numbers of this part of one: shares of wins are whole numbers of 840ths.
const PART: f64 = 840_000.0;
/// The same of their squares, which only say how sure a mean is.
const PART_OF_SQUARES: f64 = 1000.0;

/// What is known of a candidate: whole numbers, so that it does not matter who adds them up in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub games: u64,
    pub failed: u64,
    sums: Vec<Sum>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Sum {
    values: i64,
    squares: i64,
}

impl Tally {
    /// Nothing yet, of so many figures.
    pub(crate) fn of(figures: usize) -> Self {
        Tally { sums: vec![Sum::default(); figures], ..Tally::default() }
    }

    /// Takes in a game.
    pub(crate) fn add(&mut self, game: &Measures, figures: &[Option<Figure>]) {
        self.sums.resize(figures.len(), Sum::default());
        if !game.is_whole() {
            self.failed += 1;
            return;
        }
        self.games += 1;
        for (sum, figure) in self.sums.iter_mut().zip(figures) {
            let value = figure.as_ref().map_or(0.0, |figure| figure.of(game));
            sum.values = sum.values.saturating_add(whole(value * PART));
            sum.squares = sum.squares.saturating_add(whole(value * value * PART_OF_SQUARES));
        }
    }

    /// Takes in other games.
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.failed += other.failed;
        self.sums.resize(self.sums.len().max(other.sums.len()), Sum::default());
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            sum.values = sum.values.saturating_add(more.values);
            sum.squares = sum.squares.saturating_add(more.squares);
        }
    }

    /// The mean of a figure, and what it may be off with 95 % certainty.
    pub(crate) fn mean(&self, figure: usize) -> (f64, f64) {
        let Some(sum) = self.sums.get(figure).filter(|_| self.games > 0) else { return (0.0, f64::INFINITY) };
        let games = self.games as f64;
        let (mean, squares) = (sum.values as f64 / PART / games, sum.squares as f64 / PART_OF_SQUARES / games);
        let spread = (squares - mean * mean).max(0.0) / (games - 1.0).max(1.0);
        (mean, if self.games > 1 { 1.96 * spread.sqrt() } else { f64::INFINITY })
    }
}

/// The nearest whole number; none that a game has is near the ends of these.
#[allow(clippy::cast_possible_truncation)]
fn whole(value: f64) -> i64 {
    value.round() as i64
}
