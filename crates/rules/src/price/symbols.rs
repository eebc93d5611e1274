//! Payments of a demand some of whose cards must be wild: ferries and the like.
//!
//! For each symbol a wild card, or cards that stand for one; for the other spaces the usual set in one
//! kind with wild cards standing in. A payment splits up so with no card left over.

use super::{Demand, ForSymbol, StandIns};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;

impl StandIns {
    /// Appends every distinct payment of a demand with symbols, each once, in a fixed order.
    pub(super) fn pay_with_symbols(&self, demand: Demand, hand: &[u8], pay: &mut Vec<Payment>) {
        let start = pay.len();
        let mut left = [0u8; Payment::KINDS];
        left[..hand.len()].copy_from_slice(hand);
        self.wild.iter().for_each(|k| left[k.index()] = 0);
        let others = demand.count - demand.symbols;
        let wild = self.wild_in(hand);
        // The set for the other spaces: so many cards of one kind, the rest wild; or all wild.
        for kind in Ones(demand.kinds) {
            for own in 1..=others.min(left[kind]) {
                left[kind] -= own;
                let paid = Payment::of(KindId(kind as u8), own);
                self.pay_symbols(demand.symbols, others - own, wild, &mut left, Some(kind), hand, paid, pay);
                left[kind] += own;
            }
        }
        self.pay_symbols(demand.symbols, others, wild, &mut left, None, hand, Payment::default(), pay);
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

    /// Pays the symbols, some with wild cards and the others with what stands for them.
    fn pay_symbols(
        &self,
        symbols: u8,
        wild_in_set: u8,
        wild: u8,
        left: &mut [u8; Payment::KINDS],
        kind: Option<usize>,
        hand: &[u8],
        paid: Payment,
        pay: &mut Vec<Payment>,
    ) {
        for stood_for in 0..=symbols {
            let wild_used = wild_in_set + symbols - stood_for;
            if wild_used > wild || stood_for > 0 && self.for_symbol.is_none() {
                continue;
            }
            let mut each = |paid: Payment| self.spread(0, wild_used, hand, paid, &mut |payment| pay.push(payment));
            match self.for_symbol {
                Some(rule) if stood_for > 0 => {
                    let only = if self.one_kind { kind } else { None };
                    let cards = if rule.alike { stood_for } else { stood_for * rule.cards };
                    self.give(rule, 0, cards, left, only, paid, &mut each);
                }
                _ => each(paid),
            }
        }
    }

    /// Gives `open` groups of equal cards, or `open` cards of any kinds, from the kinds from `kind` on.
    fn give(
        &self,
        rule: ForSymbol,
        kind: usize,
        open: u8,
        left: &mut [u8; Payment::KINDS],
        only: Option<usize>,
        paid: Payment,
        each: &mut dyn FnMut(Payment),
    ) {
        if open == 0 {
            return each(paid);
        }
        if kind == Payment::KINDS {
            return;
        }
        let size = if rule.alike { rule.cards } else { 1 };
        let allowed = only.is_none_or(|only| only == kind);
        let most = if allowed { (left[kind] / size).min(open) } else { 0 };
        for groups in 0..=most {
            let cards = groups * size;
            let id = KindId(kind as u8);
            if paid.count(id) + cards <= Payment::MOST {
                // With one kind for all, the first kind given is the only one.
                let only = if self.one_kind && groups > 0 { Some(kind) } else { only };
                self.give(rule, kind + 1, open - groups, left, only, paid.and(Payment::of(id, cards)), each);
            }
        }
    }

    /// Whether a hand can pay a demand with symbols.
    pub fn affords_symbols(&self, demand: Demand, hand: &[u8]) -> bool {
        let others = demand.count - demand.symbols;
        let wild = self.wild_in(hand);
        if wild >= demand.count {
            return true;
        }
        if self.one_kind {
            let mut pay = Vec::new();
            self.pay_with_symbols(demand, hand, &mut pay);
            return !pay.is_empty();
        }
        let plain = |k: usize| if self.wild.iter().any(|w| w.index() == k) { 0 } else { hand[k] };
        let stands = |cards: u8| self.for_symbol.map_or(0, |rule| cards / rule.cards);
        let groups: u8 = (0..hand.len()).map(|k| stands(plain(k))).fold(0, u8::saturating_add);
        let cards: u8 = (0..hand.len()).map(plain).fold(0, u8::saturating_add);
        let alike = self.for_symbol.is_none_or(|rule| rule.alike);
        let enough = |own: u8, kind: usize| {
            let wild_in_set = others - own;
            let rest = plain(kind) - own;
            let stood_for = if alike { groups - stands(plain(kind)) + stands(rest) } else { stands(cards - own) };
            wild >= wild_in_set && (wild - wild_in_set).saturating_add(stood_for) >= demand.symbols
        };
        Ones(demand.kinds).any(|kind| (0..=others.min(plain(kind))).any(|own| enough(own, kind)))
    }
}
