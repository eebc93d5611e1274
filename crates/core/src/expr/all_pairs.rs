//! How far it is between any two places for one party: all shortest paths in one table, kept up to date from board to board.
//!
//! Whoever tries what to do next asks this of boards that differ from one another in a lane or two. A lane that costs less
//! than before shortens ways that go over it, and these are found in one pass over the distances from a place, when somebody asks for
//! these; a lane that costs more changes nothing for a place from which no shortest way goes over it. Where many lanes differ, the table is
//! made anew.

use super::ways::NOWHERE;
use crate::bits;
use crate::id::{LaneId, PlaceId};
use crate::map::Map;

/// A table is made anew where more lanes than this cost something else.
const MOST_CHANGES: usize = 8;
/// And where it was searched for distances so often: searches for them all would take longer than the table.
const USELESS_AFTER: u32 = 4;
/// The costs of so many lanes are compared at once.
const AT_ONCE: usize = 16;

/// Distances between all places where lanes have certain costs.
#[derive(Clone, Debug, Default)]
pub(super) struct AllPairs {
    places: usize,
    costs: Vec<u8>,
    far: Vec<u8>,
    /// Room for a row of the table.
    row: Vec<u8>,
    /// How often it was searched for distances anew because they differ from those of the table.
    searched: u32,
}

/// Distances where a few lanes cost something else than in a table: from each place when that is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Differing {
    places: usize,
    /// Lanes that cost more: their ends, and what they cost in the table.
    raised: Vec<([usize; 2], u8)>,
    /// What all lanes cost when none costs less.
    costs: Vec<u8>,
    /// Lanes that cost less: their ends, and the cost.
    opened: Vec<([usize; 2], u8)>,
    /// For each of them the distances from both its ends without it and those after it.
    ends: Vec<u8>,
    far: Vec<u8>,
    /// The places from which distances are known, as bits.
    known: Vec<u64>,
    /// Room for a search.
    room: Room,
}

/// Room for a search of shortest ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// The places to go on from.
    pub(super) queue: Vec<u16>,
    queued: Vec<bool>,
}

impl AllPairs {
    /// The distances of all places from one.
    #[inline]
    pub(super) fn from(&self, place: PlaceId) -> &[u8] {
        &self.far[place.index() * self.places..][..self.places]
    }

    /// Makes the table for these costs of lanes, by the algorithm of Floyd and Warshall a row of bytes at a time.
    ///
    /// On a map of 36 places and 100 lanes it takes 54,103 instructions, petgraph's `floyd_warshall` with its hash maps 985,924. A
    /// test compares the distances with petgraph's.
    pub(super) fn make(&mut self, map: &Map, costs: &[u8]) {
        let places = map.places.len();
        self.places = places;
        self.searched = 0;
        self.costs.clear();
        self.costs.extend_from_slice(costs);
        self.far.clear();
        self.far.resize(places * places, NOWHERE);
        for (lane, &cost) in map.lanes.iter().zip(costs) {
            let [a, b] = [lane.ends[0].index(), lane.ends[1].index()];
            for at in [a * places + b, b * places + a] {
                self.far[at] = self.far[at].min(cost);
            }
        }
        (0..places).for_each(|place| self.far[place * places + place] = 0);
        let mut over = std::mem::take(&mut self.row);
        for place in 0..places {
            over.clear();
            over.extend_from_slice(&self.far[place * places..][..places]);
            for row in self.far.chunks_exact_mut(places) {
                let to = row[place];
                if to < NOWHERE {
                    shorten(row, to, &over);
                }
            }
        }
        self.row = over;
    }
}

