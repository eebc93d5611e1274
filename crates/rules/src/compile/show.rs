//! How the board and its tables show things, where an author says so: no rule depends on it.

use super::Compiler;
use super::schema::{GameKeys, MapKeys};
use railwright_core::components::{FieldType, Members, Owner, Show};
use railwright_source::kinds::Map;
use railwright_source::{Diagnostic, Key, Kind, Origin, Reader, schema};

const PLACES: &Kind = &Kind::Word(&["usual", "dot", "below", "tint", "none"]);
const LANES: &Kind = &Kind::Word(&["usual", "stars", "badge", "none"]);
const COUNTERS: &Kind = &Kind::Word(&["usual", "headline", "none"]);
const OTHERS: &Kind = &Kind::Word(&["usual", "none"]);

schema! {
    /// How things are shown.
    pub SHOW: ShowKeys = "show",
    "How the board and its tables show what the game declares: `[show.lane]` and so on, each with ids and a word. What is not named is shown as \
     usual:\n\n\
     - places: the first number stands in the dots of cities, further ones below the name; a word that neighbours share tints the paper, another \
     stands below the name; a tag is a shape of the dot or a border\n\
     - lanes: the first number that counts spaces puts stars on them; other numbers, and words, are badges\n\
     - sets, counters and zones of places and lanes are marks; counters of the table stand beside the board",
    {
        PLACE: Map(PLACES) = "place", Optional, "attributes and tags of places";
        LANE: Map(LANES) = "lane", Optional, "attributes of lanes";
        SET: Map(OTHERS) = "set", Optional, "named sets";
        COUNTER: Map(COUNTERS) = "counter", Optional,
            "counters; one of the table that is a `headline` says where the game stands, such as its era, in the place of turn and round";
        ZONE: Map(OTHERS) = "zone", Optional, "zones of places";
    }
    example "[show.place]\ncountry = \"below\"\n\n[show.set]\nserved = \"none\""
}

/// A thing that is shown in a certain way, and where the author says so.
type Said = (String, Show, Origin);

impl Compiler<'_> {
    /// Reads `show`; what it names must be there and be of a kind that can be shown so.
    pub(super) fn shows(&mut self, game: &Reader<GameKeys>) {
        let Some(show) = game.get(MapKeys::SHOW) else { return };
        let list = |key: Key<ShowKeys, Map>| -> Vec<Said> {
            let entries = show.get(key).into_iter();
            entries.map(|(id, at, node)| (id.to_owned(), node.as_text().map_or(Show::Usual, Show::of), at)).collect()
        };
        let [places, lanes, sets, counters, zones] =
            [ShowKeys::PLACE, ShowKeys::LANE, ShowKeys::SET, ShowKeys::COUNTER, ShowKeys::ZONE].map(list);
        let parts = &self.parts;
        let attribute = |list: &[(String, FieldType)], id: &str| list.iter().find(|(name, _)| name == id).map(|(_, kind)| *kind);
        let mut wrong = Vec::new();
        for (id, show, at) in &places {
            match (attribute(&parts.place_attributes, id), show) {
                (None, Show::Usual | Show::None) if parts.tags.contains(id) => {}
                (None, _) if parts.tags.contains(id) => {
                    wrong.push((*at, format!("`{id}` is a tag, which is a shape or a border, or `none`")))
                }
                (None, _) => wrong.push((*at, format!("places have no attribute and no tag `{id}`"))),
                (Some(FieldType::Number), Show::Tint) => wrong.push((*at, format!("`{id}` is a number: only a word is a tint"))),
                (Some(kind), Show::Dot) if kind != FieldType::Number => {
                    wrong.push((*at, format!("`{id}` is no number, and no other thing fits a dot")))
                }
                _ => {}
            }
        }
        for (id, show, at) in &lanes {
            match (attribute(&parts.lane_attributes, id), show) {
                (None, _) => wrong.push((*at, format!("lanes have no attribute `{id}`"))),
                (Some(kind), Show::Stars) if kind != FieldType::Number => {
                    wrong.push((*at, format!("`{id}` is no number of stars")))
                }
                _ => {}
            }
        }
        let set_of = |id: &str| parts.find_set(id).map(|set| parts.sets[set.index()].members);
        for (id, _, at) in sets.iter().filter(|(id, ..)| !matches!(set_of(id), Some(Members::Lanes | Members::Places))) {
            wrong.push((*at, format!("there is no set `{id}`")));
        }
        for (id, show, at) in &counters {
            match (parts.find_counter(id).map(|counter| parts.counters[counter.index()].owner), show) {
                (None, _) => wrong.push((*at, format!("there is no counter `{id}`"))),
                (Some(owner), Show::Headline) if owner != Owner::Table => {
                    wrong.push((*at, format!("`{id}` belongs to the {}: a headline is a counter of the table", owner.word())));
                }
                _ => {}
            }
        }
        for (id, _, at) in zones.iter().filter(|(id, ..)| parts.find_zone(id).is_none()) {
            wrong.push((*at, format!("there is no zone `{id}`")));
        }
        for (at, message) in wrong {
            self.report.push(
                Diagnostic::error("cannot-show", message)
                    .at(at, "shown otherwise here")
                    .help("mend the name or the word, or take the line out"),
            );
        }
        let kept = |list: Vec<Said>| list.into_iter().map(|(id, show, _)| (id, show)).collect();
        let shows = &mut self.parts.shows;
        (shows.places, shows.lanes, shows.sets, shows.counters, shows.zones) =
            (kept(places), kept(lanes), kept(sets), kept(counters), kept(zones));
    }
}
