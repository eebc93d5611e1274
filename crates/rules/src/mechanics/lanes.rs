//! What mechanics that put track on lanes share: which lanes are to be had, and how they are named.

use super::lane_tables::lane_values;
use super::takings::Takings;
use super::{DecisionContext, KeyName, Reason};
use crate::compile::Compiler;
use crate::rules::Rules;
use railwright_core::bits;
use railwright_core::components::{BARRED, Components, Members, Owner};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, LaneId, PartyId, SeatId, SetId};
use railwright_core::state::State;
use railwright_core::{Effects, Payment};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};

schema! {
    /// Keys of every mechanic that puts track on lanes.
    pub(super) LANES: LanesKeys = "lanes",
    "Which lanes are to be had.",
    {
        ONE_PER_LINE: Bool = "one-per-line", Default("false"), "of the lanes of one line a party may have only one";
        OPEN_LANES: IntList = "open-lanes", Optional,
            "of a line with 1, 2, 3, … lanes, how many may be had in all; the rest is closed to everybody";
        ONLY_IN: Names("set") = "only-in", Optional, "only lanes in all these named sets";
        NOT_IN: Names("set") = "not-in", Optional, "no lanes in any of these named sets";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat and what each lane adds to them";
    }
}

schema! {
    /// Keys of mechanics that give whole lanes to parties.
    pub(super) WHOLE_LANES: WholeLanesKeys with LanesKeys = "whole-lanes",
    "Which lanes are to be had, whole.",
    {
        SHARED: Bool = "shared", Default("false"),
            "whether several parties may have the same lane, each for its full price; otherwise it is the first one's alone";
    }
}

/// Which lanes are to be had, and what having one brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneRule {
    one_per_line: bool,
    pub(crate) shared: bool,
    /// The key that says whether lanes are shared, where there is one.
    shared_by: Option<KeyName>,
    open_lanes: Vec<usize>,
    only_in: Vec<SetId>,
    not_in: Vec<SetId>,
    gain: Vec<(CounterId, Gain)>,
}

/// By which rule a mechanic gives whole lanes to seats, and from which counter the pieces for them come.
#[derive(Clone, Copy)]
pub(crate) struct WholeLanes<'a> {
    pub(crate) rule: &'a LaneRule,
    pub(crate) pieces: Option<CounterId>,
    /// Which lanes, where not the board alone says that.
    pub(crate) which: Option<&'a Formula>,
}

/// What a lane adds to a counter: known at load, or worked out when it happens.
#[derive(Clone, Debug)]
enum Gain {
    Fixed(Vec<i32>),
    Worked(Formula),
}

/// Reads the keys of [`WHOLE_LANES`].
pub(super) fn compile_whole(compiler: &mut Compiler, reader: &Reader<WholeLanesKeys>) -> LaneRule {
    let shared = reader.get(WholeLanesKeys::SHARED).unwrap_or(false);
    LaneRule { shared, shared_by: Some(WholeLanesKeys::SHARED.into()), ..compile(compiler, &reader.part()) }
}

