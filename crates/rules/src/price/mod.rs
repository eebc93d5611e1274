//! Prices: what a thing costs in cards, and every distinct way to pay it from a hand.
//!
//! A demand is for a number of cards of one kind out of some, in which wild cards may stand in; some of
//! them may have to be wild (symbols), which other cards may stand for in turn; and groups of cards
//! may stand for any card. What stands in may differ from lane to lane. A new twist is a field here,
//! never an argument elsewhere.

mod card_price;
mod colors;
mod every;
mod joint;
mod lane_payments;
mod large_bill;
mod means;
mod plain;
mod pools;
mod read;
mod schema;
mod stand_ins;
mod symbols;
#[cfg(test)]
mod tests;
mod ways;
mod words;

pub(crate) use card_price::CardPrice;
pub(crate) use joint::{Bill, Scales};
pub(crate) use lane_payments::LanePayments;
pub(crate) use means::{MOST_KINDS, Means, MeansCache, RemainingCards};
pub use plain::OneWild;
pub(crate) use pools::PoolWays;
pub use pools::{Pool, Pools};
pub(crate) use read::{Bought, card_price};
pub(crate) use schema::PriceKeys;
use stand_ins::read_stand_ins;
pub use symbols::SymbolHand;
pub(crate) use ways::Ways;

use railwright_core::Payment;
use railwright_core::id::KindId;

/// A number of cards, all of one kind out of `kinds` but for those that must be wild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The kinds that will do, as bits; wild kinds are not among them.
    pub kinds: u64,
    /// How many cards in all.
    pub count: u8,
    /// How many of them must be wild, or be stood for.
    pub symbols: u8,
}

/// What may stand for a card that must be wild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForSymbol {
    /// How many cards.
    pub cards: u8,
    /// Whether they must be of one kind.
    pub alike: bool,
}

/// Groups of equal cards that stand for cards of another kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Groups {
    /// How many equal cards stand for one.
    pub alike: u8,
    /// Whether each further card of a group stands for one more.
    pub larger: bool,
    /// Whether the cards that a larger group stands for may be of different kinds.
    pub apart: bool,
}

/// What may stand in for a demanded card.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandIns {
    /// The kinds of card that stand for any other.
    pub wild: Vec<KindId>,
    /// The groups of equal cards that stand for cards of any other kind.
    pub groups: Option<Groups>,
    /// What stands for a card that must be wild, besides a wild card.
    pub for_symbol: Option<ForSymbol>,
    /// Whether all cards of a payment that are not wild must be of one kind.
    pub one_kind: bool,
    /// What stands in where groups may have wild cards, or stand for any card.
    pub pools: Option<Pools>,
}

/// Sorts the payments from `start` on and drops those that are there twice.
fn each_once(pay: &mut Vec<Payment>, start: usize) {
    pay[start..].sort_unstable();
    let mut kept = start;
    for i in start..pay.len() {
        if i == start || pay[i] != pay[kept - 1] {
            pay[kept] = pay[i];
            kept += 1;
        }
    }
    pay.truncate(kept);
}
