//! `take`: cards from rows, piles and bags, one decision each, until a budget is spent.
//!
//! Drawing train cards is a budget of two in which a face-up wild card costs both; a tender is a
//! budget with `may-stop`.

mod choices;
mod every;
mod there;

use self::there::from_things;
use super::at_things::{AT, AtThings, remembered, thing_of};
use super::money::{self, Money, Purpose};
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::with_cards::Priced;
use super::{
    ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, any_listed, cards_in,
    endless, in_brackets,
};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::flow::{said_once, same_cards, two_zones};
use crate::price::{Bought, PriceKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{Form, Spot};
use railwright_core::expr::{Eval, Expr, Formula, Item, ItemType, Sieve};
use railwright_core::id::{ActionId, KindId, SeatId, ZoneId};
use railwright_core::narrow::{narrow, saturated};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, State, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: TakeKeys with ActionKeys = "action take",
    "Takes cards from rows, piles and bags, one decision for each card, until the budget is spent.\n\n\
     Players write the card or the pile: `draw red`, `draw deck`; with several rows `draw red from market`; `draw stop` where one may stop. \
     From a zone of places, lanes or companies they write the card and where it lies: `take coal from birch`.",
    {
        FROM: Names("zone") = "from", Required, "the rows, piles and bags to take from; or one zone of places, lanes or companies";
        TO: Name("zone") = "to", Required, "where the cards go";
        BUDGET: Expr = "budget", Default("1"), "how much may be spent in one go; each card costs 1 unless `costs` says otherwise";
        WHERE: Conditions<ConditionKeys> = "where", Default("true"), "which cards can be taken from rows and bags; the place, lane or company is around a card that lies there";
        PRICE: Table<PriceKeys> = "price", Optional, "what a card of a row or bag costs";
        COSTS: TableList<CostKeys> = "costs", Optional, "cards that cost more or less";
        MAY_STOP: Bool = "may-stop", Default("false"), "whether one may stop before the budget is spent, after the first card";
    }
    example "[actions.draw]\ndo = \"take\"\nfrom = [\"market\", \"deck\"]\nto = \"hand\"\nwhen = \"size(deck) > 0\"\nbudget = 2\n\
     costs = [{ from = \"market\", where = \"wild\", cost = 2 }]"
}

schema! {
    COST: CostKeys = "cost",
    "What some cards cost when they are taken from a zone.",
    {
        FROM: Name("zone") = "from", Required, "the zone";
        WHERE: Expr = "where", Required, "which cards";
        COST: Int(0..=100) = "cost", Required, "the cost";
    }
    formerly [("tag", "where")]
}

const STOP: u8 = 1;

/// One zone to take from.
#[derive(Clone, Debug)]
struct Source {
    zone: ZoneId,
    /// Whether its cards are seen before they are taken.
    seen: bool,
    bag: bool,
    /// The cost of each kind; of a pile only what a card unseen costs.
    costs: Vec<i16>,
    /// For each budget up to the dearest card: the kinds within it, as bits.
    within: Vec<KindSet>,
    /// Whether there are so few kinds of its cards that one word holds a set of them.
    few: bool,
}

/// A set of kinds of card, as bits.
type KindSet = [u64; 4];

impl Source {
    /// The kinds that cost at most so much.
    #[inline]
    fn within(&self, left: i16) -> KindSet {
        self.within[narrow::<usize>(left.max(0)).min(self.within.len() - 1)]
    }

    fn find_within(&mut self) {
        let dearest = self.costs.iter().copied().max().unwrap_or(0);
        let set = |left: i16| {
            let mut kinds = KindSet::default();
            let cheap = self.costs.iter().enumerate().filter(|(_, cost)| **cost <= left);
            cheap.for_each(|(kind, _)| bits::put(&mut kinds, kind));
            kinds
        };
        self.within = (0..=dearest).map(set).collect();
    }
}

