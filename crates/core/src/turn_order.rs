//! Who plays after whom, and who is asked next.

use crate::id::{SeatId, SeatSet};
use crate::narrow::narrow;
use crate::state::Clock;

impl Clock {
    /// The seat that plays after another, `seats` being how many there are; those that are out are passed by.
    #[inline]
    pub fn after(&self, seat: SeatId, seats: u8) -> SeatId {
        let order = &self.order[..seats as usize];
        let at = order.iter().position(|&s| s == seat).unwrap_or(0);
        let next = order[if at + 1 == order.len() { 0 } else { at + 1 }];
        if self.out.has(next) { self.after_those_out(seat, seats) } else { next }
    }

    #[cold]
    fn after_those_out(&self, seat: SeatId, seats: u8) -> SeatId {
        self.round_from(seat, seats).skip(1).find(|&next| !self.out.has(next)).unwrap_or(seat)
    }

    /// The first player, or whoever comes next of those that are not out.
    #[inline]
    pub fn first_in_play(&self, seats: u8) -> SeatId {
        if self.out.has(self.first) { self.after(self.first, seats) } else { self.first }
    }

    /// How many seats are not out.
    pub fn in_play(&self, seats: u8) -> u8 {
        narrow::<u8>((SeatSet::all(seats).0 & !self.out.0).count_ones())
    }

    /// Whether a round begins when one seat plays after another: the first player's turn is come to, or passed by.
    #[inline]
    pub fn begins_round(&self, before: SeatId, next: SeatId, seats: u8) -> bool {
        next == self.first || self.out.has(self.first) && self.passes_first(before, next, seats)
    }

    #[cold]
    fn passes_first(&self, before: SeatId, next: SeatId, seats: u8) -> bool {
        let round = self.round_from(before, seats).skip(1).chain([before]);
        round.take_while(|&seat| seat != next).any(|seat| seat == self.first)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(out: &[u8]) -> Clock {
        let out = out.iter().fold(SeatSet::NONE, |set, &seat| SeatSet(set.0 | 1 << seat));
        Clock { order: std::array::from_fn(SeatId::from), first: SeatId(1), out, ..Clock::default() }
    }

    #[test]
    fn seats_that_are_out_are_passed_by() {
        let all = clock(&[]);
        assert_eq!([0, 1, 2, 3].map(|seat| all.after(SeatId(seat), 4).0), [1, 2, 3, 0]);
        let some = clock(&[1, 2]);
        assert_eq!([0, 1, 2, 3].map(|seat| some.after(SeatId(seat), 4).0), [3, 3, 3, 0]);
        assert_eq!((some.first_in_play(4), some.in_play(4)), (SeatId(3), 2));
        assert_eq!(clock(&[0, 1, 2, 3]).after(SeatId(2), 4), SeatId(2), "nobody is left");
    }

    #[test]
    fn a_round_begins_where_the_first_player_would_have_had_his_turn() {
        let begins = |clock: &Clock, before, next| clock.begins_round(SeatId(before), SeatId(next), 4);
        let all = clock(&[]);
        assert!(begins(&all, 0, 1) && !begins(&all, 1, 2) && !begins(&all, 3, 0));
        let some = clock(&[1]);
        assert!(begins(&some, 0, 2) && !begins(&some, 2, 3) && !begins(&some, 3, 0));
        assert!(begins(&clock(&[0, 1, 2]), 3, 3), "the only one left has a round for himself");
    }
}
