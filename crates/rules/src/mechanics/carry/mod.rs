//! `carry`: goods travel from where they lie over anybody's lanes to the first place that wants them; or a train of the seat does.
//!
//! What is carried is one decision, each lane of its way another, and only those are offered from which the way can be finished: within
//! the limit, with the tolls paid, never twice through a place. A way that has come to a place in which it stops is finished.

mod arrive;
mod near;
mod reach;
mod refuse;
mod schema;
mod stops;

use self::arrive::{Collect, LaneGain, Toll};
pub(crate) use self::reach::CarryScratch;
use self::reach::{Journey, Search};
use self::schema::CarryKeys;
use self::stops::KnownStops;
use super::gains::Gains;
use super::lanes::find_lane;
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, cards_in};
use crate::compile::Compiler;
use crate::condition::Condition;
use crate::flow::{misplaced, same_cards, want_form};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::components::{CHOSEN, Form, Owner, Seen, Thing};
use railwright_core::expr::{Formula, ItemType, Sieve};
use railwright_core::id::{KindId, LaneId, PlaceId, SeatId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Progress, Standing};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::kinds::Name;
use railwright_source::{Diagnostic, Key, Keys, Reader, did_you_mean};

/// A card that is carried from a place; the other form is a lane that the way goes over.
const LOAD: u8 = 0;
const LANE: u8 = 1;

/// What is carried.
#[derive(Clone, Copy, Debug)]
enum Load {
    /// A card from the zone of a place to another zone.
    Card { from: ZoneId, to: ZoneId },
    /// A train: which of those of a seat, and how many each has.
    Train { number: usize, of_seat: usize },
}

/// Carries goods or a train over lanes.
#[derive(Clone, Debug)]
pub struct Carry {
    load: Load,
    /// Which cards, with the place in which they lie around each.
    which: Option<Condition>,
    over: Condition,
    sieve: Sieve,
    /// The places in which it stops, with the card around each.
    stop: Formula,
    /// The same where the board and the cards alone say it.
    known_stops: Option<KnownStops>,
    max: Option<Formula>,
    by_spaces: bool,
    toll: Option<Toll>,
    lane_gain: LaneGain,
    pass: Gains,
    arrive: Gains,
    collect: Option<Box<Collect>>,
    leave: Option<Formula>,
}

impl Load {
    /// What is around a place that it comes to.
    fn around(self, parts: &Components) -> ItemType {
        match self {
            Load::Card { from, .. } => cards_in(parts, Some(from)),
            Load::Train { .. } => ItemType::Nothing,
        }
    }

    fn read(compiler: &mut Compiler, reader: &Reader<CarryKeys>) -> Option<Self> {
        let problem = |what: &str| Diagnostic::error("wrong-load", format!("{}: {what}", reader.path()));
        match (reader.has(CarryKeys::FROM), reader.get(CarryKeys::TRAIN)) {
            (true, None) => {}
            (false, Some(name)) => {
                misplaced(compiler, reader, CarryKeys::TO, "a train goes there itself");
                misplaced(compiler, reader, CarryKeys::WHERE, "no card is carried");
                let own: Vec<&str> =
                    compiler.parts.trains.iter().filter(|t| t.seat == SeatId(0)).map(|t| t.id.as_str()).collect();
                let number = own.iter().position(|id| *id == name);
                if number.is_none() {
                    let problem = Diagnostic::error("unknown-name", format!("{}: there is no train `{name}`", reader.path()));
                    compiler.report.push(problem.at(reader.origin(CarryKeys::TRAIN), "not among `trains`"));
                }
                return number.map(|number| Load::Train { number, of_seat: own.len() });
            }
            (both, _) => {
                let what = if both { "it carries cards or a train, not both" } else { "it does not say what is carried" };
                let help = "write `from` and `to` for cards that lie in places, or `train`";
                compiler.report.push(problem(what).at(reader.here(), "one of `from` and `train`").help(help));
                return None;
            }
        }
        if !reader.has(CarryKeys::TO) {
            let help = "write `to`: a zone of the seat, of the table, or of the place that is reached";
            compiler.report.push(problem("it does not say where the cards go").at(reader.here(), "`to` is missing").help(help));
        }
        let (from, to) = (compiler.zone(reader, CarryKeys::FROM)?, compiler.zone(reader, CarryKeys::TO)?);
        same_cards(compiler, reader, CarryKeys::TO, from, to);
        want_form(compiler, reader, CarryKeys::FROM, from, "bag or row", |f| f != Form::Pile);
        want_zone_of_places(compiler, reader, CarryKeys::FROM, from);
        want_no_other_things(compiler, reader, CarryKeys::TO, to);
        Some(Load::Card { from, to })
    }
}

