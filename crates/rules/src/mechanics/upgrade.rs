//! `upgrade`: one of several counters of the seat rises by a level, at a price: parts of a train, of an engine, of a company.

use super::money::{self, Money, Purpose};
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::with_cards::Priced;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together};
use crate::compile::Compiler;
use crate::price::{Bought, PriceKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::expr::{Item, ItemType, Occasion};
use railwright_core::id::{CounterId, SeatId};
use railwright_core::narrow::{narrow, saturated};
use railwright_core::state::State;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: UpgradeKeys with ActionKeys = "action upgrade",
    "Raises one of several counters of the seat by a level. In the price, `level` is how often it was raised before.\n\n\
     Players write the counter, and the cards that it costs, if any: `upgrade engine`, `upgrade engine with 2 red`.",
    {
        COUNTERS: Map(&Kind::Int { min: -1_000_000, max: 1_000_000 }) = "counters", Required,
            "counters of the seat, and the most that each may become";
        BY: Int(1..=1000) = "by", Default("1"), "how much a level adds";
        PRICE: Table<PriceKeys> = "price", Optional, "what a level costs";
    }
    example "[actions.upgrade]\ndo = \"upgrade\"\ncounters = { speed = 3, cars = 3 }\nprice = { money = { cash = \"3 + 2 * level\" } }"
}

/// Raises a counter by a level.
#[derive(Clone, Debug)]
pub struct Upgrade {
    counters: Vec<(CounterId, i32)>,
    by: i32,
    price: Money,
}

impl Upgrade {
    /// What a level of a counter is paid for: nothing on the board, but how often it was raised before.
    fn level(&self, rules: &Rules, state: &State, seat: SeatId, counter: CounterId) -> Purpose {
        let start = rules.parts.counters[counter.index()].start[seat.index()];
        let above = state.counter(&rules.parts, counter, seat.index()) - start;
        let raised = if self.by == 1 { above } else { above / self.by };
        Purpose { level: narrow::<u8>(raised.clamp(0, 255)), ..Item::Nothing.into() }
    }

    fn has_room(&self, rules: &Rules, state: &State, seat: SeatId, (counter, most): (CounterId, i32)) -> bool {
        state.counter(&rules.parts, counter, seat.index()) + self.by <= most
    }
}

impl Priced for Upgrade {
    const CHOSEN_FIRST: bool = true;

    fn price<'a>(reader: &Reader<'a, UpgradeKeys>) -> (Option<Reader<'a, PriceKeys>>, KeyName) {
        (reader.get(UpgradeKeys::PRICE), UpgradeKeys::PRICE.into())
    }

    fn bought(&self, _: &Components) -> Bought {
        Bought::Level
    }

    fn purpose(&self, rules: &Rules, state: &State, (seat, action): (SeatId, Action)) -> Option<(usize, Purpose)> {
        let (counter, _) = self.counters.get(usize::from(action.subject))?;
        Some((0, self.level(rules, state, seat, *counter)))
    }
}

impl Behaviour for Upgrade {
    type Keys = UpgradeKeys;

    fn outline(_: &Components, _: &Reader<UpgradeKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<UpgradeKeys>, _: &mut Plan) -> Option<Self> {
        let mut counters = Vec::new();
        for (name, origin, node) in reader.get(UpgradeKeys::COUNTERS) {
            compiler.known.check("counter", name, origin, compiler.report);
            let Some(counter) = compiler.parts.find_counter(name) else { continue };
            if compiler.parts.counters[counter.index()].owner != Owner::Seat {
                let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of seats", reader.path()));
                compiler.report.push(problem.at(origin, "this counter belongs to something else"));
            }
            counters.push((counter, saturated::<i32>(node.as_int()?)));
        }
        let price = reader.get(UpgradeKeys::PRICE);
        let price = compiler.on(Occasion::RAISE, |c| money::compile(c, price.as_ref(), ItemType::Nothing, ItemType::Nothing));
        Some(Upgrade { counters, by: saturated::<i32>(reader.get(UpgradeKeys::BY)?), price })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let DecisionContext { rules, state, seat, .. } = *context;
        for (i, &counter) in self.counters.iter().enumerate() {
            let level = self.level(rules, state, seat, counter.0);
            if self.has_room(rules, state, seat, counter) && self.price.affordable(rules, state, seat, work, level) {
                out.push(Action { subject: narrow::<u16>(i), ..context.action() });
            }
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let (counter, _) = self.counters[action.subject as usize];
        let level = self.level(rules, table.state(), seat, counter);
        self.price.pay(rules, table, seat, work, level);
        table.add(counter, seat.index(), self.by);
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let DecisionContext { rules, state, seat, .. } = *context;
        let Some(&(counter, most)) = self.counters.get(action.subject as usize) else {
            return Reason::plain("there is no such part");
        };
        let name = &rules.parts.counters[counter.index()].id;
        if !self.has_room(rules, state, seat, (counter, most)) {
            let level = state.counter(&rules.parts, counter, seat.index());
            return Reason::by(UpgradeKeys::COUNTERS, format!("{name} is {level} and rises to {most} at most"));
        }
        let level = self.level(rules, state, seat, counter);
        let short = self.price.refuse(rules, state, seat, work, level);
        Reason::by(UpgradeKeys::PRICE, short.unwrap_or_else(|| format!("{name} cannot be raised now")))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        out.push(' ');
        let counter = self.counters.get(action.subject as usize);
        out.push_str(counter.map_or("?", |(c, _)| &context.rules.parts.counters[c.index()].id));
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let names = || self.counters.iter().map(|(c, _)| context.rules.parts.counters[c.index()].id.as_str());
        match names().position(|name| name == text) {
            Some(i) => Ok(Action { subject: narrow::<u16>(i), ..context.action() }),
            None => {
                let near = did_you_mean(text, names()).map(|n| format!("did you mean `{n}`?"));
                let list = || format!("one of: {}", names().collect::<Vec<_>>().join(", "));
                let wrong = if text.is_empty() { "say what is raised".to_owned() } else { format!("`{text}` cannot be raised") };
                Err(format!("{wrong}; {}", near.unwrap_or_else(list)))
            }
        }
    }

    fn notation(&self, _: &Components) -> Notation {
        self.counters.iter().map(|(counter, _)| vec![Part::Counter(*counter)]).collect()
    }

    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
