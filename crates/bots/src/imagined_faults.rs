//! Rules that broke down in positions that bots imagined. Such a position counts as worthless and the bot goes on, but nobody is
//! kept from knowing: either the rules are at fault, or the bot imagined what cannot be.

use railwright_rules::Fault;
use serde::{Deserialize, Serialize};

/// How often it happened, and what was wrong first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ImaginedFaults {
    /// How often.
    pub count: u64,
    /// In which game of the simulation the first was.
    pub game: u64,
    /// Place and message of the first.
    pub first: Option<String>,
}

impl ImaginedFaults {
    #[cold]
    pub(crate) fn note(&mut self, fault: &Fault) {
        self.count += 1;
        self.first.get_or_insert_with(|| fault.to_string());
    }

    /// Takes in others, of the same game or of another.
    pub fn merge(&mut self, other: ImaginedFaults) {
        self.count += other.count;
        if other.first.is_some() && (self.first.is_none() || other.game < self.game) {
            (self.game, self.first) = (other.game, other.first);
        }
    }
}
