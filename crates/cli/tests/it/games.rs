//! `railwright games` and what holds for every command.

use crate::common::{command, railwright};
use std::io::Read;
use std::process::Stdio;

#[test]
fn games_shows_every_bundled_game_under_its_family() {
    let shown = railwright(&["games"]).exits(0).out;
    let line = |id: &str| shown.lines().position(|line| line.starts_with(&format!("{id} "))).expect("a line for the game");
    let text = shown.lines().nth(line("ticket-to-ride")).expect("the line");
    for part in ["2–5", "60", "published", "destination tickets"] {
        assert!(text.contains(part), "{text}");
    }
    // A variant stands below what it changes, a game of another family apart from both.
    let family = |name: &str| shown.lines().position(|line| line == name).expect("a heading for the family");
    assert!(family("Ticket to Ride") < line("ticket-to-ride") && line("ticket-to-ride") < line("india"));
    assert!(line("santa-fe-rails") < family("Ticket to Ride") && family("Santa Fe Rails") < line("santa-fe-rails-terrain"));
}

#[test]
fn games_for_programs_says_the_same_and_where_boards_come_from() {
    let games = railwright(&["games", "--json"]).exits(0).json();
    let game = games.as_array().expect("a list").iter().find(|game| game["id"] == "ticket-to-ride").expect("the game");
    assert_eq!(game["players"], serde_json::json!([2, 5]));
    assert_eq!(game["map"], "usa");
    assert_eq!(game["provenance"], "published");
    assert!(game["provenance_note"].as_str().is_some_and(|note| !note.is_empty()));
    for game in games.as_array().expect("a list") {
        for key in ["name", "summary", "family", "map", "map_name", "provenance"] {
            assert!(game[key].as_str().is_some_and(|text| !text.is_empty()), "{} has no {key}", game["id"]);
        }
        assert!(game["minutes"].as_i64().is_some_and(|minutes| minutes > 0), "{}: {}", game["id"], game["minutes"]);
    }
}

#[test]
fn a_wrong_command_line_is_explained_and_exits_2() {
    for wrong in [&["gmaes"][..], &["games", "--jsno"], &["sim"], &["sim", "ticket-to-ride", "--games", "many"], &[]] {
        let ran = railwright(wrong).exits(2);
        assert!(
            ran.out.is_empty() && (ran.err.contains("Usage") || ran.err.contains("a whole number is needed")),
            "{wrong:?}: {}",
            ran.err
        );
    }
    assert!(railwright(&["gmaes"]).err.contains("games"), "the nearest command is named");
}

#[test]
fn every_command_has_help_with_examples() {
    for name in ["games", "check", "resolve", "sim", "test"] {
        let help = railwright(&[name, "--help"]).exits(0).out;
        assert!(help.contains("Examples:") && help.contains(&format!("railwright {name}")), "{help}");
    }
    assert!(railwright(&["--version"]).exits(0).out.starts_with("railwright "));
}

#[test]
fn colour_is_for_terminals_or_on_demand() {
    assert!(!railwright(&["games"]).out.contains('\x1b'));
    assert!(railwright(&["games", "--color", "always"]).out.contains('\x1b'));
    assert!(!railwright(&["--color", "never", "games"]).out.contains('\x1b'));
    assert!(railwright(&["--color=always", "gmaes"]).err.contains('\x1b'));
    assert!(!railwright(&["sim", "nowhere"]).err.contains('\x1b'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child =
        command(&["resolve", "ticket-to-ride"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("it can be read");
    assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""));
}

// The device that is always full is Linux's own.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("there is /dev/full");
    let ran = command(&["games"]).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("error: cannot write the output"));
}
