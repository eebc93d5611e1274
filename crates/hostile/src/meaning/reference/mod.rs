//! The plain reference: what a probe may have changed, worked out slowly from the position before it and the sentences of the manual.

mod actions;
mod cards;
mod counters;

use super::arena::Sort;
use super::formulas::PlainFormula;
use super::position::Position;
use railwright_core::components::{Form, Owner};
use railwright_core::expr::{Item, ItemType};
use railwright_core::id::{CardSetId, KindId};
use railwright_core::{Action, Components, State};
use std::collections::BTreeMap;
use toml::Table;

/// What was done: the probe, by whom, and who sits in which order.
pub struct ProbeUse<'a> {
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

impl ProbeUse<'_> {
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

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.probe.get(key)?.as_str()
    }

    pub(super) fn number(&self, key: &str) -> Option<i64> {
        let value = self.probe.get(key)?;
        value.as_integer().or_else(|| value.as_str()?.parse().ok())
    }

    /// Whether a key is absent, or says what everything fulfils.
    pub(super) fn is_plain(&self, key: &str) -> bool {
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
    pub(super) fn amount(&self, key: &str, seat: usize) -> Option<i64> {
        if let Some(number) = self.number(key) {
            return Some(number);
        }
        let formula = PlainFormula::read(self.parts, self.text(key)?, ItemType::Nothing)?;
        let known = self.seats().len() == 1 || formula.stays();
        known.then(|| formula.value(self.parts, self.state, seat, Item::Nothing))
    }

    /// For which kinds of card of a set `where` holds, if that can be worked out; for all where there is none.
    pub(super) fn fitting(&self, set: CardSetId, seat: usize) -> Option<Vec<bool>> {
        let kinds = self.parts.cards[set.index()].kinds.len();
        let Some(text) = self.text("where") else { return Some(vec![true; kinds]) };
        let formula = PlainFormula::read(self.parts, text, ItemType::Card(set))?;
        let known = self.seats().len() == 1 || formula.stays();
        let holds = |kind| formula.value(self.parts, self.state, seat, Item::Card(set, KindId::from(kind))) != 0;
        known.then(|| (0..kinds).map(holds).collect())
    }

    /// For whom a step is done.
    pub(super) fn seats(&self) -> Vec<usize> {
        if self.text("for") == Some("each") { self.order.clone() } else { vec![self.seat] }
    }

    pub(super) fn owner_of(&self, id: &str) -> Option<Owner> {
        let zone = self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.owner);
        let counter = || self.parts.counters.iter().find(|counter| counter.id == id).map(|counter| counter.owner);
        zone.or_else(counter).or_else(|| self.parts.sets.iter().find(|set| set.id == id).map(|set| set.owner))
    }

    /// Which of a thing's owners a seat means: itself, its only train, the only dummy, the table. Of anything else nobody can know.
    pub(super) fn meant(&self, id: &str, seat: usize) -> Result<(String, usize), String> {
        let owner = match self.owner_of(id) {
            Some(Owner::Table) => 0,
            Some(Owner::Seat) => seat,
            Some(Owner::Dummy) if self.parts.dummies.len() == 1 => 0,
            Some(Owner::Train) if self.parts.trains.len() == self.parts.seats as usize => seat,
            other => return Err(format!("nothing says whose `{id}` is meant ({other:?}), and it was played")),
        };
        Ok((id.to_owned(), owner))
    }

    pub(super) fn form(&self, id: &str) -> Option<Form> {
        self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.form)
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
    pub(super) fn same_but(&self, before: &Position, after: &Position, zones: &[&str]) -> Result<(), String> {
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
}

/// The owners of things of which something changed.
fn changed<'a, T: PartialEq>(
    before: &'a BTreeMap<(String, usize), T>,
    after: &'a BTreeMap<(String, usize), T>,
) -> impl Iterator<Item = &'a (String, usize)> {
    before.iter().filter(|(spot, value)| after.get(*spot) != Some(*value)).map(|(spot, _)| spot)
}
