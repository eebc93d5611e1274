//! Simulation: the same games whatever the number of threads, stopped cleanly, watched by observers.

use railwright_bots::BotKind;
use railwright_bots::external::TIME;
use railwright_bots::simulate::{Plan, Results, Simulation, game_seed};
use railwright_bots::{ObservedDecision, Observer};
use railwright_core::{Event, State};
use railwright_rules::{Engine, ScoreSheet};
use railwright_script::Rhai;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn run(game: &str, players: u8, games: u64, bots: &[BotKind], threads: usize) -> Results {
    let plan = Plan { games, seed: 5, bots: bots.to_vec(), threads, check: false, rotate: false, bot_time: TIME };
    Simulation::new(&crate::common::rules(game, players), &plan, &AtomicU64::new(0), &AtomicBool::new(false)).run(&Rhai)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = run("ticket-to-ride", 3, 60, &[BotKind::Random], 1);
    let three = run("ticket-to-ride", 3, 60, &[BotKind::Random], 3);
    assert_eq!(Results { seconds: 0.0, ..one }, Results { seconds: 0.0, ..three });
}

#[test]
fn a_stopped_simulation_says_so() {
    let plan =
        Plan { games: 1000, seed: 1, bots: vec![BotKind::Random], threads: 2, check: false, rotate: false, bot_time: TIME };
    let rules = crate::common::rules("ticket-to-ride", 2);
    let results = Simulation::new(&rules, &plan, &AtomicU64::new(0), &AtomicBool::new(true)).run(&Rhai);
    assert!(results.stopped && results.games == 0);
}

/// Notes the seed of each game, how many actions were chosen and how many events of claims were heard.
#[derive(Default)]
struct Notes(Vec<(u64, usize, usize, bool)>);

impl Observer for Notes {
    fn hears(&self) -> u16 {
        32
    }

    fn began(&mut self, seed: u64, _: &State) {
        self.0.push((seed, 0, 0, false));
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        assert!(seen.choice < seen.legal.len());
        self.0.last_mut().unwrap().1 += 1;
    }

    fn happened(&mut self, _: &State, events: &[Event]) {
        assert!(events.iter().all(|e| matches!(e, Event::Claimed { .. })));
        self.0.last_mut().unwrap().2 += events.len();
    }

    fn ended(&mut self, _: &mut Engine, state: &State, _: &ScoreSheet) {
        let claimed = state.clock().over.is_some();
        self.0.last_mut().unwrap().3 = claimed;
    }
}

#[test]
fn observers_see_every_game_in_order_whatever_the_number_of_threads() {
    let watch = |threads| {
        let plan = Plan { games: 70, seed: 5, bots: vec![BotKind::Random], threads, check: false, rotate: false, bot_time: TIME };
        let mut notes = Vec::new();
        let rules = crate::common::rules("ticket-to-ride", 3);
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let results = Simulation::new(&rules, &plan, &done, &stop).run_observed(&Rhai, Notes::default, |_, n| notes.extend(n.0));
        (results, notes)
    };
    let (results, one) = watch(1);
    let (_, three) = watch(3);
    assert_eq!(one, three);
    assert_eq!(one.iter().map(|n| n.0).collect::<Vec<_>>(), (0..70).map(|g| game_seed(5, g)).collect::<Vec<_>>());
    assert_eq!(one.iter().map(|n| n.1 as u64).sum::<u64>(), results.actions);
    assert!(one.iter().all(|n| n.2 > 5 && n.3), "lanes were claimed in every game, and all ended");
}
