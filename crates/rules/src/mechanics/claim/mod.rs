//! `claim`: a whole lane for cards that match it.
//!
//! What a hand can reach is a table of bit sets made at load: for each kind of card and each number of
//! cards, the lanes that so many cards of that kind pay for. A decision crosses them with the lanes
//! that are to be had.

mod refuse;

use super::lane_reach::{KindReach, UpTo, for_each_in, symbol_classes};
use super::lanes::{self, LaneRule, WholeLanes, WholeLanesKeys, find_lane, parse_payment, pieces_left};
use super::notation::{Notation, Part};
use super::paying::Paying;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed, endless};
use crate::compile::Compiler;
use crate::flow::{self, want_form};
use crate::price::{Demand, LanePayments, OneWild, PriceKeys, StandIns, lane_demands, lane_stand_ins, warn_of_many_payments};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits::{self, Ones};
use railwright_core::components::{Form, Owner};
use railwright_core::effect::{At, Endless};
use railwright_core::expr::{Eval, Expr, Item, ItemType};
use railwright_core::id::{CounterId, KindId, LaneId, SeatId, StepId, ZoneId};
use railwright_core::state::{Committed, Progress};
use railwright_core::{Action, Components, Effects, Payment, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, schema};

schema! {
    pub(super) SCHEMA: ClaimKeys with ActionKeys, WholeLanesKeys = "action claim",
    "Takes a whole lane for cards that match its colour.\n\n\
     Players write the lane and the cards: `claim ash-birch with 3 red, 1 engine`; with `pay = \"after\"` these are two \
     decisions, `claim ash-birch` and `claim with 3 red`. Where such a lane can be paid in more than 300 ways the cards are chosen \
     kind by kind, `claim with 2 red and others`: a decision about cards never has more actions than that. With `pay = \"with\"` \
     every way to pay is an action of its own, however many there are; `check` warns where a lane can have very many. The lane then belongs to the seat: `own` holds for it in expressions, \
     it counts for `joined`, `longest` and `reached`.",
    {
        FROM: Name("zone") = "from", Required, "the bag that is paid from";
        TO: Name("zone") = "to", Required, "the bag that payments go to";
        PRICE: Table<PriceKeys> = "price", Required, "what a lane costs";
        PAY: Word(&["with", "after"]) = "pay", Default("with"),
            "whether the cards are part of the action, or a decision of their own";
        ESCROW: Name("zone") = "escrow", Optional,
            "a bag of the seat in which the payment lies until the claim is settled; needed with `committed`";
        COMMITTED: Names("step") = "committed", Optional,
            "steps between paying and settling, in which more may be asked for and an action `withdraw` can take all back";
        PIECES: Name("counter") = "pieces", Optional, "the seat's counter of pieces; a lane takes one for each space";
    }
    example "[actions.claim]\ndo = \"claim\"\nfrom = \"hand\"\nto = \"discard\"\npieces = \"trains\"\none-per-line = true\nopen-lanes = [1, 2]\n\
     gain = { points = \"route-points(length)\" }\nprice = { count = \"length\", any = \"grey\", wild = \"wild\" }"
}

/// Chooses the lane; the cards come with it or after it.
const LANE: u8 = 0;
/// Pays for the lane chosen before.
const PAY: u8 = 1;
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 2;
/// So many payments of a lane that was chosen before are listed whole.
const WHOLE_PAYMENTS: usize = 300;

/// Claims a whole lane for cards.
#[derive(Clone, Debug)]
pub struct Claim {
    rule: LaneRule,
    from: ZoneId,
    to: ZoneId,
    /// Where payments lie until the claim is settled, and the steps in between.
    escrow: Option<(ZoneId, StepId)>,
    pay_after: bool,
    pieces: Option<CounterId>,
    stand_ins: StandIns,
    demands: Vec<Demand>,
    prices: Vec<u8>,
    /// For each kind that is not wild: the lanes it pays for, by price.
    by_kind: Vec<KindReach>,
    by_price: UpTo,
    by_length: UpTo,
    /// Lanes with symbols, those of one price together.
    with_symbols: Vec<(Demand, Vec<u64>)>,
}

