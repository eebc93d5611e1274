//! A price in cards, made ready: what each lane, place or whatever else is paid for demands, and whether a hand can pay it.

use super::{Demand, PoolWays, StandIns};
use railwright_core::Payment;
use railwright_core::bits::Ones;
use railwright_core::expr::{Eval, Formula};
use railwright_core::id::ZoneId;

/// What things of one sort cost in cards.
#[derive(Clone, Debug)]
pub(crate) struct CardPrice {
    /// The bag that is paid from, and the one that payments go to.
    pub(crate) from: ZoneId,
    pub(crate) to: ZoneId,
    /// Whether the cards are a decision of their own.
    pub(crate) pay_after: bool,
    /// The different stand-ins, and for each thing which of them hold.
    pub(crate) tariffs: Vec<StandIns>,
    pub(crate) tariff_of: Vec<u8>,
    /// What each thing demands.
    pub(crate) demands: Vec<Demand>,
    /// How many cards that is, where it changes during the game.
    pub(crate) count: Option<Formula>,
    /// Whether that is the same for all of them.
    pub(crate) count_is_alike: bool,
}

impl CardPrice {
    /// What stands in for the cards of a thing.
    #[inline]
    pub(crate) fn tariff(&self, item: usize) -> &StandIns {
        &self.tariffs[usize::from(self.tariff_of[item])]
    }

    /// What a thing demands now, its number given by whoever works formulas out about it; nothing if that is more than can ever be paid.
    pub(crate) fn demand(&self, item: usize, mut eval: Eval) -> Result<Demand, i64> {
        let count = self.count.as_ref().map(|count| eval.value(&count.expr));
        self.demand_of(item, count)
    }

    /// How many cards any of them costs now, where that changes during the game and is the same for all.
    pub(crate) fn count_of_all(&self, mut eval: Eval) -> Option<i64> {
        self.count.as_ref().filter(|_| self.count_is_alike).map(|count| eval.value(&count.expr))
    }

    /// What a thing demands where it costs so many cards, if that changes during the game.
    pub(crate) fn demand_of(&self, item: usize, count: Option<i64>) -> Result<Demand, i64> {
        let demand = self.demands[item];
        let Some(count) = count.map(|count| count.max(0)) else { return Ok(demand) };
        match u8::try_from(count).ok().filter(|count| *count <= Payment::MOST) {
            Some(count) => Ok(Demand { count, symbols: demand.symbols.min(count), ..demand }),
            None => Err(count),
        }
    }
}

impl StandIns {
    /// Whether a hand can pay a demand at all.
    pub(crate) fn affords(&self, demand: Demand, hand: &[u8], ways: &mut PoolWays) -> bool {
        if demand.count == 0 {
            return true;
        }
        if let Some(pools) = &self.pools {
            return pools.afford(self, demand, hand).unwrap_or_else(|| ways.find(self, demand, hand));
        }
        if demand.symbols > 0 {
            return self.affords_symbols(demand, &self.symbol_hand(hand));
        }
        let wild = self.wild_in(hand);
        let enough = |held: u8| held.saturating_add(wild) >= demand.count;
        wild >= demand.count || Ones(demand.kinds).any(|kind| hand[kind] > 0 && enough(hand[kind]))
    }

    /// Appends every distinct payment of a demand.
    pub(crate) fn pay_all(&self, demand: Demand, hand: &[u8], ways: &mut PoolWays, pay: &mut Vec<Payment>) {
        match &self.pools {
            _ if demand.count == 0 => pay.push(Payment::default()),
            Some(_) => ways.all(self, demand, hand, pay),
            None => self.pay_one(demand, hand, pay),
        }
    }
}
