//! `lift`: takes track off a lane again: one's own that is given up, or another's that is torn up.

use super::gains::{Gains, add_all};
use super::lanes::find_lane;
use super::money::{self, Money, Purpose};
use super::notation::{Notation, Part};
use super::pieces::{COUNTERS, Pieces};
use super::takings::Takings;
use super::with_cards::Priced;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::price::{Bought, PriceKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{Components, Owner};
use railwright_core::expr::{Eval, Item, ItemType, Scratch, Sieve};
use railwright_core::id::{LaneId, PartyId, SeatId};
use railwright_core::{Action, Effects, State, SubjectKinds, Subjects};
use railwright_source::{Kind, Reader, schema};

schema! {
    pub(super) SCHEMA: LiftKeys with ActionKeys = "action lift",
    "Takes track off a lane: it is to be had again, with the lanes beside it that were closed or barred because of it.\n\n\
     Players write the lane: `lift ash-birch`. What the lane brought stays unless `gain` takes it back. The end of a company that stood \
     where its lane led goes back to where the lane began.",
    {
        OF: Word(&["seat", "everybody"]) = "of", Default("seat"), "whose track is taken away: the seat's own, or everybody's and nobody's";
        WHERE: Conditions<ConditionKeys> = "where", Default("true"), "which lanes with such track";
        PIECES: NameOrMap(COUNTERS) = "pieces", Optional,
            "the counter of pieces that its owner gets back, one for each space; or counters and how many of each";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat or the table and what is added to each";
        PRICE: Table<PriceKeys> = "price", Optional, "what it costs";
    }
    example "[actions.lift]\ndo = \"lift\"\nwhere = \"length <= 2\"\npieces = \"trains\"\ngain = { points = \"-1\" }"
}

/// Takes track off a lane.
#[derive(Clone, Debug)]
pub struct Lift {
    of_everybody: bool,
    which: Condition,
    sieve: Sieve,
    pieces: Pieces,
    gain: Gains,
    price: Money,
}

/// Takes all track off a lane, or one party's; its owners get pieces back.
pub(crate) fn lift(
    rules: &Rules,
    table: &mut Effects,
    scratch: &mut Scratch,
    lane: LaneId,
    (only, seat): (Option<PartyId>, SeatId),
    pieces: &Pieces,
) {
    let parts = &rules.parts;
    let lays_on = |party: &PartyId, table: &Effects| {
        let of_party = only.is_none_or(|only| only == *party);
        of_party && table.state().owners(parts, lane).any(|owner| owner == *party)
    };
    for party in (0..parts.parties()).map(PartyId::from) {
        if !lays_on(&party, table) {
            continue;
        }
        table.lift(lane, party, seat);
        if party.index() < usize::from(parts.seats) {
            pieces.take(rules, table, scratch, SeatId(party.0), Item::Lane(lane), true);
        }
    }
    if only.is_none() && table.state().track(lane).laid > 0 {
        table.lift_of_nobody(lane, seat);
    }
}

impl Lift {
    /// Whether there is track that can be taken away.
    fn has_track(&self, context: &DecisionContext, lane: LaneId) -> bool {
        let (parts, state) = (&context.rules.parts, context.state);
        match self.of_everybody {
            true => state.track(lane).laid > 0,
            false => bits::has(state.own(parts, context.seat.into()), lane.index()),
        }
    }
}

impl Priced for Lift {
    const CHOSEN_FIRST: bool = true;

    fn price<'a>(reader: &Reader<'a, LiftKeys>) -> (Option<Reader<'a, PriceKeys>>, KeyName) {
        (reader.get(LiftKeys::PRICE), LiftKeys::PRICE.into())
    }

    fn bought(&self, _: &Components) -> Bought {
        Bought::One(ItemType::Lane)
    }

    fn purpose(&self, _: &Rules, _: &State, (_, action): (SeatId, Action)) -> Option<(usize, Purpose)> {
        Some((action.subject.into(), Item::Lane(LaneId(action.subject)).into()))
    }
}

impl Behaviour for Lift {
    type Keys = LiftKeys;

    fn outline(_: &Components, _: &Reader<LiftKeys>) -> Outline {
        Outline { about: ItemType::Lane, last: SubjectKinds::LANE, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<LiftKeys>, _: &mut Plan) -> Option<Self> {
        compiler.lifts.get_or_insert(reader.here());
        let which = compiler.condition(reader, LiftKeys::WHERE, ItemType::Lane)?;
        let price = reader.get(LiftKeys::PRICE);
        Some(Lift {
            of_everybody: reader.get(LiftKeys::OF) == Some("everybody"),
            sieve: Sieve::new(&which.whole, &compiler.parts, ItemType::Lane),
            which,
            pieces: Pieces::read(compiler, reader, LiftKeys::PIECES, ItemType::Lane),
            gain: Gains::read(compiler, reader, LiftKeys::GAIN, &[Owner::Seat, Owner::Table], ItemType::Lane, ItemType::Nothing),
            price: money::compile(compiler, price.as_ref(), ItemType::Lane, ItemType::Nothing),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let (parts, party) = (&rules.parts, seat.into());
        for lane in bits::iter(self.sieve.possible()).map(LaneId::from).filter(|lane| self.has_track(context, *lane)) {
            let fits = self.sieve.holds(lane.index(), parts, state, party, || Eval::new(parts, state, party, &mut work.scratch));
            if fits && (self.price.is_free() || self.price.affordable(rules, state, seat, work, Item::Lane(lane).into())) {
                out.push(Action { subject: lane.0, ..context.action() });
            }
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let lane = LaneId(action.subject);
        let what = Purpose::from(Item::Lane(lane));
        self.price.pay(rules, table, seat, work, what);
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        self.gain.work_out(rules, table.state(), seat, &mut work.scratch, what, &mut amounts);
        let only = (!self.of_everybody).then_some(PartyId::from(seat));
        lift(rules, table, &mut work.scratch, lane, (only, seat), &self.pieces);
        add_all(rules, table, seat, what, &amounts);
        work.amounts = amounts;
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let DecisionContext { rules, state, seat, .. } = *context;
        let lane = LaneId(action.subject);
        let Some(strip) = rules.parts.map.lanes.get(lane.index()) else { return Reason::plain("there is no such lane") };
        if !self.has_track(context, lane) {
            let whose = if self.of_everybody { "no track lies there" } else { "it is not yours" };
            return Reason::by(LiftKeys::OF, format!("track cannot be taken off {}: {whose}", strip.id));
        }
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(Item::Lane(lane));
        let words = |text: &str, values: String| {
            format!("track cannot be taken off {}: {text} does not hold{}", strip.id, in_brackets(&values))
        };
        if let Some(reason) = self.which.why_not(LiftKeys::WHERE, &mut eval, words) {
            return reason;
        }
        let short = self.price.refuse(rules, state, seat, work, Item::Lane(lane).into());
        Reason::by(LiftKeys::PRICE, short.unwrap_or_else(|| format!("track cannot be taken off {} now", strip.id)))
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
        self.gain.note(parts, LiftKeys::GAIN, takings);
        self.price.note(takings);
    }
}
