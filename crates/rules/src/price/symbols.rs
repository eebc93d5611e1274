//! Payments of a demand some of whose cards must be wild: ferries and the like.
//!
//! For each symbol a wild card, or cards that stand for one; for the other spaces the usual set in one
//! kind with wild cards standing in. A payment splits up so with no card left over.

use super::{Demand, ForSymbol, OneWild, StandIns, each_once};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;

impl StandIns {
    /// Appends every distinct payment of a demand with symbols, each once, in a fixed order; gives up, and says so, when more
    /// than so many have come out, those counted that come out twice.
    pub(super) fn pay_with_symbols(&self, demand: Demand, hand: &[u8], most: usize, pay: &mut Vec<Payment>) -> bool {
        let start = pay.len();
        let most = start.saturating_add(most);
        if let (Some(only), None) = (self.only_wild(), self.for_symbol) {
            self.pay_with_wild_symbols(only, demand, hand, pay);
            each_once(pay, start);
            return pay.len() <= most;
        }
        let mut left = [0u8; Payment::KINDS];
        left[..hand.len()].copy_from_slice(hand);
        self.wild.iter().for_each(|k| left[k.index()] = 0);
        let others = demand.count - demand.symbols;
        let wild = self.wild_in(hand);
        // The set for the other spaces: so many cards of one kind, the rest wild; or all wild.
        for kind in Ones(demand.kinds) {
            for own in 1..=others.min(left[kind]) {
                left[kind] -= own;
                let paid = Payment::of(KindId::from(kind), own);
                let all = self.pay_symbols(demand.symbols, others - own, wild, &mut left, Some(kind), hand, paid, most, pay);
                left[kind] += own;
                if !all {
                    return false;
                }
            }
        }
        let all = self.pay_symbols(demand.symbols, others, wild, &mut left, None, hand, Payment::default(), most, pay);
        each_once(pay, start);
        all
    }

    /// The same where only cards of one kind are wild and nothing else stands for a symbol: most ferries.
    fn pay_with_wild_symbols(&self, only: KindId, demand: Demand, hand: &[u8], pay: &mut Vec<Payment>) {
        let (wild, others) = (hand[only.index()], demand.count - demand.symbols);
        let fewest = demand.count.saturating_sub(wild).max(1);
        for kind in Ones(demand.kinds) {
            let one = OneWild::new(KindId::from(kind), only);
            let held = hand[kind].min(others);
            if fewest <= held {
                one.pay(demand.count, held, wild, |payment| pay.push(payment));
            }
        }
        self.pay_wild(demand.count, hand, |payment| pay.push(payment));
    }

    /// Pays the symbols, some with wild cards and the others with what stands for them; says whether all ways were found.
    fn pay_symbols(
        &self,
        symbols: u8,
        wild_in_set: u8,
        wild: u8,
        left: &mut [u8; Payment::KINDS],
        kind: Option<usize>,
        hand: &[u8],
        paid: Payment,
        most: usize,
        pay: &mut Vec<Payment>,
    ) -> bool {
        for stood_for in 0..=symbols {
            let wild_used = wild_in_set + symbols - stood_for;
            if wild_used > wild || stood_for > 0 && self.for_symbol.is_none() {
                continue;
            }
            let mut each = |paid: Payment| {
                self.spread(0, wild_used, hand, paid, &mut |payment| {
                    pay.push(payment);
                    pay.len() <= most
                })
            };
            let all = match self.for_symbol {
                Some(rule) if stood_for > 0 => {
                    let only = if self.one_kind { kind } else { None };
                    let cards = if rule.alike { u16::from(stood_for) } else { u16::from(stood_for) * u16::from(rule.cards) };
                    self.give(rule, 0, cards, left, only, paid, &mut each)
                }
                _ => each(paid),
            };
            if !all {
                return false;
            }
        }
        true
    }

    /// Gives `open` groups of equal cards, or `open` cards of any kinds, from the kinds from `kind` on, until `each` says that
    /// it is enough.
    fn give(
        &self,
        rule: ForSymbol,
        kind: usize,
        open: u16,
        left: &mut [u8; Payment::KINDS],
        only: Option<usize>,
        paid: Payment,
        each: &mut dyn FnMut(Payment) -> bool,
    ) -> bool {
        if open == 0 {
            return each(paid);
        }
        let size = if rule.alike { rule.cards } else { 1 };
        // The next kind that can give any; those before it give none.
        let gives = |kind: &usize| left[*kind] >= size && only.is_none_or(|only| only == *kind);
        let Some(kind) = (kind..Payment::KINDS).find(gives) else { return true };
        let most = narrow::<u8>(u16::from(left[kind] / size).min(open));
        for groups in 0..=most {
            let cards = groups * size;
            let id = KindId::from(kind);
            if paid.count(id) + cards <= Payment::MOST {
                // With one kind for all, the first kind given is the only one.
                let only = if self.one_kind && groups > 0 { Some(kind) } else { only };
                if !self.give(rule, kind + 1, open - u16::from(groups), left, only, paid.and(Payment::of(id, cards)), each) {
                    return false;
                }
            }
        }
        true
    }

    /// What of a hand matters to prices with symbols, counted once for all of them.
    pub fn symbol_hand(&self, hand: &[u8]) -> SymbolHand {
        let mut symbol_hand = SymbolHand { wild: self.wild_in(hand), ..SymbolHand::default() };
        symbol_hand.counts[..hand.len()].copy_from_slice(hand);
        self.wild.iter().for_each(|k| symbol_hand.counts[k.index()] = 0);
        for &count in &symbol_hand.counts[..hand.len()] {
            let groups = self.groups_in(count);
            symbol_hand.groups = symbol_hand.groups.saturating_add(groups);
            symbol_hand.largest = symbol_hand.largest.max(groups);
            symbol_hand.cards = symbol_hand.cards.saturating_add(count);
        }
        symbol_hand
    }

    /// How many symbols so many cards of one kind stand for.
    #[inline]
    fn groups_in(&self, cards: u8) -> u8 {
        self.for_symbol.map_or(0, |rule| cards / rule.cards)
    }

    /// Whether a demand with symbols can be paid.
    pub fn affords_symbols(&self, demand: Demand, symbol_hand: &SymbolHand) -> bool {
        let others = demand.count - demand.symbols;
        let alike = self.for_symbol.is_none_or(|rule| rule.alike);
        let all_wild =
            symbol_hand.wild >= others && (symbol_hand.wild - others).saturating_add(symbol_hand.largest) >= demand.symbols;
        symbol_hand.wild >= demand.count
            || self.one_kind && all_wild
            || Ones(demand.kinds).any(|kind| {
                // As many own cards as possible in the set: each saves a wild card and costs one group at most.
                let held = symbol_hand.counts[kind];
                let own = others.min(held);
                let Some(spare) = (symbol_hand.wild + own).checked_sub(others) else { return false };
                let stood_for = || match (self.one_kind, alike) {
                    (true, _) => self.groups_in(held - own),
                    (false, true) => symbol_hand.groups - self.groups_in(held) + self.groups_in(held - own),
                    (false, false) => self.groups_in(symbol_hand.cards - own),
                };
                // Groups are weighed only when the wild cards left over do not settle it.
                spare >= demand.symbols || spare.saturating_add(stood_for()) >= demand.symbols
            })
    }
}

/// What of a hand matters to prices with symbols.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolHand {
    wild: u8,
    counts: [u8; Payment::KINDS],
    /// The symbols that groups of equal cards stand for, of all kinds together.
    groups: u8,
    /// The same of the one kind that stands for most.
    largest: u8,
    cards: u8,
}
