//! `build`: a path of lanes from the own network to a new city, one decision a lane, paid for at the end.
//!
//! Only lanes are offered from which a city can still be reached with the cards and pieces that are
//! left, so that every prefix can be completed; taking back is the player's undo, not a rule.

use super::claim::seat_counter;
use super::lanes::{self, LANES, LaneRule, find_lane, parse_payment, print_payment};
use super::{COMMON, Look, Outcome, Play, endless};
use crate::compile::Compiler;
use crate::engine::Workspace;
use crate::flow::want_form;
use crate::price::{self, Demand, PATH_PRICE, StandIns, lane_demands};
use crate::rules::{Fault, Rules};
use railwright_core::bits;
use railwright_core::components::{CHOSEN, Form};
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{CounterId, LaneId, PlaceId, SeatId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, Payment, State};
use railwright_source::{Kind, Need, Reader, Schema, include, key};

pub(super) const SCHEMA: Schema = Schema::new(
    "action build",
    "Builds a path of lanes from the own network, over junctions, to a city that is not in it; the cards are paid at the end.\n\n\
     Each lane is a decision, `build ash-j1 to j1`, and only lanes are offered from which a city can still be reached and paid for; \
     then `build with 2 red, 1 green`. The first path of a seat may begin in any city.",
    &[
        include(&COMMON),
        include(&LANES),
        key("from", Kind::Name("zone"), Need::Required, "the bag that is paid from"),
        key("to", Kind::Name("zone"), Need::Required, "the bag that payments go to"),
        key("price", Kind::Table(&PATH_PRICE), Need::Required, "what each lane costs"),
        key("pieces", Kind::Name("counter"), Need::Required, "the seat's counter of pieces; a lane takes one for each space"),
        key("arrive", Kind::Map(&Kind::Expr), Need::Optional, "counters of the seat and what the new city adds to them"),
    ],
)
.example(
    "[actions.build]\ndo = \"build\"\nfrom = \"hand\"\nto = \"discard\"\npieces = \"tracks\"\narrive = { money = \"value\" }\n\
     price = { count = 1, alike = 2 }",
);

/// The next lane of the path; the other forms say towards which of its ends.
const PAY: u8 = 2;

/// Builds a path of lanes.
#[derive(Clone, Debug)]
pub struct Build {
    pub(crate) rule: LaneRule,
    from: ZoneId,
    to: ZoneId,
    pub(crate) pieces: CounterId,
    stand_ins: StandIns,
    demands: Vec<Demand>,
    arrive: Vec<(CounterId, Formula)>,
}

pub(super) fn compile(compiler: &mut Compiler, reader: &Reader) -> Option<Build> {
    let zone = |compiler: &Compiler, key: &str| compiler.parts.find_zone(reader.name(key)?.0);
    let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
    want_form(compiler, reader, "from", from, "bag", |f| f == Form::Bag);
    want_form(compiler, reader, "to", to, "bag", |f| f == Form::Bag);
    crate::flow::same_cards(compiler, reader, from, to);
    let price = reader.table("price")?;
    let stand_ins = price::stand_ins(compiler, &price, from, true);
    let demands = lane_demands(compiler, &price, from, &stand_ins, true)?;
    let (name, origin) = reader.name("pieces")?;
    let pieces = seat_counter(compiler, reader, name, origin)?;
    let mut arrive = Vec::new();
    for (name, origin, node) in reader.map("arrive") {
        compiler.known.check("counter", name, origin, compiler.report);
        let counter = seat_counter(compiler, reader, name, origin);
        arrive.extend(counter.zip(compiler.formula_of(node, ItemType::Place)));
    }
    Some(Build { rule: lanes::compile(compiler, reader), from, to, pieces, stand_ins, demands, arrive })
}

/// A path under construction and what it may still become.
struct Path<'a> {
    build: &'a Build,
    rules: &'a Rules,
    available: &'a [u64],
    network: Vec<bool>,
    hand: &'a [u8],
    pieces: i32,
    demands: Vec<Demand>,
    room: Vec<Payment>,
}

