//! What the keys of a table say, one sentence each: in words of their own, else in those of the schema.

use super::sentences::SENTENCES;
use super::{Writer, cites};
use crate::english::{Frame, It};
use crate::lexicon::{plain, texts};
use crate::words::{capital, listed, value};
use railwright_source::{KeyDecl, Kind, Node, Schema, Value};

/// Keys that are told in another place or that are no rule.
const TOLD_ELSEWHERE: [&str; 7] = ["do", "word", "cites", "text", "name", "action", "like"];

/// Where a table stands: its path, what it is about, how deep it is on the page, and which tables hold it.
#[derive(Clone)]
pub(super) struct Spot<'s> {
    pub(super) path: String,
    pub(super) frames: Vec<Frame>,
    pub(super) depth: usize,
    /// The table that has the citations for keys.
    pub(super) citing: &'s Node,
    /// The key of that table below which we are.
    pub(super) under: Option<&'s str>,
}

impl Writer<'_> {
    /// Every key that is written, but for those that are told elsewhere.
    pub(super) fn details(&mut self, schema: &Schema, node: &Node, spot: &Spot, told: &[&str]) {
        for key in schema.all_keys() {
            if TOLD_ELSEWHERE.contains(&key.name) || told.contains(&key.name) {
                continue;
            }
            if let Some(written) = node.at(key.name) {
                self.key(schema, key, written, spot);
            }
        }
    }

    fn key(&mut self, schema: &Schema, key: &KeyDecl, node: &Node, spot: &Spot) {
        let path = format!("{}.{}", spot.path, key.name);
        let rules = match spot.under {
            Some(under) => super::cites_below(spot.citing, under, key.name),
            None => cites(spot.citing, Some(key.name)),
        };
        let below = || Spot { path: path.clone(), under: Some(spot.under.unwrap_or(key.name)), ..spot.clone() };
        let about = frames_of(schema, key, &spot.frames);
        match key.kind {
            Kind::Table(_) if key.name == "sweep" => {
                let text = self.sweep(node);
                self.item(&path, spot.depth, text, rules);
            }
            Kind::Table(inner) => self.details(inner, node, &below(), &[]),
            Kind::Tables(inner) => self.tables(inner, key, node, &below()),
            Kind::TableList(inner) => {
                for (at, item) in node.as_list().unwrap_or_default().iter().enumerate() {
                    let text = self.table_in_a_line(inner, key, item, &about);
                    self.item(&format!("{path}.{at}"), spot.depth, text, rules.clone());
                }
            }
            Kind::Names("step") => self.then(key, node, &path, spot.depth, rules),
            Kind::OneOf([Kind::Expr, Kind::Table(_), ..]) => {
                for (at, (condition, says, own)) in conditions(node).into_iter().enumerate() {
                    // What holds always forbids nothing.
                    if self.english.is_always(condition) {
                        continue;
                    }
                    let mut text = self.sentence(schema, key, condition, &about);
                    if let Some(says) = says {
                        text = format!("{} (Otherwise: {says}.)", text);
                    }
                    let rules = if own.is_empty() { rules.clone() } else { own };
                    self.item(&format!("{path}.{at}"), spot.depth, text, rules);
                }
            }
            _ if key.name == "where" && self.english.is_always(node) => {}
            _ => {
                let text = self.sentence(schema, key, node, &about);
                self.item(&path, spot.depth, text, rules);
            }
        }
    }

    /// A sentence for a key.
    pub(super) fn sentence(&self, schema: &Schema, key: &KeyDecl, node: &Node, frames: &[Frame]) -> String {
        let table = schema.name.rsplit(' ').next().unwrap_or_default();
        let plain_value = node.as_expr().unwrap_or_default();
        let with_value = format!("{}={plain_value}", key.name);
        let find = |table: &str, key: &str| SENTENCES.iter().find(|(t, k, _)| *t == table && *k == key).map(|(.., words)| *words);
        let words = find(table, &with_value)
            .or_else(|| find(table, key.name))
            .or_else(|| find("*", &with_value))
            .or_else(|| find("*", key.name));
        match words {
            Some(words) => self.filled(words, key, node, frames),
            None => format!("{}: {}.", capital(key.doc), self.told(key.kind, node, frames)),
        }
    }

    fn filled(&self, words: &str, key: &KeyDecl, node: &Node, frames: &[Frame]) -> String {
        let Some((before, rest)) = words.split_once('{') else { return words.to_owned() };
        let Some((slot, after)) = rest.split_once('}') else { return words.to_owned() };
        let text = match slot {
            "if" => self.english.condition(node, frames),
            "n" => self.english.number(node, frames),
            "spaces" => self.english.count(node, frames, "space", "spaces"),
            "cards" => self.english.count(node, frames, "card", "cards"),
            "those" => self.english.those(node, frames, It::Card, "cards"),
            "accepts" => self.accepts(node),
            "map" => self.gains(node, frames),
            "cost" => self.costs(node, frames),
            "set" => self.amounts(node, frames, |counter, n| format!("{counter}: {n}")),
            "most" => self.amounts(node, frames, |counter, n| format!("{counter}, up to {n}")),
            "or" => listed(&self.names(key.kind, node), "or"),
            "lanes" => return open_lanes(node),
            "pieces" => return self.pieces(node, frames, "takes", "takes"),
            "back" => return self.pieces(node, frames, "gives back", "gives its owner back"),
            "budget" => return self.budget(node),
            "any" => return any_kind(node),
            "wild" => return self.wild(node, frames),
            _ => self.told(key.kind, node, frames),
        };
        format!("{before}{text}{after}")
    }

    /// A value in words, by what its key takes.
    pub(super) fn told(&self, kind: Kind, node: &Node, frames: &[Frame]) -> String {
        match kind {
            Kind::Name(_) | Kind::Names(_) => listed(&self.names(kind, node), "and"),
            Kind::Expr => self.english.number(node, frames),
            Kind::Map(Kind::Expr) => self.gains(node, frames),
            _ => match &node.value {
                Value::Text(text) => plain(text),
                _ => value(node),
            },
        }
    }

    /// Names by what they name.
    fn names(&self, kind: Kind, node: &Node) -> Vec<String> {
        let family = match kind {
            Kind::Name(family) | Kind::Names(family) => family,
            _ => "",
        };
        let each = |id: &str| match family {
            "zone" => self.lexicon.zone(id, "the player"),
            "set" | "action" | "step" => format!("“{}”", plain(id)),
            _ => plain(id),
        };
        texts(Some(node)).into_iter().map(each).collect()
    }

    /// `1 of the player's points`, `its length in points`.
    fn gains(&self, node: &Node, frames: &[Frame]) -> String {
        self.amounts(node, frames, |counter, n| format!("{counter}: {n}"))
    }

    fn costs(&self, node: &Node, frames: &[Frame]) -> String {
        match node.as_table() {
            Some(_) => self.amounts(node, frames, |counter, n| format!("{n} ({counter})")),
            None => format!("1 ({})", plain(node.as_text().unwrap_or_default())),
        }
    }

    fn amounts(&self, node: &Node, frames: &[Frame], say: impl Fn(&str, &str) -> String) -> String {
        let table = node.as_table().into_iter().flatten();
        let list: Vec<String> = table.map(|entry| say(&plain(&entry.key), &self.english.number(&entry.node, frames))).collect();
        if list.is_empty() { value(node) } else { list.join("; ") }
    }

    /// Pieces that are taken or given back.
    fn pieces(&self, node: &Node, frames: &[Frame], one: &str, many: &str) -> String {
        match node.as_text() {
            Some(counter) => format!("Each space {one} one piece ({}).", plain(counter)),
            None => format!("It {many} pieces: {}.", self.amounts(node, frames, |counter, n| format!("{n} ({counter})"))),
        }
    }

    fn budget(&self, node: &Node) -> String {
        match self.english.known(node) {
            Some(1) => "One card is taken.".to_owned(),
            Some(number) => format!("{number} cards are taken, one after the other."),
            None => format!("So many cards are taken, one after the other: {}.", self.english.number(node, &[])),
        }
    }

    fn wild(&self, node: &Node, frames: &[Frame]) -> String {
        capital(&format!("{} stand for any other card.", self.english.those(node, frames, It::Card, "cards")))
    }

    /// Which kinds pay for lanes of a colour.
    fn accepts(&self, node: &Node) -> String {
        let each = node.as_table().into_iter().flatten().map(|entry| {
            let kinds: Vec<String> =
                texts(Some(&entry.node)).into_iter().map(|kind| self.lexicon.word(kind).unwrap_or_else(|| plain(kind))).collect();
            format!("on {} lanes {}", plain(&entry.key), listed(&kinds, "or"))
        });
        each.collect::<Vec<_>>().join("; ")
    }

    /// When a row is replaced, in one sentence.
    fn sweep(&self, node: &Node) -> String {
        let number = |key: &str| node.at(key).map(value).unwrap_or_default();
        let which = node.at("where").map(|n| self.english.those(n, &[], It::Card, "cards")).unwrap_or_default();
        let to = self.lexicon.zone(node.at("to").and_then(Node::as_text).unwrap_or_default(), "the player");
        let most = node.at("max").map(|n| format!("; after {} times in a row the cards stay", value(n))).unwrap_or_default();
        format!(
            "When {} of its cards are {which}, all of its cards go to {to} and it is laid out anew, again if need be. This happens only while there are, \
             with the pile and the discards, at least {} other cards{most}.",
            number("count"),
            number("spare")
        )
    }

    /// Entries with names of their own: a sentence for each.
    fn tables(&mut self, schema: &Schema, key: &KeyDecl, node: &Node, spot: &Spot) {
        for entry in node.as_table().into_iter().flatten() {
            let text = if schema.name == "stand-in" {
                self.stand_in(&entry.node, &spot.frames)
            } else {
                format!("{}: {}", capital(&plain(&entry.key)), self.table_in_a_line(schema, key, &entry.node, &spot.frames))
            };
            let rules = cites(spot.citing, spot.under);
            self.item(&format!("{}.{}", spot.path, entry.key), spot.depth, text, rules);
        }
    }

    /// Cards that stand for one.
    fn stand_in(&self, node: &Node, frames: &[Frame]) -> String {
        let text = |key: &str| node.at(key).and_then(Node::as_text).unwrap_or_default();
        let alike = node.at("alike").and_then(Node::as_bool) != Some(false);
        let number = node.at("cards").map(value).unwrap_or_default();
        let of = if alike { "of one kind" } else { "of any kinds" };
        let wanted =
            if text("for") == "symbol" { "for one that would have to stand for any other" } else { "for one that is wanted" };
        let mut frames = frames.to_vec();
        frames.push(Frame::pronoun(It::Card));
        let which = node
            .at("where")
            .map(|node| format!(", each a card for which {}", self.english.condition(node, &frames)))
            .unwrap_or_default();
        let larger = match text("larger") {
            "one" => "; with one such group each further card of the same kind stands for one more",
            "each" => "; each further card, of any kind, stands for one more",
            "none" => "; further cards stand for nothing more",
            _ => "",
        };
        format!("{number} cards {of}{which} may stand {wanted}{larger}.")
    }

    /// A table of a list in one line.
    fn table_in_a_line(&self, schema: &Schema, _: &KeyDecl, node: &Node, frames: &[Frame]) -> String {
        let text = |key: &str| node.at(key);
        let mut inner = frames.to_vec();
        inner.push(Frame { it: It::Card, subject: "it".to_owned() });
        let holds = |key: &str| text(key).filter(|n| !self.english.is_always(n)).map(|n| self.english.condition(n, &inner));
        let zone =
            |key: &str| text(key).and_then(Node::as_text).map(|id| self.lexicon.zone(id, "the player")).unwrap_or_default();
        match schema.name {
            "cost" => {
                let which = text("where").map(|n| self.english.those(n, frames, It::Card, "card")).unwrap_or_default();
                format!(
                    "{} from {} counts as {} cards.",
                    capital(&crate::words::a(&which)),
                    zone("from"),
                    text("cost").map(value).unwrap_or_default()
                )
            }
            "target" => match holds("where") {
                Some(which) => format!("A card goes to {} if {which}.", zone("zone")),
                None => format!("Any other card goes to {}.", zone("zone")),
            },
            _ => {
                let keys = schema.all_keys();
                let written = keys.iter().filter_map(|key| Some((key, node.at(key.name)?)));
                let parts: Vec<String> =
                    written.map(|(key, node)| format!("{}: {}", key.doc, self.told(key.kind, node, &inner))).collect();
                format!("{}.", parts.join("; "))
            }
        }
    }
}

