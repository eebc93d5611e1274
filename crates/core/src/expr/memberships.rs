//! What a filter about lanes or places asks of sets: it is answered for all of them at once, a word of bits at a time.

use super::stops::each_condition;
use super::{Comparison, Expr, ItemType};
use crate::bits;
use crate::components::{CONNECTED, Components, Members, OPEN, OWN, Owner};
use crate::id::{PartyId, SeatId, SetId};
use crate::state::State;

/// That an item must be in a set, or must not be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Membership {
    set: SetId,
    /// Whether the sets of all seats are meant that are not out, and not the party's own.
    of_any_seat: bool,
    inside: bool,
}

impl Membership {
    /// Splits a filter in what it asks of sets, and the rest.
    pub(super) fn split(filter: &Expr, parts: &Components, about: ItemType) -> (Vec<Membership>, Expr) {
        let (mut memberships, mut rest) = (Vec::new(), None);
        each_condition(filter, &mut |one| match Membership::of(one, parts, about) {
            Some(membership) => memberships.push(membership),
            None => {
                rest = Some(match rest.take() {
                    Some(all) => Expr::And(Box::new(all), Box::new(one.clone())),
                    None => one.clone(),
                });
            }
        });
        (memberships, rest.unwrap_or(Expr::Int(1)))
    }

    fn of(condition: &Expr, parts: &Components, about: ItemType) -> Option<Self> {
        let members = match about {
            ItemType::Lane => Members::Lanes,
            ItemType::Place => Members::Places,
            ItemType::Nothing | ItemType::Card(_) | ItemType::Company => return None,
        };
        let set = match condition {
            Expr::Not(inner) => return Membership::of(inner, parts, about).map(|m| Membership { inside: !m.inside, ..m }),
            Expr::Compare(sign, seats, than) => return Membership::of_seats(*sign, seats, than, parts, members),
            Expr::In(set) => *set,
            Expr::Own => OWN,
            Expr::Open => OPEN,
            Expr::Reached => CONNECTED,
            _ => return None,
        };
        // Whose set is meant must not depend on what the filter is about.
        let known = matches!(parts.sets[set.index()].owner, Owner::Seat | Owner::Party | Owner::Table);
        let fits = known && parts.sets[set.index()].members == members;
        fits.then_some(Membership { set, of_any_seat: false, inside: true })
    }

    /// That it must be in the set of some seat, or of none: how many seats have it there is compared with 0.
    fn of_seats(sign: Comparison, seats: &Expr, than: &Expr, parts: &Components, members: Members) -> Option<Self> {
        let Expr::SumSeats(one, filter) = seats else { return None };
        let (Expr::Int(1), Expr::In(set), Expr::Int(0)) = (&**one, &**filter, than) else { return None };
        let inside = match sign {
            Comparison::Equal | Comparison::AtMost => false,
            Comparison::More | Comparison::Differs => true,
            Comparison::Less | Comparison::AtLeast => return None,
        };
        let known = &parts.sets[set.index()];
        let fits = known.owner == Owner::Seat && known.members == members;
        fits.then_some(Membership { set: *set, of_any_seat: true, inside })
    }

    /// The sets of all seats that are not out.
    fn of_all<'a>(&self, parts: &'a Components, state: &'a State) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        let (set, out) = (self.set, state.clock().out);
        (0..parts.seats).filter(move |&seat| !out.has(SeatId(seat))).map(move |seat| state.set(parts, set, seat.into()))
    }

    #[inline]
    fn bits<'a>(&self, parts: &Components, state: &'a State, party: PartyId) -> &'a [u64] {
        state.set(parts, self.set, parts.own_index(parts.sets[self.set.index()].owner, party))
    }

    /// Leaves of some only those that are in the set, or are not.
    pub(super) fn sift(&self, parts: &Components, state: &State, party: PartyId, some: &mut [u64]) {
        let flip = if self.inside { 0 } else { u64::MAX };
        if self.of_any_seat {
            for (word, some) in some.iter_mut().enumerate() {
                *some &= self.of_all(parts, state).fold(0, |all, set| all | set[word]) ^ flip;
            }
            return;
        }
        some.iter_mut().zip(self.bits(parts, state, party)).for_each(|(some, set)| *some &= set ^ flip);
    }

    /// Whether it is so of one of them.
    #[inline]
    pub(super) fn holds(&self, member: usize, parts: &Components, state: &State, party: PartyId) -> bool {
        let is_in = match self.of_any_seat {
            true => self.of_all(parts, state).any(|set| bits::has(set, member)),
            false => bits::has(self.bits(parts, state, party), member),
        };
        is_in == self.inside
    }
}