impl<'a> Path<'a> {
    fn new(build: &'a Build, rules: &'a Rules, state: &'a State, seat: SeatId, available: &'a [u64]) -> Self {
        let parts = &rules.parts;
        let mut network = vec![false; parts.map.places.len()];
        let (own, chosen) = (state.own(parts, seat.into()), state.set(parts, CHOSEN, seat.index()));
        let mut demands = Vec::new();
        let mut pieces = state.counter(parts, build.pieces, seat.index());
        for lane in bits::iter(own).chain(bits::iter(chosen)) {
            parts.map.lanes[lane].ends.iter().for_each(|p| network[p.index()] = true);
        }
        for lane in bits::iter(chosen) {
            demand(&mut demands, build.demands[lane]);
            pieces -= i32::from(parts.map.lanes[lane].length);
        }
        let hand = state.bag(parts, state.spot(parts, build.from, seat.into()));
        Path { build, rules, available, network, hand, pieces, demands, room: Vec::new() }
    }

    /// Whether a lane from a place can be the next one of a path that reaches a city.
    fn leads_on(&mut self, lane: LaneId, from: PlaceId) -> bool {
        let map = &self.rules.parts.map;
        let strip = map.lane(lane);
        let to = map.across(lane, from);
        let backwards = map.line_of(lane).one_way && strip.ends[1] == from;
        if backwards
            || !bits::has(self.available, lane.index())
            || self.network[to.index()]
            || i32::from(strip.length) > self.pieces
        {
            return false;
        }
        let before = self.demands.clone();
        demand(&mut self.demands, self.build.demands[lane.index()]);
        // What cannot be paid now cannot be paid with more lanes either.
        let mut found = self.build.stand_ins.affordable(&self.demands, self.hand, &mut self.room);
        if found && map.place(to).junction {
            self.network[to.index()] = true;
            self.pieces -= i32::from(strip.length);
            found = map.lanes_at(to).iter().any(|&next| self.leads_on(next, to));
            self.pieces += i32::from(strip.length);
            self.network[to.index()] = false;
        }
        self.demands = before;
        found
    }
}

/// Adds a lane's demand to those of a path: cards of one kind are counted together.
fn demand(demands: &mut Vec<Demand>, more: Demand) {
    match demands.iter_mut().find(|d| d.kinds == more.kinds && d.kinds.count_ones() == 1) {
        Some(same) => same.count += more.count,
        None => demands.push(more),
    }
}

impl Build {
    /// Calls `each` with every lane that can be next and the end it leads to.
    fn next_lanes(&self, look: &Look, work: &mut Workspace, mut each: impl FnMut(LaneId, u8)) {
        let (parts, state) = (&look.rules.parts, look.state);
        let mut available = std::mem::take(&mut work.available);
        self.rule.available(look.rules, state, look.seat.into(), &mut available);
        let mut path = Path::new(self, look.rules, state, look.seat, &available);
        let nothing_yet = !path.network.contains(&true);
        let places = (0..parts.map.places.len()).map(PlaceId::from);
        let starts: Vec<PlaceId> = match look.progress.action {
            Some(_) => vec![PlaceId(look.progress.at)],
            // The first path may begin in any city.
            None => {
                places.filter(|p| if nothing_yet { !parts.map.place(*p).junction } else { path.network[p.index()] }).collect()
            }
        };
        for from in starts {
            let outside = !std::mem::replace(&mut path.network[from.index()], true);
            for &lane in parts.map.lanes_at(from) {
                if path.leads_on(lane, from) {
                    each(lane, u8::from(parts.map.lane(lane).ends[0] == from));
                }
            }
            path.network[from.index()] = !outside;
        }
        work.available = available;
    }

    fn path_demands(&self, rules: &Rules, state: &State, seat: SeatId) -> Vec<Demand> {
        let mut demands = Vec::new();
        bits::iter(state.set(&rules.parts, CHOSEN, seat.index())).for_each(|lane| demand(&mut demands, self.demands[lane]));
        demands
    }

    /// Whether the path has reached its city and is to be paid for.
    fn complete(&self, look: &Look) -> bool {
        look.progress.action.is_some() && !look.rules.parts.map.place(PlaceId(look.progress.at)).junction
    }
}

impl Play for Build {
    fn legal(&self, look: &Look, work: &mut Workspace, out: &mut Vec<Action>) {
        if self.complete(look) {
            let hand = look.state.bag(&look.rules.parts, look.state.spot(&look.rules.parts, self.from, look.seat.into()));
            work.payments.clear();
            self.stand_ins.pay_all(&self.path_demands(look.rules, look.state, look.seat), hand, &mut work.payments);
            out.extend(work.payments.iter().map(|&payment| Action { form: PAY, payment, ..look.action() }));
            return;
        }
        self.next_lanes(look, work, |lane, end| out.push(Action { form: end, subject: lane.0, ..look.action() }));
    }

