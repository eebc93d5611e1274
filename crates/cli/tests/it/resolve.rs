//! `railwright resolve`: the merged game, the place of each value, and that it is a game file again.

use crate::common::{Folder, railwright};

/// The line of a page that sets a key after a heading.
fn line<'a>(page: &'a str, heading: &str, key: &str) -> &'a str {
    let (_, section) = page.split_once(&format!("[{heading}]\n")).unwrap_or_else(|| panic!("no [{heading}] in\n{page}"));
    section.lines().take_while(|line| !line.is_empty()).find(|line| line.starts_with(&format!("{key} "))).expect("the key")
}

#[test]
fn the_overlay_for_few_players_shows_with_its_place() {
    let two = railwright(&["resolve", "ticket-to-ride", "--players", "2"]).exits(0).out;
    let four = railwright(&["resolve", "ticket-to-ride", "--players", "4"]).exits(0).out;
    assert!(two.contains("# overlays that apply: few-players\n") && four.contains("# overlays that apply: none\n"));
    let (of_two, of_four) = (line(&two, "actions", "claim.open-lanes"), line(&four, "actions", "claim.open-lanes"));
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = |line: &str| line.rsplit(':').next().and_then(|n| n.parse::<usize>().ok()).expect("a line number");
    assert!(words(of_two).starts_with("claim.open-lanes = [1, 1] # games/ticket-to-ride.toml:"), "{of_two}");
    assert!(words(of_four).starts_with("claim.open-lanes = [1, 2] # games/ticket-to-ride.toml:"), "{of_four}");
    assert!(place(of_two) > place(of_four), "the overlay is written below what it changes");
}

#[test]
fn the_result_is_the_same_game_again() {
    let folder = Folder::new("again");
    let page = railwright(&["resolve", "ticket-to-ride", "--players", "3"]).exits(0).out;
    let again = folder.write("again.toml", &page);
    railwright(&["check", &again]).exits(0);
    let play = |game: &str| {
        let result = railwright(&["sim", game, "--players", "3", "--games", "20", "--json"]).exits(0).json();
        (result["seats"].clone(), result["decisions"].clone())
    };
    assert_eq!(play("ticket-to-ride"), play(&again));
}

#[test]
fn values_put_together_from_several_files_keep_their_places() {
    let folder = Folder::new("places");
    let game = folder.write(
        "mine.toml",
        "extends = \"ticket-to-ride\"\ncounters.trains.start = 20\nlines.atlanta-miami.length = 4\n[invariants]\ntrains = \"trains >= 0\"\n",
    );
    let page = railwright(&["resolve", &game]).exits(0).out;
    let places: Vec<&str> = page.lines().filter(|line| line.starts_with("trains.")).collect();
    assert!(places.iter().any(|line| line.contains("trains.start = 20 ") && line.ends_with("mine.toml:2")), "{places:?}");
    assert!(
        places.iter().any(|line| line.contains("trains.min ") && line.contains("# games/ticket-to-ride.toml:")),
        "{places:?}"
    );
    let again = folder.write("again.toml", &page);
    railwright(&["check", &again]).exits(0);
}

#[test]
fn programs_get_values_and_places() {
    let json = railwright(&["resolve", "ticket-to-ride", "--json"]).exits(0).json();
    assert_eq!(json["players"], 2);
    assert_eq!(json["overlays"], serde_json::json!(["few-players"]));
    assert_eq!(json["values"]["actions"]["claim"]["open-lanes"], serde_json::json!([1, 1]));
    assert!(json["origins"]["places.atlanta.name"].as_str().expect("a place").starts_with("maps/usa.toml:"));
}

#[test]
fn wrong_players_and_options_are_a_wrong_command_line() {
    assert!(railwright(&["resolve", "ticket-to-ride", "--players", "6"]).exits(2).err.contains("2 to 5 players"));
    assert!(railwright(&["resolve", "ticket-to-ride", "--players", "0"]).exits(2).err.contains("1..=8"));
    assert!(railwright(&["resolve", "ticket-to-ride", "--option", "mega"]).exits(2).err.contains("no option `mega`"));
}

#[test]
fn a_broken_game_is_shown_as_far_as_it_goes() {
    let folder = Folder::new("far");
    let game = folder.write("far.toml", "extends = \"ticket-to-ride\"\nzones.market.slotz = 6\n");
    let ran = railwright(&["resolve", &game]).exits(1);
    assert!(ran.out.contains("slotz") && ran.err.contains("far.toml:2:"), "{}", ran.err);
}
