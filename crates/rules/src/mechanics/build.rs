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
use crate::price::{self, Bill, Demand, PATH_PRICE, StandIns, Ways, lane_demands};
use crate::rules::{Fault, Rules};
use railwright_core::bits;
use railwright_core::components::{CHOSEN, CONNECTED, Form};
use railwright_core::expr::{Eval, Expr, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, KindId, LaneId, PlaceId, SeatId, ZoneId};
use railwright_core::map::Map;
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, Payment, State};
use railwright_source::{Kind, Need, Reader, Schema, include, key};

pub(super) const SCHEMA: Schema = Schema::new(
    "action build",
    "Builds a path of lanes from the own network, over junctions, to a city that is not in it; the cards are paid at the end.\n\n\
     Each lane is a decision, `build ash-j1 to j1`, and only lanes are offered from which a city can still be reached and paid for; \
     then `build with 2 red, 1 green`. Where there are very many payments they are chosen kind by kind: `build with 2 red and others`. The network is where the own lanes end and the places that an \
     action counted to `connected`; the first path of a seat without any may begin in any city.",
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
/// How many cards of a kind are paid, where there are too many payments to choose from at once.
const PART: u8 = 3;
/// So many payments are listed whole.
const WHOLE_PAYMENTS: usize = 100;

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
    /// Whether every lane is one space, costs one card and can be built both ways.
    single: bool,
    /// The lanes out of each place, those of one place side by side, and where they begin.
    exits: Vec<Exit>,
    exits_from: Vec<u32>,
    /// Over how many lanes a city is reached from each place on an empty board.
    near: Vec<u8>,
}

pub(super) fn compile(compiler: &mut Compiler, reader: &Reader) -> Option<Build> {
    let zone = |compiler: &Compiler, key: &str| compiler.parts.find_zone(reader.name(key)?.0);
    let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
    want_form(compiler, reader, "from", from, "bag", |f| f == Form::Bag);
    want_form(compiler, reader, "to", to, "bag", |f| f == Form::Bag);
    crate::flow::same_cards(compiler, reader, "to", from, to);
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
    let map = &compiler.parts.map;
    let single = map.lanes.iter().zip(&demands).all(|(lane, demand)| lane.length == 1 && demand.count == 1);
    let single = single && !map.lines.iter().any(|line| line.one_way);
    let (mut exits, mut exits_from) = (Vec::new(), vec![0]);
    for place in (0..map.places.len()).map(PlaceId::from) {
        let out = map.departures(place).iter();
        exits.extend(out.map(|&(lane, end)| {
            let to = map.across(lane, place);
            Exit { lane, to, end: 1 - end, demand: demands[lane.index()] }
        }));
        exits_from.push(exits.len() as u32);
    }
    let near = distances_to_cities(map);
    let rule = lanes::compile(compiler, reader);
    Some(Build { rule, from, to, pieces, stand_ins, demands, arrive, single, exits, exits_from, near })
}

/// Over how many lanes a city is reached from each place, over junctions.
fn distances_to_cities(map: &Map) -> Vec<u8> {
    let mut near: Vec<u8> = map.places.iter().map(|p| if p.junction { NEVER } else { 0 }).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for lane in &map.lanes {
            for [a, b] in [[0, 1], [1, 0]].map(|[a, b]| [lane.ends[a].index(), lane.ends[b].index()]) {
                let over = near[b].saturating_add(1);
                if over < near[a] {
                    near[a] = over;
                    changed = true;
                }
            }
        }
    }
    near
}

/// Room for the search of paths, reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathRoom {
    /// The places of the network and of the path so far, as bits.
    inside: Vec<u64>,
    /// From each place, over how many lanes the nearest new city can be reached.
    far: Vec<u8>,
    queue: Vec<PlaceId>,
    bill: Bill,
    ways: Ways,
}

/// Farther than any path.
const NEVER: u8 = u8::MAX;

/// A lane as it leads out of a place.
#[derive(Clone, Copy, Debug)]
struct Exit {
    lane: LaneId,
    to: PlaceId,
    /// Which of its ends that is.
    end: u8,
    demand: Demand,
}

