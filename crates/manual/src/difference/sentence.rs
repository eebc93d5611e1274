//! A sentence for each difference: by where it stands in the tree, else by what the schema says of the key.

use super::{Change, Part, Raw};
use crate::words::{count, entries, name_of, score_line, value};
use railwright_rules::compile::schema::{key_at, schema_of_kind};
use railwright_source::Node;

/// Names in a list are spelled out up to so many.
const SPELLED_OUT: usize = 6;
/// What is no rule: names, texts, where facts come from, safeguards, the drawing, what bots do.
const NO_RULES: [&str; 14] = [
    "name",
    "summary",
    "family",
    "minutes",
    "map-name",
    "provenance",
    "provenance-note",
    "size",
    "attributes",
    "goals",
    "invariants",
    "allow",
    "bots",
    "personas",
];

pub(super) fn sentences(a: &Node, b: &Node, raw: &[Raw]) -> Vec<Change> {
    let other_board = a.at("map").map(value) != b.at("map").map(value);
    let mut changes = Vec::new();
    let mut say = |part: Part, text: String| {
        if !changes.iter().any(|change: &Change| change.text == text) {
            changes.push(Change { part, text, players: Vec::new() });
        }
    };
    if other_board {
        say(Part::Board, format!("it is played on {} instead of {}", board(b), board(a)));
    }
    for set in sets_of_cards(raw) {
        if let Some(text) = kinds(raw, set, a, b) {
            say(Part::Components, text);
        }
    }
    for group in ["places", "lines"].into_iter().filter(|_| !other_board) {
        for text in added_and_removed(raw, group) {
            say(Part::Board, text);
        }
    }
    for difference in raw {
        let path = difference.path.as_slice();
        let on_board = matches!(path.first(), Some(&("places" | "lines")));
        if path.first().is_some_and(|top| NO_RULES.contains(top))
            || path == ["map"]
            || (on_board && (other_board || path.len() < 3))
        {
            continue;
        }
        if matches!(path, ["cards", _, "kinds"] | ["cards", _, "kinds", _])
            || path.contains(&"cites")
            || path.last() == Some(&"says")
        {
            continue;
        }
        // What is written as it would be anyway is no change.
        let default = key_at(b, path).or_else(|| key_at(a, path)).and_then(|key| key.default());
        let is_default = |node: Option<&Node>| node.is_none_or(|node| default.is_some_and(|default| default.same(node)));
        if is_default(difference.old) && is_default(difference.new) {
            continue;
        }
        if path.first() == Some(&"scripts") {
            modules(difference).into_iter().for_each(|text| say(Part::Play, text));
            continue;
        }
        if matches!(path, ["actions", _, "text" | "module" | "action"]) {
            continue;
        }
        let (part, text) = sentence(a, b, difference);
        say(part, text);
    }
    changes
}

/// What a rule module says now, and what it says no longer, in its own sentences.
fn modules(difference: &Raw) -> Vec<String> {
    let sentences = |node: Option<&Node>| -> Vec<String> {
        let list = node.and_then(Node::as_list).unwrap_or_default();
        list.iter().filter_map(|rule| Some(rule.as_text()?.trim_end_matches('.').to_owned())).collect()
    };
    let (old, new) = (sentences(difference.old), sentences(difference.new));
    let added = new.iter().filter(|rule| !old.contains(rule)).cloned();
    let gone = old.iter().filter(|rule| !new.contains(rule)).map(|rule| format!("this is no longer so: {rule}"));
    added.chain(gone).collect()
}

/// `United States (36 cities, 78 lines, 300 spaces)`.
fn board(tree: &Node) -> String {
    let name = tree.at("map-name").or(tree.at("map")).map(value).unwrap_or_default();
    let junction = |node: &Node| node.at("junction").and_then(Node::as_bool).unwrap_or(false);
    let cities = entries(tree, "places").iter().filter(|(_, node)| !junction(node)).count();
    let lines = entries(tree, "lines");
    let spaces: i64 = lines.iter().filter_map(|(_, node)| node.at("length")?.as_int()).sum();
    format!("{name} ({}, {}, {spaces} spaces)", count(cities, "city"), count(lines.len(), "line"))
}

fn sets_of_cards<'a>(raw: &[Raw<'a>]) -> Vec<&'a str> {
    let mut sets = Vec::new();
    for difference in raw {
        if let ["cards", set, "kinds", ..] = difference.path.as_slice()
            && !sets.contains(set)
        {
            sets.push(*set);
        }
    }
    sets
}

