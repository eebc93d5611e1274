//! `bid`: the seat names a number, which a counter of it becomes: a bid in an auction, a stake, a wish for the turn order.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together};
use crate::compile::Compiler;
use crate::flow;
use crate::limits::BIDS;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::expr::{Formula, ItemType, Occasion};
use railwright_core::id::CounterId;
use railwright_core::narrow::saturated;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, schema};
use std::ops::RangeInclusive;

schema! {
    pub(super) SCHEMA: BidKeys with ActionKeys = "action bid",
    "Names a number, which a counter of the seat becomes.\n\n\
     Players write the number: `bid 7`. Offered by a `together` step the bids are sealed; offered to one seat after the other, with \
     `min = \"most(bid) + 1\"`, they rise. What is bid is not paid: a step does that (`add`), for whoever has `bid == most(bid)`. At most \
     300 numbers are offered, the lowest ones.",
    {
        COUNTER: Name("counter") = "counter", Required, "the seat's counter that the number is noted in";
        MIN: Expr = "min", Default("0"), "the least that can be named";
        MAX: Expr = "max", Required, "the most that can be named; nothing can be when it is less than `min`";
        BY: Int(1..=1000) = "by", Default("1"), "the step from one number to the next, counted from `min`";
    }
    example "[actions.bid]\ndo = \"bid\"\ncounter = \"bid\"\nmin = \"most(bid) + 1\"\nmax = \"cash\""
}

/// Names a number.
#[derive(Clone, Debug)]
pub struct Bid {
    counter: CounterId,
    min: Formula,
    max: Formula,
    by: i64,
}

impl Bid {
    /// What can be named: the least and the most of it.
    fn bounds(&self, context: &DecisionContext, work: &mut Workspace) -> RangeInclusive<i64> {
        let mut value = |formula| flow::value(context.rules, context.state, work, context.seat, formula);
        let (least, most) = (value(&self.min).max(0), value(&self.max).min(u16::MAX.into()));
        least..=most.min(least.saturating_add((BIDS - 1) * self.by))
    }
}

impl Behaviour for Bid {
    type Keys = BidKeys;

    fn outline(_: &Components, _: &Reader<BidKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<BidKeys>, _: &mut Plan) -> Option<Self> {
        let (name, origin) = reader.get(BidKeys::COUNTER)?;
        let counter = compiler.parts.find_counter(name)?;
        if compiler.parts.counters[counter.index()].owner != Owner::Seat {
            let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of seats", reader.path()));
            compiler.report.push(problem.at(origin, "this counter belongs to something else"));
        }
        let mut bound = |key| compiler.on(Occasion::CHOICES, |c| c.formula(reader, key, ItemType::Nothing));
        Some(Bid { counter, min: bound(BidKeys::MIN)?, max: bound(BidKeys::MAX)?, by: reader.get(BidKeys::BY)? })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let bids = self.bounds(context, work).step_by(saturated::<usize>(self.by));
        out.extend(bids.map(|bid| Action { subject: saturated::<u16>(bid), ..context.action() }));
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { table, seat, action, .. } = execution;
        table.set(self.counter, seat.index(), action.subject.into());
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let bounds = self.bounds(context, work);
        match () {
            () if bounds.is_empty() => {
                Reason::by(BidKeys::MAX, format!("nothing can be bid: at least {} would be needed", bounds.start()))
            }
            () if bounds.contains(&action.subject.into()) => {
                Reason::by(BidKeys::BY, format!("bids go up from {} in steps of {}", bounds.start(), self.by))
            }
            () => {
                let text = format!("{} is not from {} to {}", action.subject, bounds.start(), bounds.end());
                let too_little = i64::from(action.subject) < *bounds.start();
                if too_little { Reason::by(BidKeys::MIN, text) } else { Reason::by(BidKeys::MAX, text) }
            }
        }
    }

    fn print(&self, _: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        out.push(' ');
        out.push_str(&action.subject.to_string());
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let bid = text.parse().map_err(|_| format!("a number should follow, not `{text}`"))?;
        Ok(Action { subject: bid, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Number]]
    }

    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
