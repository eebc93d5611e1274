//! How far it is to places, and which of several is best or nearest: what those ask who weigh positions.

use super::{Eval, Item, Scratch};
use crate::bits;
use crate::components::FieldValue;
use crate::expr::printed::printed;
use crate::expr::ways::{Board, NOWHERE};
use crate::expr::{Comparison, Expr};
use crate::id::{PartyId, PlaceId, ZoneId};
use crate::narrow::position;

impl<'a> Eval<'a> {
    /// How many spaces are missing to join two places.
    pub(super) fn missing(&mut self, a: &Expr, b: &Expr) -> i64 {
        let (a, b) = (position(self.value(a)), position(self.value(b)));
        if a.max(b) >= self.parts.map.places.len() {
            return NOWHERE.into();
        }
        let board = self.board(self.party);
        self.scratch.ways.from(&board, PlaceId::from(a))[b].into()
    }

    /// How many spaces a place is away from the network of the party, or of the company in question.
    pub(super) fn away(&mut self, place: &Expr) -> i64 {
        let place = position(self.value(place));
        let board = self.board(match (self.item, self.around) {
            (Item::Company(company), _) | (_, Item::Company(company)) => self.parts.company_party(company),
            _ => self.party,
        });
        self.scratch.ways.beyond_network(&board).get(place).copied().unwrap_or(NOWHERE).into()
    }

    /// How many spaces the seat's train has to a place.
    pub(super) fn run(&mut self, place: &Expr) -> i64 {
        let place = position(self.value(place));
        let (board, train) = (self.board(self.party), self.state.train_of(self.parts, self.party));
        self.scratch.ways.beyond_train(&board, train).get(place).copied().unwrap_or(NOWHERE).into()
    }

    /// Whether the lane in question lies on the way of a card with two places.
    pub(super) fn is_toward(&mut self, zone: ZoneId, from: u8, to: u8) -> bool {
        match self.item {
            Item::Lane(lane) => bits::has(self.toward(zone, from, to), lane.index()),
            _ => false,
        }
    }

    /// What the lanes on the way of such cards add up to.
    pub(super) fn sum_toward(&mut self, zone: ZoneId, from: u8, to: u8, adds: &[i32]) -> i64 {
        bits::iter(self.toward(zone, from, to)).map(|lane| i64::from(adds[lane])).sum()
    }

    /// The smallest value of a place for which a filter holds. One that compares an attribute of places with something that
    /// no place changes, as most do, is not worked out for every place.
    pub(super) fn nearest(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let attribute = match filter {
            Expr::Compare(Comparison::Equal, a, b) | Expr::Same(_, a, b) => match (&**a, &**b) {
                (Expr::Attribute(i), other @ (Expr::Outer(_) | Expr::Int(_)))
                | (other @ (Expr::Outer(_) | Expr::Int(_)), Expr::Attribute(i)) => Some((*i as usize, other)),
                _ => None,
            },
            _ => None,
        };
        let known = attribute.map(|(i, other)| (i, self.with(Item::Place(PlaceId(0)), other)));
        let mut nearest = i64::from(NOWHERE);
        if let (Expr::Same(kind, ..), Some((_, wanted))) = (filter, known)
            && !kind.is_there(wanted)
        {
            return nearest;
        }
        for (i, place) in self.parts.map.places.iter().enumerate() {
            let item = Item::Place(PlaceId::from(i));
            let holds = match known {
                Some((attribute, wanted)) => i64::from(place.attributes[attribute]) == wanted,
                None => self.with(item, filter) != 0,
            };
            if holds {
                nearest = nearest.min(self.with(item, value));
            }
        }
        nearest
    }

    /// The largest value of a place for which a filter holds; never less than 0.
    pub(super) fn farthest(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let mut farthest = 0;
        for place in 0..self.parts.map.places.len() {
            let item = Item::Place(PlaceId::from(place));
            if self.with(item, filter) != 0 {
                farthest = farthest.max(self.with(item, value));
            }
        }
        farthest
    }

