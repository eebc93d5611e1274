//! Numbers in words, and what is known of them before the game.

use super::{English, Frame, It, Said, read};
use crate::lexicon::plain;
use railwright_core::expr::{Comparison, Operation, What, Written};

impl English<'_> {
    /// A part of an expression as a noun.
    pub(super) fn noun(&self, tree: &Written, frames: &[Frame]) -> String {
        if let Some(number) = self.constant(tree) {
            return number.to_string();
        }
        match &tree.what {
            What::Int(number) => number.to_string(),
            What::Negative(inner) => format!("minus {}", self.within(inner, frames, 3)),
            What::Math(Operation::Minus, a, b) if matches!(a.what, What::Int(0)) => {
                format!("minus {}", self.within(b, frames, 3))
            }
            What::Math(sign, a, b) => {
                let (word, level) = match sign {
                    Operation::Plus => ("+", 1),
                    Operation::Minus => ("−", 1),
                    Operation::Times => ("×", 2),
                    Operation::Divided => ("÷", 2),
                    Operation::Rest => ("modulo", 2),
                };
                let rounded = if *sign == Operation::Divided { " (rounded down)" } else { "" };
                format!("{} {word} {}{rounded}", self.within(a, frames, level), self.within(b, frames, level + 1))
            }
            What::Name(_) | What::Call(..) => match self.said(tree, frames) {
                Said::Noun(noun) => noun,
                Said::Clause { yes, .. } => format!("1 if {yes}, otherwise 0"),
            },
            _ => format!("1 if {}, otherwise 0", self.clause(tree, frames, true)),
        }
    }

    /// A part of a sum or a product, in brackets where it is more than a word of it.
    fn within(&self, tree: &Written, frames: &[Frame], level: u8) -> String {
        let text = self.noun(tree, frames);
        let own = match &tree.what {
            _ if self.constant(tree).is_some() => 9,
            What::Math(Operation::Plus | Operation::Minus, ..) => 1,
            What::Math(..) => 2,
            What::Call(name, _)
                if matches!(name.as_str(), "if" | "sum" | "sum-lanes" | "sum-places" | "sum-companies" | "sum-kinds") =>
            {
                0
            }
            What::Name(_) if text.contains(" for each ") || text.contains(", otherwise ") => 0,
            What::Name(_) | What::Call(..) | What::Int(_) => 9,
            _ => 0,
        };
        if own < level { format!("({text})") } else { text }
    }

    /// What a side of a comparison is called: a word that is compared with a place is its name.
    pub(super) fn noun_beside(&self, tree: &Written, other: &Written, frames: &[Frame]) -> String {
        match (&tree.what, &other.what) {
            (What::Name(name), What::Name(of))
                if matches!(of.as_str(), "kind" | "color" | "company" | "here" | "home" | "railroad") =>
            {
                self.lexicon.word(name).unwrap_or_else(|| self.noun(tree, frames))
            }
            // A word of the board: a country, a region.
            (What::Name(name), What::Name(of))
                if [It::Lane, It::Place, It::Company].iter().any(|it| self.lexicon.is_attribute(*it, of)) =>
            {
                let is_own = frames.iter().any(|frame| self.lexicon.is_attribute(frame.it, name));
                if is_own {
                    self.noun(tree, frames)
                } else {
                    self.lexicon.word(name).unwrap_or_else(|| crate::words::capital(&plain(name)))
                }
            }
            _ => self.noun(tree, frames),
        }
    }

    /// The number that an expression is whatever happens, with so many players.
    pub(super) fn constant(&self, tree: &Written) -> Option<i64> {
        match &tree.what {
            What::Int(number) => Some(*number),
            What::Name(name) => match name.as_str() {
                "true" => Some(1),
                "false" => Some(0),
                "players" => self.lexicon.players.map(i64::from),
                name => self.constant(&read(self.lexicon.term(name)?)?),
            },
            What::Negative(inner) => self.constant(inner)?.checked_neg(),
            What::Not(inner) => Some(i64::from(self.constant(inner)? == 0)),
            What::And(a, b) => Some(i64::from(self.constant(a)? != 0 && self.constant(b)? != 0)),
            What::Or(a, b) => Some(i64::from(self.constant(a)? != 0 || self.constant(b)? != 0)),
            What::Compare(sign, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                Some(i64::from(match sign {
                    Comparison::Equal => a == b,
                    Comparison::Differs => a != b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::More => a > b,
                    Comparison::AtLeast => a >= b,
                }))
            }
            What::Math(sign, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match sign {
                    Operation::Plus => a.checked_add(b),
                    Operation::Minus => a.checked_sub(b),
                    Operation::Times => a.checked_mul(b),
                    Operation::Divided => Some(a.checked_div(b).unwrap_or(0)),
                    Operation::Rest => Some(a.checked_rem(b).unwrap_or(0)),
                }
            }
            What::Call(name, arguments) => self.constant_call(name, arguments),
        }
    }

    fn constant_call(&self, name: &str, arguments: &[Written]) -> Option<i64> {
        let each = || arguments.iter().map(|argument| self.constant(argument)).collect::<Option<Vec<i64>>>();
        match (name, arguments) {
            ("if", [condition, yes, no]) => self.constant(if self.constant(condition)? != 0 { yes } else { no }),
            ("min", _) => each()?.into_iter().min(),
            ("max", _) => each()?.into_iter().max(),
            ("start", [counter]) => {
                let What::Name(counter) = &counter.what else { return None };
                let start = self.lexicon.entry("counters", counter)?.at("start");
                start.map_or(Some(0), |start| self.constant(&read(start)?))
            }
            (table, [argument]) => {
                let list = self.lexicon.entry("tables", table)?.as_list()?;
                list.get(usize::try_from(self.constant(argument)?).ok()?)?.as_int()
            }
            _ => None,
        }
    }

    /// Comparisons that people say otherwise: `the deck is empty`, `there is a ferry`.
    pub(super) fn compared_with_number(&self, sign: Comparison, a: &Written, b: &Written, frames: &[Frame]) -> Option<String> {
        let number = self.constant(b)?;
        let any = matches!((sign, number), (Comparison::More | Comparison::Differs, 0) | (Comparison::AtLeast, 1));
        let none = matches!((sign, number), (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1));
        match &a.what {
            What::Call(name, arguments) if matches!(name.as_str(), "last-lane" | "at") => {
                let (frame, value) = match arguments.as_slice() {
                    [value] => (Frame { it: It::Lane, subject: "the lane of the last action".to_owned() }, value),
                    [place, value] => (Frame { it: It::Place, subject: self.noun(place, frames) }, value),
                    _ => return None,
                };
                let mut inner = frames.to_vec();
                inner.push(frame);
                matches!(value.what, What::Name(_)).then(|| self.compared_with_number(sign, value, b, &inner)).flatten()
            }
            What::Call(name, arguments) if any || none => self.there_is(name, arguments, frames, any),
            What::Call(name, arguments) => self.there_are(name, arguments, sign, number, frames),
            What::Name(name)
                if frames.last().is_none_or(|frame| frame.it == It::Player) && self.lexicon.is_counter_of(It::Player, name) =>
            {
                self.has_counter(name, sign, number, frames)
            }
            What::Name(name) => {
                let frame = frames.last()?;
                let is_flag = matches!(frame.it, It::Lane | It::Place | It::Company) && self.lexicon.is_flag(frame.it, name);
                (is_flag && (any || none))
                    .then(|| format!("{} is {}marked “{}”", frame.subject, if any { "" } else { "not " }, plain(name)))
            }
            _ => None,
        }
    }

    /// `the player has at most 2 trains`; of a note that actions make, what was done.
    fn has_counter(&self, name: &str, sign: Comparison, number: i64, frames: &[Frame]) -> Option<String> {
        let player = super::names::player(frames);
        let any = matches!((sign, number), (Comparison::More | Comparison::Differs, 0) | (Comparison::AtLeast, 1));
        let none = matches!((sign, number), (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1));
        if let Some((done, when)) = self.lexicon.noted_by(name).filter(|_| any || none) {
            return Some(format!("{player} has {}{done} in this {when}", if any { "" } else { "not " }));
        }
        if self.lexicon.is_note(name) {
            return None;
        }
        let what = plain(name);
        Some(match sign {
            _ if none => format!("{player} has no {what} left"),
            _ if any => format!("{player} has {what} left"),
            Comparison::Equal => format!("{player} has exactly {number} {what}"),
            Comparison::Differs => format!("{player} does not have exactly {number} {what}"),
            Comparison::Less => format!("{player} has fewer than {number} {what}"),
            Comparison::AtMost => format!("{player} has at most {number} {what}"),
            Comparison::More => format!("{player} has more than {number} {what}"),
            Comparison::AtLeast => format!("{player} has at least {number} {what}"),
        })
    }

    fn there_is(&self, name: &str, arguments: &[Written], frames: &[Frame], any: bool) -> Option<String> {
        let is =
            |what: String| Some(if any { format!("there is {}", crate::words::a(&what)) } else { format!("there is no {what}") });
        match (name, arguments) {
            ("size", [zone]) => {
                let zone = self.zone(zone, frames);
                Some(if any { format!("there are cards in {zone}") } else { format!("{zone} is empty") })
            }
            ("count", [zone, filter]) => is(self.cards_of(zone, Some(filter), frames, false)),
            ("lanes", [filter]) => is(self.filtered(filter, frames, It::Lane, "lane")),
            ("places", [filter]) => is(self.filtered(filter, frames, It::Place, "city")),
            ("companies", [filter]) => is(self.filtered(filter, frames, It::Company, "company")),
            ("seats", [filter]) => is(self.filtered(filter, frames, It::Player, "player")),
            ("ends", [filter]) => {
                let subject = frames.last().map(Frame::whose).unwrap_or_else(|| "its".to_owned());
                let end = Frame { it: It::Place, subject: format!("{} of {subject} ends", if any { "one" } else { "neither" }) };
                let mut inner = frames.to_vec();
                inner.push(end);
                Some(self.clause(filter, &inner, true))
            }
            ("hits", [_, filter]) => Some(format!(
                "it {} {}",
                if any { "pays for" } else { "does not pay for any of the" },
                self.filtered(filter, frames, It::Place, if any { "one of the cities" } else { "cities" })
            )),
            _ => None,
        }
    }

    fn there_are(&self, name: &str, arguments: &[Written], sign: Comparison, number: i64, frames: &[Frame]) -> Option<String> {
        let how = match sign {
            Comparison::Equal => format!("exactly {number}"),
            Comparison::Differs => format!("not exactly {number}"),
            Comparison::Less => format!("fewer than {number}"),
            Comparison::AtMost => format!("at most {number}"),
            Comparison::More => format!("more than {number}"),
            Comparison::AtLeast => format!("at least {number}"),
        };
        match (name, arguments) {
            ("size", [zone]) => Some(format!("there are {how} cards in {}", self.zone(zone, frames))),
            ("count", [zone, filter]) => Some(format!("there are {how} {}", self.cards_of(zone, Some(filter), frames, true))),
            ("lanes", [filter]) => Some(format!("there are {how} {}", self.filtered(filter, frames, It::Lane, "lanes"))),
            ("places", [filter]) => Some(format!("there are {how} {}", self.filtered(filter, frames, It::Place, "cities"))),
            ("companies", [filter]) => {
                Some(format!("there are {how} {}", self.filtered(filter, frames, It::Company, "companies")))
            }
            ("seats", [filter]) => Some(format!("there are {how} {}", self.filtered(filter, frames, It::Player, "players"))),
            _ => None,
        }
    }
}
