//! A card that leaves out a place which it may leave out names no two places: nothing breaks down over it, and its owner sees it.

use crate::common::{Folder, piped, railwright};

/// A game in which most tickets name one place only.
fn game(folder: &Folder) -> String {
    folder.write(
        "lonely.toml",
        "extends = \"ticket-to-ride\"\nremove = [\"cards.ticket.kinds\"]\ncards.ticket.optional = [\"to\"]\n\
         [cards.ticket.kinds]\n\
         lonely-boston = { count = 30, from = \"boston\", points = 5 }\n\
         denver-el-paso = { from = \"denver\", to = \"el-paso\", points = 4 }\n",
    )
}

#[test]
fn the_board_is_analysed_without_cards_that_name_one_place() {
    let folder = Folder::new("absent-analyse");
    let shown = railwright(&["map", &game(&folder), "--analyse"]).exits(0).out;
    assert!(shown.contains("denver") || shown.contains("Denver"), "{shown}");
    assert!(!shown.contains("lonely-boston") && !shown.contains("lonely boston"), "{shown}");
}

#[test]
fn cards_that_name_one_place_are_printed_like_others() {
    let folder = Folder::new("absent-tickets");
    let sheets = folder.path().join("cards.pdf");
    railwright(&["map", &game(&folder), "--tickets", "-o", sheets.to_str().expect("UTF-8")]).exits(0);
    let pdf = std::fs::read(sheets).expect("the sheets");
    let pages = pdf.windows(12).filter(|bytes| bytes.starts_with(b"/Type /Page") && bytes[11] != b's').count();
    assert_eq!(pages, 2, "31 cards take two sheets");
}

#[test]
fn whoever_has_such_a_card_sees_it() {
    let folder = Folder::new("absent-play");
    let (code, out, err) = piped(&["play", &game(&folder), "--seed", "1"], "keep\n");
    assert_eq!(code, 0, "{err}");
    let own = out.split("offer (3)").nth(1).unwrap_or_else(|| panic!("{out}"));
    assert!(own.lines().take(3).any(|line| line.contains("lonely boston")), "{out}");
    let (_, out, _) = piped(&["play", &game(&folder), "--seed", "1", "--seat", "random", "--seat", "human"], "");
    assert!(!out.lines().any(|line| line.contains("tickets:")), "what another has is not shown:\n{out}");
}

#[test]
fn bots_and_records_take_such_a_card_as_any_other() {
    let folder = Folder::new("absent-sim");
    railwright(&["sim", &game(&folder), "--games", "20", "--check"]).exits(0);
    railwright(&["sim", &game(&folder), "--games", "1", "--bots", "greedy", "--check"]).exits(0);
}
