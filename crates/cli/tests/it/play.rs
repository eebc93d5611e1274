//! `railwright play` through pipes, line by line; `play_on_a_terminal.rs` has it with keys and a screen.

use crate::common::{Folder, PYTHON, bot, piped, railwright, repository};

const GAME: &str = "ticket-to-ride";

#[test]
fn through_a_pipe_a_game_is_left_resumed_and_ended() {
    let folder = Folder::new("play-piped");
    let save = folder.path().join("game.railwright");
    let save = save.to_str().expect("UTF-8");
    let (code, out, err) = piped(&["play", GAME, "--seed", "3", "--save", save], "keep\n1\n1\n1\nwhy nonsense\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("there is no action `nonsense`"), "{out}");
    assert!(err.contains(&format!("railwright play --resume {save}")), "{err}");
    let (code, out, err) = piped(&["play", "--resume", save], &"1\n".repeat(3000));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("How it ended"), "{out}");
    assert!(err.contains("Resumed after") && err.contains("The whole game is in"), "{err}");
    let (code, _, err) = piped(&["play", GAME, "--save", save], "");
    assert_eq!(code, 2, "a game is not overwritten: {err}");
}

#[test]
fn a_program_sits_at_a_seat_and_a_bad_one_is_reported_with_the_game_kept() {
    let folder = Folder::new("play-program");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let against = |bot: &str, save: &str, more: &[&str]| {
        let arguments = ["play", GAME, "--seed", "3", "--seat", "human", "--seat", bot, "--save", save];
        piped(&[&arguments[..], more].concat(), &"1\n".repeat(3000))
    };
    let (code, out, err) = against(&bot(""), &file("good"), &["--bot-time", "60"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("How it ended") && out.contains("seat 2: claim"), "{out}");
    for (mode, time, fault) in
        [("crash", "60", "ended without an answer"), ("slow", "5", "took too long"), ("illegal", "60", "may not choose")]
    {
        let save = file(mode);
        let (code, out, err) = against(&bot(mode), &save, &["--bot-time", time]);
        assert_eq!(code, 1, "{mode}: {out}{err}");
        for part in ["the bot of seat 2", fault, &format!("railwright play --resume {save}")] {
            assert!(err.contains(part), "{mode}: no {part} in\n{err}");
        }
        // What it holds is in what it was asked, and may be in what it said.
        assert!(
            !err.contains("asked: {") && !err.contains("a fault of the bot") && !err.contains("win the game"),
            "{mode}: {err}"
        );
        let kept = railwright(&["replay", &save, "--json"]).exits(0).json();
        assert!(kept["actions"].as_u64().expect("a number") > 4, "{mode}: {}", kept["actions"]);
    }
}

#[test]
fn a_save_starts_no_program_unless_that_is_wanted() {
    let folder = Folder::new("play-trust");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (save, ran) = (file("save"), file("ran"));
    // It leaves a trace and then plays as the others do.
    let trace = "import runpy, sys\nopen(sys.argv[1], 'w').close()\ndel sys.argv[:2]\nrunpy.run_path(sys.argv[0])\n";
    let trace = folder.write("trace.py", trace);
    let bot = format!("cmd:{PYTHON} '{trace}' '{ran}' '{}'", repository("tests/protocol/bot.py").display());
    let begun = ["play", GAME, "--seed", "3", "--seat", "human", "--seat", &bot, "--save", &save, "--bot-time", "60"];
    let (code, _, err) = piped(&begun, "1\n1\n");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains(&format!("railwright play --resume {save} --run-programs")), "{err}");
    std::fs::remove_file(&ran).expect("the program had run");
    for command in ["play", "serve-stdio"] {
        let refused = railwright(&[command, "--resume", &save]).exits(1);
        assert!(refused.err.contains("bot.py") && refused.err.contains("--run-programs starts them"), "{}", refused.err);
        assert!(!std::path::Path::new(&ran).exists(), "{command} ran it");
    }
    let (code, out, err) = piped(&["play", "--resume", &save, "--run-programs", "--bot-time", "60"], &"1\n".repeat(3000));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("How it ended") && std::path::Path::new(&ran).exists(), "{out}");
    assert!(railwright(&["play", GAME, "--run-programs"]).exits(2).err.contains("--run-programs"));
}

#[test]
fn wrong_command_lines_say_what_is_right() {
    let gone = railwright(&["play", "--resume", "no-such-file"]);
    assert!(gone.code != 0 && gone.err.contains("no-such-file"), "{}", gone.err);
    railwright(&["play"]).exits(2);
    assert!(railwright(&["play", GAME, "--seat", "gready"]).exits(2).err.contains("greedy"));
    railwright(&["play", GAME, "--players", "2", "--seat", "human", "--seat", "human", "--seat", "human"]).exits(2);
    railwright(&["play", GAME, "--players", "7"]).exits(2);
}

/// Whoever is asked to end says how to go on, and ends with the code of the signal: nothing that was done is lost.
#[cfg(unix)]
#[test]
fn a_game_that_is_asked_to_end_says_how_to_go_on() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    let folder = Folder::new("play-asked-to-end");
    for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        let save = folder.path().join(format!("game{signal}.railwright"));
        let save = save.to_str().expect("UTF-8");
        let mut child = crate::common::command(&["play", GAME, "--seed", "3", "--first", "1", "--save", save])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"keep\n").expect("it reads");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert!(lines.any(|line| line.expect("text").contains("tickets (3)")), "the choice is carried out");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{signal}");
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert!(said.contains(&format!("Go on with: railwright play --resume {save}")), "{signal}: {said}");
        let (code, _, said) = piped(&["play", "--resume", save], "");
        assert!(code == 0 && said.contains("Resumed after 2 actions"), "{signal}: {said}");
    }
}
