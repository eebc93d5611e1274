//! Why something is not allowed: the refusal names the file and line that hold the rule.

use crate::common::{Folder, begin};
use railwright_core::id::SeatId;

const CHILD: &str = "extends = \"ticket-to-ride\"\nname = \"Mine\"\n\n[actions.claim]\nwhen = \"trains > 100\"\n";

/// Why a seat may not do something, once tickets are kept.
fn why(game: &str, text: &str) -> String {
    let mut session = begin(game, 2, 1);
    for seat in [SeatId(0), SeatId(1)] {
        session.act(seat, "keep").expect("all tickets may be kept");
    }
    let seat = session.waiting().iter().next().expect("somebody must choose");
    session.explain(seat, text)
}

#[test]
fn a_rule_that_a_child_changes_is_written_in_the_file_of_the_child() {
    let folder = Folder::new("explain");
    let game = folder.file("mine.toml");
    std::fs::write(&game, CHILD).expect("written");
    let said = why(game.to_str().expect("a path"), "claim miami-new-orleans with 6 red");
    assert!(said.contains("trains > 100") && said.contains("mine.toml:5 over games/ticket-to-ride.toml:"), "{said}");
    let said = why(game.to_str().expect("a path"), "keep");
    assert!(said.contains("ticket-to-ride.toml:") && !said.contains("mine.toml"), "nothing of it is changed: {said}");
    let said = why("ticket-to-ride", "claim miami-new-orleans with 6 red");
    assert!(said.contains("; games/ticket-to-ride.toml:") && !said.contains(" over "), "{said}");
}
