//! `claim`: a whole lane, for cards that match it, for money, for both or for nothing.

mod cards;
mod count;
mod refuse;

use super::lane_reach::UpTo;
use super::lanes::{self, LaneRule, WholeLanes, WholeLanesKeys, find_lane, parse_payment};
use super::money::{self, Money};
use super::notation::{Notation, Part};
use super::paying::Paying;
use super::pieces::{COUNTERS, Pieces};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed, endless};
use crate::compile::Compiler;
use crate::flow::{self, want_form};
use crate::price::{Bought, PriceKeys, card_price};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use cards::LaneCards;
pub(crate) use count::LaneCounts;
use railwright_core::bits;
use railwright_core::components::{Form, Owner};
use railwright_core::effect::{At, Endless};
use railwright_core::expr::{Eval, Expr, Item, ItemType};
use railwright_core::id::{ActionId, CounterId, LaneId, SeatId, StepId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Committed, Progress};
use railwright_core::{Action, Components, Effects, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, schema};

schema! {
    pub(super) SCHEMA: ClaimKeys with ActionKeys, WholeLanesKeys = "action claim",
    "Takes a whole lane: for cards that match its colour, for money, for both, or for nothing where it has no price.\n\n\
     Players write the lane and the cards: `claim ash-birch with 3 red, 1 engine`; with `pay = \"after\"` these are two \
     decisions, `claim ash-birch` and `claim with 3 red`. Where such a lane can be paid in more than 300 ways the cards are chosen \
     kind by kind, `claim with 2 red and others`: a decision about cards never has more actions than that. With `pay = \"with\"` \
     every way to pay is an action of its own, however many there are; `check` warns where a lane can have very many. Where no cards are \
     paid players write the lane alone, `claim ash-birch`. The lane then belongs to the seat: `own` holds for it in expressions, \
     it counts for `joined`, `longest` and `reached`. Several lanes in a turn are several decisions, `max` of the `choose` step.",
    {
        PRICE: Table<PriceKeys> = "price", Optional, "what a lane costs";
        ESCROW: Name("zone") = "escrow", Optional,
            "a bag of the seat in which the payment lies until the claim is settled; needed with `committed`";
        COMMITTED: Names("step") = "committed", Optional,
            "steps between paying and settling, in which more may be asked for and an action `withdraw` can take all back";
        PIECES: NameOrMap(COUNTERS) = "pieces", Optional,
            "the seat's counter of pieces, of which a lane takes one for each space; or counters and how many of each a lane takes";
    }
    example "[actions.claim]\ndo = \"claim\"\npieces = \"trains\"\none-per-line = true\nopen-lanes = [1, 2]\n\
     gain = { points = \"route-points(length)\" }\n\
     price = { from = \"hand\", to = \"discard\", count = \"length\", any = \"grey\", wild = \"wild\" }"
    formerly [("from", "price.from"), ("to", "price.to"), ("pay", "price.pay")]
}

/// Chooses the lane; the cards come with it or after it.
const LANE: u8 = 0;
/// Pays for the lane chosen before.
const PAY: u8 = 1;
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 2;

/// Claims a whole lane.
#[derive(Clone, Debug)]
pub struct Claim {
    rule: LaneRule,
    pieces: Pieces,
    /// The lanes by how many pieces they take, where there is one sort of them and the board says how many.
    by_pieces: Option<(Option<CounterId>, UpTo)>,
    money: Money,
    /// Whether more than the board says which lanes are to be had: `where`, money, several sorts of pieces.
    sifts: bool,
    cards: Option<LaneCards>,
    /// Where payments lie until the claim is settled, and the steps in between.
    escrow: Option<(ZoneId, StepId)>,
}

