//! What differs is named: the action, the field and the value, and what to do next.

use railwright_oracle::compare::report;
use railwright_oracle::parting::Parting;
use railwright_oracle::run::{Played, outcomes, play, table};
use railwright_oracle::{Case, Outcomes};
use std::path::PathBuf;

/// Enough games to say something, few enough to be played in a moment.
const GAMES: u64 = 12;

fn case() -> Case {
    Case { game: "ticket-to-ride".into(), players: 2, option: None }
}

fn kept() -> (Outcomes, Played) {
    let played = play(&case(), GAMES, None).expect("it can be played");
    (outcomes(std::slice::from_ref(&played)), played)
}

/// What is said when `now` is played where `was` is kept.
fn said(kept: &Outcomes, was: &Played, now: &Played) -> Option<String> {
    let tell = |case: &Case, seed| Some(table(case.rules().ok()?).story(seed));
    report(kept, &|_| Ok(was.told.clone()), std::slice::from_ref(now), &tell)
}

/// The same games by rules that are changed in one place.
fn changed(name: &str, change: &str) -> Played {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
    std::fs::write(&path, format!("extends = \"ticket-to-ride\"\n{change}\n")).expect("a game in the folder for tests");
    let seeds = kept().1.told.seeds();
    let mut played = play(&Case { game: path.display().to_string(), ..case() }, GAMES, Some(&seeds)).expect("it can be played");
    played.section.case = case();
    played
}

#[test]
fn nothing_is_said_when_nothing_changed() {
    let (kept, played) = kept();
    assert_eq!(said(&kept, &played, &played), None);
    assert_eq!(play(&case(), GAMES, None), Ok(played), "the same again");
}

#[test]
fn a_score_that_changed_is_named_with_both_values() {
    let (kept, played) = kept();
    let now = changed("other-points", "tables.route-points = [0, 1, 2, 5, 7, 10, 15]\ninvariants.route-points = \"points >= 0\"");
    let said = said(&kept, &played, &now).expect("something changed");
    let [was, is] = [&played, &now].map(|played| {
        let (_, story) = &played.told.games[0];
        let score = story.fields.iter().find_map(|line| line.strip_prefix("score of seat 1 = ")).expect("a score");
        score.split(',').next().expect("a total").to_owned()
    });
    assert_ne!(was, is);
    let start = format!("    score of seat 1\n      was {was}, ");
    assert!(said.contains(&start) && said.contains(&format!("\n      is  {is}, ")), "{start}: {said}");
    assert!(!said.contains("tickets-failed"), "only what differs of a value is shown: {said}");
    for part in [
        "OUTCOMES HAVE CHANGED",
        "in the final state alone",
        "by other rules",
        "all",
        "actions agree",
        "cargo xtask accept oracle",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn an_action_that_changed_is_named() {
    let (kept, played) = kept();
    let now = changed("small-market", "zones.market.slots = 2");
    let said = said(&kept, &played, &now).expect("something changed");
    let (then, other) = (&played.told.games[0].1, &now.told.games[0].1);
    let Some(Parting::Action { number, was: Some(was), is: Some(is), .. }) = Parting::of(then, other) else { panic!("{said}") };
    assert!(said.contains(&format!("  seed 0: action {number} (")), "{said}");
    assert!(said.contains(&format!("    was   {was}\n    is    {is}\n")), "{said}");
    assert!(said.contains(" actions are legal") && said.contains("in length"), "{said}");
}

#[test]
fn a_told_game_that_was_altered_is_named() {
    let (kept, now) = kept();
    let mut was = now.clone();
    let line = &mut was.told.games[1].1.actions[6];
    *line = "2/14 claim nowhere-elsewhere with 3 grey".into();
    let text = said(&kept, &was, &now).expect("it was altered");
    let is = &now.told.games[1].1.actions[6];
    assert!(text.contains("seed 1: action 7 (") && text.contains("was   2/14 claim nowhere-elsewhere with 3 grey"), "{text}");
    assert!(text.contains(&format!("is    {is}")) && text.contains("by the same rules"), "{text}");

    let mut was = now.clone();
    was.told.games[0].1.actions.truncate(20);
    assert!(said(&kept, &was, &now).expect("it was altered").contains("was   nothing: the game was over"));

    let mut was = now.clone();
    was.told.games[0].1.fields.retain(|field| !field.starts_with("turn = "));
    was.told.games[0].1.fields.push("counter fuel of seat 2 = 7".into());
    let text = said(&kept, &was, &now).expect("it was altered");
    assert!(text.contains("counter fuel of seat 2\n      was 7\n      is  nothing"), "{text}");
    assert!(text.contains("    turn\n      was nothing\n      is  "), "{text}");
}

#[test]
fn a_game_that_is_not_told_is_named_by_its_seed() {
    let (mut kept, now) = kept();
    kept.sections[0].games[9].state ^= 1;
    let text = said(&kept, &now, &now).expect("a hash was altered");
    assert!(text.contains("ticket-to-ride 2 players: 1 of 12 games differ: 1 in the final state alone"), "{text}");
    assert!(text.contains("the shortest that does is seed 9: all") && text.contains("is now: over = "), "{text}");
    assert!(text.contains("show ticket-to-ride --players 2 --seed 9"), "{text}");
    kept.sections[0].games[9].decisions += 1;
    assert!(said(&kept, &now, &now).expect("a length was altered").contains("1 in length"));
}

#[test]
fn other_rules_with_the_same_outcomes_are_told_from_other_outcomes() {
    let (mut kept, now) = kept();
    kept.sections[0].rules ^= 1;
    let text = said(&kept, &now, &now).expect("a number was altered");
    assert!(
        text.starts_with("No outcome has changed.") && text.contains("other rules, the same outcomes: ticket-to-ride"),
        "{text}"
    );
}

#[test]
fn settings_that_come_and_go_are_named() {
    let (mut kept, now) = kept();
    kept.sections[0].case.players = 3;
    let text = said(&kept, &now, &now).expect("the settings differ");
    assert!(text.contains("ticket-to-ride 2 players: nothing is kept of it yet"), "{text}");
    assert!(text.contains("ticket-to-ride 3 players: it is kept, and there is no such setting any more"), "{text}");
}
