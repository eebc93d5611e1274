//! Typed indices: the bare noun is compiled, `…Id` is where it stands in its list.

use crate::narrow::narrow;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub $int);

        impl $name {
            /// The position in the list this id points into.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            #[inline(always)]
            fn from(index: usize) -> Self {
                $name(narrow::<$int>(index))
            }
        }
    )*};
}

ids! {
    /// A player's place at the table, counted clockwise from zero.
    SeatId(u8);
    /// Whoever can have a part in a game: seats first, then companies, then dummies.
    PartyId(u8);
    /// A city or junction of the map.
    PlaceId(u16);
    /// A printed connection between two places.
    LineId(u16);
    /// One claimable or buildable strip of a line.
    LaneId(u16);
    /// A set of cards, such as all train cards.
    CardSetId(u8);
    /// One kind of card within its set.
    KindId(u8);
    /// A zone in which cards lie.
    ZoneId(u8);
    /// A counter declared by the game.
    CounterId(u16);
    /// A named set of lanes or places.
    SetId(u16);
    /// An action declared by the game.
    ActionId(u8);
    /// A step of the turn structure.
    StepId(u16);
    /// An interned word of the data, such as a colour or a country.
    WordId(u16);
}

/// The most seats a game can have; sets of seats are one byte.
pub const MAX_SEATS: usize = 8;

impl From<SeatId> for PartyId {
    fn from(seat: SeatId) -> Self {
        PartyId(seat.0)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// No seat at all.
    pub const NONE: SeatSet = SeatSet(0);

    /// All seats of a game with `seats` players.
    pub fn all(seats: u8) -> Self {
        SeatSet(narrow::<u8>((1u16 << seats) - 1))
    }

    /// Just one seat.
    #[inline]
    pub fn only(seat: SeatId) -> Self {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn has(self, seat: SeatId) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether all seats of another set are in this one.
    #[inline]
    pub fn contains(self, others: SeatSet) -> bool {
        self.0 & others.0 == others.0
    }

    /// The set without that seat.
    #[inline]
    pub fn without(self, seat: SeatId) -> Self {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether no seat is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in the set, lowest first.
    pub fn iter(self) -> impl Iterator<Item = SeatId> {
        std::iter::successors(self.first(), move |seat| SeatSet(self.0 & (u8::MAX - 1) << seat.0).first())
    }

    /// The lowest seat in the set.
    #[inline(always)]
    pub fn first(self) -> Option<SeatId> {
        (self.0 != 0).then_some(SeatId(narrow::<u8>(self.0.trailing_zeros())))
    }

    /// Whether more than one seat is in the set.
    #[inline(always)]
    pub fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seats_of_a_set_are_those_it_has_lowest_first() {
        for set in (0..=u8::MAX).map(SeatSet) {
            let seats: Vec<SeatId> = (0..MAX_SEATS as u8).map(SeatId).filter(|&seat| set.has(seat)).collect();
            assert!(set.iter().eq(seats.iter().copied()), "{set:?}");
            assert_eq!(set.first(), seats.first().copied(), "{set:?}");
            assert_eq!(set.has_several(), seats.len() > 1, "{set:?}");
        }
    }
}
