//! What must hold in every state: cards conserved, track where it belongs, and what the game itself says.
//!
//! Checked after every step of long simulations, so what is expected is worked out at load, a state in which all is
//! well is gone through in slices without allocation, and what depends on nothing that changed since all was well is
//! not checked again.

use crate::mechanics::lanes::{LaneRule, Whose};
use crate::rules::Rules;
use railwright_core::bits::{self, Ones};
use railwright_core::changes::StateParts;
use railwright_core::components::{BARRED, OWN};
use railwright_core::expr::{Eval, Formula, Scratch};
use railwright_core::id::{CardSetId, CounterId, KindId, LaneId, PartyId, ZoneId};
use railwright_core::state::KINDS;
use railwright_core::{Components, State};
use std::fmt;

/// What must hold in every state of a game.
#[derive(Debug, Default)]
pub(crate) struct Invariants {
    /// What the game says of every seat.
    said: Vec<StatedInvariant>,
    cards: Vec<WholeSet>,
    guarded: Vec<Guarded>,
    floors: Vec<Floor>,
    banks: Vec<Banked>,
}

/// A formula that must hold for every seat.
#[derive(Debug)]
struct StatedInvariant {
    id: String,
    formula: Formula,
    reads: StateParts,
}

/// All cards of a set and where they can lie.
#[derive(Debug)]
struct WholeSet {
    set: CardSetId,
    zones: Vec<ZoneId>,
    /// How many there are of each kind.
    counts: Vec<u16>,
}

/// A zone in which some kinds may not lie.
#[derive(Debug)]
struct Guarded {
    zone: ZoneId,
    kept_out: Vec<KindId>,
}

/// A counter that may not fall below a value.
#[derive(Debug)]
struct Floor {
    counter: CounterId,
    least: i32,
}

/// A counter and its bank, the sum of which never changes.
#[derive(Debug)]
struct Banked {
    counter: CounterId,
    bank: CounterId,
    sum: i64,
}

impl Invariants {
    pub(crate) fn new(parts: &Components, said: Vec<(String, Formula)>) -> Self {
        let counters = || parts.counters.iter().enumerate().map(|(i, c)| (CounterId::from(i), c));
        let whole = |i: usize| WholeSet {
            set: CardSetId::from(i),
            zones: (0..parts.zones.len()).filter(|&z| parts.zones[z].cards.index() == i).map(ZoneId::from).collect(),
            counts: parts.cards[i].kinds.iter().map(|k| k.count.into()).collect(),
        };
        // A bank may serve several counters; then what the others hold is not here.
        let alone = |bank| parts.counters.iter().filter(|c| c.bank == Some(bank)).count() == 1;
        let banks = counters().filter_map(|(counter, c)| {
            let bank = c.bank.filter(|&bank| alone(bank))?;
            let starts = [&c.start, &parts.counters[bank.index()].start];
            Some(Banked { counter, bank, sum: starts.into_iter().flatten().map(|&start| i64::from(start)).sum() })
        });
        let said =
            said.into_iter().map(|(id, formula)| StatedInvariant { id, reads: StateParts::read_by(&formula.expr), formula });
        Invariants {
            said: said.collect(),
            cards: (0..parts.cards.len()).map(whole).collect(),
            guarded: (0..parts.zones.len()).map(ZoneId::from).filter_map(|zone| Guarded::of(parts, zone)).collect(),
            floors: counters().filter_map(|(counter, c)| Some(Floor { counter, least: c.min? })).collect(),
            banks: banks.collect(),
        }
    }
}

/// Something that must hold in every state and does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenInvariant {
    /// Which one it is, if the game declares it; those that hold in every game have no name.
    pub id: Option<String>,
    /// What does not hold, with the values.
    pub message: String,
}

impl fmt::Display for BrokenInvariant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

/// Everything that does not hold; `sound` is a state in which all held, if one is known.
pub(crate) fn broken(rules: &Rules, state: &State, sound: &mut Option<State>, scratch: &mut Scratch) -> Vec<BrokenInvariant> {
    let mut broken = Vec::new();
    let (parts, invariants) = (&rules.parts, &rules.invariants);
    let changed = sound.as_ref().map_or(StateParts::ALL, |sound| state.changes_since(sound));
    if changed.cards {
        invariants.cards.iter().for_each(|whole| cards(parts, whole, state, &mut broken));
        invariants.guarded.iter().for_each(|guarded| guarded.strays(parts, state, &mut broken));
    }
    if changed.board {
        track(rules, state, &mut broken);
    }
    if changed.counters {
        counters(parts, invariants, state, &mut broken);
    }
    let mut broken: Vec<_> = broken.into_iter().map(|message| BrokenInvariant { id: None, message }).collect();
    for StatedInvariant { id, formula, .. } in invariants.said.iter().filter(|said| said.reads.meet(changed)) {
        for seat in (0..parts.seats).map(PartyId) {
            let mut eval = Eval::new(parts, state, seat, scratch);
            if !eval.holds(formula) {
                let values = formula.explain(&mut eval);
                let seat = seat.0 + 1;
                let message = format!("invariant {id} does not hold for seat {seat}: {}, but {values}", formula.text);
                broken.push(BrokenInvariant { id: Some(id.clone()), message });
            }
        }
    }
    match sound {
        _ if !broken.is_empty() => *sound = None,
        Some(sound) => sound.follow(state, changed),
        None => *sound = Some(state.clone()),
    }
    broken
}

