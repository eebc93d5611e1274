//! Sums over the cards of a zone, the lanes and places of the map, and the seats.

use super::{Eval, Item};
use crate::bits;
use crate::expr::Expr;
use crate::expr::printed::looked_up;
use crate::id::{CardSetId, KindId, LaneId, PartyId, PlaceId, SeatId, ZoneId};

impl Eval<'_> {
    /// The one to choose of the values of all seats that are not out, which are about nothing else.
    pub(super) fn over_seats(&mut self, expr: &Expr, choose: fn(i64, i64) -> i64) -> i64 {
        let before = (self.party, self.item, self.around);
        let beside = self.scratch.beside.replace(before);
        (self.item, self.around) = (Item::Nothing, Item::Nothing);
        let mut chosen = None;
        let out = self.state.clock().out;
        for seat in (0..self.parts.seats).filter(|&seat| !out.has(SeatId(seat))) {
            self.party = PartyId(seat);
            let value = self.value(expr);
            chosen = Some(chosen.map_or(value, |chosen| choose(chosen, value)));
        }
        (self.party, self.item, self.around) = before;
        self.scratch.beside = beside;
        chosen.unwrap_or(0)
    }

    pub(super) fn sum(&mut self, zone: ZoneId, value: &Expr, filter: &Expr) -> i64 {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(zone).cards;
        let mut sum = 0;
        state.each_card(parts, self.spot(zone), |kind, n| {
            if self.with(Item::Card(cards, kind), filter) != 0 {
                sum = i64::saturating_add(sum, i64::from(n).saturating_mul(self.with(Item::Card(cards, kind), value)));
            }
        });
        sum
    }

    /// Each kind counts once, however its cards lie; `copies` is how many there are.
    pub(super) fn sum_kinds(&mut self, zone: ZoneId, value: &Expr, filter: &Expr) -> i64 {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(zone).cards;
        let spot = self.spot(zone);
        let mut sum = 0;
        for kind in bits::iter(&state.kinds_in(parts, spot)).map(KindId::from) {
            let before = std::mem::replace(&mut self.copies, state.count(parts, spot, kind));
            if self.with(Item::Card(cards, kind), filter) != 0 {
                sum = i64::saturating_add(sum, self.with(Item::Card(cards, kind), value));
            }
            self.copies = before;
        }
        sum
    }

    /// What the cards of a bag add up to, each kind by what is written for it.
    pub(super) fn each_kind(&mut self, zone: ZoneId, once: bool, list: &[Expr]) -> i64 {
        let (parts, state) = (self.parts, self.state);
        let cards = parts.zone(zone).cards;
        let mut sum = 0;
        state.each_card(parts, self.spot(zone), |kind, copies| {
            let adds = &list[kind.index()];
            if *adds != Expr::Int(0) {
                let before = self.copies;
                if once {
                    self.copies = copies;
                }
                let value = self.with(Item::Card(cards, kind), adds);
                sum = i64::saturating_add(sum, if once { value } else { value.saturating_mul(copies.into()) });
                self.copies = before;
            }
        });
        sum
    }

    /// Calls `each` for the lanes a filter holds for; lanes of one's own or on the way of a goal are looked up, not searched.
    pub(super) fn each_lane(&mut self, filter: &Expr, mut each: impl FnMut(&mut Self, LaneId)) {
        let (parts, state) = (self.parts, self.state);
        let (first, rest) = match filter {
            Expr::And(first, rest) => (&**first, &**rest),
            _ => (filter, &Expr::Int(1)),
        };
        match first {
            Expr::Own => {}
            Expr::Toward(zone, from, to) => {
                for word in 0..bits::words(parts.map.lanes.len()) {
                    let lanes = bits::Ones(self.toward(*zone, *from, *to)[word]).map(|bit| LaneId::from(word * 64 + bit));
                    for lane in lanes {
                        if self.with(Item::Lane(lane), rest) != 0 {
                            each(self, lane);
                        }
                    }
                }
                return;
            }
            _ => {
                for lane in (0..parts.map.lanes.len()).map(LaneId::from) {
                    if self.with(Item::Lane(lane), filter) != 0 {
                        each(self, lane);
                    }
                }
                return;
            }
        }
        for lane in bits::iter(state.own(parts, self.party)).map(LaneId::from) {
            if self.with(Item::Lane(lane), rest) != 0 {
                each(self, lane);
            }
        }
    }

    pub(super) fn sum_lanes(&mut self, value: &Expr, filter: &Expr) -> i64 {
        match (value, filter) {
            (Expr::Int(1), Expr::Own) => return bits::count(self.state.own(self.parts, self.party)).into(),
            (Expr::Laid, Expr::Int(1)) => return self.state.tracks().iter().map(|track| i64::from(track.laid)).sum(),
            (_, Expr::Own) => {
                let own = bits::iter(self.state.own(self.parts, self.party));
                if let Some(sum) = own.map(|lane| self.printed(lane, value)).sum() {
                    return sum;
                }
            }
            _ => {}
        }
        let mut sum = 0;
        self.each_lane(filter, |eval, lane| sum = i64::saturating_add(sum, eval.with(Item::Lane(lane), value)));
        sum
    }

    /// What an expression is worth for a lane, at once if it is about nothing but the lane's length.
    fn printed(&self, lane: usize, value: &Expr) -> Option<i64> {
        match value {
            Expr::Length => Some(self.parts.map.lanes[lane].length.into()),
            Expr::Lookup(table, index) => Some(looked_up(self.parts, *table, self.printed(lane, index)?)),
            _ => None,
        }
    }

    pub(super) fn sum_places(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let mut sum = 0;
        for place in (0..self.parts.map.places.len()).map(PlaceId::from) {
            if self.with(Item::Place(place), filter) != 0 {
                sum = i64::saturating_add(sum, self.with(Item::Place(place), value));
            }
        }
        sum
    }

    /// How many different values there are among the places for which a filter holds.
    pub(super) fn different(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let mut values: Vec<i64> = Vec::new();
        for place in (0..self.parts.map.places.len()).map(PlaceId::from) {
            if self.with(Item::Place(place), filter) != 0 {
                values.push(self.with(Item::Place(place), value));
            }
        }
        values.sort_unstable();
        values.dedup();
        values.len() as i64
    }

    pub(super) fn sum_companies(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let mut sum = 0;
        for company in 0..self.parts.companies.len() {
            if self.with(Item::Company(company), filter) != 0 {
                sum = i64::saturating_add(sum, self.with(Item::Company(company), value));
            }
        }
        sum
    }

    /// What a kind adds of which so many copies lie somewhere.
    pub(in crate::expr) fn of_copies(&mut self, cards: CardSetId, kind: KindId, copies: u32, adds: &Expr) -> i64 {
        let before = std::mem::replace(&mut self.copies, copies);
        let value = self.with(Item::Card(cards, kind), adds);
        self.copies = before;
        value
    }

    /// What there is to add for each of some companies.
    pub(super) fn each_company(&mut self, list: &[(u8, Expr)]) -> i64 {
        let each = list.iter().map(|(company, value)| match (value, self.item) {
            // What needs no look at the company itself is most of it.
            (Expr::Counter(..), _) => self.value(value),
            (Expr::Connected, Item::Place(place)) => self.is_connected(self.parts.company_party((*company).into()), place).into(),
            _ => self.with(Item::Company((*company).into()), value),
        });
        each.fold(0, i64::saturating_add)
    }

    pub(super) fn sum_seats(&mut self, value: &Expr, filter: &Expr) -> i64 {
        let before = self.party;
        let beside = self.scratch.beside.replace((before, self.item, self.around));
        let mut sum = 0;
        let out = self.state.clock().out;
        for seat in (0..self.parts.seats).filter(|&seat| !out.has(SeatId(seat))) {
            self.party = PartyId(seat);
            if self.value(filter) != 0 {
                sum = i64::saturating_add(sum, self.value(value));
            }
        }
        self.party = before;
        self.scratch.beside = beside;
        sum
    }
}
