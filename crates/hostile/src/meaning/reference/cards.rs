//! What steps do with cards.

use super::super::position::Position;
use super::ProbeUse;
use railwright_core::components::{Form, Owner};
use railwright_core::narrow::position;
use std::collections::BTreeMap;

impl ProbeUse<'_> {
    /// "Deals cards from a pile; stops when there are none left."
    pub(super) fn dealt(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (from, to) = (self.text("from").unwrap_or_default(), self.text("to").unwrap_or_default());
        self.same_but(before, after, &[from, to])?;
        let count = |seat: usize| if self.probe.contains_key("count") { self.amount("count", seat) } else { Some(1) };
        if !self.is_plain("where")
            || self.probe.contains_key("each-of")
            || self.seats().into_iter().any(|seat| count(seat).is_none())
        {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, from, to, |seat| position(count(seat).unwrap_or(0).max(0)))?;
        self.sizes_are(after, &sizes)
    }

    /// "Fills the gaps of a row from a pile": the row of each seat that it is done for.
    pub(super) fn refilled(&self, before: &Position, after: &Position) -> Result<(), String> {
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
    pub(super) fn moved(&self, before: &Position, after: &Position) -> Result<(), String> {
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
            let mut left = count.map_or(usize::MAX, |count| position(count.max(0)));
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

    /// "Brings a card of a row with columns to the first place of its column; those before it move back by one."
    pub(super) fn brought_to_front(&self, before: &Position, after: &Position) -> Result<(), String> {
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
    pub(super) fn shuffled_in(&self, before: &Position, after: &Position) -> Result<(), String> {
        let (bag, pile) = (self.text("from").unwrap_or_default(), self.text("to").unwrap_or_default());
        self.same_but(before, after, &[bag, pile])?;
        if !self.is_plain("where") {
            return Ok(());
        }
        let sizes = self.expected_sizes(before, bag, pile, |_| usize::MAX)?;
        self.sizes_are(after, &sizes)
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

    /// How many owners a zone has, if these are places, lanes or companies.
    fn things(&self, id: &str) -> Option<usize> {
        match self.owner_of(id) {
            Some(of @ (Owner::Company | Owner::Place | Owner::Lane)) => Some(self.parts.owners(of)),
            _ => None,
        }
    }

    fn slots(&self, id: &str) -> usize {
        match self.parts.zones.iter().find(|zone| zone.id == id).map(|zone| zone.form) {
            Some(Form::Row(slots)) => slots.into(),
            _ => usize::MAX,
        }
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
}

type Sizes = BTreeMap<(String, usize), usize>;
/// A zone that cards come from and one that they go to, each with its owner.
type Two = [(String, usize); 2];

fn size(cards: &[Option<usize>]) -> usize {
    cards.iter().flatten().count()
}
