//! Guards: conditions that compare one number of the state with a constant, as most conditions of a turn do or begin with.
//!
//! They are tested at every turn, so they are answered without going through the expression: whether
//! the number lies between two others, or does not.

use super::{Comparison, Expr, Holder, Item};
use crate::components::{Components, Form, Owner};
use crate::id::{CounterId, LaneId, PartyId, ZoneId};
use crate::state::{Standing, State};

/// The plain conditions with which a condition begins, all of which must hold.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Guards {
    first: Option<Guard>,
    others: Vec<Guard>,
    /// Whether nothing else must hold.
    whole: bool,
}

impl Guards {
    pub(super) fn of(expr: &Expr, parts: &Components) -> Self {
        let mut guards = Guards { whole: true, ..Guards::default() };
        guards.add(expr, parts);
        guards
    }

    fn add(&mut self, expr: &Expr, parts: &Components) {
        if let Expr::And(a, b) = expr {
            self.add(a, parts);
            self.add(b, parts);
            return;
        }
        match Guard::of(expr, parts).filter(|_| self.whole) {
            None => self.whole = false,
            Some(guards) if self.first.is_none() => self.first = Some(guards),
            Some(guards) => self.others.push(guards),
        }
    }

    /// Whether the condition holds, as far as its beginning says.
    #[inline]
    pub(super) fn holds(&self, parts: &Components, state: &State, party: PartyId) -> Option<bool> {
        let first = self.first.as_ref()?;
        if !first.holds(parts, state, party) || self.others.iter().any(|other| !other.holds(parts, state, party)) {
            return Some(false);
        }
        self.whole.then_some(true)
    }
}

/// A comparison of one number of the state with a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Guard {
    what: GuardValue,
    least: i64,
    most: i64,
    within: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum GuardValue {
    /// A counter of one owner, by where it stands in the state.
    Counter(usize),
    /// The party's counter: where the first party's stands.
    SeatCounter(usize),
    Size(ZoneId),
    /// How many cards lie in the table's pile with that number.
    PileSize(usize),
    /// 1 if the party's train is under way.
    Moving,
    /// How many cards of a kind lie in the table's bag, by where that number stands in the state.
    Cards(usize),
    /// How many cards of a kind lie in the party's bag: where that number stands for the first, and how far on for the next.
    OwnCards(usize, usize),
    /// How much of a lane is filled.
    Laid(LaneId),
}

impl Guard {
    /// The same of a condition about one item.
    pub(super) fn about(expr: &Expr, parts: &Components, item: Item) -> Option<Self> {
        match (expr, item) {
            (Expr::Compare(sign, a, b), Item::Lane(lane)) if **a == Expr::Laid => match **b {
                Expr::Int(than) => Some(Guard::within(GuardValue::Laid(lane), *sign, than)),
                _ => None,
            },
            _ => Guard::of(expr, parts),
        }
    }

    pub(super) fn of(expr: &Expr, parts: &Components) -> Option<Self> {
        let moving = |is: i64| Some(Guard { what: GuardValue::Moving, least: is, most: is, within: true });
        let (sign, a, b) = match expr {
            Expr::Compare(sign, a, b) => (sign, a, b),
            Expr::TrainMoving => return moving(1),
            Expr::Not(not) if **not == Expr::TrainMoving => return moving(0),
            _ => return None,
        };
        let Expr::Int(than) = **b else { return None };
        let what = match &**a {
            Expr::Counter(counter, Holder::Table) => GuardValue::Counter(place_of(parts, *counter, 0)),
            Expr::Counter(counter, Holder::Of(owner)) => GuardValue::Counter(place_of(parts, *counter, *owner)),
            Expr::Counter(counter, Holder::Seat) => GuardValue::SeatCounter(place_of(parts, *counter, 0)),
            Expr::Size(zone) if parts.zone(*zone).owner == Owner::Table && parts.zone(*zone).form == Form::Pile => {
                GuardValue::PileSize(parts.zone(*zone).offset)
            }
            Expr::Size(zone) if parts.zone(*zone).owner.thing().is_none() => GuardValue::Size(*zone),
            Expr::Weighed(zone, weights) => {
                let [(kind, 1)] = **weights else { return None };
                let zone = parts.zone(*zone);
                match zone.owner {
                    Owner::Table => GuardValue::Cards(zone.offset + kind.index()),
                    Owner::Seat | Owner::Party => GuardValue::OwnCards(zone.offset + kind.index(), zone.stride),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Guard::within(what, *sign, than))
    }

    fn within(what: GuardValue, sign: Comparison, than: i64) -> Self {
        let (least, most, within) = match sign {
            Comparison::Equal => (than, than, true),
            Comparison::Differs => (than, than, false),
            Comparison::AtMost => (i64::MIN, than, true),
            Comparison::More => (i64::MIN, than, false),
            Comparison::AtLeast => (than, i64::MAX, true),
            Comparison::Less => (than, i64::MAX, false),
        };
        Guard { what, least, most, within }
    }

    #[inline]
    pub(super) fn holds(&self, parts: &Components, state: &State, party: PartyId) -> bool {
        let value = match self.what {
            GuardValue::Counter(at) => state.counters[at].into(),
            GuardValue::SeatCounter(first) => state.counters[first + party.index()].into(),
            GuardValue::Size(zone) => state.size(parts, state.spot(parts, zone, party)) as i64,
            GuardValue::PileSize(at) => state.piles[at].len() as i64,
            GuardValue::Moving => matches!(state.train_of(parts, party), Standing::On { .. }).into(),
            GuardValue::Cards(at) => state.bags[at].into(),
            GuardValue::OwnCards(first, further) => state.bags[first + further * party.index()].into(),
            GuardValue::Laid(lane) => state.track(lane).laid.into(),
        };
        ((self.least <= value) & (value <= self.most)) == self.within
    }
}

/// Where a counter of an owner stands in the state.
fn place_of(parts: &Components, counter: CounterId, owner: u16) -> usize {
    parts.counters[counter.index()].offset + usize::from(owner)
}
