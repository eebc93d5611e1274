//! `build`: a path of lanes from the own network to a new city, one decision a lane, paid for at the end.
//!
//! Only lanes are offered from which a city can still be reached with the cards and pieces that are
//! left, so that every prefix can be completed; taking back is the player's undo, not a rule.

mod lattice;
mod outlook;
mod path;
mod pay;
mod search;

use super::claim::seat_counter;
use super::gains::Gains;
use super::lanes::{self, LaneRule, WholeLanes, WholeLanesKeys, find_lane, too_few_pieces};
use super::notation::{Notation, Part};
use super::paying::Paying;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, endless};
use crate::compile::Compiler;
use crate::fault::FaultKind;
use crate::flow::want_form;
use crate::price::{Demand, PathPriceKeys, Scales, StandIns, path_demands, path_stand_ins};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use lattice::Lattice;
use path::Path;
pub(crate) use path::PathScratch;
use railwright_core::bits;
use railwright_core::components::{CHOSEN, CONNECTED, Form, Owner};
use railwright_core::expr::{Eval, Expr, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, LaneId, PlaceId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, State, SubjectKinds, Subjects};
use railwright_source::{Kind, Reader, schema};

schema! {
    pub(super) SCHEMA: BuildKeys with ActionKeys, WholeLanesKeys = "action build",
    "Builds a path of lanes from the own network, over junctions, to a city that is not in it; the cards are paid at the end.\n\n\
     Each lane is a decision, `build ash-j1 to j1`, and only lanes are offered from which a city can still be reached and paid for; \
     then `build with 2 red, 1 green`. Where there are very many payments they are chosen kind by kind: `build with 2 red and others`. The network is where the own lanes end and the places that an \
     action counted to `connected`; the first path of a seat without any may begin in any city.",
    {
        FROM: Name("zone") = "from", Required, "the bag that is paid from";
        TO: Name("zone") = "to", Required, "the bag that payments go to";
        PRICE: Table<PathPriceKeys> = "price", Required, "what each lane costs";
        PIECES: Name("counter") = "pieces", Required, "the seat's counter of pieces; a lane takes one for each space";
        ARRIVE: Map(&Kind::Expr) = "arrive", Optional, "counters of the seat and what the new city adds to them";
    }
    example "[actions.build]\ndo = \"build\"\nfrom = \"hand\"\nto = \"discard\"\npieces = \"tracks\"\narrive = { money = \"value\" }\n\
     price = { count = 1, alike = 2 }"
}

/// Pays for the path; the other forms are its next lane, towards the first or second end.
const PAY: u8 = 2;
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 3;

/// Builds a path of lanes.
#[derive(Clone, Debug)]
pub struct Build {
    rule: LaneRule,
    from: ZoneId,
    to: ZoneId,
    pieces: CounterId,
    stand_ins: StandIns,
    demands: Vec<Demand>,
    arrive: Gains,
    /// What says quickly whether a path can be paid for; none where wild cards or demands for several kinds make that harder.
    scales: Option<Scales>,
    lattice: Lattice,
}

impl Build {
    /// Calls `each` with every lane that can be next and the end it leads to, until it wants no more.
    fn next_lanes(&self, context: &DecisionContext, work: &mut Workspace, mut each: impl FnMut(LaneId, u8) -> bool) {
        let Workspace { available, paths, free, .. } = work;
        let parts = &context.rules.parts;
        self.rule.available(context.rules, context.state, context.seat.into(), available);
        let network = context.state.set(parts, CONNECTED, context.seat.index());
        if network.iter().any(|&word| word != 0) {
            Path::new(self, context, available, network, *free, paths).each_next(context, each);
            return;
        }
        // The first path may begin in any city: that is the network then.
        let is_city = |place: usize| !parts.map.places[place].junction;
        let chosen = context.state.set(parts, CHOSEN, context.seat.index());
        let of_path = |city: usize| bits::iter(chosen).any(|lane| parts.map.lanes[lane].ends.contains(&PlaceId::from(city)));
        let mut start = std::mem::take(&mut paths.start);
        for city in (0..parts.map.places.len()).filter(|&place| is_city(place)) {
            if context.progress.action.is_some() && !of_path(city) {
                continue;
            }
            start.clear();
            start.resize(network.len(), 0);
            bits::put(&mut start, city);
            if !Path::new(self, context, available, &start, *free, paths).each_next(context, &mut each) {
                break;
            }
        }
        paths.start = start;
    }