    /// How many spaces are missing between places for which one filter holds and places for which the other does.
    pub(super) fn gap(&mut self, from: &Expr, to: &Expr) -> i64 {
        let (places, mut sets) = (self.parts.map.places.len(), std::mem::take(&mut self.scratch.set));
        let words = bits::words(places);
        sets.clear();
        sets.resize(2 * words, 0);
        for (filter, set) in [from, to].into_iter().zip(sets.chunks_exact_mut(words.max(1))) {
            self.note_places(filter, set);
        }
        let board = self.board(self.party);
        let (from, to) = sets.split_at(words);
        let mut gap = NOWHERE;
        for a in bits::iter(from) {
            let far = self.scratch.ways.from(&board, PlaceId::from(a));
            gap = bits::iter(to).map(|b| far[b]).fold(gap, u8::min);
        }
        self.scratch.set = sets;
        gap.into()
    }

    /// Adds the places for which a filter holds. One that compares what is printed on places with something that no place changes, as most
    /// do, is not worked through for every place.
    fn note_places(&mut self, filter: &Expr, set: &mut [u64]) {
        let places = (0..self.parts.map.places.len()).map(PlaceId::from);
        match filter {
            Expr::Or(a, b) => {
                self.note_places(a, set);
                self.note_places(b, set);
            }
            Expr::Same(_, a, b) | Expr::Compare(Comparison::Equal, a, b) if is_printed_and_outer(a, b) => {
                let (on_place, other) = if is_beside_places(b) { (a, b) } else { (b, a) };
                let wanted = self.with(Item::Place(PlaceId(0)), other);
                if matches!(filter, Expr::Same(kind, ..) if !kind.is_there(wanted)) {
                    return;
                }
                let parts = self.parts;
                let fitting = places.filter(|place| printed(parts, Item::Place(*place), on_place) == wanted);
                fitting.for_each(|place| bits::put(set, place.index()));
            }
            _ => {
                for place in places {
                    if self.with(Item::Place(place), filter) != 0 {
                        bits::put(set, place.index());
                    }
                }
            }
        }
    }

    /// A party's part of the board, numbered once for each evaluation.
    pub(in crate::expr) fn board(&mut self, party: PartyId) -> Board<'a> {
        let (parts, state) = (self.parts, self.state);
        let Scratch { boards, evaluation, .. } = &mut *self.scratch;
        if boards.len() <= party.index() {
            boards.resize(parts.parties(), (0, 0));
        }
        let (when, key) = boards[party.index()];
        if when == *evaluation {
            return Board { parts, state, party, key };
        }
        let board = Board::new(parts, state, party);
        boards[party.index()] = (*evaluation, board.key);
        board
    }

    /// The lanes on the way of cards with two places.
    pub(super) fn toward(&mut self, zone: ZoneId, from: u8, to: u8) -> &[u64] {
        let (parts, state) = (self.parts, self.state);
        let (evaluation, party, of, known) = self.scratch.toward;
        let lanes = parts.map.lanes.len();
        let same = (evaluation, party, of) == (self.scratch.evaluation, self.party, (zone, from, to));
        if same && self.scratch.ways.set(known, lanes).is_some() {
            return self.scratch.ways.set(known, lanes).unwrap_or_default();
        }
        let board = self.board(self.party);
        let kinds = &parts.cards_in(zone).kinds;
        let held = state.kinds_in(parts, state.spot(parts, zone, self.party));
        let goals = bits::iter(&held).filter_map(|kind| {
            let place = |field: u8| match kinds[kind].fields[field as usize] {
                FieldValue::One(place) => usize::try_from(place).ok().filter(|&p| p < parts.map.places.len()),
                _ => None,
            };
            Some((PlaceId::from(place(from)?), PlaceId::from(place(to)?)))
        });
        let found = self.scratch.ways.toward(&board, goals);
        self.scratch.toward = (self.scratch.evaluation, self.party, (zone, from, to), found);
        self.scratch.ways.set(found, lanes).unwrap_or_default()
    }
}

/// Whether an expression about a place says the same of every place.
fn is_beside_places(expr: &Expr) -> bool {
    matches!(expr, Expr::Outer(_) | Expr::Int(_))
}

/// Whether one of two is printed on places and the other the same for all of them.
fn is_printed_and_outer(a: &Expr, b: &Expr) -> bool {
    let on_place = |expr: &Expr| matches!(expr, Expr::Attribute(_) | Expr::ItemItself);
    on_place(a) && is_beside_places(b) || on_place(b) && is_beside_places(a)
}
