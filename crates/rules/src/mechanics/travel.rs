//! `travel`: a train travels over the own track, space by space, through junctions, and stops in cities.
//!
//! One decision a movement: every space and city within reach is listed once. A train on a space keeps its direction; a city
//! that it enters ends its movement, unless it may go through without stopping.

use super::gains::Gains;
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{LaneId, PlaceId, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, schema};

schema! {
    pub(super) SCHEMA: TravelKeys with ActionKeys = "action travel",
    "Moves a train of the seat over its own lanes, at least one space. Spaces of lanes and cities count as a space each, junctions do \
     not: a train goes through them and never stands there. It goes forward only, and a city that it enters ends the movement.\n\n\
     Players write where it goes: `start birch`, `start j01-02-birch towards birch`.",
    {
        TRAIN: Text = "train", Required, "the seat's train";
        MAX: Expr = "max", Default("1"), "how many spaces at most";
        SKIP_COST: Int(0..=20) = "skip-cost", Optional,
            "the train may go through a city without stopping, onto own track beyond, at this cost besides; without it it may not";
        TURN_BACK: Bool = "turn-back", Default("false"), "whether it may turn round on a space";
        ARRIVE: Map(&Kind::Expr) = "arrive", Optional, "counters of the seat and what stopping in a place adds to them";
    }
    example "[actions.start]\ndo = \"travel\"\ntrain = \"train\"\nwhen = \"not train-moving\"\nmax = \"speed\"\nskip-cost = 0"
}

/// Stops in a place; the other forms stand on a lane towards its first or second end.
const STOP: u8 = 0;

/// So many spaces farther than it may go a refusal looks for what was meant.
const FARTHER: i64 = 8;

/// Moves a train over own track.
#[derive(Clone, Debug)]
pub struct Travel {
    /// Which of the trains of a seat.
    train: usize,
    trains_each: usize,
    max: Formula,
    skip_cost: Option<i64>,
    turn_back: bool,
    arrive: Gains,
}

/// The first space of a lane for a train that comes from a place.
fn enter(rules: &Rules, lane: LaneId, from: PlaceId) -> Standing {
    let strip = rules.parts.map.lane(lane);
    match strip.ends[0] == from {
        true => Standing::On { lane, space: 1, towards: 1 },
        false => Standing::On { lane, space: strip.length, towards: 0 },
    }
}

impl Travel {
    fn train_of(&self, seat: SeatId) -> usize {
        seat.index() * self.trains_each + self.train
    }

    /// Lists everything within reach of a train that has so many steps left.
    fn reach(&self, context: &DecisionContext, at: Standing, left: i64, before: usize, out: &mut Vec<Action>) {
        let map = &context.rules.parts.map;
        match at {
            Standing::Off => {}
            Standing::In(place) => self.leave(context, place, None, left - 1, before, out),
            Standing::On { lane, space, towards } => {
                let strip = map.lane(lane);
                for towards in [towards, 1 - towards].into_iter().take(1 + usize::from(self.turn_back)) {
                    let next = if towards == 1 { space + 1 } else { space - 1 };
                    let place = strip.ends[towards as usize];
                    if (1..=strip.length).contains(&next) {
                        self.come(context, Standing::On { lane, space: next, towards }, left - 1, before, out);
                    } else if map.place(place).junction {
                        self.leave(context, place, Some(lane), left - 1, before, out);
                    } else {
                        self.come(context, Standing::In(place), left - 1, before, out);
                        if let Some(more) = self.skip_cost {
                            self.leave(context, place, Some(lane), left - 1 - more, before, out);
                        }
                    }
                }
            }
        }
    }

    /// Goes on from a place over any own lane but one, which leaves so many steps.
    #[inline]
    fn leave(
        &self,
        context: &DecisionContext,
        place: PlaceId,
        not: Option<LaneId>,
        left: i64,
        before: usize,
        out: &mut Vec<Action>,
    ) {
        let own = context.state.own(&context.rules.parts, context.seat.into());
        for lanes in context.rules.parts.map.lanes_at(place).chunks(64) {
            // Which lanes are own is too irregular for a branch to be foreseen.
            let mut onward = 0;
            for (i, &lane) in lanes.iter().enumerate() {
                onward |= u64::from(bits::has(own, lane.index()) & (Some(lane) != not)) << i;
            }
            bits::Ones(onward).for_each(|i| self.come(context, enter(context.rules, lanes[i], place), left, before, out));
        }
    }

    /// Lists a place or space that is reached with so many steps left, and on a lane what lies beyond.
    #[inline]
    fn come(&self, context: &DecisionContext, to: Standing, left: i64, before: usize, out: &mut Vec<Action>) {
        if left < 0 {
            return;
        }
        let action = written(context, to);
        if !out[before..].contains(&action) {
            out.push(action);
        }
        if left > 0 && matches!(to, Standing::On { .. }) {
            self.reach(context, to, left, before, out);
        }
    }

    /// Which key keeps a train from coming somewhere: it is too far, or it would have to turn back. Otherwise no track leads there.
    fn out_of_reach(&self, context: &DecisionContext, at: Standing, max: i64, action: Action) -> Option<KeyName> {
        let comes = |mover: &Travel, max: i64| {
            let mut out = Vec::new();
            mover.reach(context, at, max, 0, &mut out);
            out.contains(&action)
        };
        if comes(self, max + FARTHER) {
            return Some(TravelKeys::MAX.into());
        }
        let turning = Travel { turn_back: true, ..self.clone() };
        comes(&turning, max).then(|| TravelKeys::TURN_BACK.into())
    }

