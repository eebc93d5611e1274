//! What the rules ask of scripts; the script crate answers. Rules without scripts never ask.

use crate::rules::{Fault, Rules, ScriptSource};
use railwright_core::id::{PartyId, SeatId};
use railwright_core::{Components, Event, Events, State};
use railwright_source::{Diagnostic, Origin};

/// Understands scripts: checks them at load and makes a player of them for each thread.
pub trait Scripting {
    /// What is wrong with the scripts, but for what they name.
    fn check(&self, scripts: &[ScriptSource]) -> Vec<Diagnostic>;

    /// Ids that are written in the scripts and that the game has not; `elsewhere` are names that it may have in other settings.
    fn names(&self, scripts: &[ScriptSource], parts: &Components, elsewhere: &[String]) -> Vec<Diagnostic>;

    /// The functions of a script, with how many parameters each takes; nothing when it cannot be read.
    fn functions(&self, script: &ScriptSource) -> Option<Vec<(String, usize)>>;

    /// The functions that are no hooks and that no other function calls, with the place of each: only a step could call them.
    fn idle_functions(&self, scripts: &[ScriptSource]) -> Vec<(String, Origin)>;

    /// Runs `tables(game)` of each script, which fills attributes at load.
    fn tables(&self, scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic>;

    /// The scripts of a game, ready to be asked by one thread.
    fn ready(&self, rules: &std::sync::Arc<Rules>) -> Box<dyn Scripts>;
}

/// The scripts of one game on one thread.
pub trait Scripts {
    /// The kinds of event that some script hears.
    fn hears(&self) -> u16;

    /// A game begins, or an action is about to be carried out: what scripts may use up until the next decision is theirs again.
    fn begin(&mut self) {}

    /// Tells the scripts what happened; they may change the state.
    fn heard(&mut self, state: &mut State, events: &mut Events, event: Event) -> Result<(), Fault>;

    /// The options a scripted mechanic gives a seat.
    fn options(&mut self, state: &State, module: usize, seat: SeatId) -> Result<Vec<String>, Fault>;

    /// Carries out the option a seat chose.
    fn resolve(&mut self, state: &mut State, events: &mut Events, module: usize, seat: SeatId, key: &str) -> Result<(), Fault>;

    /// Calls a function of a script as a step.
    fn call(&mut self, state: &mut State, events: &mut Events, module: usize, function: &str, seat: SeatId) -> Result<(), Fault>;

    /// What `tally(table, party)` of a script is worth.
    fn tally(&mut self, state: &State, module: usize, party: PartyId) -> Result<i64, Fault>;

    /// The same scripts once more, for another engine by the same rules.
    fn another(&self, rules: &std::sync::Arc<Rules>) -> Box<dyn Scripts>;
}

/// For games without scripts.
pub struct NoScripts;

impl Scripting for NoScripts {
    fn check(&self, scripts: &[ScriptSource]) -> Vec<Diagnostic> {
        let problem = |s: &ScriptSource| Diagnostic::error("no-scripts", format!("{}: scripts are not available here", s.file));
        let refuse = |s: &ScriptSource| problem(s).help("use the `railwright` program");
        scripts.iter().map(refuse).collect()
    }

    fn names(&self, _: &[ScriptSource], _: &Components, _: &[String]) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn functions(&self, _: &ScriptSource) -> Option<Vec<(String, usize)>> {
        None
    }

    fn idle_functions(&self, _: &[ScriptSource]) -> Vec<(String, Origin)> {
        Vec::new()
    }

    fn tables(&self, _: &[ScriptSource], _: &mut Components) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn ready(&self, _: &std::sync::Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(NoScripts)
    }
}

impl Scripts for NoScripts {
    fn hears(&self) -> u16 {
        0
    }

    fn heard(&mut self, _: &mut State, _: &mut Events, _: Event) -> Result<(), Fault> {
        Ok(())
    }

    fn options(&mut self, _: &State, _: usize, _: SeatId) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    fn resolve(&mut self, _: &mut State, _: &mut Events, _: usize, _: SeatId, _: &str) -> Result<(), Fault> {
        Ok(())
    }

    fn call(&mut self, _: &mut State, _: &mut Events, _: usize, _: &str, _: SeatId) -> Result<(), Fault> {
        Ok(())
    }

    fn tally(&mut self, _: &State, _: usize, _: PartyId) -> Result<i64, Fault> {
        Ok(0)
    }

    fn another(&self, _: &std::sync::Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(NoScripts)
    }
}
