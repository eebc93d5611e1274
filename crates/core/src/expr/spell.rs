//! Partial evaluation of sums that are worked out again and again: at load it is spelled out what each kind of card adds,
//! written for that kind alone.
//!
//! A value that bots weigh positions by asks the same of every card: how far its places are apart, which lanes of its colour
//! lie on the way. All that the card, the board and the lanes say of themselves is put in, kind by kind. That takes room,
//! so it is done where it pays.

use super::fold::Fold;
use super::{Expr, Formula, Item, Type};
use crate::components::{Components, FieldValue, Form};
use crate::expr::ways::NOWHERE;
use crate::id::{KindId, LaneId, PlaceId, ZoneId};

/// Nearest places are written out if there are at most so many.
const MOST_PLACES: usize = 16;

impl Formula {
    /// The same formula with its sums over cards spelled out, and its values kept under a number of its own.
    pub fn spelled_out(&self, parts: &Components, number: u16) -> Self {
        let spelled = self.spelled(parts);
        Formula { expr: spelled.expr.memo(number, parts), ..spelled }
    }

    /// The same formula with its sums over cards spelled out.
    pub fn spelled(&self, parts: &Components) -> Self {
        let fold = Fold { spells: true, ..Fold::about_one(parts, Some(Item::Nothing)) };
        Formula { expr: fold.fold(&self.expr), ..self.clone() }
    }
}

impl Fold<'_> {
    /// A sum over the cards of a bag as what cards of each kind add; `once` for a sum over kinds, however many cards there are.
    pub(super) fn each_kind(self, zone: ZoneId, once: bool, value: &Expr, filter: &Expr) -> Option<Expr> {
        let known = self.parts.zone(zone);
        if !self.spells || known.form != Form::Bag {
            return None;
        }
        let kinds = self.parts.cards.get(known.cards.index())?.kinds.len();
        let of = |kind: usize| {
            let card = self.about(Some(Item::Card(known.cards, KindId::from(kind))));
            match (card.fold(filter), card.fold(value)) {
                (Expr::Int(0), _) => Expr::Int(0),
                (Expr::Int(_), value) => value,
                (filter, value) => Expr::If(Box::new([filter, value, Expr::Int(0)])),
            }
        };
        Some(Expr::EachKind(zone, once, (0..kinds).map(of).collect()))
    }

    /// A sum over the lanes on the way of goals as what each of these lanes adds, if nothing in play changes that.
    pub(super) fn each_toward(self, value: &Expr, filter: &Expr) -> Option<Expr> {
        let (first, rest) = match filter {
            Expr::And(first, rest) => (&**first, &**rest),
            _ => (filter, &Expr::Int(1)),
        };
        let Expr::Toward(zone, from, to) = *first else { return None };
        let adds = |lane: usize| {
            let lane = self.about(Some(Item::Lane(LaneId::from(lane))));
            match (lane.fold(rest), lane.fold(value)) {
                (Expr::Int(0), _) => Some(0),
                (Expr::Int(_), Expr::Int(value)) => i32::try_from(value).ok(),
                _ => None,
            }
        };
        let lanes = (0..self.parts.map.lanes.len()).map(adds).collect::<Option<Box<[i32]>>>()?;
        self.spells.then_some(Expr::SumToward(zone, from, to, lanes))
    }

    /// The nearest of few places that are known.
    pub(super) fn nearest(self, value: &Expr, filter: &Expr) -> Option<Expr> {
        let mut list = vec![Expr::Int(NOWHERE.into())];
        for place in (0..self.parts.map.places.len()).filter(|_| self.spells).map(PlaceId::from) {
            match self.about(Some(Item::Place(place))).fold(filter) {
                Expr::Int(0) => {}
                Expr::Int(_) => list.push(self.there(place, None, value)),
                _ => return None,
            }
        }
        (self.spells && list.len() <= MOST_PLACES).then_some(Expr::Min(list))
    }

    /// The best of the places that a known card names.
    pub(super) fn top(self, field: u8, value: &Expr) -> Option<Expr> {
        let Some(Item::Card(set, kind)) = self.item.filter(|_| self.spells) else { return None };
        match &self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
            FieldValue::Pays(pays) if !pays.is_empty() => {
                Some(Expr::Max(pays.iter().map(|&(place, paid)| self.there(place, Some(paid.into()), value)).collect()))
            }
            _ => Some(Expr::Int(0)),
        }
    }

    /// A value of a place.
    fn there(self, place: PlaceId, paid: Option<i64>, value: &Expr) -> Expr {
        let there = Fold { paid: paid.or(self.paid), ..self.about(Some(Item::Place(place))) };
        match there.fold(value) {
            known @ Expr::Int(_) => known,
            value => Expr::At(Type::Number, Box::new(Expr::Int(place.0.into())), Box::new(value)),
        }
    }
}