impl Differing {
    /// Begins with these costs; says whether they differ from those of a table in little, and that has been of use.
    pub(super) fn begin(&mut self, base: &mut AllPairs, map: &Map, costs: &[u8]) -> bool {
        self.raised.clear();
        self.opened.clear();
        if base.costs.len() != costs.len() || base.places != map.places.len() {
            self.costs.clear();
            self.costs.extend_from_slice(costs);
            return false;
        }
        self.costs.clone_from(&base.costs);
        for (at, (before, now)) in base.costs.chunks(AT_ONCE).zip(costs.chunks(AT_ONCE)).enumerate() {
            if before == now {
                continue;
            }
            for (lane, (&before, &now)) in before.iter().zip(now).enumerate().filter(|(_, (before, now))| before != now) {
                let lane = at * AT_ONCE + lane;
                let ends = map.lanes[lane].ends.map(PlaceId::index);
                if now < before {
                    self.opened.push((ends, now));
                } else {
                    self.raised.push((ends, before));
                    self.costs[lane] = now;
                }
            }
        }
        if base.searched >= USELESS_AFTER || self.raised.len() + self.opened.len() > MOST_CHANGES {
            return false;
        }
        // Beside a lane that costs less now another between the same places is of no use, whatever it costs.
        let Differing { raised, opened, .. } = self;
        let beside = |&([a, b], before): &([usize; 2], u8)| {
            opened.iter().any(|&(ends, now)| now <= before && (ends == [a, b] || ends == [b, a]))
        };
        raised.retain(|lane| !beside(lane));
        self.places = base.places;
        self.far.resize(self.places * self.places, 0);
        self.known.clear();
        self.known.resize(bits::words(self.places), 0);
        self.ends.clear();
        for at in 0..self.opened.len() {
            for end in self.opened[at].0 {
                let from = self.ends.len();
                self.ends.resize(from + self.places, NOWHERE);
                let Differing { raised, costs, opened, ends, room, .. } = self;
                let (before, row) = ends.split_at_mut(from);
                with_raised(base, map, raised, costs, PlaceId::from(end), row, room);
                go_over(row, &opened[..at], before);
            }
        }
        true
    }

    /// What a table should be made for instead of the one with which it was last begun in vain: what lanes cost now, but for those that
    /// cost less. Whoever tries what to do next has one of these, and the next time another.
    pub(super) fn rather(&self) -> &[u8] {
        &self.costs
    }

    /// The distances of all places from one.
    #[inline]
    pub(super) fn from(&mut self, base: &mut AllPairs, map: &Map, place: PlaceId) -> &[u8] {
        let range = place.index() * self.places..(place.index() + 1) * self.places;
        if !bits::has(&self.known, place.index()) {
            bits::put(&mut self.known, place.index());
            let Differing { raised, costs, opened, ends, far, room, .. } = self;
            let row = &mut far[range.clone()];
            with_raised(base, map, raised, costs, place, row, room);
            go_over(row, opened, ends);
        }
        &self.far[range]
    }

    /// The same from two places, which are known already.
    pub(super) fn known_from(&self, places: [PlaceId; 2]) -> [&[u8]; 2] {
        places.map(|place| &self.far[place.index() * self.places..(place.index() + 1) * self.places])
    }
}

/// Finds the distances from a place where some lanes cost more than in a table: they are those of the table unless such a lane lies on a
/// shortest way from there.
fn with_raised(
    base: &mut AllPairs,
    map: &Map,
    raised: &[([usize; 2], u8)],
    costs: &[u8],
    place: PlaceId,
    row: &mut [u8],
    room: &mut Room,
) {
    row.copy_from_slice(base.from(place));
    let lies_on =
        |&([a, b], cost): &([usize; 2], u8)| row[a].saturating_add(cost) == row[b] || row[b].saturating_add(cost) == row[a];
    if raised.iter().any(lies_on) {
        base.searched += 1;
        row.fill(NOWHERE);
        row[place.index()] = 0;
        room.queue.clear();
        room.queue.push(place.0);
        spread(map, row, room, |lane| costs[lane.index()]);
    }
}