/// Takes cards from rows and piles.
#[derive(Clone, Debug)]
pub struct Take {
    sources: Vec<Source>,
    to: ZoneId,
    /// Whether they go to a row, which may be full.
    to_row: bool,
    budget: Formula,
    may_stop: bool,
    which: Option<(Condition, Sieve)>,
    price: Money,
    /// Cards are taken from things and not from the sources.
    there: Option<AtThings>,
}

impl Take {
    #[inline]
    fn left(&self, context: &DecisionContext, work: &mut Workspace) -> i16 {
        let budget = |value: i64| value.clamp(0, 1000) as i16;
        match (context.progress.action, &self.budget.expr) {
            (Some(_), _) => context.progress.left,
            (None, Expr::Int(value)) => budget(*value),
            (None, _) => {
                let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
                budget(eval.value(&self.budget.expr))
            }
        }
    }

    /// Whether the seat can pay for a card that it sees.
    #[inline]
    fn payable(&self, context: &DecisionContext, work: &mut Workspace, kind: KindId) -> bool {
        let card = || Item::Card(context.rules.parts.zone(self.to).cards, kind);
        self.price.is_free() || self.price.affordable(context.rules, context.state, context.seat, work, card().into())
    }

    /// Whether there is no room for another card.
    #[inline]
    fn is_full(&self, context: &DecisionContext) -> bool {
        let parts = &context.rules.parts;
        self.to_row && context.state.room(parts, context.state.spot(parts, self.to, context.seat.into())) == 0
    }

    /// Whether any card can be taken.
    #[inline]
    fn any_left(&self, context: &DecisionContext, work: &mut Workspace, left: i16) -> bool {
        if self.is_full(context) {
            return false;
        }
        if let Some(there) = &self.there {
            return left > 0 && there.any(context, work, &self.price);
        }
        let parts = &context.rules.parts;
        self.sources.iter().rev().any(|source| {
            let spot = context.state.spot(parts, source.zone, context.seat.into());
            if !source.seen {
                return left > 0 && !context.state.pile(parts, spot).is_empty();
            }
            let choices = self.choices(context, work, source, spot, left);
            bits::iter(&choices).any(|kind| self.payable(context, work, KindId::from(kind)))
        })
    }

    /// The zones to take from, where they are not those of things.
    #[inline]
    fn sources(&self) -> &[Source] {
        if self.there.is_some() { &[] } else { &self.sources }
    }

    fn source(&self, zone: u16) -> Option<&Source> {
        self.sources.iter().find(|s| s.zone.index() == zone as usize)
    }
}

/// Sets of fewer kinds than this fit into a word that has a bit for none as well.
const FEW_KINDS: usize = 64;

/// No kind: the card is not seen before it is taken.
const UNSEEN: u16 = u16::MAX;

impl Priced for Take {
    const CHOSEN_FIRST: bool = false;

    fn price<'a>(reader: &Reader<'a, TakeKeys>) -> (Option<Reader<'a, PriceKeys>>, KeyName) {
        (reader.get(TakeKeys::PRICE), TakeKeys::PRICE.into())
    }

    fn bought(&self, parts: &Components) -> Bought {
        Bought::One(ItemType::Card(parts.zone(self.to).cards))
    }

    fn purpose(&self, rules: &Rules, _: &State, (_, action): (SeatId, Action)) -> Option<(usize, Purpose)> {
        if let Some(there) = self.there.as_ref().filter(|_| action.form == AT) {
            let (kind, item) = there.meant(&rules.parts, action)?;
            return Some((kind.index(), there.purpose(&rules.parts, kind, item)));
        }
        let pays = action.form != STOP && self.source(action.object).is_some_and(|source| source.seen);
        let card = || Item::Card(rules.parts.zone(self.to).cards, KindId(narrow::<u8>(action.subject)));
        pays.then(|| (action.subject.into(), card().into()))
    }
}

impl Behaviour for Take {
    type Keys = TakeKeys;

