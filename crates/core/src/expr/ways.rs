//! How far it is for somebody who builds, as shortest paths: over own track for nothing, over what is still to be had for its
//! spaces.
//!
//! Those who weigh positions ask this again and again while the board hardly changes, so answers are kept by a key of
//! everything on the board that they depend on. A key is 64 bits of a good mixture: that two boards share one is as
//! unlikely as anything can be.

use super::all_pairs::{AllPairs, Differing, Room, spread};
use crate::bits;
use crate::components::{AT_END, BARRED, BEGUN, CHOSEN, CONNECTED, Components, OPEN, OWN};
use crate::id::{LaneId, PartyId, PlaceId};
use crate::map::Map;
use crate::narrow::narrow;
use crate::state::{Standing, State};

/// Nothing leads there.
pub(super) const NOWHERE: u8 = 99;
/// How many answers are kept; a power of two.
const KEPT: usize = 2048;
/// A lane that the party cannot have.
const CLOSED: u8 = u8::MAX;
/// Further goals of one seat are left out.
pub const MOST_GOALS: usize = 24;

/// What was found out about boards, and room to find out more.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    keys: Vec<u64>,
    /// For each answer that is kept the distance of every place.
    far: Vec<u8>,
    set_keys: Vec<u64>,
    /// For each answer that is kept a set of lanes.
    sets: Vec<u64>,
    room: Room,
    /// What each lane costs on the board last looked at, and the number of that board.
    costs: Vec<u8>,
    costs_key: u64,
    /// For each party the distances between all places on a board of not long ago.
    bases: Vec<AllPairs>,
    /// The same on the board last asked about, the number of that board, and whose it is.
    table: Differing,
    table_key: u64,
    table_of: PartyId,
    /// Lanes still to be had that cost something, their ends and costs, on the board of that number.
    to_be_had: Vec<(u16, [u16; 2], u8)>,
    to_be_had_key: u64,
}

/// Where a set of lanes is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Toward {
    at: usize,
    key: u64,
}

/// One party's part of a board.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    pub(super) parts: &'a Components,
    pub(super) state: &'a State,
    pub(super) party: PartyId,
    /// A number for everything on the board that distances depend on.
    pub(super) key: u64,
}

#[inline]
pub(super) fn mix(key: u64, value: u64) -> u64 {
    let mixed = (key ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ mixed >> 32
}

impl<'a> Board<'a> {
    pub(super) fn new(parts: &'a Components, state: &'a State, party: PartyId) -> Self {
        let mut key = mix(1, party.0.into());
        for word in state.open(parts) {
            key = mix(key, *word);
        }
        for set in [OWN, BARRED, CHOSEN, BEGUN, CONNECTED, AT_END] {
            for word in state.set(parts, set, party.index()) {
                key = mix(key, *word);
            }
        }
        for lane in bits::iter(state.set(parts, BEGUN, party.index())) {
            key = mix(key, state.tracks[lane].laid.into());
        }
        Board { parts, state, party, key }
    }

    #[inline]
    fn set(&self, set: crate::id::SetId) -> &'a [u64] {
        self.state.set(self.parts, set, self.party.index())
    }

    /// The spaces that the party must still fill to go over each lane.
    fn costs(&self, costs: &mut Vec<u8>) {
        let lanes = &self.parts.map.lanes;
        costs.clear();
        costs.resize(lanes.len(), CLOSED);
        let (open, barred) = (self.state.set(self.parts, OPEN, 0), self.set(BARRED));
        for (word, (open, barred)) in open.iter().zip(barred).enumerate() {
            bits::Ones(open & !barred).map(|bit| word * 64 + bit).for_each(|i| costs[i] = lanes[i].length);
        }
        bits::iter(self.set(BEGUN)).for_each(|i| costs[i] = lanes[i].length - self.state.tracks[i].laid);
        bits::iter(self.set(OWN)).chain(bits::iter(self.set(CHOSEN))).for_each(|i| costs[i] = 0);
    }
}

impl Ways {
    /// Where the answer to a question is kept, and whether it is there.
    fn memo(&mut self, key: u64, places: usize) -> (usize, bool) {
        if self.keys.is_empty() {
            self.keys.resize(KEPT, 0);
        }
        if self.far.len() != KEPT * places {
            self.keys.fill(0);
            self.far.resize(KEPT * places, NOWHERE);
        }
        let at = (key >> 32) as usize & (KEPT - 1);
        let found = self.keys[at] == key;
        self.keys[at] = key;
        (at * places, found)
    }

