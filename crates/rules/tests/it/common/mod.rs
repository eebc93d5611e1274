//! Every game there is, with every number of players it allows.

mod games;

pub use games::games;

use railwright_core::id::SeatId;
use railwright_core::{Events, Random, State};
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Checked, Engine, Loaded, Rules, Setting, load};
use railwright_script::Rhai;
use std::path::Path;
use std::sync::Arc;

/// A game's rules for a number of players, or all that is wrong with it.
pub fn rules(game: &str, players: u8) -> Arc<Rules> {
    let loaded = load(game, &Setting { players, options: Vec::new() }, &Rhai);
    let problems = loaded.report.render(&loaded.files, false);
    Arc::new(loaded.rules.unwrap_or_else(|| panic!("{game} with {players} players:\n{problems}")))
}

/// What is reported of the text of a game file `mine.toml` beside the files of a small game.
pub fn reported(folder: &str, text: &str) -> String {
    let loaded = loaded(folder, text);
    loaded.report.render(&loaded.files, false)
}

/// The rules of such a text, which has to be right.
pub fn rules_of(folder: &str, text: &str) -> Arc<Rules> {
    let loaded = loaded(folder, text);
    let problems = loaded.report.render(&loaded.files, false);
    Arc::new(loaded.rules.unwrap_or_else(|| panic!("{problems}")))
}

fn loaded(folder: &str, text: &str) -> Loaded {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games").join(folder).join("mine.toml");
    let game = path.to_string_lossy().into_owned();
    let library = Library::for_game(&game).holding(vec![(path, text.to_owned())]);
    load_from(library, &game, &Setting { players: 2, options: Vec::new() }, &Rhai, &|_, _| {})
}

/// Calls `each` with every game and number of players.
pub fn each_game(mut each: impl FnMut(&str, Arc<Rules>)) {
    for game in games() {
        let (least, most) = rules(&game, 0).head.players;
        for players in least..=most {
            let rules = rules(&game, players);
            each(&format!("{} with {players} players", rules.head.id), rules);
        }
    }
}

/// A game in progress, played at random.
pub struct Table {
    pub engine: Engine,
    pub state: State,
    pub random: Random,
    pub events: Events,
}

impl Table {
    pub fn new(rules: Arc<Rules>, seed: u64) -> Self {
        let mut engine = Engine::new(rules, &Rhai);
        let mut events = Events::default();
        let state = engine.start(seed, None, &mut events).expect("set-up without a fault");
        Table { engine, state, random: Random::stream(seed, 77), events }
    }

    pub fn over(&self) -> bool {
        self.state.clock().over.is_some()
    }

    /// One of the seats that must choose, at random: seats that choose together may do so in any order.
    pub fn someone(&mut self) -> SeatId {
        let waiting: Vec<SeatId> = self.state.clock().waiting.iter().collect();
        assert!(!waiting.is_empty(), "the game is not over and nobody must choose");
        waiting[self.random.below(waiting.len() as u32) as usize]
    }

    /// A random legal action of a seat; there always is one.
    pub fn choice(&mut self, seat: SeatId) -> Checked {
        let count = self.engine.legal(&self.state, seat).expect("no fault").len();
        assert!(count > 0, "seat {} must choose and has no legal action", seat.0 + 1);
        let pick = self.random.below(count as u32) as usize;
        self.engine.pick(pick).expect("a listed action")
    }

    pub fn step(&mut self, choice: Checked) {
        self.engine.step(&mut self.state, choice, &mut self.events).expect("no fault");
    }
}
