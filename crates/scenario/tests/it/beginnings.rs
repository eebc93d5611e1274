//! Scenarios begin where they say, and what cannot be is an error at its place that says what to do.

use crate::root;
use railwright_scenario::{Games, Scenario};
use railwright_script::Rhai;

/// What is wrong with a scenario: the code, the line and the whole report.
fn wrong(game: &str, players: u8, rest: &str) -> Vec<(&'static str, u32, String)> {
    let text = format!("text = \"x\"\ngame = \"{game}\"\nplayers = {players}\n{rest}");
    let path = root().join("tests/scenarios/draw/wherever.toml");
    let problems = match Scenario::read(&path, text) {
        Ok(scenario) => scenario.run(&mut Games::new(&Rhai)).problems,
        Err(problems) => Some(problems),
    };
    let Some(problems) = problems else { return Vec::new() };
    let said = problems.render(false);
    problems.report.iter().map(|d| (d.code, problems.files.line_column(d.origin()).0, said.clone())).collect()
}

/// The one mistake of a beginning, on its line, with these words in its report.
fn is_refused(game: &str, begin: &str, line: u32, words: &[&str]) {
    let found = wrong(game, 2, &format!("[begin]\n{begin}\n[play]\nmoves = \"finish\"\n"));
    let [(_, at, said)] = &found[..] else { panic!("{begin}: {found:?}") };
    assert_eq!(*at, line, "{begin}: {said}");
    for word in words {
        assert!(said.contains(word), "{begin}: no `{word}` in {said}");
    }
}

const QUARRY: &str = "../../games/quarry/quarry.toml";

#[test]
fn a_step_that_is_not_there_cannot_begin() {
    is_refused("ticket-to-ride", "at = \"trun\"", 5, &["the game has no step `trun`", "did you mean `turn`?"]);
    is_refused("ticket-to-ride", "at = \"scoring\"", 5, &["no step `scoring`", "its steps are: deal-hands, open-market"]);
    is_refused(
        "ticket-to-ride",
        "at = \"turn in choose-tickets\"",
        5,
        &["`turn` is no part of `choose-tickets`", "\"turn in turns\""],
    );
    is_refused("spike", "at = \"new-era\"", 5, &["happens by itself in the middle of others"]);
    is_refused("santa-fe-rails", "at = \"stuck\"", 5, &["\"stuck in first-turn\"", "\"stuck in second-turn\""]);
}

#[test]
fn a_step_whose_condition_does_not_hold_cannot_begin() {
    is_refused("santa-fe-rails", "at = \"draw-up\"", 5, &["in round 1 there is no `draw`: it needs round > 1", "round = …"]);
    is_refused("santa-fe-rails", "at = \"swap\"\nround = 2", 5, &["`swap` does not begin here"]);
    is_refused("santa-fe-rails", "at = \"boom\"\nseat = 2", 6, &["seat 2 has no part in `boom`"]);
}

#[test]
fn seats_rounds_and_turns_are_those_of_the_game() {
    is_refused("ticket-to-ride", "seat = 3", 5, &["there is no seat 3", "seats 1 to 2"]);
    is_refused("ticket-to-ride", "passed = [1, 4]", 5, &["there is no seat 4"]);
    is_refused("ticket-to-ride", "passed = [1, 2]", 5, &["everybody has passed"]);
    is_refused("ticket-to-ride", "at = \"choose-tickets\"\npassed = [1]", 6, &["nobody passes here", "leave it out"]);
    is_refused("spike", "passed = [1]", 5, &["nobody passes here in a way that counts", "`turns` with `all-pass`"]);
    is_refused(QUARRY, "passed = [2]", 5, &["nobody passes here"]);
    is_refused("ticket-to-ride", "over = \"everybody passed\"\npassed = [1, 2]", 6, &["a game that is over has no `passed`"]);
    is_refused("ticket-to-ride", "last-turns = 3", 5, &["from 1 to 2 turns"]);
    is_refused("ticket-to-ride", "at = \"choose-tickets\"\nlast-turns = 1", 6, &["no last round here"]);
    is_refused("ticket-to-ride", "at = \"choose-tickets\"\nseat = 2", 6, &["in nobody's turn", "first = …"]);
    is_refused(QUARRY, "round = 6", 5, &["there is no round 6: `years` ends when round >= 5"]);
    is_refused(QUARRY, "round = 0", 5, &["round"]);
    assert_eq!(wrong(QUARRY, 2, "[begin]\nround = 5\n[play]\nmoves = \"finish\"\n"), []);
}

