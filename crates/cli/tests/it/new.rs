//! `railwright new`: what is made passes at once.

use crate::common;
use crate::common::{Folder, command, railwright};

fn make(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let mut all = vec!["new"];
    all.extend(arguments);
    let ran = command(&all).current_dir(folder.path()).output().expect("the program runs");
    (ran.status.code().unwrap_or(-1), String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned())
}

#[test]
fn every_kind_of_new_game_is_right_and_tested() {
    let folder = Folder::new("new");
    let mut kinds: Vec<(String, Vec<String>)> = vec![("my-island".to_owned(), Vec::new())];
    for game in railwright(&["games", "--json"]).exits(0).json().as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id").to_owned();
        kinds.push((format!("my-{id}"), vec!["--from".to_owned(), id]));
    }
    let storm = common::repository("tests/games/storm/storm.toml").display().to_string();
    kinds.push(("my-storm".to_owned(), vec!["--from".to_owned(), storm]));
    kinds.push(("my-board".to_owned(), vec!["--map-only".to_owned()]));
    for (name, options) in kinds {
        let mut arguments = vec![name.as_str()];
        arguments.extend(options.iter().map(String::as_str));
        let (code, text) = make(&folder, &arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        let path = |file: &str| folder.path().join(&name).join(file).display().to_string();
        railwright(&["check", "--strict", &path(&format!("{name}.toml"))]).exits(0);
        railwright(&["test", &path("scenarios")]).exits(0);
        railwright(&["sim", &path(&format!("{name}.toml")), "--games", "5", "--check"]).exits(0);
        assert!(std::path::Path::new(&path(&format!("{name}-map.toml"))).is_file(), "{name}");
    }
    // Who names no game gets a small board.
    let map = std::fs::read_to_string(folder.path().join("my-board/my-board-map.toml")).expect("a map");
    assert_eq!(entries(&map, "places"), 8, "{map}");
}

/// How many entries a table of a map file has.
fn entries(map: &str, table: &str) -> usize {
    let rows = map.lines().skip_while(|line| *line != format!("[{table}]")).skip(1);
    rows.take_while(|line| !line.is_empty()).count()
}

#[test]
fn a_new_board_is_a_sketch_on_which_the_game_plays() {
    let folder = Folder::new("boards");
    let games = railwright(&["games", "--json"]).exits(0).json();
    let mut ids: Vec<&str> = games.as_array().expect("a list").iter().map(|game| game["id"].as_str().expect("an id")).collect();
    let storm = common::repository("tests/games/storm/storm.toml").display().to_string();
    ids.push(&storm);
    let mut tied = 0;
    for (i, id) in ids.into_iter().enumerate() {
        let name = format!("board-{i}");
        let (code, text) = make(&folder, &[&name, "--map-only", "--from", id]);
        if code == 2 && text.contains("missing key `places.") {
            // A game that says something of the places of its board is told so, and how to begin with a copy of it.
            assert!(text.contains("cannot be played on a sketch of another board") && text.contains("--from"), "{text}");
            tied += 1;
            continue;
        }
        assert_eq!(code, 0, "{id}: {text}");
        let path = |file: &str| folder.path().join(&name).join(file).display().to_string();
        let map = std::fs::read_to_string(path(&format!("{name}-map.toml"))).expect("a map");
        let (places, lines) = (entries(&map, "places"), entries(&map, "lines"));
        assert!((8..=24).contains(&places) && lines > places && lines < 3 * places, "{id}: {places} places, {lines} lines");
        let game = path(&format!("{name}.toml"));
        // It ends as it does on its own board: nothing that is odd about it has to be allowed.
        assert!(!std::fs::read_to_string(&game).expect("a game").contains("allow"), "{id}");
        railwright(&["check", "--strict", &game]).exits(0);
        railwright(&["test", &path("scenarios")]).exits(0);
        railwright(&["sim", &game, "--games", "50", "--check"]).exits(0);
        railwright(&["map", &game, "-o", &path("board.svg")]).exits(0);
    }
    assert!(tied <= 2, "{tied} games are tied to their boards");
}

#[test]
fn a_sketch_has_what_the_rules_ask_for() {
    let folder = Folder::new("sketch");
    folder.write(
        "docks-map.toml",
        "name = \"Docks\"\nprovenance = \"original\"\nattributes.place.berths = \"number\"\nattributes.lane.toll = \"place\"\n[places]\n\
         pier = { at = [0, 0], tags = [\"port\"], berths = 3 }\nquay = { at = [500, 0] }\n\
         [lines]\na = { ends = [\"pier\", \"quay\"], length = 4, lanes = [\"teal\", \"grey\"], one-way = true, toll = \"quay\" }\n",
    );
    let rules = "name = \"Docks\"\nmap = \"docks-map\"\nplayers = [2, 2]\nflow = [\"turns\"]\n\
         actions.pass = { do = \"pass\" }\nsteps.turn = { do = \"choose\", actions = [\"pass\"] }\n\
         steps.turns = { do = \"turns\", steps = [\"turn\"], all-pass = true }\n\
         companies.barge = { name = \"Barge\", color = \"red\", home = \"quay\" }\n";
    folder.write("docks.toml", rules);
    let (code, text) = make(&folder, &["harbour", "--map-only", "--from", "docks.toml"]);
    assert_eq!(code, 0, "{text}");
    let read = |file: &str| std::fs::read_to_string(folder.path().join("harbour").join(file)).expect("a file");
    let (game, map) = (read("harbour.toml"), read("harbour-map.toml"));
    assert!(map.contains("tags = [\"port\"], berths = 3 }") && !map.contains("quay"), "{map}");
    assert!(map.contains("length = 4, lanes = [\"teal\", \"grey\"], one-way = true, toll = \""), "{map}");
    let home = game.lines().find_map(|line| line.strip_prefix("barge.home = \"")).expect("a home").trim_end_matches('"');
    assert!(map.contains(&format!("\n{home} = {{ name = ")), "{game}{map}");

    // Rules that name a place of their own board cannot do without it.
    folder.write("named.toml", &format!("{rules}[score]\npier = {{ add = \"at(pier, berths)\" }}\n"));
    let (code, text) = make(&folder, &["elsewhere", "--map-only", "--from", "named.toml"]);
    assert!(code == 2 && text.contains("named.toml cannot be played on a sketch") && text.contains("`pier`"), "{text}");
    assert!(text.contains("railwright new elsewhere --from named.toml") && !folder.path().join("elsewhere").exists(), "{text}");
}

#[test]
fn what_is_there_is_not_overwritten_and_a_name_is_a_name() {
    let folder = Folder::new("twice");
    assert_eq!(make(&folder, &["mine"]).0, 0);
    let (code, text) = make(&folder, &["mine"]);
    assert!(code == 2 && text.contains("mine is there already"), "{text}");
    assert_eq!(make(&folder, &["My Game"]).0, 2);
    assert_eq!(make(&folder, &["../out"]).0, 2);
    assert_eq!(make(&folder, &["mine2", "--from", "no-such-game"]).0, 2);
}