/// Where payments lie until the claim is settled, and what happens in between.
fn escrow(
    compiler: &mut Compiler,
    reader: &Reader<ClaimKeys>,
    from: Option<ZoneId>,
    plan: &mut Plan,
) -> Option<(ZoneId, StepId)> {
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
    let Some(from) = from else {
        flow::misplaced(compiler, reader, ClaimKeys::ESCROW, "no cards are paid that could lie there");
        return None;
    };
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

/// Of so many pieces left, which lanes can be had.
fn by_pieces(pieces: &Pieces, lanes: usize) -> Option<(Option<CounterId>, UpTo)> {
    if pieces.is_empty() {
        return Some((None, UpTo::new(0, &vec![Some(0); lanes])));
    }
    let (counter, numbers) = pieces.of_lanes()?;
    let numbers: Option<Vec<Option<u8>>> = numbers.iter().map(|&n| u8::try_from(n).ok().map(Some)).collect();
    let numbers = numbers?;
    let most = numbers.iter().flatten().copied().max().unwrap_or(0);
    Some((Some(counter), UpTo::new(most.into(), &numbers)))
}

impl Claim {
    /// Finds the lanes that are to be had, cards left out.
    #[inline]
    fn find_available(&self, context: &DecisionContext, work: &mut Workspace) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let some = match &self.by_pieces {
            Some((Some(counter), lanes)) => {
                lanes.get(narrow::<usize>(state.counter(&rules.parts, *counter, seat.index()).max(0)))
            }
            Some((None, lanes)) => lanes.get(0),
            None => state.open(&rules.parts),
        };
        self.rule.available_of(some, rules, state, seat.into(), &mut work.available);
        if self.sifts {
            self.sift(context, work);
        }
    }

    /// Leaves out lanes for which a condition does not hold or for which there is too little money, or too few pieces.
    #[inline(never)]
    fn sift(&self, context: &DecisionContext, work: &mut Workspace) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let mut available = std::mem::take(&mut work.available);
        self.rule.sift(rules, state, seat.into(), &mut work.scratch, &mut available);
        if self.by_pieces.is_none() || !self.money.is_free() {
            for (word, lanes) in available.iter_mut().enumerate() {
                for bit in bits::Ones(*lanes) {
                    let item = Item::Lane(LaneId::from(word * 64 + bit));
                    let short =
                        self.by_pieces.is_none() && self.pieces.short(rules, state, seat, &mut work.scratch, item).is_some();
                    if short || !self.money.is_free() && !self.money.affordable(rules, state, seat, work, item.into()) {
                        *lanes &= !(1 << bit);
                    }
                }
            }
        }
        work.available = available;
    }

    fn take_lane(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace, seat: SeatId, lane: LaneId) {
        self.rule.take(rules, table, &mut work.scratch, lane, seat, &self.pieces);
    }

    /// Whether the cards are a decision of their own.
    fn pays_after(&self) -> bool {
        self.cards.as_ref().is_some_and(|cards| cards.price.pay_after)
    }
}

impl Behaviour for Claim {
    type Keys = ClaimKeys;

    fn outline(_: &Components, _: &Reader<ClaimKeys>) -> Outline {
        Outline { about: ItemType::Lane, last: SubjectKinds::LANE, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<ClaimKeys>, plan: &mut Plan) -> Option<Self> {
        let price = reader.get(ClaimKeys::PRICE);
        let cards = price.as_ref().and_then(|price| card_price(compiler, price, Bought::Lane));
        let escrow = escrow(compiler, reader, cards.as_ref().map(|cards| cards.from), plan);
        let money = money::compile(compiler, price.as_ref(), ItemType::Lane, ItemType::Nothing);
        if let Some(price) = price.as_ref().filter(|_| escrow.is_some()) {
            flow::misplaced(compiler, price, PriceKeys::MONEY, "a claim that can be withdrawn is paid in cards alone");
        }
        let pieces = Pieces::read(compiler, reader, ClaimKeys::PIECES, ItemType::Lane);
        let by_pieces = by_pieces(&pieces, compiler.parts.map.lanes.len());
        let rule = lanes::compile_whole(compiler, &reader.part());
        Some(Claim {
            sifts: rule.is_choosy() || !money.is_free() || by_pieces.is_none(),
            rule,
            pieces,
            by_pieces,
            money,
            cards: cards.map(|cards| LaneCards::new(cards, &compiler.parts)),
            escrow,
        })
    }

    #[inline(never)]
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        if let Some(cards) = self.cards.as_ref().filter(|_| context.progress.action.is_some()) {
            return cards.payments(context, work, out);
        }
        self.find_available(context, work);
        match &self.cards {
            None => {
                out.extend(bits::iter(&work.available).map(|lane| Action { subject: narrow::<u16>(lane), ..context.action() }))
            }
            Some(cards) if cards.price.pay_after => cards.affordable_lanes(context, work, out),
            Some(cards) => cards.lanes_and_payments(context, work, out),
        }
    }

    #[inline]
    fn count(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        // Payments of a lane that is chosen already are listed.
        if context.progress.action.is_some() && self.cards.is_some() {
            return None;
        }
        self.find_available(context, work);
        match &self.cards {
            None => Some(bits::count(&work.available) as usize),
            Some(cards) => cards.count(context, work),
        }
    }

    #[inline]
    fn nth(&self, context: &DecisionContext, work: &mut Workspace, number: usize) -> Action {
        match &self.cards {
            None => {
                // Another action may have looked for its lanes since these were counted.
                self.find_available(context, work);
                let lane = bits::iter(&work.available).nth(number).expect("so many lanes were counted");
                Action { subject: narrow::<u16>(lane), ..context.action() }
            }
            Some(cards) => cards.nth(context, work, number),
        }
    }

