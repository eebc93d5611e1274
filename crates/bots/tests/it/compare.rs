//! Comparing two sides: what differs is found, what does not is not, and the number of threads changes nothing.

use railwright_bots::BotKind;
use railwright_bots::compare::{Comparison, Side, compare};
use railwright_bots::external::TIME;
use railwright_bots::simulate::Plan;
use railwright_rules::Rules;
use railwright_script::Rhai;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn side(rules: &Arc<Rules>, bots: &[BotKind], games: u64, threads: usize) -> Side {
    Side {
        rules: rules.clone(),
        plan: Plan { games, seed: 3, bots: bots.to_vec(), threads, check: false, rotate: true, bot_time: TIME },
    }
}

fn compared(a: &Side, b: &Side) -> Comparison {
    compare([a, b], &Rhai, &AtomicU64::new(0), &AtomicBool::new(false))
}

#[test]
fn a_better_bot_is_noticed_first_and_everywhere() {
    let rules = crate::common::rules("ticket-to-ride", 2);
    let (random, greedy) = ([BotKind::Random, BotKind::Random], [BotKind::Greedy, BotKind::Random]);
    let found = compared(&side(&rules, &random, 60, 1), &side(&rules, &greedy, 60, 3));
    assert_eq!((found.pairs, found.failed, found.stopped), (60, [0, 0], false));
    let figure = |id: &str| found.figures.iter().find(|compared| compared.figure.id == id).expect("there is one");
    for id in ["bot-1.win", "bot-1.score", "decisions"] {
        assert!(figure(id).holds, "{id}: {:?}", figure(id).difference);
    }
    assert!(figure("bot-1.score").difference.mean > 30.0 && figure("bot-2.win").difference.mean < -0.3);
    // They change seats, so that no seat is better for it.
    assert!(figure("seat-1.win").difference.mean.abs() < 0.3 && !figure("seat-1.win").holds);
    assert!(
        figure("seat-1.score").difference.mean > 10.0 && figure("seat-2.score").difference.mean > 10.0,
        "both have it in turn"
    );
    let effects: Vec<f64> = found.figures.iter().map(|compared| compared.difference.effect.abs()).collect();
    assert!(effects.is_sorted_by(|a, b| a >= b), "the largest first");
    assert!(found.alone.iter().all(Vec::is_empty));
    // The same with other threads, and the other way round.
    let back = compared(&side(&rules, &greedy, 60, 2), &side(&rules, &random, 60, 2));
    let there = |id: &str| back.figures.iter().find(|compared| compared.figure.id == id).expect("there is one").difference;
    assert_eq!(there("bot-1.score").mean, -figure("bot-1.score").difference.mean);
    assert_eq!(there("decisions").chance, figure("decisions").difference.chance);
}

#[test]
fn the_same_on_both_sides_differs_in_nothing() {
    let rules = crate::common::rules("spike", 2);
    let same = side(&rules, &[BotKind::Random, BotKind::Random], 30, 2);
    let found = compared(&same, &same);
    assert!(found.looked_at() > 50);
    assert!(found.figures.iter().all(|compared| !compared.figure.id.starts_with("bot-")), "all bots are alike");
    assert!(found.figures.iter().all(|compared| compared.difference.mean == 0.0 && !compared.holds));
}

#[test]
fn what_only_one_game_has_is_told_apart() {
    let (a, b) = (crate::common::rules("ticket-to-ride", 2), crate::common::rules("northern-lights", 2));
    let bots = [BotKind::Random, BotKind::Random];
    let found = compared(&side(&a, &bots, 20, 2), &side(&b, &bots, 20, 2));
    let has = |side: usize, id: &str| found.alone[side].iter().any(|alone| alone.figure.id == id);
    assert!(has(0, "lane.atlanta-nashville"), "a lane of the first map");
    assert!(!found.alone[1].is_empty() && found.figures.iter().any(|compared| compared.figure.id == "turns"));
}