/// Which kinds of card are new or gone.
fn kinds(raw: &[Raw], set: &str, a: &Node, b: &Node) -> Option<String> {
    let of_set = |difference: &&Raw| matches!(difference.path.as_slice(), ["cards", of, "kinds", _] if *of == set);
    let ids = |wanted: fn(&Raw) -> bool| -> Vec<&str> {
        raw.iter().filter(of_set).filter(|d| wanted(d)).filter_map(|d| d.path.get(3).copied()).collect()
    };
    let (new, gone) = (ids(|d| d.old.is_none()), ids(|d| d.new.is_none()));
    let total = |tree: &Node| entries(tree, &format!("cards.{set}.kinds")).len();
    match (new.is_empty(), gone.is_empty()) {
        (true, true) => None,
        _ if gone.len() > SPELLED_OUT && new.len() > SPELLED_OUT => {
            Some(format!("the {set} cards are others: {} kinds instead of {}", total(b), total(a)))
        }
        (false, true) => Some(format!("there are new {set} cards: {}", listed(&new))),
        (true, false) => Some(format!("these {set} cards are gone: {}", listed(&gone))),
        (false, false) => Some(format!("there are new {set} cards: {}; these are gone: {}", listed(&new), listed(&gone))),
    }
}

fn listed(names: &[&str]) -> String {
    match names.get(..SPELLED_OUT) {
        Some(first) if names.len() > SPELLED_OUT => format!("{} and {} more", first.join(", "), names.len() - SPELLED_OUT),
        _ => names.join(", "),
    }
}

fn added_and_removed(raw: &[Raw], group: &str) -> Vec<String> {
    let word = if group == "places" { "place" } else { "line" };
    let of = |new: bool| -> Vec<&str> {
        let direct = |d: &&Raw| d.path.len() == 2 && d.path[0] == group && d.new.is_some() == new && d.old.is_some() != new;
        raw.iter().filter(direct).map(|d| d.path[1]).collect()
    };
    let (new, gone) = (of(true), of(false));
    let mut texts = Vec::new();
    if !new.is_empty() {
        texts.push(format!("the board has {} more: {}", count(new.len(), word), listed(&new)));
    }
    if !gone.is_empty() {
        texts.push(format!("the board has {} fewer: {}", count(gone.len(), word), listed(&gone)));
    }
    texts
}

fn sentence(a: &Node, b: &Node, difference: &Raw) -> (Part, String) {
    let path = difference.path.as_slice();
    let old = difference.old.map(value);
    let new = difference.new.map(value);
    let instead = |new: &str| match &old {
        Some(old) => format!("{new} instead of {old}"),
        None => new.to_owned(),
    };
    let entry = |id: &str| difference.new.or(difference.old).map_or(id.to_owned(), |node| name_of(id, node).to_owned());
    let now = new.clone().unwrap_or_else(|| "nothing".to_owned());
    let is_new = difference.old.is_none();
    match path {
        ["players"] => (Part::Board, format!("it is for {}", instead(&format!("{now} players")).replace(", ", " to "))),
        ["counters", id, "start"] => {
            let of = b.at(&format!("counters.{id}.of")).and_then(Node::as_text).unwrap_or("table");
            let text = match of {
                "seat" => format!("each player has {} {id} instead of {}", now, old.unwrap_or_else(|| "0".to_owned())),
                "table" => format!("{id} starts at {}", instead(&now)),
                of => format!("each {of} has {} {id}", instead(&now)),
            };
            (Part::Components, text)
        }
        ["counters", id] if is_new => {
            let node = difference.new;
            let whose = whose(node.and_then(|n| n.at("of")));
            let start = node.and_then(|n| n.at("start")).map_or_else(|| "0".to_owned(), value);
            (Part::Components, format!("{whose} has a count of {id}, which starts at {start}"))
        }
        ["counters", id] => (Part::Components, format!("{id} are not counted")),
        ["cards", set] if is_new => {
            let kinds = difference.new.map_or(0, |node| entries(node, "kinds").len());
            (Part::Components, format!("there is a new set of cards: {set}, with {}", count(kinds, "kind")))
        }
        ["cards", set] => (Part::Components, format!("there are no {set} cards")),
        ["cards", _, "kinds", kind, "count"] => {
            (Part::Components, format!("there are {}", instead(&format!("{now} {kind} cards"))))
        }
        ["cards", set, "kinds", kind, field] => (Part::Components, format!("{set} {kind}: {field} is {}", instead(&now))),
        ["zones", id] if is_new => (Part::Components, format!("there is a new place for cards: {id} ({})", zone(difference.new))),
        ["zones", id] => (Part::Components, format!("there is no {id}")),
        ["zones", id, "slots"] => (Part::Components, format!("the {id} has {}", instead(&format!("{now} slots")))),
        ["tables", id] => (Part::Components, format!("{id} is {} (for 0, 1, 2, …)", instead(&now))),
        ["companies", id] if is_new => (Part::Components, format!("there is a new company: {}", entry(id))),
        ["companies", id] => (Part::Components, format!("the company {} is gone", entry(id))),
        ["lines", id, "length"] => (Part::Board, format!("the line {id} has {}", instead(&format!("{now} spaces")))),
        ["places" | "lines", ..] => (Part::Board, by_key(b, path, &old, &new)),
        ["actions", id] if is_new => (Part::Play, format!("players can choose a new action: {id}{}", about(difference.new))),
        ["actions", id] => (Part::Play, format!("the action {id} is gone")),
        ["steps", id] if is_new => (Part::Play, format!("there is a new step: {id}{}", about(difference.new))),
        ["steps", id] => (Part::Play, format!("the step {id} is gone")),
        ["flow"] => (Part::Play, format!("the game goes: {now}")),
        ["score", id] if is_new => {
            let worth = difference.new.map(score_line).unwrap_or_default();
            (Part::Score, format!("there is a new line on the score sheet: {}: {worth}", entry(id)))
        }
        ["score", id] => (Part::Score, format!("nothing is scored for {}", entry(id))),
        ["ranking"] => (Part::Score, format!("whoever has most of {now} wins, the first of these that differs")),
        ["options", id] if is_new => {
            let text = difference.new.and_then(|node| node.at("text")).map(value).unwrap_or_default();
            (Part::Choices, format!("the option {id}: {}", text.trim_end_matches('.')))
        }
        ["options", ..] => (Part::Choices, by_key(b, path, &old, &new)),
        ["score", ..] => (Part::Score, by_key(b, path, &old, &new)),
        ["zones" | "counters" | "cards" | "sets" | "companies", ..] => (Part::Components, by_key(b, path, &old, &new)),
        _ if difference.new.is_none() => (Part::Play, by_key(a, path, &old, &new)),
        _ => (Part::Play, by_key(b, path, &old, &new)),
    }
}

