//! Prices: what a thing costs in cards, and every distinct way to pay it from a hand.
//!
//! A price is a list of demands, each for a number of cards of one kind out of some, in which wild
//! cards may stand in; and perhaps groups of equal cards that stand for one card of another kind.
//! A new twist is a field here, never an argument elsewhere.

use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;

/// A number of cards, all of one kind out of `kinds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The kinds that will do, as bits.
    pub kinds: u64,
    /// How many cards.
    pub count: u8,
}

/// What may stand in for a demanded card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandIns {
    /// The kinds of card that stand for any other.
    pub wild: Vec<KindId>,
    /// How many equal cards stand for one card of any other kind.
    pub alike: Option<u8>,
}

impl StandIns {
    /// How many wild cards a hand has.
    #[inline]
    pub fn wild_in(&self, hand: &[u8]) -> u8 {
        self.wild.iter().fold(0u8, |sum, k| sum.saturating_add(hand[k.index()]))
    }

    /// Appends every distinct payment of a single demand that nothing but wild cards stands in for.
    pub fn pay_one(&self, demand: Demand, hand: &[u8], pay: &mut Vec<Payment>) {
        let wild = self.wild_in(hand);
        for kind in Ones(demand.kinds).filter(|&k| hand[k] > 0) {
            self.pay_with(KindId(kind as u8), demand.count, hand, wild, |payment| pay.push(payment));
        }
        self.pay_wild(demand.count, hand, |payment| pay.push(payment));
    }

    /// Calls `pay` with every payment of so many cards that has at least one of that kind.
    #[inline(always)]
    pub fn pay_with(&self, kind: KindId, count: u8, hand: &[u8], wild: u8, mut pay: impl FnMut(Payment)) {
        let stand_ins = count.saturating_sub(hand[kind.index()])..=wild.min(count - 1);
        match self.wild[..] {
            [] => pay(Payment::of(kind, count)),
            [only] => stand_ins.for_each(|n| pay(Payment::of(kind, count - n).and(Payment::of(only, n)))),
            _ => stand_ins.for_each(|n| self.spread(0, n, hand, Payment::of(kind, count - n), &mut pay)),
        }
    }

    /// The payments of [`StandIns::pay_with`] as the first few of eight, where one wild kind is all there is.
    ///
    /// Claiming asks this for every lane at every decision. Eight are always worked out, for a loop
    /// of unknown length costs more than the few too many.
    #[inline(always)]
    pub fn pay_up_to_eight(&self, kind: KindId, count: u8, held: u8, wild: u8) -> Option<([Payment; 8], usize)> {
        let [only] = self.wild[..] else { return None };
        let fewest = count.saturating_sub(held);
        let ways = (wild.min(count - 1) + 1 - fewest) as usize;
        let first = Payment::of(kind, count - fewest).and(Payment::of(only, fewest)).0;
        // One card fewer of the kind and one more wild card.
        let next = (1u64 << (only.0 * 4)).wrapping_sub(1 << (kind.0 * 4));
        let payments = std::array::from_fn(|i| Payment(first.wrapping_add(next.wrapping_mul(i as u64))));
        (ways <= 8).then_some((payments, ways))
    }

    /// Calls `pay` with every payment of so many cards that are all wild.
    #[inline(always)]
    pub fn pay_wild(&self, count: u8, hand: &[u8], mut pay: impl FnMut(Payment)) {
        match self.wild[..] {
            [only] if hand[only.index()] >= count => pay(Payment::of(only, count)),
            [] | [_] => {}
            _ => self.spread(0, count, hand, Payment::default(), &mut pay),
        }
    }

    /// Every way to take `left` wild cards out of the wild kinds from the `at`-th on.
    fn spread(&self, at: usize, left: u8, hand: &[u8], paid: Payment, pay: &mut dyn FnMut(Payment)) {
        if left == 0 {
            return pay(paid);
        }
        let Some(&kind) = self.wild.get(at) else { return };
        for count in (0..=left.min(hand[kind.index()])).rev() {
            self.spread(at + 1, left - count, hand, paid.and(Payment::of(kind, count)), pay);
        }
    }

    /// Appends every distinct payment of several demands together, each once, in a fixed order.
    pub fn pay_all(&self, demands: &[Demand], hand: &[u8], pay: &mut Vec<Payment>) {
        let start = pay.len();
        let mut search = Search { stand_ins: self, demands, left: [0; Payment::KINDS], missing: [0; Payment::KINDS], pay, first_only: false };
        search.left[..hand.len()].copy_from_slice(hand);
        search.demand(0, Payment::default());
        let found = &mut pay[start..];
        found.sort_unstable();
        let mut kept = start;
        for i in start..pay.len() {
            if i == start || pay[i] != pay[kept - 1] {
                pay[kept] = pay[i];
                kept += 1;
            }
        }
        pay.truncate(kept);
    }

    /// Whether a hand can pay several demands together.
    pub fn affordable(&self, demands: &[Demand], hand: &[u8], room: &mut Vec<Payment>) -> bool {
        let start = room.len();
        let mut search =
            Search { stand_ins: self, demands, left: [0; Payment::KINDS], missing: [0; Payment::KINDS], pay: room, first_only: true };
        search.left[..hand.len()].copy_from_slice(hand);
        search.demand(0, Payment::default());
        let found = room.len() > start;
        room.truncate(start);
        found
    }
}

