//! The plain reference: what a probe may have changed, worked out slowly from the position before it and the sentences of the manual.

use super::arena::Sort;
use super::formulas::PlainFormula;
use super::position::Position;
use railwright_core::components::{Form, Owner};
use railwright_core::expr::{Item, ItemType};
use railwright_core::id::{CardSetId, KindId, LaneId, PlaceId};
use railwright_core::{Action, Components, Effects, Events, State};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// What was done: the probe, by whom, and who sits in which order.
pub struct Deed<'a> {
    /// What the game consists of.
    pub parts: &'a Components,
    /// Whether the probe is an action or a step.
    pub sort: Sort,
    /// The probe's table.
    pub probe: &'a Table,
    /// Whose turn it is.
    pub seat: usize,
    /// All seats in turn order, the first player first.
    pub order: Vec<usize>,
    /// The position before, for expressions.
    pub state: &'a State,
    /// What was chosen.
    pub action: Action,
}

impl Deed<'_> {
    /// What is wrong with what came of it, if anything.
    pub fn judge(&self, before: &Position, after: &Position) -> Result<(), String> {
        let kind = self.text("do").unwrap_or_default();
        match (self.sort, self.condition()) {
            (Sort::Step, Some(false)) if before == after => return Ok(()),
            (Sort::Step, Some(false)) => return Err("`when` does not hold, and something changed".to_owned()),
            (Sort::Action, Some(false)) => return Err("`when` does not hold, and it could be chosen".to_owned()),
            (_, None) if before == after => return Ok(()),
            _ => {}
        }
        match (self.sort, kind) {
            (Sort::Step, "deal") => self.dealt(before, after),
            (Sort::Step, "refill") => self.refilled(before, after),
            (Sort::Step, "move") => self.moved(before, after),
            (Sort::Step, "to-front") => self.brought_to_front(before, after),
            (Sort::Step, "shuffle") => self.same_but(before, after, &[]),
            (Sort::Step, "shuffle-in") => self.shuffled_in(before, after),
            (Sort::Step, "set" | "add") => self.counted(before, after, kind == "add"),
            (Sort::Step, "pay") => self.paid(before, after),
            (Sort::Step, "include" | "exclude") => self.only_its_set(before, after),
            (Sort::Step, _) => self.same_but(before, after, &[]),
            (Sort::Action, _) => self.only_its_own(before, after),
        }
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.probe.get(key)?.as_str()
    }

    fn number(&self, key: &str) -> Option<i64> {
        let value = self.probe.get(key)?;
        value.as_integer().or_else(|| value.as_str()?.parse().ok())
    }

    /// Whether a key is absent, or says what everything fulfils.
    fn is_plain(&self, key: &str) -> bool {
        self.text(key).is_none_or(|text| text == "true")
    }

    /// Whether `when` holds for the seat, if that can be worked out; it does where there is none.
    fn condition(&self) -> Option<bool> {
        match self.probe.get("when") {
            None => Some(true),
            Some(_) => Some(self.amount("when", self.seat)? != 0),
        }
    }

    /// What an expression about nothing is worth for a seat, if that can be worked out; where a step is done for several seats, only if it
    /// is the same before and after the others.
    fn amount(&self, key: &str, seat: usize) -> Option<i64> {
        if let Some(number) = self.number(key) {
            return Some(number);
        }
        let formula = PlainFormula::read(self.parts, self.text(key)?, ItemType::Nothing)?;
        let known = self.seats().len() == 1 || formula.stays();
        known.then(|| formula.value(self.parts, self.state, seat, Item::Nothing))
    }

    /// For which kinds of card of a set `where` holds, if that can be worked out; for all where there is none.
    fn fitting(&self, set: CardSetId, seat: usize) -> Option<Vec<bool>> {
        let kinds = self.parts.cards[set.index()].kinds.len();
        let Some(text) = self.text("where") else { return Some(vec![true; kinds]) };
        let formula = PlainFormula::read(self.parts, text, ItemType::Card(set))?;
        let known = self.seats().len() == 1 || formula.stays();
        let holds = |kind| formula.value(self.parts, self.state, seat, Item::Card(set, KindId::from(kind))) != 0;
        known.then(|| (0..kinds).map(holds).collect())
    }

    /// For whom a step is done.
    fn seats(&self) -> Vec<usize> {
        if self.text("for") == Some("each") { self.order.clone() } else { vec![self.seat] }
    }

    fn owner_of(&self, id: &str) -> Option<Owner> {
        let zone = self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.owner);
        let counter = || self.parts.counters.iter().find(|counter| counter.id == id).map(|counter| counter.owner);
        zone.or_else(counter).or_else(|| self.parts.sets.iter().find(|set| set.id == id).map(|set| set.owner))
    }

    /// Which of a thing's owners a seat means: itself, its only train, the only dummy, the table. Of anything else nobody can know.
    fn meant(&self, id: &str, seat: usize) -> Result<(String, usize), String> {
        let owner = match self.owner_of(id) {
            Some(Owner::Table) => 0,
            Some(Owner::Seat) => seat,
            Some(Owner::Dummy) if self.parts.dummies.len() == 1 => 0,
            Some(Owner::Train) if self.parts.trains.len() == self.parts.seats as usize => seat,
            other => return Err(format!("nothing says whose `{id}` is meant ({other:?}), and it was played")),
        };
        Ok((id.to_owned(), owner))
    }

    /// How many owners a zone has, if these are places, lanes or companies.
    fn things(&self, id: &str) -> Option<usize> {
        match self.owner_of(id) {
            Some(of @ (Owner::Company | Owner::Place | Owner::Lane)) => Some(self.parts.owners(of)),
            _ => None,
        }
    }

    /// The same for all seats that a step is done for, each with the seat.
    fn pairs_of_all(&self, from: &str, to: &str) -> Result<Vec<(usize, Two)>, String> {
        let mut all = Vec::new();
        for seat in self.seats() {
            all.extend(self.pairs(from, to, seat)?.into_iter().map(|pair| (seat, pair)));
        }
        Ok(all)
    }

    /// The pairs of zones that a step goes through for a seat: of places, lanes or companies each in turn.
    fn pairs(&self, from: &str, to: &str, seat: usize) -> Result<Vec<Two>, String> {
        let count = self.things(from).or(self.things(to));
        let of = |id: &str, member: usize| match self.things(id) {
            Some(_) => Ok((id.to_owned(), member)),
            None => self.meant(id, seat),
        };
        (0..count.unwrap_or(1)).map(|member| Ok([of(from, member)?, of(to, member)?])).collect()
    }

    fn slots(&self, id: &str) -> usize {
        match self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.form) {
            Some(Form::Row(slots)) => slots.into(),
            _ => usize::MAX,
        }
    }

    /// How many cards went from where to where: seat after seat, as many as there are and there is room for.
    fn expected_sizes(&self, before: &Position, from: &str, to: &str, most: impl Fn(usize) -> usize) -> Result<Sizes, String> {
        let mut sizes: Sizes = before.cards.iter().map(|(spot, cards)| (spot.clone(), size(cards))).collect();
        for (seat, [from, to]) in self.pairs_of_all(from, to)? {
            let room = self.slots(&to.0).saturating_sub(sizes[&to]);
            let moved = most(seat).min(sizes[&from]).min(room);
            *sizes.get_mut(&from).expect("a zone") -= moved;
            *sizes.get_mut(&to).expect("a zone") += moved;
        }
        Ok(sizes)
    }

    fn sizes_are(&self, after: &Position, sizes: &Sizes) -> Result<(), String> {
        for (spot, cards) in &after.cards {
            if size(cards) != sizes[spot] {
                return Err(format!("{spot:?} has {} cards and should have {}", size(cards), sizes[spot]));
            }
        }
        Ok(())
    }

    /// "Deals cards from a pile; stops when there are none left."
    fn dealt(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (from, to) = (self.text("from").unwrap_or_default(), self.text("to").unwrap_or_default());
        self.same_but(before, after, &[from, to])?;
        let count = |seat: usize| if self.probe.contains_key("count") { self.amount("count", seat) } else { Some(1) };
        if !self.is_plain("where")
            || self.probe.contains_key("each-of")
            || self.seats().into_iter().any(|seat| count(seat).is_none())
        {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, from, to, |seat| count(seat).unwrap_or(0).max(0) as usize)?;
        self.sizes_are(after, &sizes)
    }

    /// "Fills the gaps of a row from a pile": the row of each seat that it is done for.
    fn refilled(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (row, pile) = (self.text("zone").unwrap_or_default(), self.text("from").unwrap_or_default());
        self.same_but(before, after, &[row, pile])?;
        if !self.is_plain("where") {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, pile, row, |_| usize::MAX)?;
        self.sizes_are(after, &sizes)?;
        for (spot, cards) in before.cards.iter().filter(|(spot, _)| spot.0 == row) {
            let stays = |(was, is): (&Option<usize>, &Option<usize>)| was.is_none() || was == is;
            if !cards.iter().zip(&after.cards[spot]).all(stays) {
                return Err(format!("{spot:?} had cards that did not stay where they lay"));
            }
        }
        Ok(())
    }

    /// "Moves cards of a bag or row elsewhere, in the order they lie; into a row as far as it has room", and the first of them first
    /// onto an end of a pile.
    fn moved(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (from, to) = (self.text("from").unwrap_or_default(), self.text("to").unwrap_or_default());
        self.same_but(before, after, &[from, to])?;
        let Some(set) = self.parts.zones.iter().find(|zone| zone.id == from).map(|zone| zone.cards) else { return Ok(()) };
        let mut cards = before.cards.clone();
        let of_things = self.things(from).or(self.things(to)).is_some();
        if of_things && !self.is_plain("where") {
            return Ok(());
        }
        for (seat, [from, to]) in self.pairs_of_all(from, to)? {
            let (Some(fitting), count) = (self.fitting(set, seat), self.amount("count", seat)) else { return Ok(()) };
            if count.is_none() && self.probe.contains_key("count") {
                return Ok(());
            }
            let mut left = count.map_or(usize::MAX, |count| count.max(0) as usize);
            for slot in 0..cards[&from].len() {
                let room = self.slots(&to.0).saturating_sub(size(&cards[&to]));
                let Some(kind) = cards[&from][slot].filter(|kind| fitting[*kind]) else { continue };
                if left == 0 || room == 0 {
                    continue;
                }
                left -= 1;
                cards.get_mut(&from).expect("a zone")[slot] = None;
                let bottom = self.text("at") == Some("bottom");
                let there = cards.get_mut(&to).expect("a zone");
                match self.form(&to.0) {
                    Some(Form::Row(_)) => *there.iter_mut().find(|slot| slot.is_none()).expect("room") = Some(kind),
                    Some(Form::Pile) if bottom => there.insert(0, Some(kind)),
                    _ => there.push(Some(kind)),
                }
            }
        }
        for (spot, cards) in &mut cards {
            self.in_order(&spot.0, cards);
            if *cards != after.cards[spot] {
                return Err(format!("{spot:?} has {:?} and should have {cards:?}", after.cards[spot]));
            }
        }
        Ok(())
    }

    fn form(&self, id: &str) -> Option<Form> {
        self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.form)
    }

    /// In a bag cards have no order, and only rows have gaps.
    fn in_order(&self, id: &str, cards: &mut Vec<Option<usize>>) {
        match self.form(id) {
            Some(Form::Row(_)) => {}
            Some(Form::Bag) => {
                cards.retain(Option::is_some);
                cards.sort_unstable();
            }
            _ => cards.retain(Option::is_some),
        }
    }

    /// "Brings a card of a row with columns to the first place of its column; those before it move back by one."
    fn brought_to_front(&self, before: &Position, after: &Position) -> Result<(), String> {
        let row = self.text("zone").unwrap_or_default();
        self.same_but(before, after, &[row])?;
        let spot = self.meant(row, self.seat)?;
        let set = self.parts.zones.iter().find(|zone| zone.id == row).map(|zone| zone.cards);
        let fitting = set.and_then(|set| self.fitting(set, self.seat));
        for (other, cards) in &before.cards {
            let mut was = cards.clone();
            if let (true, Some(fitting)) = (*other == spot, &fitting) {
                let columns = self.parts.zones.iter().find(|zone| zone.id == row).map_or(1, |zone| zone.columns as usize);
                if let Some(slot) = was.iter().position(|kind| kind.is_some_and(|kind| fitting[kind])) {
                    let column: Vec<usize> = (slot % columns..=slot).step_by(columns).collect();
                    let mut kinds: Vec<_> = column.iter().map(|slot| was[*slot]).collect();
                    kinds.rotate_right(1);
                    column.iter().zip(kinds).for_each(|(slot, kind)| was[*slot] = kind);
                }
            } else if *other == spot {
                continue;
            }
            if was != after.cards[other] {
                return Err(format!("{other:?} has {:?} and should have {was:?}", after.cards[other]));
            }
        }
        Ok(())
    }

    /// "Shuffles a pile, cuts it into nearly equal parts and shuffles a bag into one of them."
    fn shuffled_in(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (bag, pile) = (self.text("from").unwrap_or_default(), self.text("to").unwrap_or_default());
        self.same_but(before, after, &[bag, pile])?;
        if !self.is_plain("where") {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, bag, pile, |_| usize::MAX)?;
        self.sizes_are(after, &sizes)
    }

    /// "Gives a counter a value. A counter of companies, places or lanes is set for each of them for which `where` holds."
    fn counted(&self, before: &Position, after: &Position, add: bool) -> Result<(), String> {
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
                    Effects::new(self.parts, &mut state, &mut silent).set(id, spot.1, now as i32);
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
    fn item_of(&self, owner: Option<Owner>) -> Option<(ItemType, fn(usize) -> Item)> {
        match owner? {
            Owner::Company => Some((ItemType::Company, Item::Company)),
            Owner::Place => Some((ItemType::Place, |place| Item::Place(PlaceId::from(place)))),
            Owner::Lane => Some((ItemType::Lane, |lane| Item::Lane(LaneId::from(lane)))),
            _ => None,
        }
    }

    /// "Pays from one counter into another": what one loses the other gets, and nothing else changes.
    fn paid(&self, before: &Position, after: &Position) -> Result<(), String> {
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

    /// "Puts lanes or places into a set", or takes them out: nothing but that set changed.
    fn only_its_set(&self, before: &Position, after: &Position) -> Result<(), String> {
        let set = self.text("set").unwrap_or_default();
        let mut rest = after.clone();
        for (spot, members) in before.sets.iter().filter(|(spot, _)| spot.0 == set) {
            rest.sets.insert(spot.clone(), members.clone());
        }
        if rest == *before { Ok(()) } else { Err(format!("something besides `{set}` changed")) }
    }

    /// Nothing but the cards of these zones changed; in what order a pile lies nobody knows.
    fn same_but(&self, before: &Position, after: &Position, zones: &[&str]) -> Result<(), String> {
        if before.counters != after.counters && self.text("do") != Some("call") {
            return Err("a counter changed".to_owned());
        }
        if before.sets != after.sets {
            return Err("a set changed".to_owned());
        }
        for (spot, cards) in before.cards.iter().filter(|(spot, _)| !zones.contains(&spot.0.as_str())) {
            let sorted = |cards: &[Option<usize>]| {
                let mut cards = cards.to_vec();
                if self.form(&spot.0) == Some(Form::Pile) {
                    cards.sort_unstable();
                }
                cards
            };
            if sorted(cards) != sorted(&after.cards[spot]) {
                return Err(format!("{spot:?} changed, and nothing names it"));
            }
        }
        Ok(())
    }

    /// An action changes only what its table names, and of that only what is the seat's own or the table's; things of companies, places
    /// and lanes only of the one that it is about.
    fn only_its_own(&self, before: &Position, after: &Position) -> Result<(), String> {
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

type Sizes = BTreeMap<(String, usize), usize>;
/// A zone that cards come from and one that they go to, each with its owner.
type Two = [(String, usize); 2];

/// What a counter of the arena becomes, none of which falls below 0.
fn counts_to(was: i64, amount: i64, add: bool) -> i64 {
    let amount = amount.clamp(-MOST, MOST);
    if add { (was + amount).max(0) } else { amount.max(0) }
}

/// So much is added at once at most.
const MOST: i64 = 1_000_000;

fn size(cards: &[Option<usize>]) -> usize {
    cards.iter().flatten().count()
}

fn changed<'a, T: PartialEq>(
    before: &'a BTreeMap<(String, usize), T>,
    after: &'a BTreeMap<(String, usize), T>,
) -> impl Iterator<Item = &'a (String, usize)> {
    before.iter().filter(|(spot, value)| after.get(*spot) != Some(*value)).map(|(spot, _)| spot)
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
