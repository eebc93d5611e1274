//! Every numbered rule is covered by a scenario that notices when the rule is taken away.
//!
//! Each change of `tests/changes` is made to its game by the paths of keys; a scenario that covers the rule must then fail by what it
//! says itself, whatever its kept outcome. Rules that no value of the file carries are not listed; of a map only the values that a rule
//! names are changed, for a map is facts.

use crate::edits::{Edit, Original, tree};
use crate::root;
use railwright_scenario::{Games, Scenario, files_in, outcome_path};
use railwright_script::Rhai;
use railwright_source::{Node, Value};

/// Keys of a game file that say nothing that a scenario could notice by what it expects; what a map says is changed by itself.
const NOT_RULES: &[&str] = &["extends", "map", "summary", "family", "minutes", "name", "cites", "bots", "allow"];

/// Keys that make a thing what it is and cannot be another by themselves: a change of something else beside them is enough.
const WHAT_IT_IS: &[&str] = &["do", "like", "holds", "form", "fill", "from", "to"];

fn scenarios() -> Vec<Scenario> {
    let files = files_in(&root().join("tests/scenarios")).expect("a folder that can be read");
    files.iter().filter_map(|path| Scenario::load(path).ok()).collect()
}

/// The rules of a game and what takes them away.
fn changes(game: &str) -> Vec<(String, Edit)> {
    let path = root().join(format!("tests/changes/{game}.toml"));
    let list = tree(&path.display().to_string(), std::fs::read_to_string(&path).expect("the changes"));
    let said = list.at("changes").and_then(Node::as_list).expect("changes");
    for (i, change) in said.iter().enumerate() {
        let known = change.as_table().expect("a change").keys().all(|key| ["rule", "set", "add", "remove"].contains(&key));
        assert!(known, "{game}: change {} has a key that nobody knows", i + 1);
        assert!(!said[..i].iter().any(|other| other.same(change)), "{game}: change {} is listed twice", i + 1);
    }
    said.iter().map(|c| (c.at("rule").and_then(Node::as_text).expect("a rule").to_owned(), Edit::read(c))).collect()
}

/// Fails if there is a change that no scenario notices which covers the rule.
fn all_are_noticed(game: &str) {
    let original = Original::of(game);
    // In a folder of its own: what lies beside a game file, or in `maps` next to its folder, is found first.
    let own = std::env::temp_dir().join(format!("railwright-{game}-changed-{}", std::process::id()));
    let folder = own.join("games");
    std::fs::create_dir_all(&folder).expect("a folder for the changed games");
    let scenarios: Vec<Scenario> = scenarios().into_iter().filter(|s| s.game == game).collect();
    let (mut unnoticed, mut no_games) = (Vec::new(), Vec::new());
    for (i, (rule, edit)) in changes(game).iter().enumerate() {
        let path = folder.join(format!("changed-{i}.toml"));
        match original.with(edit) {
            Ok(text) => std::fs::write(&path, text).expect("a changed game"),
            Err(wrong) => {
                no_games.push(format!("{rule}: {wrong}"));
                continue;
            }
        }
        let mut games = Games::new(&Rhai).allowing(path.to_str());
        let mut notices = |scenario: &Scenario| {
            let mut changed = scenario.clone();
            changed.game = path.display().to_string();
            let Some(problems) = changed.run(&mut games).problems else { return false };
            let file = scenario.path.display().to_string();
            let own = problems.report.iter().any(|d| d.labels.iter().any(|(at, _)| problems.files.name(at.file) == file));
            let what: Vec<&str> = edit.paths().collect();
            if !own {
                no_games.push(format!("{rule}: {}: the changed game is no game: {}", what.join(", "), problems.render(false)));
            }
            true
        };
        if !scenarios.iter().filter(|s| s.covers.iter().any(|c| c == rule)).any(&mut notices) {
            unnoticed.push(format!("change {} of {rule}: {}", i + 1, edit.paths().collect::<Vec<_>>().join(", ")));
        }
    }
    std::fs::remove_dir_all(&own).expect("the folder can be removed");
    assert!(no_games.is_empty(), "{}", no_games.join("\n"));
    assert!(unnoticed.is_empty(), "no scenario notices\n{}", unnoticed.join("\n"));
}

#[test]
fn a_scenario_notices_every_change_of_ticket_to_ride() {
    all_are_noticed("ticket-to-ride");
}

#[test]
fn a_scenario_notices_every_change_of_northern_lights() {
    all_are_noticed("northern-lights");
}

#[test]
fn a_scenario_notices_every_change_of_india() {
    all_are_noticed("india");
}

