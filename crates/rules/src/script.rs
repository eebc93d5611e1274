//! What the rules ask of scripts; the script crate answers. Rules without scripts never ask.

use crate::module::{OptionCall, OptionList, ScriptOption};
use crate::rules::{Fault, Rules, ScriptSource};
use railwright_core::expr::{Formula, ItemType, Type};
use railwright_core::id::{PartyId, SeatId};
use railwright_core::{Components, Event, Events, State};
use railwright_source::{Diagnostic, Origin};
use std::sync::Arc;

/// An expression that a script asks for, as it was found in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedExpression {
    /// The script, by its number.
    pub script: usize,
    /// The expression.
    pub text: String,
    /// Where it is written.
    pub origin: Origin,
    /// What it is about.
    pub about: AskedAbout,
    /// The names of the values that are given with the question.
    pub names: Vec<String>,
}

/// What an expression of a script is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AskedAbout {
    /// Nothing but the seat.
    Nothing,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A company.
    Company,
    /// A card that lies in the zone of this name.
    CardIn(String),
    /// A card of the set of this name.
    CardOf(String),
}

/// An expression that scripts ask for, compiled.
#[derive(Clone, Debug)]
pub struct ScriptQuestion {
    /// As it is written.
    pub text: String,
    /// What it is about.
    pub item: ItemType,
    /// The values that are given with it: their names and what each is.
    pub given: Vec<(String, Type)>,
    /// The expression.
    pub formula: Formula,
    /// Whether every seat sees all that it reads, whoever it is worked out for.
    pub open: bool,
}

/// Understands scripts: checks them at load and makes a player of them for each thread.
pub trait Scripting {
    /// What is wrong with the scripts, but for what they name.
    fn check(&self, scripts: &[ScriptSource]) -> Vec<Diagnostic>;

    /// Ids that are written in the scripts and that the game has not; `elsewhere` are names that it may have in other settings.
    fn names(&self, scripts: &[ScriptSource], parts: &Components, elsewhere: &[String]) -> Vec<Diagnostic>;

    /// The functions of a script, with how many parameters each takes; nothing when it cannot be read.
    fn functions(&self, script: &ScriptSource) -> Option<Vec<(String, usize)>>;

    /// The expressions that scripts ask for, and what is wrong with how they ask.
    fn questions(&self, scripts: &[ScriptSource]) -> (Vec<AskedExpression>, Vec<Diagnostic>);

    /// The functions that the rules never call and that no other function calls, with the place of each: only a step could call them.
    fn idle_functions(&self, scripts: &[ScriptSource]) -> Vec<(String, Origin)>;

    /// Runs `tables(game)` of each script, which fills attributes at load.
    fn tables(&self, scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic>;

    /// The scripts of a game, ready to be asked by one thread.
    fn ready(&self, rules: &Arc<Rules>) -> Box<dyn Scripts>;
}

/// The scripts of one game on one thread.
pub trait Scripts {
    /// A game begins, or an action is about to be carried out: what scripts may use up until the next decision is theirs again.
    fn begin(&mut self) {}

    /// Tells a module what happened; it may change the state.
    fn heard(&mut self, state: &mut State, events: &mut Events, module: usize, event: Event) -> Result<(), Fault>;

    /// The options that a module's action gives a seat; in the same state they are worked out once, whoever asks.
    fn options(&mut self, state: &State, call: &OptionCall) -> Result<&OptionList, Fault>;

    /// Carries out the option that a seat chose, texts being those of the options last asked for; gives the stage that the seat goes on
    /// with, or 0.
    fn resolve(&mut self, state: &mut State, events: &mut Events, call: &OptionCall, option: ScriptOption) -> Result<u16, Fault>;

    /// Why a module does not offer something, if it says so.
    fn refuse(&mut self, state: &State, call: &OptionCall, option: ScriptOption) -> Result<Option<String>, Fault>;

    /// Calls a function of a script as a step.
    fn call(&mut self, state: &mut State, events: &mut Events, module: usize, function: &str, seat: SeatId) -> Result<(), Fault>;

    /// What `tally(table, party)` of a script is worth.
    fn tally(&mut self, state: &State, module: usize, party: PartyId) -> Result<i64, Fault>;

    /// The same scripts once more, for another engine by the same rules.
    fn another(&self, rules: &Arc<Rules>) -> Box<dyn Scripts>;
}

/// For games without scripts.
pub struct NoScripts;

/// What they offer.
static NOTHING: OptionList = OptionList { options: Vec::new(), texts: Vec::new() };

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

    fn questions(&self, _: &[ScriptSource]) -> (Vec<AskedExpression>, Vec<Diagnostic>) {
        Default::default()
    }

    fn idle_functions(&self, _: &[ScriptSource]) -> Vec<(String, Origin)> {
        Vec::new()
    }

    fn tables(&self, _: &[ScriptSource], _: &mut Components) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn ready(&self, _: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(NoScripts)
    }
}

impl Scripts for NoScripts {
    fn heard(&mut self, _: &mut State, _: &mut Events, _: usize, _: Event) -> Result<(), Fault> {
        Ok(())
    }

    fn options(&mut self, _: &State, _: &OptionCall) -> Result<&OptionList, Fault> {
        Ok(&NOTHING)
    }

    fn resolve(&mut self, _: &mut State, _: &mut Events, _: &OptionCall, _: ScriptOption) -> Result<u16, Fault> {
        Ok(0)
    }

    fn refuse(&mut self, _: &State, _: &OptionCall, _: ScriptOption) -> Result<Option<String>, Fault> {
        Ok(None)
    }

    fn call(&mut self, _: &mut State, _: &mut Events, _: usize, _: &str, _: SeatId) -> Result<(), Fault> {
        Ok(())
    }

    fn tally(&mut self, _: &State, _: usize, _: PartyId) -> Result<i64, Fault> {
        Ok(0)
    }

    fn another(&self, _: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(NoScripts)
    }
}
