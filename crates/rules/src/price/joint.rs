//! Payments of several demands together, in which groups of equal cards may stand in too.

use super::{Demand, StandIns, each_once};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;

impl StandIns {
    /// Appends every distinct payment of several demands together, each once, in a fixed order.
    pub fn pay_all(&self, demands: &[Demand], hand: &[u8], pay: &mut Vec<Payment>) {
        let start = pay.len();
        let mut search =
            Search { stand_ins: self, demands, left: [0; Payment::KINDS], missing: [0; Payment::KINDS], pay, first_only: false };
        search.left[..hand.len()].copy_from_slice(hand);
        search.demand(0, Payment::default());
        each_once(pay, start);
    }

    /// Whether a hand can pay several demands together.
    pub fn affordable(&self, demands: &[Demand], hand: &[u8], room: &mut Vec<Payment>) -> bool {
        let start = room.len();
        let mut search = Search {
            stand_ins: self,
            demands,
            left: [0; Payment::KINDS],
            missing: [0; Payment::KINDS],
            pay: room,
            first_only: true,
        };
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
        let Some(&Demand { kinds, count, .. }) = self.demands.get(at) else {
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
