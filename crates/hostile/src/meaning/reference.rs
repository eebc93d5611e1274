//! The plain reference: what a probe may have changed, worked out slowly from the position before it and the sentences of the manual.

use super::arena::Sort;
use railwright_core::components::{BUILT_IN_SETS, Form, Owner, Spot};
use railwright_core::id::{CounterId, SetId, ZoneId};
use railwright_core::{Components, State};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A position as lists that can be read: what lies where, what each counter is, what is in each set.
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
                let spot = Spot { zone: ZoneId::from(number), owner: owner as u16 };
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
}

impl Deed<'_> {
    /// What is wrong with what came of it, if anything.
    pub fn judge(&self, before: &Position, after: &Position) -> Result<(), String> {
        let kind = self.text("do").unwrap_or_default();
        if before == after && !self.is_plain("when") {
            return Ok(());
        }
        match (self.sort, kind) {
            (Sort::Step, "deal") => self.dealt(before, after),
            (Sort::Step, "refill") => self.refilled(before, after),
            (Sort::Step, "move") => self.moved(before, after),
            (Sort::Step, "to-front") => self.brought_to_front(before, after),
            (Sort::Step, "shuffle") => self.same_but(before, after, &[]),
            (Sort::Step, "shuffle-in") => self.shuffled_in(before, after),
            (Sort::Step, "set" | "add") => self.counted(before, after, kind == "add"),
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

    fn slots(&self, id: &str) -> usize {
        match self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.form) {
            Some(Form::Row(slots)) => slots.into(),
            _ => usize::MAX,
        }
    }

    /// How many cards went from where to where: seat after seat, as many as there are and there is room for.
    fn expected_sizes(&self, before: &Position, from: &str, to: &str, most: impl Fn() -> usize) -> Result<Sizes, String> {
        let mut sizes: Sizes = before.cards.iter().map(|(spot, cards)| (spot.clone(), size(cards))).collect();
        for seat in self.seats() {
            let (from, to) = (self.meant(from, seat)?, self.meant(to, seat)?);
            let room = self.slots(&to.0).saturating_sub(sizes[&to]);
            let moved = most().min(sizes[&from]).min(room);
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
        let Some(count) = self.number("count").or_else(|| self.probe.get("count").is_none().then_some(1)) else { return Ok(()) };
        let groups = self.text("each-of").map_or(1, |_| usize::MAX);
        if groups != 1 {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, from, to, || count.max(0) as usize)?;
        self.sizes_are(after, &sizes)
    }

    /// "Fills the gaps of a row from a pile": the row of each seat that it is done for.
    fn refilled(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (row, pile) = (self.text("zone").unwrap_or_default(), self.text("from").unwrap_or_default());
        self.same_but(before, after, &[row, pile])?;
        let sizes = self.expected_sizes(before, pile, row, || usize::MAX)?;
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
        let flawed = match self.text("where") {
            None | Some("true") => false,
            Some("flawed") => true,
            Some(_) => return Ok(()),
        };
        let count = self.number("count");
        if count.is_none() && self.probe.contains_key("count") {
            return Ok(());
        }
        let mut cards = before.cards.clone();
        for seat in self.seats() {
            let (from, to) = (self.meant(from, seat)?, self.meant(to, seat)?);
            let mut left = count.map_or(usize::MAX, |count| count.max(0) as usize);
            for slot in 0..cards[&from].len() {
                let room = self.slots(&to.0).saturating_sub(size(&cards[&to]));
                let Some(kind) = cards[&from][slot].filter(|kind| !flawed || *kind == FLAW) else { continue };
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
        for (other, cards) in &before.cards {
            let mut was = cards.clone();
            if *other == spot && self.text("where") == Some("flawed") {
                let columns = self.parts.zones.iter().find(|zone| zone.id == row).map_or(1, |zone| zone.columns as usize);
                if let Some(slot) = was.iter().position(|kind| *kind == Some(FLAW)) {
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
        let sizes = self.expected_sizes(before, bag, pile, || usize::MAX)?;
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
        let known = self.number("value").filter(|_| self.is_plain("where"));
        for (spot, value) in &before.counters {
            let times = whose.iter().filter(|one| *one == spot).count() as i64;
            let now = after.counters[spot];
            let expected = match known {
                _ if times == 0 => *value,
                None => continue,
                Some(given) if add => (0..times).fold(*value, |value, _| (value + given).max(0)),
                Some(given) => given.max(0),
            };
            if now != expected {
                return Err(format!("{spot:?} is {now} and should be {expected}"));
            }
        }
        Ok(())
    }

    /// Nothing but the cards of these zones changed; in what order a pile lies nobody knows.
    fn same_but(&self, before: &Position, after: &Position, zones: &[&str]) -> Result<(), String> {
        if before.counters != after.counters && self.text("do") != Some("script") {
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
        changed(&before.sets, &after.sets).try_for_each(&mut check)
    }
}

/// The number of the kind that has a tag: the third.
const FLAW: usize = 2;

type Sizes = BTreeMap<(String, usize), usize>;

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
