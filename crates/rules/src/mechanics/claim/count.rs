//! How many ways there are to claim a lane, and which is the n-th of them, without writing them all down.
//!
//! In how many ways a lane can be paid for in one kind of card depends on its price, the cards of that kind and the wild cards, and on
//! nothing else. So lanes are counted by what pays for them and by price, and a decision multiplies these numbers by those of a table made
//! at build time. From decision to decision only lanes that came or went are counted anew.

use super::DecisionContext;
use super::cards::{LaneCards, PlainLanes, claim};
use crate::price::SymbolHand;
use crate::workspace::Workspace;
use railwright_core::bits::{self, Ones};
use railwright_core::id::MAX_SEATS;
use railwright_core::narrow::narrow;
use railwright_core::{Action, Payment};

/// Prices in cards go up to this.
const PRICES: usize = Payment::MOST as usize + 1;

/// A number for each price.
type ByPrice = [i16; PRICES];

/// In how many ways a lane of each price can be paid for by so many cards of a kind, at least one of them, and so many wild cards.
static WAYS: [[ByPrice; PRICES]; PRICES] = ways();

/// Which prices so many wild cards pay alone.
static UP_TO: [ByPrice; PRICES] = up_to();

#[expect(clippy::cast_possible_truncation, reason = "numbers up to fifteen")]
const fn ways() -> [[ByPrice; PRICES]; PRICES] {
    let mut ways = [[[0; PRICES]; PRICES]; PRICES];
    let mut held = 1;
    while held < PRICES {
        let mut wild = 0;
        while wild < PRICES {
            let mut price = 1;
            while price < PRICES {
                let fewest = price.saturating_sub(held);
                let most = if wild < price - 1 { wild } else { price - 1 };
                ways[held][wild][price] = if most >= fewest { (most - fewest + 1) as i16 } else { 0 };
                price += 1;
            }
            wild += 1;
        }
        held += 1;
    }
    ways
}

const fn up_to() -> [ByPrice; PRICES] {
    let mut up_to = [[0; PRICES]; PRICES];
    let mut wild = 0;
    while wild < PRICES {
        let mut price = 1;
        while price <= wild {
            up_to[wild][price] = 1;
            price += 1;
        }
        wild += 1;
    }
    up_to
}

/// The lanes that each seat could have by each action when it was last asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneCounts(Vec<SeatLanes>);

/// The lanes that a seat could have, counted.
#[derive(Clone, Debug, Default)]
struct SeatLanes {
    lanes: Vec<u64>,
    /// For each kind of card that pays for lanes, and for all of them: how many of each price.
    rows: Vec<ByPrice>,
    /// At which number the ways to pay in each kind end, and whatever else is counted by itself.
    ends: Vec<usize>,
    /// How many there are by now.
    total: usize,
}

impl LaneCounts {
    fn of(&mut self, context: &DecisionContext) -> &mut SeatLanes {
        let at = context.id.index() * MAX_SEATS + context.seat.index();
        if self.0.len() <= at {
            self.0.resize_with(at + 1, SeatLanes::default);
        }
        &mut self.0[at]
    }
}

impl SeatLanes {
    /// Counts lanes that came since it was last asked, and those that went no more.
    fn follow(&mut self, cards: &LaneCards, available: &[u64]) {
        if self.lanes.len() != available.len() {
            self.lanes.resize(available.len(), 0);
            self.rows.resize(cards.rows, ByPrice::default());
        }
        for (word, (known, &now)) in self.lanes.iter_mut().zip(available).enumerate() {
            let changed = *known ^ now;
            *known = now;
            for bit in Ones(changed) {
                let lane = word * 64 + bit;
                let price = usize::from(cards.prices[lane]) % PRICES;
                let by = if now >> bit & 1 == 1 { 1 } else { -1 };
                for row in &cards.rows_of[lane] {
                    self.rows[usize::from(*row)][price] += by;
                }
            }
        }
    }

    /// Notes that there are so many more, and how many there are by now.
    #[inline(always)]
    fn note(&mut self, count: usize) {
        self.total += count;
        self.ends.push(self.total);
    }

    /// In which of the parts that were noted a number is, and which number it has there.
    fn part(&self, number: usize) -> (usize, usize) {
        let part = self.ends.iter().position(|&end| number < end).expect("so many were counted");
        (part, number - if part == 0 { 0 } else { self.ends[part - 1] })
    }
}

/// How many ways there are to pay for lanes counted by price, where for each price there are so many.
#[inline(always)]
fn times(lanes: &ByPrice, ways: &ByPrice, is_cheap: bool) -> usize {
    let product = |price: usize| i32::from(lanes[price]) * i32::from(ways[price]);
    // Eight products at a time are one instruction of most processors.
    let mut sum: i32 = (0..PRICES / 2).map(product).sum();
    if !is_cheap {
        sum += (PRICES / 2..PRICES).map(product).sum::<i32>();
    }
    sum.cast_unsigned() as usize
}

/// Whether some lane is in both sets.
#[inline]
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// A number of cards as far as it makes a difference.
#[inline(always)]
fn capped(cards: u8) -> usize {
    usize::from(cards.min(Payment::MOST))
}

