//! Notation and what was told of a game with names for people in the place of ids.
//!
//! Ids are what files and notation have; people read what places, companies, counters and zones are called. A lane is called by its two ends, a
//! card by the places that it names.

use railwright_core::Components;
use railwright_core::components::{CardSet, as_words};
use railwright_core::id::{KindId, LaneId};
use railwright_rules::Rules;
use std::collections::HashMap;

/// What the words of a game's notation are called.
#[derive(Clone, Debug, Default)]
pub struct Names {
    words: HashMap<String, Name>,
}

#[derive(Clone, Debug)]
struct Name {
    text: String,
    /// Cards that stand side by side in notation are a list.
    card: bool,
}

impl Names {
    /// The names of a game. What its actions are called is never taken for anything else.
    pub fn new(rules: &Rules) -> Self {
        let parts = &rules.parts;
        let mut names = Names::default();
        for zone in &parts.zones {
            names.add(&zone.id, &zone.name, false);
        }
        for counter in &parts.counters {
            names.add(&counter.id, &counter.name, false);
        }
        for set in &parts.sets {
            names.add(&set.id, &set.name, false);
        }
        for set in &parts.cards {
            for (i, kind) in set.kinds.iter().enumerate() {
                names.add(&kind.id, &card_name(parts, set, i.into()), true);
            }
        }
        for company in &parts.companies {
            names.add(&company.id, &company.name, false);
        }
        for place in &parts.map.places {
            let card = names.words.get(&place.id).is_some_and(|name| name.card);
            names.add(&place.id, &place.name, card);
        }
        // A ticket may be called as a line is: what it joins is said all the same.
        for line in parts.map.lines.iter().filter(|line| !names.words.contains_key(&line.id)).collect::<Vec<_>>() {
            let [from, to] = line.ends.map(|end| parts.map.place(end).name.as_str());
            names.add(&line.id, &format!("{from} – {to}"), false);
        }
        for at in (0..parts.map.lanes.len()).map(LaneId::from) {
            let id = &parts.map.lane(at).id;
            if !names.words.get(id).is_some_and(|name| name.card) {
                names.add(id, &lane_name(parts, at), false);
            }
        }
        for action in &rules.actions {
            names.words.remove(&action.word);
        }
        names
    }

    fn add(&mut self, id: &str, text: &str, card: bool) {
        self.words.insert(id.to_owned(), Name { text: text.to_owned(), card });
    }

    /// A text with names in the place of ids: whole words, with whatever stands around them.
    pub fn say(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut after_card = false;
        for (i, word) in text.split(' ').enumerate() {
            let bare = bare(word);
            let known = self.words.get(bare);
            let is_card = known.is_some_and(|name| name.card);
            match (i, after_card && is_card) {
                (0, _) => {}
                (_, true) => said += ", ",
                (_, false) => said.push(' '),
            }
            said += known.map_or(bare, |name| &name.text);
            said += &word[bare.len()..];
            after_card = is_card && bare.len() == word.len();
        }
        said
    }
}

/// A word without what follows a name in a sentence.
fn bare(word: &str) -> &str {
    let word = word.trim_end_matches([',', '.', ';', ':']);
    word.strip_suffix("'s").unwrap_or(word)
}

/// What a card is called: by the two places that it joins where no other card of its set joins them, or by its id.
pub fn card_name(parts: &Components, set: &CardSet, kind: KindId) -> String {
    let named = |kind: KindId| set.named_places(kind);
    let places = named(kind);
    let [from, to] = places[..] else { return as_words(&set.kinds[kind.index()].id) };
    let alike = (0..set.kinds.len()).map(KindId::from).filter(|other| named(*other) == places).count();
    match alike {
        1 => format!("{} – {}", parts.map.place(from).name, parts.map.place(to).name),
        _ => as_words(&set.kinds[kind.index()].id),
    }
}

/// What a lane is called: by its ends, and of twins by what tells them apart.
pub fn lane_name(parts: &Components, lane: LaneId) -> String {
    let map = &parts.map;
    let about = map.lane(lane);
    let [from, to] = about.ends.map(|end| map.place(end).name.as_str());
    let twins = &map.line_of(lane).lanes;
    if twins.len() < 2 {
        return format!("{from} – {to}");
    }
    let alike: Vec<LaneId> = twins.iter().copied().filter(|twin| map.lane(*twin).color == about.color).collect();
    let which = match alike.iter().position(|twin| *twin == lane) {
        Some(at) if alike.len() > 1 => format!(" {}", at + 1),
        _ => String::new(),
    };
    format!("{from} – {to} ({}{which})", parts.words.text(about.color))
}
