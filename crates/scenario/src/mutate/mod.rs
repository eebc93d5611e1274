//! Mutation testing: each rule of a game is changed in turn, and some scenario should notice (kill the mutant).
//!
//! A [`Mutant`] is one change of one value: a number off by one, a flag flipped, an entry removed, a condition negated, a hook of a script
//! switched off. Facts of the board are no rules. A mutant that is no game any more does not count; one that no scenario notices is a
//! rule that nothing tests.

mod change;
mod hooks;
mod list;

use crate::games::Games;
use crate::scenario::Scenario;
pub use change::Mutant;
use railwright_rules::Setting;
use railwright_rules::script::Scripting;
use railwright_source::Node;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What became of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MutantOutcome {
    /// A scenario does not go as it says any more: its path.
    Caught(String),
    /// A scenario goes as it says, but its kept outcome is another: its path.
    Changed(String),
    /// The change does not make a game.
    NoGame,
    /// No scenario notices, and the game file says why that is so.
    Allowed(String),
    /// No scenario notices.
    Missed,
    /// The program itself broke down over it, which is a fault of the program: what it said.
    Broke(String),
}

/// All mutants of a game in some settings, whether or not it has scenarios.
pub fn mutants(game: &str, settings: &[Setting], scripting: &dyn Scripting) -> Vec<Mutant> {
    list::mutants(game, settings, scripting).0
}

/// A game, its scenarios and its mutants.
pub struct Mutation<'a> {
    game: String,
    scripting: &'a (dyn Scripting + Sync),
    scenarios: Vec<(Scenario, String)>,
    mutants: Vec<Mutant>,
    reasons: BTreeMap<String, String>,
    /// Scenarios that caught most so far come first.
    order: Mutex<Vec<usize>>,
}

impl<'a> Mutation<'a> {
    /// Collects the scenarios of a game from files, and all its mutants.
    ///
    /// A scenario that does not pass as things stand would notice anything, so it is an error.
    pub fn new(game: &str, files: &[std::path::PathBuf], scripting: &'a (dyn Scripting + Sync)) -> Result<Self, String> {
        let mut games = Games::new(scripting).allowing(Some(game));
        let mut scenarios = Vec::new();
        for path in files {
            let Ok(scenario) = Scenario::load(path) else { return Err(format!("{} cannot be read", path.display())) };
            if !is_same_game(&Games::game_of(&scenario), game) {
                continue;
            }
            let ran = scenario.run(&mut games);
            if !ran.is_ok() {
                return Err(format!("{} does not pass", path.display()));
            }
            scenarios.push((scenario, ran.transcript));
        }
        if scenarios.is_empty() {
            return Err(format!("there is no scenario of {game}"));
        }
        let mut settings: Vec<Setting> = Vec::new();
        for (scenario, _) in &scenarios {
            let setting = Setting { players: scenario.players, options: scenario.options.clone() };
            if !settings.contains(&setting) && scenario.refused.is_none() {
                settings.push(setting);
            }
        }
        let (mutants, tree) = list::mutants(game, &settings, scripting);
        let allowed = tree.at("allow.untested").and_then(Node::as_table);
        let reasons = allowed
            .map(|table| table.iter().map(|e| (e.key.clone(), e.node.as_text().unwrap_or_default().to_owned())).collect())
            .unwrap_or_default();
        let order = Mutex::new((0..scenarios.len()).collect());
        Ok(Mutation { game: game.to_owned(), scripting, scenarios, mutants, reasons, order })
    }

    /// The mutants, in the order of the game.
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// Why no rule can notice a change of the same value, if the game file says so.
    pub fn reason(&self, mutant: &Mutant) -> Option<&str> {
        self.reasons.get(&mutant.path).map(String::as_str)
    }

    /// How many scenarios the game has.
    pub fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// Tries every mutant on so many threads; `done` counts them, `stop` ends it early.
    pub fn run(&self, threads: usize, done: &AtomicU64, stop: &AtomicBool) -> Vec<Option<MutantOutcome>> {
        let next = AtomicUsize::new(0);
        let outcomes: Mutex<Vec<Option<MutantOutcome>>> = Mutex::new(vec![None; self.mutants.len()]);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mutant) = self.mutants.get(at) else { break };
                        outcomes.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(self.outcome(mutant));
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        outcomes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries one mutant.
    pub fn outcome(&self, mutant: &Mutant) -> MutantOutcome {
        catch_unwind(AssertUnwindSafe(|| self.try_one(mutant))).unwrap_or_else(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned()));
            MutantOutcome::Broke(text.unwrap_or_default())
        })
    }

    fn try_one(&self, mutant: &Mutant) -> MutantOutcome {
        let change = |tree: &mut Node, scripts: &mut [_]| mutant.apply(tree, scripts);
        let mut games = Games::changed(self.scripting, &change).allowing(Some(&self.game));
        let mut differs = None;
        let mut played = false;
        let order = self.order.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for at in order {
            let (scenario, before) = &self.scenarios[at];
            let ran = scenario.run(&mut games);
            let path = scenario.path.display().to_string();
            match &ran.problems {
                Some(problems) => {
                    // What is wrong must be in the scenario: otherwise the change is no game at all.
                    let own =
                        |d: &railwright_source::Diagnostic| d.labels.iter().any(|(at, _)| problems.files.name(at.file) == path);
                    let players = |d: &railwright_source::Diagnostic| d.code == "wrong-players" && d.labels.is_empty();
                    if !problems.report.iter().any(|d| own(d) || players(d)) {
                        return MutantOutcome::NoGame;
                    }
                    self.prefer(at);
                    return MutantOutcome::Caught(path);
                }
                None if ran.transcript != *before && differs.is_none() => differs = Some(path),
                None => {}
            }
            played |= scenario.refused.is_none();
        }
        match (differs, self.reasons.get(&mutant.path)) {
            (Some(path), _) => MutantOutcome::Changed(path),
            (None, _) if !played => MutantOutcome::NoGame,
            (None, Some(reason)) => MutantOutcome::Allowed(reason.clone()),
            (None, None) => MutantOutcome::Missed,
        }
    }

    /// What caught one mutant is likely to catch the next.
    fn prefer(&self, at: usize) {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(position) = order.iter().position(|known| *known == at) {
            order[..=position].rotate_right(1);
        }
    }
}

/// Whether two ways to name a game mean the same.
fn is_same_game(a: &str, b: &str) -> bool {
    let whole = |game: &str| Path::new(game).canonicalize().ok();
    a == b || (whole(a).is_some() && whole(a) == whole(b))
}
