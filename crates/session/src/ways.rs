//! Ways: how a seat can still join two places with the least track. Own track is free, what others hold is closed, and the
//! rest costs its spaces. What joining them is worth is the game's affair.

use railwright_core::View;
use railwright_core::bits;
use railwright_core::components::{BARRED, OPEN};
use railwright_core::id::{LaneId, PartyId, PlaceId};

/// The way from one place to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// How many spaces are still to be filled.
    pub spaces: u32,
    /// Its lanes in order, each with the place it leads to and the spaces that are missing on it.
    pub lanes: Vec<(LaneId, PlaceId, u32)>,
}

/// What a lane costs the seat that looks: its free spaces; nothing when it cannot be had.
fn cost(view: &View, lane: LaneId) -> Option<u32> {
    let me = PartyId::from(view.seat());
    if bits::has(view.own(me), lane.index()) {
        return Some(0);
    }
    let (track, length) = (view.track(lane), view.parts().map.lane(lane).length);
    let open = || bits::has(view.set(OPEN, 0), lane.index()) && !bits::has(view.set(BARRED, me.index()), lane.index());
    match track.owner() {
        Some(owner) if owner == me => Some(u32::from(length.saturating_sub(track.laid))),
        // A lane that several may share stays open.
        _ if open() => Some(length.into()),
        _ => None,
    }
}

/// The way with the fewest missing spaces, of several the one with the fewest lanes; none when the places cannot be joined
/// any more.
pub fn way(view: &View, [from, to]: [PlaceId; 2]) -> Option<Route> {
    let steps = view.parts().map.cheapest_way(from, to, |lane| cost(view, lane))?;
    let lanes: Vec<_> = steps.iter().map(|step| (step.lane, step.to, cost(view, step.lane).unwrap_or(0))).collect();
    Some(Route { spaces: lanes.iter().map(|(_, _, missing)| missing).sum(), lanes })
}