    fn apply(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        progress: Progress,
        action: Action,
    ) -> Result<Outcome, Fault> {
        let parts = &rules.parts;
        if action.form != PAY {
            table.mark(CHOSEN, seat.index(), action.subject as usize, true);
            let to = parts.map.lane(LaneId(action.subject)).ends[action.form as usize];
            return Ok(Outcome::More(Progress { action: Some(action.action), left: 0, at: to.0 }));
        }
        let (from, to) = (table.state().spot(parts, self.from, seat.into()), table.state().spot(parts, self.to, seat.into()));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        let lanes: Vec<LaneId> = bits::iter(table.state().set(parts, CHOSEN, seat.index())).map(LaneId::from).collect();
        table.unmark_all(CHOSEN, seat.index());
        for lane in lanes {
            table.claim(lane, seat.into(), seat);
            table.add(self.pieces, seat.index(), -i32::from(parts.map.lane(lane).length));
            self.rule.gain(rules, table, &mut work.scratch, lane, seat.into());
            self.rule.had(rules, table, lane, seat.into());
        }
        for (counter, formula) in &self.arrive {
            let city = Item::Place(PlaceId(progress.at));
            let by = Eval::new(parts, table.state(), seat.into(), &mut work.scratch).about(city).value(&formula.expr);
            table.add(*counter, seat.index(), by.clamp(-1_000_000, 1_000_000) as i32);
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, look: &Look, action: Action, work: &mut Workspace) -> String {
        let parts = &look.rules.parts;
        if action.form == PAY {
            if !self.complete(look) {
                return "the path must reach a city before it is paid for".to_owned();
            }
            let wanted: Vec<String> = self
                .path_demands(look.rules, look.state, look.seat)
                .iter()
                .map(|d| {
                    let kinds: Vec<&str> = bits::Ones(d.kinds).map(|k| parts.cards_in(self.from).kinds[k].id.as_str()).collect();
                    format!("{} {}", d.count, kinds.join(" or "))
                })
                .collect();
            return format!("these cards do not pay exactly for {}", wanted.join(", "));
        }
        if self.complete(look) {
            return "the path has reached its city: it is paid for now".to_owned();
        }
        let lane = LaneId(action.subject);
        let Some(strip) = parts.map.lanes.get(lane.index()) else { return "there is no such lane".to_owned() };
        if let Some(reason) = self.rule.refuse(look, lane, look.seat.into()) {
            return reason;
        }
        let ends = strip.ends.map(|p| &parts.map.place(p).name);
        let from = strip.ends[1 - (action.form & 1) as usize];
        let mut starts = Vec::new();
        self.next_lanes(look, work, |lane, end| starts.push((lane, end)));
        if look.progress.action.is_some() && from.0 != look.progress.at {
            return format!(
                "the path goes on from {}, and {} does not begin there",
                parts.map.place(PlaceId(look.progress.at)).name,
                strip.id
            );
        }
        format!(
            "no city outside the network can be reached over {} ({} to {}) with the cards and pieces left",
            strip.id,
            ends[1 - (action.form & 1) as usize],
            ends[(action.form & 1) as usize]
        )
    }

    fn print(&self, look: &Look, action: Action, _: &mut Workspace, out: &mut String) {
        let parts = &look.rules.parts;
        if action.form == PAY {
            out.push_str(" with ");
            print_payment(look.rules, self.from, action.payment, out);
        } else if let Some(strip) = parts.map.lanes.get(action.subject as usize) {
            out.push_str(&format!(" {} to {}", strip.id, parts.map.place(strip.ends[(action.form & 1) as usize]).id));
        }
    }

    fn parse(&self, look: &Look, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let parts = &look.rules.parts;
        if let Some(cards) = text.strip_prefix("with ") {
            return Ok(Action { form: PAY, payment: parse_payment(look.rules, self.from, cards)?, ..look.action() });
        }
        let (name, to) =
            text.split_once(" to ").ok_or("say the lane and where it leads: `LANE to PLACE`, or `with` and the cards")?;
        let lane = find_lane(look.rules, name.trim(), |_| true)?;
        let strip = parts.map.lane(lane);
        let form = strip
            .ends
            .iter()
            .position(|&e| parts.map.place(e).id == to.trim())
            .ok_or_else(|| format!("`{}` is no end of {}", to.trim(), strip.id))?;
        Ok(Action { form: form as u8, subject: lane.0, ..look.action() })
    }

    fn item(&self, _: &Rules, action: Action) -> Item {
        Item::Lane(LaneId(action.subject))
    }
}
