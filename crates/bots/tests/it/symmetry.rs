//! No bot depends on its seat: with everything turned round the table, bots and their generators included, the same game comes
//! out with its seats numbered from another on.

use crate::common::{each_game, rules};
use railwright_bots::simulate::{Plan, Results, Simulation, WIN};
use railwright_bots::{BotKind, GameRunner, ObservedDecision, Observer};
use railwright_core::State;
use railwright_rules::{Engine, Rules, ScoreSheet};
use railwright_script::Rhai;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// A game as it was played: who did what, in notation, and the points of each seat in the end; seats are counted from where
/// the table was turned to.
#[derive(Default, PartialEq, Eq, Debug)]
struct Played {
    turned: u8,
    seats: u8,
    moves: Vec<(u8, String)>,
    points: Vec<i64>,
}

impl Played {
    fn relative(&self, seat: u8) -> u8 {
        (seat + self.seats - self.turned) % self.seats
    }
}

impl Observer for Played {
    fn reads(&self) -> bool {
        true
    }

    fn chose(&mut self, decision: &ObservedDecision) {
        self.moves.push((self.relative(decision.seat.0), decision.text.to_owned()));
    }

    fn ended(&mut self, _: &mut Engine, _: &State, sheet: &ScoreSheet) {
        self.points = (0..self.seats).map(|at| sheet.totals[usize::from((at + self.turned) % self.seats)]).collect();
    }
}

fn played(rules: &Arc<Rules>, bot: &BotKind, seed: u64, turned: u8) -> Played {
    let mut runner = GameRunner::new(rules, &Rhai, std::slice::from_ref(bot), false);
    runner.turn_by(turned);
    let mut game = Played { turned, seats: rules.parts.seats, ..Played::default() };
    if let Err(wrong) = runner.play_observed(seed, &mut Results::default(), &mut game) {
        panic!("{}: {wrong}", rules.head.id);
    }
    game
}

fn same_however_it_is_turned(rules: &Arc<Rules>, game: &str, bot: &BotKind, seed: u64) {
    let plain = played(rules, bot, seed, 0);
    assert!(!plain.moves.is_empty() && !plain.points.is_empty(), "{game}: nothing was played");
    for turned in 1..rules.parts.seats {
        let other = played(rules, bot, seed, turned);
        let parted = plain.moves.iter().zip(&other.moves).position(|(a, b)| a != b);
        if let Some(at) = parted {
            let (a, b) = (&plain.moves[at], &other.moves[at]);
            panic!("{game}, {bot}, seed {seed}: turned by {turned}, decision {at} is {b:?} and not {a:?}");
        }
        assert_eq!(plain.points, other.points, "{game}, {bot}, seed {seed}: turned by {turned}");
        assert_eq!(plain.moves.len(), other.moves.len(), "{game}, {bot}, seed {seed}: turned by {turned}");
    }
}

fn with_every_game(bot: &str, seeds: u64) {
    let bot = BotKind::find(bot).expect("a bot");
    each_game(|game, rules| (0..seeds).for_each(|seed| same_however_it_is_turned(&rules, game, &bot, seed)));
}

#[test]
fn random_bots_play_the_same_game_however_the_table_is_turned() {
    with_every_game("random", 3);
}

#[test]
fn greedy_plays_the_same_game_however_the_table_is_turned() {
    with_every_game("greedy", 1);
}

/// The search takes its time: here each game with as few players as it allows.
#[test]
fn the_search_plays_the_same_game_when_the_table_is_turned() {
    let bot = BotKind::find("search:4").expect("a bot");
    each_game(|game, rules| {
        if rules.parts.seats == rules.head.players.0 {
            same_however_it_is_turned(&rules, game, &bot, 1);
        }
    });
}

#[test]
#[ignore = "takes minutes"]
fn the_search_plays_the_same_game_with_every_number_of_players() {
    with_every_game("search:6", 1);
}

#[test]
fn personas_play_the_same_game_however_the_table_is_turned() {
    each_game(|game, rules| {
        for persona in &rules.personas {
            same_however_it_is_turned(&rules, game, &BotKind::Persona(persona.id.clone()), 1);
        }
    });
}

/// So many games of greedy against itself are played of each game in the long run.
const GAMES: u64 = 8000;
/// A share further from one half than so many standard deviations is no chance: it happens to one of sixteen thousand runs.
const BEYOND_CHANCE: f64 = 4.0;

/// The standard deviation of the share of wins in so many games between equals.
fn deviation(games: u64) -> f64 {
    0.5 / (games as f64).sqrt()
}

/// What greedy once had, 54 to 46 in one game and 44 to 56 in another, would be noticed in 999 of 1,000 runs: the limit is three
/// standard deviations away from it.
#[test]
fn the_long_run_is_long_enough_to_notice_what_once_was_wrong() {
    for wrong in [0.54, 0.44] {
        let limit = BEYOND_CHANCE * deviation(GAMES);
        assert!((wrong - 0.5f64).abs() - limit > 3.0 * deviation(GAMES), "{wrong} in {GAMES} games");
    }
}

/// With the same bot in both seats neither wins more often than chance has it.
#[test]
#[ignore = "takes minutes"]
fn greedy_against_itself_wins_as_often_in_either_seat() {
    for game in ["northern-lights", "ticket-to-ride", "santa-fe-rails", "spike"] {
        let share = first_share(game, GAMES);
        assert!((share - 0.5).abs() < BEYOND_CHANCE * deviation(GAMES), "{game}: seat 1 wins {:.1} %", share * 100.0);
    }
}

/// How many games of greedy against itself the first seat wins.
fn first_share(game: &str, games: u64) -> f64 {
    let plan = Plan {
        games,
        seed: 11,
        bots: vec![BotKind::Greedy],
        bot_time: Duration::from_secs(1),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        check: false,
        rotate: false,
    };
    let rules = rules(game, 2);
    let results = Simulation::new(&rules, &plan, &AtomicU64::new(0), &AtomicBool::new(false)).run(&Rhai);
    assert_eq!((results.games, results.failed), (games, 0));
    results.seats[0].win_parts as f64 / (WIN * games) as f64
}
