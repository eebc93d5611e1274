//! Lanes that are paid for with cards.
//!
//! What a hand can reach is a table of bit sets made at load: for each kind of card and each number of cards, the lanes that so many
//! cards of that kind pay for. A decision crosses them with the lanes that are to be had. Lanes on which the same cards are wild are
//! looked up together; those of which some cards must be wild, or for which groups stand in, are weighed by what they demand.

use super::super::lane_reach::{KindReach, UpTo, for_each_in};
use super::super::paying::Paying;
use super::{DecisionContext, PART, PAY};
use crate::limits::PAYMENTS_LISTED;
use crate::price::{CardPrice, Demand, LanePayments, OneWild, StandIns};
use crate::workspace::Workspace;
use railwright_core::bits::{self, Ones};
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;
use railwright_core::{Action, Components, Payment};

/// What lanes cost in cards.
#[derive(Clone, Debug)]
pub(super) struct LaneCards {
    pub(super) price: CardPrice,
    /// How many cards each lane costs.
    pub(super) prices: Vec<u8>,
    /// Lanes paid for in cards of one kind and wild cards, those with the same wild cards together.
    pub(super) plain: Vec<PlainLanes>,
    /// All other lanes, those with the same price together.
    pub(super) special: Vec<SpecialLanes>,
    /// For each lane the rows in which it is counted: for plain lanes there is one for each kind that pays and one for all of them.
    pub(super) rows_of: Vec<Vec<u16>>,
    pub(super) rows: usize,
    /// Whether no plain lane costs more cards than half of all prices.
    pub(super) is_cheap: bool,
    /// Whether the payments of plain lanes can be told by their numbers: one kind is wild, or none.
    pub(super) is_countable: bool,
}

/// Lanes on which nothing but the same wild cards stands in.
#[derive(Clone, Debug)]
pub(super) struct PlainLanes {
    pub(super) stand_ins: StandIns,
    /// For each kind that is not wild: the lanes it pays for, by price.
    pub(super) by_kind: Vec<KindReach>,
    pub(super) by_price: UpTo,
    /// The first of the rows in which these lanes are counted: one for each kind, and one more.
    pub(super) first_row: usize,
}

/// Lanes of one price of which some cards must be wild, or for which groups of cards stand in.
#[derive(Clone, Debug)]
pub(super) struct SpecialLanes {
    pub(super) demand: Demand,
    pub(super) tariff: usize,
    pub(super) lanes: Vec<u64>,
}

impl LaneCards {
    /// Makes a price ready.
    pub(super) fn new(price: CardPrice, parts: &Components) -> Self {
        let is_special = |lane: usize| price.demands[lane].symbols > 0 || price.tariff(lane).pools.is_some();
        let lanes = 0..price.demands.len();
        let mut plain: Vec<(&[KindId], PlainLanes)> = Vec::new();
        let mut special: Vec<SpecialLanes> = Vec::new();
        for lane in lanes.clone() {
            let (demand, tariff) = (price.demands[lane], usize::from(price.tariff_of[lane]));
            if is_special(lane) {
                let at = special.iter().position(|s| s.demand == demand && s.tariff == tariff).unwrap_or_else(|| {
                    special.push(SpecialLanes { demand, tariff, lanes: vec![0; bits::words(price.demands.len())] });
                    special.len() - 1
                });
                bits::put(&mut special[at].lanes, lane);
                continue;
            }
            let wild = &price.tariffs[tariff].wild[..];
            if !plain.iter().any(|(known, _)| *known == wild) {
                let these = |lane: usize| !is_special(lane) && price.tariff(lane).wild == wild;
                let demands = lanes.clone().map(|lane| these(lane).then_some(price.demands[lane])).collect::<Vec<_>>();
                plain.push((
                    wild,
                    PlainLanes::new(price.tariffs[tariff].clone(), &demands, parts.cards_in(price.from).kinds.len()),
                ));
            }
        }
        let mut cards = LaneCards {
            prices: price.demands.iter().map(|d| d.count).collect(),
            plain: plain.into_iter().map(|(_, lanes)| lanes).collect(),
            special,
            rows_of: vec![Vec::new(); price.demands.len()],
            rows: 0,
            is_cheap: false,
            is_countable: false,
            price,
        };
        cards.number_rows();
        cards
    }