/// Reports a zone that is none of places, or one whose cards whoever carries them cannot see.
fn want_zone_of_places<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, key: Key<S, Name>, zone: ZoneId) {
    let zone = compiler.parts.zone(zone);
    let of_places = zone.owner.thing() == Some(Thing::Place);
    let seen = zone.seen == Seen::All || zone.seen == Seen::Owner && zone.owner != Owner::Place;
    let (message, label) = match (of_places, seen) {
        (false, _) => ("wrong-owner", "this zone should belong to places"),
        (true, false) => ("unseen-cards", "the cards should be seen by whoever chooses one"),
        (true, true) => return,
    };
    let problem = Diagnostic::error(message, format!("{}: `{key}` cannot be `{}`", reader.path(), zone.id));
    compiler
        .report
        .push(problem.at(reader.origin(key), label).help("write `of = \"place\"` and `seen-by = \"all\"` in the zone"));
}

/// Reports a zone of lanes or companies: nothing says which one is meant.
fn want_no_other_things<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, key: Key<S, Name>, zone: ZoneId) {
    let zone = compiler.parts.zone(zone);
    if let Some(of) = zone.owner.things().filter(|_| zone.owner.thing() != Some(Thing::Place)) {
        let problem = Diagnostic::error("wrong-owner", format!("{}: `{}` belongs to {of}", reader.path(), zone.id));
        let help = "name a zone of the seat, of the table, or of the place that is reached";
        compiler.report.push(problem.at(reader.origin(key), "nothing says which one is meant").help(help));
    }
}

impl Carry {
    /// The train of a seat, if it is a train that is carried.
    fn train(&self, seat: SeatId) -> Option<usize> {
        match self.load {
            Load::Train { number, of_seat } => Some(seat.index() * of_seat + number),
            Load::Card { .. } => None,
        }
    }

    /// The way that is under way, or that of a train which has not left yet; nothing where the first decision is what to carry.
    fn journey(&self, context: &DecisionContext) -> Option<Journey> {
        let progress = context.progress;
        match (progress.action, self.train(context.seat)) {
            (Some(_), None) => Some(Journey { at: PlaceId(progress.at), card: Some(KindId(narrow::<u8>(progress.left))) }),
            (Some(_), Some(_)) => Some(Journey { at: PlaceId(progress.at), card: None }),
            (None, Some(train)) => match context.state.train(train) {
                Standing::In(at) => Some(Journey { at, card: None }),
                Standing::Off | Standing::On { .. } => None,
            },
            (None, None) => None,
        }
    }
}

impl Behaviour for Carry {
    type Keys = CarryKeys;

