//! What a seat remembers: cards that it saw going where it cannot look. With its view, this is what it knows: together they
//! say which positions are in its information set.

use crate::components::{Components, Form, Spot};
use crate::event::{Event, UNSEEN};
use crate::id::{KindId, SeatId};
use std::ops::Range;

/// For each bag that a seat cannot see, how many cards of each kind must be in it by what the seat saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownCards {
    seat: SeatId,
    /// As the bags lie in a state; nothing for those that the seat sees.
    least: Vec<u8>,
    /// How many cards of each kind were seen to leave since a card came that might have been any.
    gone: Vec<u8>,
    /// For bags that are dealt by classes, where each begins: how many cards came since it was last empty, and how many are there.
    came: Vec<[u16; 2]>,
}

impl KnownCards {
    /// The memory of a seat that has seen nothing yet.
    pub fn new(parts: &Components, seat: SeatId) -> Self {
        let bags = parts.zones.iter().filter(|z| z.form == Form::Bag);
        let none = vec![0; bags.map(|z| z.stride * parts.owners(z.owner)).sum()];
        KnownCards { seat, came: vec![[0; 2]; none.len()], least: none.clone(), gone: none }
    }

    /// Takes in what the seat saw, in the order in which it happened: events as [`Event::noticed_by`] gives them.
    pub fn note(&mut self, parts: &Components, event: Event) {
        let Event::Moved { from, to, kind, count } = event else { return };
        if from == to {
            return;
        }
        if let Some(at) = self.hidden(parts, from) {
            if kind != UNSEEN {
                let gone = &mut self.gone[at.start + kind.index()];
                *gone = gone.saturating_add(count);
            }
            let least = &mut self.least[at.clone()];
            // Any of the cards may have gone if nobody showed which.
            let gone = if kind == UNSEEN { 0..least.len() } else { kind.index()..kind.index() + 1 };
            least[gone].iter_mut().for_each(|n| *n = n.saturating_sub(count));
            if parts.zone(from.zone).by_class.is_some() {
                self.left(at, count);
            }
        }
        if let Some(at) = self.hidden(parts, to) {
            if parts.zone(to.zone).by_class.is_some() {
                let [came, there] = &mut self.came[at.start];
                (*came, *there) = (came.saturating_add(count.into()), there.saturating_add(count.into()));
            }
            if kind == UNSEEN {
                self.gone[at].fill(0);
                return;
            }
            let (least, gone) = (&mut self.least[at.start + kind.index()], &mut self.gone[at.start + kind.index()]);
            (*least, *gone) = (least.saturating_add(count), gone.saturating_sub(count));
        }
    }

    /// Cards left a bag that is dealt by classes: one that is empty begins anew.
    fn left(&mut self, at: Range<usize>, count: u8) {
        // Of cards that nobody saw come it is not known how many are left.
        let [_, there] = &mut self.came[at.start];
        match there.checked_sub(count.into()) {
            Some(0) => {
                self.came[at.start] = [0; 2];
                self.gone[at].fill(0);
            }
            less => *there = less.unwrap_or(0),
        }
    }

    /// Where a bag that the seat cannot see lies among all.
    fn hidden(&self, parts: &Components, spot: Spot) -> Option<Range<usize>> {
        let zone = parts.zone(spot.zone);
        if zone.form != Form::Bag || parts.seen_by(spot).has(self.seat) {
            return None;
        }
        let at = zone.place_of(spot.owner);
        Some(at..at + zone.stride)
    }

    /// How many cards of a kind must be in a bag that the seat cannot see.
    pub fn at_least(&self, parts: &Components, spot: Spot, kind: KindId) -> u8 {
        self.least(parts, spot)[kind.index()]
    }

    /// How many cards of each kind must be in a bag; the cards are where a state has the bag.
    pub(crate) fn least(&self, parts: &Components, spot: Spot) -> &[u8] {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        &self.least[at..at + zone.stride]
    }

    /// How many cards came to a bag that is dealt by classes since it was last empty; nothing for what is no bag.
    pub(crate) fn came(&self, parts: &Components, spot: Spot) -> Option<usize> {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        (zone.form == Form::Bag).then(|| self.came[at][0].into())
    }

    /// How many cards of each kind were seen to leave a bag for good.
    pub(crate) fn gone(&self, parts: &Components, spot: Spot) -> &[u8] {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        if zone.form == Form::Bag { &self.gone[at..at + zone.stride] } else { &[] }
    }
}