#[test]
fn a_scenario_notices_every_change_of_europe() {
    all_are_noticed("europe");
}

#[test]
fn a_scenario_notices_every_change_of_legendary_asia() {
    all_are_noticed("legendary-asia");
}

#[test]
fn a_scenario_notices_every_change_of_nordic_countries() {
    all_are_noticed("nordic-countries");
}

#[test]
fn a_scenario_notices_every_change_of_switzerland() {
    all_are_noticed("switzerland");
}

#[test]
fn a_scenario_notices_every_change_of_santa_fe_rails() {
    all_are_noticed("santa-fe-rails");
}

#[test]
fn a_scenario_notices_every_change_of_santa_fe_rails_with_terrain() {
    all_are_noticed("santa-fe-rails-terrain");
}

#[test]
fn a_scenario_notices_every_change_of_spike() {
    all_are_noticed("spike");
}

#[test]
fn a_scenario_notices_every_change_of_the_advanced_spike() {
    all_are_noticed("spike-advanced");
}

#[test]
fn a_scenario_notices_every_change_of_skerry_lights() {
    all_are_noticed("skerry-lights");
}

#[test]
fn a_scenario_notices_every_change_of_slate_and_salt() {
    all_are_noticed("slate-and-salt");
}

/// The paths of all values in a tree, but for keys that are no rules.
fn values(node: &Node, path: &str, found: &mut Vec<String>) {
    match &node.value {
        Value::Table(table) if !table.is_empty() => {
            for entry in table.iter().filter(|entry| !NOT_RULES.contains(&entry.key.as_str())) {
                let path = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
                values(&entry.node, &path, found);
            }
        }
        _ => found.push(path.to_owned()),
    }
}

#[test]
fn every_value_of_northern_lights_is_changed() {
    let changes = changes("northern-lights");
    let within = |a: &str, b: &str| a == b || a.strip_prefix(b).is_some_and(|rest| rest.starts_with('.'));
    let touched = |path: &str| changes.iter().any(|(_, edit)| edit.paths().any(|p| within(p, path) || within(path, p)));
    let mut all = Vec::new();
    values(&Original::of("northern-lights").own, "", &mut all);
    let changed = |path: &str| {
        let (table, key) = path.rsplit_once('.').unwrap_or(("", path));
        touched(path) || (WHAT_IT_IS.contains(&key) && touched(table))
    };
    let untouched: Vec<&String> = all.iter().filter(|path| *path != "format" && !changed(path)).collect();
    assert!(all.len() > 70 && untouched.is_empty(), "of {} values nothing changes {untouched:?}", all.len());
}

#[test]
fn names_and_cited_rules_are_kept_in_the_outcomes() {
    let game = std::fs::read_to_string(root().join("games/northern-lights.toml")).expect("the game");
    let outcomes: String = scenarios()
        .iter()
        .filter(|s| s.game == "northern-lights")
        .map(|s| std::fs::read_to_string(outcome_path(&s.path)).expect("an outcome"))
        .collect();
    for line in game.lines().filter(|l| l.starts_with("name = ") || l.starts_with("cites = ")) {
        for text in line.split('"').skip(1).step_by(2) {
            assert!(outcomes.contains(text), "no outcome shows `{text}`");
        }
    }
}

#[test]
fn every_rule_is_covered_and_every_id_exists() {
    let covered: Vec<String> = scenarios().into_iter().flat_map(|s| s.covers).collect();
    let games = [
        ("ticket-to-ride", "TTR-", 35),
        ("northern-lights", "NL-", 41),
        ("santa-fe-rails", "SFR-", 68),
        ("spike", "SPK-", 50),
        ("skerry-lights", "SKL-", 23),
        ("slate-and-salt", "SAS-", 19),
    ];
    for (game, prefix, count) in games {
        let rules = std::fs::read_to_string(root().join(format!("docs/rules/{game}.md"))).expect("the rules");
        let ids: Vec<&str> =
            rules.lines().filter_map(|l| l.strip_prefix("- ")?.split(' ').next()).filter(|w| w.starts_with(prefix)).collect();
        let missing: Vec<&&str> = ids.iter().filter(|id| !covered.iter().any(|c| c == *id)).collect();
        let unknown: Vec<&String> = covered.iter().filter(|c| c.starts_with(prefix) && !ids.contains(&c.as_str())).collect();
        assert_eq!(ids.len(), count);
        assert!(missing.is_empty() && unknown.is_empty(), "not covered: {missing:?}; no such rule: {unknown:?}");
    }
}
