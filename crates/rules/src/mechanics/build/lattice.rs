//! The board as a path sees it: what does not change during a game.

use crate::price::{Demand, MOST_KINDS};
use railwright_core::bits;
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::map::Map;
use railwright_core::narrow::narrow;

/// Farther than any path.
pub(super) const NEVER: u8 = u8::MAX;

/// Where the lanes lead.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// The lanes out of each place, in the order of the map.
    pub(super) exits: Exits,
    /// The lanes that a path may go on over, those that lead nearest to a city first: a search finds one sooner. On a plain lattice
    /// they lead to junctions only.
    pub(super) onward: Exits,
    /// On a plain lattice, the lanes out of each junction that lead to a city.
    pub(super) last: Exits,
    /// The places beside each place, as bits.
    beside: Vec<u64>,
    /// Over how many lanes a city is reached from each place on an empty board.
    pub(super) near: Vec<u8>,
    /// Whether every lane takes one piece, costs one card of one kind out of a few and can be built both ways, and nothing but groups
    /// of equal cards stands for others.
    pub(super) plain: bool,
}

/// Lanes out of places, those of one place side by side.
#[derive(Clone, Debug)]
pub(super) struct Exits {
    list: Vec<Exit>,
    from: Vec<u32>,
}

/// A lane as it leads out of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) lane: LaneId,
    pub(super) from: PlaceId,
    pub(super) to: PlaceId,
    /// Which of its ends that is.
    pub(super) end: u8,
    /// How many pieces it takes.
    pub(super) length: u8,
    /// The kind of card it takes, on a plain lattice.
    pub(super) kind: u8,
    /// 1 if it leads to a city.
    pub(super) ends: u8,
    pub(super) demand: Demand,
}

impl Lattice {
    /// The lattice of a map, each lane of which takes so many pieces; `scales` says whether every lane costs cards of one kind for which only groups can stand.
    pub(super) fn new(map: &Map, demands: &[Demand], pieces: &[u8], scales: bool) -> Self {
        let few_kinds = demands.iter().all(|demand| demand.kinds < 1 << MOST_KINDS);
        let near = distances_to_cities(map);
        let single = pieces.iter().zip(demands).all(|(pieces, demand)| *pieces == 1 && demand.count == 1);
        let plain = single && scales && few_kinds && !map.lines.iter().any(|line| line.one_way);
        let exits = Exits::new(map, demands, pieces, |_, _| true);
        let mut onward = Exits::new(map, demands, pieces, |_, exit| !plain || exit.ends == 0);
        for place in 0..map.places.len() {
            onward.list[onward.from[place] as usize..onward.from[place + 1] as usize].sort_by_key(|exit| near[exit.to.index()]);
        }
        let last = Exits::new(map, demands, pieces, |from, exit| plain && near[from.index()] > 0 && exit.ends == 1);
        let words = bits::words(map.places.len());
        let mut beside = vec![0; map.places.len() * words];
        for (place, beside) in beside.chunks_mut(words.max(1)).enumerate() {
            map.steps(PlaceId::from(place)).iter().for_each(|(_, next)| bits::put(beside, next.index()));
        }
        Lattice { exits, onward, last, beside, near, plain }
    }

    /// Adds the places beside a place to a set.
    #[inline]
    pub(super) fn mark_beside(&self, place: PlaceId, set: &mut [u64]) {
        let beside = &self.beside[place.index() * set.len()..];
        set.iter_mut().zip(beside).for_each(|(set, beside)| *set |= beside);
    }

    /// The kinds of the lanes that lead from a junction of a plain lattice straight to a city outside a network, as bits.
    #[inline]
    pub(super) fn straight(&self, place: PlaceId, available: &[u64], network: &[u64]) -> u8 {
        let mut kinds = 0;
        for exit in self.last.of(place) {
            let is_free = bits::has(available, exit.lane.index()) & !bits::has(network, exit.to.index());
            kinds |= u8::from(is_free) << exit.kind;
        }
        kinds
    }

    /// For each kind a byte: after a lane of it from a junction of a plain lattice to another, the kinds of the lanes that lead from
    /// there straight to a city, as `straight` says for each junction.
    #[inline]
    pub(super) fn around(&self, junction: PlaceId, straight: &[u8], available: &[u64], network: &[u64]) -> u64 {
        let mut kinds = 0;
        for exit in self.onward.of(junction) {
            let is_free = bits::has(available, exit.lane.index()) & !bits::has(network, exit.to.index());
            kinds |= (u64::from(is_free) * u64::from(straight[exit.to.index()])) << (8 * exit.kind);
        }
        kinds
    }
}

impl Exits {
    fn new(map: &Map, demands: &[Demand], pieces: &[u8], wanted: impl Fn(PlaceId, &Exit) -> bool) -> Self {
        let mut exits = Exits { list: Vec::new(), from: vec![0] };
        for place in (0..map.places.len()).map(PlaceId::from) {
            let out = map.departures(place).iter().map(|&(lane, end)| {
                let (to, length, demand) = (map.across(lane, place), pieces[lane.index()], demands[lane.index()]);
                let ends = u8::from(!map.place(to).junction);
                Exit {
                    lane,
                    from: place,
                    to,
                    end: 1 - end,
                    length,
                    kind: (demand.kinds.trailing_zeros() % 8) as u8,
                    ends,
                    demand,
                }
            });
            exits.list.extend(out.filter(|exit| wanted(place, exit)));
            exits.from.push(narrow::<u32>(exits.list.len()));
        }
        exits
    }

    /// Those out of one place.
    #[inline]
    pub(super) fn of(&self, place: PlaceId) -> &[Exit] {
        &self.list[self.from[place.index()] as usize..self.from[place.index() + 1] as usize]
    }
}

/// Which lanes out of a place, at most 64 of them, are of one of some kinds, are to be had and lead to places in which the path has
/// not been, as bits. Which do is too irregular for branches to be foreseen, so there are none.
#[inline(always)]
pub(super) fn free(exits: &[Exit], kinds: u64, available: &[u64], inside: &[u64]) -> u64 {
    let mut free = 0;
    for (i, exit) in exits.iter().enumerate() {
        let payable = exit.demand.kinds & kinds != 0;
        let is_free = payable & bits::has(available, exit.lane.index()) & !bits::has(inside, exit.to.index());
        free |= u64::from(is_free) << i;
    }
    free
}

/// Over how many lanes a city is reached from each place, over junctions.
fn distances_to_cities(map: &Map) -> Vec<u8> {
    let cities = (0..map.places.len()).map(PlaceId::from).filter(|&place| !map.place(place).junction);
    let lanes = map.lanes_to_nearest(cities).into_iter();
    lanes.map(|lanes| lanes.and_then(|lanes| u8::try_from(lanes).ok()).unwrap_or(NEVER)).collect()
}
