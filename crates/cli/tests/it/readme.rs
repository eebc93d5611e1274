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
