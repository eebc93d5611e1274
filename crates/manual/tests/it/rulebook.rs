//! Rulebooks are complete: whatever rule of a game is changed, what its rulebook says changes too.

use railwright_manual::rulebook;
use railwright_rules::module::told;
use railwright_rules::rules::ScriptSource;
use railwright_rules::{Setting, load};
use railwright_scenario::mutants;
use railwright_script::Rhai;
use railwright_source::Node;
use std::fmt::Write as _;

/// Changes of which people need not be told, by the end of the path, each with the reason.
const NOT_TOLD: &[(&str, &str)] = &[
    ("scripts.countries.counted", "what is counted is told in the author's words, `what`"),
    ("scripts.quarters.counted", "likewise"),
];

/// A setting of a game, what it is then, and what its rulebook says.
struct Told {
    players: u8,
    tree: Node,
    scripts: Vec<ScriptSource>,
    page: String,
}

fn page(players: u8, tree: &Node, scripts: &[ScriptSource]) -> String {
    rulebook(&[(players, told(tree, scripts))], scripts)
}

/// A game with each number of players, and with the fewest with each option the other way round.
fn settings(game: &str) -> Vec<Setting> {
    let first = load(game, &Setting { players: 0, options: Vec::new() }, &Rhai);
    let rules = first.rules.expect("a game that is whole");
    let (least, most) = rules.head.players;
    let mut settings: Vec<Setting> = (least..=most).map(|players| Setting { players, options: Vec::new() }).collect();
    let others = railwright_manual::other_choices(&first.tree).into_iter();
    settings.extend(others.map(|option| Setting { players: least, options: vec![option] }));
    settings
}

/// Whether the sentences of a module, as its file has them, have a place for the parameter that a path leads to: `USE.PARAMETER`.
fn says(scripts: &[ScriptSource], path: &str) -> bool {
    let mut names = path.split('.');
    let (used, parameter) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    let Some(script) = scripts.iter().find(|script| script.id == used) else { return false };
    let rules = script.text.split("\nrules = [").nth(1).and_then(|rest| rest.split("]\n").next()).unwrap_or_default();
    let place = format!("${parameter}");
    !parameter.is_empty()
        && rules.match_indices(&place).any(|(at, _)| !rules[at + place.len()..].starts_with(char::is_alphanumeric))
}

/// The changes of rules of which the rulebook says nothing.
fn untold(game: &str) -> Vec<String> {
    let settings = settings(game);
    let books: Vec<Told> = settings
        .iter()
        .map(|setting| {
            let loaded = load(game, setting, &Rhai);
            let scripts = loaded.rules.map(|rules| rules.scripts.clone()).unwrap_or_default();
            Told { players: setting.players, page: page(setting.players, &loaded.tree, &scripts), tree: loaded.tree, scripts }
        })
        .collect();
    let mut list = Vec::new();
    for mutant in mutants(game, &settings, &Rhai) {
        // What a function of a script does is told in the module's sentences, which a change of its text does not change.
        if mutant.path.contains(".rhai: ") {
            continue;
        }
        // The sentences of a module are filled in as the game is loaded.
        let filled = |book: &Told| mutant.path.strip_prefix("scripts.").is_some_and(|path| says(&book.scripts, path));
        let is_told = books.iter().any(filled)
            || books.iter().any(|book| {
                let (mut tree, mut scripts) = (book.tree.clone(), book.scripts.clone());
                mutant.apply(&mut tree, &mut scripts);
                !tree.same(&book.tree) && page(book.players, &tree, &scripts) != book.page
            });
        let allowed = NOT_TOLD.iter().any(|(end, _)| mutant.path.ends_with(end));
        if !is_told && !allowed {
            list.push(format!("{}: {}", mutant.path, mutant.text));
        }
    }
    list
}

#[test]
fn whatever_rule_is_changed_the_rulebook_says_so() {
    let mut all = String::new();
    for game in railwright_rules::library::Shelf::Games.ids() {
        for line in untold(&game) {
            let _ = writeln!(all, "{game}: {line}");
        }
    }
    assert!(all.is_empty(), "the rulebook says nothing of this:\n{all}");
}

/// What people read has spaces where an id has hyphens; what an author wrote in his own words is his.
#[test]
fn things_are_called_by_names_and_not_by_ids() {
    for game in railwright_rules::library::Shelf::Games.ids() {
        for setting in settings(&game) {
            let loaded = load(&game, &setting, &Rhai);
            let scripts = loaded.rules.map(|rules| rules.scripts.clone()).unwrap_or_default();
            let page = page(setting.players, &loaded.tree, &scripts);
            for table in ["zones", "counters", "sets", "terms", "steps", "actions", "score", "tables"] {
                for entry in loaded.tree.at(table).and_then(Node::as_table).into_iter().flatten() {
                    let id = entry.key.as_str();
                    let is_there = |line: &str| line.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == id);
                    let line = page
                        .lines()
                        .filter(|line| !line.contains("(Otherwise: ") && !line.contains('`'))
                        .find(|line| is_there(line));
                    assert!(!id.contains('-') || line.is_none(), "{game}: `{id}` of {table} in: {}", line.unwrap_or_default());
                }
            }
        }
    }
}

/// Every example can be told for every bundled game, and is of an action that the game has.
#[test]
fn each_bundled_game_has_examples_from_real_positions() {
    for game in railwright_rules::library::Shelf::Games.ids() {
        let rules = load(&game, &Setting { players: 0, options: Vec::new() }, &Rhai).rules.expect("a game that is whole");
        let rules = std::sync::Arc::new(rules);
        let examples = railwright_manual::examples(&rules, &Rhai);
        assert!(examples.len() * 2 >= rules.actions.len(), "{game}: {} of {} actions", examples.len(), rules.actions.len());
        for (id, text) in &examples {
            assert!(rules.actions.iter().any(|action| action.id == *id), "{game}: {id}");
            assert!(text.starts_with("Player "), "{game}: {text}");
        }
        assert_eq!(railwright_manual::examples(&rules, &Rhai), examples, "{game}: always the same");
    }
}
