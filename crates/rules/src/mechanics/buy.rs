//! `buy`: a whole lane for money, or for nothing. Which lanes are to be had is a filter.

use super::claim::seat_counter;
use super::lanes::{self, LaneRule, WholeLanes, WholeLanesKeys, find_lane, pieces_left, too_few_pieces};
use super::money::{self, Money, MoneyKeys};
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::expr::{Eval, Item, ItemType, Sieve};
use railwright_core::id::{CounterId, LaneId};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Reader, schema};

schema! {
    pub(super) SCHEMA: BuyKeys with ActionKeys, WholeLanesKeys = "action buy",
    "Takes a whole lane for counters of the seat, or for nothing.\n\n\
     Players write the lane: `buy ash-birch`. The lane then belongs to the seat as one that was claimed does: `own` holds for it in \
     expressions, it counts for `joined`, `longest` and `reached`. Several lanes in a turn are several decisions, `max` of the `choose` \
     step.",
    {
        WHERE: Conditions<ConditionKeys> = "where", Default("true"), "which lanes can be bought, such as `ends(reached) > 0`";
        PRICE: Table<MoneyKeys> = "price", Optional, "what a lane costs";
        PIECES: Name("counter") = "pieces", Optional, "the seat's counter of pieces; a lane takes one for each space";
    }
    example "[actions.buy]\ndo = \"buy\"\nwhere = \"ends(reached) > 0\"\nprice = { money = { coins = \"2 * length\" } }\n\
     gain = { points = \"length\" }"
}

/// Buys a whole lane.
#[derive(Clone, Debug)]
pub struct Buy {
    rule: LaneRule,
    which: Condition,
    sieve: Sieve,
    price: Money,
    pieces: Option<CounterId>,
}

impl Behaviour for Buy {
    type Keys = BuyKeys;

    fn outline(_: &Components, _: &Reader<BuyKeys>) -> Outline {
        Outline { about: ItemType::Lane, last: SubjectKinds::LANE, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<BuyKeys>, _: &mut Plan) -> Option<Self> {
        let which = compiler.condition(reader, BuyKeys::WHERE, ItemType::Lane)?;
        Some(Buy {
            rule: lanes::compile_whole(compiler, &reader.part()),
            sieve: Sieve::new(&which.whole, &compiler.parts, ItemType::Lane),
            which,
            price: money::compile(compiler, reader.get(BuyKeys::PRICE), ItemType::Lane, ItemType::Nothing),
            pieces: reader.get(BuyKeys::PIECES).and_then(|(name, origin)| seat_counter(compiler, reader.path(), name, origin)),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let (parts, pieces) = (&context.rules.parts, pieces_left(context.rules, context.state, context.seat, self.pieces));
        self.rule.available(context.rules, context.state, context.seat.into(), &mut work.available);
        let mut lanes = std::mem::take(&mut work.available);
        self.sieve.sift(&mut Eval::new(parts, context.state, context.seat.into(), &mut work.scratch), &mut lanes);
        for lane in bits::iter(&lanes).map(LaneId::from) {
            let what = Item::Lane(lane).into();
            if i32::from(parts.map.lane(lane).length) <= pieces
                && (self.price.is_free() || self.price.affordable(context.rules, context.state, context.seat, work, what))
            {
                out.push(Action { subject: lane.0, ..context.action() });
            }
        }
        work.available = lanes;
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let lane = LaneId(action.subject);
        self.price.pay(rules, table, seat, work, Item::Lane(lane).into());
        self.rule.take(rules, table, &mut work.scratch, lane, seat, self.pieces);
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let (parts, lane) = (&context.rules.parts, LaneId(action.subject));
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return Reason::plain("there is no such lane") };
        if let Some(reason) = self.rule.refuse(context, lane, context.seat.into()) {
            return reason;
        }
        let mut eval = Eval::new(parts, context.state, context.seat.into(), &mut work.scratch).about(Item::Lane(lane));
        let words =
            |text: &str, values: String| format!("{} cannot be bought: {text} does not hold{}", strip.id, in_brackets(&values));
        if let Some(reason) = self.which.why_not(BuyKeys::WHERE, &mut eval, words) {
            return reason;
        }
        if let Some(reason) = too_few_pieces(context.rules, context.state, context.seat, self.pieces, lane) {
            return Reason::by(BuyKeys::PIECES, reason);
        }
        let short = self.price.refuse(context.rules, context.state, context.seat, work, Item::Lane(lane).into());
        Reason::by(BuyKeys::PRICE, short.unwrap_or_else(|| format!("{} cannot be bought now", strip.id)))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        out.push(' ');
        out.push_str(context.rules.parts.map.lanes.get(action.subject as usize).map_or("?", |l| &l.id));
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let mut legal = Vec::new();
        self.legal(context, work, &mut legal);
        let lane = find_lane(context.rules, text, |lane| legal.iter().any(|action| action.subject == lane.0))?;
        Ok(Action { subject: lane.0, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Lane]]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        Subjects::lane(LaneId(action.subject))
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.rule.note(parts, takings);
        self.price.note(takings);
        self.pieces.into_iter().for_each(|pieces| takings.paid_from(pieces));
    }

    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        Some(WholeLanes { rule: &self.rule, pieces: self.pieces, which: Some(&self.which.whole) })
    }
}