    /// Whether the path has reached its city and is to be paid for.
    fn complete(&self, context: &DecisionContext) -> bool {
        context.progress.action.is_some() && !context.rules.parts.map.place(PlaceId(context.progress.at)).junction
    }
}

impl Behaviour for Build {
    type Keys = BuildKeys;

    fn outline(_: &Components, _: &Reader<BuildKeys>) -> Outline {
        Outline {
            about: ItemType::Lane,
            last: SubjectKinds { lane: true, place: true, company: false },
            secret: false,
            together: Together::Never,
        }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<BuildKeys>, _: &mut Plan) -> Option<Self> {
        let (from, to) = (compiler.zone(reader, BuildKeys::FROM)?, compiler.zone(reader, BuildKeys::TO)?);
        want_form(compiler, reader, BuildKeys::FROM, from, "bag", |f| f == Form::Bag);
        want_form(compiler, reader, BuildKeys::TO, to, "bag", |f| f == Form::Bag);
        crate::flow::same_cards(compiler, reader, BuildKeys::TO, from, to);
        let price = reader.get(BuildKeys::PRICE)?;
        let stand_ins = path_stand_ins(compiler, &price, from);
        let demands = path_demands(compiler, &price, from, &stand_ins)?;
        let (name, origin) = reader.get(BuildKeys::PIECES)?;
        let pieces = seat_counter(compiler, reader.path(), name, origin)?;
        let arrive = Gains::read(compiler, reader, BuildKeys::ARRIVE, &[Owner::Seat], ItemType::Place, ItemType::Nothing);
        let scales = Scales::new(&stand_ins, &demands);
        let lattice = Lattice::new(&compiler.parts.map, &demands, scales.is_some());
        let rule = lanes::compile_whole(compiler, &reader.part());
        Some(Build { rule, from, to, pieces, stand_ins, demands, arrive, scales, lattice })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        if self.complete(context) {
            self.payments(context, work, out);
        } else {
            self.next_lanes(context, work, |lane, end| {
                out.push(Action { form: end, subject: lane.0, ..context.action() });
                true
            });
        }
        tell_given_up(context, work);
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        let parts = &rules.parts;
        if action.form == PART {
            return Ok(Outcome::More(Paying::settle_part(progress, action)));
        }
        if action.form != PAY {
            table.mark(CHOSEN, seat.index(), action.subject as usize, true);
            let to = parts.map.lane(LaneId(action.subject)).ends[action.form as usize];
            return Ok(Outcome::More(Progress { action: Some(action.action), at: to.0, ..Progress::default() }));
        }
        let (from, to) = (table.state().spot(parts, self.from, seat.into()), table.state().spot(parts, self.to, seat.into()));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        let first = |state: &State| bits::iter(state.set(parts, CHOSEN, seat.index())).next().map(LaneId::from);
        while let Some(lane) = first(table.state()) {
            table.mark(CHOSEN, seat.index(), lane.index(), false);
            self.rule.take(rules, table, &mut work.scratch, lane, seat, Some(self.pieces));
        }
        self.arrive.add(rules, table, work, seat, Item::Place(PlaceId(progress.at)).into());
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let parts = &context.rules.parts;
        if action.form >= PAY {
            return self.refuse_payment(context, action, work);
        }
        if self.complete(context) {
            return Reason::plain("the path has reached its city: it is paid for now");
        }
        let lane = LaneId(action.subject);
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return Reason::plain("there is no such lane") };
        if let Some(reason) = self.rule.refuse(context, lane, context.seat.into()) {
            return reason;
        }
        let ends = strip.ends.map(|p| &parts.map.place(p).name);
        let from = strip.ends[1 - (action.form & 1) as usize];
        if context.progress.action.is_some() && from.0 != context.progress.at {
            return Reason::plain(format!(
                "the path goes on from {}, and {} does not begin there",
                parts.map.place(PlaceId(context.progress.at)).name,
                strip.id
            ));
        }
        let network = context.state.set(parts, CONNECTED, context.seat.index());
        let any = network.iter().any(|&word| word != 0);
        if context.progress.action.is_none() && any && !bits::has(network, from.index()) {
            let text = format!("{} does not begin in the network: {} is not in it", strip.id, parts.map.place(from).name);
            return Reason::plain(text);
        }
        let to = strip.ends[(action.form & 1) as usize];
        let within = |lane: usize| parts.map.lanes[lane].ends.contains(&to);
        if bits::has(network, to.index()) {
            return Reason::plain(format!("{} is in the network already", parts.map.place(to).name));
        }
        if bits::iter(context.state.set(parts, CHOSEN, context.seat.index())).any(within) {
            return Reason::plain(format!("the path has been in {} already", parts.map.place(to).name));
        }
        if let Some(text) = too_few_pieces(context.rules, context.state, context.seat, Some(self.pieces), lane) {
            return Reason::by(BuildKeys::PIECES, text);
        }
        Reason::by(
            BuildKeys::PRICE,
            format!(
                "no city outside the network can be reached over {} ({} to {}) with the cards and pieces left",
                strip.id,
                ends[1 - (action.form & 1) as usize],
                ends[(action.form & 1) as usize]
            ),
        )
    }

    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        let at = &context.rules.parts.map.place(PlaceId(context.progress.at)).name;
        Some(match self.complete(context) {
            true => format!("building to {at}: say with which cards"),
            false => format!("building a path: say the lane that goes on from {at}"),
        })
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let parts = &context.rules.parts;
        if action.form >= PAY {
            self.paying().print(context, action, out);
        } else if let Some(strip) = parts.map.lanes.get(action.subject as usize) {
            out.push_str(&format!(" {} to {}", strip.id, parts.map.place(strip.ends[(action.form & 1) as usize]).id));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let parts = &context.rules.parts;
        if let Some(cards) = text.strip_prefix("with ") {
            let mut listed = Vec::new();
            if self.complete(context) {
                self.payments(context, work, &mut listed);
            }
            return self.paying().parse(context, cards, &listed);
        }
        let (name, to) =
            text.split_once(" to ").ok_or("say the lane and where it leads: `LANE to PLACE`, or `with` and the cards")?;
        let lane = find_lane(context.rules, name.trim(), |_| true)?;
        let strip = parts.map.lane(lane);
        let form = strip
            .ends
            .iter()
            .position(|&e| parts.map.place(e).id == to.trim())
            .ok_or_else(|| format!("`{}` is no end of {}", to.trim(), strip.id))?;
        Ok(Action { form: form as u8, subject: lane.0, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Lane, Part::Word("to"), Part::Place]]
    }

    /// A lane of the path, or, once it is paid for, the city that it reached.
    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        match action.form >= PAY {
            true => Subjects::place(PlaceId(action.subject)),
            false => Subjects::lane(LaneId(action.subject)),
        }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.rule.note(parts, takings);
        self.arrive.note(parts, BuildKeys::ARRIVE, takings);
        takings.paid_from(self.pieces);
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        Some("a path is chosen lane by lane, and what it takes is known only at its end")
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        Some([self.from, self.to])
    }

    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        Some(WholeLanes { rule: &self.rule, pieces: Some(self.pieces), which: None })
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        let mut found = false;
        let mut scratch = Scratch::default();
        self.next_lanes(context, work, |lane, _| {
            let mut eval =
                Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut scratch).about(Item::Lane(lane));
            found = filter.is_none_or(|f| eval.value(f) != 0);
            !found
        });
        tell_given_up(context, work);
        found
    }
}

/// What cannot be worked out is a fault: that it cannot be paid would be said without knowing it.
fn tell_given_up(context: &DecisionContext, work: &mut Workspace) {
    if work.paths.ways.take_given_up() {
        let place = context.rules.actions[context.id.index()].cited.place.clone();
        let message = "a path can be paid in more ways than can be gone through: fewer kinds of card, fewer cards for a lane, or a smaller \
                       hand would leave fewer";
        work.fault.get_or_insert_with(|| Fault { kind: FaultKind::TooManyWays, place, message: message.to_owned() });
    }
}
