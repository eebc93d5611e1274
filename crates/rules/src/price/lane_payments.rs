//! Payments of one lane, chosen kind by kind: for hands that can pay it in more ways than anybody would read through.
//!
//! How many cards of the first kinds are given is settled. What counts is whether some payment goes on from there; that is
//! answered without listing any, so a choice never comes to a dead end and costs the same whatever the hand is.

use super::{Demand, PoolWays, StandIns, each_once};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;
use std::ops::RangeInclusive;

/// The payments of a lane can be listed while they come out at no more than this many, those counted that come out twice.
pub(super) const FOUND: usize = 2000;

/// The ways to pay one demand from one hand.
#[derive(Clone, Copy)]
pub(crate) struct LanePayments<'a> {
    stand_ins: &'a StandIns,
    demand: Demand,
    hand: &'a [u8],
    /// How many cards of the first kinds are given, and how many kinds that is.
    given: [u8; Payment::KINDS],
    settled: usize,
}

impl<'a> LanePayments<'a> {
    /// Nothing is settled yet.
    pub(crate) fn new(stand_ins: &'a StandIns, demand: Demand, hand: &'a [u8]) -> Self {
        LanePayments { stand_ins, demand, hand, given: [0; Payment::KINDS], settled: 0 }
    }

    /// The payments that go on from counts chosen for the first kinds: all of them, if they are not more than `most`; otherwise
    /// none, and what was chosen.
    pub(crate) fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        if chosen.is_empty() && self.stand_ins.pay_few(self.demand, self.hand, most, pay) {
            return None;
        }
        self.given[..chosen.len()].copy_from_slice(chosen);
        self.settled = chosen.len();
        pay.clear();
        self.walk(most, pay);
        each_once(pay, 0);
        if pay.len() <= most {
            return None;
        }
        pay.clear();
        Some(self.paid())
    }

    /// The next kind of which several counts are possible after those chosen for the first kinds, what is paid of the kinds
    /// before it, and its counts as bits.
    pub(crate) fn next_choice(&mut self, first: usize, paid: Payment) -> Option<(usize, Payment, u16)> {
        self.settled = first;
        (0..first).for_each(|kind| self.given[kind] = paid.count(KindId::from(kind)));
        while self.settled < self.hand.len() {
            let counts = self.counts();
            if counts.count_ones() > 1 {
                return Some((self.settled, self.paid(), counts));
            }
            *self = self.with(narrow::<u8>(counts.trailing_zeros()));
        }
        None
    }

    /// Whether there are more than so many payments.
    pub(crate) fn more_than(&self, most: usize) -> bool {
        if self.stand_ins.pools.is_some() {
            let mut ways = PoolWays::default();
            return ways.find(self.stand_ins, self.demand, self.hand) && ways.more_than(most);
        }
        // With one wild kind at most, each kind pays in no more ways than a payment has cards.
        let ways = self.kinds().count_ones() as usize * usize::from(self.demand.count) + 1;
        let only_wild = self.demand.symbols == 0 || self.stand_ins.for_symbol.is_none();
        if only_wild && self.stand_ins.wild.len() <= 1 && ways <= most {
            return false;
        }
        let mut pay = Vec::new();
        self.walk(most, &mut pay);
        pay.len() > most
    }

    /// The kinds that will do for spaces without a symbol, as bits.
    fn kinds(&self) -> u64 {
        self.demand.kinds & ((1 << self.hand.len()) - 1)
    }

    fn paid(&self) -> Payment {
        let counts = self.given[..self.settled].iter().enumerate();
        counts.fold(Payment::default(), |paid, (kind, &count)| paid.and(Payment::of(KindId::from(kind), count)))
    }

    fn with(mut self, count: u8) -> Self {
        self.given[self.settled] = count;
        self.settled += 1;
        self
    }

    fn walk(&self, most: usize, pay: &mut Vec<Payment>) {
        if self.settled == self.hand.len() {
            return pay.push(self.paid());
        }
        for count in Ones(self.counts().into()) {
            if pay.len() > most {
                return;
            }
            self.with(narrow::<u8>(count)).walk(most, pay);
        }
    }

    /// How many cards of the next kind can be given, as bits.
    fn counts(&self) -> u16 {
        let counts = 0..=self.hand[self.settled].min(Payment::MOST);
        counts.filter(|&count| self.with(count).goes_on()).fold(0, |counts, count| counts | 1 << count)
    }

    /// How many cards of a kind a payment can have that goes on from here.
    fn range(&self, kind: usize) -> RangeInclusive<u8> {
        if kind < self.settled { self.given[kind]..=self.given[kind] } else { 0..=self.hand[kind].min(Payment::MOST) }
    }

    /// Whether some payment goes on from here: with some cards of one kind, or none, for the spaces that need no symbol.
    fn goes_on(&self) -> bool {
        let wild = self.stand_ins.wild.iter().map(|kind| self.range(kind.index()));
        let wild =
            wild.fold([0, 0], |[fewest, most], range| [fewest + u32::from(*range.start()), most + u32::from(*range.end())]);
        let others = self.demand.count - self.demand.symbols;
        self.completes(None, 0, wild)
            || Ones(self.kinds())
                .any(|kind| (1..=others.min(*self.range(kind).end())).any(|own| self.completes(Some(kind), own, wild)))
    }

    /// Whether that is so with `own` cards of the kind in the set, and wild cards at least and at most so many.
    fn completes(&self, set: Option<usize>, own: u8, [fewest_wild, most_wild]: [u32; 2]) -> bool {
        // So many wild cards it takes if nothing stands for a symbol, and one fewer for each symbol that is stood for.
        let wild = u32::from(self.demand.count - own);
        if wild < fewest_wild {
            return false;
        }
        let [fewest, most] = [wild.saturating_sub(most_wild), (wild - fewest_wild).min(self.demand.symbols.into())];
        let Some([given, can]) = self.stood_for(set, own) else { return false };
        let cards = match self.stand_ins.for_symbol {
            None => return fewest == 0 && given == 0,
            Some(rule) if rule.alike => 1,
            Some(rule) => u32::from(rule.cards),
        };
        fewest.max(given.div_ceil(cards)) <= most.min(can / cards)
    }

    /// What is given for symbols at least and at most, in groups or cards, beside the cards in the set; none if cards are over.
    fn stood_for(&self, set: Option<usize>, own: u8) -> Option<[u32; 2]> {
        let group = self.stand_ins.for_symbol.map_or(1, |rule| if rule.alike { rule.cards } else { 1 });
        let (mut all, mut largest, mut kinds) = ([0, 0], 0, 0);
        for kind in (0..self.hand.len()).filter(|&kind| !self.stand_ins.wild.contains(&KindId::from(kind))) {
            let in_set = if set == Some(kind) { own } else { 0 };
            let range = self.range(kind);
            let most = range.end().checked_sub(in_set)? / group;
            let fewest = if kind < self.settled { self.given[kind] - in_set } else { 0 };
            if fewest % group != 0 || self.stand_ins.one_kind && fewest > 0 && set.is_some_and(|set| set != kind) {
                return None;
            }
            let most = if self.stand_ins.one_kind && set.is_some_and(|set| set != kind) { 0 } else { most };
            all = [all[0] + u32::from(fewest / group), all[1] + u32::from(most)];
            largest = largest.max(u32::from(most));
            kinds += u32::from(fewest > 0);
        }
        if !self.stand_ins.one_kind {
            return Some(all);
        }
        // Of one kind: that of which some are given already, or the one of which there are most.
        match kinds {
            0 => Some([0, largest]),
            1 => Some([all[0], all[0]]),
            _ => None,
        }
    }
}

impl StandIns {
    /// Appends every distinct payment of a single demand if there are not more than so many; says whether that is so.
    fn pay_few(&self, demand: Demand, hand: &[u8], most: usize, pay: &mut Vec<Payment>) -> bool {
        let start = pay.len();
        if demand.symbols == 0 && LanePayments::new(self, demand, hand).more_than(most) {
            return false;
        }
        let all = self.pay_up_to(demand, hand, FOUND, pay);
        if !all || pay.len() - start > most {
            pay.truncate(start);
            return false;
        }
        true
    }
}
