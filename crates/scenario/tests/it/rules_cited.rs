//! Whoever is refused is told which rule says so: every numbered rule that forbids something is cited at a key of its game, and a scenario
//! shows a refusal that cites it.

use crate::root;
use railwright_rules::{Setting, load};
use railwright_scenario::files_in;
use railwright_script::Rhai;
use railwright_source::Node;
use std::collections::BTreeSet;

/// Words by which a rule forbids something or demands it.
const FORBIDS: [&str; 13] =
    ["cannot", "may not", "must", "only", "never", "not", "nor", "no", "at most", "at least", "once", "exactly", "forced"];

/// Rules that have such words and that nobody can be refused by, with the reason.
const NOT_REFUSED: &[(&str, &[&str])] = &[
    ("it says what lies on the table at the start", &["NL-16", "SFR-01", "SFR-03", "SFR-04", "SFR-05", "SFR-15", "SPK-03"]),
    (
        "it says what is worth points, or who wins",
        &[
            "EU-13", "EU-14", "IN-05", "LA-05", "NC-09", "NL-20", "NL-23", "NL-27", "NL-B5", "NL-B6", "NL-B8", "NL-B9", "NL-B11",
            "SKL-22", "SFR-46", "SFR-50", "SFR-65", "SFR-66", "SPK-34", "SW-05", "TTR-18", "TTR-31",
        ],
    ),
    (
        "it says what happens by itself",
        &[
            "EU-11", "NC-04", "NL-06", "NL-15", "SFR-13", "SFR-32", "SFR-33", "SFR-39", "SFR-42", "SFR-49", "SFR-61", "SFR-64",
            "SPK-45", "TTR-12", "TTR-14",
        ],
    ),
    (
        "it allows something, or says that nothing else forbids it",
        &["SFR-10", "SFR-29", "SFR-59", "SFR-60", "SFR-68", "SPK-14", "SPK-44", "TTR-13", "TTR-26"],
    ),
    ("it says who sees what", &["TTR-05"]),
    ("it repeats a rule of its parent, which is cited", &["EU-03", "NL-04", "NL-07", "NL-08", "NL-12", "NL-17"]),
    ("it explains another rule, which is cited", &["SFR-30", "SFR-62"]),
];

/// The numbered rules of all games with their texts.
fn numbered() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(root().join("docs/rules")).expect("the rules in words");
    let mut all: Vec<(String, String)> = Vec::new();
    for path in folder.map(|entry| entry.expect("an entry").path()) {
        let page = std::fs::read_to_string(&path).expect("a page");
        let mut open = false;
        for line in page.lines() {
            let number = line.strip_prefix("- ").and_then(|rest| rest.split_once(' ')).filter(|(id, _)| is_number(id));
            match (number, line.strip_prefix("  ")) {
                (Some((id, text)), _) => {
                    all.push((id.to_owned(), text.to_owned()));
                    open = true;
                }
                (None, Some(more)) if open => all.last_mut().expect("a rule").1 += &format!(" {more}"),
                _ => open = false,
            }
        }
    }
    all
}

/// Whether a word is the number of a rule: `TTR-09`, `NL-B3`.
fn is_number(word: &str) -> bool {
    let Some((game, number)) = word.split_once('-') else { return false };
    let digits = number.strip_prefix('B').unwrap_or(number);
    !game.is_empty() && game.chars().all(|c| c.is_ascii_uppercase()) && digits.parse::<u8>().is_ok()
}

fn forbids(text: &str) -> bool {
    let words: String = text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    FORBIDS.iter().any(|word| format!(" {words} ").contains(&format!(" {word} ")))
}

/// The rules that actions and steps of the bundled games cite, as a whole, at keys and in conditions.
fn cited() -> BTreeSet<String> {
    let mut cited = BTreeSet::new();
    for game in railwright_rules::library::Shelf::Games.ids() {
        let loaded = |players| load(&game, &Setting { players, options: Vec::new() }, &Rhai);
        let (least, most) = loaded(0).rules.expect("a bundled game").head.players;
        for tree in (least..=most).map(|players| loaded(players).tree) {
            ["actions", "steps"].iter().filter_map(|key| tree.at(key)).for_each(|node| cites_in(node, false, &mut cited));
        }
    }
    cited
}

/// Every text under a key `cites`.
fn cites_in(node: &Node, under: bool, cited: &mut BTreeSet<String>) {
    cited.extend(node.as_text().filter(|_| under).map(str::to_owned));
    node.as_list().into_iter().flatten().for_each(|item| cites_in(item, under, cited));
    node.as_table().into_iter().flatten().for_each(|entry| cites_in(&entry.node, under || entry.key == "cites", cited));
}

#[test]
fn every_numbered_rule_that_forbids_something_is_cited_where_it_is_written() {
    let (rules, cited) = (numbered(), cited());
    assert!(rules.len() > 150 && cited.len() > 60, "{} rules, {} cited", rules.len(), cited.len());
    let excused: Vec<&str> = NOT_REFUSED.iter().flat_map(|(_, rules)| rules.iter().copied()).collect();
    let uncited: Vec<String> = (rules.iter())
        .filter(|(id, text)| forbids(text) && !cited.contains(id) && !excused.contains(&id.as_str()))
        .map(|(id, text)| format!("{id}: {text}"))
        .collect();
    assert!(uncited.is_empty(), "these forbid something and no key cites them:\n{}", uncited.join("\n"));
    for (id, text) in &rules {
        let is_excused = excused.contains(&id.as_str());
        assert!(!(cited.contains(id) && is_excused), "{id} is cited: there is nothing to excuse");
        assert!(forbids(text) || !is_excused, "{id} forbids nothing: there is nothing to excuse");
    }
    for id in excused.iter().copied().chain(cited.iter().map(String::as_str)) {
        assert!(rules.iter().any(|(known, _)| known == id), "there is no rule {id}");
    }
}

#[test]
fn a_scenario_shows_a_refusal_by_every_rule_that_is_cited() {
    let scenarios = files_in(&root().join("tests/scenarios")).expect("a folder that can be read");
    let mut shown = BTreeSet::new();
    for path in scenarios {
        let outcome = std::fs::read_to_string(railwright_scenario::outcome_path(&path)).expect("a kept outcome");
        // A reason ends with the action or step that refuses, and what that cites.
        let reasons = outcome.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(']')?.rsplit_once(" ["));
        shown.extend(reasons.flat_map(|(_, cited)| cited.split(", ").map(str::to_owned).collect::<Vec<_>>()));
    }
    let unseen: Vec<String> = cited().into_iter().filter(|rule| !shown.contains(rule)).collect();
    assert!(unseen.is_empty(), "no scenario shows a refusal by {}", unseen.join(", "));
}
