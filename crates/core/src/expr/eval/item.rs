//! What is asked of the item in question: a card, a lane, a place or a company.

use super::{Eval, Item};
use crate::bits;
use crate::components::{CONNECTED, FieldValue, Owner};
use crate::expr::{Expr, Holder, Type};
use crate::id::{CounterId, PartyId, PlaceId, SetId, ZoneId};

impl<'a> Eval<'a> {
    /// A counter of the one who is meant.
    pub(super) fn counter(&self, counter: CounterId, holder: Holder) -> i64 {
        let owner = match (holder, self.item) {
            (Holder::Seat, _) => self.party.index(),
            (Holder::Table, _) => 0,
            (Holder::Of(owner), _) => owner.into(),
            (Holder::Own, _) => self.parts.own_index(self.parts.counters[counter.index()].owner, self.party),
            (Holder::Item, Item::Lane(lane)) => lane.index(),
            (Holder::Item, Item::Place(place)) => place.index(),
            (Holder::Item, Item::Company(company)) => company,
            (Holder::Item, Item::Nothing | Item::Card(..)) => return 0,
        };
        self.state.counter(self.parts, counter, owner).into()
    }

    /// A value of the item around the one in question.
    pub(super) fn outer(&mut self, value: &Expr) -> i64 {
        let before = (self.item, self.around);
        (self.item, self.around) = (self.around, Item::Nothing);
        let value = self.value(value);
        (self.item, self.around) = before;
        value
    }

    /// A value for the seat around the one in question, about what was in question there.
    pub(super) fn outer_seat(&mut self, value: &Expr) -> i64 {
        let before = (self.party, self.item, self.around);
        (self.party, self.item, self.around) = self.scratch.beside.unwrap_or(before);
        let value = self.value(value);
        (self.party, self.item, self.around) = before;
        value
    }

    /// A value about a place; nothing if there is no such place.
    pub(super) fn at(&mut self, kind: Type, place: &Expr, value: &Expr) -> i64 {
        match usize::try_from(self.value(place)) {
            Ok(place) if place < self.parts.map.places.len() => self.with(Item::Place(PlaceId::from(place)), value),
            _ => kind.nothing(),
        }
    }

    /// How many cards of the kind in question lie in a zone.
    pub(super) fn copies_in(&self, zone: ZoneId) -> i64 {
        match self.item {
            Item::Card(_, kind) => self.state.count(self.parts, self.state.spot(self.parts, zone, self.party), kind).into(),
            _ => 0,
        }
    }

    /// In which row of a table the first card lies for which a filter holds, counted from 1.
    pub(super) fn row_of(&mut self, zone: ZoneId, filter: &Expr) -> i64 {
        let columns = i64::from(self.parts.zone(zone).columns.max(1));
        self.first_slot(zone, filter).map_or(0, |slot| slot as i64 / columns + 1)
    }

    /// What a field of the card in question says that places pay.
    pub(super) fn pays(&self, field: u8) -> &'a [(PlaceId, i32)] {
        let Item::Card(set, kind) = self.item else { return &[] };
        match &self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
            FieldValue::Pays(pays) => pays,
            _ => &[],
        }
    }

    /// What it says that one place pays.
    pub(super) fn pays_for(&mut self, field: u8, place: &Expr) -> i64 {
        let place = self.value(place);
        self.pays(field).iter().find(|(at, _)| i64::from(at.0) == place).map_or(0, |(_, pays)| i64::from(*pays))
    }

    /// The most that it says of those of its places for which a filter holds.
    pub(super) fn best(&mut self, field: u8, filter: &Expr) -> i64 {
        let hits = self.pays(field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0);
        hits.map(|(_, pays)| i64::from(*pays)).max().unwrap_or(0)
    }

    /// How many of its places a filter holds for.
    pub(super) fn hits(&mut self, field: u8, filter: &Expr) -> i64 {
        self.pays(field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0).count() as i64
    }

    /// The largest value of a place that it names.
    pub(super) fn top(&mut self, field: u8, value: &Expr) -> i64 {
        let mut top = i64::MIN;
        for &(place, paid) in self.pays(field) {
            let before = std::mem::replace(&mut self.paid, paid.into());
            top = top.max(self.with(Item::Place(place), value));
            self.paid = before;
        }
        if top == i64::MIN { 0 } else { top }
    }

    #[inline]
    pub(super) fn is_connected(&self, party: PartyId, place: PlaceId) -> bool {
        bits::has(self.state.set(self.parts, CONNECTED, party.index()), place.index())
    }

    /// Whether the place is connected to the company: one is in question and the other around it.
    pub(super) fn is_company_connected(&self) -> bool {
        match (self.item, self.around) {
            (Item::Place(place), Item::Company(company)) | (Item::Company(company), Item::Place(place)) => {
                self.is_connected(self.parts.company_party(company), place)
            }
            _ => false,
        }
    }

    /// Whether the party is connected to the place in question.
    pub(super) fn is_reached(&self) -> bool {
        matches!(self.item, Item::Place(place) if self.is_connected(self.party, place))
    }

    pub(super) fn is_in(&self, set: SetId) -> bool {
        let member = match self.item {
            Item::Lane(lane) => lane.index(),
            Item::Place(place) => place.index(),
            _ => return false,
        };
        let owner = match (self.parts.sets[set.index()].owner, self.around) {
            (Owner::Company, Item::Company(company)) => company,
            (of, _) => self.parts.own_index(of, self.party),
        };
        bits::has(self.state.set(self.parts, set, owner), member)
    }

    /// What is asked of the lane in question.
    pub(super) fn of_lane(&mut self, expr: &Expr) -> i64 {
        let Item::Lane(lane) = self.item else { return 0 };
        let strip = self.parts.map.lane(lane);
        match expr {
            Expr::Laid => self.state.track(lane).laid.into(),
            Expr::Own => bits::has(self.state.own(self.parts, self.party), lane.index()).into(),
            Expr::Open => bits::has(self.state.open(self.parts), lane.index()).into(),
            Expr::Ends(filter) => strip.ends.iter().filter(|&&end| self.with(Item::Place(end), filter) != 0).count() as i64,
            _ => 0,
        }
    }
}
