//! Goals: cards that name two places, and how far a seat is from joining them.
//!
//! What such a card is worth and when it counts is the game's affair. Here only the way is measured.

use crate::ways::way;
use railwright_core::View;
use railwright_core::components::{FieldType, FieldValue};
use railwright_core::id::{KindId, PlaceId, ZoneId};

/// A card that names two places.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The kind of card.
    pub kind: KindId,
    /// The two places.
    pub ends: [PlaceId; 2],
    /// The numbers on the card, by the names of its fields.
    pub numbers: Vec<(String, i32)>,
    /// How many spaces are missing; none when the places cannot be joined any more.
    pub missing: Option<u32>,
}

impl Goal {
    /// Whether the places are joined.
    pub fn is_joined(&self) -> bool {
        self.missing == Some(0)
    }
}

/// Reads a card of a zone as a goal, if it names exactly two places.
pub fn goal(view: &View, zone: ZoneId, kind: KindId) -> Option<Goal> {
    let set = view.parts().cards_in(zone);
    let card = set.kinds.get(kind.index())?;
    let mut ends = Vec::new();
    let mut numbers = Vec::new();
    for ((name, field), value) in set.fields.iter().zip(&card.fields) {
        match (field, value) {
            (FieldType::Place, FieldValue::One(place)) => ends.push(PlaceId::from(usize::try_from(*place).ok()?)),
            (FieldType::Number, FieldValue::One(number)) => numbers.push((name.clone(), *number)),
            _ => {}
        }
    }
    let ends: [PlaceId; 2] = ends.try_into().ok()?;
    let known = ends.iter().all(|p| p.index() < view.parts().map.places.len());
    known.then(|| Goal { kind, ends, numbers, missing: way(view, ends).map(|way| way.spaces) })
}

/// Whether the cards of a zone name two places each.
pub fn has_goals(view: &View, zone: ZoneId) -> bool {
    let fields = &view.parts().cards_in(zone).fields;
    fields.iter().filter(|(_, field)| *field == FieldType::Place).count() == 2
}
