//! What is asked of the item in question: a card, a lane, a place or a company.

use super::{Eval, Item};
use crate::bits;
use crate::components::{CONNECTED, FieldValue, Owner, Spot};
use crate::expr::{Expr, Holder, Type};
use crate::id::{CounterId, PartyId, PlaceId, SetId, ZoneId};
use crate::narrow::narrow;

impl<'a> Eval<'a> {
    /// A counter of the one who is meant.
    pub(super) fn counter(&self, counter: CounterId, holder: Holder) -> i64 {
        let of = self.parts.counters[counter.index()].owner;
        let owner = match holder {
            Holder::Seat => self.party.index(),
            Holder::Table => 0,
            Holder::Of(owner) => owner.into(),
            Holder::Own => self.parts.own_index(of, self.party),
            Holder::Item | Holder::Pair => match self.item.member() {
                Some(member) => self.owned_by(of, member),
                None => return 0,
            },
            Holder::PairOf(member) => self.owned_by(of, member.into()),
        };
        self.state.counter(self.parts, counter, owner).into()
    }

    /// Which of a sort of owners a thing is, or the seat with that thing.
    fn owned_by(&self, of: Owner, member: usize) -> usize {
        if let Owner::SeatAnd(thing) = of { self.parts.pair(thing, self.party.index(), member) } else { member }
    }

    /// The zone as it is meant here: the table's, that of the party, or that of the place, lane or company in question or around.
    #[inline(always)]
    pub(in crate::expr) fn spot(&self, zone: ZoneId) -> Spot {
        match self.parts.zone(zone).owner {
            Owner::Seat | Owner::Party => Spot { zone, owner: self.party.0.into() },
            Owner::Table => Spot { zone, owner: 0 },
            other => self.spot_of_thing(zone, other),
        }
    }

    #[cold]
    fn spot_of_thing(&self, zone: ZoneId, of: Owner) -> Spot {
        let is = |item: &Item| item.thing().is_some() && item.thing() == of.thing();
        let member = [self.item, self.around].into_iter().find(is).and_then(Item::member);
        let owner = member.map_or_else(|| self.parts.own_index(of, self.party), |member| self.owned_by(of, member));
        Spot { zone, owner: narrow::<u16>(owner) }
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
            Item::Card(_, kind) => self.state.count(self.parts, self.spot(zone), kind).into(),
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

    /// What is asked of what the card in question says that places pay.
    pub(super) fn of_amounts(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Pays(field, place) => self.pays_for(*field, place),
            Expr::Best(field, filter) => self.best(*field, filter),
            Expr::Hits(field, filter) => self.hits(*field, filter),
            Expr::Top(field, value) => self.top(*field, value),
            other => unreachable!("{other:?} is asked elsewhere"),
        }
    }

    /// What it says that one place pays.
    fn pays_for(&mut self, field: u8, place: &Expr) -> i64 {
        let place = self.value(place);
        self.pays(field).iter().find(|(at, _)| i64::from(at.0) == place).map_or(0, |(_, pays)| i64::from(*pays))
    }

    /// The most that it says of those of its places for which a filter holds.
    fn best(&mut self, field: u8, filter: &Expr) -> i64 {
        let hits = self.pays(field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0);
        hits.map(|(_, pays)| i64::from(*pays)).max().unwrap_or(0)
    }

    /// How many of its places a filter holds for.
    fn hits(&mut self, field: u8, filter: &Expr) -> i64 {
        self.pays(field).iter().filter(|(at, _)| self.with(Item::Place(*at), filter) != 0).count() as i64
    }

    /// The largest value of a place that it names.
    fn top(&mut self, field: u8, value: &Expr) -> i64 {
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

    /// The end towards which a piece of track is laid on the lane in question, or the one it comes from.
    pub(super) fn towards(&self, far: bool) -> i64 {
        let lane = match (self.item, self.around) {
            (Item::Lane(lane), _) | (_, Item::Lane(lane)) => lane,
            _ => return Type::Place.nothing(),
        };
        self.parts.map.lane(lane).ends[usize::from(self.from ^ u8::from(far))].0.into()
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
