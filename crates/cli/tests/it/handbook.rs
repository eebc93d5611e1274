//! What the tutorial, the format page and the recipes show works, just as it stands there.

use crate::common::follow::{self, Part};
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

/// The tutorial is followed in an empty folder, and what that has in the end of each step is what the project keeps of it, to the letter.
/// `cargo xtask accept docs` keeps it.
#[test]
fn whoever_follows_the_tutorial_gets_the_files_of_each_step() {
    let page = std::fs::read_to_string(repository("docs/tutorial.md")).expect("the tutorial");
    let parts = follow::read(&page).unwrap_or_else(|problem| panic!("docs/tutorial.md, {problem}"));
    let folder = Folder::new("tutorial");
    let (mut current, mut done, mut typed): (Option<String>, _, _) = (None, 0, 0);
    for (i, part) in parts.iter().enumerate() {
        match part {
            Part::Heading(text) => {
                if let Some(number) = current.take() {
                    is_kept(&folder, &number);
                    done += 1;
                }
                current = text.strip_prefix("Step ").map(|rest| rest.split(':').next().expect("a number").to_owned());
            }
            Part::Write(edit, text) => follow::write(&folder, edit, text),
            // It looks at the game until it is interrupted: tests/watch.rs does that.
            Part::Type(line) if line.starts_with("watch ") => {}
            Part::Type(line) => {
                let ran = follow::type_in(&folder, line);
                let (code, shown) = match parts.get(i + 1) {
                    Some(Part::Prints(code, shown)) => (*code, Some(shown)),
                    _ => (0, None),
                };
                let said = ran.exits(code);
                if let Some(shown) = shown {
                    let said = (said.out + said.err.as_str()).replace('\\', "/");
                    assert_eq!(said.trim_end().lines().collect::<Vec<_>>(), *shown, "railwright {line}");
                }
                typed += 1;
            }
            Part::Prints(..) => assert!(matches!(parts[i - 1], Part::Type(_)), "no command prints {part:?}"),
        }
    }
    assert!(done == 5 && current.is_none() && typed > 20, "{done} steps, {typed} commands");
}

/// Asserts that a folder is what the project keeps of a step.
#[track_caller]
fn is_kept(folder: &Folder, number: &str) {
    let kept = repository(&format!("docs/tutorial/step-{number}"));
    let made = follow::files(folder.path());
    if std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
        let _ = std::fs::remove_dir_all(&kept);
        for (file, text) in &made {
            let path = kept.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
    }
    let kept = follow::files(&kept);
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>(), "the files of step {number}");
    for (file, text) in &made {
        assert_eq!(*text, kept[file], "step {number}, {file}; `cargo xtask accept docs` keeps what the page says");
    }
}

#[test]
fn a_page_that_nobody_can_follow_is_refused() {
    let refused = |page: &str, problem: &str| {
        let said = follow::read(page).expect_err("nobody can follow it");
        assert!(said.contains(problem), "{said}");
    };
    refused("Some words:\n\n```toml\nx = 1\n```\n", "line 3: nothing says where this box goes");
    refused("**Write this somewhere:**\n\n```toml\nx = 1\n```\n", "is no phrase");
    refused("**Save as `x.toml`:**\n\nMore words.\n", "line 1: no box follows");
    refused("    make all\n", "`make all` is no command");
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let changed = |phrase: &str| {
        let read = follow::read(&format!("**In `x`, {phrase}:**\n```\nnew\n```\n")).expect("a phrase");
        let [Part::Write(edit, text)] = &read[..] else { panic!("{read:?}") };
        let mut file = lines("[a] b1 b2  [c] d");
        follow::edit(&mut file, edit, text).map(|()| file.join(" "))
    };
    assert_eq!(changed("add below the table `[a]`").as_deref(), Ok("[a] b1 b2  new  [c] d"));
    assert_eq!(changed("replace the table `[a]` with").as_deref(), Ok("new  [c] d"));
    assert_eq!(changed("add below the line `b2`").as_deref(), Ok("[a] b1 b2 new  [c] d"));
    assert_eq!(changed("replace the line that begins with `d` with").as_deref(), Ok("[a] b1 b2  [c] new"));
    assert!(changed("add below the line that begins with `b`").is_err_and(|problem| problem.contains("2 places")));
    assert!(changed("replace the line `e` with").is_err_and(|problem| problem.contains("0 places")));
}

