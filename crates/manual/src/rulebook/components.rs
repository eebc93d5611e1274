//! What there is: the board, cards, counters, where cards lie.

use crate::words::{capital, count, entries, name_of, value};
use railwright_markup::markdown_cell;
use railwright_source::Node;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(super) fn write(tree: &Node, page: &mut String) {
    *page += "## What there is\n\n";
    board(tree, page);
    cards(tree, page);
    companies(tree, page);
    counters(tree, page);
    zones(tree, page);
    tables(tree, page);
}

fn board(tree: &Node, page: &mut String) {
    let name = tree.at("map-name").or(tree.at("map")).map(value).unwrap_or_default();
    let junction = |node: &Node| node.at("junction").and_then(Node::as_bool).unwrap_or(false);
    let places = entries(tree, "places");
    let junctions = places.iter().filter(|(_, node)| junction(node)).count();
    let lines = entries(tree, "lines");
    let mut by_length: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
    for (_, line) in &lines {
        let spaces = |node: &Node| node.at("length").and_then(Node::as_int);
        let length = spaces(line).unwrap_or(1);
        by_length.entry(length).or_default().0 += 1;
        match line.at("lanes").and_then(Node::as_list) {
            // A lane may have a length of its own.
            Some(lanes) => lanes.iter().for_each(|lane| by_length.entry(spaces(lane).unwrap_or(length)).or_default().1 += 1),
            None => by_length.entry(length).or_default().1 += 1,
        }
    }
    let _ = write!(page, "### The board: {name}\n\n{}", count(places.len() - junctions, "city"));
    if junctions > 0 {
        let _ = write!(page, " and {}", count(junctions, "junction"));
    }
    let _ = write!(page, ", joined by {}.\n\n| spaces | lines | lanes |\n|---|---|---|\n", count(lines.len(), "line"));
    for (length, (lines, lanes)) in by_length {
        let _ = writeln!(page, "| {length} | {lines} | {lanes} |");
    }
    page.push('\n');
}

