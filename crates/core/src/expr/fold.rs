//! Constant folding and partial evaluation: what is known of an expression when the game is loaded is worked out then.
//!
//! A filter over cards whose kinds are known becomes a list of kinds, a sum over cards a weight for each kind that has
//! one. What remains is only what the state can change.

use super::printed::{entry, listed, looked_up, printed};
use super::walk::Layer;
use super::{Comparison, Expr, Holder, Item, Source, math};
use crate::components::{Components, Form};
use crate::id::{KindId, PlaceId, ZoneId};
use crate::narrow::narrow;

/// What an expression is about, as far as it is known at load.
#[derive(Clone, Copy)]
pub(super) struct Fold<'a> {
    pub(super) parts: &'a Components,
    /// The item; `None` if only play shows which one it is.
    pub(super) item: Option<Item>,
    /// What is around it.
    pub(super) around: Option<Item>,
    /// Whether sums over cards are spelled out.
    pub(super) spells: bool,
    /// What the card around pays for the place in question, if that is known.
    pub(super) paid: Option<i64>,
    /// What was in question and around it where the seats are gone through that this lies within.
    pub(super) beside: [Option<Item>; 2],
}

impl<'a> Fold<'a> {
    /// About an item, if it is known, with nothing around it.
    pub(super) fn about_one(parts: &'a Components, item: Option<Item>) -> Self {
        Fold { parts, item, around: Some(Item::Nothing), spells: false, paid: None, beside: [None; 2] }
    }
}