/// Reads the keys of [`LANES`].
pub(super) fn compile(compiler: &mut Compiler, reader: &Reader<LanesKeys>) -> LaneRule {
    let mut gain = Vec::new();
    for (name, origin, node) in reader.get(LanesKeys::GAIN) {
        compiler.known.check("counter", name, origin, compiler.report);
        let Some(counter) = compiler.parts.find_counter(name) else { continue };
        if compiler.parts.counters[counter.index()].owner != Owner::Seat {
            let problem = Diagnostic::error("wrong-owner", format!("{}: only a seat's counter can gain", reader.path()));
            compiler.report.push(problem.at(origin, "this counter belongs to something else"));
            continue;
        }
        let Some(formula) = compiler.formula_of(node, ItemType::Lane) else { continue };
        gain.push((
            counter,
            if formula.expr.is_fixed() { Gain::Fixed(lane_values(compiler, &formula)) } else { Gain::Worked(formula) },
        ));
    }
    for key in [LanesKeys::ONLY_IN, LanesKeys::NOT_IN] {
        compiler.need_members(reader, key, Members::Lanes);
    }
    for (i, node) in reader.node(LanesKeys::OPEN_LANES).and_then(|list| list.as_list()).unwrap_or_default().iter().enumerate() {
        let most = i as i64 + 1;
        if node.as_int().is_some_and(|n| !(1..=most).contains(&n)) {
            let message = format!("{}: of a line with {most} lanes 1 to {most} can be had", reader.path());
            compiler.report.push(Diagnostic::error("out-of-range", message).at(node.origin, "not so many"));
        }
    }
    LaneRule {
        one_per_line: reader.get(LanesKeys::ONE_PER_LINE).unwrap_or(false),
        shared: false,
        shared_by: None,
        open_lanes: reader.get(LanesKeys::OPEN_LANES).iter().map(|&n| n.max(0) as usize).collect(),
        only_in: compiler.named_sets(reader, LanesKeys::ONLY_IN),
        not_in: compiler.named_sets(reader, LanesKeys::NOT_IN),
        gain,
    }
}

impl LaneRule {
    /// The lanes a party could have now, as bits.
    pub(crate) fn available(&self, rules: &Rules, state: &State, party: PartyId, out: &mut Vec<u64>) {
        self.available_of(state.open(&rules.parts), rules, state, party, out);
    }

    /// The lanes out of some that a party could have now, as bits.
    #[inline(always)]
    pub(crate) fn available_of(&self, some: &[u64], rules: &Rules, state: &State, party: PartyId, out: &mut Vec<u64>) {
        let parts = &rules.parts;
        let (open, barred) = (state.open(parts), state.set(parts, BARRED, party.index()));
        out.clear();
        // A board has a few words of lanes: as a plain loop this is quicker than made ready for many.
        for ((some, open), barred) in some.iter().zip(open).zip(barred) {
            out.push(some & open & !barred);
        }
        let owner = |set: SetId| whose(parts, set, party);
        for &set in &self.only_in {
            out.iter_mut().zip(state.set(parts, set, owner(set))).for_each(|(a, b)| *a &= b);
        }
        for &set in &self.not_in {
            out.iter_mut().zip(state.set(parts, set, owner(set))).for_each(|(a, b)| *a &= !b);
        }
    }

