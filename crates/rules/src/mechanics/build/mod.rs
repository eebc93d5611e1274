//! `build`: a path of lanes from the own network to a new city, one decision a lane, paid for at the end.
//!
//! Only lanes are offered from which a city can still be reached with the cards and pieces that are
//! left, so that every prefix can be completed; taking back is the player's undo, not a rule.

mod lattice;
mod outlook;
mod path;
mod pay;
mod search;

use super::gains::Gains;
use super::lanes::{self, LaneRule, WholeLanes, WholeLanesKeys, find_lane};
use super::notation::{Notation, Part};
use super::paying::Paying;
use super::pieces::{COUNTERS, Pieces};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, endless, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::fault::FaultKind;
use crate::flow::misplaced;
use crate::price::{Bought, CardPrice, PriceKeys, Scales, StandIns, card_price};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use lattice::Lattice;
use path::Path;
pub(crate) use path::PathScratch;
use railwright_core::bits;
use railwright_core::components::{CHOSEN, CONNECTED, Owner};
use railwright_core::expr::{Eval, Expr, Item, ItemType, Scratch, Sieve};
use railwright_core::id::{CounterId, LaneId, PlaceId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::Progress;
use railwright_core::{Action, Components, State, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, schema};

schema! {
    pub(super) SCHEMA: BuildKeys with ActionKeys, WholeLanesKeys = "action build",
    "Builds a path of lanes from the own network, over junctions, to a city that is not in it; the cards are paid at the end.\n\n\
     Each lane is a decision, `build ash-j1 to j1`, and only lanes are offered from which a city can still be reached and paid for; \
     then `build with 2 red, 1 green`. Where there are very many payments they are chosen kind by kind: `build with 2 red and others`. The network is where the own lanes end and the places that an \
     action counted to `connected`; the first path of a seat without any may begin in any city.",
    {
        PRICE: Table<PriceKeys> = "price", Required, "what each lane costs, in cards";
        PIECES: NameOrMap(COUNTERS) = "pieces", Required,
            "the seat's counter of pieces, of which a lane takes one for each space; or that counter and how many a lane takes";
        REACH: Conditions<ConditionKeys> = "reach", Optional, "which cities a path may lead to; all that are not in the network if absent";
        ARRIVE: Map(&Kind::Expr) = "arrive", Optional, "counters of the seat and what the new city adds to them";
    }
    example "[actions.build]\ndo = \"build\"\npieces = \"tracks\"\narrive = { money = \"value\" }\n\
     price = { from = \"hand\", to = \"discard\", count = 1, stand-ins.pair.cards = 2 }"
    formerly [("from", "price.from"), ("to", "price.to")]
}

/// Pays for the path; the other forms are its next lane, towards the first or second end.
const PAY: u8 = 2;
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 3;

/// Builds a path of lanes.
#[derive(Clone, Debug)]
pub struct Build {
    rule: LaneRule,
    price: CardPrice,
    pieces: Pieces,
    /// The counter of pieces, and how many of them each lane takes.
    counter: CounterId,
    numbers: Vec<u8>,
    /// Which cities a path may lead to, and the same made ready to be put to all of them.
    reach: Option<(Condition, Sieve)>,
    arrive: Gains,
    /// What says quickly whether a path can be paid for; none where wild cards or demands for several kinds make that harder.
    scales: Option<Scales>,
    lattice: Lattice,
}

impl Build {
    /// What stands in for cards: the same on all lanes.
    fn stand_ins(&self) -> &StandIns {
        &self.price.tariffs[0]
    }

    /// Takes out of some lanes those that lead to cities which a path from a network may not reach.
    fn leave_out(&self, context: &DecisionContext, network: &[u64], scratch: &mut Scratch, lanes: &mut [u64]) {
        let (Some((_, sieve)), parts) = (&self.reach, &context.rules.parts) else { return };
        let party = context.seat.into();
        for (place, city) in parts.map.places.iter().enumerate() {
            let holds = |scratch: &mut Scratch| {
                sieve.holds(place, parts, context.state, party, || Eval::new(parts, context.state, party, scratch))
            };
            if city.junction || bits::has(network, place) || holds(scratch) {
                continue;
            }
            for (lane, _) in parts.map.steps(PlaceId::from(place)) {
                bits::clear(lanes, lane.index());
            }
        }
    }

    /// Calls `each` with every lane that can be next and the end it leads to, until it wants no more.
    fn next_lanes(&self, context: &DecisionContext, work: &mut Workspace, mut each: impl FnMut(LaneId, u8) -> bool) {
        let Workspace { available, paths, free, scratch, .. } = work;
        let parts = &context.rules.parts;
        self.rule.available(context.rules, context.state, context.seat.into(), available);
        self.rule.sift(context.rules, context.state, context.seat.into(), scratch, available);
        let network = context.state.set(parts, CONNECTED, context.seat.index());
        if network.iter().any(|&word| word != 0) {
            self.leave_out(context, network, scratch, available);
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
            let mut left = std::mem::take(&mut paths.left);
            available.clone_into(&mut left);
            self.leave_out(context, &start, scratch, &mut left);
            let more = Path::new(self, context, &left, &start, *free, paths).each_next(context, &mut each);
            paths.left = left;
            if !more {
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
        let price = reader.get(BuildKeys::PRICE)?;
        misplaced(compiler, &price, PriceKeys::MONEY, "a path is paid for in cards");
        misplaced(compiler, &price, PriceKeys::PAY, "a path is paid for when it has reached its city");
        if !price.has(PriceKeys::FROM) {
            let problem = Diagnostic::error("missing-key", format!("{}: a path is paid for in cards", price.path()));
            compiler.report.push(problem.at(price.here(), "`from` is missing").help("name the bag that cards are paid from"));
        }
        let price = card_price(compiler, &price, Bought::Path)?;
        let pieces = Pieces::read(compiler, reader, BuildKeys::PIECES, ItemType::Lane);
        let of_lanes = pieces.of_lanes().map(|(counter, numbers)| (counter, numbers.to_vec()));
        let Some((counter, numbers)) = of_lanes.filter(|(_, numbers)| numbers.iter().all(|n| (1..=100).contains(n))) else {
            let message = format!("{}: a path takes pieces of one counter, 1 to 100 for each lane", reader.path());
            let problem = Diagnostic::error("wrong-pieces", message).at(reader.origin(BuildKeys::PIECES), "not by this");
            compiler.report.push(problem.help("name one counter, and let its number depend on the lane alone"));
            return None;
        };
        let numbers: Vec<u8> = numbers.into_iter().map(narrow::<u8>).collect();
        let reach = compiler.condition_if_written(reader, BuildKeys::REACH, ItemType::Place);
        let reach = reach.map(|reach| {
            let sieve = Sieve::new(&reach.whole, &compiler.parts, ItemType::Place);
            (reach, sieve)
        });
        let arrive = Gains::read(compiler, reader, BuildKeys::ARRIVE, &[Owner::Seat], ItemType::Place, ItemType::Nothing);
        let scales = price.tariffs.first().and_then(|stand_ins| Scales::new(stand_ins, &price.demands));
        let lattice = Lattice::new(&compiler.parts.map, &price.demands, &numbers, scales.is_some());
        let rule = lanes::compile_whole(compiler, &reader.part());
        Some(Build { rule, price, pieces, counter, numbers, reach, arrive, scales, lattice })
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
        let (from, to) =
            (table.state().spot(parts, self.price.from, seat.into()), table.state().spot(parts, self.price.to, seat.into()));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        let first = |state: &State| bits::iter(state.set(parts, CHOSEN, seat.index())).next().map(LaneId::from);
        while let Some(lane) = first(table.state()) {
            table.mark(CHOSEN, seat.index(), lane.index(), false);
            self.rule.take(rules, table, &mut work.scratch, lane, seat, &self.pieces);
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
        if let Some(reason) = self.rule.refuse_where(context, lane, &mut work.scratch) {
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
        let (rules, state, seat) = (context.rules, context.state, context.seat);
        if let Some(text) = self.pieces.refuse(rules, state, seat, &mut work.scratch, (Item::Lane(lane), &strip.id)) {
            return Reason::by(BuildKeys::PIECES, text);
        }
        let mut eval = Eval::new(parts, state, seat.into(), &mut work.scratch).about(Item::Place(to));
        let name = &parts.map.place(to).name;
        let words =
            |text: &str, values: String| format!("a path may not lead to {name}: {text} does not hold{}", in_brackets(&values));
        if let Some((reach, _)) = self.reach.as_ref().filter(|_| !parts.map.place(to).junction)
            && let Some(reason) = reach.why_not(BuildKeys::REACH, &mut eval, words)
        {
            return reason;
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
        Ok(Action { form: narrow::<u8>(form), subject: lane.0, ..context.action() })
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
        self.pieces.note(takings);
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        Some("a path is chosen lane by lane, and what it takes is known only at its end")
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        Some([self.price.from, self.price.to])
    }

    fn whole_lanes(&self) -> Option<WholeLanes<'_>> {
        Some(WholeLanes { rule: &self.rule, pieces: &self.pieces })
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