    fn max(&self, context: &DecisionContext, work: &mut Workspace) -> i64 {
        let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
        eval.value(&self.max.expr).clamp(0, 30)
    }
}

/// The action that takes a train there.
fn written(context: &DecisionContext, to: Standing) -> Action {
    match to {
        Standing::On { lane, space, towards } => {
            Action { form: 1 + towards, subject: lane.0, object: space.into(), ..context.action() }
        }
        Standing::In(place) => Action { form: STOP, subject: place.0, ..context.action() },
        Standing::Off => context.action(),
    }
}

/// Where an action takes a train.
fn meant(action: Action) -> Standing {
    match action.form {
        STOP => Standing::In(PlaceId(action.subject)),
        form => Standing::On { lane: LaneId(action.subject), space: narrow::<u8>(action.object), towards: (form - 1) & 1 },
    }
}

impl Behaviour for Travel {
    type Keys = TravelKeys;

    fn outline(_: &Components, _: &Reader<TravelKeys>) -> Outline {
        Outline { about: ItemType::Place, last: SubjectKinds::PLACE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<TravelKeys>, _: &mut Plan) -> Option<Self> {
        let name = reader.get(TravelKeys::TRAIN)?;
        let own: Vec<&str> = compiler.parts.trains.iter().filter(|t| t.seat == SeatId(0)).map(|t| t.id.as_str()).collect();
        let Some(train) = own.iter().position(|id| *id == name) else {
            let problem = Diagnostic::error("unknown-name", format!("{}: there is no train `{name}`", reader.path()));
            compiler.report.push(problem.at(reader.origin(TravelKeys::TRAIN), "not among `trains`"));
            return None;
        };
        Some(Travel {
            train,
            trains_each: own.len(),
            max: compiler.formula(reader, TravelKeys::MAX, ItemType::Nothing)?,
            skip_cost: reader.get(TravelKeys::SKIP_COST),
            turn_back: reader.get(TravelKeys::TURN_BACK)?,
            arrive: Gains::read(compiler, reader, TravelKeys::ARRIVE, &[Owner::Seat], ItemType::Place, ItemType::Nothing),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let max = self.max(context, work);
        self.reach(context, context.state.train(self.train_of(context.seat)), max, out.len(), out);
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let to = meant(action);
        table.stand(self.train_of(seat), to);
        if let Standing::In(place) = to {
            self.arrive.add(rules, table, work, seat, Item::Place(place).into());
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let (parts, at) = (&context.rules.parts, context.state.train(self.train_of(context.seat)));
        let to = meant(action);
        let max = self.max(context, work);
        let place = |p: PlaceId| parts.map.places.get(p.index()).map_or("?", |p| p.name.as_str());
        match to {
            Standing::In(p) if parts.map.places.get(p.index()).is_some_and(|p| p.junction) => {
                return Reason::plain(format!("{} is a junction: a train goes through it and never stands there", place(p)));
            }
            Standing::On { lane, .. } if !bits::has(context.state.own(parts, context.seat.into()), lane.index()) => {
                let text = format!("{} is no track of seat {}", parts.map.lane(lane).id, context.seat.0 + 1);
                return Reason::plain(text);
            }
            _ => {}
        }
        let spaces = if max == 1 { "space" } else { "spaces" };
        let from = crate::notation::standing_in_words(context.rules, at);
        let text = format!("the train is {from}; going forward over own track, at most {max} {spaces}, it does not come there");
        Reason { key: self.out_of_reach(context, at, max, action), ..Reason::plain(text) }
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let map = &context.rules.parts.map;
        out.push(' ');
        match meant(action) {
            Standing::On { lane, space, towards } if lane.index() < map.lanes.len() => {
                let strip = map.lane(lane);
                out.push_str(&strip.id);
                if strip.length > 1 {
                    out.push_str(&format!(" space {space}"));
                }
                out.push_str(&format!(" towards {}", map.place(strip.ends[towards as usize]).id));
            }
            Standing::In(place) => out.push_str(map.places.get(place.index()).map_or("?", |p| &p.id)),
            _ => out.push('?'),
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let map = &context.rules.parts.map;
        let Some((lane, towards)) = text.split_once(" towards ") else {
            return match map.find_place(text) {
                Some(place) => Ok(written(context, Standing::In(place))),
                None => Err(format!("there is no place `{text}`; say a place, or `LANE towards PLACE`")),
            };
        };
        let (lane, space) = match lane.split_once(" space ") {
            Some((lane, space)) => (lane, space.trim().parse().map_err(|_| format!("`{space}` is no number of a space"))?),
            None => (lane, 1),
        };
        let lane = super::lanes::find_lane(context.rules, lane.trim(), |_| true)?;
        let strip = map.lane(lane);
        match strip.ends.iter().position(|&end| map.place(end).id == towards.trim()) {
            Some(towards) => Ok(written(context, Standing::On { lane, space, towards: narrow::<u8>(towards) })),
            None => Err(format!("`{}` is no end of {}", towards.trim(), strip.id)),
        }
    }

    fn notation(&self, _: &Components) -> Notation {
        let towards = [Part::Word("towards"), Part::Place];
        let onto = [&[Part::Lane], &towards[..]].concat();
        let space = [&[Part::Lane, Part::Word("space"), Part::Number], &towards[..]].concat();
        vec![vec![Part::Place], onto, space]
    }

    /// The place in which it stops or to which it heads.
    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        Subjects::place(match meant(action) {
            Standing::On { lane, towards, .. } => rules.parts.map.lane(lane).ends[towards as usize],
            _ => PlaceId(action.subject),
        })
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.arrive.note(parts, TravelKeys::ARRIVE, takings);
    }
}
