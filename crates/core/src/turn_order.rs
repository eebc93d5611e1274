//! Who plays after whom, and who is asked next.

use crate::id::SeatId;
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
        let mut waiting = self.waiting.iter();
        let first = waiting.next();
        match waiting.next() {
            None => first,
            Some(_) => self.round_from_first(seats).find(|&seat| self.waiting.has(seat)),
        }
    }

    /// All seats in turn order from the first player on.
    pub fn round_from_first(&self, seats: u8) -> impl Iterator<Item = SeatId> + use<> {
        self.round_from(self.first, seats)
    }

    /// All seats in turn order from one of them on.
    pub fn round_from(&self, first: SeatId, seats: u8) -> impl Iterator<Item = SeatId> + use<> {
        let order = self.order;
        let at = order.iter().position(|&s| s == first).unwrap_or(0);
        (0..seats as usize).map(move |i| order[(at + i) % seats as usize])
    }
}
