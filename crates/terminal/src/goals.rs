//! Goals: cards that name two places, and how far a seat is from joining them.
//!
//! What such a card is worth and when it counts is the game's affair. Here only the way is measured: own track is free, what
//! others hold is closed, and the rest costs its spaces.

use railwright_core::View;
use railwright_core::bits;
use railwright_core::components::{BARRED, FieldType, FieldValue, OPEN};
use railwright_core::id::{KindId, LaneId, PartyId, PlaceId, ZoneId};

/// Longer than any way: what lies behind closed lanes.
const CLOSED: u32 = 1_000_000;

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
    known.then(|| Goal { kind, ends, numbers, missing: missing(view, ends) })
}

/// Whether the cards of a zone name two places each.
pub fn has_goals(view: &View, zone: ZoneId) -> bool {
    let fields = &view.parts().cards_in(zone).fields;
    fields.iter().filter(|(_, field)| *field == FieldType::Place).count() == 2
}

/// How many spaces a seat must still fill to join two places.
fn missing(view: &View, [from, to]: [PlaceId; 2]) -> Option<u32> {
    let map = &view.parts().map;
    let me = PartyId::from(view.seat());
    let own = view.own(me);
    let open = view.set(OPEN, 0);
    let barred = view.set(BARRED, me.index());
    let cost = |lane: LaneId| {
        let track = view.track(lane);
        let mine = track.owner() == Some(me);
        if bits::has(own, lane.index()) {
            0
        } else if mine || (bits::has(open, lane.index()) && !bits::has(barred, lane.index())) {
            u32::from(map.lane(lane).length.saturating_sub(if mine { track.laid } else { 0 }))
        } else {
            CLOSED
        }
    };
    map.distances(from, cost)[to.index()].filter(|spaces| *spaces < CLOSED)
}
