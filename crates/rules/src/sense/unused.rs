//! Checks for what nobody reads: declared and named nowhere, functions of scripts that nothing calls.

use super::{Check, Checked, Finding, place_of};
use railwright_source::{Diagnostic, Node, Value};
use std::collections::HashSet;

pub(super) const UNUSED: Check = Check {
    name: "unused",
    doc: "A counter, set, table, step, option, field or attribute is declared, and nothing in the game or its scripts names it.",
    remedy: "Use it or take it out; perhaps its name is misspelt where it should be used.",
    find: unused,
};

pub(super) const SCRIPT_UNUSED_FUNCTION: Check = Check {
    name: "script-unused-function",
    doc: "A function of a rule script is no hook, no step calls it and neither does another function.",
    remedy: "Call it, or take it out; perhaps a hook or a step has another name.",
    find: unused_functions,
};

/// The tables whose entries somebody should name.
const TABLES: [(&str, &str); 5] =
    [("counters", "counter"), ("sets", "set"), ("tables", "table"), ("steps", "step"), ("options", "option")];

fn unused(game: &Checked) -> Vec<Finding> {
    let mut words = HashSet::new();
    collect(game.tree, &mut words);
    for overlay in game.layers.overlay_bodies() {
        collect(&overlay, &mut words);
    }
    for script in &game.rules.scripts {
        add_words(&script.text, &mut words);
    }
    let is_named = |id: &str| words.contains(id);
    let mut findings = Vec::new();
    let mut say = |id: &str, what: &str, origin| {
        let problem = Diagnostic::warning("unused", format!("nothing names the {what} `{id}`"));
        findings.push(Finding::new(id, problem.at(origin, "declared here").help(UNUSED.remedy)));
    };
    for (table, what) in TABLES {
        for entry in game.tree.at(table).and_then(Node::as_table).into_iter().flatten().filter(|e| !is_named(&e.key)) {
            say(&entry.key, what, entry.key_origin);
        }
    }
    // What the map declares are facts, which other games on it may ask for.
    let map = game.layers.map();
    let attributes = ["place", "lane", "company"].map(|of| format!("attributes.{of}"));
    let fields = game.rules.parts.cards.iter().map(|set| format!("cards.{}.fields", set.id));
    for path in attributes.into_iter().chain(fields) {
        for entry in game.tree.at(&path).and_then(Node::as_table).into_iter().flatten().filter(|e| !is_named(&e.key)) {
            let what = if path.starts_with("cards") { "field" } else { "attribute" };
            let origin = place_of(game.tree, &path, &entry.key);
            if map != Some(origin.file) {
                say(&entry.key, what, origin);
            }
        }
    }
    findings
}

/// Sections of a game that declare or tell and name nothing.
const TELLING: [&str; 7] = ["places", "lines", "attributes", "name", "summary", "family", "provenance-note"];
/// Sections whose entries have keys that are names: counters that an action adds to, colours that a price accepts.
const WITH_NAMES_AS_KEYS: [&str; 3] = ["actions", "steps", "templates"];

/// The words of all texts of a game or an overlay, and those keys that may be names; what only declares or tells is left out.
fn collect(tree: &Node, words: &mut HashSet<String>) {
    for section in tree.as_table().into_iter().flatten().filter(|section| !TELLING.contains(&section.key.as_str())) {
        let keys = WITH_NAMES_AS_KEYS.contains(&section.key.as_str());
        match section.node.as_table() {
            // What an entry is called is no use of its name.
            Some(entries) => entries.iter().for_each(|entry| collect_within(&entry.node, keys, words)),
            None => collect_within(&section.node, false, words),
        }
    }
}

fn collect_within(node: &Node, keys: bool, words: &mut HashSet<String>) {
    match &node.value {
        Value::Text(text) => add_words(text, words),
        Value::List(list) => list.iter().for_each(|item| collect_within(item, keys, words)),
        Value::Table(table) => {
            for entry in table.iter().filter(|entry| !matches!(entry.key.as_str(), "text" | "cites" | "says")) {
                if keys {
                    add_words(&entry.key, words);
                }
                collect_within(&entry.node, keys, words);
            }
        }
        Value::Bool(_) | Value::Int(_) => {}
    }
}

fn add_words(text: &str, words: &mut HashSet<String>) {
    let some = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter(|word| !word.is_empty());
    words.extend(some.map(str::to_owned));
}

fn unused_functions(game: &Checked) -> Vec<Finding> {
    let steps = game.tree.at("steps").and_then(Node::as_table).into_iter().flatten();
    let called: Vec<&str> = steps.filter_map(|step| step.node.at("function")?.as_text()).collect();
    let functions = game.scripting.idle_functions(&game.rules.scripts).into_iter();
    let idle = functions.filter(|(name, _)| !called.contains(&name.as_str()));
    idle.map(|(name, origin)| {
        let problem = Diagnostic::warning("script-unused-function", format!("nothing calls the function `{name}`"));
        Finding::new(&name, problem.at(origin, "defined here").help(SCRIPT_UNUSED_FUNCTION.remedy))
    })
    .collect()
}
