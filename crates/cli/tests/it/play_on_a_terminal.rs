//! `railwright play` as a person uses it: on a pseudo-terminal, with keys.
//!
//! Windows draws its terminals anew before anybody can read them, so that what arrives is not what the program wrote; there the
//! screen itself is tested without a terminal, in `crates/terminal/tests`.
#![cfg(unix)]

#[path = "common/terminal.rs"]
mod terminal;

use crate::common::{Folder, bot, piped, railwright};
use terminal::Terminal;

const GAME: &str = "ticket-to-ride";

fn play(save: &str, columns: u16, rows: u16) -> Terminal {
    Terminal::run(&["play", GAME, "--seed", "7", "--first", "1", "--fast", "--save", save], &[], columns, rows)
}

/// Plays the first move of the list, whatever it is, until the game is over.
fn play_on(terminal: &mut Terminal) {
    let sheet = |screen: &str| screen.contains("How it ended");
    terminal.until("the end", |screen| sheet(screen) || screen.contains("the game is over"), play_a_move);
    // On a slow machine the last move is sent twice, and the second Enter closes the sheet: it opens again.
    let mut waited = 0;
    terminal.until("the sheet", sheet, |terminal| {
        waited += 1;
        if waited % 100 == 0 {
            terminal.send("\r");
        }
    });
}

/// Marks the first move of the list and plays it, if it is this player's turn.
fn play_a_move(terminal: &mut Terminal) {
    if terminal.screen().contains("you to choose") {
        terminal.send("\x1b[B\r");
    }
}

#[test]
fn a_whole_game_with_keys_that_is_resized_left_and_resumed() {
    let folder = Folder::new("play-whole");
    let save = folder.path().join("evening.railwright");
    let save = save.to_str().expect("UTF-8");
    let mut terminal = play(save, 120, 40);
    terminal.shows("Every action is saved in");
    terminal.send("ke\t");
    terminal.shows("seat 1> keep");
    terminal.send("\x1b[B\r");
    terminal.shows("tickets (2)");
    // The bot has kept its tickets, too: how many is seen now, so the choice stands.
    terminal.send("undo\r");
    terminal.shows("chosen in secret");
    terminal.send("\x1b");
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
fn whoever_is_asked_to_end_gives_the_terminal_back() {
    let folder = Folder::new("play-asked-to-end-on-a-screen");
    let save = folder.path().join("evening.railwright");
    let save = save.to_str().expect("UTF-8");
    let mut terminal = play(save, 120, 40);
    terminal.shows("Every action is saved in");
    terminal.signal("-TERM");
    assert_eq!(terminal.exits(), 143);
    assert!(!terminal.is_on_its_own_screen());
    terminal.shows(&format!("railwright play --resume {save}"));
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
    let save = folder.path().join("railwright/ticket-to-ride-1.railwright");
    assert!(save.is_file());
    assert!(!terminal.is_on_its_own_screen());
    assert!(terminal.screen().contains("railwright play --resume"), "{}", terminal.screen());
    let mut terminal = Terminal::run(&["play", "--resume", save.to_str().expect("UTF-8")], &[], 100, 30);
    terminal.shows("tickets (3)");
    // A second game with the same seed does not touch the first, and no name tells the seed.
    let mut other = Terminal::run(&["play", GAME, "--seed", "7", "--plain"], &[("XDG_STATE_HOME", state)], 100, 30);
    other.shows("ticket-to-ride-2.railwright");
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

#[test]
fn on_the_screen_a_bad_program_can_be_asked_again_and_left() {
    let folder = Folder::new("play-program-screen");
    let save = folder.path().join("save");
    let save = save.to_str().expect("UTF-8");
    let bot = bot("nonsense");
    let arguments =
        ["play", GAME, "--seed", "3", "--fast", "--bot-time", "60", "--seat", "human", "--seat", &bot, "--save", save];
    let mut terminal = Terminal::run(&arguments, &[], 120, 40);
    terminal.until("the report", |screen| screen.contains("the bot of seat 2"), play_a_move);
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
