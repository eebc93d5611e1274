//! What players can do: a section for each action.

use super::details::Spot;
use super::{Writer, cites};
use crate::difference::Part;
use crate::english::{Frame, It};
use crate::lexicon::plain;
use crate::words::{capital, entries, listed};
use railwright_rules::compile::schema::schema_of_kind;
use railwright_rules::mechanics::SCHEMAS;
use railwright_source::Node;

impl Writer<'_> {
    pub(super) fn actions(&mut self) {
        let actions = entries(self.tree, "actions");
        if actions.is_empty() {
            return;
        }
        self.section(Part::Play, "actions", 2, "What players can do");
        for (id, action) in actions {
            self.section(Part::Play, &format!("actions.{id}"), 3, &capital(&plain(id)));
            self.action(id, action);
        }
    }

    fn action(&mut self, id: &str, action: &Node) {
        let path = format!("actions.{id}");
        let Some(schema) = schema_of_kind(action, SCHEMAS) else { return };
        let kind = action.at("do").and_then(Node::as_text).unwrap_or_default();
        // An action of a module is told in the module's words.
        let own = action.at("text").and_then(Node::as_text).filter(|_| kind == "script");
        let mut told = vec!["price", "then", "grow", "combinations"];
        let doc = match own.map(str::to_owned).or_else(|| self.lead_with_keys(kind, action, &mut told)) {
            Some(doc) => doc,
            None => lead(kind).unwrap_or_else(|| schema.doc.split("\n\n").next().unwrap_or_default()).to_owned(),
        };
        self.push(&path, super::Form::Text(doc), cites(action, None));
        let about = match kind {
            "claim" | "build" | "lift" => vec![Frame::the(It::Lane)],
            "lay" => vec![Frame::the(It::Company), Frame::the(It::Lane)],
            "take" => vec![Frame::the(It::Card)],
            "mark" | "script" => match action.at("what").and_then(Node::as_text) {
                Some("lane") => vec![Frame::the(It::Lane)],
                Some("company") => vec![Frame::the(It::Company)],
                Some("card") => vec![Frame::the(It::Card)],
                Some("nothing" | "seat" | "number" | "text") => Vec::new(),
                _ => vec![Frame::the(It::Place)],
            },
            _ => Vec::new(),
        };
        // What is about the thing stands around the keys of the price alone, and of `where` where the schema says no other.
        let frames = if matches!(kind, "mark" | "script") { about.clone() } else { Vec::new() };
        let spot = Spot { path: path.clone(), frames, depth: 0, citing: action, under: None };
        self.details(schema, action, &spot, &told);
        if let Some(grow) = action.at("grow") {
            let text = grows(grow);
            self.item(&format!("{path}.grow"), 0, text, cites(action, Some("grow")));
        }
        if let Some(combinations) = action.at("combinations").and_then(Node::as_list) {
            self.combinations(&path, combinations, cites(action, Some("combinations")));
        }
        if let (Some(price), Some(schema)) = (action.at("price"), super::cards::table_schema("actions").or_else(price_schema)) {
            self.item(&format!("{path}.price"), 0, "What it costs:".to_owned(), Vec::new());
            let spot = Spot { path: format!("{path}.price"), frames: about, depth: 1, citing: action, under: Some("price") };
            let told = self.paid_in_cards(kind, price, &spot);
            self.details(schema, price, &spot, told);
        }
        if let (Some(then), Some(key)) = (action.at("then"), schema.find("then")) {
            self.then(key, then, &format!("{path}.then"), 0, cites(action, Some("then")));
        }
    }

    /// How many cards are paid, from where and to where: the keys of the price that this tells.
    fn paid_in_cards(&mut self, kind: &str, price: &Node, spot: &Spot) -> &'static [&'static str] {
        let zone = |key: &str| Some(self.lexicon.zone(price.at(key)?.as_text()?, "the player"));
        let (Some(from), to) = (zone("from"), zone("to")) else { return &[] };
        let to = to.map(|to| format!(" and go to {to}")).unwrap_or_default();
        let is_lane = matches!(kind, "claim" | "build" | "lift") || spot.frames.iter().any(|frame| frame.it == It::Lane);
        let number = match price.at("count") {
            Some(count) => self.english.count(count, &spot.frames, "card", "cards"),
            None if is_lane => "a card for each space of the lane".to_owned(),
            None => "1 card".to_owned(),
        };
        let color = if is_lane { ", of the lane's colour and all of one kind" } else { ", all of one kind" };
        let text = format!("It costs {number}{color}. They come from {from}{to}.");
        let rules = super::cites_below(spot.citing, "price", "count");
        self.item(&format!("{}.from", spot.path), spot.depth, text, rules);
        &["from", "to", "count"]
    }

    /// The sentence of an action that tells some of its keys, which come to `told`.
    fn lead_with_keys(&self, kind: &str, action: &Node, told: &mut Vec<&'static str>) -> Option<String> {
        let zone =
            |key: &str| action.at(key).and_then(Node::as_text).map(|id| self.lexicon.zone(id, "the player")).unwrap_or_default();
        let number = |key: &str| action.at(key).map(|node| self.english.count(node, &[], "card", "cards"));
        match kind {
            "put" => {
                told.extend(["from", "to", "to-seat"]);
                let whose = match action.at("to-seat").and_then(Node::as_text) {
                    Some("left") => ", but of the neighbour on the left",
                    Some("right") => ", but of the neighbour on the right",
                    _ => "",
                };
                Some(format!("The player moves a chosen card from {} to {}{whose}.", zone("from"), zone("to")))
            }
            "keep" => {
                told.extend(["from", "rest", "min", "max"]);
                let most = number("max").map(|max| format!(", at most {max}")).unwrap_or_default();
                let least = number("min").unwrap_or_else(|| "1 card".to_owned());
                Some(format!(
                    "The player looks at the cards in {} and keeps at least {least}{most} (all if there are fewer). The others go to {}.",
                    zone("from"),
                    zone("rest")
                ))
            }
            "take" => {
                told.extend(["from", "to", "budget"]);
                let from: Vec<String> =
                    crate::lexicon::texts(action.at("from")).into_iter().map(|id| self.lexicon.zone(id, "the player")).collect();
                let number = number("budget").unwrap_or_else(|| "1 card".to_owned());
                let one = if number == "1 card" { "" } else { ", one after the other, each" };
                Some(format!("The player takes {number}{one} from {}. They go to {}.", listed(&from, "or"), zone("to")))
            }
            "mark" => {
                told.push("what");
                Some(format!(
                    "The player chooses {}.",
                    crate::words::a(match action.at("what").and_then(Node::as_text) {
                        Some("lane") => "lane",
                        Some("company") => "company",
                        _ => "city",
                    })
                ))
            }
            "run" if action.at("then").is_some() => Some("The player chooses this, and what stands below happens.".to_owned()),
            _ => None,
        }
    }

    /// Which cards can be played together.
    fn combinations(&mut self, path: &str, combinations: &[Node], rules: Vec<String>) {
        let one = |filters: &Node| {
            let cards =
                filters.as_list().unwrap_or_default().iter().map(|filter| self.english.those(filter, &[], It::Card, "card"));
            listed(&cards.map(|card| crate::words::a(&card)).collect::<Vec<_>>(), "and")
        };
        let list: Vec<String> = combinations.iter().map(one).collect();
        self.item(&format!("{path}.combinations"), 0, "Cards that go together:".to_owned(), rules);
        for (at, text) in list.into_iter().enumerate() {
            self.item(&format!("{path}.combinations.{at}"), 1, format!("{text}."), Vec::new());
        }
    }
}

