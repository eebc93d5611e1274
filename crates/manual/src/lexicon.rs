//! What the things of a game are called on a page: names instead of ids, and which name is a tag, a field or an attribute.

use crate::english::{It, possessive};
use crate::words::{entries, name_of};
use railwright_source::{Node, Value};

/// Tags of no more kinds of card than this are said by the names of the kinds.
const FEW_KINDS: usize = 2;

/// The names of one game.
pub(crate) struct Lexicon<'a> {
    pub(crate) tree: &'a Node,
    /// How many play, if that is known.
    pub(crate) players: Option<u8>,
}

/// An id as people read it.
pub(crate) fn plain(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

impl<'a> Lexicon<'a> {
    /// An entry of a table of the game.
    pub(crate) fn entry(&self, table: &str, id: &str) -> Option<&'a Node> {
        self.tree.at(table)?.as_table()?.get(id)
    }

    /// What an entry is called.
    pub(crate) fn name(&self, table: &str, id: &str) -> String {
        let own = self.entry(table, id).and_then(|node| node.at("name")?.as_text());
        own.map_or_else(|| plain(id), str::to_owned)
    }

    /// An expression with a name of its own.
    pub(crate) fn term(&self, name: &str) -> Option<&'a Node> {
        self.entry("terms", name)
    }

    /// A word of an expression that stands for itself: a kind of card, a company, a place.
    pub(crate) fn word(&self, id: &str) -> Option<String> {
        let kinds = entries(self.tree, "cards")
            .into_iter()
            .find_map(|(_, set)| set.at("kinds")?.as_table()?.get(id).map(|kind| (id, kind)));
        let thing = ["companies", "places"].into_iter().find_map(|table| Some((id, self.entry(table, id)?)));
        thing.or(kinds).map(|(id, node)| node.at("name").and_then(Node::as_text).map_or_else(|| plain(id), str::to_owned))
    }

    /// What an action is called: what players write, and its id where several are called alike.
    pub(crate) fn action(&self, id: &str) -> String {
        plain(id)
    }

    /// What an action can be about.
    pub(crate) fn action_about(&self, id: &str) -> It {
        let action = self.entry("actions", id);
        match action.and_then(|node| node.at("do")?.as_text()) {
            Some("claim" | "build" | "lift") => It::Lane,
            Some("lay") => It::Company,
            Some("take" | "put" | "keep" | "play" | "side") => It::Card,
            Some("mark") => match action.and_then(|node| node.at("what")?.as_text()) {
                Some("lane") => It::Lane,
                Some("company") => It::Company,
                _ => It::Place,
            },
            _ => It::Place,
        }
    }

    /// A zone by its name and whose it is.
    pub(crate) fn zone(&self, id: &str, player: &str) -> String {
        let name = self.name("zones", id);
        match self.entry("zones", id).map(owners).unwrap_or_default().as_slice() {
            [] => format!("the {name}"),
            ["seat"] => format!("{} {name}", possessive(player)),
            ["seat", of, ..] | [of, ..] => match *of {
                "dummy" => format!("the {name}"),
                "place" => format!("the {name} of the city"),
                of => format!("the {name} of the {of}"),
            },
        }
    }

    /// A named set with whose it is and what it holds: `the player's “served” cities`.
    pub(crate) fn set(&self, id: &str, player: &str) -> String {
        let set = self.entry("sets", id);
        let what = match set.and_then(|set| set.at("holds")?.as_text()) {
            Some("lane") => "lanes",
            _ => "cities",
        };
        match set.map(owners).unwrap_or_default().contains(&"seat") {
            true => format!("{} “{}” {what}", possessive(player), plain(id)),
            false => format!("the “{}” {what}", plain(id)),
        }
    }

    /// Whether a counter is nothing that people are told of: bookkeeping of the rules.
    pub(crate) fn is_note(&self, counter: &str) -> bool {
        self.entry("counters", counter).is_some_and(|node| node.at("told").and_then(Node::as_bool) == Some(false))
    }

    /// Of a note that only actions make: what was done where it is more than 0, and in which turn or round.
    pub(crate) fn noted_by(&self, counter: &str) -> Option<(String, &'a str)> {
        let node = self.entry("counters", counter).filter(|_| self.is_note(counter))?;
        let when = node.at("reset").and_then(Node::as_text).filter(|when| *when != "never")?;
        let writes =
            |id: &&str| self.entry("steps", id).is_some_and(|step| step.at("counter").and_then(Node::as_text) == Some(counter));
        let steps: Vec<&str> = entries(self.tree, "steps").into_iter().map(|(id, _)| id).filter(|id| writes(id)).collect();
        let (mut chosen, mut by) = (Vec::new(), Vec::new());
        for (id, action) in entries(self.tree, "actions") {
            if texts(action.at("then")).iter().any(|step| steps.contains(step)) {
                chosen.push(format!("**{}**", plain(id)));
            }
            let brings = |key: &str| action.at(key).and_then(|map| map.as_table()?.get(counter)).is_some();
            if brings("arrive") {
                by.push(format!("come to a city by **{}**", plain(id)));
            } else if ["gain", "piece-gain"].iter().any(|key| brings(key)) {
                by.push(format!("done **{}**", plain(id)));
            }
        }
        if !chosen.is_empty() {
            by.insert(0, format!("chosen {}", crate::words::listed(&chosen, "or")));
        }
        (!by.is_empty()).then(|| (crate::words::listed(&by, "or"), when))
    }

    /// `ticket card`: what lies in a zone.
    pub(crate) fn cards_in(&self, zone: &str, many: bool) -> String {
        let set = self.entry("zones", zone).and_then(|zone| zone.at("holds")?.as_text()).unwrap_or_default();
        self.cards_of_set(set, many)
    }

    /// `ticket cards`.
    pub(crate) fn cards_of_set(&self, set: &str, many: bool) -> String {
        let noun = if many { "cards" } else { "card" };
        if set.is_empty() || set == "card" { noun.to_owned() } else { format!("{} {noun}", plain(set)) }
    }

    /// The kinds of card that have a tag or that id, by name, if they are few.
    pub(crate) fn kinds_with(&self, word: &str) -> Option<Vec<String>> {
        let has = |node: &Node| texts(node.at("tags")).contains(&word);
        let sets = entries(self.tree, "cards");
        let per = sets.iter().flat_map(|(_, set)| entries(set, "per")).any(|(_, node)| has(node));
        let kinds = sets.iter().flat_map(|(_, set)| entries(set, "kinds"));
        let kinds: Vec<String> =
            kinds.filter(|(id, node)| *id == word || has(node)).map(|(id, node)| kind_name(id, node)).collect();
        (!per && !kinds.is_empty() && kinds.len() <= FEW_KINDS).then_some(kinds)
    }

    /// Whether some kind of card has that tag, or is called so.
    pub(crate) fn is_card_tag(&self, word: &str) -> bool {
        let sets = entries(self.tree, "cards");
        let has = |(id, node): &(&str, &Node)| *id == word || texts(node.at("tags")).contains(&word);
        sets.iter().any(|(_, set)| entries(set, "kinds").iter().chain(&entries(set, "per")).any(has))
    }

    /// Whether some set of cards has that field.
    pub(crate) fn is_field(&self, word: &str) -> bool {
        entries(self.tree, "cards").iter().any(|(_, set)| set.at("fields").and_then(|f| f.as_table()?.get(word)).is_some())
    }

    /// Whether the field names a place.
    pub(crate) fn is_place_field(&self, word: &str) -> bool {
        let is = |set: &Node| set.at("fields").and_then(|f| f.as_table()?.get(word)?.as_text()) == Some("place");
        entries(self.tree, "cards").iter().any(|(_, set)| is(set))
    }

    /// Whether things of the kind have an attribute of that name.
    pub(crate) fn is_attribute(&self, it: It, word: &str) -> bool {
        let of = match it {
            It::Lane => "lane",
            It::Place => "place",
            It::Company => "company",
            It::Player | It::Card => return false,
        };
        self.tree.at("attributes").and_then(|a| a.at(of)?.as_table()?.get(word)).is_some()
    }

    /// Whether an attribute is nothing but a mark: a number that is 0 or 1 on every lane, place or company.
    pub(crate) fn is_flag(&self, it: It, word: &str) -> bool {
        self.is_attribute(it, word)
            && self.values(it, word).iter().all(|value| value.as_int().is_some_and(|n| (0..=1).contains(&n)))
    }

    /// The values of an attribute as they are written on the board.
    pub(crate) fn values(&self, it: It, word: &str) -> Vec<&'a Node> {
        let table = match it {
            It::Lane => "lines",
            It::Place => "places",
            _ => "companies",
        };
        let mut values = Vec::new();
        for (_, node) in entries(self.tree, table) {
            values.extend(node.as_table().and_then(|table| table.get(word)));
            for lane in node.at("lanes").and_then(Node::as_list).unwrap_or_default() {
                values.extend(lane.as_table().and_then(|table| table.get(word)));
            }
        }
        values
    }

    /// Whether some place or company has that tag.
    pub(crate) fn is_tag(&self, it: It, word: &str) -> bool {
        let table = if it == It::Place { "places" } else { "companies" };
        matches!(it, It::Place | It::Company)
            && entries(self.tree, table).iter().any(|(_, node)| texts(node.at("tags")).contains(&word))
    }

    /// Whether anything has that tag.
    pub(crate) fn is_any_tag(&self, word: &str) -> bool {
        self.is_card_tag(word) || self.is_tag(It::Place, word) || self.is_tag(It::Company, word)
    }

    /// Whether there is a counter of that name which lanes, places or companies have.
    pub(crate) fn is_counter_of(&self, it: It, word: &str) -> bool {
        let of = match it {
            It::Lane => "lane",
            It::Place => "place",
            It::Company => "company",
            It::Player => "seat",
            It::Card => return false,
        };
        self.entry("counters", word).is_some_and(|counter| owners(counter).contains(&of))
    }

    /// Whether a counter is the table's.
    pub(crate) fn is_of_table(&self, counter: &str) -> bool {
        self.entry("counters", counter).is_none_or(|counter| owners(counter).is_empty())
    }
}

/// What a kind of card is called.
pub(crate) fn kind_name(id: &str, node: &Node) -> String {
    let name = name_of(id, node);
    if name == id { plain(id) } else { name.to_owned() }
}

/// Whose something is; nobody's if it is the table's.
pub(crate) fn owners(node: &Node) -> Vec<&str> {
    let mut list = texts(node.at("of"));
    list.retain(|of| *of != "table");
    list
}

/// The texts of a list, or the one that stands for it.
pub(crate) fn texts(node: Option<&Node>) -> Vec<&str> {
    match node.map(|node| (&node.value, node)) {
        Some((Value::List(list), _)) => list.iter().filter_map(Node::as_text).collect(),
        Some((_, node)) => node.as_text().into_iter().collect(),
        None => Vec::new(),
    }
}
