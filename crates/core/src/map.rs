//! The board: places joined by lines, each line one or more lanes, each lane a strip of spaces.
//!
//! One model serves all families: a claim takes a whole lane, laid track fills it space by space,
//! a lattice is lanes of length one. petgraph answers questions about the whole map at load and in
//! analysis; play uses the flat arrays beside it.

use crate::id::{LaneId, LineId, PlaceId, WordId};
use petgraph::algo::dijkstra;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;

/// A city or junction.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Where it is drawn.
    pub at: (i32, i32),
    /// A junction is passed through and is never a destination.
    pub junction: bool,
    /// Bit `i` is set when it has tag `i` of the game's tags.
    pub tags: u64,
    /// Further values, as the map declares them.
    pub attributes: Vec<i32>,
}

/// A printed connection between two places.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its id in the data.
    pub id: String,
    /// The places it joins; a one-way line is built from the first to the second.
    pub ends: [PlaceId; 2],
    /// Whether it may be built from its first end only.
    pub one_way: bool,
    /// Its lanes: more than one when it is double or triple.
    pub lanes: Vec<LaneId>,
}

/// One claimable or buildable strip of spaces.
#[derive(Clone, Debug)]
pub struct Lane {
    /// Its id in notation: the line's, with a suffix when the line has several lanes.
    pub id: String,
    /// The line it belongs to.
    pub line: LineId,
    /// The places it joins.
    pub ends: [PlaceId; 2],
    /// How many spaces it has.
    pub length: u8,
    /// The colour of its spaces.
    pub color: WordId,
    /// Further values, as the map declares them.
    pub attributes: Vec<i32>,
}

/// The whole board.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// All places.
    pub places: Vec<Place>,
    /// All lines.
    pub lines: Vec<Line>,
    /// All lanes, those of one line side by side.
    pub lanes: Vec<Lane>,
    starts: Vec<u32>,
    around: Vec<LaneId>,
    /// The same with the place that each leads to.
    steps: Vec<(LaneId, PlaceId)>,
    out_starts: Vec<u32>,
    out: Vec<(LaneId, u8)>,
    graph: UnGraph<(), LaneId>,
}

impl Map {
    /// Joins the parts to a board and derives what play needs.
    pub fn new(places: Vec<Place>, lines: Vec<Line>, lanes: Vec<Lane>) -> Self {
        let mut graph = UnGraph::with_capacity(places.len(), lanes.len());
        for _ in &places {
            graph.add_node(());
        }
        let mut at: Vec<Vec<LaneId>> = vec![Vec::new(); places.len()];
        for (i, lane) in lanes.iter().enumerate() {
            let [a, b] = lane.ends;
            graph.add_edge(NodeIndex::new(a.index()), NodeIndex::new(b.index()), LaneId::from(i));
            at[a.index()].push(LaneId::from(i));
            at[b.index()].push(LaneId::from(i));
        }
        let (mut starts, mut around) = (vec![0], Vec::new());
        let (mut out_starts, mut out) = (vec![0], Vec::new());
        let mut steps = Vec::new();
        for (place, at) in at.into_iter().enumerate() {
            for &lane in &at {
                let strip = &lanes[lane.index()];
                let one_way = lines.get(strip.line.index()).is_some_and(|l| l.one_way);
                let end = u8::from(strip.ends[1].index() == place);
                steps.push((lane, strip.ends[1 - usize::from(end)]));
                out.extend((end == 0 || !one_way).then_some((lane, end)));
            }
            around.extend(at);
            starts.push(around.len() as u32);
            out_starts.push(out.len() as u32);
        }
        Map { places, lines, lanes, starts, around, steps, out_starts, out, graph }
    }

    /// The lane with that id.
    #[inline(always)]
    pub fn lane(&self, lane: LaneId) -> &Lane {
        &self.lanes[lane.index()]
    }

    /// The place with that id.
    #[inline(always)]
    pub fn place(&self, place: PlaceId) -> &Place {
        &self.places[place.index()]
    }

    /// The line a lane belongs to.
    #[inline(always)]
    pub fn line_of(&self, lane: LaneId) -> &Line {
        &self.lines[self.lanes[lane.index()].line.index()]
    }

    /// The lanes that end in a place.
    #[inline]
    pub fn lanes_at(&self, place: PlaceId) -> &[LaneId] {
        let i = place.index();
        &self.around[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The lanes that end in a place, with the place at the other end of each.
    #[inline]
    pub fn steps(&self, place: PlaceId) -> &[(LaneId, PlaceId)] {
        let i = place.index();
        &self.steps[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The lanes that may be built out of a place, with the end of each that stands there.
    #[inline]
    pub fn departures(&self, place: PlaceId) -> &[(LaneId, u8)] {
        let i = place.index();
        &self.out[self.out_starts[i] as usize..self.out_starts[i + 1] as usize]
    }

    /// The other end of a lane.
    #[inline]
    pub fn across(&self, lane: LaneId, from: PlaceId) -> PlaceId {
        let [a, b] = self.lane(lane).ends;
        if a == from { b } else { a }
    }

    /// A place by its id in the data.
    pub fn find_place(&self, id: &str) -> Option<PlaceId> {
        self.places.iter().position(|p| p.id == id).map(PlaceId::from)
    }

    /// A lane by its id in notation.
    pub fn find_lane(&self, id: &str) -> Option<LaneId> {
        self.lanes.iter().position(|l| l.id == id).map(LaneId::from)
    }

    /// A line by its id in the data, or by its ends in the other order.
    pub fn find_line(&self, id: &str) -> Option<LineId> {
        let turned = |l: &Line| {
            let [a, b] = l.ends.map(|p| self.place(p).id.as_str());
            id.strip_prefix(b).and_then(|rest| rest.strip_prefix('-')) == Some(a)
        };
        self.lines.iter().position(|l| l.id == id).or_else(|| self.lines.iter().position(turned)).map(LineId::from)
    }

    /// The number of spaces on the shortest way to each place, for those that can be reached.
    pub fn distances(&self, from: PlaceId, mut cost: impl FnMut(LaneId) -> u32) -> Vec<Option<u32>> {
        let reached = dijkstra(&self.graph, NodeIndex::new(from.index()), None, |edge| cost(*edge.weight()));
        (0..self.places.len()).map(|i| reached.get(&NodeIndex::new(i)).copied()).collect()
    }

    /// For each place the number of the connected part of the map it lies in.
    pub fn parts(&self) -> Vec<usize> {
        let mut parts = UnionFind::new(self.places.len());
        for lane in &self.lanes {
            parts.union(lane.ends[0].index(), lane.ends[1].index());
        }
        parts.into_labeling()
    }
}
