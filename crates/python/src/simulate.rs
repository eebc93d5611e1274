//! Many games between bots, ours or objects of Python, as columns.

use crate::errors;
use crate::player::{PythonBot, Raised};
use crate::rules::Rules;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use railwright::Seat;
use railwright::bots::external::TIME;
use railwright::bots::simulate::{GameRunner, Plan, Results, Simulation};
use railwright::bots::{BotKind, ObservedDecision, Observer};
use railwright::core::State;
use railwright::rules::{Engine, ScoreSheet};
use railwright::script::Rhai;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, PoisonError};

/// One of the bots there are, or an object of Python.
enum Given {
    Known(BotKind),
    Object(Py<PyAny>),
}

/// What came of games, a column each.
#[derive(Default)]
struct Columns {
    game: Vec<u64>,
    seed: Vec<u64>,
    first: Vec<u8>,
    turns: Vec<u32>,
    actions: Vec<u32>,
    ending: Vec<u8>,
    hash: Vec<u64>,
    totals: Vec<i64>,
    places: Vec<u8>,
}

/// The rows of one batch of games.
#[derive(Default)]
struct Watching {
    columns: Columns,
    seed: u64,
    actions: u32,
}

impl Observer for Watching {
    fn began(&mut self, seed: u64, _: &State) {
        (self.seed, self.actions) = (seed, 0);
    }

    fn chose(&mut self, _: &ObservedDecision) {
        self.actions += 1;
    }

    fn ended(&mut self, engine: &mut Engine, state: &State, sheet: &ScoreSheet) {
        let (seats, clock) = (usize::from(engine.rules().parts.seats), state.clock());
        let columns = &mut self.columns;
        columns.seed.push(self.seed);
        columns.first.push(clock.first.0);
        columns.turns.push(clock.turn);
        columns.actions.push(self.actions);
        columns.ending.push(clock.over.unwrap_or(0));
        columns.hash.push(state.fingerprint());
        columns.totals.extend(&sheet.totals[..seats]);
        columns.places.extend(&sheet.places[..seats]);
    }
}

impl Columns {
    fn append(&mut self, other: Columns) {
        self.seed.extend(other.seed);
        self.first.extend(other.first);
        self.turns.extend(other.turns);
        self.actions.extend(other.actions);
        self.ending.extend(other.ending);
        self.hash.extend(other.hash);
        self.totals.extend(other.totals);
        self.places.extend(other.places);
    }
}

/// Who plays, one for each seat: the last one takes all further seats.
fn players(py: Python, rules: &Rules, given: &[Py<PyAny>]) -> PyResult<Vec<Given>> {
    let seats = rules.loaded.game.players();
    if given.is_empty() || given.len() > seats {
        return Err(errors::bot(format!("{} players for {seats} seats", given.len())));
    }
    let one = |seat: usize| {
        let object = &given[seat.min(given.len() - 1)];
        let Ok(name) = object.bind(py).cast::<PyString>() else { return Ok(Given::Object(object.clone_ref(py))) };
        let name = name.to_string();
        let kind = BotKind::find(&name).ok_or_else(|| errors::bot(format!("`{name}`: {}", BotKind::unknown(&name))))?;
        kind.wrong(rules.loaded.game.rules()).map_or(Ok(Given::Known(kind)), |wrong| Err(errors::bot(wrong)))
    };
    (0..seats).map(one).collect()
}

/// Games `from` to `to` of a simulation: the same games come out whichever part of it is played where.
#[pyfunction]
#[pyo3(name = "_simulate")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    rules: &Rules,
    from: u64,
    to: u64,
    seed: u64,
    given: Vec<Py<PyAny>>,
    threads: usize,
    check: bool,
    rotate: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let given = players(py, rules, &given)?;
    let known = |given: &Given| match given {
        Given::Known(kind) => kind.clone(),
        Given::Object(_) => BotKind::Random,
    };
    let mixed = given.iter().any(|given| matches!(given, Given::Object(_)));
    if mixed && rotate {
        return Err(errors::bot("players of Python stay at their seats: rotate the list of players instead"));
    }
    let bots: Vec<BotKind> = given.iter().map(known).collect();
    let plan = Plan { games: to, seed, bots, rotate, bot_time: TIME, threads, check };
    let raised = Raised::default();
    let (columns, results) = py.detach(|| play(rules, from, to, &plan, &given, &raised));
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    into_dict(py, rules, columns, results)
}

fn play(rules: &Rules, from: u64, to: u64, plan: &Plan, given: &[Given], raised: &Raised) -> (Columns, Results) {
    let compiled: &Arc<_> = rules.loaded.game.rules();
    let runner = || {
        let mut runner = GameRunner::new(compiled, &Rhai, &plan.bots, plan.check).with_bot_time(TIME);
        for (seat, given) in given.iter().enumerate() {
            let Given::Object(object) = given else { continue };
            match Python::attach(|py| PythonBot::new(py, object, &rules.loaded.coding, raised)) {
                Ok(bot) => runner.sit_down(Seat::from(seat), Box::new(bot)),
                Err(error) => {
                    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        }
        runner
    };
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut columns = Columns::default();
    let simulation = Simulation { games: from..to, ..Simulation::new(compiled, plan, &done, &stop) };
    let results = simulation.run_by(&runner, Watching::default, |_, watching: Watching| columns.append(watching.columns));
    columns.game = (from..to).collect();
    (columns, results)
}

fn into_dict<'py>(py: Python<'py>, rules: &Rules, columns: Columns, results: Results) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let failures: Vec<(u64, u64, String)> = results.failures.into_iter().map(|f| (f.game, f.seed, f.message)).collect();
    // Where a game failed it has no row: numbers of games are those of the seeds that have one.
    if results.failed == 0 && columns.game.len() == columns.seed.len() {
        dict.set_item("game", PyArray1::from_vec(py, columns.game))?;
    }
    dict.set_item("seed", PyArray1::from_vec(py, columns.seed))?;
    dict.set_item("first", PyArray1::from_vec(py, columns.first))?;
    dict.set_item("turns", PyArray1::from_vec(py, columns.turns))?;
    dict.set_item("actions", PyArray1::from_vec(py, columns.actions))?;
    dict.set_item("ending", PyArray1::from_vec(py, columns.ending))?;
    dict.set_item("hash", PyArray1::from_vec(py, columns.hash))?;
    dict.set_item("totals", PyArray1::from_vec(py, columns.totals))?;
    dict.set_item("places", PyArray1::from_vec(py, columns.places))?;
    dict.set_item("endings", rules.loaded.game.rules().flow.endings.clone())?;
    dict.set_item("failed", results.failed)?;
    dict.set_item("failures", failures)?;
    dict.set_item("decisions", results.decisions)?;
    dict.set_item("seconds", results.seconds)?;
    Ok(dict)
}
