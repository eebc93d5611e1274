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
        kinds.push((format!("my-{id}"), vec!["--from".to_owned(), id.clone()]));
        kinds.push((format!("board-{id}"), vec!["--map-only".to_owned(), "--from".to_owned(), id]));
    }
    let storm = common::repository("tests/games/storm/storm.toml").display().to_string();
    kinds.push(("my-storm".to_owned(), vec!["--from".to_owned(), storm]));
    kinds.push(("my-board".to_owned(), vec!["--map-only".to_owned()]));
    let mut copied = 0;
    for (name, options) in kinds {
        let mut arguments = vec![name.as_str()];
        arguments.extend(options.iter().map(String::as_str));
        let (code, text) = make(&folder, &arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        // A game that speaks of places of its own board gets a copy of that instead of a sketch.
        copied += usize::from(text.contains("begins as a copy of it"));
        let path = |file: &str| folder.path().join(&name).join(file).display().to_string();
        railwright(&["check", "--strict", &path(&format!("{name}.toml"))]).exits(0);
        railwright(&["test", &path("scenarios")]).exits(0);
        railwright(&["sim", &path(&format!("{name}.toml")), "--games", "5", "--check"]).exits(0);
        assert!(std::path::Path::new(&path(&format!("{name}-map.toml"))).is_file(), "{name}");
    }
    assert!(copied > 0 && copied < 6, "{copied} boards are copies");
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
