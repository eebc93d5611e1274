//! What actions may change, and what they bring.

use super::super::formulas::PlainFormula;
use super::super::position::Position;
use super::{ProbeUse, changed};
use railwright_core::components::Owner;
use railwright_core::expr::{Item, ItemType};
use railwright_core::id::{LaneId, PlaceId};
use std::collections::BTreeMap;
use toml::Value;

impl ProbeUse<'_> {
    /// An action changes only what its table names, and of that only what is the seat's own or the table's; things of companies, places
    /// and lanes only of the one that it is about.
    pub(super) fn only_its_own(&self, before: &Position, after: &Position) -> Result<(), String> {
        let mut named = Vec::new();
        mentioned(&Value::Table(self.probe.clone()), &mut named);
        let seats = self.parts.seats as usize;
        // Cards can be given to a neighbour.
        let other = match self.text("to-seat") {
            Some("left") => (self.seat + 1) % seats,
            Some("right") => (self.seat + seats - 1) % seats,
            _ => self.seat,
        };
        let mut things = BTreeMap::new();
        let mut check = |(id, owner): &(String, usize)| -> Result<(), String> {
            if !named.contains(id) {
                return Err(format!("`{id}` changed, and nothing names it"));
            }
            if let Some(Owner::Company | Owner::Place | Owner::Lane) = self.owner_of(id) {
                let first = *things.entry(id.clone()).or_insert(*owner);
                return if first == *owner { Ok(()) } else { Err(format!("`{id}` changed for several at once")) };
            }
            let whose = [self.meant(id, self.seat)?.1, self.meant(id, other)?.1];
            if whose.contains(owner) { Ok(()) } else { Err(format!("`{id}` changed for owner {owner} instead of {}", whose[0])) }
        };
        changed(&before.cards, &after.cards).try_for_each(&mut check)?;
        changed(&before.counters, &after.counters).try_for_each(&mut check)?;
        changed(&before.sets, &after.sets).try_for_each(&mut check)?;
        self.gained(before, after, &named)
    }

    /// "Counters and what is added to them": where nothing else in the table names the counter, just that was added.
    fn gained(&self, before: &Position, after: &Position, named: &[String]) -> Result<(), String> {
        let (about, item) = match self.text("do") {
            // A claim that is paid in cards may be more than one decision.
            Some("claim") if self.probe.get("price").and_then(|price| price.get("from")).is_none() => {
                (ItemType::Lane, Item::Lane(LaneId(self.action.subject)))
            }
            Some("mark") if self.text("what").is_none_or(|what| what == "place") => {
                (ItemType::Place, Item::Place(PlaceId(self.action.subject)))
            }
            _ => return Ok(()),
        };
        for (counter, value) in self.probe.get("gain").and_then(Value::as_table).into_iter().flatten() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let Some(formula) = PlainFormula::read(self.parts, &text, about) else { continue };
            if named.iter().filter(|name| *name == counter).count() > 1 {
                continue;
            }
            let spot = self.meant(counter, self.seat)?;
            let expected = before.counters[&spot] + formula.value(self.parts, self.state, self.seat, item);
            if after.counters[&spot] != expected {
                return Err(format!("{spot:?} is {} and should be {expected} by what is gained", after.counters[&spot]));
            }
        }
        Ok(())
    }
}

/// Every name that a table mentions, as a key or a text.
fn mentioned(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::String(text) => names.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| mentioned(value, names)),
        Value::Table(table) => table.iter().for_each(|(key, value)| {
            names.push(key.clone());
            mentioned(value, names);
        }),
        _ => {}
    }
}
