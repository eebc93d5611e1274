//! The cards of a sketch: what the board of the game has, about the places of the sketch.

use super::examples::entries;
use super::sketch::{Sketch, inline, key, text};
use railwright::source::{Entry, Node};
use std::fmt::Write as _;

/// Tickets are not for neighbours that are closer than this.
const CLOSE: i64 = 3;
/// More tickets than this are no sketch: of more some are taken evenly.
const MOST: usize = 60;
/// Cards that are alike but for their number, where no place tells them apart: both sides of one, or a first and a second.
const ALIKE: usize = 2;

/// A set of cards that the board of the game has.
struct Set<'a> {
    sketch: &'a Sketch<'a>,
    fields: Vec<(&'a str, &'a str)>,
    /// Its kinds of card.
    kinds: Vec<&'a Entry>,
}

/// The tables of cards of the sketch.
pub fn tables(sketch: &Sketch, game: &Node, map: &Node) -> String {
    let mut out = String::new();
    for entry in entries(map, "cards") {
        let fields = entries(game, &format!("cards.{}.fields", entry.key));
        let fields = fields.iter().filter_map(|field| Some((field.key.as_str(), field.node.as_text()?))).collect();
        let set = Set { sketch, fields, kinds: entries(map, &format!("cards.{}.kinds", entry.key)) };
        let ends = set.of("place").len();
        let (what, lines) = if ends == 2 {
            ("for every two places that are not close neighbours; numbers are the spaces between them", set.of_two())
        } else {
            ("after those of the game; what a place pays is how far it is", set.of_others())
        };
        let _ = write!(out, "\n# Cards: {what}.\n[cards.{}.kinds]\n{lines}", key(&entry.key));
    }
    out
}

impl Set<'_> {
    /// The fields of a type.
    fn of(&self, wanted: &str) -> Vec<&str> {
        self.fields.iter().filter(|(_, of)| *of == wanted).map(|(name, _)| *name).collect()
    }

    /// A card for every two places, each after the card of the game that is as far among the others by its number.
    fn of_two(&self) -> String {
        let cities = self.sketch.cities();
        let mut pairs: Vec<(usize, usize)> =
            cities.iter().enumerate().flat_map(|(i, a)| cities[i + 1..].iter().map(move |b| (*a, *b))).collect();
        pairs.retain(|(a, b)| self.sketch.line(*a, *b).is_none_or(|length| length >= CLOSE));
        pairs.sort_by_key(|(a, b)| (self.sketch.far[*a][*b], *a, *b));
        let kept = pairs.len().min(MOST);
        let pairs: Vec<(usize, usize)> = (0..kept).map(|i| pairs[i * pairs.len() / kept]).collect();
        let number = self.of("number").first().copied().unwrap_or_default();
        let mut kinds = self.kinds.clone();
        kinds.sort_by_key(|kind| kind.node.at(number).and_then(Node::as_int));
        if kinds.is_empty() {
            return String::new();
        }
        let one = |(i, (a, b)): (usize, &(usize, usize))| {
            let id = format!("{}-{}", self.sketch.ids[*a], self.sketch.ids[*b]);
            self.write(&id, &kinds[i * kinds.len() / pairs.len()].node, &[*a, *b], i)
        };
        pairs.iter().enumerate().map(one).collect()
    }

    /// Cards after those of the game, without those that would be the same.
    fn of_others(&self) -> String {
        let (places, words) = (self.of("place"), self.of("word"));
        let most = if places.is_empty() { ALIKE } else { 1 };
        let mut seen: Vec<(Vec<usize>, Vec<Option<&str>>)> = Vec::new();
        let mut out = String::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            let named = |name: &&str| kind.node.at(name).and_then(Node::as_text);
            let ends: Vec<usize> = places.iter().filter_map(|name| self.sketch.stands_for(named(name)?)).collect();
            let alike = (ends.clone(), words.iter().map(named).collect());
            if seen.iter().filter(|other| **other == alike).count() == most {
                continue;
            }
            seen.push(alike);
            let ids = ends.iter().map(|end| self.sketch.ids[*end].as_str());
            let id = ids.chain(words.iter().filter_map(named)).collect::<Vec<_>>().join("-");
            let id = if ends.is_empty() { kind.key.clone() } else { id };
            out += &self.write(&id, &kind.node, &ends, i);
        }
        out
    }

    /// A card like another one, about other places.
    fn write(&self, id: &str, like: &Node, ends: &[usize], at: usize) -> String {
        let mut left = ends.iter();
        let mut parts = Vec::new();
        for entry in like.as_table().into_iter().flatten() {
            let of = self.fields.iter().find(|(name, _)| *name == entry.key).map(|(_, of)| *of);
            let value = match (of, ends) {
                (Some("place"), _) => left.next().map(|end| text(&self.sketch.ids[*end])),
                (Some("number"), [a, b]) => Some(self.sketch.far[*a][*b].to_string()),
                (Some("places"), _) => Some(self.places(&entry.node)),
                (Some("amounts"), _) => Some(self.pays(like, &entry.node, ends, at)),
                _ => Some(inline(&entry.node)),
            };
            parts.extend(value.map(|value| format!("{} = {value}", key(&entry.key))));
        }
        format!("{} = {{ {} }}\n", key(id), parts.join(", "))
    }

    fn places(&self, list: &Node) -> String {
        let names = list.as_list().unwrap_or_default().iter().filter_map(Node::as_text);
        let mut found: Vec<usize> = names.filter_map(|name| self.sketch.stands_for(name)).collect();
        found.sort_unstable();
        found.dedup();
        format!("[{}]", found.iter().map(|place| text(&self.sketch.ids[*place])).collect::<Vec<_>>().join(", "))
    }

    /// As many places as before, near and far ones, each with its distance from where the card begins: its own place, or those places that
    /// have the card's word.
    fn pays(&self, like: &Node, before: &Node, ends: &[usize], at: usize) -> String {
        let words: Vec<(&str, &str)> =
            self.of("word").into_iter().filter_map(|name| Some((name, like.at(name)?.as_text()?))).collect();
        let begins = |place: &usize| match ends {
            [] => words.iter().any(|(name, word)| self.sketch.node(*place).at(name).and_then(Node::as_text) == Some(*word)),
            _ => ends.contains(place),
        };
        let (from, mut to): (Vec<usize>, Vec<usize>) = self.sketch.cities().into_iter().partition(begins);
        let far = |place: usize| from.iter().map(|begin| self.sketch.far[*begin][place]).min().unwrap_or(1).max(1);
        to.sort_by_key(|place| (far(*place), *place));
        let wanted = before.as_table().map_or(0, |table| table.len()).min(to.len());
        let mut found: Vec<usize> = (0..wanted).map(|i| to[(at + i * to.len() / wanted) % to.len()]).collect();
        found.sort_by_key(|place| far(*place));
        let pairs: Vec<String> = found.iter().map(|place| format!("{} = {}", self.sketch.ids[*place], far(*place))).collect();
        format!("{{ {} }}", pairs.join(", "))
    }
}
