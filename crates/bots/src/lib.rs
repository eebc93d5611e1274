//! Players that see a view and nothing else, and the simulation of many games between them.

mod greedy;
pub mod simulate;
pub mod statistics;

use railwright_core::{Action, Random, View};
use railwright_rules::Rules;

pub use greedy::Greedy;

/// A player: it is shown what its seat may see and what it may do, and chooses.
pub trait Bot {
    /// The position of the chosen action in `legal`, which is never empty.
    fn choose(&mut self, rules: &Rules, view: &View, legal: &[Action]) -> usize;
}

/// Chooses uniformly among the legal actions.
pub struct Uniform(Random);

impl Bot for Uniform {
    #[inline]
    fn choose(&mut self, _: &Rules, _: &View, legal: &[Action]) -> usize {
        self.0.below(legal.len() as u32) as usize
    }
}

/// The bots there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Uniform over legal actions.
    Random,
    /// Takes what brings it most by its view.
    Greedy,
}

impl BotKind {
    /// All of them, with what people call them.
    pub const ALL: [(&'static str, BotKind); 2] = [("random", BotKind::Random), ("greedy", BotKind::Greedy)];

    /// A bot by its name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, kind)| *kind)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("?", |(name, _)| name)
    }

    /// A bot of this kind with a generator of its own.
    pub fn seat(self, random: Random) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Uniform(random)),
            BotKind::Greedy => Box::new(Greedy::new(random)),
        }
    }
}
