//! What a filter about lanes or places asks of sets: it is answered for all of them at once, a word of bits at a time.

use super::stops::each_condition;
use super::{Expr, ItemType};
use crate::bits;
use crate::components::{CONNECTED, Components, Members, OPEN, OWN, Owner};
use crate::id::{PartyId, SetId};
use crate::state::State;

/// That an item must be in a set, or must not be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Membership {
    set: SetId,
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
            Expr::In(set) => *set,
            Expr::Own => OWN,
            Expr::Open => OPEN,
            Expr::Reached => CONNECTED,
            _ => return None,
        };
        // Whose set is meant must not depend on what the filter is about.
        let known = matches!(parts.sets[set.index()].owner, Owner::Seat | Owner::Party | Owner::Table);
        (known && parts.sets[set.index()].members == members).then_some(Membership { set, inside: true })
    }

    #[inline]
    fn bits<'a>(&self, parts: &Components, state: &'a State, party: PartyId) -> &'a [u64] {
        state.set(parts, self.set, parts.own_index(parts.sets[self.set.index()].owner, party))
    }

    /// Leaves of some only those that are in the set, or are not.
    pub(super) fn sift(&self, parts: &Components, state: &State, party: PartyId, some: &mut [u64]) {
        let flip = if self.inside { 0 } else { u64::MAX };
        some.iter_mut().zip(self.bits(parts, state, party)).for_each(|(some, set)| *some &= set ^ flip);
    }

    /// Whether it is so of one of them.
    #[inline]
    pub(super) fn holds(&self, member: usize, parts: &Components, state: &State, party: PartyId) -> bool {
        bits::has(self.bits(parts, state, party), member) == self.inside
    }
}
