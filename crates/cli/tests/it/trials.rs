//! Trial games of `railwright check`: what only shows in play is reported with its place, and can be played again.

use crate::common::{Folder, railwright, repository};

const BASE: &str = "extends = \"ticket-to-ride\"\n";

/// The small game of storms with its script changed, in a folder of its own; gives the path of its file.
fn storm(folder: &Folder, from: &str, to: &str) -> String {
    let read = |name: &str| std::fs::read_to_string(repository(&format!("tests/games/storm/{name}"))).expect("a file");
    let script = read("storm.rhai");
    assert!(script.contains(from), "{from}");
    folder.write("storm.rhai", &script.replace(from, to));
    folder.write("storm-map.toml", &read("storm-map.toml"));
    folder.write("storm.toml", &read("storm.toml"))
}

/// The findings of a check: code, severity, line, message and help of each.
fn findings(game: &str) -> Vec<[String; 5]> {
    let json = railwright(&["check", "--json", game]).json();
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let problems = json[0]["problems"].as_array().expect("a list").clone();
    problems.iter().map(|p| ["code", "severity", "line", "message", "help"].map(|key| text(&p[key]))).collect()
}

/// Runs the command that a finding gives and asserts that the game breaks down in it.
#[track_caller]
fn breaks_down_again(help: &str, cause: &str) {
    let command = help.strip_prefix("railwright ").and_then(|help| help.split(" plays this game").next()).expect(help);
    let arguments: Vec<&str> = command.split(' ').collect();
    let again = railwright(&arguments).exits(1);
    assert!(again.out.contains(cause) || again.err.contains(cause), "{cause}:\n{}\n{}", again.out, again.err);
}

#[test]
fn a_script_that_breaks_down_in_play_is_an_error_with_its_place_and_a_command_that_shows_it() {
    let folder = Folder::new("trial-script");
    let game =
        storm(&folder, "fn options_drive(table, seat) {\n", "fn options_drive(table, seat) {\n    table.size([\"hand\", 9]);\n");
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("[fault] Error") && shown.contains("there is no seat 9"), "{shown}");
    assert!(shown.contains("storm.rhai:") && shown.contains("table.size([\"hand\", 9]);"), "the line is shown:\n{shown}");
    let found = findings(&game);
    assert_eq!(found.len(), 1, "what goes wrong in every setting is said once: {found:?}");
    breaks_down_again(&found[0][4], "there is no seat 9");
    railwright(&["check", "--no-play", &game]).exits(0);
}

#[test]
fn turns_in_which_nobody_can_do_anything_are_an_error_at_their_step() {
    let folder = Folder::new("trial-stuck");
    let game =
        folder.write("mine.toml", &format!("{BASE}remove = [\"steps.turn.otherwise\"]\nactions.draw.when = \"trains > 40\"\n"));
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("goes on for ever without a decision") && shown.contains("[steps.turns]"), "{shown}");
    let found = findings(&game);
    let fault = found.iter().find(|found| found[0] == "fault").expect("a fault");
    breaks_down_again(&fault[4], "goes on for ever without a decision");
}

#[test]
fn an_invariant_that_does_not_hold_is_shown_with_the_action_that_broke_it() {
    let folder = Folder::new("trial-invariant");
    let game = folder.write("mine.toml", &format!("{BASE}invariants.full = \"trains > 40\"\n"));
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("[invariant] Error") && shown.contains("trains > 40"), "{shown}");
    assert!(shown.contains("mine.toml:2:") && shown.contains("after this action"), "{shown}");
    assert!(shown.contains("[actions.claim]"), "{shown}");
    breaks_down_again(&findings(&game)[0][4], "invariant full does not hold");
}

#[test]
fn games_that_all_end_the_same_odd_way_are_warned_of_unless_that_is_allowed() {
    let folder = Folder::new("trial-odd");
    let passing = format!(
        "{BASE}actions.draw.when = \"trains < 0\"\nactions.claim.when = \"trains < 0\"\nactions.tickets.when = \"trains < 0\"\n"
    );
    let game = folder.write("mine.toml", &passing);
    let warned = |found: &[[String; 5]], code: &str| found.iter().any(|f| f[0] == code && f[1] == "warning");
    let found = findings(&game);
    assert!(warned(&found, "everybody-passed"), "{found:?}");
    let shown = railwright(&["check", &game]).exits(0).out;
    assert!(shown.contains("all 160 trial games ended because everybody passed"), "{shown}");
    railwright(&["check", "--strict", &game]).exits(1);
    folder.write("mine.toml", &format!("{passing}allow.everybody-passed = \"a test\"\n"));
    railwright(&["check", "--strict", &game]).exits(0);

    let over = folder.write("over.toml", &format!("{BASE}flow = [\"deal-hands\"]\n"));
    assert!(warned(&findings(&over), "nobody-chose"), "{:?}", findings(&over));
    let endless = folder.write(
        "endless.toml",
        &format!("{BASE}remove = [\"steps.turns.last-round\", \"steps.turns.all-pass\"]\nallow.unused = \"a test\"\n"),
    );
    assert!(warned(&findings(&endless), "endless"), "{:?}", findings(&endless));
}

#[test]
fn what_nobody_could_ever_choose_is_a_note_for_those_who_ask() {
    let folder = Folder::new("trial-note");
    let game = folder.write("mine.toml", &format!("{BASE}actions.tickets.when = \"trains > 90\"\n"));
    let found = findings(&game);
    assert!(found.iter().any(|f| f[0] == "never-possible" && f[1] == "note" && f[3].contains("`tickets`")), "{found:?}");
    assert!(!railwright(&["check", "--strict", &game]).exits(0).out.contains("never-possible"));
    assert!(railwright(&["check", "-v", &game]).exits(0).out.contains("never-possible"));
}

#[test]
fn how_much_was_played_is_said_to_those_who_ask() {
    let shown = railwright(&["check", "-v", "ticket-to-ride"]).exits(0).out;
    assert!(shown.contains("160 trial games in 4 of 4 settings"), "{shown}");
    let json = railwright(&["check", "--json", "ticket-to-ride"]).exits(0).json();
    assert_eq!((&json[0]["played"]["games"], &json[0]["played"]["of"]), (&160.into(), &4.into()));
    let json = railwright(&["check", "--json", "--no-play", "ticket-to-ride"]).exits(0).json();
    assert!(json[0]["played"].is_null());
}
