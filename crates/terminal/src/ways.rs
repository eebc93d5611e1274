//! Ways that somebody asks for: the two places in what was typed, and the way in words.

use crate::board::find;
use railwright_core::View;
use railwright_core::id::{LaneId, PlaceId};
use railwright_session::ways::Route;

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
