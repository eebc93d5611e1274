//! Players for a search of rare endings: each has favourite actions and does little else.
//!
//! Endings that nobody plays for by chance need somebody who does one thing all the time while others do another. Which actions
//! a seat likes comes from a number, so that trying numbers one after the other tries all manner of tables.

use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_core::{Action, Random};
use railwright_rules::Rules;

/// Once in so many decisions everybody does just anything.
const WHIM: u32 = 24;

/// The players of one game.
pub struct Stubborn {
    random: Random,
    /// For each seat the rank of every action, the favourite with the highest; none for those who like all the same.
    ranks: Vec<Option<Vec<u32>>>,
}

impl Stubborn {
    /// The players that a number says; with zero all like all actions the same.
    pub fn new(rules: &Rules, number: u64) -> Self {
        let mut random = Random::stream(number, 0x7374_7562);
        let mut rank = |all: bool| {
            let ranked = number != 0 && (all || random.below(3) > 0);
            ranked.then(|| rules.actions.iter().map(|_| random.below(4)).collect::<Vec<u32>>())
        };
        // At every other table all have the same favourites.
        let same = rank(true);
        let ranks = (0..rules.parts.seats).map(|_| if number.is_multiple_of(2) { same.clone() } else { rank(false) });
        Stubborn { ranks: ranks.collect(), random: Random::stream(number, 0x7768_696d) }
    }

    /// The place of the action that a seat chooses.
    pub fn choose(&mut self, seat: SeatId, legal: &[Action]) -> usize {
        let whim = self.random.below(WHIM) == 0;
        let Some(ranks) = self.ranks[seat.index()].as_ref().filter(|_| !whim) else {
            return self.random.below(narrow(legal.len())) as usize;
        };
        let rank = |action: &Action| ranks.get(action.action.index()).copied().unwrap_or(0);
        let best = legal.iter().map(rank).max().unwrap_or(0);
        let liked = legal.iter().filter(|action| rank(action) == best).count();
        let nth = self.random.below(narrow(liked)) as usize;
        let mut places = legal.iter().enumerate().filter(|(_, action)| rank(action) == best).map(|(place, _)| place);
        places.nth(nth).unwrap_or(0)
    }
}
