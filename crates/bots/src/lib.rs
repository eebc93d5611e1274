//! Players that see a view and nothing else, and the simulation of many games between them.

mod ahead;
pub mod compare;
pub mod external;
mod greedy;
mod kind;
mod lately;
pub mod measure;
mod mind;
mod misbehaviour;
pub mod paired;
mod persona;
mod player;
mod purse;
mod search;
pub mod simulate;
pub mod statistics;
pub mod student;
mod witness;

use railwright_core::{Action, Event, Random, View};
use railwright_rules::{Engine, Rules, Sheet};
use serde_json::Value;
use std::sync::Arc;

pub use greedy::Greedy;
pub use kind::BotKind;
pub use misbehaviour::Misbehaviour;
pub use persona::Habits;
pub use player::{Player, Wrong};
pub use search::{Budget, Search};
pub use witness::{Seen, Witness};

/// What a player is asked: what its seat may see, what it may do.
pub struct Asked<'a> {
    /// The rules, which everybody knows.
    pub rules: &'a Rules,
    /// What its seat sees.
    pub view: View<'a>,
    /// What it may do; never empty.
    pub legal: &'a [Action],
    /// The same in words; empty unless the bot [reads](Bot::reads).
    pub notation: &'a [String],
    /// What its seat saw since it was last asked, for programs; empty unless the bot [reads](Bot::reads).
    pub events: &'a [Value],
    /// The same as its seat notices it: the kinds of event that the bot [hears](Bot::hears).
    pub seen: &'a [Event],
}

/// What a player is told when a game begins.
pub struct Opening<'a> {
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// Where it sits, counted from zero.
    pub seat: railwright_core::id::SeatId,
    /// Its own source of chance.
    pub random: Random,
    /// Makes an engine by these rules, for a bot that thinks ahead.
    pub engine: &'a dyn Fn() -> Engine,
}

/// A player: it is shown what its seat may see and what it may do, and chooses.
pub trait Bot {
    /// A game begins.
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour>;

    /// The position of the chosen action in `legal`.
    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour>;

    /// A game is over.
    fn end(&mut self, _sheet: &Sheet, _seats: u8) {}

    /// Whether it wants actions and events in words; others are spared the cost.
    fn reads(&self) -> bool {
        false
    }

    /// The kinds of event it wants to know of, as bits of [`Event::bit`]; others are spared the cost.
    fn hears(&self) -> u16 {
        0
    }
}

/// Chooses uniformly among the legal actions.
#[derive(Default)]
pub struct Uniform(Random);

impl Bot for Uniform {
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour> {
        self.0 = opening.random;
        Ok(())
    }

    #[inline]
    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour> {
        Ok(self.0.below(asked.legal.len() as u32) as usize)
    }
}
