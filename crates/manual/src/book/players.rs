//! What players, companies, places and the table have: counters, sets, trains, parties that nobody plays.

use super::Writer;
use crate::difference::Part;
use crate::english::{Frame, It};
use crate::lexicon::{owners, plain};
use crate::words::{capital, entries, name_of, value};
use railwright_source::Node;

impl Writer<'_> {
    pub(super) fn players(&mut self) {
        let (counters, sets) = (entries(self.tree, "counters"), entries(self.tree, "sets"));
        let (trains, dummies) = (entries(self.tree, "trains"), entries(self.tree, "dummies"));
        if counters.is_empty() && sets.is_empty() && trains.is_empty() && dummies.is_empty() {
            return;
        }
        self.section(Part::Components, "counters", 2, "What is counted and noted");
        for (id, counter) in counters {
            let text = self.counter(id, counter);
            self.item(&format!("counters.{id}"), 0, text, Vec::new());
        }
        for (id, set) in sets {
            let whose = if owners(set).contains(&"seat") { "each player's" } else { "the table's" };
            let what = if set.at("holds").and_then(Node::as_text) == Some("lane") { "lanes" } else { "cities" };
            self.item(
                &format!("sets.{id}"),
                0,
                format!("{} {what} that are noted as **{}**.", capital(whose), plain(id)),
                Vec::new(),
            );
        }
        for (id, train) in trains {
            self.item(
                &format!("trains.{id}"),
                0,
                format!("Each player's **{}**, a piece that travels on the board.", plain(name_of(id, train))),
                Vec::new(),
            );
        }
        for (id, dummy) in dummies {
            let score = dummy.at("score").map(|node| self.english.number(node, &[])).unwrap_or_default();
            let text = format!("**{}** is a party that nobody plays; its score: {score}.", plain(name_of(id, dummy)));
            self.item(&format!("dummies.{id}"), 0, text, Vec::new());
        }
    }

    fn counter(&self, id: &str, counter: &Node) -> String {
        let text = |key: &str| counter.at(key).and_then(Node::as_text);
        let of = owners(counter);
        let whose = match of.as_slice() {
            [] => "The table's".to_owned(),
            ["seat"] => "Each player's".to_owned(),
            ["place"] => "Each city's".to_owned(),
            ["seat", of] | [of, "seat"] => format!("What each player has with each {of}:"),
            of => format!("Each {}'s", of.join(" and ")),
        };
        let frames: Vec<Frame> = match of.last() {
            Some(&"lane") => vec![Frame::pronoun(It::Lane)],
            Some(&"place") => vec![Frame::pronoun(It::Place)],
            Some(&"company") => vec![Frame::pronoun(It::Company)],
            _ => Vec::new(),
        };
        let start = counter.at("start").map_or_else(|| "0".to_owned(), |node| self.english.number(node, &frames));
        let mut words = format!("{whose} **{}**: {start} at the start", plain(id));
        if let Some(min) = counter.at("min") {
            words += &format!(", never below {}", value(min));
        }
        match text("reset") {
            Some("turn") => words += ", and again at the start of each turn",
            Some("round") => words += ", and again at the start of each round",
            _ => {}
        }
        if let Some(bank) = text("bank") {
            words += &format!("; what is added comes from the {}, and what is taken goes there", plain(bank));
        }
        match counter.at("seen-by") {
            Some(seen) if text("seen-by") != Some("all") => words += &format!("; seen by: {}", value(seen)),
            _ => {}
        }
        if self.lexicon.is_note(id) {
            words += " (a note for the rules, kept for you on the screen)";
        }
        words + "."
    }
}
