//! `railwright check`: all problems at once, each with its place; exit codes.

use crate::common::{Folder, railwright, repository};

const VARIANT: &str = "extends = \"ticket-to-ride\"\nname = \"Mine\"\nzones.market.slots = 6\n";

#[test]
fn the_bundled_games_are_in_order() {
    let shown = railwright(&["check", "--strict"]).exits(0).out;
    assert!(shown.contains("ok ticket-to-ride (4 settings)"), "{shown}");
}

#[test]
fn a_game_outside_the_repository_finds_its_parent_and_map_among_the_bundled() {
    let folder = Folder::new("outside");
    let game = folder.write("mine.toml", VARIANT);
    railwright(&["check", &game]).exits(0);
    let sim = railwright(&["sim", &game, "--games", "20", "--check", "--json"]).exits(0).json();
    assert_eq!((&sim["game"], &sim["games"]), (&"mine".into(), &20.into()));
}

#[test]
fn a_map_beside_the_game_is_taken_before_a_bundled_one() {
    let folder = Folder::new("beside");
    let map = std::fs::read_to_string(repository("maps/usa.toml")).expect("the map");
    folder.write("maps/usa.toml", &map.replace("name = \"United States\"", "name = \"My states\""));
    let game = folder.write("mine.toml", VARIANT);
    let shown = railwright(&["resolve", &game]).exits(0).out;
    assert!(shown.contains("\"My states\""), "{shown}");
}

#[test]
fn several_errors_are_shown_at_once_with_their_lines() {
    let folder = Folder::new("broken");
    let game = folder.write(
        "broken.toml",
        "extends = \"ticket-to-ride\"\nname = 7\nzones.market.slotz = 6\nremove = [\"score.longst\"]\n\n[actions.claim]\npieces = \"trians\"\n",
    );
    let shown = railwright(&["check", &game]).exits(1).out;
    for (line, word) in [(2, "name"), (3, "slotz"), (4, "score.longst"), (7, "trians")] {
        assert!(shown.contains(&format!("broken.toml:{line}:")), "no error at line {line}:\n{shown}");
        assert!(shown.contains(word), "no word of {word}:\n{shown}");
    }
    assert!(shown.contains("did you mean"), "{shown}");
    assert_eq!(shown.matches("slotz`").count(), 1, "a problem is shown once:\n{shown}");

    let problems = railwright(&["check", "--json", &game]).exits(1).json();
    assert_eq!(problems[0]["ok"], false);
    let lines: Vec<u64> = problems[0]["problems"].as_array().expect("a list").iter().filter_map(|p| p["line"].as_u64()).collect();
    assert!([2, 3, 4, 7].iter().all(|line| lines.contains(line)), "{lines:?}");
}

#[test]
fn more_piles_than_can_be_watched_are_refused() {
    let folder = Folder::new("piles");
    let pile = |i: u32| format!("zones.pile-{i} = {{ holds = \"train\", form = \"pile\", on-empty = [\"open-market\"] }}\n");
    let game = folder.write("piles.toml", &format!("{VARIANT}{}", (1..=33).map(pile).collect::<String>()));
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("a game can watch 32 piles") && shown.contains("piles.toml:36:"), "{shown}");
}

#[test]
fn a_problem_of_some_players_only_says_so() {
    let folder = Folder::new("some");
    let game =
        folder.write("some.toml", &format!("{VARIANT}[overlays.five]\nwhen = \"players == 5\"\nzones.market.form = \"heap\"\n"));
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("(with 5 players)") && shown.contains("some.toml:6:"), "{shown}");
    railwright(&["sim", &game, "--games", "2"]).exits(0);
    assert!(railwright(&["sim", &game, "--players", "5"]).exits(1).err.contains("some.toml:6:"));
}

#[test]
fn what_is_not_toml_is_shown_with_its_place() {
    let folder = Folder::new("syntax");
    for (text, line) in
        [("name = \n", 1), ("players = [2, 5]\nname = \"a\nb = 3\n", 2), ("", 1), ("[zones\nplayers = [2, 3]\n", 1)]
    {
        let game = folder.write("syntax.toml", text);
        let ran = railwright(&["check", &game]).exits(1);
        assert!(ran.out.contains(&format!("syntax.toml:{line}")) || text.is_empty(), "{text:?}: {}", ran.out);
    }
    std::fs::write(folder.path().join("bytes.toml"), [0xff, 0xfe, 0x00]).expect("a file can be written");
    let bytes = folder.path().join("bytes.toml");
    assert!(railwright(&["check", bytes.to_str().expect("UTF-8")]).exits(1).out.contains("not UTF-8"));
}

#[test]
fn a_game_that_is_not_there_is_a_wrong_command_line() {
    for command in ["check", "resolve", "sim"] {
        let ran = railwright(&[command, "tiket-to-ride"]).exits(2);
        assert!(ran.err.contains("did you mean `ticket-to-ride`?"), "{}", ran.err);
        assert!(railwright(&[command, "./nowhere.toml"]).exits(2).err.contains("no such file"));
        assert!(railwright(&[command, "./"]).exits(2).err.contains("is a folder"));
    }
    let map = repository("maps/usa.toml");
    assert!(railwright(&["check", map.to_str().expect("UTF-8")]).exits(2).err.contains("is a map"));
}

#[test]
fn games_that_extend_each_other_are_reported_with_every_file() {
    let folder = Folder::new("circle");
    folder.write("second.toml", "extends = \"first\"\nname = \"Second\"\n");
    let game = folder.write("first.toml", "extends = \"second\"\nname = \"First\"\n");
    let shown = railwright(&["check", &game]).exits(1).out;
    assert!(shown.contains("endless-extends") && shown.contains("this never ends"), "{shown}");
    assert!(shown.contains("first.toml:1:") && shown.contains("second.toml:1:"), "{shown}");
    assert!(!shown.contains("there is no game"), "{shown}");
    // A file that is called like the bundled one that it extends is no circle.
    let own = folder.write("ticket-to-ride.toml", "extends = \"ticket-to-ride\"\nname = \"My own\"\n");
    railwright(&["check", "--no-play", &own]).exits(0);
}

#[test]
fn after_a_bracket_that_is_never_closed_nothing_else_is_said_of_that_file() {
    let folder = Folder::new("bracket");
    let game = folder.write(
        "bracket.toml",
        "name = \"Mine\"\nmap = \"usa\"\nplayers = [2, 5\nflow = [\"turns\"]\n\n[steps.turns]\ndo = \"turns\"\nsteps = [\"turn\"]\n",
    );
    let json = railwright(&["check", "--json", &game]).exits(1).json();
    let codes: Vec<&str> = json[0]["problems"].as_array().expect("a list").iter().filter_map(|p| p["code"].as_str()).collect();
    assert_eq!(codes, ["syntax"]);
    // What is wrong with the other file by itself is still said.
    let child = folder.write("child.toml", "extends = \"bracket\"\nname = 7\n");
    let json = railwright(&["check", "--json", &child]).exits(1).json();
    let codes: Vec<&str> = json[0]["problems"].as_array().expect("a list").iter().filter_map(|p| p["code"].as_str()).collect();
    assert_eq!(codes, ["wrong-kind", "syntax"]);
}
