//! What several lanes cost together, and whether a hand can pay it.

use super::ways::Ways;
use super::{Demand, Groups, StandIns};
use railwright_core::Payment;

/// What the lanes of a path demand together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bill {
    /// Cards of each kind that nothing but the kind itself, wild cards or groups pay for.
    pub(super) need: [u8; Payment::KINDS],
    /// How many of them there are in all.
    pub(crate) total: u32,
    /// Demands that cards of several kinds can fulfil.
    pub(super) mixed: Vec<Demand>,
}

impl Bill {
    /// Empties it.
    pub(crate) fn clear(&mut self) {
        (self.need, self.total) = ([0; Payment::KINDS], 0);
        self.mixed.clear();
    }

    /// Adds what a lane demands.
    #[inline]
    pub(crate) fn add(&mut self, demand: Demand) {
        self.total += u32::from(demand.count);
        match demand.kinds.count_ones() {
            1 => self.need[demand.kinds.trailing_zeros() as usize] += demand.count,
            _ => self.mixed.push(demand),
        }
    }

    /// Takes back the demand that was added last.
    #[inline]
    pub(crate) fn take_back(&mut self, demand: Demand) {
        self.total -= u32::from(demand.count);
        match demand.kinds.count_ones() {
            1 => self.need[demand.kinds.trailing_zeros() as usize] -= demand.count,
            _ => drop(self.mixed.pop()),
        }
    }

    /// The demands one by one, those for one kind first.
    pub(crate) fn demands(&self) -> impl Iterator<Item = Demand> + '_ {
        let need = self.need.iter().enumerate().filter(|(_, n)| **n > 0);
        need.map(|(kind, &count)| Demand { kinds: 1 << kind, count, symbols: 0 }).chain(self.mixed.iter().copied())
    }
}

impl StandIns {
    /// Whether a hand can pay a bill.
    #[inline]
    pub(crate) fn affordable(&self, bill: &Bill, hand: &[u8], ways: &mut Ways) -> bool {
        if bill.mixed.is_empty() && self.wild.is_empty() { self.covers(bill, hand) } else { ways.find(self, bill, hand) }
    }

    /// The same where every demand is for one kind and there are no wild cards. A card of the kind itself is never worse than
    /// a group for it: whatever the card would do in a group, the cards of the other group can do instead.
    #[inline]
    fn covers(&self, bill: &Bill, hand: &[u8]) -> bool {
        let (mut missing, mut spare) = ([0u8; Payment::KINDS], [0u8; Payment::KINDS]);
        let mut open = 0;
        for (kind, &held) in hand.iter().enumerate() {
            let need = bill.need[kind];
            missing[kind] = need.saturating_sub(held);
            spare[kind] = held.saturating_sub(need);
            open += missing[kind];
        }
        if open == 0 {
            return true;
        }
        let Some(Groups { alike, larger, apart }) = self.groups else { return false };
        let by_small: u8 = spare.iter().map(|s| s / alike).sum();
        let by_large: u8 = spare.iter().map(|s| (s + 1).saturating_sub(alike)).sum();
        match larger {
            _ if by_small >= open => true,
            true if by_large < open => false,
            true => apart || fits(&mut missing, &mut spare, alike),
            false => false,
        }
    }

    /// The kinds of which a single card can be paid, as bits; all of them where that is not known.
    pub(crate) fn first_kinds(&self, hand: &[u8]) -> u64 {
        if !self.wild.is_empty() {
            return u64::MAX;
        }
        let least = self.groups.map_or(u8::MAX, |g| g.alike);
        let (mut held, mut grouped) = (0u64, 0u32);
        for (kind, &count) in hand.iter().enumerate() {
            held |= u64::from(count > 0) << kind;
            grouped += u32::from(count >= least);
        }
        // A group stands for every other kind, and the cards of its own kind for itself.
        if grouped > 0 { u64::MAX } else { held }
    }

    /// How many further cards, of whatever kinds, a hand can pay beside a bill for certain; none where that is not known.
    #[inline]
    pub(crate) fn certain(&self, bill: &Bill, hand: &[u8]) -> u32 {
        let Some(Groups { alike, .. }) = self.groups else { return 0 };
        if !bill.mixed.is_empty() {
            return 0;
        }
        let (mut missing, mut groups) = (0, 0);
        for (&need, &held) in bill.need.iter().zip(hand) {
            missing += u32::from(need.saturating_sub(held));
            groups += u32::from(held.saturating_sub(need) / alike);
        }
        groups.saturating_sub(missing)
    }
}

/// Whether groups of spare cards, each for one kind, can stand for all that is missing.
fn fits(missing: &mut [u8; Payment::KINDS], spare: &mut [u8; Payment::KINDS], alike: u8) -> bool {
    let Some(kind) = missing.iter().position(|&m| m > 0) else { return true };
    for from in 0..Payment::KINDS {
        let most = (spare[from] + 1).saturating_sub(alike).min(missing[kind]);
        for count in (1..=most).rev() {
            missing[kind] -= count;
            spare[from] -= count + alike - 1;
            let found = fits(missing, spare, alike);
            missing[kind] += count;
            spare[from] += count + alike - 1;
            if found {
                return true;
            }
        }
    }
    false
}
