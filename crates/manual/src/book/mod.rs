//! The rules of a game as sentences, each with the place in the data that it comes from.
//!
//! A rulebook is these sentences on a page; what is different with another number of players, with an option or in a variant is
//! the sentences that differ. Every key of the resolved game that rules has one: a key for which there are no words of its own
//! ([`sentences`]) is told in those of its schema, so that none can be left out.

mod actions;
mod board;
mod cards;
pub(crate) mod compare;
mod details;
mod players;
mod score;
mod sentences;
mod step_words;
mod steps;

use crate::difference::Part;
use crate::english::{English, It};
use crate::lexicon::{Lexicon, texts};
use railwright_source::Node;

/// All sentences of a game for one number of players.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    pub(crate) sections: Vec<Section>,
}

/// What stands under one heading.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) part: Part,
    /// Where it comes from: `actions.claim`.
    pub(crate) id: String,
    pub(crate) heading: String,
    pub(crate) level: usize,
    pub(crate) lines: Vec<Line>,
}

/// A sentence or a row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// Where it comes from: `actions.claim.pieces`.
    pub(crate) key: String,
    pub(crate) form: Form,
    pub(crate) cites: Vec<String>,
}

/// How a line stands on the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A paragraph.
    Text(String),
    /// An item of a list, so deep.
    Item(usize, String),
    /// An item of a numbered list.
    Number(String),
    /// The heads of a table.
    Heads(Vec<String>),
    /// A row of it.
    Row(Vec<String>),
}

impl Line {
    /// Its words.
    pub(crate) fn text(&self) -> &str {
        match &self.form {
            Form::Text(text) | Form::Item(_, text) | Form::Number(text) => text,
            Form::Heads(cells) | Form::Row(cells) => cells.first().map_or("", String::as_str),
        }
    }
}

/// Writes the book of a game.
pub(super) struct Writer<'a> {
    pub(super) tree: &'a Node,
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) english: English<'a>,
    book: Book,
    /// Terms that were explained already.
    explained: Vec<String>,
}

/// The sentences of a game, for so many players if that is known.
pub(crate) fn book(tree: &Node, players: Option<u8>) -> Book {
    let lexicon = Lexicon { tree, players };
    let english = English::new(&lexicon);
    let mut writer = Writer { tree, lexicon: &lexicon, english, book: Book::default(), explained: Vec::new() };
    writer.board();
    writer.cards();
    writer.players();
    writer.course();
    writer.actions();
    writer.modules();
    writer.score();
    writer.options();
    writer.card_lists();
    writer.book
}

impl Writer<'_> {
    /// Begins a section; the terms that the one before named are explained at its end.
    fn section(&mut self, part: Part, id: &str, level: usize, heading: &str) {
        self.explain();
        self.book.sections.push(Section { part, id: id.to_owned(), heading: heading.to_owned(), level, lines: Vec::new() });
    }

    fn push(&mut self, key: &str, form: Form, cites: Vec<String>) {
        if let Some(section) = self.book.sections.last_mut() {
            section.lines.push(Line { key: key.to_owned(), form, cites });
        }
    }

    fn text(&mut self, key: &str, text: String) {
        self.push(key, Form::Text(text), Vec::new());
    }

    fn item(&mut self, key: &str, depth: usize, text: String, cites: Vec<String>) {
        self.push(key, Form::Item(depth, text), cites);
    }

    /// What the terms mean that stand above.
    fn explain(&mut self) {
        loop {
            let named = std::mem::take(&mut *self.english.named.borrow_mut());
            let new: Vec<(String, It)> = named.into_iter().filter(|(name, _)| !self.explained.contains(name)).collect();
            if new.is_empty() {
                return;
            }
            for (name, it) in new {
                self.explained.push(name.clone());
                if let Some(text) = self.english.explained(&name, it) {
                    self.text(&format!("terms.{name}"), format!("Here {text}."));
                }
            }
        }
    }

    /// The sentences of rule modules, in the place of each use.
    fn modules(&mut self) {
        let told: Vec<(&str, &Node)> = crate::words::entries(self.tree, "scripts");
        if told.iter().all(|(_, node)| texts(Some(node)).is_empty()) {
            return;
        }
        self.section(Part::Play, "scripts", 2, "Further rules");
        for (id, node) in told {
            for (at, rule) in texts(Some(node)).into_iter().enumerate() {
                self.item(&format!("scripts.{id}.{at}"), 0, format!("{}.", rule.trim_end_matches('.')), Vec::new());
            }
        }
    }

    fn options(&mut self) {
        let options = crate::words::entries(self.tree, "options");
        if options.is_empty() {
            return;
        }
        self.section(Part::Choices, "options", 2, "Choices before the game");
        for (id, option) in options {
            let text = option.at("text").and_then(Node::as_text).unwrap_or_default().trim_end_matches('.');
            let on = if option.at("default").and_then(Node::as_bool) == Some(true) { " (usually on)" } else { "" };
            self.item(
                &format!("options.{id}"),
                0,
                format!("**{}**{on}: {text}.", crate::words::capital(&crate::lexicon::plain(id))),
                Vec::new(),
            );
        }
        self.explain();
    }
}

/// The numbers of the rules that a table cites: all, or those at one of its keys.
pub(super) fn cites(node: &Node, key: Option<&str>) -> Vec<String> {
    let Some(cites) = node.at("cites") else { return Vec::new() };
    let mut list: Vec<String> = Vec::new();
    let mut add = |node: &Node| each_text(node, &mut list);
    match (cites.as_table(), key) {
        (None, None) => add(cites),
        (Some(table), None) => table.get("else").into_iter().for_each(&mut add),
        (Some(table), Some(key)) => table.get(key).into_iter().for_each(&mut add),
        (None, Some(_)) => {}
    }
    list
}

/// The numbers of the rules that a table cites at a part of one of its keys.
pub(super) fn cites_below(node: &Node, key: &str, part: &str) -> Vec<String> {
    let Some(at) = node.at("cites").and_then(|cites| cites.as_table()?.get(key)) else { return Vec::new() };
    let at = at.as_table().map_or(Some(at), |table| table.get(part).or_else(|| table.get("else")));
    let mut list = Vec::new();
    at.into_iter().for_each(|at| each_text(at, &mut list));
    list
}

fn each_text(node: &Node, list: &mut Vec<String>) {
    if let Some(table) = node.as_table() {
        table.iter().for_each(|entry| each_text(&entry.node, list));
    } else {
        for text in texts(Some(node)) {
            if !list.iter().any(|known| known == text) {
                list.push(text.to_owned());
            }
        }
    }
}
