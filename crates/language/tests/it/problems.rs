//! Problems are those of `check`, at their places, and can be mended.

use crate::{FOLDER, GAME, MAP, MODULE, PART, at, workspace};
use railwright::{CheckOptions, bundled_games, check_files};
use railwright_language::{Position, Range, Workspace, offset, position};
use std::path::PathBuf;

/// The code and the line, from 1, of every problem of a file.
fn codes(workspace: &Workspace, file: &str) -> Vec<(String, u32)> {
    workspace.diagnostics(file).into_iter().map(|problem| (problem.code.to_owned(), problem.range.start.line + 1)).collect()
}

#[test]
fn a_folder_of_texts_alone_has_no_problems() {
    let workspace = workspace();
    for file in ["games/mine.toml", "maps/mine.toml", "games/parts/gifts.toml", "scripts/wind.rhai"] {
        let errors: Vec<_> = workspace.diagnostics(file).into_iter().filter(|problem| problem.severity == "error").collect();
        assert_eq!(errors, [], "{file}");
    }
}

#[test]
fn each_file_of_a_game_has_the_problems_that_stand_in_it() {
    let mut workspace = workspace();
    workspace.change("games/mine.toml", GAME.replace("start = 2", "strat = 2"));
    assert_eq!(codes(&workspace, "games/mine.toml")[..1], [("unknown-key".to_owned(), 18)]);
    workspace.change("games/mine.toml", GAME);
    workspace.change("maps/mine.toml", MAP.replace("\"ash\", \"birch\"", "\"ash\", \"brich\""));
    assert_eq!(codes(&workspace, "maps/mine.toml")[..1], [("unknown-name".to_owned(), 11)]);
    workspace.change("maps/mine.toml", MAP);
    workspace.change("games/parts/gifts.toml", PART.replace("add = \"gifts\"", "add = \"gfits\""));
    let found = codes(&workspace, "games/parts/gifts.toml");
    assert!(found.iter().any(|(_, line)| *line == 12), "{found:?}");
    workspace.change("games/parts/gifts.toml", PART);
    workspace.change("scripts/wind.rhai", MODULE.replace("table.size(\"deck\")", "table.size(\"dekc\")"));
    assert_eq!(codes(&workspace, "scripts/wind.rhai")[..1], [("script-unknown-name".to_owned(), 10)]);
}

#[test]
fn what_no_game_uses_is_looked_at_alone() {
    let mut workspace = Workspace::open(FOLDER);
    workspace.change("maps/lone.toml", MAP.replace("length = 2", "lenght = 2"));
    let found = codes(&workspace, "maps/lone.toml");
    assert!(found.contains(&("unknown-key".to_owned(), 11)), "{found:?}");
    workspace.change("parts/lone.toml", PART.replace("[terms]", "[trems]"));
    assert!(codes(&workspace, "parts/lone.toml").iter().any(|(code, _)| code == "unknown-key"));
    workspace.change("scripts/lone.rhai", MODULE.replace("on_round", "on_ruond"));
    assert_eq!(codes(&workspace, "scripts/lone.rhai"), [("script-unknown-hook".to_owned(), 9)]);
    workspace.change("scripts/lone.rhai", MODULE);
    assert_eq!(codes(&workspace, "scripts/lone.rhai"), []);
    workspace.change(
        "scenarios/one.toml",
        "format = 1\ntext = \"x\"\ngame = \"spike\"\nplayers = 3\nseeed = 2\n[play]\nmoves = \"\"\n",
    );
    assert_eq!(codes(&workspace, "scenarios/one.toml"), [("unknown-key".to_owned(), 5)]);
}

