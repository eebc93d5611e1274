//! What README.md shows works.

use crate::common::{Folder, railwright, repository, understands};

#[test]
fn the_variant_of_the_readme_loads_and_plays_with_any_number_of_players() {
    let readme = std::fs::read_to_string(repository("README.md")).expect("the README");
    let (_, rest) = readme.split_once("```toml\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("the end of the example");
    assert!(example.lines().count() <= 10, "a variant in ten lines");
    let folder = Folder::new("readme");
    let game = folder.write("short-evening.toml", example);
    railwright(&["check", "--strict", &game]).exits(0);
    for players in ["2", "3", "4", "5"] {
        railwright(&["sim", &game, "--players", players, "--games", "10", "--check"]).exits(0);
    }
    let four = railwright(&["resolve", &game, "--players", "4"]).exits(0).out;
    assert!(four.contains("# overlays that apply: many-players\n"), "{four}");
}

#[test]
fn every_command_line_of_the_readme_is_understood() {
    let seen = understands("README.md");
    assert!(seen >= 4, "only {seen} command lines");
}

/// `cargo play` is a name for what is in .cargo/config.toml; Cargo says nothing of it before somebody types it.
#[test]
fn the_first_command_of_the_readme_names_a_profile_and_a_package_that_there_are() {
    let read = |file: &str| std::fs::read_to_string(repository(file)).expect("a file of the repository");
    assert!(read("README.md").contains("\n    cargo play "), "the README begins with `cargo play`");
    let config = read(".cargo/config.toml");
    let alias = config.lines().find_map(|line| line.strip_prefix("play = \"")).expect("the alias");
    let words: Vec<&str> = alias.trim_end_matches('"').split_whitespace().collect();
    let after = |word: &str| words.iter().skip_while(|w| **w != word).nth(1).copied().unwrap_or_default();
    assert!(read("Cargo.toml").contains(&format!("[profile.{}]", after("--profile"))), "{alias}");
    assert_eq!(after("--package"), env!("CARGO_PKG_NAME"));
    assert_eq!(after("--bin"), "railwright");
    assert_eq!((words[0], words[words.len() - 2], words[words.len() - 1]), ("run", "--", "play"));
}