/// Where payments lie until the claim is settled, and what happens in between.
fn escrow(compiler: &mut Compiler, reader: &Reader<ClaimKeys>, from: ZoneId, plan: &mut Plan) -> Option<(ZoneId, StepId)> {
    let committed = flow::named_steps(&reader.get(ClaimKeys::COMMITTED), plan.steps);
    let zone = reader.get(ClaimKeys::ESCROW).and_then(|(name, _)| compiler.parts.find_zone(name));
    if reader.has(ClaimKeys::ESCROW) != reader.has(ClaimKeys::COMMITTED) {
        let (has, lacks) = if reader.has(ClaimKeys::ESCROW) {
            (ClaimKeys::ESCROW.any(), ClaimKeys::COMMITTED.any())
        } else {
            (ClaimKeys::COMMITTED.any(), ClaimKeys::ESCROW.any())
        };
        let problem = Diagnostic::error("missing-key", format!("{}: `{has}` needs `{lacks}`", reader.path()));
        compiler.report.push(problem.at(reader.origin(has), format!("`{lacks}` is missing")));
    }
    let zone = zone?;
    want_form(compiler, reader, ClaimKeys::ESCROW, zone, "bag", |f| f == Form::Bag);
    flow::same_cards(compiler, reader, ClaimKeys::ESCROW, from, zone);
    flow::two_zones(compiler, reader, ClaimKeys::ESCROW, from, zone);
    if compiler.parts.zone(zone).owner != Owner::Seat {
        let problem = Diagnostic::error("wrong-owner", format!("{}: escrow is a bag of each seat", reader.path()));
        compiler.report.push(problem.at(reader.origin(ClaimKeys::ESCROW), "this zone belongs to something else"));
    }
    Some((zone, plan.flow.committed(committed, plan.id)))
}

/// A counter that belongs to seats.
pub(super) fn seat_counter(
    compiler: &mut Compiler,
    path: &str,
    name: &str,
    origin: railwright_source::Origin,
) -> Option<CounterId> {
    let counter = compiler.parts.find_counter(name)?;
    if compiler.parts.counters[counter.index()].owner != Owner::Seat {
        let problem = Diagnostic::error("wrong-owner", format!("{path}: `{name}` is no counter of seats"));
        compiler.report.push(problem.at(origin, "a seat's counter should stand here"));
    }
    Some(counter)
}

impl Claim {
    fn paying(&self) -> Paying {
        Paying { whole: PAY, part: PART, most: WHOLE_PAYMENTS, from: self.from }
    }

    /// Appends each lane that can be paid for, once.
    fn affordable_lanes(&self, context: &DecisionContext, hand: &[u8], wild: u8, available: &[u64], out: &mut Vec<Action>) {
        // A price with symbols is weighed once, for all lanes that have it.
        let symbol_hand = self.stand_ins.symbol_hand(hand);
        let open = |lanes: &[u64]| lanes.iter().zip(available).any(|(a, b)| a & b != 0);
        let affords = |demand: Demand| self.stand_ins.affords_symbols(demand, &symbol_hand);
        for (_, lanes) in self.with_symbols.iter().filter(|(demand, lanes)| open(lanes) && affords(*demand)) {
            for_each_in(lanes, available, |lane| out.push(Action { subject: lane as u16, ..context.action() }));
        }
        for (word, available) in available.iter().enumerate() {
            let mut reached = self.by_price.get(wild as usize)[word];
            for KindReach { kind, lanes, .. } in &self.by_kind {
                let held = hand[kind.index()];
                if held > 0 {
                    reached |= lanes.get(held.saturating_add(wild) as usize)[word];
                }
            }
            out.extend(Ones(reached & available).map(|bit| Action { subject: (word * 64 + bit) as u16, ..context.action() }));
        }
    }

    /// Appends each lane with every payment for it: the lanes that each kind of card reaches, then those
    /// with symbols, then what wild cards pay for alone.
    #[inline]
    fn lanes_and_payments(&self, context: &DecisionContext, hand: &[u8], wild: u8, work: &mut Workspace, out: &mut Vec<Action>) {
        let Workspace { available, payments, .. } = work;
        for reach in &self.by_kind {
            // No lane is to be had for no cards, and a set in wild cards alone is listed below.
            let held = hand[reach.kind.index()];
            let cards = if held == 0 { 0 } else { held.saturating_add(wild) };
            let reached = reach.lanes.get(cards as usize);
            for (word, (reached, available)) in reached.iter().zip(&*available).enumerate() {
                let lanes = reached & available;
                if lanes != 0 {
                    self.pay_in_kind(context, reach, hand, wild, word, lanes, out);
                }
            }
        }
        for (demand, lanes) in &self.with_symbols {
            payments.clear();
            self.stand_ins.pay_one(*demand, hand, payments);
            for_each_in(lanes, available, |lane| out.extend(payments.iter().map(|&payment| claim(context, lane, payment))));
        }
        if wild > 0 {
            for_each_in(self.by_price.get(wild as usize), available, |lane| {
                self.stand_ins.pay_wild(self.prices[lane], hand, |payment| out.push(claim(context, lane, payment)));
            });
        }
    }