#[test]
fn a_game_is_over_in_a_way_in_which_it_can_end() {
    is_refused(
        "ticket-to-ride",
        "over = \"bankrupt\"",
        5,
        &["cannot end like `bankrupt`", "last turns played; everybody passed"],
    );
    is_refused("ticket-to-ride", "over = \"everybody passed\"\nseat = 2", 6, &["a game that is over has no `seat`"]);
}

#[test]
fn what_was_done_last_is_an_action_of_a_seat() {
    is_refused("ticket-to-ride", "last = \"draw red\"", 5, &["does not say who did it"]);
    is_refused("ticket-to-ride", "last = \"1 drawe red\"", 5, &["did you mean `draw`?"]);
    assert_eq!(wrong("ticket-to-ride", 2, "[begin]\nlast = \"2 draw deck\"\n[play]\nmoves = \"finish\"\n"), []);
}

#[test]
fn cards_are_there_once() {
    let twice = "[position]\ntickets.1 = [\"boston-miami\"]\ntickets.2 = [\"boston-miami\"]\n[begin]\nseat = 2\n[play]\nmoves = \"finish\"\n";
    let found = wrong("ticket-to-ride", 2, twice);
    assert!(matches!(&found[..], [("wrong-position", 6, said)] if said.contains("there are 1 in all")), "{found:?}");
}

/// Every step of a game at which play can begin does so and comes to an end from there.
#[test]
fn every_step_of_every_bundled_game_can_begin_or_says_why_not() {
    let mut begun = 0;
    for game in ["ticket-to-ride", "northern-lights", "santa-fe-rails", "santa-fe-rails-terrain", "spike", "spike-advanced"] {
        let setting = railwright_rules::Setting { players: 3, options: Vec::new() };
        let rules = railwright_rules::load(game, &setting, &Rhai).rules.expect("a bundled game");
        for step in rules.flow.steps.iter().filter(|step| !step.id.contains(' ')) {
            for seat in 1..=3 {
                let rest = format!("[begin]\nat = \"{}\"\nseat = {seat}\nround = 3\n[play]\nmoves = \"finish\"\n", step.id);
                match &wrong(game, 3, &rest)[..] {
                    [] => begun += 1,
                    [("wrong-beginning", ..)] => {}
                    // What is dealt a second time may be too much.
                    found if found.iter().all(|(code, line, _)| (*code, *line) == ("invariant", 4)) => {}
                    found => panic!("{game}, {}: {found:?}", step.id),
                }
            }
        }
    }
    assert!(begun > 100, "only {begun} steps could begin");
}

#[test]
fn what_can_be_done_is_what_can_be_typed() {
    let expectation = |line: &str| {
        let found = wrong(
            "ticket-to-ride",
            2,
            &format!("[position]\nhand.1 = {{ red = 4 }}\n[play]\nmoves = \"\"\"\nexpect {line}\n\"\"\"\n"),
        );
        found.into_iter().map(|(_, _, said)| said).next()
    };
    let fails = |line: &str, words: &str| {
        let said = expectation(line).unwrap_or_else(|| panic!("{line} holds"));
        assert!(said.contains(words), "{line}: no `{words}` in {said}");
    };
    assert_eq!(expectation("1 can claim calgary-vancouver with 3 red"), None);
    assert_eq!(expectation("1 cannot claim calgary-vancouver with 3 blue"), None);
    assert_eq!(expectation("1 cannot done"), None);
    fails("1 cannot calim denver-omaha", "did you mean `claim`?");
    fails("1 cannot frobnicate", "the actions are: ");
    fails("1 cannot claim denver-omha", "did you mean `denver-omaha`?");
    fails("1 has 0 ways to calim", "did you mean `claim`?");
}
