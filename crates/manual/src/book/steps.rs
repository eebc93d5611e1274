//! The course of the game: set-up, rounds and turns, and what happens by itself.

use super::details::Spot;
use super::{Form, Writer, cites};
use crate::difference::Part;
use crate::english::Frame;
use crate::lexicon::{plain, texts};
use crate::words::capital;
use railwright_rules::compile::schema::schema_of_kind;
use railwright_rules::flow::SCHEMAS;
use railwright_source::{KeyDecl, Node};

/// Steps stand within each other no deeper than this on a page.
const DEEPEST: usize = 8;

impl Writer<'_> {
    /// The steps of the game in order: those before the turns are the set-up.
    pub(super) fn course(&mut self) {
        let flow = texts(self.tree.at("flow"));
        let begins = |id: &&str| self.repeats(id, 0);
        let start = flow.iter().position(begins).unwrap_or(flow.len());
        self.section(Part::Play, "flow", 2, "Setting up");
        self.first();
        for id in &flow[..start] {
            self.step(id, "flow", 0, true);
        }
        if start < flow.len() {
            self.section(Part::Play, "course", 2, "The course of the game");
            for id in &flow[start..] {
                self.step(id, "course", 0, false);
            }
        }
    }

    fn first(&mut self) {
        let text = match self.tree.at("first").and_then(Node::as_int) {
            Some(seat) => format!("Player {seat} is first player."),
            None => "Draw lots for the first player. The others follow around the table.".to_owned(),
        };
        self.text("first", text);
    }

    /// Whether a step is one of turns or rounds, or holds one.
    fn repeats(&self, id: &str, depth: usize) -> bool {
        let Some(node) = self.lexicon.entry("steps", id).filter(|_| depth < DEEPEST) else { return false };
        let kind = node.at("do").and_then(Node::as_text).unwrap_or_default();
        matches!(kind, "turns" | "rounds") || texts(node.at("steps")).iter().any(|inner| self.repeats(inner, depth + 1))
    }

    /// Steps that follow something.
    pub(super) fn then(&mut self, key: &KeyDecl, node: &Node, path: &str, depth: usize, rules: Vec<String>) {
        let steps = texts(Some(node));
        if steps.is_empty() {
            return;
        }
        let lead = match key.name {
            "then" => "Afterwards:".to_owned(),
            "committed" => "Once it is paid, and before it is the player's:".to_owned(),
            "on-empty" => "When its last card has left it, at once:".to_owned(),
            _ => format!("{}:", capital(key.doc)),
        };
        self.item(path, depth, lead, rules);
        for id in steps {
            self.step(id, path, depth + 1, false);
        }
    }

    /// A step, and those within it below.
    pub(super) fn step(&mut self, id: &str, path: &str, depth: usize, numbered: bool) {
        let path = format!("{path}/{id}");
        let Some(node) = self.lexicon.entry("steps", id).filter(|_| depth < DEEPEST) else {
            self.item(&path, depth, format!("{}.", capital(&plain(id))), Vec::new());
            return;
        };
        let frames: Vec<Frame> = Vec::new();
        let mut told: Vec<&str> = vec!["when", "steps", "then", "last-round", "otherwise"];
        let words = self.step_words(id, node, &mut told);
        let when = node.at("when").filter(|when| !self.english.is_always(when));
        let text = match when {
            Some(when) if self.english.known(when) == Some(0) => {
                format!("Left out with so many players: {}", crate::words::lower(&words))
            }
            Some(when) => format!("If {}: {}", self.english.condition(when, &frames), crate::words::lower(&words)),
            None => capital(&words),
        };
        let mut rules = cites(node, None);
        for key in node.as_table().into_iter().flatten().map(|entry| entry.key.as_str()) {
            rules.extend(cites(node, Some(key)).into_iter().filter(|_| !matches!(key, "last-round")));
        }
        rules.dedup();
        self.push(&path, if numbered && depth == 0 { Form::Number(text) } else { Form::Item(depth, text) }, rules);
        for inner in texts(node.at("steps")) {
            self.step(inner, &path, depth + 1, false);
        }
        let Some(schema) = schema_of_kind(node, SCHEMAS) else { return };
        let spot = Spot { path: path.clone(), frames, depth: depth + 1, citing: node, under: None };
        self.details(schema, node, &spot, &told);
        for key in ["otherwise", "last-round", "then"] {
            if let Some(written) = schema.find(key).and_then(|_| node.at(key)) {
                self.ending(key, written, schema.find(key), &spot, node);
            }
        }
    }

    fn ending(&mut self, key: &str, written: &Node, decl: Option<&'static KeyDecl>, spot: &Spot, node: &Node) {
        match (key, decl) {
            ("otherwise", _) => {
                let other = plain(written.as_text().unwrap_or_default());
                self.item(
                    &format!("{}.otherwise", spot.path),
                    spot.depth,
                    format!("Whoever can do none of these: {other}."),
                    cites(node, Some("otherwise")),
                );
            }
            ("last-round", _) => {
                let schema = &railwright_rules::flow::LAST_ROUND;
                let below = Spot { path: format!("{}.last-round", spot.path), under: Some("last-round"), ..spot.clone() };
                self.details(schema, written, &below, &[]);
            }
            (_, Some(decl)) => self.then(decl, written, &format!("{}.then", spot.path), spot.depth, cites(node, Some("then"))),
            _ => {}
        }
    }
}
