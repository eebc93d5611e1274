//! The verbs that are measured, by the clock and by instructions alike: each does one thing once, in positions of a random game.

use railwright_bots::BotKind;
use railwright_bots::simulate::{Player, Results};
use railwright_core::id::SeatId;
use railwright_core::{Events, Random, State};
use railwright_rules::{Checked, Engine, Rules, Setting, load};
use railwright_script::Rhai;
use std::hint::black_box;
use std::sync::Arc;

/// Positions are taken so many decisions apart.
const APART: usize = 10;
/// So many of them.
const POSITIONS: usize = 16;
const SEED: u64 = 7;

/// Something that is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// What a seat may do is listed.
    Legal,
    /// A position is copied and an action carried out in the copy.
    Step,
    /// A position is copied.
    Clone,
    /// All that a seat may see is taken down.
    View,
    /// A whole game is played at random.
    Game,
}

impl Verb {
    /// Each with its name and how often it is done for a count.
    pub const ALL: [(Verb, &'static str, u64); 5] = [
        (Verb::Legal, "legal", 4000),
        (Verb::Step, "step", 4000),
        (Verb::Clone, "clone", 20_000),
        (Verb::View, "view", 2000),
        (Verb::Game, "random game", 16),
    ];

    /// The verb with that name, and how often it is done for a count.
    #[allow(dead_code)] // the clock needs no names
    pub fn find(name: &str) -> Option<(Verb, u64)> {
        Self::ALL.into_iter().find(|(_, of, _)| *of == name).map(|(verb, _, times)| (verb, times))
    }
}

/// A position, who chooses in it and what he does.
struct Position {
    state: State,
    seat: SeatId,
    choice: Checked,
}

/// A game that is ready for every verb, so that what comes before is the same for all of them.
pub struct Ready {
    engine: Engine,
    positions: Vec<Position>,
    copy: State,
    player: Player,
    results: Results,
    turn: usize,
}

impl Ready {
    /// A bundled game with two players.
    pub fn new(game: &str) -> Self {
        let setting = Setting { players: 2, options: Vec::new() };
        let rules: Arc<Rules> = Arc::new(load(game, &setting, &Rhai).rules.expect("a bundled game"));
        let mut engine = Engine::new(rules.clone(), &Rhai);
        let positions = positions(&mut engine);
        let copy = positions[0].state.clone();
        let player = Player::new(&rules, &Rhai, &[BotKind::Random], false);
        Ready { engine, positions, copy, player, results: Results::default(), turn: 0 }
    }

    /// Does it once, in the next position.
    pub fn run(&mut self, verb: Verb) {
        self.turn += 1;
        let Position { state, seat, choice } = &self.positions[self.turn % self.positions.len()];
        match verb {
            Verb::Legal => {
                black_box(self.engine.legal(state, *seat).expect("no fault").len());
            }
            Verb::Step => {
                self.copy.clone_from(state);
                self.engine.step(&mut self.copy, *choice, &mut Events::default()).expect("no fault");
            }
            Verb::Clone => self.copy.clone_from(black_box(state)),
            Verb::View => {
                black_box(self.engine.view(state, *seat).snapshot());
            }
            Verb::Game => self.player.play(self.turn as u64, &mut self.results).expect("no fault"),
        }
    }
}

/// Positions of random games, from the beginning on.
fn positions(engine: &mut Engine) -> Vec<Position> {
    let (mut positions, mut seed) = (Vec::new(), SEED);
    while positions.len() < POSITIONS {
        let mut random = Random::new(seed);
        let mut state = engine.start(seed, None, &mut Events::default()).expect("no fault");
        seed += 1;
        for number in 0.. {
            let Some(seat) = state.clock().waiting.iter().next() else { break };
            let count = engine.legal(&state, seat).expect("no fault").len();
            let choice = engine.pick(random.below(count as u32) as usize).expect("listed");
            if number % APART == APART - 1 && positions.len() < POSITIONS {
                positions.push(Position { state: state.clone(), seat, choice });
            }
            engine.step(&mut state, choice, &mut Events::default()).expect("no fault");
        }
    }
    positions
}

/// The ids of the bundled games.
pub fn games() -> Vec<String> {
    railwright_rules::library::Shelf::Games.ids()
}
