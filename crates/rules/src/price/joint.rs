//! What several lanes cost together, and whether a hand can pay it.

use super::{Demand, Groups, StandIns};
use railwright_core::narrow::narrow;
use railwright_core::{Payment, bits};

/// What the lanes of a path demand together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bill {
    /// Cards of each kind that nothing but the kind itself, wild cards or groups pay for.
    pub(super) need: [u8; Payment::KINDS],
    /// Demands that cards of several kinds can fulfil.
    pub(super) mixed: Vec<Demand>,
}

impl Bill {
    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.need = [0; Payment::KINDS];
        self.mixed.clear();
    }

    /// Adds what a lane demands.
    #[inline]
    pub(crate) fn add(&mut self, demand: Demand) {
        match demand.kinds.count_ones() {
            1 => self.need[demand.kinds.trailing_zeros() as usize] += demand.count,
            _ => self.mixed.push(demand),
        }
    }

    /// Takes back the demand that was added last.
    #[inline]
    pub(crate) fn take_back(&mut self, demand: Demand) {
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

/// How a hand stands beside demands each of which is for one kind, where there are no wild cards: weighed by [`Scales`].
///
/// A card of the kind itself is never worse than a group for it: whatever the card would do in a group, the cards of the other
/// group can do instead. So what a hand lacks is what its own cards do not pay. It is kept up to date demand by demand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Balance {
    /// What is left of each kind; below nothing, so many are missing.
    left: [i16; Payment::KINDS],
    sums: Sums,
}

/// The sums of a [`Balance`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    /// How many cards are left, those that are missing taken off.
    over: i32,
    /// How many cards are missing, and of how many kinds.
    missing: i32,
    kinds: i32,
    /// How many cards the smallest groups of what is left stand for, and the largest.
    small: i32,
    large: i32,
    /// The kinds of which cards are left, as bits.
    held: u64,
}

/// What groups of equal cards are worth, made ready for a search that asks at every lane.
#[derive(Clone, Debug)]
pub(crate) struct Scales {
    groups: Option<Groups>,
    /// For each number of equal cards how many cards the smallest groups of them stand for, and the largest.
    worth: Vec<[i32; 2]>,
    /// How many cards more than they stand for groups take at least: for each missing card, for each kind of which cards are
    /// missing, and if any are missing.
    besides: [i32; 3],
    /// The kinds that are demanded, as bits.
    kinds: u64,
}

impl Scales {
    /// Scales for demands of these kinds; none unless every demand is for one kind and nothing but groups stands in.
    pub(crate) fn new(stand_ins: &StandIns, demands: &[Demand]) -> Option<Self> {
        let plain = stand_ins.wild.is_empty() && demands.iter().all(|d| d.kinds.is_power_of_two());
        let groups = stand_ins.groups;
        let worth = |held: i32| match groups.map(|g| (i32::from(g.alike), g.larger)) {
            Some((alike, larger)) if held >= alike => [held / alike, if larger { held + 1 - alike } else { held / alike }],
            _ => [0, 0],
        };
        let besides = match groups.map(|g| (i32::from(g.alike) - 1, g.larger, g.apart)) {
            None => [0, 0, 0],
            Some((more, false, _)) => [more, 0, 0],
            Some((more, true, false)) => [0, more, 0],
            Some((more, true, true)) => [0, 0, more],
        };
        let kinds = demands.iter().fold(0, |kinds, demand| kinds | demand.kinds);
        plain.then(|| Scales { groups, worth: (0..=i32::from(u8::MAX)).map(worth).collect(), besides, kinds })
    }

    /// How a hand stands that has so much left of each kind.
    pub(crate) fn balance(&self, hand: impl Iterator<Item = i16>) -> Balance {
        let mut balance = Balance::default();
        let sums = &mut balance.sums;
        for (kind, (left, held)) in balance.left.iter_mut().zip(hand).enumerate() {
            *left = held;
            sums.over += i32::from(held);
            sums.held |= u64::from(held > 0) << kind;
            sums.missing += i32::from((-held).max(0));
            sums.kinds += i32::from(held < 0);
            let [small, large] = self.worth[narrow::<usize>(held.clamp(0, 255))];
            (sums.small, sums.large) = (sums.small + small, sums.large + large);
        }
        balance
    }

