//! Hover, definitions and references, from one file to another.

use crate::{GAME, MAP, MODULE, PART, at, shown, workspace};

fn hover(file: &str, text: &str, word: &str) -> String {
    workspace().hover(file, at(text, word)).unwrap_or_else(|| panic!("nothing is said of {word}")).text
}

#[test]
fn hover_says_what_the_manual_says_and_what_the_whole_game_has() {
    let slots = hover("games/mine.toml", GAME, "slots = 6");
    assert!(slots.contains("**slots** (zone)") && slots.contains("In the whole game: `6` (games/mine.toml:24)"), "{slots}");
    let market = hover("games/mine.toml", GAME, "market]");
    assert!(market.contains("**zone** `market`") && market.contains("holds = \"train\"  # "), "{market}");
    assert!(
        market.contains("ticket-to-ride.toml:") || market.contains("parts/market.toml:"),
        "it says where each comes from: {market}"
    );
    let size = hover("games/mine.toml", GAME, "size(hand)");
    assert!(size.contains("size(zone)") && size.contains("how many cards lie in the zone"), "{size}");
    let gifts = hover("games/mine.toml", GAME, "gifts + size");
    assert!(gifts.contains("**counter** `gifts`") && gifts.contains("start = 2"), "{gifts}");
    let of = hover("games/mine.toml", GAME, "\"seat\"");
    assert!(of.contains("whose it is"), "{of}");
    let place = hover("maps/mine.toml", MAP, "\"birch\"]");
    assert!(place.contains("**place** `birch`") && place.contains("Birch"), "{place}");
    let call = hover("scripts/wind.rhai", MODULE, "size(\"deck");
    assert!(call.contains("table.size(zone)"), "{call}");
    let deck = hover("scripts/wind.rhai", MODULE, "deck\")");
    assert!(deck.contains("**zone** `deck`"), "{deck}");
    let part = hover("games/mine.toml", GAME, "ticket-to-ride");
    assert!(part.contains("Ticket to Ride"), "{part}");
}

#[test]
fn definitions_stand_in_map_parent_part_and_module() {
    let workspace = workspace();
    let defined = |file: &str, text: &str, word: &str| shown(&workspace, &workspace.definition(file, at(text, word)));
    assert_eq!(defined("maps/mine.toml", MAP, "\"birch\"]"), ["maps/mine.toml:8 birch"]);
    assert_eq!(defined("games/mine.toml", GAME, "generous * 2"), ["games/mine.toml:21 generous"]);
    assert_eq!(defined("games/parts/gifts.toml", PART, "\"gifts\""), ["games/mine.toml:16 gifts"]);
    assert_eq!(defined("scripts/wind.rhai", MODULE, "gifts\", 1"), ["games/mine.toml:16 gifts"]);
    let hand = workspace.definition("games/mine.toml", at(GAME, "hand)"));
    assert!(hand[0].is_bundled() && shown(&workspace, &hand)[0].contains("hand.toml:"), "{:?}", shown(&workspace, &hand));
    assert_eq!(defined("games/mine.toml", GAME, "mine\""), ["maps/mine.toml:1"]);
    assert_eq!(defined("games/mine.toml", GAME, "ticket-to-ride"), ["games/ticket-to-ride.toml:1"]);
    let slots = workspace.definition("games/mine.toml", at(GAME, "slots = 6"));
    assert!(shown(&workspace, &slots)[0].ends_with(" slots") && slots[0].is_bundled(), "a key leads to what it changes");
    assert_eq!(defined("games/mine.toml", GAME, "wind = {")[1..], ["scripts/wind.rhai:1"]);
}

#[test]
fn references_are_found_in_all_files_of_all_games_that_have_to_do_with_it() {
    let mut workspace = workspace();
    workspace.change("games/child.toml", "format = 1\nextends = \"mine\"\nname = \"Child\"\n\n[score.more]\nadd = \"gifts\"\n");
    let found = |file: &str, text: &str, word: &str| shown(&workspace, &workspace.references(file, at(text, word)));
    let gifts = [
        "games/child.toml:6 gifts",
        "games/mine.toml:16 gifts",
        "games/mine.toml:21 gifts",
        "games/parts/gifts.toml:12 gifts",
        "scripts/wind.rhai:11 gifts",
    ];
    assert_eq!(found("games/mine.toml", GAME, "gifts + size"), gifts);
    assert_eq!(found("scripts/wind.rhai", MODULE, "gifts\", 1"), gifts);
    assert_eq!(
        found("maps/mine.toml", MAP, "birch = { name"),
        ["maps/mine.toml:8 birch", "maps/mine.toml:11 birch", "maps/mine.toml:14 birch"]
    );
}

#[test]
fn a_file_knows_its_games() {
    let mut workspace = workspace();
    let games = |workspace: &railwright_language::Workspace, file: &str| {
        workspace
            .games_of(file)
            .iter()
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(games(&workspace, "maps/mine.toml"), ["mine"]);
    workspace.change("games/other.toml", "format = 1\nextends = \"mine\"\nname = \"Other\"\n");
    assert_eq!(games(&workspace, "maps/mine.toml"), ["mine", "other"]);
    workspace.change("games/other.toml", "format = 1\nextends = \"spike\"\nname = \"Other\"\n");
    assert_eq!(games(&workspace, "maps/mine.toml"), ["mine"]);
    workspace.close("games/other.toml");
    assert_eq!(workspace.opened().count(), 4);
    workspace.change("scenarios/a.toml", "text = \"x\"\ngame = \"../games/mine.toml\"\nplayers = 2\n");
    assert_eq!(games(&workspace, "scenarios/a.toml"), ["mine"]);
}
