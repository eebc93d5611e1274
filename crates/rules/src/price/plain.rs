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
        self.pay_up_to(demand, hand, usize::MAX, pay);
    }

    /// The same; gives up, and says so, when the payments of a demand with symbols come out at more than so many.
    pub(super) fn pay_up_to(&self, demand: Demand, hand: &[u8], most: usize, pay: &mut Vec<Payment>) -> bool {
        if demand.symbols > 0 {
            return self.pay_with_symbols(demand, hand, most, pay);
        }
        let wild = self.wild_in(hand);
        // A kind that is held may still be too few, even with all wild cards.
        for kind in Ones(demand.kinds).filter(|&k| hand[k] > 0 && hand[k].saturating_add(wild) >= demand.count) {
            self.pay_with(KindId::from(kind), demand.count, hand, wild, |payment| pay.push(payment));
        }
        self.pay_wild(demand.count, hand, |payment| pay.push(payment));
        true
    }

    /// Calls `pay` with every payment of so many cards that has at least one of that kind.
    #[inline(always)]
    pub fn pay_with(&self, kind: KindId, count: u8, hand: &[u8], wild: u8, mut pay: impl FnMut(Payment)) {
        let held = hand[kind.index()];
        match self.wild[..] {
            [] => pay(Payment::of(kind, count)),
            [only] => OneWild::new(kind, only).pay(count, held, wild, pay),
            _ => (count.saturating_sub(held)..=wild.min(count - 1)).for_each(|n| {
                self.spread(0, n, hand, Payment::of(kind, count - n), &mut |payment| {
                    pay(payment);
                    true
                });
            }),
        }
    }

    /// The only wild kind, where there is just one.
    #[inline(always)]
    pub fn only_wild(&self) -> Option<KindId> {
        match self.wild[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Calls `pay` with every payment of so many cards that are all wild.
    #[inline(always)]
    pub fn pay_wild(&self, count: u8, hand: &[u8], mut pay: impl FnMut(Payment)) {
        match self.wild[..] {
            [only] if hand[only.index()] >= count => pay(Payment::of(only, count)),
            [] | [_] => {}
            _ => drop(self.spread(0, count, hand, Payment::default(), &mut |payment| {
                pay(payment);
                true
            })),
        }
    }

    /// Every way to take `left` wild cards out of the wild kinds from the `at`-th on, until `pay` says that it is enough.
    pub(super) fn spread(&self, at: usize, left: u8, hand: &[u8], paid: Payment, pay: &mut dyn FnMut(Payment) -> bool) -> bool {
        if left == 0 {
            return pay(paid);
        }
        let Some(&kind) = self.wild.get(at) else { return true };
        let mut counts = (0..=left.min(hand[kind.index()])).rev();
        counts.all(|count| self.spread(at + 1, left - count, hand, paid.and(Payment::of(kind, count)), pay))
    }
}

/// A kind of card and the only wild kind, which stands in for it: what claiming asks for every lane at every decision.
///
/// Everything is as wide as a payment, so that a payment is two products and a sum.
#[derive(Clone, Copy, Debug)]
pub struct OneWild {
    kind_card: u64,
    /// What a payment changes by when a wild card takes the place of a card of the kind.
    exchange: u64,
}

impl OneWild {
    /// Cards of a kind for which cards of another stand in.
    #[inline]
    pub fn new(kind: KindId, only: KindId) -> Self {
        let (kind_card, wild_card) = (Payment::of(kind, 1).0, Payment::of(only, 1).0);
        OneWild { kind_card, exchange: wild_card.wrapping_sub(kind_card) }
    }

    /// The n-th of the payments that [`OneWild::pay`] gives.
    #[inline(always)]
    pub fn nth(self, count: u8, held: u8, number: usize) -> Payment {
        let exchanged = u64::from(count.saturating_sub(held)) + number as u64;
        Payment((self.kind_card * u64::from(count)).wrapping_add(self.exchange.wrapping_mul(exchanged)))
    }

    /// Calls `pay` with every payment of so many cards out of those held, at least one of the kind; each
    /// further one has a card of the kind fewer and a wild card more.
    #[inline(always)]
    pub fn pay(self, count: u8, held: u8, wild: u8, mut pay: impl FnMut(Payment)) {
        let (count, held, wild) = (u64::from(count), u64::from(held), u64::from(wild));
        let (fewest, most) = (count.saturating_sub(held), wild.min(count - 1));
        let mut payment = (self.kind_card * count).wrapping_add(self.exchange.wrapping_mul(fewest));
        pay(Payment(payment));
        for _ in fewest..most {
            payment = payment.wrapping_add(self.exchange);
            pay(Payment(payment));
        }
    }
}
