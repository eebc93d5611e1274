//! The board: what is on it, what is marked on it, its companies and tables.

use super::{Form, Writer};
use crate::difference::Part;
use crate::english::It;
use crate::lexicon::{plain, texts};
use crate::words::{count, entries, listed, name_of, value};
use railwright_source::Node;
use std::collections::BTreeMap;

/// So many names are spelled out where something is marked.
const SPELLED_OUT: usize = 24;

impl Writer<'_> {
    pub(super) fn board(&mut self) {
        let tree = self.tree;
        let name = tree.at("map-name").or(tree.at("map")).and_then(Node::as_text).unwrap_or_default();
        self.section(Part::Board, "board", 2, "The board");
        let junction = |node: &Node| node.at("junction").and_then(Node::as_bool).unwrap_or(false);
        let places = entries(tree, "places");
        let junctions = places.iter().filter(|(_, node)| junction(node)).count();
        let lines = entries(tree, "lines");
        let by_length = lanes_by_length(&lines);
        let also = if junctions > 0 { format!(" and {}", count(junctions, "junction")) } else { String::new() };
        let cities = count(places.len() - junctions, "city");
        let lanes = by_length.values().sum();
        let text = format!(
            "{name}: {cities}{also}, joined by {}. A connection has one or more lanes side by side, {} in all; a lane is a row of spaces of one colour.",
            count(lines.len(), "connection"),
            count(lanes, "lane")
        );
        self.text("board", text);
        self.push("board.lengths", Form::Heads(vec!["spaces of a lane".into(), "lanes".into()]), Vec::new());
        for (length, lanes) in by_length {
            self.push(&format!("board.lengths.{length}"), Form::Row(vec![length.to_string(), lanes.to_string()]), Vec::new());
        }
        self.marks(&places);
        self.companies();
        self.lists();
    }

    /// What places and lanes are marked with: tags and attributes.
    fn marks(&mut self, places: &[(&str, &Node)]) {
        let mut tags: Vec<&str> = places.iter().flat_map(|(_, node)| texts(node.at("tags"))).collect();
        tags.sort_unstable();
        tags.dedup();
        tags.retain(|tag| self.is_asked(tag));
        for tag in tags {
            let with: Vec<String> = places
                .iter()
                .filter(|(_, node)| texts(node.at("tags")).contains(&tag))
                .map(|(id, node)| name_of(id, node).to_owned())
                .collect();
            self.item(&format!("board.tags.{tag}"), 0, format!("Marked “{}”: {}.", plain(tag), shortened(&with)), Vec::new());
        }
        for (it, of) in [(It::Place, "place"), (It::Lane, "lane")] {
            for (name, _) in entries(self.tree, &format!("attributes.{of}")) {
                if !self.is_asked(name) {
                    continue;
                }
                let text = self.attribute(it, name);
                self.item(&format!("board.attributes.{of}.{name}"), 0, text, Vec::new());
            }
        }
    }

    /// Whether a rule asks for a mark of the board: what scripts ask for is not known, so all may be.
    fn is_asked(&self, name: &str) -> bool {
        const RULES: [&str; 11] =
            ["terms", "cards", "zones", "counters", "actions", "steps", "score", "ranking", "win-if", "dummies", "scripts"];
        let mut text = String::new();
        RULES.iter().filter_map(|table| self.tree.at(table)).for_each(|node| gather(node, &mut text));
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        !entries(self.tree, "scripts").is_empty() || text.split(|c| !is_part(c)).any(|word| word == name)
    }

    /// Where an attribute says something, or how often each of its values is on the board.
    fn attribute(&self, it: It, name: &str) -> String {
        let values = self.lexicon.values(it, name);
        let mut counts: BTreeMap<(i64, String), usize> = BTreeMap::new();
        for written in values.iter().filter(|node| node.as_int() != Some(0)) {
            let name = written.as_text().and_then(|id| self.lexicon.word(id));
            *counts
                .entry((written.as_int().unwrap_or(0), name.unwrap_or_else(|| crate::words::capital(&plain(&value(written))))))
                .or_default() += 1;
        }
        let total: usize = counts.values().sum();
        if self.lexicon.is_flag(it, name) {
            return format!("Marked “{}”: {}.", plain(name), crate::words::count_of(total, it.noun(), it.plural()));
        }
        let list: Vec<String> = counts
            .iter()
            .map(|((_, value), times)| if *times == 1 { format!("{value} (once)") } else { format!("{value} ({times} times)") })
            .collect();
        let which = if list.len() > SPELLED_OUT { format!("{} different values", list.len()) } else { listed(&list, "and") };
        format!("“{}” of {}: {which}.", plain(name), it.plural())
    }

    fn companies(&mut self) {
        let companies = entries(self.tree, "companies");
        if companies.is_empty() {
            return;
        }
        self.section(Part::Components, "companies", 3, "The companies");
        self.text("companies", format!("{} that belong to nobody.", count(companies.len(), "company")));
        let mut keys: Vec<&str> = Vec::new();
        for (_, node) in &companies {
            for entry in node.as_table().into_iter().flatten() {
                if entry.key != "name" && !keys.contains(&entry.key.as_str()) {
                    keys.push(&entry.key);
                }
            }
        }
        let heads = std::iter::once("company".to_owned()).chain(keys.iter().map(|key| plain(key)));
        self.push("companies.heads", Form::Heads(heads.collect()), Vec::new());
        for (id, node) in companies {
            let cell =
                |key: &&str| node.as_table().and_then(|table| table.get(key)).map(|node| self.cell(node)).unwrap_or_default();
            let cells = std::iter::once(name_of(id, node).to_owned()).chain(keys.iter().map(cell)).collect();
            self.push(&format!("companies.{id}"), Form::Row(cells), Vec::new());
        }
    }

    /// The value of a cell: a place or a company by its name.
    pub(super) fn cell(&self, node: &Node) -> String {
        match node.as_text() {
            Some(id) => self.lexicon.word(id).unwrap_or_else(|| plain(id)),
            None => match node.as_list() {
                Some(list) => list.iter().map(|node| self.cell(node)).collect::<Vec<_>>().join(", "),
                None => match node.as_table() {
                    Some(table) => {
                        let each = table.iter().map(|e| {
                            format!("{} {}", self.lexicon.word(&e.key).unwrap_or_else(|| plain(&e.key)), self.cell(&e.node))
                        });
                        each.collect::<Vec<_>>().join(", ")
                    }
                    None => value(node),
                },
            },
        }
    }

    /// Functions that are given by a list.
    fn lists(&mut self) {
        let tables = entries(self.tree, "tables");
        if tables.is_empty() {
            return;
        }
        self.section(Part::Components, "tables", 3, "Tables");
        for (id, list) in tables {
            let values = list.as_list().unwrap_or_default();
            let heads = std::iter::once("for".to_owned()).chain((0..values.len()).map(|at| at.to_string()));
            self.push(&format!("tables.{id}.heads"), Form::Heads(heads.collect()), Vec::new());
            let cells = std::iter::once(plain(id)).chain(values.iter().map(value));
            self.push(&format!("tables.{id}"), Form::Row(cells.collect()), Vec::new());
        }
    }
}

