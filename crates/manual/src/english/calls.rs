//! Functions in words.

use super::names::player;
use super::{English, Frame, It, Said};
use crate::lexicon::plain;
use crate::words::listed;
use railwright_core::expr::{What, Written};

impl English<'_> {
    /// What a function of its arguments is in words.
    // Long because it is a table: a function after the other, each in a line or a few.
    pub(super) fn call(&self, name: &str, arguments: &[Written], frames: &[Frame]) -> Said {
        if let Some(said) = self.term_of(name, arguments, frames) {
            return said;
        }
        let noun = Said::Noun;
        let either = |yes: String, no: String| Said::Clause { yes, no };
        let all = |arguments: &[Written]| arguments.iter().map(|a| self.noun(a, frames)).collect::<Vec<_>>();
        let whose = super::possessive(&player(frames));
        match (name, arguments) {
            ("if", [condition, yes, no]) => {
                let (a, b) = (self.noun(yes, frames), self.noun(no, frames));
                noun(format!("{a} if {}, otherwise {b}", self.clause(condition, frames, true)))
            }
            ("min", _) => noun(format!("the smallest of {}", listed(&all(arguments), "and"))),
            ("max", _) => noun(format!("the largest of {}", listed(&all(arguments), "and"))),
            ("size", [zone]) => noun(format!("the number of cards in {}", self.zone(zone, frames))),
            ("count", [zone, filter]) => noun(format!("the number of {}", self.cards_of(zone, Some(filter), frames, true))),
            ("sum" | "sum-kinds", [zone, value, rest @ ..]) => {
                let cards = self.cards_of(zone, rest.first(), frames, false);
                let each = if name == "sum" { "each" } else { "each kind of" };
                let what = self.about(value, frames, It::Card);
                noun(format!("{what} for {each} {cards}"))
            }
            ("lanes" | "places" | "companies" | "seats", [filter]) => {
                let it = thing(name);
                noun(format!("the number of {}", self.filtered(filter, frames, it, it.plural())))
            }
            ("sum-lanes" | "sum-places" | "sum-companies" | "sum-seats", [value, rest @ ..]) => {
                noun(self.summed(value, rest.first(), frames, thing(name)))
            }
            ("longest", [filter]) => noun(format!(
                "the number of spaces of the longest unbroken way over {}, none of them used twice",
                self.filtered(filter, frames, It::Lane, "lanes")
            )),
            ("different", [value, rest @ ..]) => {
                let places = rest.first().map_or("all cities".to_owned(), |f| self.filtered(f, frames, It::Place, "the cities"));
                noun(format!("the number of different values of “{}” among {places}", self.bare(value)))
            }
            ("last-lane", [value]) => {
                self.about_said(value, frames, Frame { it: It::Lane, subject: "the lane of the last action".to_owned() })
            }
            ("start", [counter]) => noun(format!("the {} at the start", plain(&self.bare(counter)))),
            ("sum-owners", [counter]) => noun(format!("the sum of all {}", plain(&self.bare(counter)))),
            ("most", [value]) => noun(format!("the largest of all players' {}", self.alone(value, frames))),
            ("least", [value]) => noun(format!("the smallest of all players' {}", self.alone(value, frames))),
            ("rank", [value]) => noun(format!("{whose} place by {} (1 for the most)", self.alone(value, frames))),
            ("can" | "could", [action, rest @ ..]) => {
                let what = self.lexicon.action(&self.bare(action));
                let some = rest.first().map(|filter| self.action_thing(action, filter, frames)).unwrap_or_default();
                let free = if name == "could" { " if it cost nothing" } else { "" };
                let who = player(frames);
                either(format!("{who} could choose “{what}”{some}{free}"), format!("{who} could not choose “{what}”{some}{free}"))
            }
            ("dummy", [id]) => noun(format!("the score of {}", self.lexicon.name("dummies", &self.bare(id)))),
            ("has", [list, value]) => {
                let (list, value) = (self.noun(list, frames), self.noun(value, frames));
                either(format!("{value} is among {list}"), format!("{value} is not among {list}"))
            }
            ("copies-in", [zone]) => noun(format!("the number of cards of its kind in {}", self.zone(zone, frames))),
            ("option", [id]) => {
                let id = plain(&self.bare(id));
                either(format!("the choice “{id}” is on"), format!("the choice “{id}” is off"))
            }
            ("won", [line]) => {
                let line = self.lexicon.name("score", &self.bare(line));
                either(format!("the player has won “{line}”"), format!("the player has not won “{line}”"))
            }
            ("tally", [module]) => noun(format!("what “{}” brings (see the further rules)", plain(&self.bare(module)))),
            ("in", [set]) => {
                let thing = frames.iter().rev().find(|frame| matches!(frame.it, It::Lane | It::Place));
                let (set, subject) =
                    (self.lexicon.set(&self.bare(set), &player(frames)), thing.map_or("it", |frame| frame.subject.as_str()));
                either(format!("{subject} is among {set}"), format!("{subject} is not among {set}"))
            }
            ("outer", [value]) => self.outer(value, frames),
            ("at", [place, value]) => {
                let subject = self.noun(place, frames);
                self.about_said(value, frames, Frame { it: It::Place, subject })
            }
            _ => self.ways(name, arguments, frames),
        }
    }

    /// Functions about ways on the map, and about what cards pay for.
    fn ways(&self, name: &str, arguments: &[Written], frames: &[Frame]) -> Said {
        let noun = Said::Noun;
        let whose = super::possessive(&player(frames));
        let lanes = |filter: Option<&Written>| match filter {
            Some(filter) => self.filtered(filter, frames, It::Lane, "lanes"),
            None => format!("{whose} own track"),
        };
        let of = |place: &Written| self.noun(place, frames);
        let subject = frames.last().map_or("it", |frame| frame.subject.as_str());
        let among =
            |rest: &[Written]| rest.first().map_or("a city".to_owned(), |f| self.filtered(f, frames, It::Place, "a city"));
        match (name, arguments) {
            ("joined", [a, b, rest @ ..]) => {
                let (a, b, by) = (of(a), of(b), lanes(rest.first()));
                let join = if by.ends_with("track") { ("joins", "does not join") } else { ("join", "do not join") };
                Said::Clause { yes: format!("{by} {} {a} and {b}", join.0), no: format!("{by} {} {a} and {b}", join.1) }
            }
            ("ways", [a, b, rest @ ..]) => {
                noun(format!("the number of separate ways between {} and {} over {}", of(a), of(b), lanes(rest.first())))
            }
            ("network", [place, rest @ ..]) => {
                noun(format!("the number of cities that {} join with {}, itself counted", lanes(rest.first()), of(place)))
            }
            ("missing", [a, b, rest @ ..]) => {
                noun(format!("the number of spaces that are missing to join {} and {} by {}", of(a), of(b), lanes(rest.first())))
            }
            ("distance", [a, b, rest @ ..]) => {
                let over =
                    rest.first().map(|f| format!(" over {}", self.filtered(f, frames, It::Lane, "lanes"))).unwrap_or_default();
                noun(format!("the spaces of the shortest way between {} and {}{over}", of(a), of(b)))
            }
            ("gap", [a, b]) => {
                let (a, b) = (self.filtered(a, frames, It::Place, "a city"), self.filtered(b, frames, It::Place, "a city"));
                noun(format!("the number of spaces that are missing to join {a} and {b}"))
            }
            ("away", [place]) => noun(format!("the number of spaces from {whose} network to {}", of(place))),
            ("train-distance", [place]) => noun(format!("the number of spaces that {whose} train has to go to {}", of(place))),
            ("nearest", [value, rest @ ..]) => {
                noun(format!("the smallest value, for {}, of {}", among(rest), self.about(value, frames, It::Place)))
            }
            ("farthest", [value, rest @ ..]) => {
                noun(format!("the largest value, for {}, of {}", among(rest), self.about(value, frames, It::Place)))
            }
            ("toward", [zone, ..]) => Said::Clause {
                yes: format!("{subject} lies on a shortest way of a card in {}", self.zone(zone, frames)),
                no: format!("{subject} lies on no shortest way of a card in {}", self.zone(zone, frames)),
            },
            ("amount", [field, place]) => noun(format!("what {subject} {} for {}", plain(&self.bare(field)), of(place))),
            ("best", [field, rest @ ..]) => {
                noun(format!("the most that {subject} {} for {}", plain(&self.bare(field)), among(rest)))
            }
            ("hits", [field, rest @ ..]) => {
                let which = rest.first().map_or("cities".to_owned(), |f| self.filtered(f, frames, It::Place, "cities"));
                noun(format!("the number of {which} under “{}” on {subject}", plain(&self.bare(field))))
            }
            ("top", [field, value]) => noun(format!(
                "the largest value, for a city under “{}”, of {}",
                self.bare(field),
                self.about(value, frames, It::Place)
            )),
            ("row-of", [zone, filter]) => {
                let cards = self.cards_of(zone, Some(filter), frames, false);
                noun(format!("the number of the row in which the first {cards} lies"))
            }
            ("ends", [filter]) => {
                let which = self.filtered(filter, frames, It::Place, "ends");
                noun(format!("the number of {which} of {subject}"))
            }
            (table, [argument]) if self.lexicon.entry("tables", table).is_some() => {
                noun(format!("what the table “{}” says for {}", plain(table), self.noun(argument, frames)))
            }
            (other, _) => {
                let given: Vec<String> = arguments.iter().map(|argument| self.noun(argument, frames)).collect();
                noun(format!("“{}” of {}", plain(other), listed(&given, "and")))
            }
        }
    }

    /// A value of something that is named by a pronoun: `its points`.
    fn about(&self, value: &Written, frames: &[Frame], it: It) -> String {
        let mut inner = frames.to_vec();
        inner.push(Frame::pronoun(it));
        self.noun(value, &inner)
    }

    fn about_said(&self, value: &Written, frames: &[Frame], frame: Frame) -> Said {
        let mut inner = frames.to_vec();
        inner.push(frame);
        match self.is_truth(value) {
            true => Said::Clause { yes: self.clause(value, &inner, true), no: self.clause(value, &inner, false) },
            false => Said::Noun(self.noun(value, &inner)),
        }
    }

    /// A value of what is around the thing in question.
    fn outer(&self, value: &Written, frames: &[Frame]) -> Said {
        let around = frames.split_last().map_or(&[][..], |(_, around)| around);
        let named: Vec<Frame> =
            around.iter().map(|frame| if frame.subject == "it" { Frame::the(frame.it) } else { frame.clone() }).collect();
        match self.is_truth(value) {
            true => Said::Clause { yes: self.clause(value, &named, true), no: self.clause(value, &named, false) },
            false => Said::Noun(self.noun(value, &named)),
        }
    }

    fn summed(&self, value: &Written, filter: Option<&Written>, frames: &[Frame], it: It) -> String {
        let which = filter.map_or_else(|| it.noun().to_owned(), |f| self.filtered(f, frames, it, it.noun()));
        format!("{} for each {which}", self.about(value, frames, it))
    }

    /// A value of each player alone: `trains` and not `the player's trains`.
    fn alone(&self, value: &Written, frames: &[Frame]) -> String {
        let text = self.about(value, frames, It::Player);
        text.strip_prefix("that player's ").map_or(text.clone(), str::to_owned)
    }

    /// The id that an argument is.
    fn bare(&self, tree: &Written) -> String {
        match &tree.what {
            What::Name(name) | What::Call(name, _) => name.clone(),
            _ => self.noun(tree, &[]),
        }
    }

    /// A zone by its name and whose it is.
    pub(super) fn zone(&self, tree: &Written, frames: &[Frame]) -> String {
        self.lexicon.zone(&self.bare(tree), &player(frames))
    }

    /// The cards of a zone for which a filter holds.
    pub(super) fn cards_of(&self, zone: &Written, filter: Option<&Written>, frames: &[Frame], many: bool) -> String {
        let what = format!("{} in {}", self.lexicon.cards_in(&self.bare(zone), many), self.zone(zone, frames));
        filter.map_or(what.clone(), |filter| self.filtered(filter, frames, It::Card, &what))
    }

    /// ` for a lane of length 2`: what an action that could be chosen is about.
    fn action_thing(&self, action: &Written, filter: &Written, frames: &[Frame]) -> String {
        let it = self.lexicon.action_about(&self.bare(action));
        format!(" for {}", crate::words::a(&self.filtered(filter, frames, it, it.noun())))
    }
}

/// What a function counts or adds up, by its name.
fn thing(name: &str) -> It {
    match name.trim_start_matches("sum-") {
        "lanes" => It::Lane,
        "places" => It::Place,
        "companies" => It::Company,
        _ => It::Player,
    }
}