/// The conditions that a key holds, each with its own words and citations.
fn conditions(node: &Node) -> Vec<(&Node, Option<&str>, Vec<String>)> {
    let one = |node| match entries_of(node) {
        Some(table) => {
            let own =
                table.get("cites").map(|cites| texts(Some(cites)).into_iter().map(str::to_owned).collect()).unwrap_or_default();
            (table.get("if").unwrap_or(node), table.get("says").and_then(Node::as_text), own)
        }
        None => (node, None, Vec::new()),
    };
    match node.as_list() {
        Some(list) => list.iter().map(one).collect(),
        None => vec![one(node)],
    }
}

fn entries_of(node: &Node) -> Option<&railwright_source::Table> {
    node.as_table()
}

/// What a key of a table is about, besides what the table is about.
fn frames_of(schema: &Schema, key: &KeyDecl, frames: &[Frame]) -> Vec<Frame> {
    let mut frames = frames.to_vec();
    let table = schema.name.rsplit(' ').next().unwrap_or_default();
    let about = match (table, key.name) {
        ("claim" | "lift", "where" | "gain" | "pieces") => &[It::Lane][..],
        ("build", "where" | "gain") => &[It::Lane],
        ("build" | "carry" | "travel", "reach" | "arrive" | "pass" | "leave") => &[It::Place],
        ("lay", "arrive") => &[It::Company, It::Place],
        ("lay", "where" | "gain" | "piece-gain" | "grow") => &[It::Company, It::Lane],
        ("take" | "put" | "play" | "aside" | "sweep", "where" | "must" | "gain") => &[It::Card],
        ("carry" | "collect", "where") => &[It::Place, It::Card],
        ("carry", "stop") => &[It::Card, It::Place],
        ("carry", "over" | "lane-gain") | ("toll", "amount") => &[It::Lane],
        ("zone", "fill" | "only") => &[It::Card],
        _ => &[],
    };
    frames.extend(about.iter().map(|it| Frame::the(*it)));
    frames
}

/// Of a line with so many lanes, so many are to be had.
fn open_lanes(node: &Node) -> String {
    let list = node.as_list().unwrap_or_default();
    let part = |(lanes, open): (i64, &Node)| match open.as_int() {
        Some(1) if lanes == 1 => None,
        Some(open) if open == lanes => Some(format!("of {lanes} side by side all")),
        Some(1) => Some(format!("of {lanes} side by side only one, whoever is first")),
        _ => Some(format!("of {lanes} side by side {}", value(open))),
    };
    let parts: Vec<String> = (1..).zip(list).filter_map(part).collect();
    format!("How many lanes may be had: {}.", parts.join(", "))
}

/// Colours of lanes that any one kind pays for.
fn any_kind(node: &Node) -> String {
    let colors: Vec<String> = texts(Some(node)).into_iter().map(plain).collect();
    format!("On {} lanes the cards may be of any one kind.", listed(&colors, "and"))
}
