//! The line interface, driven as a script would.

use crate::common::game;
use railwright_terminal::lines::{self, PlayEnd};
use railwright_terminal::panels::plain;
use std::io::Cursor;

fn play(seats: &[&str], input: &str) -> (String, PlayEnd) {
    let mut game = game("ticket-to-ride", seats, false);
    let mut out = Vec::new();
    let left = lines::play(&mut game, &mut Cursor::new(input), &mut out, false).expect("a buffer can be written");
    (String::from_utf8(out).expect("text"), left)
}

#[test]
fn a_whole_game_by_numbers() {
    let (out, left) = play(&["human", "greedy"], &"1\n".repeat(4000));
    assert_eq!(left, PlayEnd::Over);
    assert!(out.contains("How it ended:") && out.contains("total"), "{}", &out[out.len().saturating_sub(800)..]);
}

#[test]
fn the_end_of_the_input_leaves() {
    let (out, left) =
        play(&["human", "greedy"], "keep\nwhy pass\nnonsense\nmoves draw\ncity denver\nboard\nshow\nlog\n?\nrules\nscore\n99\n");
    assert_eq!(left, PlayEnd::Quit);
    for said in [
        "`pass`",
        "there is no action `nonsense`",
        "draw deck",
        "Kansas City",
        "●",
        "The list has no number 99",
        "undo",
        "TTR-08",
    ] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
}

#[test]
fn several_people_are_asked_in_turn_and_asked_for_consent() {
    let (out, left) = play(&["human", "human"], "keep\nkeep\ndraw deck\nundo\nyes\nno\nundo\nyes\nyes\nquit\n");
    assert_eq!(left, PlayEnd::Quit);
    for said in ["seat 1> ", "seat 2> ", "Does seat 2 agree", "Nothing was taken back.", "Taken back: 1 action."] {
        assert!(out.contains(said), "`{said}` is missing:\n{out}");
    }
}

#[test]
fn bots_alone_play_to_the_end() {
    let (out, left) = play(&["greedy", "random"], "");
    assert_eq!(left, PlayEnd::Over);
    assert!(out.contains("place"));
}

#[test]
fn lines_are_printed_without_styles() {
    let text = plain(&[ratatui::text::Line::from("a  ")]);
    assert_eq!(text, "a\n");
}
