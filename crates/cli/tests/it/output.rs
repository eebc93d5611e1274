//! What is shown: a file of somebody else moves no cursor, sets no title and becomes no markup.

use crate::common::{Folder, piped, railwright};

/// A name that would clear the screen, set the title of the window, and be a tag and two cells.
const NAME: &str = "\\u001b[2J\\u001b]0;owned\\u0007\\u009b2J<script>alert(1)</script>|x";

/// Asserts that nothing in a text does anything to a terminal but break lines and set colours.
#[track_caller]
fn is_plain(text: &str) {
    let rest = text.replace("\u{1b}[0m", "").replace("\u{1b}[1m", "").replace("\u{1b}[2m", "");
    let shown: String = rest.chars().filter(|c| !matches!(c, '\n' | '\t')).collect();
    assert!(!shown.contains(|c: char| c.is_control()), "{text:?}");
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let folder = Folder::new("control");
    let game = folder.write("mine.toml", &format!("extends = \"ticket-to-ride\"\nname = \"{NAME}\"\n"));
    let wrong = folder.write("wrong.toml", "extends = \"ticket-to-ride\"\nname = \"a\u{1b}[2Jb\"\n\"\\u001b]0;x\\u0007\" = 1\n");
    let mut seen = 0;
    for arguments in [
        &["sim", &game, "--games", "1"][..],
        &["sim", &game, "--games", "1", "--json"],
        &["check", &game],
        &["check", &wrong],
        &["check", &wrong, "--json"],
        &["diff", "ticket-to-ride", &game],
        &["resolve", &game],
        &["explain", "\u{1b}[2J"],
        &["play", "\u{1b}[2J.toml"],
    ] {
        let ran = railwright(arguments);
        is_plain(&ran.out);
        is_plain(&ran.err);
        seen += usize::from((ran.out + ran.err.as_str()).contains("owned"));
    }
    assert!(seen > 0, "the name is nowhere to be seen");
    let save = folder.path().join("game.save").display().to_string();
    let (_, out, err) = piped(&["play", &game, "--plain", "--save", &save], "help\nquit\n");
    is_plain(&out);
    is_plain(&err);
    assert!(out.contains("owned"), "{out}");
    let replayed = railwright(&["replay", &save]).exits(0);
    is_plain(&replayed.out);
}

#[test]
fn a_rulebook_has_no_tags_of_its_author() {
    let folder = Folder::new("tags");
    let text = format!("extends = \"ticket-to-ride\"\nname = \"{NAME}\"\nsummary = \"[x](javascript:alert(1)) <img src=x>\"\n");
    let page = railwright(&["rules", &folder.write("mine.toml", &text)]).exits(0).out;
    is_plain(&page);
    for part in ["<script", "<img", "x](javascript"] {
        assert!(!page.contains(part), "{part} in\n{page}");
    }
    assert!(page.contains("&lt;script>") && page.contains("&lt;img"), "{page}");
}
