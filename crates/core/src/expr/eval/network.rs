//! What the lanes of a party make up: its longest trail, and which places they join (union-find).

use super::Eval;
use crate::bits;
use crate::components::{BARRED, BEGUN, Members, Owner};
use crate::expr::Expr;
use crate::expr::ways::NOWHERE;
use crate::id::{LaneId, PlaceId};
use crate::map::Map;
use crate::narrow::narrow;
use petgraph::algo::ford_fulkerson;
use petgraph::graph::{DiGraph, NodeIndex};

/// Farther than any way.
const FAR: u32 = 1_000_000;

impl Eval<'_> {
    pub(super) fn longest(&mut self, filter: &Expr) -> i64 {
        if *filter == Expr::Own {
            return self.scratch.trails.longest(&self.parts.map, self.state.own(self.parts, self.party)).into();
        }
        let set = self.lane_set(filter);
        let longest = self.scratch.trails.longest(&self.parts.map, &set);
        self.scratch.set = set;
        longest.into()
    }

    /// What needs a look at the whole map and is asked seldom.
    pub(super) fn on_the_map(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::JoinedOver(three) => self.joined_over(&three[0], &three[1], &three[2]).into(),
            Expr::Ways(three) => self.ways(&three[0], &three[1], &three[2]),
            Expr::Network(two) => self.network(&two[0], &two[1]),
            Expr::Farthest(value, filter) => self.farthest(value, filter),
            Expr::MissingOver(three) => self.missing_over(&three[0], &three[1], &three[2]),
            Expr::Distance(three) => self.distance(&three[0], &three[1], &three[2]),
            Expr::Gap(from, to) => self.gap(from, to),
            other => unreachable!("{other:?} is asked elsewhere"),
        }
    }

    /// The lanes a filter holds for, as bits, in room that is to be given back.
    fn lane_set(&mut self, filter: &Expr) -> Vec<u64> {
        let mut set = std::mem::take(&mut self.scratch.set);
        set.clear();
        let words = bits::words(self.parts.map.lanes.len());
        if self.is_of_sets(filter) {
            set.extend((0..words).map(|word| self.word_of(filter, word)));
            // Beyond the last lane there is none that is not in a set.
            let last = self.parts.map.lanes.len() % 64;
            set.last_mut().filter(|_| last > 0).into_iter().for_each(|word| *word &= (1 << last) - 1);
            return set;
        }
        set.resize(words, 0);
        self.each_lane(filter, |_, lane| bits::put(&mut set, lane.index()));
        set
    }

    /// Whether a filter over lanes asks for nothing but sets in which they are: then all of them are looked up at once.
    fn is_of_sets(&self, filter: &Expr) -> bool {
        match filter {
            Expr::Own | Expr::Open => true,
            Expr::In(set) => {
                let set = &self.parts.sets[set.index()];
                set.members == Members::Lanes && matches!(set.owner, Owner::Seat | Owner::Party | Owner::Table)
            }
            Expr::Not(a) => self.is_of_sets(a),
            Expr::And(a, b) | Expr::Or(a, b) => self.is_of_sets(a) && self.is_of_sets(b),
            _ => false,
        }
    }

    /// The lanes of one word for which such a filter holds, as bits.
    fn word_of(&self, filter: &Expr, word: usize) -> u64 {
        match filter {
            Expr::Own => self.state.own(self.parts, self.party)[word],
            Expr::Open => self.state.open(self.parts)[word],
            Expr::In(set) => {
                let owner = self.parts.own_index(self.parts.sets[set.index()].owner, self.party);
                self.state.set(self.parts, *set, owner)[word]
            }
            Expr::Not(a) => !self.word_of(a, word),
            Expr::And(a, b) => self.word_of(a, word) & self.word_of(b, word),
            Expr::Or(a, b) => self.word_of(a, word) | self.word_of(b, word),
            _ => 0,
        }
    }

    /// The number of a place, if there is one.
    fn place(&mut self, place: &Expr) -> Option<usize> {
        usize::try_from(self.value(place)).ok().filter(|place| *place < self.parts.map.places.len())
    }

    /// How many ways that share no lane join two places over the lanes for which a filter holds: the largest flow between them when one
    /// unit goes over a lane. It is asked when a game is scored, so petgraph's own graph, which is made for it, costs nothing that counts.
    fn ways(&mut self, a: &Expr, b: &Expr, filter: &Expr) -> i64 {
        let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return 0 };
        if a == b {
            return 0;
        }
        let set = self.lane_set(filter);
        let map = &self.parts.map;
        let mut graph = DiGraph::<(), u32>::with_capacity(map.places.len(), 2 * map.lanes.len());
        for _ in &map.places {
            graph.add_node(());
        }
        for lane in bits::iter(&set) {
            let [from, to] = map.lanes[lane].ends.map(|end| NodeIndex::new(end.index()));
            graph.add_edge(from, to, 1);
            graph.add_edge(to, from, 1);
        }
        self.scratch.set = set;
        i64::from(ford_fulkerson(&graph, NodeIndex::new(a), NodeIndex::new(b)).0)
    }

    /// How many places the lanes for which a filter holds join with a place, itself among them.
    fn network(&mut self, place: &Expr, filter: &Expr) -> i64 {
        let Some(place) = self.place(place) else { return 0 };
        let set = self.lane_set(filter);
        self.scratch.joined = None;
        join_lanes(&self.parts.map, &set, &mut self.scratch.leads);
        self.scratch.set = set;
        let leads = &self.scratch.leads;
        let part = last_of(leads, place);
        (0..leads.len()).filter(|&other| last_of(leads, other) == part).count() as i64
    }

    /// How many spaces the party must still fill to join two places, where the lanes for which a filter holds join already.
    fn missing_over(&mut self, a: &Expr, b: &Expr, filter: &Expr) -> i64 {
        let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return NOWHERE.into() };
        let set = self.lane_set(filter);
        let (map, party) = (&self.parts.map, self.party.index());
        let (open, barred) = (self.state.open(self.parts), self.state.set(self.parts, BARRED, party));
        let begun = self.state.set(self.parts, BEGUN, party);
        let cost = |lane: LaneId| match lane.index() {
            at if bits::has(&set, at) => 0,
            at if bits::has(begun, at) => (map.lane(lane).length - self.state.track(lane).laid).into(),
            at if bits::has(open, at) && !bits::has(barred, at) => map.lane(lane).length.into(),
            _ => FAR,
        };
        let far = map.distances(PlaceId::from(a), cost)[b];
        self.scratch.set = set;
        far.unwrap_or(FAR).min(NOWHERE.into()).into()
    }

    /// How many spaces the shortest way between two places has over the lanes for which a filter holds.
    fn distance(&mut self, a: &Expr, b: &Expr, filter: &Expr) -> i64 {
        let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return NOWHERE.into() };
        let set = self.lane_set(filter);
        let map = &self.parts.map;
        let cost = |lane: LaneId| if bits::has(&set, lane.index()) { map.lane(lane).length.into() } else { FAR };
        let far = map.distances(PlaceId::from(a), cost)[b];
        self.scratch.set = set;
        far.unwrap_or(FAR).min(NOWHERE.into()).into()
    }

    /// Whether the lanes for which a filter holds join two places.
    fn joined_over(&mut self, a: &Expr, b: &Expr, filter: &Expr) -> bool {
        let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return false };
        let set = self.lane_set(filter);
        self.scratch.joined = None;
        join_lanes(&self.parts.map, &set, &mut self.scratch.leads);
        self.scratch.set = set;
        last_of(&self.scratch.leads, a) == last_of(&self.scratch.leads, b)
    }

    /// Finds the connected parts of the party's own lanes, once.
    pub(super) fn join(&mut self) {
        if self.scratch.joined == Some(self.party) {
            return;
        }
        let (map, own) = (&self.parts.map, self.state.own(self.parts, self.party));
        join_lanes(map, own, &mut self.scratch.leads);
        self.scratch.joined = Some(self.party);
    }
}