    /// Tells of a lane whether a party could have it now.
    #[inline]
    pub(crate) fn available_to<'a>(&'a self, rules: &'a Rules, state: &'a State, party: PartyId) -> impl Fn(LaneId) -> bool + 'a {
        let parts = &rules.parts;
        let (open, barred) = (state.open(parts), state.set(parts, BARRED, party.index()));
        let inside = move |set: SetId, lane: LaneId| bits::has(state.set(parts, set, whose(parts, set, party)), lane.index());
        move |lane| {
            bits::has(open, lane.index())
                && !bits::has(barred, lane.index())
                && self.only_in.iter().all(|&set| inside(set, lane))
                && !self.not_in.iter().any(|&set| inside(set, lane))
        }
    }

    /// Gives a whole lane to a seat, with the pieces it takes, what it brings and what it closes.
    #[inline]
    pub(crate) fn take(
        &self,
        rules: &Rules,
        table: &mut Effects,
        scratch: &mut Scratch,
        lane: LaneId,
        seat: SeatId,
        pieces: Option<CounterId>,
    ) {
        match self.shared {
            true => table.share(lane, seat.into(), seat),
            false => table.claim(lane, seat.into(), seat),
        }
        if let Some(pieces) = pieces {
            table.add(pieces, seat.index(), -i32::from(rules.parts.map.lane(lane).length));
        }
        self.gain(rules, table, scratch, lane, seat.into());
        self.had(rules, table, lane, seat.into());
    }

    /// What follows for the other lanes of a line once a party has one of them.
    #[inline]
    pub(crate) fn had(&self, rules: &Rules, table: &mut Effects, lane: LaneId, party: PartyId) {
        let lanes = &rules.parts.map.line_of(lane).lanes;
        if lanes.len() == 1 {
            return;
        }
        let taken = lanes.iter().filter(|&&l| table.state().track(l).laid > 0).count();
        let full = self.is_full(lanes.len(), taken);
        for &other in lanes.iter().filter(|&&l| l != lane) {
            if self.one_per_line {
                table.bar(other, party);
            }
            if full {
                table.close(other);
            }
        }
    }

    /// Whether no more lanes of a line may be had, of which there are so many.
    #[inline]
    fn is_full(&self, lanes: usize, taken: usize) -> bool {
        self.open_lanes.get(lanes - 1).or(self.open_lanes.last()).is_some_and(|&most| taken >= most)
    }

    /// Adds what having the lane brings its seat.
    #[inline]
    pub(crate) fn gain(&self, rules: &Rules, table: &mut Effects, scratch: &mut Scratch, lane: LaneId, seat: PartyId) {
        for (counter, gain) in &self.gain {
            let by = match gain {
                Gain::Fixed(values) => values[lane.index()],
                Gain::Worked(formula) => {
                    Eval::new(&rules.parts, table.state(), seat, scratch).about(Item::Lane(lane)).value(&formula.expr) as i32
                }
            };
            table.add(*counter, seat.index(), by);
        }
    }

    /// Notes from which counters a lane may take.
    pub(super) fn note(&self, parts: &Components, takings: &mut Takings) {
        let key = LanesKeys::GAIN.into();
        for (counter, gain) in &self.gain {
            match gain {
                Gain::Fixed(values) => {
                    takings.note_least(parts, key, *counter, values.iter().min().map_or(0, |&least| least.into()));
                }
                Gain::Worked(formula) => takings.note(parts, key, *counter, formula),
            }
        }
    }

    /// Why a party cannot have a lane, if the lane itself is the reason.
    pub(crate) fn refuse(&self, context: &DecisionContext, lane: LaneId, party: PartyId) -> Option<Reason> {
        let (parts, state) = (&context.rules.parts, context.state);
        let id = &parts.map.lane(lane).id;
        let owner = state.owners(parts, lane).find(|owner| !self.shared || *owner == party);
        if let Some(owner) = owner {
            let owner = if owner == PartyId::from(context.seat) { "you".to_owned() } else { parts.party_name(owner) };
            return Some(Reason { key: self.shared_by, ..Reason::plain(format!("{id} has been taken by {owner}")) });
        }
        let line = parts.map.line_of(lane);
        let taken = line.lanes.iter().filter(|&&l| state.track(l).laid > 0).count();
        if bits::has(state.set(parts, BARRED, party.index()), lane.index()) {
            let text = format!("of the parallel lanes of {} one party may have only one", line.id);
            return Some(Reason::by(LanesKeys::ONE_PER_LINE, text));
        }
        if !bits::has(state.open(parts), lane.index()) {
            // Who had it first may have had it by an action that shares nothing.
            if let Some(owner) = state.track(lane).owner().filter(|_| !self.is_full(line.lanes.len(), taken)) {
                let text = format!("{id} belongs to {} alone", parts.party_name(owner));
                return Some(Reason { key: self.shared_by, ..Reason::plain(text) });
            }
            let text = format!(
                "{id} is closed: with {} players {taken} of the {} lanes of {} may be had",
                parts.seats,
                line.lanes.len(),
                line.id
            );
            return Some(Reason::by(LanesKeys::OPEN_LANES, text));
        }
        let inside = |set: SetId| bits::has(state.set(parts, set, whose(parts, set, party)), lane.index());
        if let Some(set) = self.not_in.iter().find(|s| inside(**s)) {
            return Some(Reason::by(LanesKeys::NOT_IN, format!("{id} is in the set `{}`", parts.sets[set.index()].id)));
        }
        let missing = self.only_in.iter().find(|s| !inside(**s))?;
        Some(Reason::by(LanesKeys::ONLY_IN, format!("{id} is not in the set `{}`", parts.sets[missing.index()].id)))
    }
}