/// A path under construction and what it may still become.
struct Path<'a> {
    build: &'a Build,
    map: &'a Map,
    available: &'a [u64],
    hand: &'a [u8],
    cards: u32,
    pieces: i32,
    /// The kinds of which the first lane of a path can be, as bits.
    kinds: u64,
    /// How many more lanes are tried before it is measured how far cities are; nothing once that is done.
    unmeasured: Option<u32>,
    room: &'a mut PathRoom,
}

/// So many lanes are tried before it is measured how far the cities are that are left.
const LANES_UNMEASURED: u32 = 60;

impl<'a> Path<'a> {
    fn new(build: &'a Build, look: &Look<'a>, available: &'a [u64], room: &'a mut PathRoom) -> Self {
        let (parts, state, seat) = (&look.rules.parts, look.state, look.seat);
        room.inside.clear();
        room.inside.extend_from_slice(state.set(parts, CONNECTED, seat.index()));
        room.bill.clear();
        let mut pieces = state.counter(parts, build.pieces, seat.index());
        let hand = state.bag(parts, state.spot(parts, build.from, seat.into()));
        let mut kinds = u64::MAX;
        if look.progress.action.is_some() {
            build.add_up(look, &mut room.bill);
            for lane in bits::iter(state.set(parts, CHOSEN, seat.index())) {
                parts.map.lanes[lane].ends.iter().for_each(|p| bits::put(&mut room.inside, p.index()));
                pieces -= i32::from(parts.map.lanes[lane].length);
            }
        } else {
            kinds = build.stand_ins.first_kinds(hand);
        }
        let cards = hand.iter().fold(0, |sum, &n| sum + u32::from(n));
        Path { build, map: &parts.map, available, hand, cards, pieces, kinds, unmeasured: Some(LANES_UNMEASURED), room }
    }

    /// Finds how far each place is from the nearest city that the path could end in, over lanes that are to be had.
    fn measure(&mut self) {
        let PathRoom { inside, far, queue, bill, .. } = &mut *self.room;
        far.clear();
        far.resize(self.map.places.len(), NEVER);
        queue.clear();
        for (i, place) in self.map.places.iter().enumerate() {
            if !place.junction && !bits::has(inside, i) {
                far[i] = 0;
                queue.push(PlaceId::from(i));
            }
        }
        let farthest = self.cards.saturating_sub(bill.total).min(u32::from(NEVER - 1)) as u8;
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let distance = far[place.index()] + 1;
            if distance > farthest {
                break;
            }
            for &lane in self.map.lanes_at(place) {
                let from = self.map.across(lane, place);
                let passable = self.map.place(from).junction && !bits::has(inside, from.index());
                if far[from.index()] == NEVER && passable && bits::has(self.available, lane.index()) {
                    far[from.index()] = distance;
                    queue.push(from);
                }
            }
        }
    }

    /// Whether a lane can be the next one of a path that reaches a city.
    fn begins(&mut self, exit: Exit) -> bool {
        if exit.demand.kinds & self.kinds == 0 || !bits::has(self.available, exit.lane.index()) {
            return false;
        }
        let found = self.leads_on(exit);
        if found || self.unmeasured != Some(0) {
            return found;
        }
        // Many lanes led nowhere: it is worth knowing how far it is.
        self.measure();
        self.unmeasured = None;
        self.leads_on(exit)
    }

    fn leads_on(&mut self, exit: Exit) -> bool {
        let Exit { lane, to, demand, .. } = exit;
        // As long as nothing is measured, the distance on an empty board is the least it can be.
        let far = if self.unmeasured.is_none() { self.room.far[to.index()] } else { self.build.near[to.index()] };
        if far == NEVER || bits::has(&self.room.inside, to.index()) || !bits::has(self.available, lane.index()) {
            return false;
        }
        self.room.bill.add(demand);
        let found = self.goes_on(to, far, self.map.lane(lane).length);
        self.room.bill.take_back(demand);
        found
    }

    /// Whether a path that was taken as far as a place can be paid for and reaches a city.
    #[inline]
    fn goes_on(&mut self, to: PlaceId, far: u8, length: u8) -> bool {
        let PathRoom { bill, ways, .. } = &mut *self.room;
        let stand_ins = &self.build.stand_ins;
        // What cannot be paid now cannot be paid with more lanes either.
        if bill.total + u32::from(far) > self.cards
            || self.pieces < i32::from(length) + i32::from(far)
            || !stand_ins.affordable(bill, self.hand, ways)
        {
            return false;
        }
        if far == 0 {
            return true;
        }
        match &mut self.unmeasured {
            Some(0) => return false,
            Some(left) => *left -= 1,
            // The shortest way on passes no place of the path: a place nearer to a city would have done already.
            None if self.build.single && u32::from(far) <= stand_ins.certain(bill, self.hand) => return true,
            None => {}
        }
        bits::put(&mut self.room.inside, to.index());
        self.pieces -= i32::from(length);
        let build = self.build;
        let found = build.exits(to).iter().any(|&next| self.leads_on(next));
        self.pieces += i32::from(length);
        bits::clear(&mut self.room.inside, to.index());
        found
    }

    /// Calls `each` with the lanes from a place that can be next, until it wants no more; says whether it does.
    fn offer(&mut self, from: PlaceId, each: &mut impl FnMut(LaneId, u8) -> bool) -> bool {
        let build = self.build;
        build.exits(from).iter().all(|&exit| !self.begins(exit) || each(exit.lane, exit.end))
    }
}

