//! A sketch of a board for a game: eight towns, lines in the colours of its cards, tickets as it has them.

use railwright_source::Node;
use std::fmt::Write as _;

const TOWNS: [(&str, &str, (i64, i64)); 8] = [
    ("ashby", "Ashby", (90, 90)),
    ("brook", "Brook", (290, 70)),
    ("crane", "Crane", (500, 90)),
    ("dover", "Dover", (710, 80)),
    ("elmet", "Elmet", (100, 330)),
    ("firth", "Firth", (300, 310)),
    ("grove", "Grove", (510, 340)),
    ("holm", "Holm", (700, 320)),
];

/// Pairs of towns and how long the line between them is.
const LINES: [(usize, usize, i64); 14] = [
    (0, 1, 3),
    (0, 4, 3),
    (0, 5, 4),
    (1, 2, 3),
    (1, 5, 3),
    (1, 6, 4),
    (2, 3, 3),
    (2, 6, 3),
    (2, 7, 4),
    (3, 7, 3),
    (4, 5, 3),
    (5, 6, 3),
    (6, 7, 2),
    (3, 6, 5),
];

/// A map file for the rules of a game: what its own map declares, the new one declares, too.
pub fn sketch(title: &str, game: &Node, map: &Node) -> String {
    let mut text = format!(
        "# A sketch: move the towns, add lines, change the tickets.\nname = \"{title}\"\nprovenance = \"original\"\nsize = [800, 420]\n"
    );
    attributes(map, &mut text);
    let (place_words, tags) = (words(map, "place", "places"), tags(map));
    let colors = colors(game);
    text += "\n[places]\n";
    for (i, (id, name, (x, y))) in TOWNS.iter().enumerate() {
        let _ = write!(text, "{id} = {{ name = \"{name}\", at = [{x}, {y}]");
        if let Some(tag) = pick(&tags, i) {
            let _ = write!(text, ", tags = [\"{tag}\"]");
        }
        write_words(&place_words, i, &mut text);
        text += " }\n";
    }
    text += "\n[lines]\n";
    let lane_words = words(map, "lane", "lines");
    for (i, (a, b, length)) in LINES.iter().enumerate() {
        let (a, b) = (TOWNS[*a].0, TOWNS[*b].0);
        let lanes = match (pick(&colors, i), pick(&colors, i + 1)) {
            (Some(one), Some(other)) if i % 5 == 3 => format!(", lanes = [\"{one}\", \"{other}\"]"),
            (Some(one), _) if i % 3 != 2 => format!(", lanes = [\"{one}\"]"),
            _ => String::new(),
        };
        let _ = write!(text, "{a}-{b} = {{ ends = [\"{a}\", \"{b}\"], length = {length}{lanes}");
        write_words(&lane_words, i, &mut text);
        text += " }\n";
    }
    tickets(game, map, &mut text);
    text
}

fn attributes(map: &Node, text: &mut String) {
    for of in ["place", "lane", "company"] {
        let declared = map.at(&format!("attributes.{of}")).and_then(Node::as_table);
        for (i, entry) in declared.into_iter().flatten().enumerate() {
            if i == 0 {
                let _ = write!(text, "\n[attributes.{of}]\n");
            }
            let _ = writeln!(text, "{} = \"{}\"", entry.key, entry.node.as_text().unwrap_or("number"));
        }
    }
}

/// The words that an attribute has on the map of the game: rules may ask for them.
fn words(map: &Node, of: &str, table: &str) -> Vec<(String, Vec<String>)> {
    let declared = map.at(&format!("attributes.{of}")).and_then(Node::as_table).into_iter().flatten();
    let is_word = declared.filter(|entry| entry.node.as_text() == Some("word"));
    let values = |key: &str| {
        let mut found: Vec<String> = Vec::new();
        for entry in map.at(table).and_then(Node::as_table).into_iter().flatten() {
            let word = entry.node.at(key).and_then(Node::as_text).map(str::to_owned);
            found.extend(word.filter(|word| !found.contains(word)));
        }
        found
    };
    is_word.map(|entry| (entry.key.clone(), values(&entry.key))).collect()
}

fn write_words(words: &[(String, Vec<String>)], at: usize, text: &mut String) {
    for (key, values) in words {
        if let Some(word) = pick(values, at) {
            let _ = write!(text, ", {key} = \"{word}\"");
        }
    }
}

fn tags(map: &Node) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for entry in map.at("places").and_then(Node::as_table).into_iter().flatten() {
        for tag in entry.node.at("tags").and_then(Node::as_list).unwrap_or_default().iter().filter_map(Node::as_text) {
            if !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
            }
        }
    }
    tags
}

/// The colours of lanes for which some card of the game pays: kinds of card that lanes of its map are called after.
fn colors(game: &Node) -> Vec<String> {
    let sets = game.at("cards").and_then(Node::as_table).into_iter().flatten();
    let kinds: Vec<&str> = sets.filter_map(|set| set.node.at("kinds")?.as_table()).flat_map(|kinds| kinds.keys()).collect();
    let mut colors: Vec<String> = Vec::new();
    for line in game.at("lines").and_then(Node::as_table).into_iter().flatten() {
        for lane in line.node.at("lanes").and_then(Node::as_list).unwrap_or_default() {
            let color = lane.as_text().or(lane.at("color").and_then(Node::as_text)).unwrap_or_default();
            if kinds.contains(&color) && !colors.iter().any(|known| known == color) {
                colors.push(color.to_owned());
            }
        }
    }
    colors
}

fn pick(list: &[String], at: usize) -> Option<&String> {
    list.get(at.checked_rem(list.len())?)
}

/// Cards that the map of the game has and that name two places: here for every two towns that are not close neighbours.
fn tickets(game: &Node, map: &Node, text: &mut String) {
    for set in map.at("cards").and_then(Node::as_table).into_iter().flatten() {
        let fields = game.at(&format!("cards.{}.fields", set.key)).and_then(Node::as_table).into_iter().flatten();
        let fields: Vec<(&str, &str)> = fields.filter_map(|f| Some((f.key.as_str(), f.node.as_text()?))).collect();
        let mut ends = fields.iter().filter(|(_, of)| *of == "place").map(|(name, _)| *name);
        let (Some(from), Some(to)) = (ends.next(), ends.next()) else { continue };
        let _ = write!(text, "\n[cards.{}.kinds]\n", set.key);
        for (a, (one, ..)) in TOWNS.iter().enumerate() {
            for (b, (other, ..)) in TOWNS.iter().enumerate().skip(a + 1) {
                if LINES.iter().any(|(x, y, length)| (*x, *y) == (a, b) && *length < 3) {
                    continue;
                }
                let worth = distance(a, b);
                let _ = write!(text, "{one}-{other} = {{ {from} = \"{one}\", {to} = \"{other}\"");
                for (name, _) in fields.iter().filter(|(_, of)| *of == "number") {
                    let _ = write!(text, ", {name} = {worth}");
                }
                *text += " }\n";
            }
        }
    }
}

/// Spaces on the shortest way between two towns of the sketch.
fn distance(from: usize, to: usize) -> i64 {
    let mut far = [i64::MAX / 2; TOWNS.len()];
    far[from] = 0;
    for _ in 0..TOWNS.len() {
        for &(a, b, length) in &LINES {
            far[a] = far[a].min(far[b] + length);
            far[b] = far[b].min(far[a] + length);
        }
    }
    far[to]
}
