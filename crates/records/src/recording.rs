//! The observer that turns games into rows.

use crate::columns;
use crate::table::Table;
use railwright_bots::measure::Measuring;
use railwright_bots::simulate::game_seed;
use railwright_bots::{ObservedDecision, Observer};
use railwright_core::{Event, State};
use railwright_rules::{Engine, Rules, ScoreSheet};
use std::sync::Arc;

/// Notes games, decisions or both, of a batch of games one after the other.
pub struct Recording {
    rules: Arc<Rules>,
    measuring: Option<Measuring>,
    decisions: Option<Table>,
    /// The game under way, counted from the first of the batch.
    game: u64,
    /// Actions of the game so far.
    number: u32,
    /// How many decisions there were before it.
    before: usize,
}

impl Recording {
    /// Notes games, decisions or both.
    pub fn new(rules: &Arc<Rules>, games: bool, decisions: bool) -> Self {
        Recording {
            rules: rules.clone(),
            measuring: games.then(|| Measuring::new(rules)),
            decisions: decisions.then(|| Table::new(&columns::of_decisions())),
            game: 0,
            number: 0,
            before: 0,
        }
    }

    /// The rows of the games of a plan with that seed and these bots, of which the first has the number `from`; no rows
    /// when games were not to be noted.
    pub fn games(&self, seed: u64, bots: &[String], from: u64) -> Table {
        let mut table = Table::new(&columns::of_games(&self.rules));
        for (i, game) in self.measuring.iter().flat_map(|m| &m.games).enumerate() {
            let number = from + i as u64;
            columns::add_game(&mut table, &self.rules, bots, number, game_seed(seed, number), game);
        }
        table
    }

    /// The rows of the decisions, if they were to be noted.
    pub fn decisions(self, from: u64) -> Option<Table> {
        let mut table = self.decisions?;
        table.count_from(0, from);
        Some(table)
    }

    fn next(&mut self) {
        self.game += 1;
        self.number = 0;
        self.before = self.decisions.as_ref().map_or(0, Table::rows);
    }
}

impl Observer for Recording {
    fn hears(&self) -> u16 {
        self.measuring.as_ref().map_or(0, Observer::hears)
    }

    fn reads(&self) -> bool {
        self.decisions.is_some()
    }

    fn began(&mut self, seed: u64, state: &State) {
        if let Some(measuring) = &mut self.measuring {
            measuring.began(seed, state);
        }
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        self.number += 1;
        if let Some(table) = &mut self.decisions {
            columns::add_decision(table, &self.rules, self.game, self.number, seen);
        }
        if let Some(measuring) = &mut self.measuring {
            measuring.chose(seen);
        }
    }

    fn happened(&mut self, state: &State, events: &[Event]) {
        if let Some(measuring) = &mut self.measuring {
            measuring.happened(state, events);
        }
    }

    fn turned(&mut self, engine: &mut Engine, state: &State) {
        if let Some(measuring) = &mut self.measuring {
            measuring.turned(engine, state);
        }
    }

    fn ended(&mut self, engine: &mut Engine, state: &State, sheet: &ScoreSheet) {
        if let Some(measuring) = &mut self.measuring {
            measuring.ended(engine, state, sheet);
        }
        self.next();
    }

    fn failed(&mut self, state: &State, why: &str) {
        if let Some(measuring) = &mut self.measuring {
            measuring.failed(state, why);
        }
        self.next();
    }

    fn stopped(&mut self) {
        if let Some(measuring) = &mut self.measuring {
            measuring.stopped();
        }
        self.decisions = self.decisions.take().map(|mut table| table.take_first(self.before));
    }
}
