//! The shortest ways of a board, and how much of each leads over which line.

use railwright_core::id::PlaceId;
use railwright_core::map::Line;
use railwright_rules::Rules;

/// How far all places are apart, and by how many shortest ways.
pub(crate) struct Ways<'r> {
    rules: &'r Rules,
    /// Spaces from each place to each other one.
    distances: Vec<Vec<Option<u32>>>,
    /// How many shortest ways there are; several lanes of a line are one way.
    ways: Vec<Vec<f64>>,
    lengths: Vec<u8>,
}

impl<'r> Ways<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        let map = &rules.parts.map;
        let lengths = map.lines.iter().map(|line| shortest_lane(rules, line)).collect();
        let places = || (0..map.places.len()).map(PlaceId::from);
        let distances: Vec<_> = places().map(|from| map.distances(from, |lane| map.lane(lane).length.into())).collect();
        let mut ways = Ways { rules, distances, ways: Vec::new(), lengths };
        ways.ways = places().map(|from| ways.from(from)).collect();
        ways
    }

    /// Spaces from a place to another; nothing if there is no way.
    pub(crate) fn distance(&self, from: PlaceId, to: PlaceId) -> Option<u32> {
        self.distances[from.index()][to.index()]
    }

    /// How many spaces the shortest lane of a line has.
    pub(crate) fn length(&self, line: usize) -> u8 {
        self.lengths[line]
    }

    /// The lines of the shortest ways between two places, each with the part of these ways that leads over it.
    pub(crate) fn shares(&self, [from, to]: [PlaceId; 2]) -> Vec<(usize, f64)> {
        let Some(whole) = self.distance(from, to) else { return Vec::new() };
        let (there, back) = (&self.ways[from.index()], &self.ways[to.index()]);
        let all = there[to.index()].max(1.0);
        let mut shares = Vec::new();
        for (i, line) in self.rules.parts.map.lines.iter().enumerate() {
            let mut share = 0.0;
            for [a, b] in [line.ends, [line.ends[1], line.ends[0]]] {
                let (Some(before), Some(after)) = (self.distance(from, a), self.distance(to, b)) else { continue };
                if before + u32::from(self.lengths[i]) + after == whole {
                    share += there[a.index()] * back[b.index()] / all;
                }
            }
            if share > 0.0 {
                shares.push((i, share));
            }
        }
        shares
    }

    fn from(&self, from: PlaceId) -> Vec<f64> {
        let map = &self.rules.parts.map;
        let distances = &self.distances[from.index()];
        let mut order: Vec<usize> = (0..map.places.len()).filter(|&i| distances[i].is_some()).collect();
        order.sort_by_key(|&i| distances[i]);
        let mut ways = vec![0.0; map.places.len()];
        ways[from.index()] = 1.0;
        for at in order {
            for (i, line) in map.lines.iter().enumerate() {
                let length = u32::from(self.lengths[i]);
                for [a, b] in [line.ends, [line.ends[1], line.ends[0]]] {
                    if b.index() == at && distances[a.index()].is_some_and(|d| Some(d + length) == distances[at]) {
                        ways[at] += ways[a.index()];
                    }
                }
            }
        }
        ways
    }
}

fn shortest_lane(rules: &Rules, line: &Line) -> u8 {
    line.lanes.iter().map(|lane| rules.parts.map.lane(*lane).length).min().unwrap_or(0)
}
