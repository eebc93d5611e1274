//! Processes that are killed and disks that are full: no action that was acknowledged is lost.

use crate::common::{Folder, command};
use railwright::core::Random;
use railwright::script::Rhai;
use railwright::session::Session;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

/// A table that somebody plays at.
struct Played {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Played {
    fn at(child: &mut Child) -> Self {
        Played { to: child.stdin.take().expect("piped"), from: BufReader::new(child.stdout.take().expect("piped")) }
    }

    /// The result of a request, if there is a whole answer to it.
    fn ask(&mut self, request: &Value) -> Option<Value> {
        writeln!(self.to, "{request}").ok()?;
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        line.ends_with('\n').then(|| serde_json::from_str::<Value>(&line).expect("a whole line is JSON")["result"].take())
    }

    /// Does something that is legal: who acts and what, and the answer.
    fn act(&mut self, standing: &Value, random: &mut Random) -> Option<(String, Value)> {
        let seat = standing["waiting"].get(0)?;
        let legal = self.ask(&json!({ "method": "legal", "seat": seat }))?;
        let legal = legal["legal"].as_array()?;
        let text = legal.get(random.below(legal.len() as u32) as usize)?.as_str()?.to_owned();
        let answer = self.ask(&json!({ "method": "act", "seat": seat, "do": text }))?;
        Some((text, answer))
    }
}

fn table(file: &Path, seed: u64) -> Child {
    let mut command =
        command(&["serve-stdio", "ticket-to-ride", "--seed", &seed.to_string(), "--save", file.to_str().expect("a path")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs")
}

#[test]
fn a_hundred_games_are_killed_and_no_acknowledged_action_is_lost() {
    let folder = Folder::new("killed");
    let (mut acknowledged_in_all, mut extra) = (0, 0);
    for seed in 0..100 {
        let file = folder.path().join(format!("{seed}.save"));
        let mut random = Random::stream(seed, 9);
        let mut child = table(&file, seed);
        let mut played = Played::at(&mut child);
        let mut standing = played.ask(&json!({ "method": "start" })).expect("it begins");
        let wait = Duration::from_micros(u64::from(random.below(30_000)));
        let killer = std::thread::spawn(move || {
            std::thread::sleep(wait);
            child.kill().expect("it can be killed");
            child.wait().expect("it is dead")
        });
        let mut acknowledged = Vec::new();
        while let Some((text, answer)) = played.act(&standing, &mut random) {
            acknowledged.push(text);
            standing = answer;
        }
        killer.join().expect("the killer ends");
        let (session, _) = Session::resume(&file, None, &Rhai).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let found: Vec<&str> = session.steps().iter().map(|step| step.text.as_str()).collect();
        assert!(
            found.len() >= acknowledged.len() && found.len() <= acknowledged.len() + 1,
            "seed {seed}: {} of {}",
            found.len(),
            acknowledged.len()
        );
        assert_eq!(found[..acknowledged.len()], acknowledged[..], "seed {seed}");
        acknowledged_in_all += acknowledged.len();
        extra += found.len() - acknowledged.len();
    }
    assert!(acknowledged_in_all > 500, "only {acknowledged_in_all} actions were played, {extra} of them not acknowledged");
}

// How large files may be is said in the words of a shell.
#[cfg(unix)]
#[test]
fn a_disk_without_room_is_reported_and_the_game_goes_on() {
    let folder = Folder::new("no-room");
    let file = folder.path().join("game.save");
    let program = env!("CARGO_BIN_EXE_railwright");
    // The largest file this shell and what it starts may write is one block: the same as a disk that fills up. The signal that says so must not end the program.
    let script = "ulimit -f 1; exec \"$0\" serve-stdio ticket-to-ride --save \"$1\"";
    let mut child = std::process::Command::new("sh")
        .args(["-c", script, program, file.to_str().expect("a path")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell runs");
    let mut played = Played::at(&mut child);
    let mut random = Random::new(4);
    let mut standing = played.ask(&json!({ "method": "start" })).expect("it begins");
    let (mut saved, mut unsaved) = (0, 0);
    while let Some((_, answer)) = played.act(&standing, &mut random) {
        standing = answer;
        if standing["saved"] == true {
            assert_eq!(unsaved, 0, "what did not fit still does not");
            saved += 1;
        } else {
            unsaved += 1;
            let warning = standing["warnings"][0].as_str().expect("a warning");
            assert!(warning.contains("not saved") && warning.contains("game.save"), "{warning}");
        }
    }
    assert!(standing["over"].is_string(), "the game is played to its end: {standing}");
    assert!(saved > 3 && unsaved > 3, "{saved} actions are saved, {unsaved} are not");
    played.ask(&json!({ "method": "quit" }));
    child.wait().expect("it ends");
    let (session, warnings) = Session::resume(&file, None, &Rhai).expect("what fitted is there");
    assert_eq!((session.steps().len(), warnings.len()), (saved, 0), "whole lines only");
}