fn cards(tree: &Node, page: &mut String) {
    for (id, set) in entries(tree, "cards") {
        let kinds = entries(set, "kinds");
        let copies = |node: &Node| node.at("count").and_then(Node::as_int).unwrap_or(1);
        let total: i64 = kinds.iter().map(|(_, kind)| copies(kind)).sum();
        let fields: Vec<&str> = entries(set, "fields").iter().map(|(name, _)| *name).collect();
        let _ = write!(page, "### {} cards\n\n", capital(id));
        for (of, per) in entries(set, "per") {
            let text = |key: &str| per.at(key).map(value);
            let which = text("where").map(|which| format!(" for which {which}")).unwrap_or_default();
            let number = text("count").unwrap_or_else(|| "1".to_owned());
            let _ = write!(page, "For each {}{which} one kind of the {of}: {number} of it.\n\n", text("of").unwrap_or_default());
        }
        if kinds.is_empty() {
            continue;
        }
        let _ = write!(page, "{total} cards of {}.\n\n", count(kinds.len(), "kind"));
        let tagged = kinds.iter().any(|(_, kind)| kind.at("tags").is_some());
        let many = kinds.iter().any(|(_, kind)| copies(kind) != 1);
        let mut heads = vec!["card"];
        heads.extend(fields.iter());
        heads.extend(many.then_some("number"));
        heads.extend(tagged.then_some("tags"));
        let _ = writeln!(page, "| {} |\n|{}", heads.join(" | "), "---|".repeat(heads.len()));
        for (kind, node) in kinds {
            let mut cells = vec![name_of(kind, node).to_owned()];
            cells.extend(fields.iter().map(|field| node.at(field).map(|value| cell(tree, value)).unwrap_or_default()));
            cells.extend(many.then(|| copies(node).to_string()));
            cells.extend(tagged.then(|| node.at("tags").map(value).unwrap_or_default()));
            let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
        page.push('\n');
    }
}

/// The value of a field; a place by its name.
fn cell(tree: &Node, node: &Node) -> String {
    match node.as_text() {
        Some(id) => tree.at("places").and_then(|p| p.as_table()?.get(id)).map_or(id, |place| name_of(id, place)).to_owned(),
        None => value(node),
    }
}

fn companies(tree: &Node, page: &mut String) {
    let companies = entries(tree, "companies");
    if !companies.is_empty() {
        let names: Vec<&str> = companies.iter().map(|(id, node)| name_of(id, node)).collect();
        let _ = write!(page, "### Companies\n\nThey belong to nobody: {}.\n\n", names.join(", "));
    }
}

fn counters(tree: &Node, page: &mut String) {
    let counters = entries(tree, "counters");
    if counters.is_empty() {
        return;
    }
    *page += "### Counted\n\n";
    for (id, counter) in counters {
        let text = |key: &str| counter.at(key).map(value);
        let whose = match text("of").as_deref() {
            Some("seat") => "each player's".to_owned(),
            Some("table") | None => "the table's".to_owned(),
            Some(of) => format!("each {of}'s"),
        };
        let _ = write!(page, "- {whose} **{id}**, from {}", text("start").unwrap_or_else(|| "0".to_owned()));
        if let Some(min) = text("min") {
            let _ = write!(page, ", never below {min}");
        }
        if let Some(reset) = text("reset").filter(|reset| reset != "never") {
            let _ = write!(page, ", anew each {reset}");
        }
        page.push('\n');
    }
    page.push('\n');
}

fn zones(tree: &Node, page: &mut String) {
    let zones = entries(tree, "zones");
    if zones.is_empty() {
        return;
    }
    *page += "### Where cards lie\n\n";
    for (id, zone) in zones {
        let text = |key: &str| zone.at(key).map(value);
        let whose = match text("of").as_deref() {
            Some("seat") => "of each player".to_owned(),
            Some("table") | None => "on the table".to_owned(),
            Some(of) => format!("of each {of}"),
        };
        let form = match (text("form").as_deref(), text("slots")) {
            (Some("row"), Some(slots)) => format!("a row of {slots}"),
            (Some("pile"), _) => "a pile".to_owned(),
            (Some("bag"), _) => "open-ended".to_owned(),
            (form, _) => form.unwrap_or_default().to_owned(),
        };
        let seen = match text("seen-by").as_deref() {
            Some("all") => "all see it".to_owned(),
            Some("owner") => "only its owner sees it".to_owned(),
            Some("none") | None => "nobody sees it".to_owned(),
            Some(some) => format!("seen by {some}"),
        };
        let _ = write!(page, "- **{id}**: {} cards {whose}, {form}; {seen}", text("holds").unwrap_or_default());
        if let Some(fill) = text("fill") {
            let which = if fill == "shuffled" { String::new() } else { format!(" for which {fill}") };
            let shuffled = if text("form").as_deref() == Some("pile") { ", shuffled" } else { "" };
            let _ = write!(page, "; all cards{which} start here{shuffled}");
        }
        if let Some(bag) = text("renew") {
            let _ = write!(page, "; when it runs out, {bag} is shuffled and becomes it");
        }
        if let Some(pile) = text("refill") {
            let _ = write!(page, "; gaps are filled at once from {pile}");
        }
        if let Some(sweep) = zone.at("sweep") {
            let part = |key: &str| sweep.at(key).map(value).unwrap_or_default();
            let _ = write!(
                page,
                "; with {} {} cards in it all of it goes to {} and is laid out anew",
                part("count"),
                part("where"),
                part("to")
            );
        }
        page.push('\n');
    }
    page.push('\n');
}

fn tables(tree: &Node, page: &mut String) {
    for (id, list) in entries(tree, "tables") {
        let values = list.as_list().unwrap_or_default();
        let heads: Vec<String> = (0..values.len()).map(|i| i.to_string()).collect();
        let cells: Vec<String> = values.iter().map(|one| markdown_cell(&value(one))).collect();
        let _ = write!(
            page,
            "### {id}\n\n| | {} |\n|---|{}\n| {id} | {} |\n\n",
            heads.join(" | "),
            "---|".repeat(values.len()),
            cells.join(" | ")
        );
    }
}
