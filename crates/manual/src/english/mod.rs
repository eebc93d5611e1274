//! Expressions in words: what a rulebook says of a condition, a number or a filter.
//!
//! A sentence is about something: a lane, a card, a player. What it is about stands in [`Frame`]s, the innermost last, so that
//! `its length` and `the card's points` come out of the same names.

mod calls;
mod filters;
mod names;
mod numbers;

use crate::lexicon::Lexicon;
use railwright_core::expr::{Comparison, What, Written, written};
use railwright_source::Node;
use std::cell::{Cell, RefCell};

/// What kind of thing a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum It {
    /// The player and the table alone.
    Player,
    /// A card.
    Card,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A company.
    Company,
}

impl It {
    /// What people call one of them.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            It::Player => "player",
            It::Card => "card",
            It::Lane => "lane",
            It::Place => "city",
            It::Company => "company",
        }
    }

    /// What people call several.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            It::Player => "players",
            It::Card => "cards",
            It::Lane => "lanes",
            It::Place => "cities",
            It::Company => "companies",
        }
    }
}

/// What a sentence is about, and how it is called there.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) it: It,
    /// `it`, `the lane`.
    pub(crate) subject: String,
}

impl Frame {
    /// Something that the sentence names.
    pub(crate) fn the(it: It) -> Frame {
        Frame { it, subject: format!("the {}", it.noun()) }
    }

    /// Something that was just named.
    pub(crate) fn pronoun(it: It) -> Frame {
        let subject = if it == It::Player { "that player" } else { "it" };
        Frame { it, subject: subject.to_owned() }
    }

    /// `its`, `the lane's`.
    pub(crate) fn whose(&self) -> String {
        possessive(&self.subject)
    }
}

/// `its`, `the lane's`, `the cards'`.
pub(crate) fn possessive(subject: &str) -> String {
    match subject {
        "it" => "its".to_owned(),
        "you" => "your".to_owned(),
        plural if plural.ends_with('s') => format!("{plural}'"),
        one => format!("{one}'s"),
    }
}

/// Writes expressions of one game in words.
pub(crate) struct English<'a> {
    pub(crate) lexicon: &'a Lexicon<'a>,
    /// Terms that were named and not written out: they are to be explained.
    pub(crate) named: RefCell<Vec<(String, It)>>,
    /// How deep terms are written out.
    depth: Cell<u32>,
}

/// What a part of an expression is in words.
pub(super) enum Said {
    /// Something that holds or does not.
    Clause { yes: String, no: String },
    /// A number, a word or a place.
    Noun(String),
}

/// Terms stand for each other no deeper than this on a page.
const DEEPEST: u32 = 6;

impl<'a> English<'a> {
    /// Of a game.
    pub(crate) fn new(lexicon: &'a Lexicon<'a>) -> Self {
        English { lexicon, named: RefCell::default(), depth: Cell::new(0) }
    }

    /// A condition as a clause: `the deck is empty`. What is no expression stands as it is written.
    pub(crate) fn condition(&self, node: &Node, frames: &[Frame]) -> String {
        match read(node) {
            Some(tree) => self.clause(&tree, frames, true),
            None => crate::words::value(node),
        }
    }

    /// A number as a noun: `the number of cards in the deck`.
    pub(crate) fn number(&self, node: &Node, frames: &[Frame]) -> String {
        match read(node) {
            Some(tree) => self.noun(&tree, frames),
            None => crate::words::value(node),
        }
    }

    /// The number that it is, if that is known.
    pub(crate) fn known(&self, node: &Node) -> Option<i64> {
        self.constant(&read(node)?)
    }

    /// Things of a kind for which a filter holds: `lanes of length 2`.
    pub(crate) fn those(&self, node: &Node, frames: &[Frame], it: It, what: &str) -> String {
        match read(node) {
            Some(tree) => self.filtered(&tree, frames, it, what),
            None => format!("{what} ({})", crate::words::value(node)),
        }
    }

    /// A number with what is counted: `2 spaces`, `as many spaces as the player's speed`.
    pub(crate) fn count(&self, node: &Node, frames: &[Frame], one: &str, many: &str) -> String {
        match self.known(node) {
            Some(1) => format!("1 {one}"),
            Some(number) => format!("{number} {many}"),
            None => format!("as many {many} as {}", self.number(node, frames)),
        }
    }

    /// What a truth says, or what number it is.
    pub(crate) fn tally(&self, node: &Node) -> String {
        match read(node).filter(|tree| self.is_truth(tree)) {
            Some(tree) => format!("whether {}", self.clause(&tree, &[], true)),
            None => self.number(node, &[]),
        }
    }

