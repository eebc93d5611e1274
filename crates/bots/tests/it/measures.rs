//! What is measured of a game: it agrees with the results of the simulation, and does not depend on the number of threads.

use railwright_bots::BotKind;
use railwright_bots::external::TIME;
use railwright_bots::measure::{Measures, Measuring, figures};
use railwright_bots::simulate::{Plan, Results, Simulation, game_seed};
use railwright_core::id::SeatId;
use railwright_rules::Rules;
use railwright_script::Rhai;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

fn plan(games: u64, bot: BotKind, threads: usize) -> Plan {
    Plan { games, seed: 5, bots: vec![bot], threads, check: false, rotate: false, bot_time: TIME }
}

fn measured(rules: &Arc<Rules>, plan: &Plan, games: Range<u64>) -> (Results, Vec<Measures>) {
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut all = Vec::new();
    let observer = || Measuring::new(rules);
    let results =
        Simulation { rules, plan, games, done: &done, stop: &stop, lists: false }
            .run_observed(&Rhai, observer, |_, m| all.extend(m.games));
    (results, all)
}

#[test]
fn measures_add_up_to_the_results_in_every_game() {
    crate::common::each_game(|name, rules| {
        let (results, games) = measured(&rules, &plan(6, BotKind::Random, 1), 0..6);
        assert_eq!((results.failed, games.len()), (0, 6), "{name}");
        let sum = |of: fn(&Measures) -> u64| games.iter().map(of).sum::<u64>();
        assert_eq!(sum(|g| g.actions.into()), results.actions, "{name}");
        assert_eq!(sum(|g| g.decisions.into()), results.decisions, "{name}");
        assert_eq!(sum(|g| g.listed), results.listed, "{name}");
        assert_eq!(sum(|g| g.turns.into()), results.turns.sum as u64, "{name}");
        for game in &games {
            let counted = game.chosen.iter().flatten().sum::<u32>();
            assert_eq!(counted, game.actions, "{name}: every action is one of the rules'");
            for seat in 0..usize::from(game.seats) {
                let lines: i64 = game.lines.iter().filter(|row| row.counts).map(|row| row.points[seat]).sum();
                assert_eq!(lines, game.totals[seat], "{name}: the lines are the score");
            }
            let wins: f64 = (0..game.seats).map(|s| game.win_share(SeatId(s))).sum();
            assert!(game.winners.is_empty() || (wins - 1.0).abs() < 1e-9, "{name}: {wins}");
            for fate in game.cards.iter().flatten() {
                let held: u16 = fate.held.iter().map(|n| u16::from(*n)).sum();
                assert_eq!(fate.came - fate.went, held, "{name}: what came and did not go is held");
            }
        }
    });
}

#[test]
fn a_goal_is_joined_when_its_points_are_scored() {
    let rules = crate::common::rules("ticket-to-ride", 2);
    let (_, games) = measured(&rules, &plan(20, BotKind::Greedy, 1), 0..20);
    let made = rules.score.lines.iter().position(|line| line.id == "tickets-made").expect("the line");
    let set = rules.parts.cards.iter().position(|set| set.id == "ticket").expect("the tickets");
    let tickets = &rules.parts.cards[set];
    let field = tickets.fields.iter().position(|(name, _)| name == "points").expect("the field");
    let mut scored = 0;
    for game in games {
        for seat in 0..2 {
            let joined = |kind: usize| game.cards[set][kind].joined.has(SeatId(seat));
            let points = |kind: usize| match tickets.kinds[kind].fields[field] {
                railwright_core::components::FieldValue::One(points) => i64::from(points),
                _ => panic!("tickets have points"),
            };
            let sum: i64 = (0..tickets.kinds.len()).filter(|&kind| joined(kind)).map(points).sum();
            scored += sum;
            assert_eq!(sum, game.lines[made].points[usize::from(seat)]);
        }
    }
    assert!(scored > 0, "some tickets were made");
}

#[test]
fn some_games_of_a_plan_are_those_that_all_of_it_has() {
    let rules = crate::common::rules("santa-fe-rails", 3);
    let (_, whole) = measured(&rules, &plan(40, BotKind::Random, 3), 0..40);
    let (results, some) = measured(&rules, &plan(40, BotKind::Random, 2), 13..29);
    assert_eq!(some, whole[13..29]);
    assert_eq!((results.games, results.stopped, some[0].seed), (16, false, game_seed(5, 13)));
}

#[test]
fn figures_have_a_name_each_and_a_value_in_every_game() {
    crate::common::each_game(|name, rules| {
        let figures = figures::all(&rules);
        let mut ids: Vec<&str> = figures.iter().map(|f| f.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), figures.len(), "{name}: no id twice");
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let plan = plan(2, BotKind::Random, 1);
        Simulation::new(&rules, &plan, &done, &stop).run_observed(
            &Rhai,
            || Measuring::new(&rules),
            |_, measuring| {
                for game in &measuring.games {
                    let value = |id: &str| figures.iter().find(|f| f.id == id).expect("there is one").of(game);
                    assert_eq!(value("decisions"), f64::from(game.decisions), "{name}");
                    assert_eq!(value("seat-1.score"), game.totals[0] as f64, "{name}");
                    let endings: f64 = figures.iter().filter(|f| f.id.starts_with("ending.")).map(|f| f.of(game)).sum();
                    assert_eq!(endings, 1.0, "{name}: a game ends in one way");
                    assert!(figures.iter().all(|f| f.of(game).is_finite()), "{name}");
                }
            },
        );
    });
}
