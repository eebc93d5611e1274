//! Every kind of hole is found in a game made for it, and shown by the scenario that is written.

use railwright_holes::{Findings, Hole, Kind, Plan, explore, prepare};
use railwright_scenario::{Games, Scenario};
use railwright_script::Rhai;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/holes").join(format!("{name}.toml"))
}

fn plan(games: u64) -> Plan {
    Plan { games: Some(games), time: None, seed: 0, threads: 2, longest: 2000 }
}

fn look_at(game: &str, plan: &Plan) -> Findings {
    let prepared = prepare(game, None, &[], &Rhai).unwrap_or_else(|l| panic!("{}", l.report.render(&l.files, false)));
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let explored = explore(&prepared, &Rhai, plan, &done, &stop);
    explored.pin_down(game, &prepared, &Rhai, plan, &done, &stop)
}

fn look(name: &str, games: u64) -> Findings {
    look_at(&path(name).display().to_string(), &plan(games))
}

/// The one hole of a kind; there is no severe one of another kind.
#[track_caller]
fn only(found: &Findings, kind: Kind) -> &Hole {
    let of_kind: Vec<&Hole> = found.holes.iter().filter(|hole| hole.kind == kind).collect();
    let others: Vec<&Hole> = found.holes.iter().filter(|hole| hole.kind != kind && hole.kind.is_severe()).collect();
    assert!(others.is_empty(), "{others:#?}");
    assert_eq!(of_kind.len(), 1, "{:#?}", found.holes);
    of_kind[0]
}

/// What is wrong when the scenario of a hole is played with a game: as it is, or mended.
fn played_with(hole: &Hole, game: &str) -> String {
    let written = hole.scenario.as_ref().expect("a scenario");
    let scenario = Scenario::read(&path("shown"), written.draft.render(game, "about")).expect("a scenario that can be read");
    scenario.run(&mut Games::new(&Rhai)).problems.map(|problems| problems.render(false)).unwrap_or_default()
}

#[test]
fn the_manual_has_every_kind_of_hole() {
    let page = std::fs::read_to_string(path("../../docs/holes").with_extension("md")).expect("the page");
    for kind in Kind::ALL {
        assert!(page.contains(&format!("| `{}` |", kind.word())), "no {} on the page", kind.word());
    }
}

#[test]
fn a_seat_that_must_choose_and_cannot() {
    let found = look("no-action", 100);
    let hole = only(&found, Kind::NoAction);
    assert!(hole.rule.contains("turn") && hole.place.contains("tiny.toml:"), "{hole:#?}");
    assert!(played_with(hole, "no-action.toml").contains("has no legal action"), "{}", played_with(hole, "no-action.toml"));
    assert_eq!(played_with(hole, "tiny.toml"), "", "with the rule mended the scenario passes");
}

#[test]
fn a_game_that_never_ends() {
    let found = look("endless-game", 20);
    let hole = only(&found, Kind::EndlessGame);
    assert_eq!(hole.scenario.as_ref().map(|written| written.draft.moves()), Some(0), "it never ends from the start");
    assert!(played_with(hole, "endless-game.toml").contains("not over"));
    assert_eq!(played_with(hole, "tiny.toml"), "");
}

#[test]
fn a_game_that_can_be_drawn_out() {
    let found = look("drawn-out", 60);
    let hole = only(&found, Kind::DrawnOut);
    let moves = hole.scenario.as_ref().map(|written| written.draft.moves()).expect("a scenario");
    assert!(moves <= 5, "everybody passes twice and all is as before: {moves} moves");
    assert!(played_with(hole, "drawn-out.toml").contains("came up again"));
}

#[test]
fn a_fault_of_a_script() {
    let found = look("script-fault", 100);
    let hole = only(&found, Kind::Fault);
    assert!(hole.place.contains("script-fault.rhai:4"), "{hole:#?}");
    assert!(played_with(hole, "script-fault.toml").contains("broke down"));
    assert_eq!(played_with(hole, "tiny.toml"), "");
    let written = hole.scenario.as_ref().expect("a scenario");
    assert!(written.draft.moves() < written.moves, "it is shorter than the game it was found in");
}

