//! What steps do with counters.

use super::super::formulas::PlainFormula;
use super::super::position::Position;
use super::{ProbeUse, changed};
use railwright_core::components::Owner;
use railwright_core::expr::{Item, ItemType};
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::narrow::saturated;
use railwright_core::{Effects, Events};

impl ProbeUse<'_> {
    /// "Gives a counter a value. A counter of companies, places or lanes is set for each of them for which `where` holds."
    pub(super) fn counted(&self, before: &Position, after: &Position, add: bool) -> Result<(), String> {
        let counter = self.text("counter").unwrap_or_default();
        let mut was = before.clone();
        was.counters.clone_from(&after.counters);
        if was != *after {
            return Err("something besides a counter changed".to_owned());
        }
        let whose: Vec<(String, usize)> = match self.owner_of(counter) {
            Some(Owner::Company | Owner::Place | Owner::Lane) => {
                before.counters.keys().filter(|(id, _)| id == counter).cloned().collect()
            }
            _ => self.seats().into_iter().map(|seat| self.meant(counter, seat)).collect::<Result<_, _>>()?,
        };
        let mut expected = before.counters.clone();
        match self.item_of(self.owner_of(counter)) {
            Some((about, item)) => {
                let read = |key: &str, otherwise: &str| {
                    let text = self.number(key).map(|number| number.to_string()).or_else(|| self.text(key).map(str::to_owned));
                    PlainFormula::read(self.parts, &text.unwrap_or_else(|| otherwise.to_owned()), about)
                };
                let (Some(value), Some(which)) = (read("value", "0"), read("where", "true")) else { return Ok(()) };
                for spot in &whose {
                    let of = |formula: &PlainFormula| formula.value(self.parts, self.state, self.seat, item(spot.1));
                    if of(&which) != 0 {
                        let was = expected[spot];
                        expected.insert(spot.clone(), counts_to(was, of(&value), add));
                    }
                }
            }
            // In turn order: what the first changed the next finds changed.
            None => {
                let Some(formula) = self.probe.get("value").and_then(|value| {
                    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    PlainFormula::read(self.parts, &text, ItemType::Nothing)
                }) else {
                    return Ok(());
                };
                let (mut state, mut silent) = (self.state.clone(), Events::default());
                let id = self.parts.find_counter(counter).expect("a counter");
                for (seat, spot) in self.seats().into_iter().zip(&whose) {
                    let amount = formula.value(self.parts, &state, seat, Item::Nothing);
                    let now = counts_to(expected[spot], amount, add);
                    Effects::new(self.parts, &mut state, &mut silent).set(id, spot.1, saturated(now));
                    expected.insert(spot.clone(), now);
                }
            }
        }
        match expected.iter().find(|(spot, value)| after.counters[*spot] != **value) {
            Some((spot, value)) => Err(format!("{spot:?} is {} and should be {value}", after.counters[spot])),
            None => Ok(()),
        }
    }

    /// What kind of thing a counter of companies, places or lanes is about, and the thing with a number.
    fn item_of(&self, owner: Option<Owner>) -> Option<(ItemType, ItemOf)> {
        match owner? {
            Owner::Company => Some((ItemType::Company, Item::Company)),
            Owner::Place => Some((ItemType::Place, |place| Item::Place(PlaceId::from(place)))),
            Owner::Lane => Some((ItemType::Lane, |lane| Item::Lane(LaneId::from(lane)))),
            _ => None,
        }
    }

    /// "Pays from one counter into another": what one loses the other gets, and nothing else changes.
    pub(super) fn paid(&self, before: &Position, after: &Position) -> Result<(), String> {
        let from = self.text("counter").unwrap_or_default();
        let to = self.text("to").unwrap_or(from);
        let mut was = before.clone();
        was.counters.clone_from(&after.counters);
        if was != *after {
            return Err("something besides a counter changed".to_owned());
        }
        let sum = |position: &Position| -> i64 {
            position.counters.iter().filter(|((id, _), _)| id == from || id == to).map(|(_, value)| value).sum()
        };
        if sum(before) != sum(after) {
            return Err(format!("{} was paid in all and {} was there", sum(after), sum(before)));
        }
        match changed(&before.counters, &after.counters).find(|(id, _)| id != from && id != to) {
            Some((id, _)) => Err(format!("`{id}` changed, and nothing names it")),
            None => Ok(()),
        }
    }
}

/// The thing with a number.
type ItemOf = fn(usize) -> Item;

/// What a counter of the arena becomes, none of which falls below 0.
fn counts_to(was: i64, amount: i64, add: bool) -> i64 {
    let amount = amount.clamp(-MOST, MOST);
    if add { (was + amount).max(0) } else { amount.max(0) }
}

/// So much is added at once at most.
const MOST: i64 = 1_000_000;
