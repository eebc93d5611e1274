//! Simulation: the same games whatever the number of threads, stopped cleanly, and a greedy bot that is better than chance.

mod common;

use railwright_bots::BotKind;
use railwright_bots::external::TIME;
use railwright_bots::simulate::{Plan, Results, simulate};
use railwright_script::Rhai;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn run(game: &str, players: u8, games: u64, bots: &[BotKind], threads: usize) -> Results {
    let plan = Plan { games, seed: 5, bots: bots.to_vec(), threads, check: false, bot_time: TIME };
    simulate(&common::rules(game, players), &Rhai, &plan, &AtomicU64::new(0), &AtomicBool::new(false))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = run("ticket-to-ride", 3, 60, &[BotKind::Random], 1);
    let three = run("ticket-to-ride", 3, 60, &[BotKind::Random], 3);
    assert_eq!(Results { seconds: 0.0, ..one }, Results { seconds: 0.0, ..three });
}

#[test]
fn a_stopped_simulation_says_so() {
    let plan = Plan { games: 1000, seed: 1, bots: vec![BotKind::Random], threads: 2, check: false, bot_time: TIME };
    let results = simulate(&common::rules("ticket-to-ride", 2), &Rhai, &plan, &AtomicU64::new(0), &AtomicBool::new(true));
    assert!(results.stopped && results.games == 0);
}

#[test]
fn greedy_beats_random() {
    let results = run("ticket-to-ride", 2, 100, &[BotKind::Greedy, BotKind::Random], 2);
    assert_eq!(results.failed, 0);
    assert!(results.seats[0].wins >= 90, "greedy won {} of 100", results.seats[0].wins);
}
