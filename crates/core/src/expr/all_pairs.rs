//! How far it is between any two places for one party: all shortest paths in one table, kept up to date from board to board.
//!
//! Whoever tries what to do next asks this of boards that differ from one another in a lane or two. A lane that costs less
//! than before shortens ways that go over it, and these are found in one pass over the table; a lane that costs more changes
//! nothing where there is a shorter way between its ends. Otherwise the table is made anew.

use super::ways::NOWHERE;
use crate::id::PlaceId;
use crate::map::Map;

/// A table is made anew rather than brought up to date with more lanes than this.
const MOST_CHANGES: usize = 8;

/// Distances between all places where lanes have certain costs.
#[derive(Clone, Debug, Default)]
pub(super) struct AllPairs {
    places: usize,
    costs: Vec<u8>,
    far: Vec<u8>,
    /// Room for two rows of the table.
    rows: [Vec<u8>; 2],
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
        let mut over = std::mem::take(&mut self.rows[0]);
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
        self.rows[0] = over;
    }

    /// Makes this the table for these costs out of another whose costs differ in little; says whether that was possible.
    pub(super) fn bring_up_to_date(&mut self, base: &AllPairs, map: &Map, costs: &[u8]) -> bool {
        if base.costs.len() != costs.len() || base.places != map.places.len() {
            return false;
        }
        let changed = || base.costs.iter().zip(costs).enumerate().filter(|(_, (before, now))| before != now);
        if changed().count() > MOST_CHANGES {
            return false;
        }
        self.places = base.places;
        self.far.clone_from(&base.far);
        for (lane, (_, &now)) in changed().filter(|(_, (before, now))| now < before) {
            self.open(map.lanes[lane].ends, now);
        }
        let useless = |(lane, (before, _)): (usize, (&u8, &u8))| {
            let [a, b] = map.lanes[lane].ends;
            self.from(a)[b.index()] < *before
        };
        changed().filter(|(_, (before, now))| now > before).all(useless)
    }

    /// Shortens all ways that a lane of that cost makes shorter.
    fn open(&mut self, ends: [PlaceId; 2], cost: u8) {
        let [a, b] = ends.map(PlaceId::index);
        let [mut from_a, mut from_b] = std::mem::take(&mut self.rows);
        from_a.clear();
        from_a.extend_from_slice(self.from(ends[0]));
        from_b.clear();
        from_b.extend_from_slice(self.from(ends[1]));
        for row in self.far.chunks_exact_mut(self.places) {
            let (to_a, to_b) = (row[a].saturating_add(cost), row[b].saturating_add(cost));
            // Nobody goes over the lane both ways.
            if to_a < row[b] {
                shorten(row, to_a, &from_b);
            } else if to_b < row[a] {
                shorten(row, to_b, &from_a);
            }
        }
        self.rows = [from_a, from_b];
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
    fn a_table_brought_up_to_date_is_the_table_made_anew() {
        let mut random = Random::new(3);
        let mut possible = 0;
        for _ in 0..500 {
            let map = any_map(&mut random);
            let mut costs: Vec<u8> = map.lanes.iter().map(|_| any_cost(&mut random)).collect();
            let (mut base, mut anew, mut brought) = (AllPairs::default(), AllPairs::default(), AllPairs::default());
            base.make(&map, &costs);
            for _ in 0..3.min(costs.len()) {
                let lane = random.below(costs.len() as u32) as usize;
                costs[lane] = any_cost(&mut random);
            }
            anew.make(&map, &costs);
            if brought.bring_up_to_date(&base, &map, &costs) {
                possible += 1;
                assert_eq!(brought.far, anew.far);
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