/// Every card of a set lies in exactly one zone.
fn cards(parts: &Components, whole: &WholeSet, state: &State, broken: &mut Vec<String>) {
    let mut found = [0; KINDS];
    whole.zones.iter().for_each(|&zone| state.count_all(parts, zone, &mut found));
    let found = &found[..whole.counts.len()];
    if found != whole.counts {
        let set = &parts.cards[whole.set.index()];
        for (kind, found) in set.kinds.iter().zip(found).filter(|(kind, found)| **found != u16::from(kind.count)) {
            broken.push(format!("there are {found} {} cards {} instead of {}", set.id, kind.id, kind.count));
        }
    }
}

impl Guarded {
    fn of(parts: &Components, zone: ZoneId) -> Option<Self> {
        let only = &parts.zone(zone).only;
        let kinds = (0..parts.cards_in(zone).kinds.len()).map(KindId::from);
        let kept_out: Vec<KindId> = kinds.filter(|kind| !only.is_empty() && !only.contains(kind)).collect();
        (!kept_out.is_empty()).then_some(Guarded { zone, kept_out })
    }

    /// No card lies where it may not.
    fn strays(&self, parts: &Components, state: &State, broken: &mut Vec<String>) {
        let mut found = [0; KINDS];
        state.count_all(parts, self.zone, &mut found);
        for kind in self.kept_out.iter().filter(|kind| found[kind.index()] > 0) {
            let card = &parts.cards_in(self.zone).kinds[kind.index()].id;
            broken.push(format!(
                "a card {card} lies in `{}`, which is not among what it may hold by `only`",
                parts.zone(self.zone).id
            ));
        }
    }
}

/// A lane is owned by at most one party, whole lanes and no others are in its set, and open lanes are empty. Where lanes are shared,
/// one may be open and in the sets of several, and is then barred to each of these.
fn track(rules: &Rules, state: &State, broken: &mut Vec<String>) {
    let parts = &rules.parts;
    let any = |is: fn(&LaneRule) -> bool| {
        rules.actions.iter().any(|action| action.mechanic.whole_lanes().is_some_and(|lanes| is(lanes.rule)))
    };
    let everybodys = any(|rule| rule.whose == Whose::Everybody);
    // Scripts may share lanes of any game.
    let shared = everybodys || !rules.scripts.is_empty() || any(|rule| rule.shared);
    let nobodys = any(|rule| rule.whose == Whose::Nobody);
    let mut whole = 0;
    for (word, (tracks, open)) in state.tracks().chunks(64).zip(state.open(parts)).enumerate() {
        let begun = tracks.iter().rev().fold(0, |begun, track| begun << 1 | u64::from(!track.is_bare()));
        for bit in Ones(begun) {
            let (i, track) = (word * 64 + bit, tracks[bit]);
            let lane = &parts.map.lanes[i];
            if open >> bit & 1 == 1 && !shared {
                broken.push(format!("lane {} is begun and still open", lane.id));
            }
            if nobodys && track.owner().is_none() && track.laid == lane.length {
                continue;
            }
            let Some(owner) = track.owner().filter(|_| (1..=lane.length).contains(&track.laid)) else {
                broken.push(format!("lane {} has {} pieces on {} spaces", lane.id, track.laid, lane.length));
                continue;
            };
            if track.laid == lane.length {
                whole += 1;
                if !bits::has(state.own(parts, owner), i) {
                    broken.push(disagreement(parts, i, owner));
                }
            }
        }
    }
    // Every whole lane is in the set of its owner: if there are more in the sets, then some do not belong there.
    if bits::count(state.set_of_all(parts, OWN)) != whole {
        for party in (0..parts.parties()).map(PartyId::from) {
            let wrong = bits::iter(state.own(parts, party)).filter(|&i| {
                let track = state.track(LaneId::from(i));
                let shares = shared && track.owner().is_some() && bits::has(state.set(parts, BARRED, party.index()), i);
                (track.owner() != Some(party) && !shares) || track.laid != parts.map.lanes[i].length
            });
            broken.extend(wrong.map(|lane| disagreement(parts, lane, party)));
        }
    }
}

fn disagreement(parts: &Components, lane: usize, party: PartyId) -> String {
    format!("lane {} and the set of lanes of {} disagree", parts.map.lanes[lane].id, parts.party_name(party))
}

/// No counter is below its least value, and what left a bank is somewhere.
fn counters(parts: &Components, invariants: &Invariants, state: &State, broken: &mut Vec<String>) {
    for &Floor { counter, least } in &invariants.floors {
        let values = state.counters_of(parts, counter).iter().enumerate();
        for (owner, value) in values.filter(|(_, value)| **value < least) {
            let counter = &parts.counters[counter.index()];
            let whose = parts.owner_name(counter.owner, owner).map_or(String::new(), |name| format!(" of {name}"));
            broken.push(format!("{}{whose} is {value}, below its least value {least}", counter.id));
        }
    }
    for &Banked { counter, bank, sum } in &invariants.banks {
        let held = state.counters_of(parts, counter).iter().map(|&value| i64::from(value)).sum::<i64>();
        let found = held + i64::from(state.counter(parts, bank, 0));
        if found != sum {
            broken.push(format!("there are {found} {} in all instead of {sum}", parts.counters[counter.index()].id));
        }
    }
}
