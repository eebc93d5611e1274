//! Who sees what lies in a zone and what a counter says: a set of seats, found for each owner.

use super::{Components, Owner, Spot};
use crate::id::{CounterId, SeatId, SeatSet};
use crate::narrow::narrow;

/// Who may see what lies in a zone, or a counter's value: a set of seats, found for each owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Everybody.
    All,
    /// The seat it belongs to.
    Owner,
    /// All seats but the one it belongs to.
    Others,
    /// The seat after the one it belongs to.
    Left,
    /// The seat before the one it belongs to.
    Right,
    /// These seats, whosever it is.
    Seats(SeatSet),
    /// Nobody.
    Nobody,
}

impl Components {
    /// Which seats see the cards in a zone of that owner.
    pub fn seen_by(&self, spot: Spot) -> SeatSet {
        self.seats_that_see(self.zone(spot.zone).seen, self.zone(spot.zone).owner, spot.owner.into())
    }

    /// Which seats see how many cards lie in a zone of that owner.
    pub fn size_seen_by(&self, spot: Spot) -> SeatSet {
        let zone = self.zone(spot.zone);
        let all = self.seats_that_see(zone.size_seen, zone.owner, spot.owner.into());
        SeatSet(all.0 | self.seen_by(spot).0)
    }

    /// Which seats see a counter of that owner.
    pub fn counter_seen_by(&self, counter: CounterId, owner: usize) -> SeatSet {
        let c = &self.counters[counter.index()];
        self.seats_that_see(c.seen, c.owner, owner)
    }

    fn seats_that_see(&self, seen: Seen, of: Owner, owner: usize) -> SeatSet {
        let all = SeatSet::all(self.seats);
        let whose = match of {
            Owner::Seat | Owner::Party if owner < self.seats as usize => Some(narrow::<u8>(owner)),
            Owner::Train => self.trains.get(owner).map(|t| t.seat.0),
            Owner::SeatAnd(thing) => Some(narrow::<u8>(self.of_pair(thing, owner).0)),
            _ => None,
        };
        let at = |seat: u8| SeatSet::only(SeatId(seat % self.seats));
        match (seen, whose) {
            (Seen::All, _) => all,
            (Seen::Seats(those), _) => SeatSet(those.0 & all.0),
            (Seen::Nobody, _) | (Seen::Owner | Seen::Left | Seen::Right, None) => SeatSet::NONE,
            (Seen::Owner, Some(seat)) => at(seat),
            (Seen::Others, None) => all,
            (Seen::Others, Some(seat)) => all.without(SeatId(seat)),
            (Seen::Left, Some(seat)) => at(seat + 1),
            (Seen::Right, Some(seat)) => at(seat + self.seats - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{Company, Thing};
    use crate::id::WordId;

    /// Which of four seats see what belongs to the second.
    fn seen(seen: Seen) -> Vec<u8> {
        let parts = Components { seats: 4, ..Components::default() };
        parts.seats_that_see(seen, Owner::Seat, 1).iter().map(|seat| seat.0).collect()
    }

    #[test]
    fn what_a_seat_has_with_a_thing_is_its_own() {
        let company = |id: &str| Company {
            id: id.into(),
            word: WordId(0),
            name: id.into(),
            color: id.into(),
            tags: 0,
            home: None,
            attributes: Vec::new(),
        };
        let companies = ["red", "blue"].map(company).to_vec();
        let parts = Components { seats: 3, companies, ..Components::default() };
        let pair = parts.pair(Thing::Company, 1, 1);
        assert_eq!((pair, parts.of_pair(Thing::Company, pair)), (3, (1, 1)));
        assert_eq!(parts.owners(Owner::SeatAnd(Thing::Company)), 6);
        assert_eq!(parts.owner_name(Owner::SeatAnd(Thing::Company), pair).as_deref(), Some("seat 2 with blue"));
        let sees = |seen| parts.seats_that_see(seen, Owner::SeatAnd(Thing::Company), pair);
        assert_eq!([sees(Seen::Owner), sees(Seen::Others)], [SeatSet(0b010), SeatSet(0b101)]);
    }

    #[test]
    fn visibility_is_a_set_of_seats() {
        assert_eq!(seen(Seen::All), [0, 1, 2, 3]);
        assert_eq!(seen(Seen::Owner), [1]);
        assert_eq!(seen(Seen::Others), [0, 2, 3]);
        assert_eq!(seen(Seen::Left), [2]);
        assert_eq!(seen(Seen::Right), [0]);
        assert_eq!(seen(Seen::Seats(SeatSet(0b1001))), [0, 3]);
        assert!(seen(Seen::Nobody).is_empty());
    }
}
