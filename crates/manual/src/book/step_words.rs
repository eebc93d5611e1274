//! What a step does, in a sentence: one for each kind of step.

use super::Writer;
use crate::english::{Frame, It};
use crate::lexicon::{owners, plain, texts};
use crate::words::listed;
use railwright_rules::compile::schema::schema_of_kind;
use railwright_rules::flow::SCHEMAS;
use railwright_source::Node;

/// A step and what is known of it.
struct Step<'n> {
    node: &'n Node,
    /// Whether it is done for each player.
    each: bool,
}

impl<'n> Step<'n> {
    fn text(&self, key: &str) -> &'n str {
        self.node.at(key).and_then(Node::as_text).unwrap_or_default()
    }

    /// Whose things are meant.
    fn player(&self) -> &'static str {
        if self.each { "each player" } else { "the player" }
    }
}

impl Writer<'_> {
    /// The sentence of a step; the keys that it tells come to `told`.
    pub(super) fn step_words<'n>(&self, id: &str, node: &'n Node, told: &mut Vec<&'n str>) -> String {
        let step = Step { node, each: node.at("for").and_then(Node::as_text) == Some("each") };
        let kind = step.text("do");
        let all: &[&str] = match kind {
            "deal" => &["from", "to", "count", "each-of", "where", "for"],
            "refill" => &["zone", "from", "where", "for"],
            "move" => &["from", "to", "where", "count", "at", "for"],
            "to-front" => &["zone", "where"],
            "shuffle" => &["zone", "where", "for"],
            "shuffle-in" => &["from", "to", "for", "where", "parts", "part", "odd"],
            "set" | "add" => &["counter", "value", "where", "for"],
            "pay" => &["counter", "to", "value", "where", "for"],
            "include" | "exclude" => &["set", "where", "for", "what"],
            "clear" => &["of", "where", "pieces"],
            "end" => &["reason"],
            "out" => &["for", "where"],
            "back-in" => &["where"],
            "call" => &["module", "function"],
            "order" => &["most"],
            "each-seat" => &["where", "begin", "turn"],
            "together" => &["actions"],
            "choose" => &["actions", "min", "max", "while", "may-stop"],
            "repeat" => &["while", "max"],
            "rounds" => &["until"],
            "turns" => &["all-pass", "until"],
            _ => &[],
        };
        told.extend(all);
        match kind {
            "deal" | "refill" | "move" | "to-front" | "shuffle" | "shuffle-in" => self.cards_words(&step, kind),
            "set" | "add" | "pay" => self.counter_words(&step, kind),
            "include" | "exclude" | "clear" | "out" | "back-in" => self.board_words(&step, kind),
            "choose" | "together" => self.choice_words(&step, kind),
            "each-seat" | "repeat" | "rounds" | "turns" | "in-order" => self.order_words(id, &step, kind),
            "order" => {
                let most = self.most(node.at("most"));
                format!(
                    "from now on the players play in the order of {most}, the most first. Who has the same stays in the order of before."
                )
            }
            "next-first" => "the next player becomes first player.".to_owned(),
            "end" => format!("the game is over: {}.", node.at("reason").and_then(Node::as_text).unwrap_or("the end was reached")),
            "call" => format!("{} (see “{}” in the further rules).", plain(step.text("function")), plain(step.text("module"))),
            _ => {
                let doc = schema_of_kind(node, SCHEMAS).map_or("", |schema| schema.doc.split("\n\n").next().unwrap_or_default());
                doc.to_owned()
            }
        }
    }

    fn most(&self, node: Option<&Node>) -> String {
        node.map(|node| self.english.number(node, &[])).unwrap_or_default()
    }

    fn cards_words(&self, step: &Step, kind: &str) -> String {
        let node = step.node;
        let zone = |key: &str| {
            let is_second = key == "to" && step.each && self.lexicon.zone(step.text("from"), "").starts_with('\'');
            self.lexicon.zone(step.text(key), if is_second { "the same player" } else { step.player() })
        };
        let card = [Frame::pronoun(It::Card)];
        let seats = node
            .at("where")
            .filter(|_| kind != "move" && kind != "to-front")
            .map(|n| self.for_which(n, step, "to"))
            .unwrap_or_default();
        match kind {
            "deal" => {
                let what = self.cards_moved(node.at("count"), step.text("from"), Some(1));
                let of = node
                    .at("each-of")
                    .map(|field| format!(" of each {}", plain(field.as_text().unwrap_or_default())))
                    .unwrap_or_default();
                let by = if of.is_empty() { "" } else { ", chosen by chance," };
                format!("deal {what}{of}{by} from {} to {}{seats}.", zone("from"), zone("to"))
            }
            "refill" => {
                let from = node.at("from").map(|_| format!(" from {}", zone("from"))).unwrap_or_default();
                format!("fill the gaps of {}{from}{seats}.", zone("zone"))
            }
            "move" => {
                let what = self.cards_moved(node.at("count"), step.text("from"), None);
                let which = node.at("where").filter(|n| !self.english.is_always(n));
                let what = which.map_or(what.clone(), |n| self.english.those(n, &[], It::Card, &what));
                let at = match step.text("at") {
                    "bottom" => "the bottom of ",
                    "top" => "the top of ",
                    _ => "",
                };
                format!("move {what} from {} to {at}{}.", zone("from"), zone("to"))
            }
            "to-front" => {
                let which = node.at("where").map(|n| self.english.condition(n, &card)).unwrap_or_default();
                format!(
                    "the first card of {} for which {which} comes to the first place of its column; those before it move back by one.",
                    zone("zone")
                )
            }
            "shuffle" => format!("shuffle {}{seats}.", zone("zone")),
            _ => {
                let number = |key: &str| node.at(key).map(crate::words::value).unwrap_or_default();
                let odd = if step.text("odd") == "lower" { "lower" } else { "upper" };
                format!(
                    "shuffle {}, cut it into {} nearly equal parts (where they cannot be equal the {odd} ones have a card more) and shuffle {} into part {} from the top{seats}.",
                    zone("to"),
                    number("parts"),
                    zone("from"),
                    number("part")
                )
            }
        }
    }

    /// `4 train cards`, `all cards`.
    fn cards_moved(&self, count: Option<&Node>, zone: &str, default: Option<i64>) -> String {
        let known = count.map_or(Some(default), |count| self.english.known(count).map(Some));
        match known {
            Some(Some(1)) => format!("1 {}", self.lexicon.cards_in(zone, false)),
            Some(Some(number)) => format!("{number} {}", self.lexicon.cards_in(zone, true)),
            Some(None) => format!("all {}", self.lexicon.cards_in(zone, true)),
            None => {
                let number = count.map(|count| self.english.number(count, &[])).unwrap_or_default();
                format!("as many {} as {number}", self.lexicon.cards_in(zone, true))
            }
        }
    }

    /// For which of the players, or of the places that have it.
    fn for_which(&self, node: &Node, step: &Step, _: &str) -> String {
        if step.each {
            return format!(", but only players for whom {}", self.english.condition(node, &[Frame::pronoun(It::Player)]));
        }
        let holds = ["zone", "from", "to", "counter"].iter().find_map(|key| {
            let id = step.text(key);
            let node = self.lexicon.entry("zones", id).or_else(|| self.lexicon.entry("counters", id))?;
            owners(node).into_iter().find(|of| *of != "seat")
        });
        let it = match holds {
            Some("lane") => It::Lane,
            Some("company") => It::Company,
            _ => It::Place,
        };
        format!(", of {} for which {}", it.plural(), self.english.condition(node, &[Frame::pronoun(it)]))
    }

    fn counter_words(&self, step: &Step, kind: &str) -> String {
        let node = step.node;
        let counter = step.text("counter");
        let of = self.lexicon.entry("counters", counter).map(owners).unwrap_or_default();
        let it = [("company", It::Company), ("place", It::Place), ("lane", It::Lane)];
        let thing = it.iter().find(|(id, _)| of.contains(id)).map(|(_, it)| *it);
        let frames: Vec<Frame> = thing.map(Frame::the).into_iter().collect();
        let number = node.at("value").map(|n| self.english.number(n, &frames)).unwrap_or_default();
        let whose = match thing {
            Some(it) => match node.at("where").filter(|n| !self.english.is_always(n)) {
                Some(which) => {
                    format!("the {} of {}", plain(counter), self.english.those(which, &[], it, &format!("each {}", it.noun())))
                }
                None => format!("the {} of each {}", plain(counter), it.noun()),
            },
            None if of.is_empty() => format!("the {}", plain(counter)),
            None => format!("{} {}", crate::english::possessive(step.player()), plain(counter)),
        };
        let seats = node.at("where").filter(|_| thing.is_none()).map(|n| self.for_which(n, step, "")).unwrap_or_default();
        match kind {
            "set" => format!("{whose} becomes {number}{seats}."),
            "add" => format!("{whose} changes by {number}{seats}."),
            _ => {
                let to = match step.text("to") {
                    "" => String::new(),
                    to => format!(" into {}", plain(to)),
                };
                let which = node.at("where").map(|n| self.for_which(n, step, "")).unwrap_or_default();
                format!("{} pays {number} from {}{to}{which}.", step.player(), plain(counter))
            }
        }
    }

    fn board_words(&self, step: &Step, kind: &str) -> String {
        let node = step.node;
        let set = step.text("set");
        let lanes = self.lexicon.entry("sets", set).and_then(|set| set.at("holds")?.as_text()) != Some("place");
        let it = if lanes { It::Lane } else { It::Place };
        let all = format!("all {}", it.plural());
        let those = node.at("where").map_or(all.clone(), |n| self.english.those(n, &[], it, &all));
        let each = if step.each { " of each player" } else { "" };
        match kind {
            "include" => format!("{those} come to “{}”{each}.", plain(set)),
            "exclude" => format!("{those} are taken out of “{}”{each}.", plain(set)),
            "clear" => {
                let of = if step.text("of") == "seat" { "the player's track" } else { "all track" };
                let off = node.at("where").map_or("all lanes".to_owned(), |n| self.english.those(n, &[], It::Lane, "lanes"));
                let back = match (step.text("pieces"), node.at("pieces")) {
                    ("", Some(map)) => format!(
                        "; its owners get back {}",
                        self.told(railwright_source::Kind::Map(&railwright_source::Kind::Expr), map, &[Frame::the(It::Lane)])
                    ),
                    ("", None) => String::new(),
                    (counter, _) => format!("; its owners get one piece ({}) back for each space", plain(counter)),
                };
                format!("{of} is taken off {off}{back}.")
            }
            _ => {
                let player = vec![Frame::pronoun(It::Player)];
                let which = node
                    .at("where")
                    .filter(|n| !self.english.is_always(n))
                    .map(|n| format!(" for whom {}", self.english.condition(n, &player)));
                let who = match (&which, step.each || kind == "back-in") {
                    (None, true) => "every player".to_owned(),
                    (Some(which), true) => format!("every player{which}"),
                    (None, false) => "the player".to_owned(),
                    (Some(which), false) => format!("the player, if it is one{which},"),
                };
                if kind == "out" { format!("{who} is out from now on.") } else { format!("{who} who is out plays again.") }
            }
        }
    }

    fn choice_words(&self, step: &Step, kind: &str) -> String {
        let node = step.node;
        let actions: Vec<String> = texts(node.at("actions")).into_iter().map(|id| format!("**{}**", plain(id))).collect();
        let list = listed(&actions, "or");
        if kind == "together" {
            return format!("all players choose at once and in secret: {list}.");
        }
        let number = |key: &str| node.at(key).map(|n| self.english.number(n, &[]));
        let mut text = format!("the player chooses: {list}");
        if let Some(still) = node.at("while") {
            text += &match self.english.is_always(still) {
                true => ", again and again".to_owned(),
                false => format!(", again and again as long as {}", self.english.condition(still, &[])),
            };
        }
        match (number("min").as_deref(), number("max").as_deref()) {
            (None, None) => {}
            (Some("0"), None) if node.at("while").is_some() => text += ", as often as wanted",
            (Some("0"), None) => text += ", or nothing",
            (Some("1"), None) if node.at("while").is_none() => text += ", exactly one",
            (Some(min), None) => text += &format!(", at least so often, if possible: {min}"),
            (None, Some(max)) => text += &format!(", one after the other, at most so often: {max}"),
            (Some(min), Some(max)) => text += &format!(", at least so often, if possible: {min}; at most so often: {max}"),
        }
        if let Some(stop) = node.at("may-stop").filter(|n| self.english.known(n) != Some(0)) {
            text += &match self.english.is_always(stop) {
                true => "; the player may stop at any time".to_owned(),
                false => format!("; the player may stop before if {}", self.english.condition(stop, &[])),
            };
        }
        text + "."
    }

    fn order_words(&self, id: &str, step: &Step, kind: &str) -> String {
        let node = step.node;
        let holds = |key: &str| node.at(key).filter(|n| !self.english.is_always(n)).map(|n| self.english.condition(n, &[]));
        let name = plain(id);
        match kind {
            "each-seat" => {
                let which = node.at("where").filter(|n| !self.english.is_always(n));
                let which = which
                    .map(|n| format!(" for whom {}", self.english.condition(n, &[Frame::pronoun(It::Player)])))
                    .unwrap_or_default();
                let from = if step.text("begin") == "actor" { ", beginning with the one whose turn it is," } else { "" };
                let turn = if node.at("turn").and_then(Node::as_bool) == Some(true) { " This is a turn of each." } else { "" };
                format!("**{name}**: one after the other around the table{from} each player{which}:{turn}")
            }
            "repeat" => {
                let still = holds("while").map(|still| format!(" as long as {still}")).unwrap_or_default();
                let most =
                    node.at("max").map(|n| format!(", at most so often: {}", self.english.number(n, &[]))).unwrap_or_default();
                format!("**{name}**: again and again{still}{most}:")
            }
            "rounds" => match holds("until") {
                Some(until) => format!("round after round, until at the end of one {until}:"),
                None => "round after round:".to_owned(),
            },
            "turns" => {
                let mut text = "the players take turns around the table. A turn:".to_owned();
                if node.at("all-pass").and_then(Node::as_bool) == Some(true) {
                    text = "the players take turns around the table, until everybody has passed in a row. A turn:".to_owned();
                }
                if let Some(until) = holds("until") {
                    text += &format!(" (The turns are over when, at the end of one, {until}.)");
                }
                text
            }
            _ => format!("**{name}**, in this order:"),
        }
    }
}
