//! The longest trail over a set of lanes: no lane twice, places as often as one likes. Exact.
//!
//! A part of the network with at most two places of odd degree can be walked whole (Euler). In any
//! other part a longest trail starts and ends in places of odd degree, for at a place of even
//! degree it could go on; so the search starts there, and stops at a bound: of every other odd
//! place at least one lane stays unused. No algorithm of petgraph's finds longest trails; a test tries everything instead.

use crate::bits;
use crate::id::LaneId;
use crate::map::Map;
use crate::narrow::narrow;

/// Room for the search, reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    /// For each place the first step out of it; the others follow from step to step.
    first: Vec<u16>,
    /// Two for each lane, side by side: there and back.
    steps: Vec<Step>,
    unused: Vec<bool>,
    seen: Vec<bool>,
    odd: Vec<u16>,
    stack: Vec<u16>,
    /// How many steps the search may still take.
    left: u32,
    /// Whether a search was given up, so that what it found may not be the longest.
    gave_up: bool,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    to: u16,
    length: u16,
    next: u16,
}

/// So many steps a search takes at most. Networks that people build take some hundreds; the lanes of a dense map all together would
/// take for ever.
pub const MOST_STEPS: u32 = 1_000_000;

/// The end of the steps out of a place.
const NO_MORE: u16 = u16::MAX;

impl Trails {
    /// The number of spaces of the longest trail over the lanes in a set; less if the search [was given up](Self::gave_up).
    pub fn longest(&mut self, map: &Map, set: &[u64]) -> u32 {
        self.lay_out(map, set);
        self.left = MOST_STEPS;
        let mut best = 0;
        for lane in 0..self.unused.len() {
            let end = self.steps[2 * lane].to;
            if !self.seen[end as usize] {
                self.search_part(end, &mut best);
            }
        }
        best
    }

    /// Whether a search was given up since this was last forgotten.
    #[inline]
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Says whether a search was given up, and forgets it.
    #[inline]
    pub fn forget(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// The network the set makes, as steps from place to place.
    fn lay_out(&mut self, map: &Map, set: &[u64]) {
        self.first.clear();
        self.first.resize(map.places.len(), NO_MORE);
        self.seen.clear();
        self.seen.resize(map.places.len(), false);
        self.steps.clear();
        for lane in bits::iter(set) {
            let lane = map.lane(LaneId::from(lane));
            let [a, b] = lane.ends;
            for (from, to) in [(a, b), (b, a)] {
                let next = std::mem::replace(&mut self.first[from.index()], narrow::<u16>(self.steps.len()));
                self.steps.push(Step { to: to.0, length: lane.length.into(), next });
            }
        }
        self.unused.clear();
        self.unused.resize(self.steps.len() / 2, true);
    }

    /// Searches the part of the network that a place lies in.
    fn search_part(&mut self, start: u16, best: &mut u32) {
        let (mut twice, mut spare) = (0u32, 0u32);
        let mut largest = [0u32; 2];
        self.odd.clear();
        self.stack.clear();
        self.stack.push(start);
        self.seen[start as usize] = true;
        while let Some(place) = self.stack.pop() {
            let (mut degree, mut least) = (0, u32::MAX);
            let mut at = self.first[place as usize];
            while let Some(&Step { to, length, next }) = self.steps.get(at as usize) {
                twice += u32::from(length);
                least = least.min(length.into());
                degree += 1;
                if !std::mem::replace(&mut self.seen[to as usize], true) {
                    self.stack.push(to);
                }
                at = next;
            }
            if degree % 2 == 1 {
                self.odd.push(place);
                spare += least;
                if least > largest[0] {
                    largest = [least, largest[0]];
                } else {
                    largest[1] = largest[1].max(least);
                }
            }
        }
        let total = twice / 2;
        if self.odd.len() <= 2 {
            *best = (*best).max(total);
            return;
        }
        // All odd places but two leave a lane unused; one lane can serve two of them.
        let bound = total - (spare - largest[0] - largest[1]).div_ceil(2);
        for i in 0..self.odd.len() {
            if *best >= bound || self.gave_up {
                return;
            }
            self.walk(self.odd[i], 0, best, bound, total);
        }
    }

    /// Depth first over unused lanes; `left` is what is unused in this part.
    fn walk(&mut self, at: u16, length: u32, best: &mut u32, bound: u32, left: u32) {
        *best = (*best).max(length);
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.gave_up = true,
        }
        let mut at = self.first[at as usize];
        while let Some(&Step { to, length: more, next }) = self.steps.get(at as usize) {
            if *best >= bound || length + left <= *best || self.gave_up {
                return;
            }
            let lane = at as usize / 2;
            if std::mem::replace(&mut self.unused[lane], false) {
                let more = u32::from(more);
                self.walk(to, length + more, best, bound, left - more);
                self.unused[lane] = true;
            }
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sample::map;

    fn longest(places: usize, lanes: &[(usize, usize, u8)]) -> u32 {
        let mut all = [0u64; 2];
        bits::fill(&mut all, lanes.len());
        Trails::default().longest(&map(places, lanes), &all)
    }

    fn tried(lanes: &[(usize, usize, u8)], at: usize, used: u32) -> u32 {
        let free = lanes.iter().enumerate().filter(|(i, l)| used >> i & 1 == 0 && (l.0 == at || l.1 == at));
        free.map(|(i, l)| u32::from(l.2) + tried(lanes, if l.0 == at { l.1 } else { l.0 }, used | 1 << i)).max().unwrap_or(0)
    }

    #[test]
    fn a_search_that_would_take_for_ever_is_given_up_and_says_so() {
        let lanes: Vec<(usize, usize, u8)> =
            (0..14).flat_map(|a| (a + 1..14).map(move |b| (a, b, 1 + ((a * 7 + b * 3) % 5) as u8))).collect();
        let mut trails = Trails::default();
        trails.longest(&map(14, &lanes), &[u64::MAX, (1 << (lanes.len() - 64)) - 1]);
        assert!(trails.gave_up() && trails.forget() && !trails.gave_up());
        trails.longest(&map(14, &lanes), &[0b1011, 0]);
        assert!(!trails.gave_up(), "the next search is another");
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