impl Build {
    /// The lanes that lead out of a place.
    #[inline]
    fn exits(&self, place: PlaceId) -> &[Exit] {
        &self.exits[self.exits_from[place.index()] as usize..self.exits_from[place.index() + 1] as usize]
    }

    /// Calls `each` with every lane that can be next and the end it leads to, until it wants no more.
    fn next_lanes(&self, look: &Look, work: &mut Workspace, mut each: impl FnMut(LaneId, u8) -> bool) {
        let parts = &look.rules.parts;
        let mut available = std::mem::take(&mut work.available);
        let mut room = std::mem::take(&mut work.paths);
        self.rule.available(look.rules, look.state, look.seat.into(), &mut available);
        let mut path = Path::new(self, look, &available, &mut room);
        let network = look.state.set(parts, CONNECTED, look.seat.index());
        if path.cards == 0 || path.pieces <= 0 || path.kinds == 0 {
            // Nothing can be built.
        } else if look.progress.action.is_some() {
            path.offer(PlaceId(look.progress.at), &mut each);
        } else if network.iter().any(|&word| word != 0) {
            bits::iter(network).all(|from| path.offer(PlaceId::from(from), &mut each));
        } else {
            // The first path may begin in any city.
            for from in (0..parts.map.places.len()).filter(|&p| !parts.map.places[p].junction) {
                bits::put(&mut path.room.inside, from);
                let more = path.offer(PlaceId::from(from), &mut each);
                bits::clear(&mut path.room.inside, from);
                if !more {
                    break;
                }
            }
        }
        (work.available, work.paths) = (available, room);
    }