    /// Appends the lanes of one word of the board with every payment that has a card of the kind.
    ///
    /// Most words have none of the lanes a kind reaches, so this is kept out of the loop that finds them.
    #[inline(never)]
    fn pay_in_kind(
        &self,
        context: &DecisionContext,
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
                self.stand_ins.pay_with(reach.kind, self.prices[lane], hand, wild, list);
            }),
        }
    }

    /// The hand as counts of up to sixteen kinds.
    #[inline]
    fn hand<'a>(&self, context: &DecisionContext<'a>) -> &'a [u8] {
        context.state.bag(&context.rules.parts, context.state.spot(&context.rules.parts, self.from, context.seat.into()))
    }
}

/// The action that claims a lane with a payment.
#[inline(always)]
fn claim(context: &DecisionContext, lane: usize, payment: Payment) -> Action {
    Action { subject: lane as u16, payment, ..context.action() }
}

impl Claim {
    fn take_lane(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace, seat: SeatId, lane: LaneId) {
        self.rule.take(rules, table, &mut work.scratch, lane, seat, self.pieces);
    }
}

impl Behaviour for Claim {
    type Keys = ClaimKeys;

    fn outline(_: &Components, _: &Reader<ClaimKeys>) -> Outline {
        Outline { about: ItemType::Lane, last: SubjectKinds::LANE, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<ClaimKeys>, plan: &mut Plan) -> Option<Self> {
        let (from, to) = (compiler.zone(reader, ClaimKeys::FROM)?, compiler.zone(reader, ClaimKeys::TO)?);
        want_form(compiler, reader, ClaimKeys::FROM, from, "bag", |f| f == Form::Bag);
        want_form(compiler, reader, ClaimKeys::TO, to, "bag", |f| f == Form::Bag);
        flow::same_cards(compiler, reader, ClaimKeys::TO, from, to);
        let escrow = escrow(compiler, reader, from, plan);
        let price = reader.get(ClaimKeys::PRICE)?;
        let stand_ins = lane_stand_ins(compiler, &price, from);
        let demands = lane_demands(compiler, &price, from, &stand_ins)?;
        let pieces = reader.get(ClaimKeys::PIECES).and_then(|(name, origin)| seat_counter(compiler, reader.path(), name, origin));
        let most = Payment::MOST as usize;
        let kinds = (0..compiler.parts.cards_in(from).kinds.len()).map(KindId::from).filter(|k| !stand_ins.wild.contains(k));
        let pays = |kind: KindId| {
            demands.iter().map(|d| (d.symbols == 0 && d.kinds >> kind.0 & 1 == 1).then_some(d.count)).collect::<Vec<_>>()
        };
        let one_wild = |kind: KindId| stand_ins.only_wild().map(|only| OneWild::new(kind, only));
        let reach = |kind: KindId| KindReach { kind, lanes: UpTo::new(most, &pays(kind)), one_wild: one_wild(kind) };
        let by_kind = kinds.map(reach).collect();
        let by_price = UpTo::new(most, &demands.iter().map(|d| (d.symbols == 0).then_some(d.count)).collect::<Vec<_>>());
        let with_symbols = symbol_classes(&demands);
        let lengths: Vec<Option<u8>> = compiler.parts.map.lanes.iter().map(|l| Some(l.length)).collect();
        let by_length = UpTo::new(lengths.iter().flatten().copied().max().unwrap_or(0) as usize, &lengths);
        let pay_after = reader.get(ClaimKeys::PAY) == Some("after");
        if !pay_after {
            warn_of_many_payments(compiler, &price, from, &stand_ins, &demands);
        }
        Some(Claim {
            rule: lanes::compile_whole(compiler, &reader.part()),
            from,
            to,
            escrow,
            pay_after,
            pieces,
            stand_ins,
            prices: demands.iter().map(|d| d.count).collect(),
            demands,
            by_kind,
            by_price,
            by_length,
            with_symbols,
        })
    }

    #[inline(never)]
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand = self.hand(context);
        if context.progress.action.is_some() {
            let mut ways = LanePayments::new(&self.stand_ins, self.demands[context.progress.at as usize], hand);
            return self.paying().list(context, &mut ways, &mut work.payments, out);
        }
        let wild = self.stand_ins.wild_in(hand);
        let pieces = pieces_left(context.rules, context.state, context.seat, self.pieces).max(0) as usize;
        self.rule.available_of(
            self.by_length.get(pieces),
            context.rules,
            context.state,
            context.seat.into(),
            &mut work.available,
        );
        if self.pay_after {
            return self.affordable_lanes(context, hand, wild, &work.available, out);
        }
        self.lanes_and_payments(context, hand, wild, work, out);
    }