/// The recipes: the names of their files and what these say.
fn recipes() -> Vec<(String, String)> {
    let files = std::fs::read_dir(repository("docs/recipes")).expect("recipes").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a recipe"));
    let mut all: Vec<(String, String)> = files.filter(|path| path.extension().is_some_and(|e| e == "toml")).map(read).collect();
    all.sort_unstable();
    all
}

#[test]
fn every_recipe_is_a_game() {
    let all = recipes();
    assert!(all.len() >= 50, "{}", all.len());
    for (game, _) in all {
        let ran = railwright(&["check", &game]);
        assert_eq!((ran.code, ran.out.contains("Warning")), (0, false), "{}", ran.out);
        let ran = railwright(&["sim", &game, "--games", "3", "--check"]);
        assert_eq!(ran.code, 0, "{game}\n{}{}", ran.out, ran.err);
    }
}

/// A box of the page is a file as a whole, or all of it below the head; the page links to each that it does not print whole.
#[test]
fn recipes_are_files_as_they_are_printed() {
    let page = std::fs::read_to_string(repository("docs/recipes.md")).expect("the page");
    let printed = examples("docs/recipes.md", "toml");
    let all = recipes();
    for (file, text) in &all {
        let name = file.replace('\\', "/").rsplit('/').next().expect("a name").to_owned();
        let below = text.split_once("\n\n").map_or("", |(_, below)| below);
        let whole = printed.iter().any(|one| one.trim() == text.trim());
        let linked = page.contains(&format!("(recipes/{name})")) && printed.iter().any(|one| one.trim() == below.trim());
        assert!(whole || linked, "{name} is not printed as it is");
        let head =
            text.lines().next() == Some("format = 1") && text.lines().nth(1).is_some_and(|line| line.starts_with("extends = "));
        assert!(head, "{name}");
    }
    assert_eq!(printed.len(), all.len(), "a box of the page has no file");
}

/// The example of the format page with that text in it.
fn example_with(text: &str) -> String {
    let examples = examples("docs/format.md", "toml");
    examples.into_iter().find(|example| example.contains(text)).unwrap_or_else(|| panic!("no example has {text}"))
}

#[test]
fn what_the_format_page_says_once_is_understood() {
    let folder = Folder::new("said-once");
    folder.write("parts/gifts.toml", &example_with("summary = \"Whoever claims"));
    for (parent, text, path, becomes) in [
        ("ticket-to-ride", "like = \"deal-tickets\"", "draw-tickets.for", "= \"actor\""),
        ("northern-lights", "[templates.score.bonus]", "[score.ferry-master]", "points = 12"),
        ("ticket-to-ride", "'large(cards, least)'", "[terms]", "large(cards, least)"),
        ("ticket-to-ride", "gifts = { long = 6 }", "draw-gift", "if(last-lane(length) >= 6, 1, 0)"),
    ] {
        let game = folder.write("game.toml", &format!("extends = \"{parent}\"\n{}", example_with(text)));
        railwright(&["check", &game, "--no-play"]).exits(0);
        let resolved = railwright(&["resolve", &game]).exits(0).out;
        let (_, table) = resolved.rsplit_once(path).unwrap_or_else(|| panic!("{text}: no {path} in {resolved}"));
        assert!(table.contains(becomes), "{text}: {table}");
    }
}

#[test]
fn the_map_of_the_format_page_is_a_map() {
    let folder = Folder::new("format");
    folder.write("towns.toml", &example_with("Seven towns"));
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
