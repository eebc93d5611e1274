//! Small maps for tests, by hand or by lot.

use crate::id::{LineId, PlaceId, WordId};
use crate::map::{Lane, Map, Place};
use crate::random::Random;

/// A map of so many places with these lanes: from, to, length.
pub(crate) fn map(places: usize, lanes: &[(usize, usize, u8)]) -> Map {
    let place = |i| Place { id: format!("p{i}"), name: String::new(), at: (0, 0), junction: false, tags: 0, attributes: vec![] };
    let lane = |&(a, b, length): &(usize, usize, u8)| Lane {
        id: String::new(),
        line: LineId(0),
        ends: [PlaceId::from(a), PlaceId::from(b)],
        length,
        color: WordId(0),
        attributes: vec![],
    };
    Map::new((0..places).map(place).collect(), vec![], lanes.iter().map(lane).collect())
}

/// A map by lot, with twins, loops and places that nothing leads to.
pub(crate) fn any_map(random: &mut Random) -> Map {
    let places = 1 + random.below(12);
    let end = |random: &mut Random| random.below(places) as usize;
    let lanes: Vec<_> = (0..random.below(2 * places)).map(|_| (end(random), end(random), 1 + random.below(6) as u8)).collect();
    map(places as usize, &lanes)
}