    /// Adds up what the path so far costs.
    fn add_up(&self, look: &Look, bill: &mut Bill) {
        bill.clear();
        bits::iter(look.state.set(&look.rules.parts, CHOSEN, look.seat.index())).for_each(|lane| bill.add(self.demands[lane]));
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
            let Workspace { payments, paths: PathRoom { bill, ways, .. }, .. } = work;
            payments.clear();
            self.add_up(look, bill);
            ways.find(&self.stand_ins, bill, hand);
            let pay = Action { form: PAY, subject: look.progress.at, ..look.action() };
            // The kinds of which the number of cards is settled already.
            let settled = look.progress.left as usize;
            let given = look.state.clock().held[look.seat.index()].map_or(Payment::default(), |held| held.payment);
            let chosen: [u8; Payment::KINDS] = std::array::from_fn(|kind| given.count(KindId::from(kind)));
            let Some(given) = ways.list(&self.stand_ins, &chosen[..settled], WHOLE_PAYMENTS, payments) else {
                out.extend(payments.iter().map(|&payment| Action { payment, ..pay }));
                return;
            };
            if let Some((kind, given, counts)) = ways.next_choice(&self.stand_ins, settled, given) {
                out.extend(bits::Ones(counts.into()).map(|count| {
                    let payment = given.and(Payment::of(KindId::from(kind), count as u8));
                    Action { form: PART, object: kind as u16, payment, ..pay }
                }));
            }
            return;
        }
        self.next_lanes(look, work, |lane, end| {
            out.push(Action { form: end, subject: lane.0, ..look.action() });
            true
        });
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
        if action.form == PART {
            table.clock().held[seat.index()] = Some(action);
            return Ok(Outcome::More(Progress { left: action.object as i16 + 1, ..progress }));
        }
        table.clock().held[seat.index()] = None;
        if action.form != PAY {
            table.mark(CHOSEN, seat.index(), action.subject as usize, true);
            let to = parts.map.lane(LaneId(action.subject)).ends[action.form as usize];
            return Ok(Outcome::More(Progress { action: Some(action.action), left: 0, at: to.0 }));
        }
        let (from, to) = (table.state().spot(parts, self.from, seat.into()), table.state().spot(parts, self.to, seat.into()));
        table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
        let first = |state: &State| bits::iter(state.set(parts, CHOSEN, seat.index())).next().map(LaneId::from);
        while let Some(lane) = first(table.state()) {
            table.mark(CHOSEN, seat.index(), lane.index(), false);
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

    fn refuse(&self, look: &Look, action: Action, _: &mut Workspace) -> String {
        let parts = &look.rules.parts;
        if action.form >= PAY {
            if !self.complete(look) {
                return "the path must reach a city before it is paid for".to_owned();
            }
            let mut bill = Bill::default();
            self.add_up(look, &mut bill);
            let wanted: Vec<String> = bill
                .demands()
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
        if look.progress.action.is_some() && from.0 != look.progress.at {
            return format!(
                "the path goes on from {}, and {} does not begin there",
                parts.map.place(PlaceId(look.progress.at)).name,
                strip.id
            );
        }
        let network = look.state.set(parts, CONNECTED, look.seat.index());
        let any = network.iter().any(|&word| word != 0);
        if look.progress.action.is_none() && any && !bits::has(network, from.index()) {
            return format!("{} does not begin in the network: {} is not in it", strip.id, parts.map.place(from).name);
        }
        let to = strip.ends[(action.form & 1) as usize];
        let within = |lane: usize| parts.map.lanes[lane].ends.contains(&to);
        if bits::has(network, to.index()) {
            return format!("{} is in the network already", parts.map.place(to).name);
        }
        if bits::iter(look.state.set(parts, CHOSEN, look.seat.index())).any(within) {
            return format!("the path has been in {} already", parts.map.place(to).name);
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
        if action.form == PART {
            let count = action.payment.count(KindId::from(action.object as usize & 15));
            let kind = parts.cards_in(self.from).kinds.get(action.object as usize).map_or("?", |k| &k.id);
            out.push_str(&format!(" with {count} {kind} and others"));
        } else if action.form == PAY {
            out.push_str(" with ");
            print_payment(look.rules, self.from, action.payment, out);
        } else if let Some(strip) = parts.map.lanes.get(action.subject as usize) {
            out.push_str(&format!(" {} to {}", strip.id, parts.map.place(strip.ends[(action.form & 1) as usize]).id));
        }
    }

    fn parse(&self, look: &Look, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let parts = &look.rules.parts;
        if let Some(part) = text.strip_prefix("with ").and_then(|t| t.strip_suffix(" and others")) {
            let (count, name) = part.trim().split_once(' ').unwrap_or(("1", part.trim()));
            let kind = parts.cards_in(self.from).find(name).ok_or_else(|| format!("there is no card `{name}`"))?;
            let wanted: u8 = count.parse().map_err(|_| format!("`{count}` is no number of cards"))?;
            let mut listed = Vec::new();
            self.legal(look, work, &mut listed);
            let is = |a: &&Action| a.form == PART && a.object == u16::from(kind.0) && a.payment.count(kind) == wanted;
            let blank = Action { form: PART, subject: look.progress.at, object: kind.0.into(), ..look.action() };
            return Ok(listed.iter().find(is).copied().unwrap_or(blank));
        }
        if let Some(cards) = text.strip_prefix("with ") {
            let payment = parse_payment(look.rules, self.from, cards)?;
            return Ok(Action { form: PAY, subject: look.progress.at, payment, ..look.action() });
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

    fn any(&self, look: &Look, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        let mut found = false;
        let mut scratch = Scratch::default();
        self.next_lanes(look, work, |lane, _| {
            let mut eval = Eval::new(&look.rules.parts, look.state, look.seat.into(), &mut scratch).about(Item::Lane(lane));
            found = filter.is_none_or(|f| eval.value(f) != 0);
            !found
        });
        found
    }
}
