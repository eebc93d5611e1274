//! `railwright play` as a person uses it: on a pseudo-terminal with keys, and through pipes line by line.

mod common;
#[path = "common/terminal.rs"]
mod terminal;

use common::{Folder, command, python, railwright, repository};
use std::io::Write;
use std::process::Stdio;
use terminal::Terminal;

const GAME: &str = "ticket-to-ride";

fn play(save: &str, columns: u16, rows: u16) -> Terminal {
    Terminal::run(&["play", GAME, "--seed", "7", "--first", "1", "--fast", "--save", save], &[], columns, rows)
}

/// Plays the first move of the list, whatever it is, until the game is over.
fn play_on(terminal: &mut Terminal) {
    let over = |screen: &str| screen.contains("How it ended");
    terminal.until("the end", over, |terminal| terminal.send("\r\r\r\r"));
}

#[test]
fn a_whole_game_with_keys_that_is_resized_taken_back_left_and_resumed() {
    let folder = Folder::new("play-whole");
    let save = folder.path().join("evening.railwright");
    let save = save.to_str().expect("UTF-8");
    let mut terminal = play(save, 120, 40);
    terminal.shows("Every action is saved in");
    terminal.send("keep\r");
    terminal.shows("tickets (3)");
    terminal.send("undo\r");
    terminal.shows("offer (3)");
    terminal.send("\x1b");
    terminal.send("keep wi\t");
    terminal.shows("seat 1> keep without");
    terminal.send("\r");
    terminal.shows("tickets (2)");
    terminal.resize(40, 12);
    terminal.shows(" Moves  Board  Yours  Table  Log");
    terminal.send("dr\x1b[B\r");
    // The narrow window cuts "in the middle of draw" short.
    terminal.shows("you to choose · in th");
    terminal.resize(130, 44);
    terminal.shows("What happened");
    terminal.send("claim portland-seattle\r");
    terminal.shows("Not now");
    terminal.send("\x1b\x1b");
    terminal.send("quit\r");
    assert_eq!(terminal.exits(), 0);
    assert!(!terminal.is_on_its_own_screen());
    terminal.shows(&format!("railwright play --resume {save}"));

    let mut terminal = Terminal::run(&["play", "--resume", save, "--fast"], &[], 120, 40);
    terminal.shows("in the middle of draw");
    play_on(&mut terminal);
    terminal.send("\x03");
    assert_eq!(terminal.exits(), 0);
    terminal.shows("The whole game is in");

    let mut terminal = Terminal::run(&["play", "--resume", save], &[], 80, 24);
    terminal.shows("The game is over");
    terminal.send("\x03");
    assert_eq!(terminal.exits(), 0);
}

#[test]
fn ctrl_c_keeps_the_game_in_the_default_place() {
    let folder = Folder::new("play-interrupted");
    let state = folder.path().to_str().expect("UTF-8");
    let mut terminal = Terminal::run(&["play", GAME, "--seed", "7", "--fast"], &[("XDG_STATE_HOME", state)], 100, 30);
    terminal.shows("Every action is saved in");
    terminal.send("keep\r");
    terminal.shows("tickets (3)");
    terminal.send("\x03");
    assert_eq!(terminal.exits(), 0);
    let save = folder.path().join("railwright/ticket-to-ride-7.railwright");
    assert!(save.is_file());
    assert!(!terminal.is_on_its_own_screen());
    assert!(terminal.screen().contains("railwright play --resume"), "{}", terminal.screen());
    let mut terminal = Terminal::run(&["play", "--resume", save.to_str().expect("UTF-8")], &[], 100, 30);
    terminal.shows("tickets (3)");
    // A second game with the same seed does not touch the first.
    let mut other = Terminal::run(&["play", GAME, "--seed", "7", "--plain"], &[("XDG_STATE_HOME", state)], 100, 30);
    other.shows("ticket-to-ride-7-2.railwright");
}