/// The schema of prices, as the mechanic that claims has it.
fn price_schema() -> Option<&'static railwright_source::Schema> {
    let (_, claim) = SCHEMAS.iter().find(|(name, _)| *name == "claim")?;
    match claim.find("price")?.kind {
        railwright_source::Kind::Table(schema) => Some(schema),
        _ => None,
    }
}

/// Where a company's track may go on.
fn grows(node: &Node) -> String {
    let each = |word: &str| match word {
        "home" => "out of its home, for the first piece",
        "lines" => "on a lane that it has begun",
        "ends" => "out of a city where one of its ends stands, which moves on",
        "cities" => "out of any city that it is connected to, or its home, once there is a piece; that makes a new end",
        _ => "elsewhere",
    };
    let list: Vec<String> = crate::lexicon::texts(Some(node)).into_iter().map(|word| each(word).to_owned()).collect();
    format!("A piece is laid {}.", listed(&list, "or"))
}

/// What an action is, in a sentence for players.
fn lead(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "claim" => "The player takes a whole lane and puts pieces on all of its spaces. It is the player's from then on.",
        "build" => {
            "The player builds a path of lanes that begins at the own network, may go through junctions, and ends at a city that is not in the network. \
             The first path may begin in any city. All of it is paid at the end."
        }
        "play" => "The player plays one card or several that go together.",
        "lay" => "The player lays one piece of track for a company.",
        "lift" => "The player takes track off a lane, which is free again.",
        "travel" => {
            "The player's train travels over the player's own track, at least one space. Spaces and cities count as one each, junctions do not. It goes forward \
             only, and a city that it enters ends the movement."
        }
        "upgrade" => "The player raises one of several values by a level.",
        "bid" => "The player names a number.",
        "pass" => "The player does nothing.",
        "run" => "The player does without.",
        "withdraw" => "The player takes a claim back that is paid and not settled yet, and gets the cards back.",
        _ => return None,
    })
}
