//! Every word is worth its place: each mechanic, kind of step and function is said by a bundled game or part, or by a small game of the tests, which the
//! reference names; and so is each key.

use railwright_core::expr::Function;
use railwright_manual::used::{Bundled, IN_SMALL_GAMES, Said, calls, has_kind};
use railwright_rules::compile::schema;
use railwright_rules::{flow, mechanics};
use railwright_source::{Kind, Schema};
use std::path::{Path, PathBuf};

/// A key that no game here says: a map file calls it `name`.
const IN_TESTS_ALONE: [(&str, &str); 1] = [("map", "map-name")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, out);
        } else if entry.extension().is_some_and(|ending| ending == "toml") {
            out.push(entry);
        }
    }
}

/// All that games, parts, maps and small games say.
fn said() -> String {
    let mut all = Vec::new();
    ["games", "maps", "tests/games"].iter().for_each(|folder| files(&root().join(folder), &mut all));
    all.iter().map(|path| std::fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn a_game_is_named_for_every_mechanic_step_and_function() {
    let bundled = Bundled::read();
    let small = |word: &str, said: Option<Said>, says: fn(&str, &str) -> bool| match said {
        Some(Said::Small(path)) => {
            let file = root().join(format!("tests/games/{path}.toml"));
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(says(&text, word), "{path} does not say `{word}`");
        }
        said => assert!(said.is_some(), "no game says `{word}`: it goes, or gets a game"),
    };
    let kinds = mechanics::SCHEMAS.iter().chain(flow::SCHEMAS);
    kinds.for_each(|(name, _)| small(name, bundled.kind(name), has_kind));
    let names: Vec<&str> = Function::ALL.iter().map(|function| function.row().name).collect();
    names.iter().for_each(|name| small(name, bundled.function(name), calls));
    let known = |word: &str| {
        let kinds = mechanics::SCHEMAS.iter().chain(flow::SCHEMAS).map(|(name, _)| *name);
        kinds.chain(names.iter().copied()).any(|name| name == word)
    };
    assert!(IN_SMALL_GAMES.iter().all(|(word, _)| known(word)), "a word that is none");
}

/// Whether a key is said: before an equals sign, as a part of a dotted key, or as the last name of a heading.
fn is_said(text: &str, key: &str) -> bool {
    let part_of_a_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(key).any(|(at, _)| {
        let after = text[at + key.len()..].trim_start_matches('"');
        let ends = after.starts_with(['.', ']']) || after.trim_start_matches(' ').starts_with('=');
        ends && !text[..at].ends_with(part_of_a_name) && !after.trim_start_matches(' ').starts_with("==")
    })
}

#[test]
fn every_key_is_said_by_a_game() {
    let text = said();
    let of_files = ["part", "module", "module parameter", "module action", "module hook"];
    let own = |schema: &&Schema| !of_files.contains(&schema.name);
    let all = schema::all().into_iter().flat_map(|schema| std::iter::once(schema).chain(schema.nested()));
    let mut silent = Vec::new();
    for schema in all.filter(own) {
        let keys = schema.keys.iter().filter(|key| !matches!(key.kind, Kind::Include(_)));
        silent.extend(keys.filter(|key| !is_said(&text, key.name)).map(|key| (schema.name, key.name)));
    }
    silent.sort_unstable();
    silent.dedup();
    assert_eq!(silent, IN_TESTS_ALONE, "a key that no game says goes, or gets a game");
}

#[test]
fn whole_small_games_of_many_kinds_have_no_script() {
    let page = std::fs::read_to_string(root().join("docs/recipes.md")).expect("the page");
    let (_, section) = page.split_once("## Whole small games").expect("the section");
    let games: Vec<&str> = section.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".toml")).collect();
    assert!(games.len() >= 8, "{games:?}");
    for game in games {
        let mut wanted = Some(root().join("tests/games").join(game));
        while let Some(path) = wanted.take() {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(!has_kind(&text, "script") && !has_kind(&text, "call"), "{game}");
            assert!(!text.lines().any(|line| line.starts_with("[scripts") || line.starts_with("scripts")), "{game}");
            let parent = text.lines().find_map(|line| line.strip_prefix("extends = \"")?.strip_suffix('"'));
            wanted = parent.map(|parent| path.with_file_name(format!("{parent}.toml")));
        }
    }
}

#[test]
fn games_are_shorter_than_before_there_were_parts() {
    let page = std::fs::read_to_string(root().join("docs/format.md")).expect("the page");
    let (_, table) = page.split_once("| game | before | now |").expect("the table");
    let mut compared = 0;
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let path = match cells[1].trim_matches('`') {
            tutorial if tutorial.starts_with("the tutorial") => "docs/tutorial/step-5/skerry.toml".to_owned(),
            game => format!("games/{game}.toml"),
        };
        let lines = std::fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}")).lines().count();
        let Ok(before) = cells[2].parse::<usize>() else { continue };
        assert!(lines < before, "{path} has {lines} lines and had {before} before parts, templates and format 1");
        compared += 1;
    }
    assert!(compared >= 7, "{compared}");
}
