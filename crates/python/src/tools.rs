//! What the program does with whole games: check, scenarios, comparison, the report.

use crate::convert::json;
use crate::errors;
use crate::rules::Rules;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use railwright::bots::BotKind;
use railwright::bots::compare::Side;
use railwright::bots::external::TIME;
use railwright::bots::measure::Measuring;
use railwright::bots::simulate::{Plan, Simulation};
use railwright::core::narrow::narrow;
use railwright::report::{Part, Report, Tally, page};
use railwright::script::Rhai;
use railwright::{CheckOptions, Scenario};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Everything that is wrong with a game, for every number of players and every option: the findings as data, and as text under `text`.
///
/// >>> import railwright
/// >>> railwright.check("ticket-to-ride", play=False)["errors"]
/// 0
#[pyfunction]
#[pyo3(signature = (game, *, play = true))]
pub(crate) fn check<'py>(py: Python<'py>, game: &str, play: bool) -> PyResult<Bound<'py, PyAny>> {
    let found = py.detach(|| {
        let check = railwright::check_with(game, CheckOptions { play, ..CheckOptions::default() });
        let mut found = check.to_json();
        found["text"] = check.to_string().into();
        found
    });
    json(py, &found)
}

/// Plays a scenario file, or a scenario given as `text`; its transcript. What does not go as it says is an exception.
#[pyfunction]
#[pyo3(signature = (path, text = None))]
pub(crate) fn scenario(py: Python, path: &str, text: Option<String>) -> PyResult<String> {
    py.detach(|| {
        let scenario = match text {
            Some(text) => Scenario::read(path, text),
            None => Scenario::load(path),
        };
        scenario.and_then(|scenario| scenario.run()).map_err(|wrong| errors::problems(&wrong))
    })
}

fn kinds(rules: &Rules, names: &[String]) -> PyResult<Vec<BotKind>> {
    let find = |name: &String| {
        let kind = BotKind::find(name).ok_or_else(|| errors::bot(format!("`{name}`: {}", BotKind::unknown(name))))?;
        kind.wrong(rules.loaded.game.rules()).map_or(Ok(kind), |wrong| Err(errors::bot(wrong)))
    };
    names.iter().map(find).collect()
}

fn plan(games: u64, seed: u64, bots: Vec<BotKind>, threads: usize) -> Plan {
    Plan { games, seed, bots, rotate: false, bot_time: TIME, threads, check: false }
}

/// The same seeds played by two sets of rules, or by two sets of bots: every figure of both with the difference and its 95 % interval, the
/// largest effect first.
#[pyfunction]
#[pyo3(signature = (a, b, *, games = 1000, seed = 0, bots_a = vec!["greedy".to_owned()], bots_b = None, threads = 1))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    a: &Rules,
    b: &Rules,
    games: u64,
    seed: u64,
    bots_a: Vec<String>,
    bots_b: Option<Vec<String>>,
    threads: usize,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let side = |rules: &Rules, bots: &[String]| {
        Ok::<_, PyErr>(Side { rules: rules.loaded.game.rules().clone(), plan: plan(games, seed, kinds(rules, bots)?, threads) })
    };
    let sides = [side(a, &bots_a)?, side(b, bots_b.as_ref().unwrap_or(&bots_a))?];
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let compared = py.detach(|| railwright::bots::compare::compare([&sides[0], &sides[1]], &Rhai, &done, &stop));
    let figure = |one: &railwright::bots::compare::Compared| {
        let dict = PyDict::new(py);
        dict.set_item("id", &one.figure.id)?;
        dict.set_item("name", &one.figure.name)?;
        dict.set_item("pairs", one.difference.count)?;
        dict.set_item("a", one.difference.a)?;
        dict.set_item("b", one.difference.b)?;
        dict.set_item("difference", one.difference.mean)?;
        dict.set_item("interval", one.difference.interval)?;
        dict.set_item("effect", one.difference.effect)?;
        dict.set_item("holds", one.holds)?;
        Ok(dict)
    };
    compared.figures.iter().map(figure).collect()
}

/// Many games of some rules (one for each number of players) as one page: all that can be measured, with intervals, as HTML.
#[pyfunction]
#[pyo3(signature = (rules, *, games = 1000, seed = 0, bots = "greedy", threads = 1))]
pub(crate) fn report(py: Python, rules: Vec<Py<Rules>>, games: u64, seed: u64, bots: &str, threads: usize) -> PyResult<String> {
    let Some(first) = rules.first() else { return Err(errors::other("a report needs rules")) };
    let kind = kinds(first.get(), &[bots.to_owned()])?.remove(0);
    if matches!(kind, BotKind::External(_)) || games > u64::from(u32::MAX) {
        return Err(errors::bot(
            "a page cites games by playing them once more: with our own bots, and at most 4 billion of them",
        ));
    }
    py.detach(|| {
        let part = |rules: &Rules| {
            let (compiled, plan) = (rules.loaded.game.rules(), plan(games, seed, vec![kind.clone()], threads));
            let mut tally = Tally::new(compiled);
            let take = |first: u64, measuring: Measuring| {
                let games = measuring.games.iter().enumerate();
                games.for_each(|(i, game)| tally.add(narrow(first + i as u64), game));
            };
            let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let simulation = Simulation::new(compiled, &plan, &done, &stop);
            let results = simulation.run_observed(&Rhai, || Measuring::new(compiled), take);
            Part::new(tally, results, &rules.loaded.path, &plan, &Rhai)
        };
        let path = &first.get().loaded.path;
        let report = Report {
            bots: kind.to_string(),
            seed,
            games,
            command: format!("railwright report {path} --games {games} --bots {kind} --seed {seed}"),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            parts: rules.iter().map(|rules| part(rules.get())).collect(),
            not_begun: Vec::new(),
        };
        Ok(page::page(&report))
    })
}
