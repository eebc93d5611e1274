//! What must hold in every state: cards conserved, track where it belongs, and what the game itself says.

use crate::rules::Rules;
use railwright_core::State;
use railwright_core::bits;
use railwright_core::components::Spot;
use railwright_core::expr::{Eval, Scratch};
use railwright_core::id::{LaneId, PartyId, ZoneId};

/// Everything that does not hold, in words.
pub(crate) fn broken(rules: &Rules, state: &State, scratch: &mut Scratch) -> Vec<String> {
    let mut broken = Vec::new();
    cards(rules, state, &mut broken);
    track(rules, state, &mut broken);
    for (i, counter) in rules.parts.counters.iter().enumerate() {
        for owner in 0..counter.start.len() {
            let value = state.counter(&rules.parts, i.into(), owner);
            if counter.min.is_some_and(|min| value < min) {
                broken.push(format!("{} of owner {owner} is {value}, below its least value", counter.id));
            }
        }
        if let Some(bank) = counter.bank {
            let banked = &rules.parts.counters[bank.index()];
            let held: i32 = (0..counter.start.len()).map(|o| state.counter(&rules.parts, i.into(), o)).sum();
            let all = held + state.counter(&rules.parts, bank, 0);
            let start = counter.start.iter().sum::<i32>() + banked.start.iter().sum::<i32>();
            // A bank may serve several counters; then what the others hold is not here.
            let alone = rules.parts.counters.iter().filter(|c| c.bank == Some(bank)).count() == 1;
            if alone && all != start {
                broken.push(format!("there are {all} {} in all instead of {start}", counter.id));
            }
        }
    }
    for seat in 0..rules.parts.seats {
        let mut eval = Eval::new(&rules.parts, state, PartyId(seat), scratch);
        for (id, formula) in &rules.invariants {
            if !eval.holds(formula) {
                broken.push(format!(
                    "invariant {id} does not hold for seat {}: {}, but {}",
                    seat + 1,
                    formula.text,
                    formula.explain(&mut eval)
                ));
            }
        }
    }
    broken
}

/// Every card of every set lies in exactly one zone.
fn cards(rules: &Rules, state: &State, broken: &mut Vec<String>) {
    let parts = &rules.parts;
    for (i, set) in parts.cards.iter().enumerate() {
        let mut found = vec![0u32; set.kinds.len()];
        for (z, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.cards.index() == i) {
            for owner in 0..parts.owners(zone.owner) as u16 {
                state.each_card(parts, Spot { zone: ZoneId::from(z), owner }, |kind, n| found[kind.index()] += n);
            }
        }
        for (kind, found) in set.kinds.iter().zip(found) {
            if found != u32::from(kind.count) {
                broken.push(format!("there are {found} {} cards {} instead of {}", set.id, kind.id, kind.count));
            }
        }
    }
}

/// A lane is owned by at most one party, whole lanes and no others are in its set, and open lanes are empty.
fn track(rules: &Rules, state: &State, broken: &mut Vec<String>) {
    let parts = &rules.parts;
    for (i, lane) in parts.map.lanes.iter().enumerate() {
        let track = state.track(LaneId::from(i));
        let whole = track.laid == lane.length;
        for party in 0..parts.parties() {
            let owns = bits::has(state.own(parts, PartyId::from(party)), i);
            if owns != (whole && track.owner() == Some(PartyId::from(party))) {
                broken.push(format!(
                    "lane {} and the set of lanes of {} disagree",
                    lane.id,
                    parts.party_name(PartyId::from(party))
                ));
            }
        }
        if track.laid > 0 && bits::has(state.open(parts), i) {
            broken.push(format!("lane {} is begun and still open", lane.id));
        }
        if track.laid > lane.length || (track.laid > 0) != track.owner().is_some() {
            broken.push(format!("lane {} has {} pieces on {} spaces", lane.id, track.laid, lane.length));
        }
    }
}
