//! `railwright map --suggest-tickets`: a deck to be pasted, or written into the file of the board.

use crate::common::{Folder, railwright, railwright_in, repository};

const GAME: &str = "format = 1\nextends = \"skerry-lights\"\nname = \"Mine\"\nmap = \"mine\"\n";

/// The board of Skerry Lights as one's own.
fn own(folder: &Folder) -> (String, String) {
    let map = std::fs::read_to_string(repository("maps/skerry-lights.toml")).expect("a map");
    (folder.write("mine.toml", GAME), folder.write("maps/mine.toml", &map))
}

#[test]
fn a_deck_is_shown_as_toml_with_what_can_be_said_of_it() {
    let shown = railwright(&["map", "skerry-lights", "--suggest-tickets", "20"]).exits(0).out;
    assert!(shown.starts_with("# 20 tickets; 13 of 13 cities are named, each "), "{shown}");
    let table = shown.split("[cards.errand.kinds]\n").nth(1).expect("a table");
    assert_eq!(table.lines().count(), 20);
    assert!(table.lines().all(|line| line.contains("points = ") && line.contains("# meets ")), "{table}");
    assert_eq!(railwright(&["map", "skerry-lights", "--suggest-tickets", "20"]).exits(0).out, shown, "the same seed");
    let json = railwright(&["map", "skerry-lights", "--suggest-tickets", "20", "--json"]).exits(0).json();
    assert_eq!((&json["toml"], json["tickets"].as_array().map(Vec::len)), (&shown.as_str().into(), Some(20)));
    assert_eq!(json["tickets"][0]["worth"], json["tickets"][0]["shortest"]);
}

#[test]
fn written_into_the_board_it_can_be_played_and_nothing_else_changes() {
    let folder = Folder::new("tickets-written");
    let (game, map) = own(&folder);
    let before = std::fs::read_to_string(&map).expect("a map");
    let ran = railwright(&["map", &game, "--suggest-tickets", "18", "--seed", "3", "--write"]).exits(0);
    assert!(ran.out.contains("18 tickets") && ran.out.contains("wrote"), "{}", ran.out);
    let after = std::fs::read_to_string(&map).expect("a map");
    let (head, _) = before.split_once("[cards.errand.kinds]").expect("tickets");
    assert!(after.starts_with(head), "what stands before the tickets stays");
    railwright(&["check", "--strict", &game]).exits(0);
    let figures = railwright(&["map", &game, "--analyse", "--json"]).exits(0).json();
    assert_eq!((&figures["deck"]["tickets"], &figures["deck"]["named"]), (&18.into(), &13.into()));
    assert!(railwright(&["map", &game, "--analyse"]).exits(0).out.contains("18 are worth their shortest way"));
}

#[test]
fn what_cannot_be_written_or_proposed_is_explained() {
    let bundled = railwright(&["map", "skerry-lights", "--suggest-tickets", "9", "--write"]).exits(2);
    assert!(bundled.err.contains("stand in a bundled file"), "{}", bundled.err);
    // A file of the same name in the folder where one happens to be is not the bundled one.
    let folder = Folder::new("tickets-bundled");
    let game = folder.write("games/mine.toml", "format = 1\nextends = \"skerry-lights\"\nname = \"Mine\"\n");
    railwright_in(&repository("."), &["map", &game, "--suggest-tickets", "9", "--write"]).exits(2);
    let many = railwright(&["map", "skerry-lights", "--suggest-tickets", "79"]).exits(2);
    assert!(many.err.contains("78 pairs of cities"), "{}", many.err);
    assert!(railwright(&["map", "skerry-lights", "--json"]).exits(2).err.contains("--analyse"));
    assert!(railwright(&["map", "skerry-lights", "--write"]).exits(2).err.contains("--suggest-tickets"));
    let inline = Folder::new("tickets-inline");
    let (game, map) = own(&inline);
    let text =
        std::fs::read_to_string(&map).expect("a map").replace("[cards.errand.kinds]", "[cards.errand]\n[cards.'errand'.kinds]");
    std::fs::write(&map, text.replace("[cards.errand]\n", "")).expect("a map");
    let ran = railwright(&["map", &game, "--suggest-tickets", "9", "--write"]).exits(2);
    assert!(ran.err.contains("not in a table of their own"), "{}", ran.err);
}
