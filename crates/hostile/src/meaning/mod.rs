//! Games that look valid and mean nothing: names of the wrong kind, owners of every sort in every place, every key of every action and
//! step with every owner and form.
//!
//! Each is refused with a place, or it is played, and then what an action or step does is what the manual says: that is compared with a
//! [plain reference](reference).

pub mod arena;
pub mod formulas;
pub mod position;
pub mod reference;
pub mod values;

use crate::good::Good;
use crate::{Choices, good, tree};
use arena::{Arena, Sort};
use position::Position;
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_core::{Action, Determiniser, Events, KnownCards, Random, State};
use railwright_rules::compile::load_from;
use railwright_rules::compile::schema::key_at;
use railwright_rules::library::Library;
use railwright_rules::{Engine, Fault, Loaded, Rules, Setting};
use railwright_script::Rhai;
use railwright_source::{Files, Report, parse};
use reference::ProbeUse;
use std::path::Path;
use std::sync::Arc;
use toml::{Table, Value};
use values::{Change, Changes, Vocabulary};

/// How many decisions are made.
const DECISIONS: usize = 24;

/// What became of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is refused, with a place.
    Refused,
    /// It was played and the probe never was to be had.
    Played,
    /// The probe was done and judged so often.
    Judged(usize),
}

/// The arena with a probe that was changed.
pub fn changed(changes: &Changes, table: Arena, made: &[&Change]) -> String {
    let mut probe = arena::good(changes.sort, changes.kind).unwrap_or_default();
    made.iter().for_each(|change| change.make(&mut probe));
    probe.insert("do".to_owned(), Value::String(changes.kind.to_owned()));
    toml::to_string(&arena::game(changes.sort, table, probe)).unwrap_or_default()
}

/// A game that was made by chance: the arena with one to three values of its probe changed, or a small game with one or two.
pub fn chosen(choices: &mut Choices) -> String {
    if choices.below(3) == 0 {
        return choices.pick(good::games()).map(|game| in_game(game, choices)).unwrap_or_default();
    }
    let Some(changes) = choices.pick(values::all()) else { return String::new() };
    let made: Vec<&Change> = (0..=choices.below(3)).filter_map(|_| choices.pick(&changes.each)).collect();
    changed(changes, Arena { several: choices.below(4) == 0, secret: choices.below(4) == 0 }, &made)
}

/// A small game in which something stands under a key that is of its kind and means something else.
fn in_game(game: &Good, choices: &mut Choices) -> String {
    let text = &game.files[0].1;
    let (Ok(table), mut files) = (text.parse::<Table>(), Files::new()) else { return text.clone() };
    let file = files.add("game.toml", text.as_str());
    let node = parse(&files, file, &mut Report::new());
    let words = Vocabulary::of_game(&table);
    let mut tree = Value::Table(table);
    let paths = tree::all_paths(&tree);
    for _ in 0..=choices.below(2) {
        let Some(path) = choices.pick(&paths) else { break };
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let kinds = key_at(&node, &names).map_or_else(Vec::new, |key| values::values(&key.kind, &words));
        if let (Some(value), Some(at)) = (choices.pick(&kinds), tree::at(&mut tree, path)) {
            *at = value.clone();
        }
    }
    toml::to_string(&tree).unwrap_or_default()
}

/// Loads a game and plays it; what is wrong about that is the error.
pub fn attempt(text: &str, seed: u64) -> Result<Fate, String> {
    let loaded = load(text);
    for problem in loaded.report.errors() {
        if problem.labels.iter().all(|(origin, _)| origin.is_none()) {
            return Err(format!("refused without a place: {}", problem.message));
        }
    }
    let Some(rules) = loaded.rules.map(Arc::new) else { return Ok(Fate::Refused) };
    let game: Table = text.parse().unwrap_or_default();
    // In a game with other changes there is more that may follow from a probe.
    let probe = arena::probe_of(&game).filter(|(sort, table, probe)| arena::game(*sort, *table, (*probe).clone()) == game);
    play(&rules, probe.map(|(sort, _, probe)| (sort, probe)), seed)
}

/// What is said about a game that is refused.
pub fn report(text: &str) -> String {
    let loaded = load(text);
    loaded.report.render(&loaded.files, false)
}