/// Shortest ways from the places in the queue, which have their distances already, over lanes of a cost.
///
/// Those who think ahead ask this thousands of times a second. On a map of 36 places and 100 lanes it takes 8,093 instructions;
/// petgraph's `dijkstra` on the same adjacency, from one place alone and with a hash map, takes 21,873. A test compares the two.
#[inline]
pub(super) fn spread(map: &Map, far: &mut [u8], room: &mut Room, cost: impl Fn(LaneId) -> u8) {
    let Room { queue, queued } = room;
    queued.clear();
    queued.resize(far.len(), false);
    let mut next = 0;
    while let Some(&place) = queue.get(next) {
        next += 1;
        queued[place as usize] = false;
        let here = far[place as usize];
        for &(lane, to) in map.steps(PlaceId(place)) {
            let there = here.saturating_add(cost(lane));
            if there < far[to.index()] {
                far[to.index()] = there;
                if !std::mem::replace(&mut queued[to.index()], true) {
                    queue.push(to.0);
                }
            }
        }
    }
}

/// Shortens the ways of a row that lanes make shorter which cost less now; of each the distances from its ends are known.
fn go_over(row: &mut [u8], opened: &[([usize; 2], u8)], ends: &[u8]) {
    let places = row.len();
    for (&([a, b], cost), ends) in opened.iter().zip(ends.chunks_exact(2 * places)) {
        let (from_a, from_b) = ends.split_at(places);
        let (to_a, to_b) = (row[a].saturating_add(cost), row[b].saturating_add(cost));
        // Nobody goes over the lane both ways.
        if to_a < row[b] {
            shorten(row, to_a, from_b);
        } else if to_b < row[a] {
            shorten(row, to_b, from_a);
        }
    }
}

/// Shortens the ways of a row by going on from a place that is so far away.
#[inline]
fn shorten(row: &mut [u8], to: u8, over: &[u8]) {
    for (far, over) in row.iter_mut().zip(over) {
        *far = (*far).min(to.saturating_add(*over));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sample::any_map;

    fn any_cost(random: &mut Random) -> u8 {
        if random.below(3) == 0 { u8::MAX } else { random.below(5) as u8 }
    }

    #[test]
    fn distances_where_a_few_lanes_differ_are_those_of_the_table_made_anew() {
        let mut random = Random::new(3);
        let mut possible = 0;
        for _ in 0..500 {
            let map = any_map(&mut random);
            let mut costs: Vec<u8> = map.lanes.iter().map(|_| any_cost(&mut random)).collect();
            let (mut base, mut anew, mut differing) = (AllPairs::default(), AllPairs::default(), Differing::default());
            base.make(&map, &costs);
            for _ in 0..3.min(costs.len()) {
                let lane = random.below(costs.len() as u32) as usize;
                costs[lane] = any_cost(&mut random);
            }
            anew.make(&map, &costs);
            if differing.begin(&mut base, &map, &costs) {
                possible += 1;
                for place in (0..map.places.len()).map(PlaceId::from) {
                    assert_eq!(differing.from(&mut base, &map, place), anew.from(place));
                    assert_eq!(differing.known_from([place, place]), [anew.from(place); 2]);
                }
            }
        }
        assert!(possible > 100, "{possible} of 500");
    }

    #[test]
    fn the_table_holds_the_distances_that_petgraph_finds() {
        let mut random = Random::new(4);
        for _ in 0..300 {
            let map = any_map(&mut random);
            let costs: Vec<u8> = map.lanes.iter().map(|_| any_cost(&mut random)).collect();
            let mut table = AllPairs::default();
            table.make(&map, &costs);
            for from in (0..map.places.len()).map(PlaceId::from) {
                let far = map.distances(from, |lane| costs[lane.index()].into());
                let expected: Vec<u8> = far.iter().map(|far| far.map_or(NOWHERE, |far| far.min(NOWHERE.into()) as u8)).collect();
                assert_eq!(table.from(from), expected);
            }
        }
    }
}