fn zone(node: Option<&Node>) -> String {
    let text = |key: &str| node.and_then(|n| n.at(key)).map(value);
    let whose = if text("of").as_deref() == Some("seat") { "of each player" } else { "on the table" };
    format!("a {} of {} cards {whose}", text("form").unwrap_or_default(), text("holds").unwrap_or_default())
}

/// What an action or step does, by its mechanic.
fn about(node: Option<&Node>) -> String {
    let kind = |schemas| node.and_then(|node| schema_of_kind(node, schemas));
    let schema = kind(railwright_rules::mechanics::SCHEMAS).or_else(|| kind(railwright_rules::flow::SCHEMAS));
    let own =
        node.and_then(|node| node.at("text")?.as_text()).filter(|_| schema.is_some_and(|schema| schema.name == "action script"));
    let doc = schema.map(|schema| schema.doc.split("\n\n").next().unwrap_or_default());
    let doc = own.or(doc).map(|doc| doc.trim_end_matches('.'));
    doc.map(|doc| format!(" ({doc})")).unwrap_or_default()
}

/// `claim: what a lane costs: …`, in the words of the schema for the key.
fn by_key(tree: &Node, path: &[&str], old: &Option<String>, new: &Option<String>) -> String {
    let owner = match path {
        [_, id, _, ..] => format!("{}: ", tree.at(&path[..2].join(".")).map_or(*id, |node| name_of(id, node))),
        _ => String::new(),
    };
    let key = key_at(tree, path);
    let doc = match path {
        ["terms", term] => format!("what `{term}` means"),
        _ => key.map_or_else(|| path.join("."), |key| key.doc.to_owned()),
    };
    let default = key.and_then(|key| key.default()).map(value);
    let before = old.clone().or(default.clone()).map(|old| format!(" instead of {old}")).unwrap_or_default();
    match new.clone().or(default) {
        Some(new) => format!("{owner}{doc}: {new}{before}"),
        None => format!("{owner}{doc}: nothing{before}"),
    }
}

/// Who has a counter: the table, each of something, or each of one thing with each of another.
fn whose(of: Option<&Node>) -> String {
    let each = |of: &str| match of {
        "table" => "the table".to_owned(),
        "seat" => "each player".to_owned(),
        of => format!("each {of}"),
    };
    match of.and_then(Node::as_list) {
        Some(pair) => pair.iter().filter_map(Node::as_text).map(each).collect::<Vec<_>>().join(" with "),
        None => each(of.and_then(Node::as_text).unwrap_or("table")),
    }
}
