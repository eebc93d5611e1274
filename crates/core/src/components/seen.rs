//! Who sees what lies in a zone and what a counter says: a set of seats, found for each owner.

use super::{Components, Owner, Spot};
use crate::id::{CounterId, SeatId, SeatSet};

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
            Owner::Seat | Owner::Party if owner < self.seats as usize => Some(owner as u8),
            Owner::Train => self.trains.get(owner).map(|t| t.seat.0),
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

    /// Which of four seats see what belongs to the second.
    fn seen(seen: Seen) -> Vec<u8> {
        let parts = Components { seats: 4, ..Components::default() };
        parts.seats_that_see(seen, Owner::Seat, 1).iter().map(|seat| seat.0).collect()
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