    #[inline]
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, progress } = execution;
        let lane = LaneId(action.subject);
        if action.form == PART {
            return Ok(Outcome::More(Paying::settle_part(progress, action)));
        }
        if self.pay_after && action.form == LANE {
            return Ok(Outcome::More(Progress { action: Some(action.action), at: action.subject, ..Progress::default() }));
        }
        let spot = |zone: ZoneId| table.state().spot(&rules.parts, zone, seat.into());
        let (from, to) = (spot(self.from), spot(self.escrow.map_or(self.to, |(escrow, _)| escrow)));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        if let Some((_, committed)) = self.escrow {
            table.clock().committed = Some(Committed { action, about: self.subjects(rules, action) });
            return Ok(Outcome::Then(committed));
        }
        self.take_lane(rules, table, work, seat, lane);
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        self.why_not(context, action, work)
    }

    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        Some(self.paid_next(context))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        if action.form == LANE {
            out.push(' ');
            out.push_str(context.rules.parts.map.lanes.get(action.subject as usize).map_or("?", |l| &l.id));
        }
        if !(self.pay_after && action.form == LANE) {
            self.paying().print(context, action, out);
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        if let Some(cards) = text.strip_prefix("with ") {
            let mut listed = Vec::new();
            if context.progress.action.is_some() {
                self.legal(context, work, &mut listed);
            }
            return self.paying().parse(context, cards, &listed);
        }
        let (name, cards) = text.split_once(" with ").map_or((text, None), |(name, cards)| (name, Some(cards)));
        let payment = cards.map(|c| parse_payment(context.rules, self.from, c)).transpose()?.unwrap_or_default();
        let mut legal = Vec::new();
        self.legal(context, work, &mut legal);
        let lane =
            find_lane(context.rules, name.trim(), |lane| legal.iter().any(|a| a.subject == lane.0 && a.payment == payment))?;
        Ok(Action { subject: lane.0, payment, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![if self.pay_after { vec![Part::Lane] } else { vec![Part::Lane, Part::Word("with"), Part::Rest] }]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        Subjects::lane(LaneId(action.subject))
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.rule.note(parts, takings);
        self.pieces.into_iter().for_each(|pieces| takings.paid_from(pieces));
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        self.escrow.map(|_| "the claim is settled later, and there may be less by then")
    }

    /// One that chooses a lane is paid for later.
    fn whole(&self, action: Action) -> Action {
        if self.pay_after { Action { form: PAY, ..action } } else { action }
    }

    fn settle(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        action: Action,
    ) -> Result<(), Endless> {
        if let Some((escrow, _)) = self.escrow {
            let [from, to] = [escrow, self.to].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
            table.transfer_all(from, to, At::Top)?;
        }
        self.take_lane(rules, table, work, seat, LaneId(action.subject));
        Ok(())
    }

    fn give_back(&self, rules: &Rules, table: &mut Effects, seat: SeatId) -> Result<(), Endless> {
        let Some((escrow, _)) = self.escrow else { return Ok(()) };
        let [from, to] = [escrow, self.from].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
        table.transfer_all(from, to, At::Top)
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        Some([self.from, self.to])
    }

    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        Some(WholeLanes { rule: &self.rule, pieces: self.pieces, which: None })
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        if !work.free || context.progress.action.is_some() {
            return any_listed(self, context, work, filter);
        }
        // Without a price every lane is to be had for which there are pieces.
        let (parts, state, seat) = (&context.rules.parts, context.state, context.seat);
        let pieces = pieces_left(context.rules, state, seat, self.pieces).max(0) as usize;
        let Workspace { available, scratch, .. } = work;
        self.rule.available_of(self.by_length.get(pieces), context.rules, state, seat.into(), available);
        let mut eval = Eval::new(parts, state, seat.into(), scratch);
        let holds = |lane| filter.is_none_or(|f| eval.about_now(Item::Lane(lane), f) != 0);
        bits::iter(available).map(LaneId::from).any(holds)
    }
}