/// All texts below a value.
fn gather(node: &Node, text: &mut String) {
    match (node.as_text(), node.as_list(), node.as_table()) {
        (Some(own), ..) => text.extend([own, " "]),
        (_, Some(list), _) => list.iter().for_each(|node| gather(node, text)),
        (.., Some(table)) => table.iter().for_each(|entry| gather(&entry.node, text)),
        _ => {}
    }
}

fn lanes_by_length(lines: &[(&str, &Node)]) -> BTreeMap<i64, usize> {
    let mut by_length: BTreeMap<i64, usize> = BTreeMap::new();
    for (_, line) in lines {
        let spaces = |node: &Node| node.at("length").and_then(Node::as_int);
        let length = spaces(line).unwrap_or(1);
        match line.at("lanes").and_then(Node::as_list) {
            // A lane may have a length of its own.
            Some(lanes) => lanes.iter().for_each(|lane| *by_length.entry(spaces(lane).unwrap_or(length)).or_default() += 1),
            None => *by_length.entry(length).or_default() += 1,
        }
    }
    by_length
}

fn shortened(names: &[String]) -> String {
    match names.get(..SPELLED_OUT) {
        Some(first) if names.len() > SPELLED_OUT => format!("{} and {} more", first.join(", "), names.len() - SPELLED_OUT),
        _ => listed(names, "and"),
    }
}
