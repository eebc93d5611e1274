//! What the pages on the bundled games show is so: their snippets stand in the game files, are games that load or scenarios
//! that pass.

use crate::edits::tree;
use crate::root;
use railwright_rules::script::NoScripts;
use railwright_rules::{Setting, load};
use railwright_scenario::{Games, Scenario};
use railwright_source::Node;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file that can be read")
}

fn snippets(page: &str) -> Vec<&str> {
    page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// The first key of a snippet that the game has not, or has otherwise.
fn missing(part: &Node, whole: &Node, path: &str) -> Option<String> {
    let lists = |a: &[Node], b: &[Node]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| missing(a, b, "").is_none());
    if let Some(table) = part.as_table() {
        return table.iter().find_map(|entry| {
            let path = format!("{path}.{}", entry.key);
            match whole.at(&entry.key) {
                Some(node) => missing(&entry.node, node, &path),
                None => Some(path),
            }
        });
    }
    let same = match (part.as_list(), whole.as_list()) {
        (Some(a), Some(b)) => lists(a, b),
        (None, None) => (part.as_text(), part.as_int(), part.as_bool()) == (whole.as_text(), whole.as_int(), whole.as_bool()),
        _ => false,
    };
    (!same).then(|| path.to_owned())
}

/// How many snippets of a page were parts of its games, games by themselves, and scenarios.
fn hold(page: &str, of: &[&str]) -> (usize, usize, usize) {
    let games_of: Vec<Node> = of.iter().map(|game| tree(game, read(&format!("games/{game}.toml")))).collect();
    let own = std::env::temp_dir().join(format!("railwright-page-{}-{}", of[0], std::process::id()));
    let folder = own.join("games");
    std::fs::create_dir_all(&folder).expect("a folder for the games of the page");
    let (mut parts, mut games, mut scenarios) = (0, 0, 0);
    for (i, text) in snippets(&read(page)).into_iter().enumerate() {
        let snippet = tree("snippet.toml", text.to_owned());
        if snippet.at("text").is_some() {
            let path = folder.join("scenario.toml");
            let scenario = Scenario::read(&path, text.to_owned()).map_err(|p| p.render(false)).expect("a scenario");
            let ran = scenario.run(&mut Games::new(&NoScripts));
            assert!(ran.is_ok(), "{}", ran.problems.map(|p| p.render(false)).unwrap_or_default());
            scenarios += 1;
        } else if snippet.at("extends").is_some() {
            let path = folder.join(format!("game-{i}.toml"));
            std::fs::write(&path, text).expect("a game of the page");
            for players in 2..=5 {
                let loaded = load(&path.display().to_string(), &Setting { players, ..Setting::default() }, &NoScripts);
                assert!(loaded.rules.is_some(), "{text}\n{}", loaded.report.render(&loaded.files, false));
            }
            games += 1;
        } else {
            let wrong: Vec<String> = games_of.iter().map_while(|game| missing(&snippet, game, "")).collect();
            // Some lines of a table are shown without its head.
            let stands = of.iter().any(|game| read(&format!("games/{game}.toml")).contains(text.trim_end()));
            assert!(stands || wrong.len() < of.len(), "{wrong:?} not in {of:?}:\n{text}");
            parts += 1;
        }
    }
    std::fs::remove_dir_all(&own).expect("the folder can be removed");
    (parts, games, scenarios)
}

#[test]
fn every_snippet_on_northern_lights_holds() {
    let (parts, games, scenarios) = hold("docs/northern-lights.md", &["northern-lights"]);
    assert!(parts >= 8 && games >= 2 && scenarios >= 1, "{parts} parts, {games} games, {scenarios} scenarios");
}

#[test]
fn every_snippet_on_santa_fe_rails_holds() {
    let (parts, _, scenarios) = hold("docs/santa-fe-rails.md", &["santa-fe-rails", "santa-fe-rails-terrain"]);
    assert!(parts >= 14 && scenarios >= 1, "{parts} parts, {scenarios} scenarios");
}

#[test]
fn every_snippet_on_spike_holds() {
    let (parts, ..) = hold("docs/spike.md", &["spike"]);
    assert!(parts >= 9, "{parts} parts");
}

#[test]
fn what_is_missing_is_found() {
    let tree = |text: &str| tree("snippet.toml", text.to_owned());
    let game = tree("a = [1, 2]\n[b]\nc = \"x\"\n");
    assert_eq!(missing(&tree("a = [1, 2]\nb.c = \"x\""), &game, ""), None);
    assert_eq!(missing(&tree("a = [1]"), &game, ""), Some(".a".to_owned()));
    assert_eq!(missing(&tree("b.c = \"y\""), &game, ""), Some(".b.c".to_owned()));
    assert_eq!(missing(&tree("b.d = 1"), &game, ""), Some(".b.d".to_owned()));
}
