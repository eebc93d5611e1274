//! `railwright diff` and `railwright rules`: what a variant changes, and all the rules of a game, in words.

use crate::common::{Folder, railwright, repository};

#[test]
fn a_variant_is_told_in_sentences() {
    let page = railwright(&["diff", "ticket-to-ride", "northern-lights"]).exits(0).out;
    for line in [
        "- Each player's **trains**: 40 at the start, never below 0.",
        "- Train cards: locomotive: number: 18 instead of 14.",
        "- Deal 4 ticket cards from the ticket deck to each player's offer.",
        "- No longer: **Longest**.",
        "(50 cities, 109 lines, 244 spaces) instead of United States (36 cities, 78 lines, 256 spaces).",
    ] {
        assert!(page.contains(line), "{line} is not in\n{page}");
    }
    assert!(page.contains("\n- With 3 players: **Claim**: "), "{page}");
    for word in ["bots", "goals", "invariant", "allow"] {
        assert!(!page.to_lowercase().contains(word), "{word} is no rule:\n{page}");
    }
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
            "the line Atlanta – Miami has 4 spaces instead of 5",
            "it is for 2 to 4 players instead of 2 to 5",
            "Each player's **fame**: 2 at the start",
            "Each city's **gold**: 1 at the start",
            "What each player has with each place: **calls**: 0 at the start",
            "**Fame**: the player's fame",
            "new: **Choices before the game**. **Open**: Hands are open",
        ]
    );
    assert_eq!(
        list(&["diff", &game, &game, "--option", "open", "--json"]),
        ["**Hand**: train cards before each player, open-ended; all see the cards, all know how many there are"]
    );
    assert_eq!(list(&["diff", "ticket-to-ride", "ticket-to-ride", "--json"]), Vec::<String>::new());
}

#[test]
fn a_step_is_not_taken_for_an_action_of_its_name() {
    let folder = Folder::new("leaflet-names");
    let game = folder.write(
        "mine.toml",
        "extends = \"ticket-to-ride\"\nname = \"Mine\"\n\n[actions.claim]\nthen = [\"claim\"]\n\n\
         [steps.claim]\ndo = \"move\"\nfrom = \"discard\"\nto = \"hand\"\ncount = 1\n",
    );
    let page = railwright(&["diff", "ticket-to-ride", &game]).exits(0).out;
    assert!(page.contains("**Claim**: Move 1 train card from the discard to the player's hand."), "{page}");
    assert!(!page.contains("train travels"), "{page}");
}

#[test]
fn a_rulebook_mentions_everything_that_the_game_has() {
    let storm = repository("tests/games/storm/storm.toml").display().to_string();
    let hills = repository("tests/games/hills/hills.toml").display().to_string();
    let valleys = repository("tests/games/valleys/valleys.toml").display().to_string();
    for game in ["ticket-to-ride", "northern-lights", &storm, &hills, &valleys] {
        let page = railwright(&["rules", game]).exits(0).out.to_lowercase();
        let values = &railwright(&["resolve", game, "--json"]).exits(0).json()["values"];
        let ids = |table: &str| values[table].as_object().map(|t| t.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        for id in ids("zones").into_iter().chain(ids("counters")) {
            assert!(page.contains(&format!("**{}**", id.replace('-', " "))), "{game}: {id}");
        }
        for id in ids("actions") {
            assert!(page.contains(&format!("### {}", id.replace('-', " "))), "{game}: {id}");
        }
        for (id, line) in values["score"].as_object().expect("a score sheet") {
            let name = line["name"].as_str().unwrap_or(&id.replace('-', " ")).to_lowercase();
            assert!(page.contains(&format!("- **{name}**")), "{game}: {name}");
        }
    }
}

#[test]
fn a_rulebook_has_the_words_of_scripts_examples_and_numbers_of_players() {
    let storm = repository("tests/games/storm/storm.toml").display().to_string();
    let page = railwright(&["rules", &storm]).exits(0).out;
    assert!(page.contains("A storm is driven to a lane beside it, for a card"), "{page}");
    let page = railwright(&["rules", "ticket-to-ride"]).exits(0).out;
    assert!(page.starts_with("# Ticket to Ride (USA)\n"));
    assert!(page.contains("- With 4 or 5 players: **Claim**: "), "{page}");
    assert!(
        page.contains("The last turns begin when, at the end of a turn, the player has at most 2 trains. (TTR-29, TTR-34)"),
        "{page}"
    );
    assert!(page.contains("*Example.* Player "), "{page}");
    assert!(page.contains("- **TTR-29** "), "the rules that are cited stand at the end:\n{page}");
}

#[test]
fn counts_endings_and_set_aside_cards_are_in_the_book() {
    let page = railwright(&["rules", "spike"]).exits(0).out;
    for line in [
        "45 cards of 7 kinds.",
        "number: 10 instead of 7",
        "the game is over: the third time card. (SPK-32, SPK-46)",
        "When its last card has left it, at once:",
        "## With the choice “shared spaces”",
    ] {
        assert!(page.contains(line), "{line} is not in\n{page}");
    }
    let page = railwright(&["rules", "europe"]).exits(0).out;
    assert!(page.contains("Once it is paid, and before it is the player's:"), "{page}");
    assert!(page.contains("to the bottom of the"), "{page}");
}

#[test]
fn text_has_tables_in_columns() {
    let text = railwright(&["rules", "ticket-to-ride", "--text"]).exits(0).out;
    assert!(text.contains("    locomotive  14      wild\n"), "{text}");
    assert!(!text.contains("| ") && !text.contains("**"), "{text}");
}

#[test]
fn a_page_holds_the_board_and_opens_without_a_network() {
    let folder = Folder::new("rules-page");
    let path = folder.path().join("page.html");
    railwright(&["rules", "ticket-to-ride", "--html", "-o", &path.display().to_string()]).exits(0);
    let page = std::fs::read_to_string(&path).expect("a page");
    assert!(page.contains("<figure><svg") || page.contains("<figure><?xml"), "a picture of the board");
    assert!(page.contains("size: A4"));
    assert!(!page.contains("src=\"http") && !page.contains("<script"), "nothing is fetched and nothing runs");
}
