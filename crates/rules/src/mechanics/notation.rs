//! What the notation of an action looks like, as far as it can be told apart from that of another with the same word.

use railwright_core::Components;
use railwright_core::id::{CardSetId, CounterId, ZoneId};
use std::collections::BTreeSet;

/// One word of a notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// This very word.
    Word(&'static str),
    /// A lane, or its line.
    Lane,
    /// A place.
    Place,
    /// A company.
    Company,
    /// A kind of card of a set.
    Kind(CardSetId),
    /// This zone.
    Zone(ZoneId),
    /// This counter.
    Counter(CounterId),
    /// A number.
    Number,
    /// Whatever follows.
    Rest,
}

/// The ways to write the first decision of an action.
pub(crate) type Notation = Vec<Vec<Part>>;

impl Part {
    /// The words it can be.
    fn words(self, parts: &Components) -> BTreeSet<&str> {
        let map = &parts.map;
        match self {
            Part::Word(word) => [word].into(),
            Part::Lane => map.lanes.iter().map(|l| l.id.as_str()).chain(map.lines.iter().map(|l| l.id.as_str())).collect(),
            Part::Place => map.places.iter().map(|place| place.id.as_str()).collect(),
            Part::Company => parts.companies.iter().map(|company| company.id.as_str()).collect(),
            Part::Kind(set) => parts.cards[set.index()].kinds.iter().map(|kind| kind.id.as_str()).collect(),
            Part::Zone(zone) => [parts.zone(zone).id.as_str()].into(),
            Part::Counter(counter) => [parts.counters[counter.index()].id.as_str()].into(),
            Part::Number | Part::Rest => BTreeSet::new(),
        }
    }

    fn may_be(self, other: Part, parts: &Components) -> bool {
        match (self, other) {
            (Part::Number, Part::Number) => true,
            (Part::Number, other) | (other, Part::Number) => other.words(parts).iter().any(|word| word.parse::<u16>().is_ok()),
            _ => !self.words(parts).is_disjoint(&other.words(parts)),
        }
    }
}

/// Something that can be written by both, if there may be such a thing, with capitals for what is named.
pub(crate) fn in_common(parts: &Components, one: &Notation, other: &Notation) -> Option<String> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| may_be_alike(parts, a, b))
        .map(|(a, _)| a.iter().map(|part| format!(" {}", part.spelt(parts))).collect())
        .next()
}

fn may_be_alike(parts: &Components, one: &[Part], other: &[Part]) -> bool {
    match (one, other) {
        ([Part::Rest, ..], _) | (_, [Part::Rest, ..]) | ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => a.may_be(*b, parts) && may_be_alike(parts, one, other),
        _ => false,
    }
}

impl Part {
    /// The word as pages write it.
    fn spelt(self, parts: &Components) -> &str {
        match self {
            Part::Word(word) => word,
            Part::Lane => "LANE",
            Part::Place => "PLACE",
            Part::Company => "COMPANY",
            Part::Kind(_) => "CARD",
            Part::Zone(zone) => &parts.zone(zone).id,
            Part::Counter(counter) => &parts.counters[counter.index()].id,
            Part::Number => "NUMBER",
            Part::Rest => "…",
        }
    }
}