    fn outline(parts: &Components, reader: &Reader<TakeKeys>) -> Outline {
        let from = reader.get(TakeKeys::FROM).first().and_then(|(name, _)| parts.find_zone(name));
        let last = from.and_then(|from| thing_of(parts, from)).map_or(SubjectKinds::NONE, remembered);
        Outline { about: cards_in(parts, from), last, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<TakeKeys>, _: &mut Plan) -> Option<Self> {
        let to = compiler.parts.find_zone(reader.get(TakeKeys::TO)?.0)?;
        said_once(compiler, reader, TakeKeys::FROM);
        let mut sources = Vec::new();
        for (name, origin) in reader.get(TakeKeys::FROM) {
            let zone = compiler.parts.find_zone(name)?;
            compiler.need_seen(zone, origin);
            same_cards(compiler, reader, TakeKeys::TO, zone, to);
            two_zones(compiler, reader, TakeKeys::TO, zone, to);
            let form = compiler.parts.zone(zone).form;
            let costs = vec![1; compiler.parts.cards_in(zone).kinds.len()];
            let few = costs.len() < FEW_KINDS;
            sources.push(Source { zone, seen: form != Form::Pile, bag: form == Form::Bag, costs, within: Vec::new(), few });
        }
        for cost in reader.get(TakeKeys::COSTS) {
            let name = cost.get(CostKeys::FROM)?;
            let zone = compiler.parts.find_zone(name.0)?;
            let kinds = compiler.kinds_where(&cost, CostKeys::WHERE, compiler.parts.zone(zone).cards);
            match sources.iter_mut().find(|s| s.zone == zone && s.seen) {
                Some(source) => {
                    for kind in &kinds {
                        source.costs[kind.index()] = saturated::<i16>(cost.get(CostKeys::COST)?);
                    }
                }
                None => {
                    let problem =
                        Diagnostic::error("wrong-form", format!("{}: nothing is taken face up from `{}`", reader.path(), name.0));
                    compiler.report.push(problem.at(name.1, "it is not among the rows of `from`"));
                }
            }
        }
        sources.iter_mut().for_each(Source::find_within);
        let there = from_things(compiler, reader, &sources, to);
        let budget = compiler.formula(reader, TakeKeys::BUDGET, ItemType::Nothing)?;
        let card = ItemType::Card(compiler.parts.zone(to).cards);
        let around = there.as_ref().map_or(ItemType::Nothing, AtThings::around);
        let which =
            if reader.has(TakeKeys::WHERE) { compiler.condition_about(reader, TakeKeys::WHERE, card, around) } else { None };
        Some(Take {
            sources,
            to,
            to_row: matches!(compiler.parts.zone(to).form, Form::Row(_)),
            budget,
            may_stop: reader.get(TakeKeys::MAY_STOP)?,
            there: there.map(|there| there.choosing(which.clone(), None)),
            which: which.map(|which| (which.clone(), Sieve::new(&which.whole, &compiler.parts, card))),
            price: money::compile(compiler, reader.get(TakeKeys::PRICE).as_ref(), card, around),
        })
    }

    #[inline(never)]
    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        if self.is_full(context) {
            return;
        }
        let left = self.left(context, work);
        let parts = &context.rules.parts;
        if let Some(there) = self.there.as_ref().filter(|_| left > 0) {
            there.list(context, work, &self.price, out);
        }
        for source in self.sources() {
            let spot = context.state.spot(parts, source.zone, context.seat.into());
            let action = Action { object: u16::from(source.zone.0), ..context.action() };
            if source.bag {
                let choices = self.choices(context, work, source, spot, left);
                for kind in bits::iter(&choices).map(KindId::from) {
                    if self.payable(context, work, kind) {
                        out.push(Action { subject: u16::from(kind.0), ..action });
                    }
                }
            } else if source.seen {
                self.list_row(context, work, (source, spot), left, out);
            } else if left > 0 && !context.state.pile(parts, spot).is_empty() {
                out.push(Action { subject: UNSEEN, ..action });
            }
        }
        if self.may_stop && context.progress.action.is_some() {
            out.push(Action { form: STOP, ..context.action() });
        }
    }