    fn outline(parts: &Components, reader: &Reader<CarryKeys>) -> Outline {
        let from = reader.get(CarryKeys::FROM).and_then(|(name, _)| parts.find_zone(name));
        let about = if from.is_some() { cards_in(parts, from) } else { ItemType::Place };
        let last = SubjectKinds { lane: true, place: true, ..SubjectKinds::NONE };
        Outline { about, last, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<CarryKeys>, _: &mut Plan) -> Option<Self> {
        let load = Load::read(compiler, reader)?;
        let around = load.around(&compiler.parts);
        let card = compiler.condition_about(reader, CarryKeys::WHERE, around, ItemType::Place);
        let over = compiler.condition(reader, CarryKeys::OVER, ItemType::Lane)?;
        let stop = compiler.formula_about(reader.node(CarryKeys::STOP)?, ItemType::Place, around)?;
        let max = compiler.formula_if_written(reader, CarryKeys::MAX, ItemType::Nothing);
        let place = |compiler: &mut Compiler, key| {
            Gains::read(compiler, reader, key, &[Owner::Seat, Owner::Table], ItemType::Place, around)
        };
        let pass = place(compiler, CarryKeys::PASS);
        let arrive = place(compiler, CarryKeys::ARRIVE);
        if matches!(load, Load::Card { .. }) {
            misplaced(compiler, reader, CarryKeys::LEAVE, "only a train leaves the map");
        }
        Some(Carry {
            which: card.filter(|_| reader.has(CarryKeys::WHERE)),
            sieve: Sieve::new(&over.whole, &compiler.parts, ItemType::Lane),
            over,
            known_stops: KnownStops::of(&stop, &compiler.parts, around),
            stop,
            max,
            by_spaces: reader.get(CarryKeys::UNIT) == Some("spaces"),
            toll: reader.get(CarryKeys::TOLL).and_then(|toll| Toll::read(compiler, &toll)),
            lane_gain: LaneGain::read(compiler, reader),
            pass,
            arrive,
            collect: reader.get(CarryKeys::COLLECT).and_then(|collect| Collect::read(compiler, &collect)).map(Box::new),
            leave: compiler.formula_if_written(reader, CarryKeys::LEAVE, ItemType::Place),
            load,
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let mut search = Search::new(self, context, work);
        match self.journey(context) {
            Some(journey) => search.next_lanes(journey, |lane, to| {
                out.push(Action { form: LANE, subject: lane.0, object: to.0, ..context.action() });
            }),
            None => search.loads(|kind, place| {
                out.push(Action { form: LOAD, subject: kind.0.into(), object: place.0, ..context.action() });
            }),
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        let going = Progress { action: Some(action.action), at: action.object, left: progress.left, ..Progress::default() };
        if action.form == LOAD {
            return Ok(Outcome::More(Progress { left: action.subject as i16, ..going }));
        }
        table.mark(CHOSEN, seat.index(), action.subject as usize, true);
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress: going };
        let journey = self.journey(&context).unwrap_or(Journey { at: PlaceId(action.object), card: None });
        if !self.stops(&context, work, journey.at, journey.card) {
            return Ok(Outcome::More(going));
        }
        self.finish(rules, table, work, seat, action, journey)?;
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        if action.form == LOAD { self.refuse_load(context, action, work) } else { self.refuse_lane(context, action, work) }
    }

    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        let Journey { at, card } = self.journey(context)?;
        let place = &context.rules.parts.map.place(at).name;
        let what = match (self.load, card) {
            (Load::Card { from, .. }, Some(kind)) => context.rules.parts.cards_in(from).kinds[kind.index()].id.clone(),
            _ => "the train".to_owned(),
        };
        Some(format!("carrying {what}, which has come to {place}: say the next lane, `LANE to PLACE`"))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let map = &context.rules.parts.map;
        let place = map.places.get(action.object as usize).map_or("?", |p| &p.id);
        let (what, word) = match (action.form, self.load) {
            (LOAD, Load::Card { from, .. }) => {
                let kinds = &context.rules.parts.cards_in(from).kinds;
                (kinds.get(action.subject as usize).map_or("?", |k| &k.id), "from")
            }
            _ => (map.lanes.get(action.subject as usize).map_or("?", |l| &l.id), "to"),
        };
        out.push_str(&format!(" {what} {word} {place}"));
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let parts = &context.rules.parts;
        let place = |name: &str| {
            parts.map.find_place(name).ok_or_else(|| {
                let near = did_you_mean(name, parts.map.places.iter().map(|p| p.id.as_str()));
                format!("there is no place `{name}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?")))
            })
        };
        if let (Some((card, from)), Load::Card { from: zone, .. }) = (text.split_once(" from "), self.load) {
            let kind = parts.cards_in(zone).find(card.trim()).ok_or_else(|| format!("there is no card `{}`", card.trim()))?;
            return Ok(Action { form: LOAD, subject: kind.0.into(), object: place(from.trim())?.0, ..context.action() });
        }
        let ways = match self.load {
            Load::Card { .. } => "say what is carried, `CARD from PLACE`, or a lane of its way, `LANE to PLACE`",
            Load::Train { .. } => "say the lane and where it leads: `LANE to PLACE`",
        };
        let (lane, to) = text.split_once(" to ").ok_or(ways)?;
        let (lane, to) = (find_lane(context.rules, lane.trim(), |_| true)?, place(to.trim())?);
        if !parts.map.lane(lane).ends.contains(&to) {
            return Err(format!("`{}` is no end of {}", parts.map.place(to).id, parts.map.lane(lane).id));
        }
        Ok(Action { form: LANE, subject: lane.0, object: to.0, ..context.action() })
    }

    fn notation(&self, parts: &Components) -> Notation {
        vec![match self.load {
            Load::Card { from, .. } => vec![Part::Kind(parts.zone(from).cards), Part::Word("from"), Part::Place],
            Load::Train { .. } => vec![Part::Lane, Part::Word("to"), Part::Place],
        }]
    }

    /// The card and the place in which it lies, or a lane and the place it leads to.
    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        let place = Subjects::place(PlaceId(action.object));
        match (action.form, self.load) {
            (LOAD, Load::Card { from, .. }) => {
                Subjects { card: Some((rules.parts.zone(from).cards, KindId(narrow::<u8>(action.subject)))), ..place }
            }
            _ => Subjects { lane: Some(LaneId(action.subject)), ..place },
        }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.pass.note(parts, CarryKeys::PASS, takings);
        self.arrive.note(parts, CarryKeys::ARRIVE, takings);
        self.lane_gain.note(parts, takings);
        if let Some(toll) = &self.toll {
            takings.paid_from(toll.money);
        }
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        Some("the way is chosen lane by lane, and what it takes is known only at its end")
    }
}
