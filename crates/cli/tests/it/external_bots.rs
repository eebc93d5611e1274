//! Bots that are programs of somebody else: in `sim` and at a table, well-behaved and not.

use crate::common;
use crate::common::{Folder, PYTHON, bot, python, railwright, repository};
use crate::schema;
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

fn sim(bots: &str, games: &str, more: &[&str]) -> common::Ran {
    railwright(&[&["sim", "ticket-to-ride", "--json", "--games", games, "--bots", bots], more].concat())
}

#[test]
fn a_python_bot_plays_in_sim_the_same_on_any_number_of_threads() {
    let bots = format!("{},random", bot(""));
    let seats = |threads: &str| {
        let json = sim(&bots, "6", &["--threads", threads]).exits(0).json();
        assert_eq!((json["games"].as_u64(), json["failed"].as_u64()), (Some(6), Some(0)), "{json:#}");
        json["seats"].clone()
    };
    let one = seats("1");
    assert_eq!(one, seats("3"));
    assert!(one[0]["bot"].as_str().expect("a name").starts_with("cmd:python"));
    assert!(one[0]["wins"].as_u64().expect("a number") >= 4, "it claims, the other does anything: {one:#}");
}

#[test]
fn what_a_bot_does_wrong_is_reported_in_full() {
    for (mode, fault, complaint) in [
        ("exit", "exit status: 3", "nothing"),
        ("crash", "exit status: 1", "RuntimeError: a fault of the bot"),
        ("slow", "took longer than 0.3 s", "nothing"),
        ("nonsense", "is not JSON", "nothing"),
        ("illegal", "`win the game`, which is not one of", "nothing"),
        ("number", "chose 100000", "nothing"),
        ("silent", "without an answer", ""),
        ("flood", "on one line", ""),
        ("chatty", "JSON", "nothing"),
    ] {
        let command = bot(mode);
        // A bot needs its time to start; only the slow one is to be caught by the clock.
        let time = if mode == "slow" { "0.3" } else { "20" };
        let ran = sim(&format!("random,{command}"), "1", &["--threads", "1", "--bot-time", time]);
        let json = ran.exits(1).json();
        assert_eq!(json["failed"], 1, "{json:#}");
        let message = json["failures"][0]["message"].as_str().expect("a message");
        for part in ["the bot of seat 2", fault, complaint, &command["cmd:".len()..], "asked: {", "standard error"] {
            assert!(message.contains(part), "{mode}: no {part} in\n{message}");
        }
    }
    let missing = sim("random,cmd:no-such-program-anywhere", "1", &[]).exits(1).json();
    let message = missing["failures"][0]["message"].as_str().expect("a message");
    assert!(message.contains("cannot be started") && message.contains("no-such-program-anywhere"), "{message}");
}

#[test]
fn a_command_with_commas_in_it_is_a_seat_of_its_own() {
    let command = format!("{} '' 'a,b'", bot(""));
    let ran = railwright(&["sim", "ticket-to-ride", "--json", "--games", "1", "--seat", &command, "--seat", "random"]);
    let json = ran.exits(0).json();
    assert_eq!((json["games"].as_u64(), json["seats"][0]["bot"].as_str()), (Some(1), Some(command.as_str())));
}

#[test]
fn a_simulation_gives_up_on_a_bot_that_spoils_every_game() {
    let json = sim("random,cmd:no-such-program-anywhere", "1000", &[]).exits(1).json();
    let failed = json["failed"].as_u64().expect("a number");
    assert!((10..100).contains(&failed) && json["stopped"] == true, "{json:#}");
    assert!(railwright(&["sim", "ticket-to-ride", "--bots", "cmd:"]).exits(2).err.contains("no such bot"));
    assert!(railwright(&["sim", "ticket-to-ride", "--bot-time", "never"]).exits(2).err.contains("number of seconds"));
}

