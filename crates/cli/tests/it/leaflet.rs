//! `railwright diff` and `railwright rules`: what a variant changes, and all the rules of a game, in words.

use crate::common::{Folder, railwright, repository};

#[test]
fn a_variant_is_told_in_numbers() {
    let page = railwright(&["diff", "ticket-to-ride", "northern-lights"]).exits(0).out;
    for line in [
        "- Each player has 40 trains instead of 45.",
        "- There are 18 locomotive cards instead of 14.",
        "- The offer has 4 slots instead of 3.",
        "- Deal-tickets: how many cards: 4 instead of 3.",
        "- Nothing is scored for longest.",
        "(50 cities, 109 lines, 244 spaces) instead of United States (36 cities, 78 lines, 256 spaces).",
    ] {
        assert!(page.contains(line), "{line} is not in\n{page}");
    }
    assert!(page.contains("\n- With 3 players: claim: "), "{page}");
    assert!(!page.contains("one kind: no"), "what holds anyway is no change:\n{page}");
}

#[test]
fn small_changes_are_all_found_and_nothing_else() {
    let folder = Folder::new("leaflet");
    let game = folder.write(
        "mine.toml",
        "extends = \"ticket-to-ride\"\nname = \"Mine\"\nplayers = [2, 4]\nlines.atlanta-miami.length = 4\n\
         counters.fame = { of = \"seat\", start = 2 }\ncounters.gold = { of = \"place\", start = 1 }\n\
         counters.calls = { of = [\"seat\", \"place\"] }\nscore.fame = { add = \"fame\", name = \"Fame\" }\n\
         remove = [\"lines.dallas-houston\"]\n\n[options.open]\ntext = \"Hands are open.\"\n\n\
         [overlays.open]\nwhen = \"option(open)\"\nzones.hand.seen-by = \"all\"\n",
    );
    let list = |arguments: &[&str]| -> Vec<String> {
        let json = railwright(arguments).exits(0).json();
        json["changes"].as_array().expect("a list").iter().map(|c| c["text"].as_str().expect("a text").to_owned()).collect()
    };
    assert_eq!(
        list(&["diff", "ticket-to-ride", &game, "--json"]),
        [
            "the board has 1 line fewer: dallas-houston",
            "the line atlanta-miami has 4 spaces instead of 5",
            "it is for 2 to 4 players instead of 2 to 5",
            "each player has a count of fame, which starts at 2",
            "each place has a count of gold, which starts at 1",
            "each player with each place has a count of calls, which starts at 0",
            "there is a new line on the score sheet: Fame: fame",
            "the option open: Hands are open",
        ]
    );
    assert_eq!(list(&["diff", &game, &game, "--option", "open", "--json"]), ["hand: who sees the cards: all instead of owner"]);
    assert_eq!(list(&["diff", "ticket-to-ride", "ticket-to-ride", "--json"]), Vec::<String>::new());
}

#[test]
fn a_rulebook_mentions_everything_that_the_game_has() {
    let storm = repository("tests/games/storm/storm.toml").display().to_string();
    let hills = repository("tests/games/hills/hills.toml").display().to_string();
    let valleys = repository("tests/games/valleys/valleys.toml").display().to_string();
    for game in ["ticket-to-ride", "northern-lights", &storm, &hills, &valleys] {
        let page = railwright(&["rules", game]).exits(0).out;
        let values = &railwright(&["resolve", game, "--json"]).exits(0).json()["values"];
        let ids = |table: &str| values[table].as_object().map(|t| t.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        for id in ids("zones").into_iter().chain(ids("counters")) {
            assert!(page.contains(&format!("**{id}**")), "{game}: {id}");
        }
        let lower = page.to_lowercase();
        for id in ids("actions") {
            assert!(lower.contains(&format!("### {id}")), "{game}: {id}");
        }
        for (id, line) in values["score"].as_object().expect("a score sheet") {
            let name = line["name"].as_str().unwrap_or(id).to_lowercase();
            assert!(lower.contains(&format!("- **{name}**")), "{game}: {name}");
        }
    }
}

#[test]
fn a_rulebook_has_the_words_of_scripts_and_of_numbers_of_players() {
    let storm = repository("tests/games/storm/storm.toml").display().to_string();
    let page = railwright(&["rules", &storm]).exits(0).out;
    assert!(page.contains("A storm is driven to a lane beside it, for a card"), "{page}");
    let page = railwright(&["rules", "ticket-to-ride"]).exits(0).out;
    assert!(page.starts_with("# Ticket to Ride (USA)\n"));
    assert!(page.contains("- With 4, 5 players claim: "), "{page}");
    assert!(page.contains("once `trains <= 2` at the end of a turn, everybody has one more turn"), "{page}");
}
