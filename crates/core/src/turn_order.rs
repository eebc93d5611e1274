//! Who plays after whom, and who is asked next.

use crate::id::{SeatId, SeatSet};
use crate::state::Clock;

impl Clock {
    /// The seat that plays after another, `seats` being how many there are.
    #[inline]
    pub fn after(&self, seat: SeatId, seats: u8) -> SeatId {
        let order = &self.order[..seats as usize];
        let at = order.iter().position(|&s| s == seat).unwrap_or(0);
        order[if at + 1 == order.len() { 0 } else { at + 1 }]
    }

    /// The seat that is asked next: of several that choose at once the first in turn order, so that nothing depends on how seats
    /// are numbered.
    #[inline]
    pub fn asked_next(&self, seats: u8) -> Option<SeatId> {
        if self.waiting.has_several() { self.first_in_order(self.waiting, seats) } else { self.waiting.first() }
    }

    /// The first of some seats in turn order. Hardly ever are several asked at once, so this stays out of the way.
    #[cold]
    fn first_in_order(&self, some: SeatSet, seats: u8) -> Option<SeatId> {
        self.round_from_first(seats).find(|&seat| some.has(seat))
    }

    /// All seats in turn order from the first player on.
    pub fn round_from_first(&self, seats: u8) -> impl Iterator<Item = SeatId> + use<> {
        self.round_from(self.first, seats)
    }

    /// All seats in turn order from one of them on.
    pub fn round_from(&self, first: SeatId, seats: u8) -> impl Iterator<Item = SeatId> + use<> {
        let (order, seats) = (self.order, seats as usize);
        let at = order.iter().position(|&s| s == first).unwrap_or(0);
        (at..at + seats).map(move |i| order[if i < seats { i } else { i - seats }])
    }
}
