//! Bots that move on by a seat with every game: each has every seat equally often, and each game is the one its seats would play alone.

use crate::common::{each_game, rules};
use railwright_bots::external::TIME;
use railwright_bots::measure::{Measures, Measuring};
use railwright_bots::simulate::{Plan, Results, Simulation, game_seed};
use railwright_bots::{BotKind, GameRunner};
use railwright_rules::Rules;
use railwright_script::Rhai;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn plan(bots: &[&str], games: u64, threads: usize) -> Plan {
    let bots = bots.iter().map(|name| BotKind::find(name).expect("a bot")).collect();
    Plan { games, seed: 6, bots, rotate: true, bot_time: TIME, threads, check: false }
}

fn played(rules: &Arc<Rules>, plan: &Plan, games: Range<u64>) -> Vec<Measures> {
    let (done, stop, mut all) = (AtomicU64::new(0), AtomicBool::new(false), Vec::new());
    let simulation = Simulation { rules, plan, games, done: &done, stop: &stop, lists: false };
    let results = simulation.run_observed(&Rhai, || Measuring::new(rules), |_, measuring| all.extend(measuring.games));
    assert_eq!(results.failed, 0, "{}", rules.head.id);
    all
}

/// A game of the plan with a new runner that has its bots where the plan seats them.
fn alone(rules: &Arc<Rules>, plan: &Plan, game: u64) -> Measures {
    let bots = plan.seated(game, rules.parts.seats);
    let (mut results, mut measuring) = (Results::default(), Measuring::new(rules));
    let seed = game_seed(plan.seed, game);
    GameRunner::new(rules, &Rhai, &bots, false).play_observed(seed, &mut results, &mut measuring).expect("no fault");
    measuring.games.remove(0)
}

#[test]
fn every_bot_has_every_seat_equally_often() {
    let plan = plan(&["greedy", "search:4", "random"], 9, 1);
    for seat in 0..4 {
        let there = (0..8).map(|game| plan.seated(game, 4)[seat].clone());
        let times = |bot: &BotKind| there.clone().filter(|other| other == bot).count();
        let random = times(&BotKind::Random);
        assert_eq!((times(&plan.bots[0]), times(&plan.bots[1]), random), (2, 2, 4), "the last bot takes all further seats");
    }
    assert_eq!(plan.seated(1, 3), [plan.bots[2].clone(), plan.bots[0].clone(), plan.bots[1].clone()], "by one seat");
    assert_eq!(Plan { rotate: false, ..plan.clone() }.seated(1, 3), plan.bots);
}

/// What a bot keeps from a game at one seat says nothing in a game at another.
#[test]
fn a_game_of_many_is_the_one_that_its_seats_play_alone() {
    each_game(|name, rules| {
        let plan = plan(&["greedy", "random"], u64::from(rules.parts.seats) + 1, 1);
        for (game, measured) in played(&rules, &plan, 0..plan.games).into_iter().enumerate() {
            assert_eq!(measured, alone(&rules, &plan, game as u64), "{name}, game {game}");
        }
    });
}

#[test]
fn threads_and_shards_change_nothing_about_who_sits_where() {
    let rules = rules("northern-lights", 3);
    let bots = ["persona:long-haul", "search:3", "random"];
    let whole = played(&rules, &plan(&bots, 7, 1), 0..7);
    assert_eq!(played(&rules, &plan(&bots, 7, 3), 0..7), whole);
    assert_eq!(played(&rules, &plan(&bots, 7, 2), 4..7), whole[4..]);
    assert_eq!(whole[5], alone(&rules, &plan(&bots, 7, 1), 5));
}