#[test]
fn a_broken_invariant() {
    let found = look("invariant", 100);
    let hole = only(&found, Kind::Invariant);
    assert_eq!(hole.rule, "half");
    assert!(hole.place.contains("invariant.toml:5"), "{hole:#?}");
    assert!(played_with(hole, "invariant.toml").contains("invariant half does not hold"));
    assert_eq!(played_with(hole, "tiny.toml"), "");
}

#[test]
fn with_the_guard_switched_off_the_endless_refill() {
    let found = look("endless-refill", 120);
    let hole = only(&found, Kind::EndlessRefill);
    let written = hole.scenario.as_ref().expect("a scenario");
    assert!(written.draft.moves() <= 2 && written.draft.is_placed(), "{hole:#?}");
    assert!(played_with(hole, "endless-refill.toml").contains("the sweep of market would go on for ever"));
    assert_eq!(played_with(hole, "ticket-to-ride"), "", "with the guard it ends");
}

#[test]
fn what_has_no_part_in_the_game() {
    let found = look("unused", 200);
    let about: Vec<(Kind, &str)> = found.holes.iter().map(|hole| (hole.kind, hole.rule.as_str())).collect();
    let expected = [
        (Kind::NeverLegal, "boast"),
        (Kind::Unwanted, "rest"),
        (Kind::NoChoice, "nod"),
        (Kind::UnusedLane, "ash-dale"),
        (Kind::UnusedCard, "gold"),
    ];
    for hole in expected {
        assert!(about.contains(&hole), "no {hole:?} in {about:?}");
    }
    assert!(found.holes.iter().all(|hole| hole.place.contains(".toml:") || hole.kind == Kind::DrawnOut), "{:#?}", found.holes);
}

#[test]
fn what_nobody_wants_is_told_from_what_is_wanted_whatever_the_seed() {
    let game = path("unused").display().to_string();
    for seed in 1..4 {
        let found = look_at(&game, &Plan { seed, ..plan(200) });
        let unwanted = found.holes.iter().filter(|hole| hole.kind == Kind::Unwanted).map(|hole| hole.rule.as_str());
        assert_eq!(unwanted.collect::<Vec<_>>(), ["rest"], "with the seed {seed}");
    }
}

#[test]
fn what_is_at_times_all_one_can_do_is_not_called_unwanted() {
    let game = path("../games/storm/storm").display().to_string();
    let found = look_at(&game, &plan(300));
    let unwanted: Vec<&str> =
        found.holes.iter().filter(|hole| hole.kind == Kind::Unwanted).map(|hole| hole.rule.as_str()).collect();
    assert!(!unwanted.contains(&"draw"), "cards come from nowhere else: {unwanted:?}");
}

#[test]
fn the_only_action_that_brings_what_others_are_paid_with_is_not_called_unwanted() {
    let found = look("sole-source", 200);
    let unwanted: Vec<&str> =
        found.holes.iter().filter(|hole| hole.kind == Kind::Unwanted).map(|hole| hole.rule.as_str()).collect();
    assert!(!unwanted.contains(&"draw"), "lanes are paid with what it brings: {unwanted:?}");
}

#[test]
fn a_game_without_holes_has_none() {
    let found = look("tiny", 200);
    assert_eq!(found.games, 200);
    assert!(found.holes.is_empty(), "{:#?}", found.holes);
}

#[test]
fn bundled_games_can_be_played_on_from_wherever_a_search_led() {
    for (game, games) in [("ticket-to-ride", 33), ("northern-lights", 11), ("santa-fe-rails", 12), ("spike", 12)] {
        let severe: Vec<Hole> = look_at(game, &plan(games)).holes.into_iter().filter(|hole| hole.kind.is_severe()).collect();
        assert!(severe.is_empty(), "{game}: {severe:#?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let texts = |threads: usize| -> Vec<String> {
        let name = path("script-fault").display().to_string();
        let holes = look_at(&name, &Plan { threads, ..plan(150) }).holes.into_iter();
        holes.map(|hole| format!("{} {} {:?}", hole.what, hole.times, hole.scenario.map(|w| w.draft.render("g", "")))).collect()
    };
    let one = texts(1);
    assert!(!one.is_empty());
    assert_eq!(one, texts(3));
}
