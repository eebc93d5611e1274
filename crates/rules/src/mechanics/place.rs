//! `place`: puts something on a place of the map: a marker that changes what it is worth, a train, a mark in a named set.

use super::gains::{Gains, add_all};
use super::money::{self, Money, MoneyKeys};
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{Members, Owner};
use railwright_core::expr::{Eval, Item, ItemType, Sieve};
use railwright_core::id::{PlaceId, SetId};
use railwright_core::state::Standing;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: PlaceKeys with ActionKeys = "action place",
    "Chooses a place and puts something there.\n\nPlayers write the place: `boom birch`.",
    {
        PLACES: Conditions<ConditionKeys> = "places", Default("true"), "which places can be chosen";
        SET: Map(&Kind::Expr) = "set", Optional, "counters of the place and what each becomes";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat or the table and what is added to each";
        INCLUDE: Names("set") = "include", Optional, "named sets of places that the place comes into";
        TRAIN: Text = "train", Optional, "the seat's train that is put there";
        PRICE: Table<MoneyKeys> = "price", Optional, "what it costs";
    }
    example "[actions.boom]\ndo = \"place\"\nplaces = \"worth == 2 and markers > 0\"\nset = { worth = \"4\" }\ngain = { markers = \"-1\" }"
}

/// Puts something on a place.
#[derive(Clone, Debug)]
pub struct Place {
    places: Condition,
    /// The same, for all places.
    sieve: Sieve,
    /// The places that can ever be chosen, as bits.
    possible: Vec<u64>,
    set: Gains,
    gain: Gains,
    include: Vec<SetId>,
    train: Option<String>,
    price: Money,
}

impl Place {
    fn fits(&self, context: &DecisionContext, work: &mut Workspace, place: PlaceId) -> bool {
        let DecisionContext { rules, state, seat, .. } = *context;
        let (parts, party) = (&rules.parts, seat.into());
        self.sieve.holds(place.index(), parts, state, party, || Eval::new(parts, state, party, &mut work.scratch))
    }
}

impl Behaviour for Place {
    type Keys = PlaceKeys;

    fn outline(_: &Components, _: &Reader<PlaceKeys>) -> Outline {
        Outline { about: ItemType::Place, last: SubjectKinds::PLACE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<PlaceKeys>, _: &mut Plan) -> Option<Self> {
        compiler.need_members(reader, PlaceKeys::INCLUDE, Members::Places);
        let train = reader.get(PlaceKeys::TRAIN).map(str::to_owned);
        if let Some(train) = train.as_ref().filter(|t| !compiler.parts.trains.iter().any(|known| known.id == **t)) {
            let problem = Diagnostic::error("unknown-name", format!("{}: there is no train `{train}`", reader.path()));
            compiler.report.push(problem.at(reader.origin(PlaceKeys::TRAIN), "not among `trains`"));
        }
        let places = compiler.condition(reader, PlaceKeys::PLACES, ItemType::Place)?;
        let sieve = Sieve::new(&places.whole, &compiler.parts, ItemType::Place);
        Some(Place {
            places,
            possible: sieve.possible().to_vec(),
            sieve,
            set: Gains::read(compiler, reader, PlaceKeys::SET, &[Owner::Place], ItemType::Place, ItemType::Nothing),
            gain: Gains::read(
                compiler,
                reader,
                PlaceKeys::GAIN,
                &[Owner::Seat, Owner::Table],
                ItemType::Place,
                ItemType::Nothing,
            ),
            include: compiler.named_sets(reader, PlaceKeys::INCLUDE),
            train,
            price: money::compile(compiler, reader.get(PlaceKeys::PRICE), ItemType::Place, ItemType::Nothing),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        for place in bits::iter(&self.possible).map(PlaceId::from) {
            let payable = |work: &mut Workspace| {
                self.price.is_free()
                    || self.price.affordable(context.rules, context.state, context.seat, work, Item::Place(place).into())
            };
            if self.fits(context, work, place) && payable(work) {
                out.push(Action { subject: place.0, ..context.action() });
            }
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let place = PlaceId(action.subject);
        self.price.pay(rules, table, seat, work, Item::Place(place).into());
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        self.set.work_out(rules, table.state(), seat, &mut work.scratch, Item::Place(place).into(), &mut amounts);
        let set = amounts.len();
        self.gain.work_out(rules, table.state(), seat, &mut work.scratch, Item::Place(place).into(), &mut amounts);
        for &(counter, value) in &amounts[..set] {
            table.set(counter, place.index(), value);
        }
        add_all(rules, table, seat, Item::Place(place).into(), &amounts[set..]);
        work.amounts = amounts;
        for &set in &self.include {
            let owner = rules.parts.own_index(rules.parts.sets[set.index()].owner, seat.into());
            table.mark(set, owner, place.index(), true);
        }
        if let Some(train) = &self.train
            && let Some(train) = rules.parts.trains.iter().position(|t| t.seat == seat && t.id == *train)
        {
            table.stand(train, Standing::In(place));
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let place = PlaceId(action.subject);
        let Some(name) = context.rules.parts.map.places.get(place.index()).map(|p| &p.name) else {
            return Reason::plain("there is no such place");
        };
        let eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
        let words =
            |text: &str, values: String| format!("{name} cannot be chosen: {text} does not hold there{}", in_brackets(&values));
        if let Some(reason) = self.places.why_not(PlaceKeys::PLACES, &mut eval.about(Item::Place(place)), words) {
            return reason;
        }
        let short = self.price.refuse(context.rules, context.state, context.seat, work, Item::Place(place).into());
        Reason::by(PlaceKeys::PRICE, short.unwrap_or_else(|| format!("{name} cannot be chosen now")))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        out.push(' ');
        out.push_str(context.rules.parts.map.places.get(action.subject as usize).map_or("?", |p| &p.id));
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let map = &context.rules.parts.map;
        match map.find_place(text) {
            Some(place) => Ok(Action { subject: place.0, ..context.action() }),
            None => {
                let near = did_you_mean(text, map.places.iter().map(|p| p.id.as_str()));
                Err(format!("there is no place `{text}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"))))
            }
        }
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Place]]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        Subjects::place(PlaceId(action.subject))
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.gain.note(parts, PlaceKeys::GAIN, takings);
        self.set.note_values(parts, PlaceKeys::SET, takings);
        self.price.note(takings);
    }
}