    /// Whether it holds always.
    pub(crate) fn is_always(&self, node: &Node) -> bool {
        read(node).is_some_and(|tree| self.constant(&tree) == Some(1))
    }

    /// A part of an expression as a clause, or its contrary.
    fn clause(&self, tree: &Written, frames: &[Frame], yes: bool) -> String {
        if let Some(known) = self.constant(tree) {
            return if (known != 0) == yes { "this is so in any case" } else { "never" }.to_owned();
        }
        match &tree.what {
            What::Not(inner) => self.clause(inner, frames, !yes),
            What::And(..) if yes => self.joined(tree, frames, true, true),
            What::Or(..) if !yes => self.joined(tree, frames, false, false),
            What::And(..) => self.joined(tree, frames, true, false),
            What::Or(..) => self.joined(tree, frames, false, true),
            What::Compare(sign, a, b) => self.compared(if yes { *sign } else { contrary(*sign) }, a, b, frames),
            What::Name(_) | What::Call(..) => match self.said(tree, frames) {
                Said::Clause { yes: says, .. } if yes => says,
                Said::Clause { no, .. } => no,
                Said::Noun(noun) => format!("{noun} is {}", if yes { "not 0" } else { "0" }),
            },
            What::Int(_) | What::Negative(_) | What::Math(..) => {
                format!("{} is {}", self.noun(tree, frames), if yes { "not 0" } else { "0" })
            }
        }
    }

    /// Conditions that are joined: `a, b and c`; where these are in turn joined otherwise, `either … or …`.
    fn joined(&self, tree: &Written, frames: &[Frame], of_and: bool, yes: bool) -> String {
        let mut parts = Vec::new();
        flatten(tree, of_and, &mut parts);
        // The contrary of `a and b` is `not a or not b`.
        let by_and = of_and == yes;
        let clause = |part: &&Written| {
            let text = self.clause(part, frames, yes);
            match (by_and, &part.what) {
                (true, What::Or(..) | What::And(..)) => format!("either {text}"),
                _ => text,
            }
        };
        let list: Vec<String> = parts.iter().map(clause).collect();
        crate::words::listed(&list, if by_and { "and" } else { "or" })
    }

    fn compared(&self, sign: Comparison, a: &Written, b: &Written, frames: &[Frame]) -> String {
        if let Some(text) = self.compared_with_number(sign, a, b, frames) {
            return text;
        }
        // Where a truth is compared, it is as good as said.
        let (left, right) = (self.noun_beside(a, b, frames), self.noun_beside(b, a, frames));
        let is = match sign {
            Comparison::Equal => "is",
            Comparison::Differs => "is not",
            Comparison::Less => "is less than",
            Comparison::AtMost => "is at most",
            Comparison::More => "is more than",
            Comparison::AtLeast => "is at least",
        };
        format!("{left} {is} {right}")
    }
}

/// The contrary of a comparison.
fn contrary(sign: Comparison) -> Comparison {
    match sign {
        Comparison::Equal => Comparison::Differs,
        Comparison::Differs => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::More,
        Comparison::More => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// The parts of `a and b and c`.
pub(super) fn flatten<'t>(tree: &'t Written, of_and: bool, parts: &mut Vec<&'t Written>) {
    match &tree.what {
        What::And(a, b) if of_and => [a, b].into_iter().for_each(|part| flatten(part, true, parts)),
        What::Or(a, b) if !of_and => [a, b].into_iter().for_each(|part| flatten(part, false, parts)),
        _ => parts.push(tree),
    }
}

/// The expression that a value is.
pub(super) fn read(node: &Node) -> Option<Written> {
    written(&node.as_expr()?).ok()
}

/// The expression with other expressions for some of its names.
pub(super) fn with_names(tree: &Written, given: &[(&str, &Written)]) -> Written {
    let each = |tree: &Written| Box::new(with_names(tree, given));
    let what = match &tree.what {
        What::Int(number) => What::Int(*number),
        What::Name(name) => match given.iter().find(|(known, _)| known == name) {
            Some((_, tree)) => return (*tree).clone(),
            None => What::Name(name.clone()),
        },
        What::Call(name, arguments) => {
            What::Call(name.clone(), arguments.iter().map(|argument| with_names(argument, given)).collect())
        }
        What::Not(a) => What::Not(each(a)),
        What::Negative(a) => What::Negative(each(a)),
        What::And(a, b) => What::And(each(a), each(b)),
        What::Or(a, b) => What::Or(each(a), each(b)),
        What::Compare(sign, a, b) => What::Compare(*sign, each(a), each(b)),
        What::Math(sign, a, b) => What::Math(*sign, each(a), each(b)),
    };
    Written { what, span: tree.span.clone() }
}
