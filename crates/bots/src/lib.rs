//! Players that see a view and nothing else, and the simulation of many games between them.
//!
//! [`Search`] is information set Monte Carlo tree search over determinisations, [`Greedy`] a one-ply search with the
//! [evaluation function](evaluation) of the game, [`Uniform`] plays at random, and a [`PersonaBot`] filters the choice of another.
//! [`simulate`] plays many games, [`compare`] the same seeds twice, and [`measure`] says what came of each.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod bot_fault;
pub mod compare;
pub mod evaluation;
pub mod external;
mod game_runner;
mod greedy;
mod history;
mod imagined_faults;
mod kind;
pub mod measure;
mod observer;
mod one_ply;
pub mod paired;
mod payment_cost;
mod persona;
mod planner;
mod search;
pub mod simulate;
pub mod statistics;
pub mod student;
pub mod trial;

use railwright_core::narrow::narrow;
use railwright_core::{Action, Event, Random, View};
use railwright_rules::{Engine, Rules, ScoreSheet};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use bot_fault::BotFault;
pub use game_runner::{GameError, GameRunner};
pub use greedy::Greedy;
pub use imagined_faults::ImaginedFaults;
pub use kind::{BotKind, COMMAND};
pub use observer::{ObservedDecision, Observer};
pub use persona::PersonaBot;
pub use search::{Budget, Search};

/// A decision that a bot is asked for: the information set of its seat, and its legal actions.
pub struct DecisionRequest<'a> {
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
    /// Set when all is to stop: whoever thinks for long answers at once with anything.
    pub stop: &'a AtomicBool,
}

/// What a player is told when a game begins.
pub struct GameStart<'a> {
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// Where it sits, counted from zero.
    pub seat: railwright_core::id::SeatId,
    /// Its own source of chance. It comes from the game's seed, so that a simulation is the same for ever: nothing for a program outside.
    pub random: Random,
    /// What a program outside is given for its own chance, which says nothing about the game's: a seed can be searched for.
    pub program_seed: u32,
    /// Makes an engine by these rules, for a bot that thinks ahead.
    pub engine: &'a dyn Fn() -> Engine,
}

/// A player: it is shown what its seat may see and what it may do, and chooses.
pub trait Bot {
    /// A game begins.
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault>;

    /// A further decision of a game that it has in mind, with another source of chance: it chooses as if it were told of the whole game
    /// anew. One that cannot is told so.
    fn go_on(&mut self, _random: Random) -> bool {
        false
    }

    /// The position of the chosen action in `legal`.
    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault>;

    /// A game is over.
    fn end(&mut self, _sheet: &ScoreSheet, _seats: u8) {}

    /// What broke down in positions that it imagined since this was last asked.
    fn take_imagined_faults(&mut self) -> ImaginedFaults {
        ImaginedFaults::default()
    }

    /// The actions it compared longest for its last decision, the best first, and how many points each promises less than it; nothing if it
    /// compares none.
    fn ranking(&self) -> Vec<(usize, f64)> {
        Vec::new()
    }

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
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        self.0 = start.random;
        Ok(())
    }

    fn go_on(&mut self, random: Random) -> bool {
        self.0 = random;
        true
    }

    #[inline]
    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        Ok(self.0.below(narrow::<u32>(request.legal.len())) as usize)
    }
}