    /// Gives a number to each row in which plain lanes are counted.
    fn number_rows(&mut self) {
        let LaneCards { price, plain, rows_of, rows, .. } = self;
        for plain in &mut *plain {
            plain.first_row = *rows;
            for lane in bits::iter(plain.by_price.all()) {
                let pays = |(_, reach): &(usize, &KindReach)| price.demands[lane].kinds >> reach.kind.0 & 1 == 1;
                let of_kinds = plain.by_kind.iter().enumerate().filter(pays).map(|(kind, _)| kind);
                let all = of_kinds.chain([plain.by_kind.len()]);
                rows_of[lane] = all.map(|row| narrow::<u16>(*rows + row)).collect();
            }
            *rows += plain.by_kind.len() + 1;
        }
        let counts = || price.demands.iter().zip(&*rows_of).filter(|(_, rows)| !rows.is_empty()).map(|(demand, _)| demand.count);
        self.is_cheap = counts().all(|count| count < Payment::MOST.div_ceil(2));
        self.is_countable = plain.iter().all(|p| p.stand_ins.wild.len() <= 1) && counts().all(|count| count > 0);
    }

    pub(super) fn paying(&self) -> Paying {
        Paying { whole: PAY, part: PART, most: PAYMENTS_LISTED, from: self.price.from }
    }

    /// The hand as counts of up to sixteen kinds.
    #[inline]
    pub(super) fn hand<'a>(&self, context: &DecisionContext<'a>) -> &'a [u8] {
        context.state.bag(&context.rules.parts, context.state.spot(&context.rules.parts, self.price.from, context.seat.into()))
    }

    /// Lists the payments of the lane that was chosen before.
    pub(super) fn payments(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let (lane, hand) = (context.progress.at as usize, self.hand(context));
        let (stand_ins, demand) = (self.price.tariff(lane), self.price.demands[lane]);
        if stand_ins.pools.is_some() {
            work.pools.find(stand_ins, demand, hand);
            return self.paying().list(context, &mut work.pools, &mut work.payments, out);
        }
        self.paying().list(context, &mut LanePayments::new(stand_ins, demand, hand), &mut work.payments, out);
    }

    /// Appends each lane that can be paid for, once.
    pub(super) fn affordable_lanes(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand = self.hand(context);
        let Workspace { available, pools, reached, .. } = work;
        // A price with symbols is weighed once, for all lanes that have it.
        let mut symbol_hand = None;
        for special in &self.special {
            let open = special.lanes.iter().zip(&*available).any(|(a, b)| a & b != 0);
            if open && self.affords(special, hand, &mut symbol_hand, pools) {
                for_each_in(&special.lanes, available, |lane| {
                    out.push(Action { subject: narrow::<u16>(lane), ..context.action() })
                });
            }
        }
        for plain in &self.plain {
            plain.reach(hand, reached);
            for_each_in(reached, available, |lane| out.push(Action { subject: narrow::<u16>(lane), ..context.action() }));
        }
    }

    /// Appends each lane with every payment for it: the lanes that each kind of card reaches, then those
    /// with symbols, then what wild cards pay for alone.
    #[inline]
    pub(super) fn lanes_and_payments(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand = self.hand(context);
        let Workspace { available, payments, pools, .. } = work;
        for plain in &self.plain {
            let wild = plain.stand_ins.wild_in(hand);
            for reach in &plain.by_kind {
                // No lane is to be had for no cards, and a set in wild cards alone is listed below.
                let held = hand[reach.kind.index()];
                let cards = if held == 0 { 0 } else { held.saturating_add(wild) };
                let reached = reach.lanes.get(cards as usize);
                for (word, (reached, available)) in reached.iter().zip(&*available).enumerate() {
                    let lanes = reached & available;
                    if lanes != 0 {
                        self.pay_in_kind(context, plain, reach, hand, wild, word, lanes, out);
                    }
                }
            }
        }
        for special in &self.special {
            if special.lanes.iter().zip(&*available).all(|(a, b)| a & b == 0) {
                continue;
            }
            payments.clear();
            self.price.tariffs[special.tariff].pay_all(special.demand, hand, pools, payments);
            for_each_in(&special.lanes, available, |lane| {
                out.extend(payments.iter().map(|&payment| claim(context, lane, payment)));
            });
        }
        for plain in &self.plain {
            let wild = plain.stand_ins.wild_in(hand);
            if wild > 0 {
                for_each_in(plain.by_price.get(wild as usize), available, |lane| {
                    plain.stand_ins.pay_wild(self.prices[lane], hand, |payment| out.push(claim(context, lane, payment)));
                });
            }
        }
    }

    /// Appends the lanes of one word of the board with every payment that has a card of the kind.
    ///
    /// Most words have none of the lanes a kind reaches, so this is kept out of the loop that finds them.
    #[inline(never)]
    fn pay_in_kind(
        &self,
        context: &DecisionContext,
        plain: &PlainLanes,
        reach: &KindReach,
        hand: &[u8],
        wild: u8,
        word: usize,
        lanes: u64,
        out: &mut Vec<Action>,
    ) {
        let lanes = Ones(lanes).map(|bit| word * 64 + bit);
        match reach.one_wild {
            Some(cards) => {
                let held = hand[reach.kind.index()];
                lanes.for_each(|lane| {
                    cards.pay(self.prices[lane], held, wild, |payment| out.push(claim(context, lane, payment)));
                });
            }
            None => lanes.for_each(|lane| {
                let list = |payment| out.push(claim(context, lane, payment));
                plain.stand_ins.pay_with(reach.kind, self.prices[lane], hand, wild, list);
            }),
        }
    }
}

