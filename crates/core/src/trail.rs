//! The longest trail over a set of lanes: no lane twice, places as often as one likes. Exact.
//!
//! A part of the network with at most two places of odd degree can be walked whole (Euler). In any
//! other part a longest trail starts and ends in places of odd degree, for at a place of even
//! degree it could go on; so the search starts there, and stops at a bound: of every other odd
//! place at least one lane stays unused.

use crate::bits::Ones;
use crate::id::LaneId;
use crate::map::Map;

/// Room for the search, reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    starts: Vec<u16>,
    steps: Vec<Step>,
    length: Vec<u16>,
    part: Vec<u16>,
    unused: Vec<bool>,
    stack: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    to: u16,
    edge: u16,
}

const NOWHERE: u16 = u16::MAX;

impl Trails {
    /// The number of spaces of the longest trail over the lanes in a set.
    pub fn longest(&mut self, map: &Map, set: &[u64]) -> u32 {
        self.lay_out(map, set);
        let mut best = 0;
        for place in 0..map.places.len() {
            if self.part[place] == NOWHERE && self.degree(place) > 0 {
                self.search_part(place, &mut best);
            }
        }
        best
    }

    /// Flat neighbour lists of the network the set makes.
    fn lay_out(&mut self, map: &Map, set: &[u64]) {
        let places = map.places.len();
        self.starts.clear();
        self.starts.resize(places + 1, 0);
        self.length.clear();
        let lanes = || set.iter().enumerate().flat_map(|(w, &bits)| Ones(bits).map(move |b| LaneId::from(w * 64 + b)));
        for lane in lanes() {
            let lane = map.lane(lane);
            self.length.push(u16::from(lane.length));
            for end in lane.ends {
                self.starts[end.index() + 1] += 1;
            }
        }
        for i in 0..places {
            self.starts[i + 1] += self.starts[i];
        }
        self.steps.clear();
        self.steps.resize(self.length.len() * 2, Step { to: NOWHERE, edge: 0 });
        for (edge, lane) in lanes().enumerate() {
            let [a, b] = map.lane(lane).ends.map(|p| p.index());
            for (from, to) in [(a, b), (b, a)] {
                let mut at = self.starts[from] as usize;
                while self.steps[at].to != NOWHERE {
                    at += 1;
                }
                self.steps[at] = Step { to: to as u16, edge: edge as u16 };
            }
        }
        self.part.clear();
        self.part.resize(places, NOWHERE);
        self.unused.clear();
        self.unused.resize(self.length.len(), true);
    }

    fn degree(&self, place: usize) -> usize {
        (self.starts[place + 1] - self.starts[place]) as usize
    }

    fn search_part(&mut self, start: usize, best: &mut u32) {
        let label = start as u16;
        let (mut twice, mut odd, mut spare) = (0u32, 0, 0u32);
        let mut largest = [0u32; 2];
        self.stack.clear();
        self.stack.push(label);
        self.part[start] = label;
        while let Some(place) = self.stack.pop() {
            let (from, to) = (self.starts[place as usize] as usize, self.starts[place as usize + 1] as usize);
            let mut least = u32::MAX;
            for step in &self.steps[from..to] {
                let length = u32::from(self.length[step.edge as usize]);
                twice += length;
                least = least.min(length);
                if self.part[step.to as usize] == NOWHERE {
                    self.part[step.to as usize] = label;
                    self.stack.push(step.to);
                }
            }
            if (to - from) % 2 == 1 {
                odd += 1;
                spare += least;
                if least > largest[0] {
                    largest = [least, largest[0]];
                } else {
                    largest[1] = largest[1].max(least);
                }
            }
        }
        let total = twice / 2;
        if odd <= 2 {
            *best = (*best).max(total);
            return;
        }
        // All odd places but two leave a lane unused; one lane can serve two of them.
        let bound = total - (spare - largest[0] - largest[1]).div_ceil(2);
        for place in 0..self.part.len() {
            if *best >= bound {
                return;
            }
            if self.part[place] == label && self.degree(place) % 2 == 1 {
                self.walk(place, 0, best, bound, total);
            }
        }
    }

    /// Depth first over unused lanes; `left` is what is unused in this part.
    fn walk(&mut self, at: usize, length: u32, best: &mut u32, bound: u32, left: u32) {
        *best = (*best).max(length);
        for i in self.starts[at] as usize..self.starts[at + 1] as usize {
            let Step { to, edge } = self.steps[i];
            if *best >= bound || length + left <= *best {
                return;
            }
            if std::mem::replace(&mut self.unused[edge as usize], false) {
                let more = u32::from(self.length[edge as usize]);
                self.walk(to as usize, length + more, best, bound, left - more);
                self.unused[edge as usize] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits;
    use crate::id::{LineId, PlaceId, WordId};
    use crate::map::{Lane, Place};
    use crate::random::Random;

    fn board(places: usize, lanes: &[(usize, usize, u8)]) -> Map {
        let place =
            |i| Place { id: format!("p{i}"), name: String::new(), at: (0, 0), junction: false, tags: 0, attributes: vec![] };
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

    fn longest(places: usize, lanes: &[(usize, usize, u8)]) -> u32 {
        let mut all = [0u64; 2];
        bits::fill(&mut all, lanes.len());
        Trails::default().longest(&board(places, lanes), &all)
    }

    fn tried(lanes: &[(usize, usize, u8)], at: usize, used: u32) -> u32 {
        let free = lanes.iter().enumerate().filter(|(i, l)| used >> i & 1 == 0 && (l.0 == at || l.1 == at));
        free.map(|(i, l)| u32::from(l.2) + tried(lanes, if l.0 == at { l.1 } else { l.0 }, used | 1 << i)).max().unwrap_or(0)
    }

    #[test]
    fn a_loop_counts_whole_and_a_place_may_be_passed_twice() {
        assert_eq!(longest(3, &[(0, 1, 2), (1, 2, 3), (2, 0, 4)]), 9);
        assert_eq!(longest(5, &[(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1), (4, 2, 1)]), 6);
    }

    #[test]
    fn of_three_arms_the_two_longest_count() {
        assert_eq!(longest(4, &[(0, 1, 2), (0, 2, 5), (0, 3, 6)]), 11);
    }

    #[test]
    fn nothing_is_nothing_and_parts_do_not_add() {
        assert_eq!(longest(2, &[]), 0);
        assert_eq!(longest(4, &[(0, 1, 3), (2, 3, 4)]), 4);
    }

    #[test]
    fn random_networks_agree_with_trying_everything() {
        let mut random = Random::new(5);
        for _ in 0..400 {
            let places = 4 + random.below(5) as usize;
            let mut lanes = Vec::new();
            for _ in 0..random.below(12) {
                let (a, b) = (random.below(places as u32) as usize, random.below(places as u32) as usize);
                if a != b {
                    lanes.push((a, b, 1 + random.below(6) as u8));
                }
            }
            let best = (0..places).map(|p| tried(&lanes, p, 0)).max().unwrap();
            assert_eq!(longest(places, &lanes), best, "{lanes:?}");
        }
    }
}
