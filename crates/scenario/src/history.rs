//! What a scenario remembers while it is played, for expectations about more than the position as it stands.

use railwright_core::id::SeatSet;
use railwright_core::{Components, Effects, Events, State, Subjects};

/// What a scenario remembers of what was done.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Who saw what was done last.
    pub(crate) seen: SeatSet,
    /// How often rows were swept by it.
    pub(crate) sweeps: usize,
    /// The position after each action, the first one before any.
    pub(crate) positions: Vec<u64>,
}

impl History {
    /// Takes down a position. The same cards, counters and track count as the same one, whatever the turn and chance to come.
    pub(crate) fn note(&mut self, parts: &Components, state: &State) {
        self.positions.push(likeness(parts, state));
    }

    /// The first two times at which the same position came up, as numbers of actions done before them.
    pub(crate) fn same_twice(&self) -> Option<(usize, usize)> {
        let before = |at: usize| self.positions[..at].iter().position(|p| *p == self.positions[at]);
        (1..self.positions.len()).find_map(|at| Some((before(at)?, at)))
    }
}

/// A number that is equal for positions in which the same is to be decided with the same on the table, in whichever turn.
pub fn likeness(parts: &Components, state: &State) -> u64 {
    let mut copy = state.clone();
    let mut events = Events::default();
    let mut table = Effects::new(parts, &mut copy, &mut events);
    table.seed(0);
    let clock = table.clock();
    (clock.turn, clock.round, clock.last) = (0, 0, Subjects::default());
    copy.fingerprint()
}
