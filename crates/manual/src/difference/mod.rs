//! What one game changes of another, in words that could stand in a leaflet.
//!
//! The two rulebooks are compared sentence by sentence, and the boards value by value, for every number of players both allow; what
//! holds only for some says so. What is no rule (names, bots, safeguards) is in no rulebook and so in no leaflet.

mod board;

use crate::book::{book, compare::compare as compare_books};

use railwright_markup::markdown_page;
use railwright_source::{Node, Value};
use std::fmt::Write as _;

/// Which part of the rules a change belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Who plays, on what board.
    Board,
    /// Cards, pieces, zones, tables.
    Components,
    /// Set-up, turns and actions.
    Play,
    /// Points, who wins.
    Score,
    /// Choices at the start.
    Choices,
}

impl Part {
    /// All parts in order.
    pub const ALL: [Self; 5] = [Self::Board, Self::Components, Self::Play, Self::Score, Self::Choices];

    /// The heading of the part.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Board => "Players and board",
            Self::Components => "What there is",
            Self::Play => "How it is played",
            Self::Score => "Scoring and winning",
            Self::Choices => "Choices before the game",
        }
    }
}

/// One thing that is different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The part of the rules it belongs to.
    pub part: Part,
    /// What is different, in one sentence without a full stop.
    pub text: String,
    /// The numbers of players for which it holds; empty for all.
    pub players: Vec<u8>,
}

/// A value that is not the same in both games.
pub(crate) struct Raw<'a> {
    pub(crate) path: Vec<&'a str>,
    pub(crate) old: Option<&'a Node>,
    pub(crate) new: Option<&'a Node>,
}

/// What the second game changes of the first, for one setting of each, with the number of players if it is known.
pub fn changes(a: (&Node, Option<u8>), b: (&Node, Option<u8>)) -> Vec<Change> {
    let mut raw = Vec::new();
    compare(a.0, b.0, &mut Vec::new(), &mut raw);
    let mut changes = board::changes(a.0, b.0, &raw);
    let other_board = board::is_other(a.0, b.0);
    let of_board = |change: &Change| other_board && change.text.starts_with("the board: ");
    changes.extend(compare_books(&book(a.0, a.1), &book(b.0, b.1)).into_iter().filter(|change| !of_board(change)));
    changes
}

/// What the second game changes of the first, for several numbers of players: each with both merged games.
pub fn changes_by_players(games: &[(u8, Node, Node)]) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for (players, a, b) in games {
        for change in changes((a, Some(*players)), (b, Some(*players))) {
            match all.iter_mut().find(|known| known.part == change.part && known.text == change.text) {
                Some(known) => known.players.push(*players),
                None => all.push(Change { players: vec![*players], ..change }),
            }
        }
    }
    for change in &mut all {
        if change.players.len() == games.len() {
            change.players.clear();
        }
    }
    all.sort_by_key(|change| (change.part, !change.players.is_empty()));
    all
}

/// The changes as a page in Markdown.
pub fn page(title: &str, changes: &[Change]) -> String {
    let mut text = format!("# {title}\n");
    if changes.is_empty() {
        text += "\nNothing that concerns the rules is different.\n";
    }
    for part in Part::ALL {
        let of_part: Vec<&Change> = changes.iter().filter(|change| change.part == part).collect();
        if of_part.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {}\n\n", part.heading());
        for change in of_part {
            let _ = writeln!(text, "- {}.", change.sentence());
        }
    }
    markdown_page(&text)
}

impl Change {
    /// The whole sentence, with the number of players it holds for.
    pub fn sentence(&self) -> String {
        match self.players.as_slice() {
            [] => crate::words::capital(&self.text),
            players => format!("With {}: {}", in_words(players), self.text),
        }
    }
}

/// `2 or 3 players`.
fn in_words(players: &[u8]) -> String {
    let list: Vec<String> = players.iter().map(u8::to_string).collect();
    let numbers = match list.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => list.concat(),
    };
    format!("{numbers} player{}", if players == [1] { "" } else { "s" })
}

fn compare<'a>(a: &'a Node, b: &'a Node, path: &mut Vec<&'a str>, raw: &mut Vec<Raw<'a>>) {
    let (Value::Table(old), Value::Table(new)) = (&a.value, &b.value) else {
        if !a.same(b) {
            raw.push(Raw { path: path.clone(), old: Some(a), new: Some(b) });
        }
        return;
    };
    for entry in old.iter().chain(new.iter().filter(|entry| !old.has(&entry.key))) {
        path.push(&entry.key);
        match (old.get(&entry.key), new.get(&entry.key)) {
            (Some(a), Some(b)) => compare(a, b, path, raw),
            // Of a whole collection that is new or gone each entry counts by itself.
            (a, b) if path.len() == 1 && entry.node.as_table().is_some() => one_sided(a, b, path, raw),
            (a, b) => raw.push(Raw { path: path.clone(), old: a, new: b }),
        }
        path.pop();
    }
}

fn one_sided<'a>(a: Option<&'a Node>, b: Option<&'a Node>, path: &mut Vec<&'a str>, raw: &mut Vec<Raw<'a>>) {
    for entry in a.or(b).and_then(Node::as_table).into_iter().flatten() {
        path.push(&entry.key);
        raw.push(Raw { path: path.clone(), old: a.map(|_| &entry.node), new: b.map(|_| &entry.node) });
        path.pop();
    }
}