    /// Takes what a lane demands off a balance; says what its sums were before.
    #[inline]
    pub(crate) fn demand(&self, balance: &mut Balance, demand: Demand) -> Sums {
        let before = balance.sums;
        let Balance { left, sums } = balance;
        let left = &mut left[demand.kinds.trailing_zeros() as usize % Payment::KINDS];
        let (held, after) = (*left, *left - i16::from(demand.count));
        *left = after;
        sums.over -= i32::from(demand.count);
        let worth = |cards: i16| &self.worth[usize::from(narrow::<u8>(cards.clamp(0, 255)))];
        let ([small, large], [smaller, less]) = (worth(held), worth(after));
        (sums.small, sums.large) = (sums.small + smaller - small, sums.large + less - large);
        if after <= 0 {
            sums.held &= !demand.kinds;
            sums.missing += i32::from(-after) - i32::from((-held).max(0));
            sums.kinds += i32::from(held >= 0 && after < 0);
        }
        before
    }

    /// How many further cards a hand can pay at most, as far as the number of its cards says.
    pub(crate) fn most(&self, balance: &Balance) -> u8 {
        let Sums { over, missing, kinds, .. } = balance.sums;
        let [for_each, for_kind, for_any] = self.besides;
        narrow::<u8>((over - missing * for_each - kinds * for_kind - kinds.min(1) * for_any).clamp(0, 255))
    }

    /// How many further cards, of whatever kinds, a hand can pay for certain.
    pub(crate) fn certain(&self, balance: &Balance) -> u8 {
        narrow::<u8>((balance.sums.small - balance.sums.missing).clamp(0, 255))
    }

    /// The kinds of which one card more can be paid than is demanded, as bits.
    #[inline]
    pub(crate) fn payable_kinds(&self, balance: &mut Balance) -> u64 {
        // A group stands for every other kind, and the cards of its own kind for themselves.
        let Sums { missing, small, large, held, .. } = balance.sums;
        let perhaps = if large <= missing { held } else { u64::MAX } & self.kinds;
        if missing == 0 || small > missing { perhaps } else { self.payable_of(perhaps, balance) }
    }

    /// Those of some kinds of which one card more can be paid, where that is uncertain.
    #[inline(never)]
    fn payable_of(&self, kinds: u64, balance: &mut Balance) -> u64 {
        let mut payable = 0;
        // Kinds of which there are neither cards nor too few are all alike: one is asked for all.
        let mut alike = None;
        for kind in bits::Ones(kinds) {
            let neither = balance.left[kind] == 0;
            let pays = alike.filter(|_| neither).unwrap_or_else(|| {
                let demand = Self::one(kind);
                let before = self.demand(balance, demand);
                let pays = self.covers(balance);
                balance.restore(demand, before);
                pays
            });
            alike = if neither { Some(pays) } else { alike };
            payable |= u64::from(pays) << kind;
        }
        payable
    }

    /// A demand for one card of a kind.
    #[inline]
    pub(crate) fn one(kind: usize) -> Demand {
        Demand { kinds: 1 << kind, count: 1, symbols: 0 }
    }

    /// Whether a hand can pay what is demanded.
    #[inline]
    pub(crate) fn covers(&self, balance: &Balance) -> bool {
        let Sums { missing, small, large, kinds, .. } = balance.sums;
        // For one kind all groups can be as large as possible.
        missing <= small || missing <= large && self.groups.is_some_and(|g| kinds <= 1 || g.apart || fits(balance, g.alike))
    }
}

impl Balance {
    /// Takes back a demand.
    #[inline]
    pub(crate) fn restore(&mut self, demand: Demand, before: Sums) {
        self.left[demand.kinds.trailing_zeros() as usize % Payment::KINDS] += i16::from(demand.count);
        self.sums = before;
    }
}

/// Whether groups of what is left, each for one kind, can stand for all that is missing.
fn fits(balance: &Balance, alike: u8) -> bool {
    let (mut lacking, mut spare) = (0, 0);
    for (kind, &left) in balance.left.iter().enumerate() {
        lacking |= u32::from(left < 0) << kind;
        spare |= u32::from(left >= alike.into()) << kind;
    }
    group_by_group(&mut balance.left.clone(), lacking, spare, alike.into())
}

/// The same, for the kinds that are lacking and those of which there may be groups, as bits.
fn group_by_group(left: &mut [i16; Payment::KINDS], lacking: u32, spare: u32, alike: i16) -> bool {
    if lacking == 0 {
        return true;
    }
    let kind = lacking.trailing_zeros() as usize;
    for from in bits::Ones(spare.into()) {
        let most = (left[from] + 1 - alike).min(-left[kind]);
        for count in (1..=most).rev() {
            left[kind] += count;
            left[from] -= count + alike - 1;
            let lacking = lacking & !(u32::from(left[kind] == 0) << kind);
            let found = group_by_group(left, lacking, spare, alike);
            left[kind] -= count;
            left[from] += count + alike - 1;
            if found {
                return true;
            }
        }
    }
    false
}