/// The same findings as `check --no-play` has, for a game that spoils each bundled one a little.
#[test]
fn they_are_those_of_check() {
    for id in bundled_games() {
        let mut workspace = Workspace::open(FOLDER);
        let text = format!(
            "format = 1\nextends = \"{id}\"\nnaem = \"Mine\"\nplayers = [2, 3]\nremove = [\"zones.nothing\"]\n[counters.odd]\nof = \"saet\"\n"
        );
        workspace.change("mine.toml", text.as_str());
        let path = PathBuf::from(FOLDER).join("mine.toml");
        let options = CheckOptions { play: false, ..CheckOptions::default() };
        let check = check_files(&path.display().to_string(), &[(path.clone(), text)], options, &|| false).expect("not stopped");
        let all = workspace.check("mine.toml", &|| false).expect("not stopped");
        assert_eq!(all.len(), check.problems().len(), "{id}");
        let errors = all.iter().filter(|problem| problem.severity == "error").count();
        assert_eq!(errors, check.errors(), "{id}");
        for problem in &all {
            assert!(problem.file == path || problem.file.is_absolute(), "{id}: {problem:?}");
        }
        assert!(workspace.check("mine.toml", &|| true).is_none(), "whoever is told to stop stops");
    }
}

#[test]
fn what_was_meant_is_put_in_the_place_of_what_is_written() {
    let mended = |file: &str, text: &str, place: Position| {
        let mut workspace = workspace();
        workspace.change(file, text);
        let fixes = workspace.fixes(file, Range { start: place, end: place });
        let edit = &fixes.first().unwrap_or_else(|| panic!("{place:?}: {:?}", workspace.diagnostics(file))).edits[0];
        let bytes = offset(text, edit.place.range.start)..offset(text, edit.place.range.end);
        format!("{}{}{}", &text[..bytes.start], edit.text, &text[bytes.end..])
    };
    for (file, text, right, wrong) in [
        ("games/mine.toml", GAME, "start = 2", "strat = 2"),
        ("games/mine.toml", GAME, "\"generous * 2\"", "\"genreous * 2\""),
        ("maps/mine.toml", MAP, "\"ash\", \"birch\"]", "\"ash\", \"brich\"]"),
        ("scripts/wind.rhai", MODULE, "table.size(", "table.szie("),
        ("scripts/wind.rhai", MODULE, "on_round", "on_ruond"),
    ] {
        let spoilt = text.replacen(right, wrong, 1);
        assert_ne!(spoilt, text);
        let odd = wrong.chars().zip(right.chars()).position(|(a, b)| a != b).expect("they differ");
        let start = offset(&spoilt, at(&spoilt, wrong)) - 1 + odd;
        assert_eq!(mended(file, &spoilt, position(&spoilt, start)), text, "{wrong}");
    }
}

#[test]
fn symbols_are_the_tables_and_what_is_in_them() {
    let workspace = workspace();
    let names = |file: &str| {
        let symbols = workspace.symbols(file);
        let below = |symbol: &railwright_language::Symbol| {
            symbol.children.iter().map(|child| child.name.clone()).collect::<Vec<_>>().join(" ")
        };
        symbols.iter().map(|symbol| format!("{}[{}]", symbol.name, below(symbol))).collect::<Vec<_>>()
    };
    assert_eq!(names("maps/mine.toml")[4..], ["places[ash birch]", "lines[ash-birch]", "cards[ticket]"]);
    assert_eq!(names("scripts/wind.rhai"), ["name[]", "summary[]", "parameters[set]", "on_round[]"]);
    let places = &workspace.symbols("maps/mine.toml")[4];
    assert_eq!((places.range.start.line, places.range.end.line), (5, 7));
    assert_eq!(places.selection, Range { start: Position { line: 5, character: 1 }, end: Position { line: 5, character: 7 } });
}

#[test]
fn what_is_wrong_in_a_term_is_mended_there_wherever_one_asks() {
    let mut workspace = workspace();
    let text = GAME.replace("size(hand)", "size(hnad)");
    workspace.change("games/mine.toml", text.as_str());
    let place = at(&text, "generous * 2");
    let found = workspace.diagnostics("games/mine.toml");
    assert!(found.iter().any(|problem| problem.help.as_deref() == Some("did you mean `hand`?")), "{found:?}");
    let written = at(&text, "hnad");
    for place in [place, written] {
        let fixes = workspace.fixes("games/mine.toml", Range { start: place, end: place });
        let edit = &fixes[0].edits[0];
        let bytes = offset(&text, edit.place.range.start)..offset(&text, edit.place.range.end);
        assert_eq!((&text[bytes], edit.text.as_str(), fixes.len()), ("hnad", "hand", 1));
    }
}