fn load(text: &str) -> Loaded {
    // There is no such folder: what is not held is not found.
    let folder = Path::new("among-meaningless-files");
    let mut held = vec![(folder.join("game.toml"), text.to_owned())];
    let others = good::games().iter().flat_map(|game| game.files[1..].iter().cloned()).chain(arena::files());
    held.extend(others.map(|(name, text)| (folder.join(name), text)));
    let game = folder.join("game.toml").display().to_string();
    let setting = Setting { players: 0, options: Vec::new() };
    load_from(Library::for_game(&game).holding(held), &game, &setting, &Rhai, &|_, _| {})
}

fn play(rules: &Arc<Rules>, probe: Option<(Sort, &Table)>, seed: u64) -> Result<Fate, String> {
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let (mut events, mut random) = (Events::default(), Random::new(seed));
    let mut state = match engine.start(seed, None, &mut events) {
        Ok(state) => state,
        Err(fault) => return placed(fault).map(|()| Fate::Played),
    };
    let probed = rules.actions.iter().position(|action| action.id == "probe");
    let mut judged = 0;
    for _ in 0..DECISIONS {
        if let Some(broken) = engine.broken_invariants(&state).into_iter().find(|broken| broken.id.is_none()) {
            return Err(broken.message);
        }
        let Some(seat) = state.clock().waiting.iter().next() else { break };
        if imagined_otherwise(&mut engine, &state, seat, &mut random) {
            return Err("what a seat may do depends on what it may not see".to_owned());
        }
        let actions = match engine.legal(&state, seat) {
            Ok(actions) => actions,
            Err(fault) => return placed(fault).map(|()| Fate::Judged(judged)),
        };
        if let Some(twice) = (1..actions.len()).find(|at| actions[..*at].contains(&actions[*at])) {
            return Err(format!("listed twice: {:?}", actions[twice]));
        }
        // The first seat passes, so that the probe is done by one that is not the first of all.
        let is_probe = |at: &usize| Some(actions[*at].action.index()) == probed;
        let wanted: Vec<usize> = (0..actions.len()).filter(|at| is_probe(at) == (seat != SeatId(0))).collect();
        let at = match wanted.len() {
            0 => random.below(narrow(actions.len())) as usize,
            some => wanted[random.below(narrow(some)) as usize],
        };
        let judging = probe.filter(|_| is_probe(&at));
        let Some(checked) = engine.pick(at) else { break };
        let action = checked.action();
        let before = state.clone();
        if let Err(fault) = engine.step(&mut state, checked, &mut events) {
            return placed(fault).map(|()| Fate::Judged(judged));
        }
        if let Some((sort, probe)) = judging {
            judge(rules, (sort, probe), (seat, action), &before, &state)?;
            judged += 1;
        }
    }
    Ok(if judged > 0 { Fate::Judged(judged) } else { Fate::Played })
}

fn judge(
    rules: &Rules,
    (sort, probe): (Sort, &Table),
    (seat, action): (SeatId, Action),
    before: &State,
    after: &State,
) -> Result<(), String> {
    let parts = &rules.parts;
    let order = before.clock().round_from_first(parts.seats).map(|seat| seat.index()).collect();
    let done = ProbeUse { parts, sort, probe, seat: seat.index(), order, state: before, action };
    done.judge(&Position::of(parts, before), &Position::of(parts, after))
}

/// Whether a seat may do something else in another position that looks the same to it.
fn imagined_otherwise(engine: &mut Engine, state: &State, seat: SeatId, random: &mut Random) -> bool {
    let parts = &engine.rules().clone().parts;
    let mut other = state.clone();
    let known = KnownCards::new(parts, seat);
    Determiniser::new(parts, seat).determinise(&engine.view(state, seat), &known, &mut other, random);
    let Ok(there) = engine.legal(&other, seat).map(<[Action]>::to_vec) else { return false };
    engine.legal(state, seat).is_ok_and(|here| *here != *there)
}

/// Rules may break down in play, but it is said where.
fn placed(fault: Fault) -> Result<(), String> {
    if fault.place.is_empty() { Err(format!("a fault without a place: {}", fault.message)) } else { Ok(()) }
}
