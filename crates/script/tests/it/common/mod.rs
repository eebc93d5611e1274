//! The game of storms, as it is or with another script in place of its own.

use railwright_core::id::SeatId;
use railwright_core::{Events, Random, State};
use railwright_rules::module::{OptionCall, ScriptOption};
use railwright_rules::{Engine, Loaded, Setting, load};
use railwright_script::Rhai;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/storm");

/// Loads the game from a folder.
pub fn loaded(folder: &str, players: u8) -> Loaded {
    load(&format!("{folder}/storm.toml"), &Setting { players, options: Vec::new() }, &Rhai)
}

/// An engine for a game that has to be right.
pub fn engine(folder: &str, players: u8) -> Engine {
    let loaded = loaded(folder, players);
    let report = loaded.report.render(&loaded.files, false);
    Engine::new(Arc::new(loaded.rules.unwrap_or_else(|| panic!("{report}"))), &Rhai)
}

/// What can be driven by a seat.
pub fn drive(seat: SeatId) -> OptionCall {
    OptionCall { module: 0, action: 0, seat, stage: 0, before: ScriptOption::default() }
}

/// A copy of the game, with a script and with what a file that extends it says; gone when dropped.
pub struct Copy(PathBuf);

impl Copy {
    pub fn new(name: &str, script: &str, changes: &str) -> Self {
        // Tests of one program run beside each other, and two may have the same idea of a name.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let own = format!("railwright-{}-{}-{name}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(own);
        std::fs::create_dir_all(&folder).unwrap();
        let own = if changes.is_empty() { "storm.toml" } else { "calm.toml" };
        std::fs::copy(format!("{FOLDER}/storm.toml"), folder.join(own)).unwrap();
        if !changes.is_empty() {
            std::fs::write(folder.join("storm.toml"), format!("extends = \"calm\"\n{changes}")).unwrap();
        }
        std::fs::copy(format!("{FOLDER}/storm-map.toml"), folder.join("storm-map.toml")).unwrap();
        std::fs::write(folder.join("storm.rhai"), script).unwrap();
        Copy(folder)
    }

    pub fn folder(&self) -> &str {
        self.0.to_str().unwrap()
    }

    pub fn engine(&self) -> Engine {
        engine(self.folder(), 2)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The script of the game itself, with one piece of it replaced.
pub fn script_with(from: &str, to: &str) -> String {
    let script = std::fs::read_to_string(format!("{FOLDER}/storm.rhai")).unwrap();
    assert!(script.contains(from), "{from} is not in the script");
    script.replace(from, to)
}

/// What a seat may do now, as text.
pub fn legal(engine: &mut Engine, state: &State, seat: SeatId) -> Vec<String> {
    let actions = engine.legal(state, seat).unwrap().to_vec();
    actions.into_iter().map(|a| engine.print(state, seat, a)).collect()
}

/// The seat that is asked.
pub fn asked(state: &State) -> SeatId {
    state.clock().waiting.iter().next().expect("somebody is asked")
}

/// Plays at random to the end, looking at every state; gives the number of decisions.
pub fn play(engine: &mut Engine, seed: u64, events: &mut Events, mut look: impl FnMut(&mut Engine, &State)) -> (State, u32) {
    let mut random = Random::stream(seed, 1);
    let mut state = engine.start(seed, None, events).unwrap();
    let mut decisions = 0;
    while state.clock().over.is_none() {
        look(engine, &state);
        let seat = asked(&state);
        let choices = engine.legal(&state, seat).unwrap().len() as u32;
        assert!(choices > 0, "seat {} has nothing to choose", seat.0 + 1);
        let checked = engine.pick(random.below(choices) as usize).unwrap();
        engine.step(&mut state, checked, events).unwrap();
        decisions += 1;
        assert!(decisions < 5_000, "the game does not end");
    }
    look(engine, &state);
    (state, decisions)
}