    /// Works out what lanes cost, unless they are known from the last board.
    fn price(&mut self, board: &Board) {
        if self.costs_key != board.key || self.costs.len() != board.parts.map.lanes.len() {
            board.costs(&mut self.costs);
            self.costs_key = board.key;
        }
    }

    /// Shortest ways from the places in the queue, which have their distances already, over lanes of a cost.
    #[inline]
    fn spread(&mut self, map: &Map, at: usize, cost: impl Fn(&[u8], LaneId) -> u8) {
        let Ways { far, room, costs, .. } = self;
        spread(map, &mut far[at..at + map.places.len()], room, |lane| cost(costs, lane));
    }

    fn begin(&mut self, at: usize, places: usize) {
        self.far[at..at + places].fill(NOWHERE);
        self.room.queue.clear();
    }

    fn source(&mut self, at: usize, place: PlaceId, distance: u8) {
        let far = &mut self.far[at + place.index()];
        if distance < *far {
            *far = distance;
            self.room.queue.push(place.0);
        }
    }

    /// Gets ready to say how many spaces the party must still fill to join places.
    fn tabulate(&mut self, board: &Board) {
        if self.table_key != board.key {
            self.price(board);
            self.table_key = board.key;
            self.table_of = board.party;
            let Ways { bases, table, costs, .. } = self;
            if bases.len() <= board.party.index() {
                bases.resize_with(board.parts.parties(), AllPairs::default);
            }
            let (base, map) = (&mut bases[board.party.index()], &board.parts.map);
            if !table.begin(base, map, costs) {
                base.make(map, table.rather());
                if !table.begin(base, map, costs) {
                    base.make(map, costs);
                    table.begin(base, map, costs);
                }
            }
        }
    }

    /// How many spaces the party must still fill to join a place with each of the others.
    #[inline]
    pub(super) fn from(&mut self, board: &Board, place: PlaceId) -> &[u8] {
        self.tabulate(board);
        self.table.from(&mut self.bases[self.table_of.index()], &board.parts.map, place)
    }

    /// Notes the lanes that cost something and are still to be had.
    fn note_to_be_had(&mut self, board: &Board) {
        self.price(board);
        if self.to_be_had_key == board.key {
            return;
        }
        self.to_be_had_key = board.key;
        self.to_be_had.clear();
        for (lane, (strip, &cost)) in board.parts.map.lanes.iter().zip(&self.costs).enumerate() {
            if cost != 0 && cost != CLOSED {
                self.to_be_had.push((narrow::<u16>(lane), strip.ends.map(|end| end.0), cost));
            }
        }
    }

    /// How many spaces the party must still fill from its network to each place.
    ///
    /// Where track grows out of open ends alone, these are the network and what lies behind them leads nowhere.
    pub(super) fn beyond_network(&mut self, board: &Board) -> &[u8] {
        let Board { parts, state, .. } = *board;
        let map = &parts.map;
        let places = map.places.len();
        let (at, found) = self.memo(mix(board.key, 2), places);
        if found {
            return &self.far[at..at + places];
        }
        self.price(board);
        self.begin(at, places);
        let company = parts.company_of(board.party);
        for lane in bits::iter(board.set(BEGUN)).map(LaneId::from) {
            let track = state.track(lane);
            let strip = map.lane(lane);
            self.source(at, strip.ends[1 - (track.from & 1) as usize], strip.length - track.laid);
        }
        let ends = if company.is_some() { board.set(AT_END) } else { board.set(CONNECTED) };
        for place in bits::iter(ends) {
            self.source(at, PlaceId::from(place), 0);
        }
        for lane in bits::iter(board.set(CHOSEN)) {
            map.lanes[lane].ends.iter().for_each(|&end| self.source(at, end, 0));
        }
        if self.room.queue.is_empty() {
            match company.and_then(|c| parts.companies[c].home) {
                Some(home) => self.source(at, home, 0),
                // Whoever has nothing yet may begin anywhere.
                None if company.is_none() => (0..places).for_each(|p| self.source(at, PlaceId::from(p), 0)),
                None => {}
            }
        }
        let from_ends = company.is_some();
        self.spread(map, at, |costs, lane| match costs[lane.index()] {
            0 if from_ends => CLOSED,
            cost => cost,
        });
        for place in bits::iter(board.set(CONNECTED)) {
            self.far[at + place] = 0;
        }
        &self.far[at..at + places]
    }