impl LaneCards {
    /// How many lanes can be claimed with how many payments in all, or how many lanes where they are paid for later; not told where several
    /// kinds are wild, which makes the payments too many to be told apart by numbers.
    #[inline(never)]
    pub(super) fn count(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        if !self.price.pay_after && !self.is_countable {
            return None;
        }
        let hand = self.hand(context);
        let Workspace { available, payments, pools, lane_counts, reached, .. } = work;
        let counted = lane_counts.of(context);
        counted.ends.clear();
        counted.total = 0;
        if self.price.pay_after {
            counted.lanes.clone_from(available);
            let mut symbol_hand = None;
            for special in &self.special {
                let payable = meet(&special.lanes, available) && self.affords(special, hand, &mut symbol_hand, pools);
                counted.note(if payable { bits::count_both(&special.lanes, available) } else { 0 });
            }
            for plain in &self.plain {
                plain.reach(hand, reached);
                counted.note(bits::count_both(reached, available));
            }
            return Some(counted.total);
        }
        counted.follow(self, available);
        let mut total = 0;
        for plain in &self.plain {
            let wild = capped(plain.stand_ins.wild_in(hand));
            let rows = &counted.rows[plain.first_row..][..plain.by_kind.len()];
            for (reach, row) in plain.by_kind.iter().zip(rows) {
                // Of no cards of a kind no way has one.
                let held = hand[reach.kind.index()];
                total += if held == 0 { 0 } else { times(row, &WAYS[capped(held)][wild], self.is_cheap) };
                counted.ends.push(total);
            }
        }
        counted.total = total;
        for special in &self.special {
            payments.clear();
            if meet(&special.lanes, available) {
                self.price.tariffs[special.tariff].pay_all(special.demand, hand, pools, payments);
            }
            let lanes = if payments.is_empty() { 0 } else { bits::count_both(&special.lanes, available) };
            counted.note(lanes * payments.len());
        }
        for plain in &self.plain {
            let wild = capped(plain.stand_ins.wild_in(hand));
            let row = &counted.rows[plain.first_row + plain.by_kind.len()];
            counted.note(if wild == 0 { 0 } else { times(row, &UP_TO[wild], self.is_cheap) });
        }
        Some(counted.total)
    }

    /// The n-th of what was just counted, in the order of the list.
    #[inline(never)]
    pub(super) fn nth(&self, context: &DecisionContext, work: &mut Workspace, number: usize) -> Action {
        let hand = self.hand(context);
        let Workspace { payments, pools, lane_counts, reached, .. } = work;
        let counted = lane_counts.of(context);
        let (mut part, number) = counted.part(number);
        let open = &counted.lanes;
        if self.price.pay_after {
            let lane = match self.special.get(part) {
                Some(special) => bits::nth_of_both(&special.lanes, open, number),
                None => {
                    self.plain[part - self.special.len()].reach(hand, reached);
                    bits::nth_of_both(reached, open, number)
                }
            };
            return claim(context, lane.expect("so many lanes were counted"), Payment::default());
        }
        for plain in &self.plain {
            if part < plain.by_kind.len() {
                return self.nth_in_kind(context, plain, part, hand, open, number);
            }
            part -= plain.by_kind.len();
        }
        if let Some(special) = self.special.get(part) {
            payments.clear();
            self.price.tariffs[special.tariff].pay_all(special.demand, hand, pools, payments);
            let lane = bits::nth_of_both(&special.lanes, open, number / payments.len());
            return claim(context, lane.expect("so many lanes were counted"), payments[number % payments.len()]);
        }
        let plain = &self.plain[part - self.special.len()];
        let wild = plain.stand_ins.wild_in(hand);
        let lane = bits::nth_of_both(plain.by_price.get(wild.into()), open, number).expect("so many lanes were counted");
        let only = plain.stand_ins.only_wild().expect("nothing is paid in wild cards where there are none");
        claim(context, lane, Payment::of(only, self.prices[lane]))
    }

    /// The n-th way to pay for a lane with cards of one kind and wild cards: lane by lane, each with all its payments.
    fn nth_in_kind(
        &self,
        context: &DecisionContext,
        plain: &PlainLanes,
        kind: usize,
        hand: &[u8],
        open: &[u64],
        mut number: usize,
    ) -> Action {
        let reach = &plain.by_kind[kind];
        let (held, wild) = (hand[reach.kind.index()], plain.stand_ins.wild_in(hand));
        let ways = &WAYS[capped(held)][capped(wild)];
        let reached = reach.lanes.get(usize::from(held.saturating_add(wild)));
        for (word, (reached, open)) in reached.iter().zip(open).enumerate() {
            for bit in Ones(reached & open) {
                let lane = word * 64 + bit;
                let price = self.prices[lane];
                let here = narrow::<usize>(i32::from(ways[usize::from(price) % PRICES]));
                if number < here {
                    let payment = match reach.one_wild {
                        Some(cards) => cards.nth(price, held, number),
                        None => Payment::of(reach.kind, price),
                    };
                    return claim(context, lane, payment);
                }
                number -= here;
            }
        }
        unreachable!("so many ways to pay were counted")
    }

    /// Whether a hand can pay a price with symbols or pools; what of the hand matters to symbols is worked out once for prices in which
    /// the same stands in.
    pub(super) fn affords(
        &self,
        special: &super::cards::SpecialLanes,
        hand: &[u8],
        known: &mut Option<(usize, SymbolHand)>,
        pools: &mut crate::price::PoolWays,
    ) -> bool {
        let stand_ins = &self.price.tariffs[special.tariff];
        if stand_ins.pools.is_some() {
            return stand_ins.affords(special.demand, hand, pools);
        }
        let (_, symbol_hand) = match known {
            Some(known) if known.0 == special.tariff => known,
            _ => known.insert((special.tariff, stand_ins.symbol_hand(hand))),
        };
        stand_ins.affords_symbols(special.demand, symbol_hand)
    }
}