#[test]
fn no_color_means_no_color() {
    for (variables, colored) in [(&[("NO_COLOR", "1")][..], false), (&[], true)] {
        let folder = Folder::new(if colored { "play-color" } else { "play-no-color" });
        let save = folder.path().join("save");
        let arguments = ["play", GAME, "--seed", "7", "--save", save.to_str().expect("UTF-8")];
        let mut terminal = Terminal::run(&arguments, variables, 120, 40);
        terminal.shows("hand (4)");
        assert_eq!(terminal.raw().contains("\x1b[38;5;"), colored);
    }
}

#[test]
fn bots_can_be_watched_and_stopped() {
    let folder = Folder::new("play-watched");
    let save = folder.path().join("save");
    let save = save.to_str().expect("UTF-8");
    let mut terminal =
        Terminal::run(&["play", GAME, "--seed", "7", "--seat", "greedy", "--seat", "random", "--save", save], &[], 120, 40);
    terminal.shows("greedy");
    terminal.send(" ");
    terminal.shows("Stopped before seat");
    terminal.send("\r");
    terminal.send(" quit\r");
    assert_eq!(terminal.exits(), 0);
}

/// Runs the program with that input.
fn piped(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may leave before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input was written");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

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

/// A program at a seat; a mode makes it misbehave after a few proper answers.
fn program(mode: &str) -> String {
    python();
    format!("cmd:python3 '{}' {mode}", repository("tests/protocol/bot.py").display())
}

#[test]
fn a_program_sits_at_a_seat_and_a_bad_one_is_reported_with_the_game_kept() {
    let folder = Folder::new("play-program");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let against = |bot: &str, save: &str, more: &[&str]| {
        let arguments = ["play", GAME, "--seed", "3", "--seat", "human", "--seat", bot, "--save", save];
        piped(&[&arguments[..], more].concat(), &"1\n".repeat(3000))
    };
    let (code, out, err) = against(&program(""), &file("good"), &["--bot-time", "60"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("How it ended") && out.contains("seat 2: claim"), "{out}");
    for (mode, time, fault) in
        [("crash", "60", "a fault of the bot"), ("slow", "1", "took longer than 1 s"), ("illegal", "60", "win the game")]
    {
        let save = file(mode);
        let (code, out, err) = against(&program(mode), &save, &["--bot-time", time]);
        assert_eq!(code, 1, "{mode}: {out}{err}");
        for part in ["the bot of seat 2", fault, "asked: {", &format!("railwright play --resume {save}")] {
            assert!(err.contains(part), "{mode}: no {part} in\n{err}");
        }
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
    let bot = format!("cmd:touch '{ran}' && exec {}", &program("")["cmd:".len()..]);
    let bot = format!("cmd:sh -c \"{}\"", &bot["cmd:".len()..]);
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
fn on_the_screen_a_bad_program_can_be_asked_again_and_left() {
    let folder = Folder::new("play-program-screen");
    let save = folder.path().join("save");
    let save = save.to_str().expect("UTF-8");
    let bot = program("nonsense");
    let arguments =
        ["play", GAME, "--seed", "3", "--fast", "--bot-time", "60", "--seat", "human", "--seat", &bot, "--save", save];
    let mut terminal = Terminal::run(&arguments, &[], 120, 40);
    terminal.until("the report", |screen| screen.contains("the bot of seat 2"), |terminal| terminal.send("\r"));
    terminal.until("how to go on", |screen| screen.contains("Enter asks it again"), |_| {});
    terminal.send("\x1b");
    terminal.send("quit\r");
    assert_eq!(terminal.exits(), 0);
    terminal.shows(&format!("railwright play --resume {save}"));
    railwright(&["replay", save]).exits(0);
}

#[test]
fn a_game_that_is_being_played_cannot_be_played_a_second_time() {
    let folder = Folder::new("play-twice");
    let save = folder.path().join("save");
    let save = save.to_str().expect("UTF-8");
    let mut terminal = play(save, 100, 30);
    terminal.shows("offer (3)");
    let second = railwright(&["play", "--resume", save]).exits(1);
    assert!(second.err.contains("is being played in another window"), "{}", second.err);
    railwright(&["replay", save]).exits(0);
    terminal.send("\x03");
    assert_eq!(terminal.exits(), 0);
    let (code, _, err) = piped(&["play", "--resume", save], "");
    assert_eq!(code, 0, "{err}");
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