impl PlainLanes {
    /// Finds the lanes that a hand can pay for, as bits.
    #[inline]
    pub(super) fn reach(&self, hand: &[u8], reached: &mut Vec<u64>) {
        let wild = self.stand_ins.wild_in(hand);
        reached.clear();
        reached.extend_from_slice(self.by_price.get(wild.into()));
        for KindReach { kind, lanes, .. } in &self.by_kind {
            let held = hand[kind.index()];
            if held > 0 {
                let further = lanes.get(held.saturating_add(wild).into());
                reached.iter_mut().zip(further).for_each(|(reached, further)| *reached |= further);
            }
        }
    }

    fn new(stand_ins: StandIns, demands: &[Option<Demand>], kinds: usize) -> Self {
        let most = Payment::MOST as usize;
        let counts = |fits: &dyn Fn(&Demand) -> bool| demands.iter().map(|d| d.filter(fits).map(|d| d.count)).collect::<Vec<_>>();
        let kinds = (0..kinds).map(KindId::from).filter(|kind| !stand_ins.wild.contains(kind));
        let one_wild = |kind: KindId| stand_ins.only_wild().map(|only| OneWild::new(kind, only));
        let lanes = |kind: KindId| UpTo::new(most, &counts(&|demand| demand.kinds >> kind.0 & 1 == 1));
        let by_kind = kinds.map(|kind| KindReach { kind, lanes: lanes(kind), one_wild: one_wild(kind) }).collect();
        PlainLanes { by_kind, by_price: UpTo::new(most, &counts(&|_| true)), stand_ins, first_row: 0 }
    }
}

/// The action that claims a lane with a payment.
#[inline(always)]
pub(super) fn claim(context: &DecisionContext, lane: usize, payment: Payment) -> Action {
    Action { subject: narrow::<u16>(lane), payment, ..context.action() }
}
