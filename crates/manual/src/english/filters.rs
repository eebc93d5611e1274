//! Filters in words: `lanes of length 2 that the player has`.

use super::{English, Frame, It, flatten};
use railwright_core::expr::{Comparison, What, Written};

impl English<'_> {
    /// Things for which a filter holds.
    pub(super) fn filtered(&self, filter: &Written, frames: &[Frame], it: It, what: &str) -> String {
        if self.constant(filter) == Some(1) {
            return what.to_owned();
        }
        let mut inner = frames.to_vec();
        inner.push(Frame::pronoun(it));
        let mut parts = Vec::new();
        flatten(filter, true, &mut parts);
        let (mut before, mut after, mut clauses) = (String::new(), Vec::new(), Vec::new());
        for part in &parts {
            match self.attribute(part, frames, it) {
                Some(Place::Before(word)) => before += &format!("{word} "),
                Some(Place::After(words)) => after.push(words),
                None => {
                    let text = self.clause(part, &inner, true);
                    clauses.push(if matches!(part.what, What::Or(..)) && parts.len() > 1 {
                        format!("either {text}")
                    } else {
                        text
                    });
                }
            }
        }
        let mut text = format!("{before}{what}");
        if !after.is_empty() {
            text += &format!(" {}", crate::words::listed(&after, "and"));
        }
        if !clauses.is_empty() {
            let which = if it == It::Player { "for whom" } else { "for which" };
            text += &format!(" {which} {}", crate::words::listed(&clauses, "and"));
        }
        text
    }

    /// A condition that can be said as a word before the noun, or a few after it.
    fn attribute(&self, part: &Written, frames: &[Frame], it: It) -> Option<Place> {
        match &part.what {
            What::Name(name) => self.named_attribute(name, it, true),
            What::Not(inner) => match &inner.what {
                What::Name(name) => self.named_attribute(name, it, false),
                _ => None,
            },
            What::Call(name, arguments) if name == "in" && it != It::Player => match arguments.as_slice() {
                [Written { what: What::Name(set), .. }] => {
                    Some(Place::After(format!("among {}", self.lexicon.set(set, &super::names::player(frames)))))
                }
                _ => None,
            },
            What::Compare(Comparison::Equal, a, b) => match (&a.what, it) {
                (What::Name(name), It::Lane) if name == "length" => {
                    Some(Place::After(format!("of length {}", self.constant(b)?)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn named_attribute(&self, name: &str, it: It, yes: bool) -> Option<Place> {
        let after = |a: &str, b: &str| Some(Place::After(if yes { a } else { b }.to_owned()));
        match (it, name) {
            (It::Lane, "own") => after("that the player has", "that the player does not have"),
            (It::Lane, "open") => after("that are still free", "that are not free"),
            (It::Place, "reached") => after("that the player's track reaches", "that the player's track does not reach"),
            (It::Card, tag) => match self.lexicon.kinds_with(tag) {
                Some(kinds) if yes => Some(Place::Before(crate::words::listed(&kinds, "or"))),
                Some(kinds) => Some(Place::After(format!("other than {}", crate::words::listed(&kinds, "and")))),
                None if self.lexicon.is_card_tag(tag) && yes => Some(Place::Before(format!("“{}”", crate::lexicon::plain(tag)))),
                None => None,
            },
            (It::Place | It::Company, tag) if yes && self.lexicon.is_tag(it, tag) => {
                Some(Place::Before(format!("“{}”", crate::lexicon::plain(tag))))
            }
            _ => None,
        }
    }
}

/// Where words stand that say which are meant.
enum Place {
    Before(String),
    After(String),
}
