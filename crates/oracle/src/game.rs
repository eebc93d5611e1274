//! One seeded game between random players, and what is kept of it.
//!
//! The players are part of the oracle and not those of `bots`: whoever is asked first takes the n-th action of the list, n from
//! a generator of their own. Nothing that changes bots or simulations moves them.

use crate::fields;
use crate::hash::{Hash, read_six, six};
use railwright_core::narrow::narrow;
use railwright_core::{Events, Random, State};
use railwright_rules::{Engine, Fault, FaultKind};
use std::fmt;

/// Apart from every other use that is made of a seed.
const PURPOSE: u64 = 0x6f72_6163_6c65;
/// A game that is not over after so many decisions is given up.
const MOST_DECISIONS: u32 = 50_000;

/// What is kept of a game: how long it was, and hashes of its actions and of its final state as they would be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How many decisions.
    pub decisions: u32,
    /// A hash of all actions: who, among how many, what.
    pub actions: u32,
    /// A hash of every field of the final state.
    pub state: u32,
}

impl Outcome {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Self> {
        let (decisions, hashes) = text.split_once('.')?;
        let (actions, state) = hashes.split_at_checked(6)?;
        Some(Outcome { decisions: decisions.parse().ok()?, actions: read_six(actions)?, state: read_six(state)? })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}{}", self.decisions, six(self.actions), six(self.state))
    }
}

/// A game told in full.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// A line for each action: the seat, among how many actions it chose, and the action in notation.
    pub actions: Vec<String>,
    /// A line for each field of the final state: `name = value`.
    pub fields: Vec<String>,
}

/// Plays games of one set of rules, one after the other.
pub struct Table {
    /// The engine that plays them.
    pub engine: Engine,
    /// Where the last game ended.
    pub state: State,
    line: String,
}

impl Table {
    /// A table for games by these rules.
    pub fn new(engine: Engine) -> Self {
        let state = State::new(&engine.rules().parts);
        Table { engine, state, line: String::new() }
    }

    /// Plays the game of a seed and keeps what the oracle keeps of it.
    pub fn outcome(&mut self, seed: u64) -> Outcome {
        let (mut decisions, mut actions, mut state) = (0, Hash::default(), Hash::default());
        let fault = self.play(seed, |line| {
            decisions += 1;
            actions.eat(line);
            actions.eat("\n");
        });
        state.eat(&self.fields(fault));
        Outcome { decisions, actions: actions.short(), state: state.short() }
    }

    /// Plays the game of a seed and tells it in full.
    pub fn story(&mut self, seed: u64) -> Story {
        let mut actions = Vec::new();
        let fault = self.play(seed, |line| actions.push(line.to_owned()));
        Story { actions, fields: self.fields(fault).lines().map(str::to_owned).collect() }
    }

    fn fields(&mut self, fault: Result<(), Fault>) -> String {
        let mut text = String::with_capacity(8192);
        if let Err(fault) = fault {
            text += &format!("fault = {fault}\n");
        }
        fields::write(&mut self.engine, &self.state, &mut text);
        text
    }

    fn play(&mut self, seed: u64, mut each: impl FnMut(&str)) -> Result<(), Fault> {
        let mut random = Random::stream(seed, PURPOSE);
        let mut events = Events::default();
        self.engine.restart(&mut self.state, seed, None, &mut events)?;
        for _ in 0..MOST_DECISIONS {
            let Some(seat) = self.state.clock().waiting.iter().next() else { return Ok(()) };
            let choices = narrow(self.engine.legal(&self.state, seat)?.len());
            let Some(chosen) = self.engine.pick(random.below(choices) as usize) else {
                return Err(self.wrong(FaultKind::NoLegalAction, "a seat that is asked has no legal action"));
            };
            let notation = self.engine.print(&self.state, seat, chosen.action());
            self.line.clear();
            push_number(&mut self.line, u32::from(seat.0) + 1);
            self.line.push('/');
            push_number(&mut self.line, choices);
            self.line.push(' ');
            self.line.push_str(&notation);
            each(&self.line);
            self.engine.step(&mut self.state, chosen, &mut events)?;
        }
        Err(self.wrong(FaultKind::EndlessGame, "the game does not end"))
    }

    fn wrong(&self, kind: FaultKind, message: &str) -> Fault {
        Fault { kind, place: self.engine.rules().head.id.clone(), message: message.to_owned() }
    }
}

/// Appends a number; this happens for every decision of every game.
fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
