//! `railwright holes`: what it shows, what it writes, and that it can be stopped.

use crate::common;
use crate::common::{Folder, command, railwright, repository};

fn game(name: &str) -> String {
    repository(&format!("tests/holes/{name}.toml")).display().to_string()
}

/// Looks at a game from a folder of its own, where it may write.
fn look(folder: &Folder, arguments: &[&str]) -> common::Ran {
    let ran = command(&[&["holes"], arguments].concat()).current_dir(folder.path()).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    common::Ran { code: ran.status.code().unwrap_or(-1), out: text(ran.stdout), err: text(ran.stderr) }
}

#[test]
fn a_hole_is_shown_and_written_as_a_scenario_that_fails_until_it_is_mended() {
    let folder = Folder::new("holes");
    for file in ["tiny", "tiny-map", "no-action"] {
        folder.write(&format!("{file}.toml"), &std::fs::read_to_string(game(file)).expect("a file"));
    }
    let page = look(&folder, &["no-action.toml", "--games", "60"]).exits(1).out;
    let scenario = folder.path().join("holes/no-action/no-action.toml");
    for part in ["no-action", "must choose and has no legal action", "tiny.toml:", "holes/no-action/no-action.toml", "60 games"] {
        assert!(page.contains(part), "no {part} in\n{page}");
    }
    let path = scenario.display().to_string();
    let failed = railwright(&["test", &path]).exits(1).out;
    assert!(failed.contains("has no legal action") && failed.contains("1 failed"), "{failed}");
    folder.write("no-action.toml", "extends = \"tiny\"\nname = \"Mended\"\n");
    railwright(&["test", &path, "--accept"]).exits(0);
    railwright(&["test", &path]).exits(0);
    look(&folder, &["no-action.toml", "--games", "60"]).exits(0);
}

#[test]
fn the_endless_refill_is_found_and_shown_by_its_scenario() {
    let folder = Folder::new("refill");
    let ran = look(&folder, &[&game("endless-refill"), "--games", "120", "--json"]).exits(1).json();
    let hole = ran["holes"].as_array().expect("a list").iter().find(|hole| hole["kind"] == "endless-refill").expect("the hole");
    assert_eq!((&hole["severe"], &hole["scenario"]["shows"], &hole["rule"]), (&true.into(), &true.into(), &"market".into()));
    let (short, long) =
        (hole["scenario"]["moves"].as_u64().expect("moves"), hole["scenario"]["moves_before"].as_u64().expect("moves"));
    assert!(short <= 2 && long > 20, "{hole:#}");
    let file = folder.path().join(hole["scenario"]["file"].as_str().expect("a file"));
    // The game is elsewhere, and so it is opened when somebody says so.
    let arguments = ["test", &file.display().to_string(), "--game", &game("endless-refill")];
    assert!(railwright(&arguments[..2]).exits(1).out.contains("outside of the scenario's project"));
    let failed = railwright(&arguments).exits(1).out;
    assert!(failed.contains("the sweep of market would go on for ever"), "{failed}");
}

#[test]
fn what_is_only_worth_a_look_fails_if_it_is_asked_to() {
    let folder = Folder::new("unused");
    let page = look(&folder, &[&game("unused"), "--games", "100"]).exits(0).out;
    for part in ["never-legal", "boast", "unwanted", "no-choice", "unused-lane", "ash-dale", "unused-card", "gold", "100 games"] {
        assert!(page.contains(part), "no {part} in\n{page}");
    }
    look(&folder, &[&game("unused"), "--games", "100", "--strict"]).exits(1);
    assert!(!folder.path().join("holes").exists(), "where nothing goes wrong there is nothing to write");
}

#[test]
fn the_same_seed_finds_the_same_and_seconds_are_enough() {
    let folder = Folder::new("seed");
    let found =
        |threads: &str| look(&folder, &[&game("invariant"), "--games", "50", "--json", "--threads", threads]).exits(1).out;
    assert_eq!(found("1"), found("3"));
    let timed = look(&folder, &[&game("tiny"), "--seconds", "0.5", "--json"]).exits(0).json();
    assert!(timed["games"].as_u64().expect("a number") > 0);
}

#[test]
fn a_wrong_command_line_is_explained() {
    railwright(&["holes"]).exits(2);
    railwright(&["holes", "no-such-game"]).exits(2);
    railwright(&["holes", "ticket-to-ride", "--games", "0"]).exits(2);
    let folder = Folder::new("unwritable");
    let file = folder.write("taken", "");
    let ran = look(&folder, &[&game("invariant"), "--games", "1000000000", "-o", &file]).exits(2);
    assert!(ran.err.contains("is no folder"), "it is said before any game is played: {}", ran.err);
    let below = format!("{file}/deeper");
    let ran = look(&folder, &[&game("invariant"), "--games", "20", "-o", &below]).exits(1);
    assert!(ran.err.contains("cannot make the folder"), "{}", ran.err);
}

/// What it says when somebody presses Ctrl-C after a while.
#[cfg(unix)]
fn interrupted(folder: &Folder, arguments: &[&str]) -> String {
    use std::process::{Command, Stdio};
    let mut command = command(&[&["holes", &game("invariant"), "--games", "1000000000"], arguments].concat());
    let child = command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(130));
    String::from_utf8(ran.stdout).expect("UTF-8")
}

// Elsewhere no program can press Ctrl-C for another one alone.
#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_shows_what_was_found() {
    let folder = Folder::new("stopped");
    let json: serde_json::Value = serde_json::from_str(&interrupted(&folder, &["--json"])).expect("the outcome");
    assert_eq!((&json["stopped"], &json["holes"][0]["kind"]), (&true.into(), &"invariant".into()));
    let page = interrupted(&folder, &[]);
    assert!(page.contains("invariant") && page.contains("stopped before its end"), "{page}");
}