    #[inline]
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, progress } = execution;
        let lane = LaneId(action.subject);
        if action.form == PART {
            return Ok(Outcome::More(Paying::settle_part(progress, action)));
        }
        if action.form == LANE && self.pays_after() {
            return Ok(Outcome::More(Progress { action: Some(action.action), at: action.subject, ..Progress::default() }));
        }
        if let Some(cards) = &self.cards {
            let spot = |zone: ZoneId| table.state().spot(&rules.parts, zone, seat.into());
            let (from, to) = (spot(cards.price.from), spot(self.escrow.map_or(cards.price.to, |(escrow, _)| escrow)));
            table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        }
        if !self.money.is_free() {
            self.money.pay(rules, table, seat, work, Item::Lane(lane).into());
        }
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
        self.cards.as_ref().map(|_| self.paid_next(context))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        if action.form == LANE {
            out.push(' ');
            out.push_str(context.rules.parts.map.lanes.get(action.subject as usize).map_or("?", |l| &l.id));
        }
        if let Some(cards) = self.cards.as_ref().filter(|cards| !(cards.price.pay_after && action.form == LANE)) {
            cards.paying().print(context, action, out);
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let mut legal = Vec::new();
        let Some(price) = &self.cards else {
            self.legal(context, work, &mut legal);
            let lane = find_lane(context.rules, text, |lane| legal.iter().any(|action| action.subject == lane.0))?;
            return Ok(Action { subject: lane.0, ..context.action() });
        };
        if let Some(cards) = text.strip_prefix("with ") {
            if context.progress.action.is_some() {
                self.legal(context, work, &mut legal);
            }
            return price.paying().parse(context, cards, &legal);
        }
        let (name, cards) = text.split_once(" with ").map_or((text, None), |(name, cards)| (name, Some(cards)));
        let payment = cards.map(|c| parse_payment(context.rules, price.price.from, c)).transpose()?.unwrap_or_default();
        self.legal(context, work, &mut legal);
        let lane =
            find_lane(context.rules, name.trim(), |lane| legal.iter().any(|a| a.subject == lane.0 && a.payment == payment))?;
        Ok(Action { subject: lane.0, payment, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        let with_cards = self.cards.as_ref().is_some_and(|cards| !cards.price.pay_after);
        vec![if with_cards { vec![Part::Lane, Part::Word("with"), Part::Rest] } else { vec![Part::Lane] }]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        Subjects::lane(LaneId(action.subject))
    }

    fn every(&self, rules: &Rules, id: ActionId) -> Option<Vec<Action>> {
        let lanes =
            (0..rules.parts.map.lanes.len()).map(|lane| Action { action: id, subject: narrow::<u16>(lane), ..Action::default() });
        let Some(cards) = &self.cards else { return Some(lanes.collect()) };
        cards.price.paid_for(rules, lanes.map(|lane| (lane, Some(usize::from(lane.subject)))), PAY)
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.rule.note(parts, takings);
        self.money.note(takings);
        self.pieces.note(takings);
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        self.escrow.map(|_| "the claim is settled later, and there may be less by then")
    }

    /// One that chooses a lane is paid for later.
    fn whole(&self, action: Action) -> Action {
        if self.pays_after() { Action { form: PAY, ..action } } else { action }
    }

    fn settle(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        action: Action,
    ) -> Result<(), Endless> {
        if let (Some((escrow, _)), Some(cards)) = (self.escrow, &self.cards) {
            let [from, to] = [escrow, cards.price.to].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
            table.transfer_all(from, to, At::Top)?;
        }
        self.take_lane(rules, table, work, seat, LaneId(action.subject));
        Ok(())
    }

    fn give_back(&self, rules: &Rules, table: &mut Effects, seat: SeatId) -> Result<(), Endless> {
        let (Some((escrow, _)), Some(cards)) = (self.escrow, &self.cards) else { return Ok(()) };
        let [from, to] = [escrow, cards.price.from].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
        table.transfer_all(from, to, At::Top)
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        self.cards.as_ref().map(|cards| [cards.price.from, cards.price.to])
    }

    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        Some(WholeLanes { rule: &self.rule, pieces: &self.pieces })
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        if !work.free || context.progress.action.is_some() {
            return any_listed(self, context, work, filter);
        }
        // Without a price every lane is to be had for which there are pieces.
        self.find_available(context, work);
        let Workspace { available, scratch, .. } = work;
        let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), scratch);
        let holds = |lane| filter.is_none_or(|f| eval.about_now(Item::Lane(lane), f) != 0);
        bits::iter(available).map(LaneId::from).any(holds)
    }
}