    #[inline]
    fn count(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        self.count_cards(context, work)
    }

    fn nth(&self, context: &DecisionContext, work: &mut Workspace, number: usize) -> Action {
        self.nth_card(context, work, number)
    }

    #[inline]
    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        if action.form == STOP {
            return Ok(Outcome::Done);
        }
        let left = self.left(&DecisionContext { rules, state: table.state(), seat, id: action.action, progress }, work);
        if let Some(there) = &self.there {
            return self.take_there(Execution { rules, table, work, seat, progress, action }, there, left);
        }
        let source = self.source(action.object).expect("a listed source");
        let spot = table.state().spot(&rules.parts, source.zone, seat.into());
        let to = table.state().spot(&rules.parts, self.to, seat.into());
        // What is drawn unseen is about no kind.
        let kind = KindId(if source.seen { narrow::<u8>(action.subject) } else { u8::MAX });
        if source.seen && !self.price.is_free() {
            self.price.pay(rules, table, seat, work, Item::Card(rules.parts.zone(self.to).cards, kind).into());
        }
        let cost = if source.bag {
            table.transfer(spot, to, kind, 1).map_err(|e| endless(rules, action.action, e))?;
            source.costs[kind.index()]
        } else if source.seen {
            let slot = table.state().row(&rules.parts, spot).position(|k| k == Some(kind)).expect("a listed card");
            table.take_from_row(spot, slot, to).map_err(|e| endless(rules, action.action, e))?;
            source.costs[kind.index()]
        } else {
            table.draw(spot, to);
            table.arrived(to).map_err(|e| endless(rules, action.action, e))?;
            1
        };
        // What follows when a pile runs out happens before it is known whether there are more cards to take.
        crate::flow::settle(rules, table, work)?;
        let left = left - cost;
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let more = left > 0 && self.any_left(&context, work, left);
        Ok(if more {
            Outcome::More(Progress { action: Some(action.action), left, ..Progress::default() })
        } else {
            Outcome::Done
        })
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let left = self.left(context, work);
        if action.form == STOP {
            return Reason::by(TakeKeys::MAY_STOP, "one must go on as long as there is a card to take");
        }
        if let Some(there) = &self.there {
            return self.refuse_there(context, work, there, action, left);
        }
        let Some(source) = self.source(action.object) else {
            return Reason::by(TakeKeys::FROM, "cards are not taken from there");
        };
        if self.is_full(context) {
            return Reason::by(TakeKeys::TO, format!("{} is full", context.rules.parts.zone(self.to).id));
        }
        let spot: Spot = context.state.spot(&context.rules.parts, source.zone, context.seat.into());
        let zone = context.rules.parts.zone(source.zone);
        if !source.seen {
            return Reason::by(TakeKeys::FROM, format!("{} is empty", zone.id));
        }
        let name = context.rules.parts.cards_in(source.zone).kinds.get(action.subject as usize).map_or("?", |k| &k.id);
        let mut there = false;
        context.state.each_card(&context.rules.parts, spot, |k, _| there |= u16::from(k.0) == action.subject);
        if !there {
            return Reason::by(TakeKeys::FROM, format!("there is no {name} in {}", zone.id));
        }
        let card = Item::Card(context.rules.parts.zone(self.to).cards, KindId(narrow::<u8>(action.subject)));
        if let Some((which, _)) = &self.which {
            let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch).about(card);
            let words =
                |text: &str, values: String| format!("{name} cannot be taken: {text} does not hold{}", in_brackets(&values));
            if let Some(reason) = which.why_not(TakeKeys::WHERE, &mut eval, words) {
                return reason;
            }
        }
        if let Some(short) = self.price.refuse(context.rules, context.state, context.seat, work, card.into()) {
            return Reason::by(TakeKeys::PRICE, short);
        }
        let cost = source.costs[action.subject as usize];
        let text = format!("{name} from {} costs {cost}, but only {left} is left to spend", zone.id);
        if cost > 1 { Reason::by(TakeKeys::COSTS, text) } else { Reason::by(TakeKeys::BUDGET, text) }
    }

    fn under_way(&self, context: &DecisionContext, work: &mut Workspace) -> Option<String> {
        let left = self.left(context, work);
        let may_stop = if self.may_stop { ", or `stop`" } else { "" };
        Some(format!("taking cards: name the next, {left} is left to spend{may_stop}"))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        if let Some(there) = self.there.as_ref().filter(|_| action.form == AT) {
            return there.print(&context.rules.parts, action, out);
        }
        let Some(source) = self.source(action.object).filter(|_| action.form != STOP) else {
            out.push_str(" stop");
            return;
        };
        let parts = &context.rules.parts;
        out.push(' ');
        if source.seen {
            out.push_str(parts.cards_in(source.zone).kinds.get(action.subject as usize).map_or("?", |k| &k.id));
            let rows = self.sources.iter().filter(|s| s.seen).count();
            if rows > 1 {
                out.push_str(" from ");
                out.push_str(&parts.zone(source.zone).id);
            }
        } else {
            out.push_str(&parts.zone(source.zone).id);
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        if text == "stop" {
            return Ok(Action { form: STOP, ..context.action() });
        }
        if let Some(there) = &self.there {
            return there.parse(context, text);
        }
        let parts = &context.rules.parts;
        let (card, from) = text.split_once(" from ").map_or((text, None), |(card, from)| (card, Some(from)));
        let zone = |s: &Source| parts.zone(s.zone).id.as_str();
        if let (None, Some(pile)) = (from, self.sources.iter().find(|s| !s.seen && zone(s) == card)) {
            return Ok(Action { subject: UNSEEN, object: u16::from(pile.zone.0), ..context.action() });
        }
        let rows = || self.sources.iter().filter(|s| s.seen);
        let row = match from {
            Some(from) => rows().find(|s| zone(s) == from).ok_or_else(|| format!("cards are not taken from `{from}`"))?,
            None => rows().next().ok_or_else(|| format!("`{card}` is no pile to take from"))?,
        };
        match parts.cards_in(row.zone).find(card) {
            Some(kind) => Ok(Action { subject: u16::from(kind.0), object: u16::from(row.zone.0), ..context.action() }),
            None => {
                let kinds = parts.cards_in(row.zone).kinds.iter().map(|k| k.id.as_str());
                let known: Vec<&str> = kinds.chain(self.sources.iter().filter(|s| !s.seen).map(zone)).collect();
                let near =
                    did_you_mean(card, known.iter().copied()).map_or_else(|| known.join(", "), |n| format!("did you mean {n}?"));
                Err(format!("there is no `{card}` to take: {near}"))
            }
        }
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        match (filter, context.progress.action) {
            (None, None) => {
                let left = self.left(context, work);
                self.any_left(context, work, left)
            }
            _ => any_listed(self, context, work, filter),
        }
    }

    fn notation(&self, parts: &Components) -> Notation {
        if let Some(there) = &self.there {
            return there.notation(parts);
        }
        let source = |source: &Source| match source.seen {
            true => {
                let card = Part::Kind(parts.zone(source.zone).cards);
                vec![vec![card], vec![card, Part::Word("from"), Part::Zone(source.zone)]]
            }
            false => vec![vec![Part::Zone(source.zone)]],
        };
        self.sources.iter().flat_map(source).collect()
    }

    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        if let Some(there) = self.there.as_ref().filter(|_| action.form == AT) {
            return there.subjects(&rules.parts, action);
        }
        match action.form != STOP && action.subject != UNSEEN {
            true => Subjects::card(rules.parts.zone(self.to).cards, KindId(narrow::<u8>(action.subject))),
            false => Subjects::default(),
        }
    }

    fn every(&self, rules: &Rules, id: ActionId) -> Option<Vec<Action>> {
        self.every_card(rules, id)
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}

    fn takes_cards(&self) -> bool {
        true
    }
}