    /// How many spaces a train must go over own track to each place.
    pub(super) fn beyond_train(&mut self, board: &Board, train: Standing) -> &[u8] {
        let map = &board.parts.map;
        let places = map.places.len();
        let (place, distance) = match train {
            Standing::Off => (PlaceId(u16::MAX), NOWHERE),
            // Out of a place onto its first space, then on, and into the next place.
            Standing::In(place) => (place, 1),
            Standing::On { lane, space, towards } => {
                let strip = map.lane(lane);
                let left = if towards == 1 { strip.length + 1 - space } else { space };
                (strip.ends[towards as usize & 1], left)
            }
        };
        // A train that stands in a place is there; one that is a space before it is not.
        let kind = if matches!(train, Standing::In(_)) { 4 } else { 3 };
        let (at, found) = self.memo(mix(board.key, u64::from(place.0) << 16 | u64::from(distance) << 8 | kind), places);
        if !found {
            self.begin(at, places);
            if distance < NOWHERE {
                self.source(at, place, distance);
            }
            let own = board.set(OWN);
            self.spread(map, at, |_, lane| if bits::has(own, lane.index()) { map.lane(lane).length } else { CLOSED });
            if let Standing::In(place) = train {
                self.far[at + place.index()] = 0;
            }
        }
        &self.far[at..at + places]
    }

    /// The lanes still to be had that lie on a shortest way between two places of a goal that is not joined yet.
    pub(super) fn toward(&mut self, board: &Board, goals: impl Iterator<Item = (PlaceId, PlaceId)> + Clone) -> Toward {
        let map = &board.parts.map;
        let words = bits::words(map.lanes.len());
        let mut key = mix(board.key, 4);
        for (a, b) in goals.clone() {
            key = mix(key, u64::from(a.0) << 16 | u64::from(b.0));
        }
        if self.sets.len() != KEPT * words {
            self.set_keys.clear();
            self.set_keys.resize(KEPT, 0);
            self.sets.resize(KEPT * words, 0);
        }
        let at = (key >> 32) as usize & (KEPT - 1);
        if self.set_keys[at] != key {
            self.set_keys[at] = key;
            let range = at * words..(at + 1) * words;
            self.sets[range.clone()].fill(0);
            self.note_to_be_had(board);
            for (a, b) in goals.take(MOST_GOALS) {
                let shortest = u32::from(self.from(board, a)[b.index()]);
                if shortest == 0 || shortest >= NOWHERE.into() {
                    continue;
                }
                self.from(board, b);
                let Ways { table, to_be_had, sets, .. } = self;
                let ([out, back], set) = (table.known_from([a, b]), &mut sets[range.clone()]);
                for &(lane, [x, y], cost) in &*to_be_had {
                    let (x, y, rest) = (usize::from(x), usize::from(y), shortest.wrapping_sub(cost.into()));
                    let [there, here] = [u32::from(out[x]) + u32::from(back[y]), u32::from(out[y]) + u32::from(back[x])];
                    if there == rest || here == rest {
                        bits::put(set, lane.into());
                    }
                }
            }
        }
        Toward { at: at * words, key }
    }

    /// A set that was found before, unless another took its place.
    #[inline]
    pub(super) fn set(&self, toward: Toward, lanes: usize) -> Option<&[u64]> {
        let words = bits::words(lanes);
        let there = self.set_keys.get(toward.at / words.max(1)) == Some(&toward.key);
        there.then(|| &self.sets[toward.at..toward.at + words])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sample::any_map;

    #[test]
    fn ways_from_several_places_are_as_short_as_the_shortest_that_petgraph_finds_from_one() {
        let mut random = Random::new(8);
        let mut ways = Ways::default();
        for _ in 0..500 {
            let map = any_map(&mut random);
            ways.costs = map.lanes.iter().map(|_| if random.below(3) == 0 { CLOSED } else { random.below(5) as u8 }).collect();
            ways.far.clear();
            ways.far.resize(map.places.len(), 0);
            ways.begin(0, map.places.len());
            let mut expected = vec![NOWHERE; map.places.len()];
            for from in (0..map.places.len()).map(PlaceId::from).filter(|_| random.below(3) == 0).collect::<Vec<_>>() {
                let start = random.below(4) as u8;
                ways.source(0, from, start);
                for (least, far) in expected.iter_mut().zip(map.distances(from, |lane| ways.costs[lane.index()].into())) {
                    let far = far.map_or(u32::MAX, |far| far + u32::from(start));
                    *least = far.min(u32::from(*least)) as u8;
                }
            }
            ways.spread(&map, 0, |costs, lane| costs[lane.index()]);
            assert_eq!(ways.far, expected);
        }
    }
}
