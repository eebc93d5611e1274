//! `railwright schema`: what editors are told fits every file there is, and finds slips.

use crate::common::{Folder, railwright, repository};
use crate::schema::Schema;
use serde_json::Value;
use std::path::PathBuf;

fn printed(what: &str) -> Schema {
    Schema::of(railwright(&["schema", what]).exits(0).json())
}

/// A TOML file as JSON.
fn json(path: &std::path::Path) -> Value {
    of_text(&std::fs::read_to_string(path).expect("a file"))
}

fn of_text(text: &str) -> Value {
    let (mut files, mut report) = (railwright::source::Files::new(), railwright::source::Report::new());
    let file = files.add("file", text);
    let tree = railwright::source::parse(&files, file, &mut report);
    assert!(report.is_ok(), "{}", report.render(&files, false));
    tree.to_json()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository(folder)).expect("a folder").flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    assert!(!files.is_empty(), "{folder}");
    files
}

#[test]
fn every_file_there_is_fits() {
    let (game, map, scenario) = (printed("game"), printed("map"), printed("scenario"));
    for path in files("games").into_iter().chain(files("tests/variants")) {
        assert_eq!(game.wrong_whole(&json(&path)), None, "{}", path.display());
    }
    for bundled in railwright(&["games", "--json"]).exits(0).json().as_array().expect("a list") {
        let path = repository(&format!("maps/{}.toml", bundled["map"].as_str().expect("a map")));
        assert_eq!(map.wrong_whole(&json(&path)), None, "{}", path.display());
    }
    for folder in ["storm", "valleys", "hills"] {
        assert_eq!(game.wrong_whole(&json(&repository(&format!("tests/games/{folder}/{folder}.toml")))), None);
        assert_eq!(map.wrong_whole(&json(&repository(&format!("tests/games/{folder}/{folder}-map.toml")))), None);
    }
    for path in files("tests/scenarios/claim").into_iter().chain(files("docs/tutorial/step-5/scenarios")) {
        assert_eq!(scenario.wrong_whole(&json(&path)), None, "{}", path.display());
    }
}

#[test]
fn slips_are_found_while_one_writes() {
    let game = printed("game");
    let wrong = |text: &str| game.wrong_whole(&of_text(text));
    assert!(wrong("nmae = \"x\"").is_some());
    assert!(wrong("[zones.deck]\nform = \"heap\"").is_some());
    assert!(wrong("[actions.claim]\ndo = \"claim\"\npeices = \"trains\"").is_some());
    assert!(wrong("[steps.turn]\ndo = \"chose\"").is_some());
    assert!(wrong("[overlays.few]\nwhen = \"players == 2\"\nzones.deck.slotz = 1").is_some());
    assert_eq!(wrong("[overlays.few]\nwhen = \"players == 2\"\nactions.claim.open-lanes = [1, 1]"), None);
}

#[test]
fn everything_is_written_to_a_folder() {
    let folder = Folder::new("editor");
    let out = folder.path().join(".railwright");
    railwright(&["schema", "--out", out.to_str().expect("UTF-8")]).exits(0);
    for name in ["game.schema.json", "map.schema.json", "scenario.schema.json", "railwright.d.rhai", "taplo.toml"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    railwright(&["schema"]).exits(2);
}

#[test]
fn scripts_find_every_host_function_declared() {
    let text = railwright(&["schema", "rhai"]).exits(0).out;
    assert!(text.starts_with("module static;\n"));
    for function in railwright::script::host_functions() {
        assert!(text.contains(&format!("\nfn {}(table: table", function.name)), "{}", function.name);
    }
    assert!(text.contains("fn distance(table: table, place: ?, place_2: ?)"), "{text}");
}
