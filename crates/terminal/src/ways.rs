//! Ways: how a seat can still join two places with the least track. Own track is free, what others hold is closed, and the
//! rest costs its spaces. What joining them is worth is the game's affair.

use crate::board::find;
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

/// The two places that somebody names: `FROM to TO`, `FROM, TO` or just one after the other.
pub fn ends(view: &View, text: &str) -> Result<[PlaceId; 2], String> {
    let map = &view.parts().map;
    let both = |a: &str, b: &str| Some([find(map, a)?, find(map, b)?]);
    for between in [" to ", ",", " – ", " - "] {
        if let Some((a, b)) = text.split_once(between) {
            return both(a, b).ok_or_else(|| format!("There are no two places `{text}`."));
        }
    }
    // A name may have several words, and two names may be joined as they are in the id of a line.
    let places = text.char_indices().filter(|(_, letter)| [' ', '-'].contains(letter));
    let whole = |part: &str| find(map, part).filter(|place| is_whole(&map.place(*place).name, part));
    let cut = |at: usize| (&text[..at], &text[at + 1..]);
    let exact = places.clone().find_map(|(at, _)| Some([whole(cut(at).0)?, whole(cut(at).1)?]));
    let any = || places.clone().find_map(|(at, _)| both(cut(at).0, cut(at).1));
    exact.or_else(any).ok_or_else(|| format!("There are no two places `{text}`."))
}

fn is_whole(name: &str, part: &str) -> bool {
    name.to_lowercase().replace('-', " ") == part.trim().to_lowercase().replace('-', " ")
}

/// A way in words: where it leads, what is missing, lane by lane.
pub fn in_words(view: &View, [from, to]: [PlaceId; 2], way: Option<&Route>) -> String {
    let parts = view.parts();
    let name = |place: PlaceId| &parts.map.place(place).name;
    let title = format!("{} – {}", name(from), name(to));
    let Some(way) = way else { return format!("{title}: cut off, no way is left.") };
    let step = |(lane, to, missing): &(LaneId, PlaceId, u32)| match missing {
        0 => format!("{} (own)", name(*to)),
        n => format!("{} ({n} {})", name(*to), parts.words.text(parts.map.lane(*lane).color)),
    };
    let steps: Vec<String> = way.lanes.iter().map(step).collect();
    match way.spaces {
        0 => format!("{title}: joined, by {}.", steps.join(", ")),
        1 => format!("{title}: 1 space to go, by {}.", steps.join(", ")),
        n => format!("{title}: {n} spaces to go, by {}.", steps.join(", ")),
    }
}