struct Search<'a> {
    stand_ins: &'a StandIns,
    demands: &'a [Demand],
    left: [u8; Payment::KINDS],
    /// Cards of each kind that groups of equal cards must stand for.
    missing: [u8; Payment::KINDS],
    pay: &'a mut Vec<Payment>,
    first_only: bool,
}

impl Search<'_> {
    fn done(&self) -> bool {
        self.first_only && !self.pay.is_empty()
    }

    fn demand(&mut self, at: usize, paid: Payment) {
        let Some(&Demand { kinds, count }) = self.demands.get(at) else {
            return self.groups(0, paid);
        };
        for kind in Ones(kinds) {
            // Most cards of the kind itself first: the plainest payment is found soonest.
            for own in (0..=count.min(self.left[kind])).rev() {
                self.left[kind] -= own;
                self.wild(at, kind, 0, count - own, paid.and(Payment::of(KindId(kind as u8), own)));
                self.left[kind] += own;
                if self.done() {
                    return;
                }
            }
        }
    }

    fn wild(&mut self, at: usize, kind: usize, wild: usize, rest: u8, paid: Payment) {
        let Some(&stand_in) = self.stand_ins.wild.get(wild) else {
            if rest == 0 || self.stand_ins.alike.is_some() {
                self.missing[kind] += rest;
                self.demand(at + 1, paid);
                self.missing[kind] -= rest;
            }
            return;
        };
        for count in (0..=rest.min(self.left[stand_in.index()])).rev() {
            self.left[stand_in.index()] -= count;
            self.wild(at, kind, wild + 1, rest - count, paid.and(Payment::of(stand_in, count)));
            self.left[stand_in.index()] += count;
            if self.done() {
                return;
            }
        }
    }

    /// Gives groups of equal cards for what is missing; a group never stands for its own kind.
    fn groups(&mut self, kind: usize, paid: Payment) {
        let missing: u8 = self.missing.iter().sum();
        if missing == 0 {
            self.pay.push(paid);
            return;
        }
        let Some(alike) = self.stand_ins.alike else { return };
        self.give(kind, missing, missing, alike, paid);
    }

    fn give(&mut self, kind: usize, open: u8, missing: u8, alike: u8, paid: Payment) {
        if open == 0 {
            self.pay.push(paid);
            return;
        }
        if kind == Payment::KINDS || self.done() {
            return;
        }
        let most = (self.left[kind] / alike).min(open).min(missing - self.missing[kind]);
        for groups in (0..=most).rev() {
            let cards = groups * alike;
            if paid.count(KindId(kind as u8)) + cards <= Payment::MOST {
                self.give(kind + 1, open - groups, missing, alike, paid.and(Payment::of(KindId(kind as u8), cards)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pay: &[Payment]) -> Vec<Vec<(u8, u8)>> {
        pay.iter().map(|p| p.iter().map(|(k, n)| (k.0, n)).collect()).collect()
    }

    #[test]
    fn one_colour_with_wild_cards_up_to_the_whole_set() {
        let wild = StandIns { wild: vec![KindId(2)], alike: None };
        let demand = Demand { kinds: 0b11, count: 2 };
        let mut pay = Vec::new();
        wild.pay_one(demand, &[2, 1, 2], &mut pay);
        assert_eq!(list(&pay), [vec![(0, 2)], vec![(0, 1), (2, 1)], vec![(1, 1), (2, 1)], vec![(2, 2)]]);
        let mut all = Vec::new();
        wild.pay_all(&[demand], &[2, 1, 2], &mut all);
        pay.sort();
        assert_eq!(all, pay, "both ways list the same payments");
    }

    #[test]
    fn two_equal_cards_stand_for_one_of_another_kind() {
        let pairs = StandIns { wild: vec![], alike: Some(2) };
        let demands = [Demand { kinds: 1, count: 1 }, Demand { kinds: 2, count: 1 }];
        let mut pay = Vec::new();
        pairs.pay_all(&demands, &[1, 0, 2], &mut pay);
        assert_eq!(list(&pay), [vec![(0, 1), (2, 2)]]);
        pay.clear();
        pairs.pay_all(&demands, &[3, 0, 0], &mut pay);
        assert_eq!(list(&pay), [vec![(0, 3)]], "one for itself, a pair for the other");
        assert!(!pairs.affordable(&demands, &[2, 0, 0], &mut Vec::new()));
    }

    #[test]
    fn every_distinct_payment_is_listed_once() {
        let both = StandIns { wild: vec![KindId(3), KindId(4)], alike: Some(2) };
        let mut pay = Vec::new();
        both.pay_all(&[Demand { kinds: 0b111, count: 3 }, Demand { kinds: 0b001, count: 1 }], &[3, 2, 4, 1, 1], &mut pay);
        let mut sorted = pay.clone();
        sorted.dedup();
        assert_eq!(pay, sorted);
        assert!(pay.len() > 10);
    }
}
