//! Which parts of a state differ from those of another: what depends on none of them need not be worked out again.

use crate::expr::{Expr, Source};
use crate::state::State;

/// The parts of a state that differ, or that something depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateParts {
    /// The cards in zones.
    pub cards: bool,
    /// The counters.
    pub counters: bool,
    /// Track, open ends and named sets.
    pub board: bool,
    /// Where trains stand and where the game stands in its turn structure.
    pub moment: bool,
}

impl StateParts {
    /// All of them.
    pub const ALL: StateParts = StateParts { cards: true, counters: true, board: true, moment: true };

    /// The parts an expression can depend on.
    pub fn read_by(expr: &Expr) -> StateParts {
        let mut read = StateParts { cards: false, counters: false, board: false, moment: false };
        expr.any(&mut |part| {
            match part.source() {
                Source::Parts | Source::Printed | Source::Items | Source::Party | Source::Occasion => {}
                // Who is out is a matter of the moment.
                Source::Seats => read.moment = true,
                Source::State(parts) => read = read.or(parts),
                Source::Choices | Source::ScoreSheet => read = StateParts::ALL,
            }
            false
        });
        read
    }

    fn or(self, other: StateParts) -> StateParts {
        StateParts {
            cards: self.cards | other.cards,
            counters: self.counters | other.counters,
            board: self.board | other.board,
            moment: self.moment | other.moment,
        }
    }

    /// Whether any part is one of both.
    pub fn meet(self, other: StateParts) -> bool {
        self.cards & other.cards | self.counters & other.counters | self.board & other.board | self.moment & other.moment
    }
}

impl State {
    /// The parts that differ from those of an earlier state; the moment is taken to have passed.
    pub fn changes_since(&self, earlier: &State) -> StateParts {
        StateParts {
            cards: self.bags != earlier.bags || self.rows != earlier.rows || self.piles != earlier.piles,
            counters: self.counters != earlier.counters,
            board: self.sets != earlier.sets || self.tracks != earlier.tracks || self.ends != earlier.ends,
            moment: true,
        }
    }

    /// Becomes like a state from which it differs only in these parts; nothing is said of the moment.
    pub fn follow(&mut self, other: &State, differ: StateParts) {
        if differ.cards {
            self.bags.clone_from(&other.bags);
            self.rows.clone_from(&other.rows);
            self.piles.clone_from(&other.piles);
        }
        if differ.counters {
            self.counters.clone_from(&other.counters);
        }
        if differ.board {
            self.sets.clone_from(&other.sets);
            self.tracks.clone_from(&other.tracks);
            self.ends.clone_from(&other.ends);
        }
    }
}
