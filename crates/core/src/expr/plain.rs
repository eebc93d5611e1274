//! Conditions that compare one number of the state with a constant: what most conditions of a turn are.
//!
//! They are tested at every turn, so they are answered without going through the expression: whether
//! the number lies between two others, or does not.

use super::{Comparison, Expr, Holder};
use crate::components::{Components, Owner};
use crate::id::{CounterId, PartyId, ZoneId};
use crate::state::State;

/// A comparison of one number of the state with a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Plain {
    what: PlainValue,
    least: i64,
    most: i64,
    within: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum PlainValue {
    /// A counter of that owner.
    CounterOf(CounterId, u16),
    SeatCounter(CounterId),
    Size(ZoneId),
    /// How many cards of a kind lie in the table's bag, by where that number stands in the state.
    Cards(usize),
    /// How many cards of a kind lie in the party's bag: where that number stands for the first, and how far on for the next.
    OwnCards(usize, usize),
}

impl Plain {
    pub(super) fn of(expr: &Expr, parts: &Components) -> Option<Self> {
        let Expr::Compare(sign, a, b) = expr else { return None };
        let Expr::Int(than) = **b else { return None };
        let what = match &**a {
            Expr::Counter(counter, Holder::Table) => PlainValue::CounterOf(*counter, 0),
            Expr::Counter(counter, Holder::Of(owner)) => PlainValue::CounterOf(*counter, *owner),
            Expr::Counter(counter, Holder::Seat) => PlainValue::SeatCounter(*counter),
            Expr::Size(zone) => PlainValue::Size(*zone),
            Expr::Weighed(zone, weights) => {
                let [(kind, 1)] = **weights else { return None };
                let zone = parts.zone(*zone);
                match zone.owner {
                    Owner::Table => PlainValue::Cards(zone.offset + kind.index()),
                    Owner::Seat | Owner::Party => PlainValue::OwnCards(zone.offset + kind.index(), zone.stride),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let (least, most, within) = match sign {
            Comparison::Equal => (than, than, true),
            Comparison::Differs => (than, than, false),
            Comparison::AtMost => (i64::MIN, than, true),
            Comparison::More => (i64::MIN, than, false),
            Comparison::AtLeast => (than, i64::MAX, true),
            Comparison::Less => (than, i64::MAX, false),
        };
        Some(Plain { what, least, most, within })
    }

    #[inline]
    pub(super) fn holds(&self, parts: &Components, state: &State, party: PartyId) -> bool {
        let value = match self.what {
            PlainValue::CounterOf(counter, owner) => state.counter(parts, counter, owner.into()).into(),
            PlainValue::SeatCounter(counter) => state.counter(parts, counter, party.index()).into(),
            PlainValue::Size(zone) => state.size(parts, state.spot(parts, zone, party)) as i64,
            PlainValue::Cards(at) => state.bags[at].into(),
            PlainValue::OwnCards(first, further) => state.bags[first + further * party.index()].into(),
        };
        ((self.least <= value) & (value <= self.most)) == self.within
    }
}
