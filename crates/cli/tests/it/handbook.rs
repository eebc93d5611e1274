//! What the tutorial, the format page and the recipes show works, just as it stands there.

use crate::common::{Folder, railwright, repository, understands};
use std::path::PathBuf;

/// The examples of a page in a language, in order.
fn examples(page: &str, language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository(page)).expect("a page");
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).map(|rest| rest.split("```\n").next().expect("an end").to_owned()).collect()
}

fn step(number: usize, file: &str) -> PathBuf {
    repository(&format!("docs/tutorial/step-{number}/{file}"))
}

#[test]
fn every_step_of_the_tutorial_is_a_game_that_plays() {
    for number in 1..=5 {
        let game = step(number, "skerry.toml").display().to_string();
        railwright(&["check", "--strict", &game]).exits(0);
        for players in ["2", "3", "4"] {
            railwright(&["sim", &game, "--players", players, "--games", "30", "--check"]).exits(0);
        }
        let scenarios = step(number, "scenarios").display().to_string();
        railwright(&["test", &scenarios]).exits(0);
    }
}

#[test]
fn every_example_of_the_tutorial_stands_in_its_files() {
    let page = std::fs::read_to_string(repository("docs/tutorial.md")).expect("the tutorial");
    for (number, part) in page.split("\n## Step ").enumerate().skip(1) {
        let folder = step(number, "");
        let mut files: Vec<PathBuf> = Vec::new();
        for folder in [folder.clone(), folder.join("scenarios")] {
            files
                .extend(std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).filter(|p| p.is_file()));
        }
        let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).expect("a file")).collect();
        let blocks = part.split("\n```").skip(1).step_by(2).map(|block| block.split_once('\n').expect("a block").1);
        let mut seen = 0;
        for block in blocks {
            // A block may leave out what stands between its paragraphs.
            for paragraph in block.split("\n\n") {
                assert!(texts.iter().any(|text| text.contains(paragraph.trim_end())), "step {number} has nowhere:\n{paragraph}");
            }
            seen += 1;
        }
        assert!(seen > 0, "step {number} shows nothing");
    }
}

#[test]
fn every_recipe_is_part_of_a_game() {
    let recipes = examples("docs/recipes.md", "toml");
    assert!(recipes.len() >= 20, "{}", recipes.len());
    let folder = Folder::new("recipes");
    for (i, recipe) in recipes.iter().enumerate() {
        let game = folder.write(&format!("recipe-{i}.toml"), &format!("extends = \"ticket-to-ride\"\n{recipe}"));
        let ran = railwright(&["check", &game]);
        assert_eq!(ran.code, 0, "{recipe}\n{}", ran.out);
        let ran = railwright(&["sim", &game, "--games", "3"]);
        assert_eq!(ran.code, 0, "{recipe}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn the_map_of_the_format_page_is_a_map() {
    let folder = Folder::new("format");
    folder.write("towns.toml", &examples("docs/format.md", "toml")[0]);
    let game = "extends = \"ticket-to-ride\"\nmap = \"towns\"\nplayers = [2, 2]\nremove = [\"cards.ticket.kinds\"]\n";
    // What the bundled game takes from its own map is not there, so only the map is looked at.
    let game = folder.write("game.toml", game);
    let page = railwright(&["resolve", &game]).out;
    assert!(page.contains("map-name") && page.contains("alder-fork"), "{page}");
    let minimal = "name = \"x\"\nmap = \"towns\"\nplayers = [1, 1]\nflow = [\"end\"]\nsteps.end = { do = \"end\" }\n\
         cards.ticket.fields = { from = \"place\", to = \"place\", points = \"number\" }\n\
         zones.deck = { holds = \"ticket\", form = \"pile\", fill = \"shuffled\" }\n";
    let minimal = folder.write("minimal.toml", minimal);
    railwright(&["check", &minimal]).exits(0);
}

#[test]
fn every_command_of_the_handbook_is_understood() {
    let folder = std::fs::read_dir(repository("docs")).expect("the handbook");
    let names = folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let seen: usize = names.filter(|name| name.ends_with(".md")).map(|name| understands(&format!("docs/{name}"))).sum();
    assert!(seen > 60, "only {seen} command lines");
}
