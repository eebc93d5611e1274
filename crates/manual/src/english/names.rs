//! Names in words: what is in question, counters, fields, tags, terms.

use super::{English, Frame, It, Said, read};
use crate::lexicon::plain;
use railwright_core::expr::{Gives, Name, What, Written};

/// Terms are written out where they are no longer than this in words.
const SHORT: usize = 75;

impl English<'_> {
    /// What a name or a call is in words.
    pub(super) fn said(&self, tree: &Written, frames: &[Frame]) -> Said {
        match &tree.what {
            What::Name(name) => self.name(name, frames),
            What::Call(name, arguments) => self.call(name, arguments, frames),
            _ if self.is_truth(tree) => {
                Said::Clause { yes: self.clause(tree, frames, true), no: self.clause(tree, frames, false) }
            }
            _ => Said::Noun(self.noun(tree, frames)),
        }
    }

    fn name(&self, name: &str, frames: &[Frame]) -> Said {
        if let Some(term) = self.lexicon.term(name) {
            return self.term(name, term, frames);
        }
        // The innermost thing that has such a name is meant.
        for (depth, frame) in frames.iter().enumerate().rev() {
            // What a filter is about is `it`; what is around it is called by its name.
            let inner = depth + 1 == frames.len();
            let named = Frame::the(frame.it);
            let frame = if inner || frame.subject != "it" { frame } else { &named };
            if let Some(said) = self.of_frame(name, frame) {
                return said;
            }
        }
        self.of_player(name, frames)
    }

    /// A name of the thing in question.
    fn of_frame(&self, name: &str, frame: &Frame) -> Option<Said> {
        let (subject, whose) = (&frame.subject, frame.whose());
        let noun = |text: String| Some(Said::Noun(text));
        let clause = |yes: String, no: String| Some(Said::Clause { yes, no });
        match (frame.it, name) {
            (It::Lane, "length") => noun(format!("{whose} length")),
            (It::Lane, "color") => noun(format!("{whose} colour")),
            (It::Lane, "first-end") => noun(format!("{whose} first end")),
            (It::Lane, "second-end") => noun(format!("{whose} second end")),
            (It::Lane, "near-end") => noun("the end from which the track is laid".to_owned()),
            (It::Lane, "far-end") => noun("the end towards which the track is laid".to_owned()),
            (It::Lane, "space") => noun("the number of the space".to_owned()),
            (It::Lane, "laid") => noun(format!("the number of {whose} spaces with track")),
            (It::Lane, "own") => clause(format!("{subject} is the player's"), format!("{subject} is not the player's")),
            (It::Lane, "open") => clause(format!("{subject} is still free"), format!("{subject} is not free")),
            (It::Place, "reached") => {
                clause(format!("the player's track reaches {subject}"), format!("the player's track does not reach {subject}"))
            }
            (It::Place, "here") => noun(subject.clone()),
            (It::Place, "junction") => clause(format!("{subject} is a junction"), format!("{subject} is a city")),
            (It::Place, "city") => clause(format!("{subject} is a city"), format!("{subject} is a junction")),
            (It::Place, "paid") => noun(format!("what the card pays for {subject}")),
            (It::Place | It::Company, "connected") => {
                let other = if frame.it == It::Place { "the company" } else { "the city" };
                clause(format!("{subject} is connected to {other}"), format!("{subject} is not connected to {other}"))
            }
            (It::Company, "company") => noun(subject.clone()),
            (It::Company, "home") => noun(format!("{whose} home")),
            (It::Card, "kind") => noun(format!("{whose} kind")),
            (It::Card, "copies") => noun("the number of such cards".to_owned()),
            (It::Card, name) if self.lexicon.is_field(name) => noun(if self.lexicon.is_place_field(name) {
                format!("{whose} “{}” city", plain(name))
            } else {
                format!("{whose} {}", plain(name))
            }),
            (It::Card, tag) => {
                let kinds = self.lexicon.kinds_with(tag);
                let marked = kinds.map_or_else(
                    || format!("marked “{}”", plain(tag)),
                    |kinds| crate::words::a(&format!("{} card", crate::words::listed(&kinds, "or"))),
                );
                let is_tag = self.lexicon.is_card_tag(tag);
                is_tag.then(|| Said::Clause { yes: format!("{subject} is {marked}"), no: format!("{subject} is not {marked}") })
            }
            (it, name) => {
                if self.lexicon.is_counter_of(it, name) {
                    return noun(format!("{whose} {}", self.lexicon.name("counters", name)));
                }
                if self.lexicon.is_attribute(it, name) {
                    return noun(format!("{whose} {}", plain(name)));
                }
                let marked = format!("marked “{}”", plain(name));
                self.lexicon
                    .is_tag(it, name)
                    .then(|| Said::Clause { yes: format!("{subject} is {marked}"), no: format!("{subject} is not {marked}") })
            }
        }
    }

    /// A name of the player or the table.
    fn of_player(&self, name: &str, frames: &[Frame]) -> Said {
        let player = player(frames);
        let whose = super::possessive(&player);
        let noun = |text: String| Said::Noun(text);
        match name {
            "players" => noun("the number of players".to_owned()),
            "round" => noun("the number of the round".to_owned()),
            "turn" => noun("the number of turns so far".to_owned()),
            "seat" => noun(format!("the number of {whose} seat")),
            "first" => noun("the number of the first player's seat".to_owned()),
            "is-out" => Said::Clause { yes: format!("{player} is out"), no: format!("{player} is not out") },
            "train-moving" => {
                Said::Clause { yes: format!("{whose} train is under way"), no: format!("{whose} train stands in a city") }
            }
            "train-place" => noun(format!("the city where {whose} train stands")),
            "last-place" => noun("the city of the last action".to_owned()),
            "last-company" => noun("the company of the last action".to_owned()),
            "level" => noun("the number of levels it was raised before".to_owned()),
            "total" => noun("all points".to_owned()),
            "awards" => noun("the number of awards won".to_owned()),
            name => match self.lexicon.entry("counters", name) {
                Some(_) if self.lexicon.is_of_table(name) => noun(format!("the {}", self.lexicon.name("counters", name))),
                Some(_) if self.lexicon.is_note(name) => noun(format!("{whose} “{}”", plain(name))),
                Some(_) => noun(format!("{whose} {}", self.lexicon.name("counters", name))),
                None => noun(self.lexicon.word(name).unwrap_or_else(|| plain(name))),
            },
        }
    }

    /// A term: written out where it is short, otherwise named and explained below.
    fn term(&self, name: &str, term: &railwright_source::Node, frames: &[Frame]) -> Said {
        let it = frames.last().map_or(It::Player, |frame| frame.it);
        let Some(tree) = read(term).filter(|_| self.depth.get() < super::DEEPEST) else {
            return Said::Noun(format!("“{}”", plain(name)));
        };
        self.depth.set(self.depth.get() + 1);
        let known = self.named.borrow().len();
        let said = self.said(&tree, frames);
        self.depth.set(self.depth.get() - 1);
        let length = match &said {
            Said::Clause { yes, .. } => yes.len(),
            Said::Noun(noun) => noun.len(),
        };
        if length <= SHORT {
            return said;
        }
        self.named.borrow_mut().truncate(known);
        let mut named = self.named.borrow_mut();
        if !named.iter().any(|(of, _)| of == name) {
            named.push((name.to_owned(), it));
        }
        let of = frames.last().filter(|frame| frame.it != It::Player).map(|frame| frame.subject.clone());
        match (said, of) {
            (Said::Clause { .. }, Some(of)) => {
                Said::Clause { yes: format!("{of} is *{}*", plain(name)), no: format!("{of} is not *{}*", plain(name)) }
            }
            (Said::Clause { .. }, None) => {
                Said::Clause { yes: format!("*{}* holds", plain(name)), no: format!("*{}* does not hold", plain(name)) }
            }
            (Said::Noun(_), Some(of)) if of != "it" => Said::Noun(format!("the *{}* of {of}", plain(name))),
            (Said::Noun(_), Some(_)) => Said::Noun(format!("its *{}*", plain(name))),
            (Said::Noun(_), None) => Said::Noun(format!("the *{}*", plain(name))),
        }
    }

    /// A term that is given something: its text with what it is given.
    pub(super) fn term_of(&self, name: &str, arguments: &[Written], frames: &[Frame]) -> Option<Said> {
        let term = crate::words::entries(self.lexicon.tree, "terms").into_iter().find_map(|(id, node)| {
            let (of, rest) = id.split_once('(')?;
            (of.trim() == name).then_some((rest.trim_end_matches(')'), node))
        });
        let (parameters, node) = term.filter(|_| self.depth.get() < super::DEEPEST)?;
        let given: Vec<(&str, &Written)> = parameters.split(',').map(str::trim).zip(arguments).collect();
        let tree = super::with_names(&read(node)?, &given);
        self.depth.set(self.depth.get() + 1);
        let said = self.said(&tree, frames);
        self.depth.set(self.depth.get() - 1);
        Some(said)
    }

    /// What a term means, as a sentence.
    pub(crate) fn explained(&self, name: &str, it: It) -> Option<String> {
        let tree = read(self.lexicon.term(name)?)?;
        let frames = if it == It::Player { Vec::new() } else { vec![Frame::the(it)] };
        Some(if self.is_truth(&tree) {
            let of = if it == It::Player { String::new() } else { format!("a {} is ", it.noun()) };
            let holds = if it == It::Player { " holds" } else { "" };
            format!("{of}*{}*{holds} if {}", plain(name), self.clause(&tree, &frames, true))
        } else {
            format!("the *{}* is {}", plain(name), self.noun(&tree, &frames))
        })
    }

    /// Whether an expression holds or does not, and is no number, word or place.
    pub(super) fn is_truth(&self, tree: &Written) -> bool {
        match &tree.what {
            What::Not(_) | What::And(..) | What::Or(..) | What::Compare(..) => true,
            What::Int(_) | What::Negative(_) | What::Math(..) => false,
            What::Name(name) => match self.lexicon.term(name) {
                Some(term) => read(term).is_some_and(|tree| self.is_truth(&tree)),
                None => {
                    let known = Name::ALL.iter().find(|known| known.row().name == name);
                    known.map_or_else(|| self.lexicon.is_any_tag(name), |known| known.row().gives == Gives::Truth)
                }
            },
            What::Call(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("at", [_, value]) | ("outer" | "last-lane", [value]) => self.is_truth(value),
                (name, _) => railwright_core::expr::Function::find(name).is_some_and(|f| f.row().gives == Gives::Truth),
            },
        }
    }
}

/// The player that is meant: whoever is in question, else the player whose turn it is.
pub(super) fn player(frames: &[Frame]) -> String {
    let seat = frames.iter().rev().find(|frame| frame.it == It::Player);
    seat.map_or_else(|| "the player".to_owned(), |frame| frame.subject.clone())
}