/// Which of a set's owners is meant when a party has lanes in mind.
#[inline(always)]
fn whose(parts: &Components, set: SetId, party: PartyId) -> usize {
    parts.own_index(parts.sets[set.index()].owner, party)
}

/// How many pieces a seat has left; without a counter of pieces they never run out.
#[inline]
pub(crate) fn pieces_left(rules: &Rules, state: &State, seat: SeatId, pieces: Option<CounterId>) -> i32 {
    pieces.map_or(i32::MAX, |counter| state.counter(&rules.parts, counter, seat.index()))
}

/// Why a seat has too few pieces for a lane, if it has.
pub(crate) fn too_few_pieces(
    rules: &Rules,
    state: &State,
    seat: SeatId,
    pieces: Option<CounterId>,
    lane: LaneId,
) -> Option<String> {
    let (strip, left) = (rules.parts.map.lane(lane), pieces_left(rules, state, seat, pieces));
    let name = pieces.map_or("", |counter| &rules.parts.counters[counter.index()].id);
    (i32::from(strip.length) > left).then(|| format!("{} takes {} {name} and only {left} are left", strip.id, strip.length))
}

/// Finds a lane by its id, or by its line when that says enough: the first lane of it that `fits`.
pub(crate) fn find_lane(rules: &Rules, name: &str, mut fits: impl FnMut(LaneId) -> bool) -> Result<LaneId, String> {
    let map = &rules.parts.map;
    if let Some(lane) = map.find_lane(name) {
        return Ok(lane);
    }
    if let Some(line) = map.find_line(name) {
        let lanes = &map.lines[line.index()].lanes;
        return Ok(lanes.iter().copied().find(|&l| fits(l)).unwrap_or(lanes[0]));
    }
    if let Some((line, strip)) = name.split_once('/')
        && let Some(line) = map.find_line(line)
    {
        let line = &map.lines[line.index()];
        if let Some(lane) = line.lanes.iter().find(|&&l| map.lane(l).id.ends_with(&format!("/{strip}"))) {
            return Ok(*lane);
        }
    }
    let near = did_you_mean(name, map.lanes.iter().map(|l| l.id.as_str()));
    Err(format!("there is no lane `{name}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"))))
}

/// Appends cards in notation: `2 green, 1 wild`.
pub(super) fn print_payment(rules: &Rules, zone: railwright_core::id::ZoneId, payment: Payment, out: &mut String) {
    let set = rules.parts.cards_in(zone);
    for (i, (kind, count)) in payment.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        out.push_str(&format!("{count} {}", set.kinds.get(kind.index()).map_or("?", |k| &k.id)));
    }
    if payment.is_empty() {
        out.push_str("nothing");
    }
}

/// Reads cards from notation.
pub(super) fn parse_payment(rules: &Rules, zone: railwright_core::id::ZoneId, text: &str) -> Result<Payment, String> {
    let set = rules.parts.cards_in(zone);
    let mut payment = Payment::default();
    if text.trim() == "nothing" {
        return Ok(payment);
    }
    for part in text.split([',', '+']) {
        let (count, name) = part.trim().split_once(' ').unwrap_or(("1", part.trim()));
        let count: u8 = count.parse().map_err(|_| {
            format!(
                "`{}` should be a number and a kind of card, such as `2 {}`",
                part.trim(),
                set.kinds.first().map_or("red", |k| &k.id)
            )
        })?;
        let kind = set.find(name.trim()).ok_or_else(|| {
            let near = did_you_mean(name.trim(), set.kinds.iter().map(|k| k.id.as_str()));
            format!("there is no card `{}`{}", name.trim(), near.map_or_else(String::new, |n| format!("; did you mean `{n}`?")))
        })?;
        if kind.index() >= Payment::KINDS || u32::from(payment.count(kind)) + u32::from(count) > u32::from(Payment::MOST) {
            return Err(format!("at most {} cards of a kind can be paid", Payment::MOST));
        }
        payment = payment.and(Payment::of(kind, count));
    }
    Ok(payment)
}
