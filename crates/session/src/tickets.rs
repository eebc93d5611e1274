//! Tickets: cards that name two places, and how far a seat is from joining them.
//!
//! What such a card is worth and when it counts is the game's affair. Here only the way is measured.

use crate::ways::way;
use railwright_core::View;
use railwright_core::id::{KindId, PlaceId, ZoneId};

/// A card that names two places.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The two places.
    pub ends: [PlaceId; 2],
    /// The numbers on the card.
    pub numbers: Vec<i32>,
    /// How many spaces are missing; none when the places cannot be joined any more.
    pub missing: Option<u32>,
}

impl Ticket {
    /// Whether the places are joined.
    pub fn is_joined(&self) -> bool {
        self.missing == Some(0)
    }
}

/// Reads a card of a zone as a ticket, if it names exactly two places.
pub fn ticket(view: &View, zone: ZoneId, kind: KindId) -> Option<Ticket> {
    let set = view.parts().cards_in(zone);
    let ends = set.ticket_ends(kind)?;
    let numbers = set.numbers(kind).map(|(_, number)| number).collect();
    Some(Ticket { ends, numbers, missing: way(view, ends).map(|way| way.spaces) })
}

/// Whether the cards of a zone name two places each.
pub fn has_tickets(view: &View, zone: ZoneId) -> bool {
    view.parts().cards_in(zone).has_tickets()
}
