//! Payments of one demand in which nothing but wild cards stands in: what most lanes ask for.

use super::{Demand, StandIns};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;

impl StandIns {
    /// How many wild cards a hand has.
    #[inline]
    pub fn wild_in(&self, hand: &[u8]) -> u8 {
        self.wild.iter().fold(0u8, |sum, k| sum.saturating_add(hand[k.index()]))
    }

    /// Appends every distinct payment of a single demand.
    pub fn pay_one(&self, demand: Demand, hand: &[u8], pay: &mut Vec<Payment>) {
        if demand.symbols > 0 {
            return self.pay_with_symbols(demand, hand, pay);
        }
        let wild = self.wild_in(hand);
        for kind in Ones(demand.kinds).filter(|&k| hand[k] > 0) {
            self.pay_with(KindId(kind as u8), demand.count, hand, wild, |payment| pay.push(payment));
        }
        self.pay_wild(demand.count, hand, |payment| pay.push(payment));
    }

    /// Calls `pay` with every payment of so many cards that has at least one of that kind.
    ///
    /// Claiming asks this for every lane at every decision, so the usual single wild kind goes straight:
    /// each further payment has one card fewer of the kind and one more wild card.
    #[inline(always)]
    pub fn pay_with(&self, kind: KindId, count: u8, hand: &[u8], wild: u8, mut pay: impl FnMut(Payment)) {
        let (fewest, most) = (count.saturating_sub(hand[kind.index()]), wild.min(count - 1));
        match self.wild[..] {
            [] => pay(Payment::of(kind, count)),
            [only] => {
                let mut payment = Payment::of(kind, count - fewest).and(Payment::of(only, fewest)).0;
                let next = (1u64 << (only.0 * 4)).wrapping_sub(1 << (kind.0 * 4));
                for _ in fewest..most {
                    pay(Payment(payment));
                    payment = payment.wrapping_add(next);
                }
                pay(Payment(payment));
            }
            _ => (fewest..=most).for_each(|n| self.spread(0, n, hand, Payment::of(kind, count - n), &mut pay)),
        }
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
    pub(super) fn spread(&self, at: usize, left: u8, hand: &[u8], paid: Payment, pay: &mut dyn FnMut(Payment)) {
        if left == 0 {
            return pay(paid);
        }
        let Some(&kind) = self.wild.get(at) else { return };
        for count in (0..=left.min(hand[kind.index()])).rev() {
            self.spread(at + 1, left - count, hand, paid.and(Payment::of(kind, count)), pay);
        }
    }
}
