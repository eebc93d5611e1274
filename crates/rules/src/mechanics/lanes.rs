//! What mechanics that put track on lanes share: which lanes are to be had, and how they are named.

use super::lane_tables::lane_values;
use super::pieces::Pieces;
use super::takings::Takings;
use super::{DecisionContext, KeyName, Reason, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::flow::misplaced;
use crate::rules::Rules;
use railwright_core::bits;
use railwright_core::components::{BARRED, Components, Owner};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch, Sieve};
use railwright_core::id::{CounterId, LaneId, PartyId, SeatId};
use railwright_core::narrow::saturated;
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
        WHERE: Conditions<ConditionKeys> = "where", Optional,
            "which lanes, such as `ends(reached) > 0`, `not in(closed)` or `tunnel == 0`";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat and what each lane adds to them";
    }
    formerly [("only-in", "where"), ("not-in", "where")]
}

schema! {
    /// Keys of mechanics that give whole lanes to parties.
    pub(super) WHOLE_LANES: WholeLanesKeys with LanesKeys = "whole-lanes",
    "Which lanes are to be had, whole.",
    {
        SHARED: Bool = "shared", Default("false"),
            "whether several parties may have the same lane, each for its full price; otherwise it is the first one's alone";
        OF: Word(&["seat", "everybody", "nobody"]) = "of", Default("seat"),
            "whose the lane is then: the seat's, that of all seats, or nobody's, on which everybody may travel and nobody claims again";
    }
}

/// Which lanes are to be had, and what having one brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneRule {
    one_per_line: bool,
    pub(crate) shared: bool,
    pub(crate) whose: Whose,
    /// The key that says whether lanes are shared, where there is one.
    shared_by: Option<KeyName>,
    open_lanes: Vec<usize>,
    /// Which of the lanes, where not all are to be had; the same made ready to be put to all of them.
    which: Option<(Condition, Sieve)>,
    gain: Vec<(CounterId, Gain)>,
}

/// By which rule a mechanic gives whole lanes to seats, and from which counter the pieces for them come.
#[derive(Clone, Copy)]
pub(crate) struct WholeLanes<'a> {
    pub(crate) rule: &'a LaneRule,
    pub(crate) pieces: &'a Pieces,
}

/// Whose a lane is once somebody has claimed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Whose {
    #[default]
    Seat,
    Everybody,
    Nobody,
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
    let which = compiler.condition_if_written(reader, LanesKeys::WHERE, ItemType::Lane);
    let which = which.map(|which| {
        let sieve = Sieve::new(&which.whole, &compiler.parts, ItemType::Lane);
        (which, sieve)
    });
    let whose = match reader.get(WholeLanesKeys::OF) {
        Some("everybody") => Whose::Everybody,
        Some("nobody") => Whose::Nobody,
        _ => Whose::Seat,
    };
    if whose != Whose::Seat {
        misplaced(compiler, reader, WholeLanesKeys::SHARED, "a lane that is everybody's or nobody's is had once");
    }
    LaneRule { shared, whose, shared_by: Some(WholeLanesKeys::SHARED.into()), which, ..compile(compiler, &reader.part()) }
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
        let Some(formula) = compiler.formula_added(node, counter, ItemType::Lane, ItemType::Nothing) else { continue };
        gain.push((
            counter,
            if formula.expr.is_fixed() { Gain::Fixed(lane_values(compiler, &formula)) } else { Gain::Worked(formula) },
        ));
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
        whose: Whose::Seat,
        shared_by: None,
        open_lanes: reader.get(LanesKeys::OPEN_LANES).iter().map(|&n| saturated::<usize>(n.max(0))).collect(),
        which: None,
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
    }

    /// Whether only some lanes are to be had.
    #[inline]
    pub(crate) fn is_choosy(&self) -> bool {
        self.which.is_some()
    }

    /// Leaves of some lanes only those that `where` is about.
    pub(crate) fn sift(&self, rules: &Rules, state: &State, party: PartyId, scratch: &mut Scratch, some: &mut [u64]) {
        if let Some((_, sieve)) = &self.which {
            sieve.sift(&mut Eval::new(&rules.parts, state, party, scratch), some);
        }
    }

    /// Tells of a lane whether a party could have it now.
    #[inline]
    pub(crate) fn available_to<'a>(&'a self, rules: &'a Rules, state: &'a State, party: PartyId) -> impl Fn(LaneId) -> bool + 'a {
        let parts = &rules.parts;
        let (open, barred) = (state.open(parts), state.set(parts, BARRED, party.index()));
        move |lane| bits::has(open, lane.index()) && !bits::has(barred, lane.index())
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
        pieces: &Pieces,
    ) {
        match (self.whose, self.shared) {
            (Whose::Seat, true) => table.share(lane, seat.into(), seat),
            (Whose::Seat, false) => table.claim(lane, seat.into(), seat),
            (Whose::Everybody, _) => {
                // The seat that claims it has it first.
                let others = (0..rules.parts.seats).map(SeatId).filter(|other| *other != seat);
                std::iter::once(seat).chain(others).for_each(|each| table.share(lane, each.into(), seat));
                table.close(lane);
            }
            (Whose::Nobody, _) => table.build_for_nobody(lane, seat),
        }
        pieces.take(rules, table, scratch, seat, Item::Lane(lane), false);
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
                Gain::Worked(formula) => saturated::<i32>(
                    Eval::new(&rules.parts, table.state(), seat, scratch).about(Item::Lane(lane)).value(&formula.expr),
                ),
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
        if state.track(lane).laid > 0 && state.track(lane).owner().is_none() {
            return Some(Reason { key: self.shared_by, ..Reason::plain(format!("track lies on {id} that is nobody's")) });
        }
        if !self.shared
            && parts.seats > 1
            && state.owners(parts, lane).filter(|owner| owner.0 < parts.seats).count() == usize::from(parts.seats)
        {
            return Some(Reason { key: self.shared_by, ..Reason::plain(format!("{id} is everybody's already")) });
        }
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
        None
    }

    /// Why `where` leaves a lane out, if it does.
    pub(crate) fn refuse_where(&self, context: &DecisionContext, lane: LaneId, scratch: &mut Scratch) -> Option<Reason> {
        let (which, _) = self.which.as_ref()?;
        let parts = &context.rules.parts;
        let mut eval = Eval::new(parts, context.state, context.seat.into(), scratch).about(Item::Lane(lane));
        let id = &parts.map.lane(lane).id;
        let words = |text: &str, values: String| format!("{id} is not to be had: {text} does not hold{}", in_brackets(&values));
        which.why_not(LanesKeys::WHERE, &mut eval, words)
    }

    /// Whether `where` holds for a lane.
    pub(crate) fn fits(&self, rules: &Rules, state: &State, seat: SeatId, lane: LaneId, scratch: &mut Scratch) -> bool {
        let mut holds =
            |which: &Condition| Eval::new(&rules.parts, state, seat.into(), scratch).about(Item::Lane(lane)).holds(&which.whole);
        self.which.as_ref().is_none_or(|(which, _)| holds(which))
    }
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