impl Fold<'_> {
    /// The same about something within the item.
    pub(super) fn about(self, item: Option<Item>) -> Self {
        let around = if self.item == Some(Item::Nothing) { self.around } else { self.item };
        Fold { item, around, ..self }
    }

    fn outside(self) -> Self {
        Fold { item: self.around, around: Some(Item::Nothing), ..self }
    }

    /// What a part is about.
    fn within(self, layer: Layer) -> Self {
        let nothing = Some(Item::Nothing);
        match layer {
            Layer::Same => self,
            // Which one it is shows only in play. What is written for one item is folded before it is written.
            Layer::Each | Layer::Given => self.about(None),
            Layer::Seats => Fold { beside: [self.item, self.around], ..self },
            Layer::SeatsAlone => Fold { item: nothing, around: nothing, beside: [self.item, self.around], ..self },
            Layer::Alone => Fold { item: None, around: nothing, ..self },
            Layer::Around => self.outside(),
            Layer::SeatAround => Fold { item: self.beside[0], around: self.beside[1], beside: [None; 2], ..self },
        }
    }

    /// The expression with all that is known worked out: first what is printed on things, then by what it is put together from.
    pub(super) fn fold(self, expr: &Expr) -> Expr {
        match expr {
            printed_one if printed_one.is_printed() => match self.item {
                Some(item) => Expr::Int(printed(self.parts, item, expr)),
                None => expr.clone(),
            },
            Expr::Players => Expr::Int(self.parts.seats.into()),
            Expr::Paid => self.paid.map_or(Expr::Paid, Expr::Int),
            Expr::Counter(counter, holder @ (Holder::Item | Holder::Pair)) => match self.item.and_then(owner) {
                Some(owner) if *holder == Holder::Item => Expr::Counter(*counter, Holder::Of(owner)),
                Some(owner) => Expr::Counter(*counter, Holder::PairOf(owner)),
                None => expr.clone(),
            },
            _ => {
                let known = self.logic(expr).or_else(|| self.number(expr)).or_else(|| self.sums(expr));
                known.unwrap_or_else(|| expr.with_parts(&mut |part, layer| self.within(layer).fold(part)))
            }
        }
    }

    /// Constant folding of truth: `not`, `and`, `or`, comparisons and `if`.
    fn logic(self, expr: &Expr) -> Option<Expr> {
        Some(match expr {
            Expr::Not(a) => match self.fold(a) {
                Expr::Int(a) => Expr::Int((a == 0).into()),
                a => Expr::Not(Box::new(a)),
            },
            Expr::And(a, b) => match (self.fold(a), self.fold(b)) {
                (Expr::Int(0), _) => Expr::Int(0),
                (Expr::Int(_), b) => truth(b),
                (a, Expr::Int(0)) if !asks(&a) => Expr::Int(0),
                (a, Expr::Int(known)) if known != 0 => truth(a),
                (a, b) => Expr::And(Box::new(a), Box::new(b)),
            },
            Expr::Or(a, b) => match (self.fold(a), self.fold(b)) {
                (Expr::Int(0), b) => truth(b),
                (Expr::Int(_), _) => Expr::Int(1),
                (a, Expr::Int(0)) => truth(a),
                (a, Expr::Int(_)) if !asks(&a) => Expr::Int(1),
                (a, b) => Expr::Or(Box::new(a), Box::new(b)),
            },
            Expr::Compare(sign, a, b) => match (self.fold(a), self.fold(b)) {
                (Expr::Int(a), Expr::Int(b)) => Expr::Int(sign.holds(a, b).into()),
                (a, b) => Expr::Compare(*sign, Box::new(a), Box::new(b)),
            },
            Expr::Same(kind, a, b) => match (self.fold(a), self.fold(b)) {
                (Expr::Int(a), Expr::Int(b)) => Expr::Int((a == b && kind.is_there(a)).into()),
                (Expr::Int(a), _) | (_, Expr::Int(a)) if !kind.is_there(a) => Expr::Int(0),
                (a, b) if matches!(a, Expr::Int(_)) || matches!(b, Expr::Int(_)) => {
                    Expr::Compare(Comparison::Equal, Box::new(a), Box::new(b))
                }
                (a, b) => Expr::Same(*kind, Box::new(a), Box::new(b)),
            },
            Expr::If(three) => match self.fold(&three[0]) {
                Expr::Int(0) => self.fold(&three[2]),
                Expr::Int(_) => self.fold(&three[1]),
                condition => Expr::If(Box::new([condition, self.fold(&three[1]), self.fold(&three[2])])),
            },
            _ => return None,
        })
    }

    /// Constant folding of numbers: arithmetic, tables, lists, and values of places and of what is around.
    fn number(self, expr: &Expr) -> Option<Expr> {
        Some(match expr {
            Expr::Negative(a) => match self.fold(a) {
                Expr::Int(a) => Expr::Int(a.saturating_neg()),
                a => Expr::Negative(Box::new(a)),
            },
            Expr::Math(sign, a, b) => match (self.fold(a), self.fold(b)) {
                (Expr::Int(a), Expr::Int(b)) => Expr::Int(math(*sign, a, b)),
                (a, b) => Expr::Math(*sign, Box::new(a), Box::new(b)),
            },
            Expr::Min(list) => self.one_of(list, Expr::Min, i64::min),
            Expr::Max(list) => self.one_of(list, Expr::Max, i64::max),
            Expr::Lookup(table, index) => match self.fold(index) {
                Expr::Int(index) => Expr::Int(looked_up(self.parts, *table, index)),
                index => Expr::Lookup(*table, Box::new(index)),
            },
            Expr::Has(list, value) => match (self.fold(list), self.fold(value)) {
                (Expr::Int(list), Expr::Int(value)) => Expr::Int(listed(self.parts, list, value).into()),
                (list, value) => Expr::Has(Box::new(list), Box::new(value)),
            },
            Expr::Entry(kind, list, index) => match (self.fold(list), self.fold(index)) {
                (Expr::Int(list), Expr::Int(index)) => Expr::Int(entry(self.parts, list, index).unwrap_or(kind.nothing())),
                (list, index) => Expr::Entry(*kind, Box::new(list), Box::new(index)),
            },
            Expr::At(kind, place, value) => match self.fold(place) {
                Expr::Int(place) => match usize::try_from(place).ok().filter(|p| *p < self.parts.map.places.len()) {
                    None => Expr::Int(kind.nothing()),
                    Some(at) => match self.about(Some(Item::Place(PlaceId::from(at)))).fold(value) {
                        known @ Expr::Int(_) => known,
                        value => Expr::At(*kind, Box::new(Expr::Int(place)), Box::new(value)),
                    },
                },
                place => Expr::At(*kind, Box::new(place), self.each(value)),
            },
            Expr::Outer(inner) => match self.outside().fold(inner) {
                known @ (Expr::Int(_) | Expr::Counter(_, Holder::Of(_) | Holder::PairOf(_))) => known,
                inner => Expr::Outer(Box::new(inner)),
            },
            _ => return None,
        })
    }

    /// Sums and choices that may be known in whole or kind by kind.
    fn sums(self, expr: &Expr) -> Option<Expr> {
        Some(match expr {
            Expr::Count(zone, filter) => {
                let spelled = || self.each_kind(*zone, false, &Expr::Int(1), filter);
                let known = self.weights(*zone, &Expr::Int(1), filter).or_else(spelled);
                known.unwrap_or_else(|| Expr::Count(*zone, self.each(filter)))
            }
            Expr::Sum(zone, value, filter) => {
                let spelled = || self.each_kind(*zone, false, value, filter);
                let known = self.weights(*zone, value, filter).or_else(spelled);
                known.unwrap_or_else(|| Expr::Sum(*zone, self.each(value), self.each(filter)))
            }
            Expr::SumKinds(zone, value, filter) => {
                let spelled = self.each_kind(*zone, true, value, filter);
                spelled.unwrap_or_else(|| Expr::SumKinds(*zone, self.each(value), self.each(filter)))
            }
            Expr::SumLanes(value, filter) => {
                self.each_toward(value, filter).unwrap_or_else(|| Expr::SumLanes(self.each(value), self.each(filter)))
            }
            Expr::SumCompanies(value, filter) => self.companies(value, filter),
            Expr::Top(field, value) => self.top(*field, value).unwrap_or_else(|| Expr::Top(*field, self.each(value))),
            Expr::Nearest(value, filter) => {
                self.nearest(value, filter).unwrap_or_else(|| Expr::Nearest(self.each(value), self.each(filter)))
            }
            _ => return None,
        })
    }

    /// A part that is about each of several items in turn: which one it is shows only in play.
    fn each(self, expr: &Expr) -> Box<Expr> {
        Box::new(self.about(None).fold(expr))
    }

    fn one_of(self, list: &[Expr], all: fn(Vec<Expr>) -> Expr, choose: fn(i64, i64) -> i64) -> Expr {
        let list: Vec<Expr> = list.iter().map(|e| self.fold(e)).collect();
        let known = list.iter().map(|e| if let Expr::Int(value) = e { Some(*value) } else { None });
        match known.collect::<Option<Vec<i64>>>().and_then(|values| values.into_iter().reduce(choose)) {
            Some(value) => Expr::Int(value),
            None => all(list),
        }
    }

    /// A sum over the cards of a bag as what a card of each kind adds to it, if that depends on nothing else.
    fn weights(self, zone: ZoneId, value: &Expr, filter: &Expr) -> Option<Expr> {
        let (form, cards) = (self.parts.zone(zone).form, self.parts.zone(zone).cards);
        if form != Form::Bag {
            return None;
        }
        let mut weights = Vec::new();
        for kind in (0..self.parts.cards.get(cards.index())?.kinds.len()).map(KindId::from) {
            let card = self.about(Some(Item::Card(cards, kind)));
            match (card.fold(filter), card.fold(value)) {
                (Expr::Int(0), _) | (Expr::Int(_), Expr::Int(0)) => {}
                (Expr::Int(_), Expr::Int(value)) => weights.push((kind, i32::try_from(value).ok()?)),
                _ => return None,
            }
        }
        Some(if weights.is_empty() { Expr::Int(0) } else { Expr::Weighed(zone, weights.into()) })
    }

    /// A sum over companies as what is to be added for each of those that may count.
    fn companies(self, value: &Expr, filter: &Expr) -> Expr {
        let (mut known, mut list) = (0, Vec::new());
        for company in 0..self.parts.companies.len() {
            let this = self.about(Some(Item::Company(company)));
            match (this.fold(filter), this.fold(value)) {
                (Expr::Int(0), _) => {}
                (Expr::Int(_), Expr::Int(value)) => known = i64::saturating_add(known, value),
                (Expr::Int(_), value) => list.push((narrow::<u8>(company), value)),
                (filter, Expr::Int(1)) => list.push((narrow::<u8>(company), truth(filter))),
                (filter, value) => list.push((narrow::<u8>(company), Expr::If(Box::new([filter, value, Expr::Int(0)])))),
            }
        }
        match (known, list.is_empty()) {
            (known, true) => Expr::Int(known),
            (0, false) => Expr::EachCompany(list.into()),
            (known, false) => {
                let rest = Box::new(Expr::EachCompany(list.into()));
                Expr::Math(super::Operation::Plus, Box::new(Expr::Int(known)), rest)
            }
        }
    }
}

/// Which of its counters is an item's.
fn owner(item: Item) -> Option<u16> {
    item.member().and_then(|member| u16::try_from(member).ok())
}

/// Whether more than the state is asked; that may fail, and must not be left out.
fn asks(expr: &Expr) -> bool {
    expr.any(&mut |e| e.source() == Source::Choices)
}

/// 1 if the expression is anything but 0.
fn truth(expr: Expr) -> Expr {
    match expr {
        Expr::Int(value) => Expr::Int((value != 0).into()),
        truth if truth.is_truth() => truth,
        other => Expr::Compare(Comparison::Differs, Box::new(other), Box::new(Expr::Int(0))),
    }
}
