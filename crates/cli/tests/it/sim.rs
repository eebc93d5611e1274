//! `railwright sim`: what it tells, that it is the same whatever the number of threads, and that it can be stopped.

use crate::common::{Folder, railwright};

fn sim(arguments: &[&str]) -> serde_json::Value {
    railwright(&[&["sim", "ticket-to-ride", "--json"], arguments].concat()).exits(0).json()
}

#[test]
fn programs_get_every_figure() {
    let json = sim(&["--games", "50", "--players", "3"]);
    for key in [
        "game",
        "players",
        "threads",
        "games",
        "decisions",
        "seconds",
        "games_per_second",
        "decisions_per_second",
        "seats",
        "ends",
        "failed",
        "failures",
        "stopped",
    ] {
        assert!(!json[key].is_null(), "no {key} in {json:#}");
    }
    assert_eq!((json["players"].as_u64(), json["games"].as_u64(), json["failed"].as_u64()), (Some(3), Some(50), Some(0)));
    let seats = json["seats"].as_array().expect("a list");
    assert_eq!(seats.len(), 3);
    for seat in seats {
        for key in ["seat", "bot", "wins", "shared", "win_share", "interval", "score"] {
            assert!(!seat[key].is_null(), "no {key} in {seat:#}");
        }
        for key in ["mean", "deviation", "margin", "least", "most"] {
            assert!(seat["score"][key].is_number(), "no score.{key} in {seat:#}");
        }
        let (low, high) = (seat["interval"][0].as_f64().expect("low"), seat["interval"][1].as_f64().expect("high"));
        assert!((low..=high).contains(&seat["win_share"].as_f64().expect("a share")), "{seat:#}");
    }
    let shares: f64 = seats.iter().filter_map(|seat| seat["win_share"].as_f64()).sum();
    assert!((shares - 100.0).abs() < 0.001, "the shares are all of the games: {shares}");
    let ends: u64 = json["ends"].as_object().expect("an object").values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(ends, 50);
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_time() {
    let plain = |threads: &str| {
        let mut json = sim(&["--games", "70", "--seed", "7", "--threads", threads]);
        for key in ["threads", "seconds", "games_per_second", "decisions_per_second"] {
            json[key].take();
        }
        json
    };
    let one = plain("1");
    assert_eq!(one, plain("2"));
    assert_eq!(one, plain("5"));
    assert_ne!(one["seats"], sim(&["--games", "70", "--seed", "8"])["seats"], "another seed, other games");
}

#[test]
fn people_get_a_table() {
    let ran = railwright(&["sim", "ticket-to-ride", "--games", "40", "--bots", "greedy,random", "--check"]).exits(0);
    for part in ["2 players, 40 games", "greedy", "random", "95 %", "±", "legal actions", "last turns played", "games/s"] {
        assert!(ran.out.contains(part), "no {part} in\n{}", ran.out);
    }
    assert!(ran.err.is_empty(), "nothing is drawn where there is no terminal: {}", ran.err);
}

#[test]
fn bots_are_named_for_all_seats_or_for_each() {
    let json = sim(&["--games", "5", "--players", "4", "--bots", "greedy"]);
    assert!(json["seats"].as_array().expect("a list").iter().all(|seat| seat["bot"] == "greedy"));
    let wrong = ["sim", "ticket-to-ride", "--players", "4", "--bots", "greedy,random"];
    assert!(railwright(&wrong).exits(2).err.contains("2 bots for 4 players"));
    let json = sim(&["--games", "5", "--seat", "greedy", "--seat", "random", "--seat", "random"]);
    assert_eq!((json["players"].as_u64(), &json["seats"][0]["bot"]), (Some(3), &"greedy".into()));
    assert!(railwright(&["sim", "ticket-to-ride", "--seat", "greedy", "--bots", "random"]).exits(2).err.contains("--bots"));
    let unknown = railwright(&["sim", "ticket-to-ride", "--bots", "gready"]).exits(2);
    assert!(unknown.err.contains("did you mean `greedy`?"), "{}", unknown.err);
}

#[test]
fn a_game_that_breaks_its_own_invariants_fails() {
    let folder = Folder::new("invariant");
    let game = folder.write("short.toml", "extends = \"ticket-to-ride\"\ninvariants.trains = \"trains >= 44\"\n");
    railwright(&["sim", &game, "--games", "3"]).exits(0);
    let ran = railwright(&["sim", &game, "--games", "30", "--check", "--json"]).exits(1);
    let json = ran.json();
    assert_eq!((json["failed"].as_u64(), json["games"].as_u64()), (Some(30), Some(0)));
    assert!(json["failures"][0]["message"].as_str().expect("a message").contains("trains"), "{json:#}");
    let shown = railwright(&["sim", &game, "--games", "30", "--check"]).exits(1).out;
    assert!(shown.contains("30 games failed"), "{shown}");
}

/// A signal is heeded within a decision, not after one that takes minutes; what was finished is shown.
#[cfg(unix)]
#[test]
fn a_long_game_is_left_when_the_program_is_asked_to_end() {
    let arguments = ["sim", "ticket-to-ride", "--games", "50", "--bots", "search:100000000", "--threads", "1", "--json"];
    crate::common::asked_to_end(&arguments, |shown| {
        assert_eq!(shown["failed"], 0, "{shown}");
        assert!(shown["games"].as_u64().is_some_and(|games| games < 50), "{shown}");
    });
}

// Elsewhere no program can press Ctrl-C for another one alone.
#[cfg(unix)]
#[test]
fn an_interrupt_stops_and_shows_what_was_played() {
    use std::process::{Command, Stdio};
    let mut command = crate::common::command(&["sim", "ticket-to-ride", "--games", "1000000000", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(800));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(130));
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("the outcome");
    assert_eq!(json["stopped"], true);
    assert!(json["games"].as_u64().expect("a number") > 0);
}