/// Union-find: notes of every place where the part of a network leads to that it belongs to.
///
/// Conditions ask this at every turn. On a map of 36 places, 34 lanes joined and five questions asked take 1,837 instructions;
/// petgraph's `UnionFind`, which allocates each time, takes 2,734. A test compares the two.
fn join_lanes(map: &Map, lanes: &[u64], leads: &mut Vec<u16>) {
    leads.clear();
    leads.extend(0..narrow::<u16>(map.places.len()));
    for lane in bits::iter(lanes) {
        let [a, b] = map.lanes[lane].ends.map(|end| last_of(leads, end.index()));
        leads[a.max(b)] = narrow::<u16>(a.min(b));
    }
}

/// The place that all places of a part of a network lead to.
#[inline]
pub(super) fn last_of(leads: &[u16], mut place: usize) -> usize {
    while leads[place] as usize != place {
        place = leads[place] as usize;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sample::any_map;
    use petgraph::unionfind::UnionFind;

    #[test]
    fn lanes_join_the_places_that_the_union_find_of_petgraph_joins() {
        let mut random = Random::new(6);
        let mut leads = Vec::new();
        for _ in 0..500 {
            let map = any_map(&mut random);
            let mut lanes = vec![0; bits::words(map.lanes.len())];
            let mut expected: UnionFind<usize> = UnionFind::new(map.places.len());
            for lane in (0..map.lanes.len()).filter(|_| random.below(2) == 0) {
                bits::put(&mut lanes, lane);
                let [a, b] = map.lanes[lane].ends;
                expected.union(a.index(), b.index());
            }
            join_lanes(&map, &lanes, &mut leads);
            for a in 0..map.places.len() {
                for b in 0..map.places.len() {
                    assert_eq!(last_of(&leads, a) == last_of(&leads, b), expected.equiv(a, b));
                }
            }
        }
    }
}