/// Plays one seat by always choosing the first legal action, for some actions; gives the last answer.
fn play_beside(bot: &str, file: &str, actions: usize) -> Value {
    let mut command =
        common::command(&["serve-stdio", "ticket-to-ride", "--seat", "human", "--seat", bot, "--save", file, "--bot-time", "20"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut to = child.stdin.take().expect("piped");
    let mut from = std::io::BufReader::new(child.stdout.take().expect("piped"));
    let mut ask = |request: Value| {
        writeln!(to, "{request}").expect("it reads");
        let mut line = String::new();
        std::io::BufRead::read_line(&mut from, &mut line).expect("it answers");
        serde_json::from_str::<Value>(&line).expect("JSON")["result"].take()
    };
    let mut last = ask(serde_json::json!({ "method": "start", "seed": 5 }));
    for _ in 0..actions {
        let legal = ask(serde_json::json!({ "method": "legal", "seat": 1 }));
        let Some(first) = legal["legal"].get(0) else { break };
        last = ask(serde_json::json!({ "method": "act", "seat": 1, "do": first }));
    }
    drop(to);
    child.wait().expect("it ends");
    last
}

#[test]
fn a_python_bot_sits_at_a_table_and_a_bad_one_leaves_the_game_saved() {
    let folder = Folder::new("beside");
    let good = folder.path().join("good.save");
    let last = play_beside(&bot(""), good.to_str().expect("a path"), 15);
    assert_eq!((last["warnings"].as_array().map(Vec::len), &last["saved"]), (Some(0), &true.into()), "{last:#}");
    assert!(last["steps"].as_u64().expect("a number") > 16);
    let bad = folder.path().join("bad.save");
    let last = play_beside(&bot("crash"), bad.to_str().expect("a path"), 15);
    let warning = last["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("the bot of seat 2 ended without an answer"), "{warning}");
    // What it was asked has its hand and tickets in it, and what it wrote may: that is not for the other seat.
    for secret in ["a fault of the bot", "\"view\"", "legal", "asked: {"] {
        assert!(!warning.contains(secret), "{warning}");
    }
    let ran = railwright(&["replay", bad.to_str().expect("a path"), "--json"]).exits(0).json();
    assert_eq!(ran["actions"], last["steps"], "everything before is saved");
}

/// Writes everything that is said to it into a file, and chooses the first action.
const RECORDER: &str = "
import json, sys
out = open(sys.argv[1], 'a')
for line in sys.stdin:
    out.write(line)
    out.flush()
    if 'legal' in json.loads(line):
        print('{\"choose\": 0}', flush=True)
";

#[test]
fn what_is_said_to_bots_is_as_the_schema_says_and_no_more_than_their_seat_sees() {
    let folder = Folder::new("recorder");
    let (script, heard) = (folder.write("recorder.py", RECORDER), folder.path().join("heard"));
    python();
    let bots = format!("cmd:{PYTHON} '{script}' '{}',random", heard.display());
    sim(&bots, "1", &["--threads", "1", "--bot-time", "20"]).exits(0);
    let schema = schema::Schema::read(&repository("docs/protocol.schema.json"));
    let text = std::fs::read_to_string(heard).expect("it heard something");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() > 20 && !lines[0]["start"].is_null() && !lines.last().expect("a line")["end"].is_null());
    for line in &lines {
        assert_eq!(schema.wrong("to_bot", line), None);
        for zone in line["view"]["zones"]["hand"].as_array().into_iter().flatten() {
            assert_eq!(zone.get("cards").is_some(), zone["owner"] == "seat 1", "{zone}");
        }
        for event in line["events"].as_array().into_iter().flatten().filter(|event| event["event"] == "moved") {
            let hidden = event["to"]["owner"] == "seat 2" && event["from"]["zone"] == "deck";
            assert!(!hidden || event.get("card").is_none(), "{event}");
        }
    }
}

/// What a bot that writes down everything was told at the beginning of each game.
fn seeds_told(run: impl FnOnce(&str)) -> Vec<u64> {
    let folder = Folder::new("seeds");
    let (script, heard) = (folder.write("recorder.py", RECORDER), folder.path().join("heard"));
    python();
    run(&format!("cmd:{PYTHON} '{script}' '{}'", heard.display()));
    let text = std::fs::read_to_string(heard).expect("it heard something");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter_map(|line| line["start"]["seed"].as_u64()).collect()
}

#[test]
fn what_a_bot_is_told_of_chance_is_no_function_of_the_games_seed() {
    let simulated = |seed: &str| {
        seeds_told(|bot| {
            drop(sim(&format!("{bot},random"), "2", &["--threads", "1", "--bot-time", "20", "--seed", seed]).exits(0))
        })
    };
    let told = simulated("7");
    assert_eq!(told, simulated("18446744073709551615"), "whatever the seed is, the bot is told the same");
    assert!(told.len() == 2 && told[0] != told[1], "each game has its own: {told:?}");
    let at_a_table = || {
        seeds_told(|bot| {
            let mut command =
                common::command(&["serve-stdio", "ticket-to-ride", "--seat", bot, "--seat", "human", "--seed", "7"]);
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
            child.stdin.take().expect("piped").write_all(b"{\"method\":\"start\"}").expect("it reads");
            child.wait().expect("it ends");
        })
    };
    assert_ne!(at_a_table(), at_a_table(), "at a table nobody could know it beforehand");
}

/// Starts a program of its own that outlives it unless it is ended, writes down its number, and plays on or ends.
#[cfg(unix)]
const PARENT: &str = "
import json, subprocess, sys
child = subprocess.Popen(['sleep', '600'])
open(sys.argv[1], 'w').write(str(child.pid))
for line in sys.stdin:
    if sys.argv[2] == 'crash':
        sys.exit(3)
    if 'legal' in json.loads(line):
        print('{\"choose\": 0}', flush=True)
";

// Elsewhere there are no process groups.
#[cfg(unix)]
#[test]
fn what_a_bot_started_ends_with_it() {
    let folder = Folder::new("family");
    let script = folder.write("parent.py", PARENT);
    python();
    for (mode, code) in [("well", 0), ("crash", 1)] {
        let number = folder.path().join(mode);
        let bots = format!("cmd:{PYTHON} '{script}' '{}' {mode},random", number.display());
        sim(&bots, "1", &["--threads", "1", "--bot-time", "20"]).exits(code);
        let number = std::fs::read_to_string(number).expect("it was started");
        let is_there = || {
            let state = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let alive = std::process::Command::new("kill").args(["-0", &number]).stderr(Stdio::null()).status();
            // What nobody has taken leave of is dead all the same.
            alive.is_ok_and(|status| status.success()) && !state.contains(") Z ")
        };
        let begun = std::time::Instant::now();
        while is_there() && begun.elapsed().as_secs() < 10 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(!is_there(), "{mode}: {number} is still there");
    }
}
