//! The verbs that are measured, by the clock and by instructions alike: each does one thing once, in positions of a random game.

use railwright_bots::simulate::{GameRunner, Results};
use railwright_bots::{BotKind, Budget, DecisionRequest, GameStart};
use railwright_core::id::SeatId;
use railwright_core::{Determiniser, Events, KnownCards, Random, State};
use railwright_rules::{Checked, Engine, Rules, Setting, load};
use railwright_script::Rhai;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Positions are taken so many decisions apart.
const APART: usize = 10;
/// So many of them.
const POSITIONS: usize = 16;
const SEED: u64 = 7;
/// What a search may spend on the move that is measured.
const BUDGET: Budget = Budget::Iterations(100);

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
    /// What a seat cannot see is dealt anew.
    Determinise,
    /// A whole game is played at random.
    Game,
    /// A search of a hundred iterations chooses once.
    Search,
}

impl Verb {
    /// Each with its name and how often it is done for a count.
    #[allow(dead_code)] // the clock needs no names
    pub const ALL: [(Verb, &'static str, u64); 7] = [
        (Verb::Legal, "legal", 2000),
        (Verb::Step, "step", 2000),
        (Verb::Clone, "clone", 10_000),
        (Verb::View, "view", 1000),
        (Verb::Determinise, "determinise", 2000),
        (Verb::Game, "random game", 16),
        (Verb::Search, "search move", 2),
    ];
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
    random: Random,
    /// What each seat imagines and remembers.
    planners: Vec<(Determiniser, KnownCards)>,
    player: GameRunner,
    results: Results,
    turn: usize,
}

impl Ready {
    /// A bundled game with as few players as it takes.
    pub fn new(game: &str) -> Self {
        let setting = Setting { players: 0, options: Vec::new() };
        let rules: Arc<Rules> = Arc::new(load(game, &setting, &Rhai).rules.expect("a bundled game"));
        let mut engine = Engine::new(rules.clone(), &Rhai);
        let positions = positions(&mut engine);
        let copy = positions[0].state.clone();
        let player = GameRunner::new(&rules, &Rhai, &[BotKind::Random], false);
        let planner = |seat| (Determiniser::new(&rules.parts, SeatId(seat)), KnownCards::new(&rules.parts, SeatId(seat)));
        let planners = (0..rules.parts.seats).map(planner).collect();
        Ready { engine, positions, copy, random: Random::new(SEED), planners, player, results: Results::default(), turn: 0 }
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
            Verb::Determinise => {
                let (determiniser, known_cards) = &mut self.planners[seat.index()];
                determiniser.determinise(&self.engine.view(state, *seat), known_cards, &mut self.copy, &mut self.random);
            }
            Verb::Game => self.player.play(self.turn as u64, &mut self.results).expect("no fault"),
            Verb::Search => {
                black_box(search(&mut self.engine, state, *seat));
            }
        }
    }
}

/// What a search chooses that knows nothing of what came before.
fn search(engine: &mut Engine, state: &State, seat: SeatId) -> usize {
    let rules = engine.rules().clone();
    let mut bot = BotKind::Search(BUDGET).seat(Duration::MAX);
    let another = &|| engine.another();
    bot.start(&GameStart { rules: &rules, seat, random: Random::new(SEED), program_seed: 0, engine: another })
        .expect("it begins");
    let legal = engine.legal(state, seat).expect("no fault").to_vec();
    let view = engine.view(state, seat);
    let asked = DecisionRequest {
        rules: &rules,
        view,
        legal: &legal,
        notation: &[],
        events: &[],
        seen: &[],
        stop: &AtomicBool::new(false),
    };
    bot.choose(&asked).expect("it chooses")
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

/// The ids of the games that are measured: the bundled ones that are nobody's advanced or other form.
pub fn games() -> Vec<String> {
    let all = railwright_rules::library::Shelf::Games.ids();
    let is_form = |id: &str| all.iter().any(|of| id.strip_prefix(of.as_str()).is_some_and(|rest| rest.starts_with('-')));
    all.iter().filter(|id| !is_form(id)).cloned().collect()
}
