//! Checks for what nobody reads: declared and named nowhere, functions of scripts that nothing calls.

use super::{Check, Checked, Finding, place_of};
use railwright_source::{Diagnostic, Node, Value};
use std::collections::HashMap;

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
    let mut words = HashMap::new();
    collect(game.tree, true, &mut words);
    for overlay in game.layers.overlay_bodies() {
        collect(&overlay, true, &mut words);
    }
    for script in &game.rules.scripts {
        count_words(&script.text, &mut words);
    }
    let is_named = |id: &str| words.contains_key(id);
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

/// The words of all texts of a tree; what only declares or tells is left out.
fn collect(node: &Node, top: bool, words: &mut HashMap<String, usize>) {
    match &node.value {
        Value::Text(text) => count_words(text, words),
        Value::List(list) => list.iter().for_each(|item| collect(item, false, words)),
        Value::Table(table) => {
            for entry in table {
                let tells = top
                    && matches!(entry.key.as_str(), "places" | "lines" | "attributes" | "name" | "summary" | "provenance-note");
                let names = matches!(entry.key.as_str(), "gain" | "arrive" | "accepts");
                if names {
                    entry.node.as_table().into_iter().flatten().for_each(|e| count_words(&e.key, words));
                }
                if !tells && !matches!(entry.key.as_str(), "text" | "cites" | "says") {
                    collect(&entry.node, false, words);
                }
            }
        }
        Value::Bool(_) | Value::Int(_) => {}
    }
}

fn count_words(text: &str, words: &mut HashMap<String, usize>) {
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter(|word| !word.is_empty()) {
        *words.entry(word.to_owned()).or_default() += 1;
    }
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
