//! Searches for a way on to a new city, lane by lane, where no look ahead tells whether there is one.

use super::Build;
use super::lattice::{Exit, NEVER, free};
use super::path::Path;
use crate::price::{MOST_KINDS, RemainingCards};
use railwright_core::bits;
use railwright_core::id::PlaceId;
use railwright_core::narrow::narrow;

/// A place in which the path has been, or the network is: nothing leads there.
const PASSED: u8 = NEVER - 1;
/// So many lanes are tried before it is measured how far the cities are that are left.
const LANES_UNMEASURED: u32 = 60;

/// Where a search has been.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// The places of the network and of the path so far, as bits.
    pub(super) inside: Vec<u64>,
    /// How many more lanes are tried before it is measured how far cities are; nothing once that is done.
    unmeasured: Option<u32>,
    /// From each place, over how many lanes at least the nearest new city can be reached, once that was measured.
    far: Vec<u8>,
    queue: Vec<PlaceId>,
}

impl Trail {
    /// Begins with the places of a network.
    pub(super) fn begin(&mut self, network: &[u64]) {
        self.inside.clear();
        self.inside.extend_from_slice(network);
        self.unmeasured = Some(LANES_UNMEASURED);
    }
}

impl Path<'_> {
    /// Whether a free lane can be the next one of a path that reaches a city.
    #[inline(never)]
    pub(super) fn begins(&mut self, exit: &Exit) -> bool {
        if self.free {
            return self.ends_in_reach(exit);
        }
        let found = self.leads_on(exit);
        if found || self.trail.unmeasured != Some(0) {
            return found;
        }
        // Many lanes led nowhere: it is worth knowing how far it is.
        self.measure();
        self.leads_on(exit)
    }

    fn leads_on(&mut self, exit: &Exit) -> bool {
        match self.left {
            Some(left) => self.goes_on(exit.to, left.less(exit.kind.into()), self.pieces - 1),
            None => self.takes(exit),
        }
    }

    /// Whether a path on a plain lattice, taken as far as a junction from which no lane leads straight to a city that it could pay
    /// for, reaches one with what is left.
    fn goes_on(&mut self, at: PlaceId, left: RemainingCards, pieces: i32) -> bool {
        let Build { lattice, scales: Some(scales), .. } = self.build else { return false };
        let means = self.book.means(left, scales).with_pieces(pieces);
        let far = self.far(at);
        if means.one == 0 || far > means.most || i32::from(far) > pieces {
            return false;
        }
        match &mut self.trail.unmeasured {
            Some(0) => return false,
            Some(lanes) => *lanes -= 1,
            // The shortest way on passes no place of the path: a place nearer to a city would have done already.
            None if far <= means.certain => return true,
            None => {}
        }
        bits::put(&mut self.trail.inside, at.index());
        let mut found = false;
        'search: for exits in lattice.onward.of(at).chunks(64) {
            let mut onward = 0;
            for (i, exit) in exits.iter().enumerate() {
                let (kind, to) = (exit.kind as usize % MOST_KINDS, exit.to.index());
                let is_free = bits::has(self.available, exit.lane.index()) & !bits::has(&self.trail.inside, to);
                found |= is_free & ((means.two >> (8 * kind)).to_le_bytes()[0] & self.outlook.straight[to] != 0);
                onward |= (u64::from(is_free) & u64::from(means.three >> kind)) << i;
            }
            for i in bits::Ones(if found { 0 } else { onward }) {
                found = self.goes_on(exits[i].to, left.less(exits[i].kind.into()), pieces - 1);
                if found {
                    break 'search;
                }
            }
        }
        bits::clear(&mut self.trail.inside, at.index());
        found
    }

    /// Whether a path that takes a free lane of any lattice can be paid for and reaches a city.
    fn takes(&mut self, exit: &Exit) -> bool {
        let Exit { to, demand, length, .. } = *exit;
        let far = self.far(to);
        if far == NEVER || self.pieces < i32::from(length) + i32::from(far) {
            return false;
        }
        self.cards -= i32::from(demand.count);
        self.pieces -= i32::from(length);
        self.bill.add(demand);
        // What cannot be paid now cannot be paid with more lanes either.
        let payable = self.cards >= far.into() && self.ways.find(self.build.stand_ins(), self.bill, self.hand);
        let found = payable && (far == 0 || self.takes_more(to));
        self.bill.take_back(demand);
        self.pieces += i32::from(length);
        self.cards += i32::from(demand.count);
        found
    }

    /// Whether a path that was taken as far as a junction of any lattice reaches a city.
    fn takes_more(&mut self, at: PlaceId) -> bool {
        match &mut self.trail.unmeasured {
            Some(0) => return false,
            Some(lanes) => *lanes -= 1,
            None => {}
        }
        bits::put(&mut self.trail.inside, at.index());
        let found =
            self.build.lattice.onward.of(at).chunks(64).any(|exits| {
                bits::Ones(free(exits, u64::MAX, self.available, &self.trail.inside)).any(|i| self.takes(&exits[i]))
            });
        bits::clear(&mut self.trail.inside, at.index());
        found
    }

    /// Whether a path that takes a free lane reaches a city with the pieces left, whatever it costs. Without a price the shortest way is
    /// enough to know, so that no other is tried.
    fn ends_in_reach(&mut self, exit: &Exit) -> bool {
        let Path { build, map, available, pieces, .. } = *self;
        let Trail { inside, far, queue, .. } = &mut *self.trail;
        far.clear();
        far.resize(map.places.len(), NEVER);
        queue.clear();
        far[exit.to.index()] = exit.length;
        queue.push(exit.to);
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let here = far[place.index()];
            if i32::from(here) > pieces {
                continue;
            }
            if build.lattice.near[place.index()] == 0 {
                return true;
            }
            for &(lane, to) in map.steps(place) {
                let there = here.saturating_add(build.numbers[lane.index()]);
                let is_free = bits::has(available, lane.index()) && !bits::has(inside, to.index());
                if is_free && there < far[to.index()] {
                    far[to.index()] = there;
                    queue.push(to);
                }
            }
        }
        false
    }

    /// Over how many lanes at least a new city can be reached from a place. As long as nothing is measured, the distance on an empty
    /// board is the least it can be.
    #[inline]
    fn far(&self, place: PlaceId) -> u8 {
        let far = if self.trail.unmeasured.is_some() { &self.build.lattice.near } else { &self.trail.far };
        far[place.index()]
    }

    /// Finds how far each place is from the nearest city that the path could end in, over lanes that are to be had.
    ///
    /// Breadth first by hand, in room that is reused: on a lattice of 300 places it takes 39,039 instructions, petgraph's `Bfs` over
    /// the lanes to be had 97,646. At load, where nothing hurries, [`Map::lanes_to_nearest`](railwright_core::map::Map) has petgraph's.
    #[inline(never)]
    fn measure(&mut self) {
        // No path has more lanes than there are cards for it.
        let most = narrow::<u8>(self.cards.clamp(0, PASSED.into()));
        let Path { build, map, available, .. } = *self;
        let Trail { inside, unmeasured, far, queue } = &mut *self.trail;
        *unmeasured = None;
        queue.clear();
        far.clear();
        for (place, &near) in build.lattice.near.iter().enumerate() {
            let passed = bits::has(inside, place);
            far.push(if passed {
                PASSED
            } else if near == 0 {
                0
            } else {
                NEVER
            });
            if near == 0 && !passed {
                queue.push(PlaceId::from(place));
            }
        }
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let distance = far[place.index()] + 1;
            if distance >= most {
                break;
            }
            for &(lane, from) in map.steps(place) {
                if far[from.index()] == NEVER && bits::has(available, lane.index()) {
                    far[from.index()] = distance;
                    queue.push(from);
                }
            }
        }
    }
}
