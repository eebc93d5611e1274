//! A position as lists that can be read, for a comparison that is slow and plain.

use railwright_core::components::{BUILT_IN_SETS, Form, Spot};
use railwright_core::id::{CounterId, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::{Components, State};
use std::collections::BTreeMap;

/// What lies where, what each counter is, what is in each set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The cards of each zone and owner; a row has its gaps, a pile begins at the bottom.
    pub cards: BTreeMap<(String, usize), Vec<Option<usize>>>,
    /// The value of each counter and owner.
    pub counters: BTreeMap<(String, usize), i64>,
    /// The members of each named set and owner, as bits.
    pub sets: BTreeMap<(String, usize), Vec<u64>>,
}

impl Position {
    /// What a state says.
    pub fn of(parts: &Components, state: &State) -> Self {
        let mut position = Position { cards: BTreeMap::new(), counters: BTreeMap::new(), sets: BTreeMap::new() };
        for (number, zone) in parts.zones.iter().enumerate() {
            for owner in 0..parts.owners(zone.owner) {
                let spot = Spot { zone: ZoneId::from(number), owner: narrow(owner) };
                let mut cards = Vec::new();
                match zone.form {
                    Form::Row(_) => cards.extend(state.row(parts, spot).map(|kind| kind.map(|kind| kind.index()))),
                    _ => state.each_card(parts, spot, |kind, n| cards.extend((0..n).map(|_| Some(kind.index())))),
                }
                position.cards.insert((zone.id.clone(), owner), cards);
            }
        }
        for (number, counter) in parts.counters.iter().enumerate() {
            for owner in 0..counter.start.len() {
                let value = state.counter(parts, CounterId::from(number), owner);
                position.counters.insert((counter.id.clone(), owner), value.into());
            }
        }
        for (number, set) in parts.sets.iter().enumerate().skip(BUILT_IN_SETS) {
            for owner in 0..parts.owners(set.owner) {
                let members = state.set(parts, SetId::from(number), owner).to_vec();
                position.sets.insert((set.id.clone(), owner), members);
            }
        }
        position
    }
}
