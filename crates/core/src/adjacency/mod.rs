//! Which lanes lead from place to place: the adjacency of the map as compressed sparse rows, those of one place side by side.
//!
//! Play reads the rows as they are. Whatever asks about the map as a whole, at load or to analyse it, takes petgraph's
//! algorithms: the adjacency has its visit traits, so there is no second graph. Places are its nodes, lanes its edges, both
//! ways open; twins are parallel edges.

#[cfg(test)]
mod tests;

use crate::bits;
use crate::id::{LaneId, PlaceId};
use crate::map::{Lane, Line};
use crate::narrow::narrow;
use petgraph::Undirected;
use petgraph::visit::{
    Data, EdgeIndexable, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges, IntoNeighbors, IntoNodeIdentifiers,
    NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use std::{iter, ops::Range, slice};

/// The lanes around each place and where they lead.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    /// For each lane the places it joins.
    ends: Vec<[PlaceId; 2]>,
    /// Where the row of each place begins in the two that follow, and where the last one ends.
    starts: Vec<u32>,
    around: Vec<LaneId>,
    /// The same with the place that each leads to.
    steps: Vec<(LaneId, PlaceId)>,
    /// The same for the lanes that may be built out of a place.
    out_starts: Vec<u32>,
    out: Vec<(LaneId, u8)>,
}

impl Adjacency {
    /// The adjacency of so many places.
    pub(crate) fn new(places: usize, lines: &[Line], lanes: &[Lane]) -> Self {
        let mut at: Vec<Vec<LaneId>> = vec![Vec::new(); places];
        for (i, lane) in lanes.iter().enumerate() {
            lane.ends.iter().for_each(|end| at[end.index()].push(LaneId::from(i)));
        }
        let ends = lanes.iter().map(|lane| lane.ends).collect();
        let mut rows = Adjacency { ends, starts: vec![0], out_starts: vec![0], ..Adjacency::default() };
        for (place, at) in at.into_iter().enumerate() {
            for &lane in &at {
                let strip = &lanes[lane.index()];
                let one_way = lines.get(strip.line.index()).is_some_and(|l| l.one_way);
                let end = u8::from(strip.ends[1].index() == place);
                rows.steps.push((lane, strip.ends[1 - usize::from(end)]));
                rows.out.extend((end == 0 || !one_way).then_some((lane, end)));
            }
            rows.around.extend(at);
            rows.starts.push(narrow::<u32>(rows.around.len()));
            rows.out_starts.push(narrow::<u32>(rows.out.len()));
        }
        rows
    }

    #[inline(always)]
    fn row(starts: &[u32], place: PlaceId) -> Range<usize> {
        starts[place.index()] as usize..starts[place.index() + 1] as usize
    }

    /// The lanes that end in a place.
    #[inline(always)]
    pub(crate) fn lanes_at(&self, place: PlaceId) -> &[LaneId] {
        &self.around[Self::row(&self.starts, place)]
    }

    /// The lanes that end in a place, with the place at the other end of each.
    #[inline(always)]
    pub(crate) fn steps(&self, place: PlaceId) -> &[(LaneId, PlaceId)] {
        &self.steps[Self::row(&self.starts, place)]
    }

    /// The lanes that may be built out of a place, with the end of each that stands there.
    #[inline(always)]
    pub(crate) fn departures(&self, place: PlaceId) -> &[(LaneId, u8)] {
        &self.out[Self::row(&self.out_starts, place)]
    }
}

/// A lane as it leads from one place to another: an edge to petgraph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it begins.
    pub from: PlaceId,
    /// The lane.
    pub lane: LaneId,
    /// Where it leads.
    pub to: PlaceId,
}

impl EdgeRef for Step {
    type NodeId = PlaceId;
    type EdgeId = LaneId;
    type Weight = LaneId;

    fn source(&self) -> PlaceId {
        self.from
    }

    fn target(&self) -> PlaceId {
        self.to
    }

    fn weight(&self) -> &LaneId {
        &self.lane
    }

    fn id(&self) -> LaneId {
        self.lane
    }
}

/// The lanes around one place, as steps out of it.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    from: PlaceId,
    rest: slice::Iter<'a, (LaneId, PlaceId)>,
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.rest.next().map(|&(lane, to)| Step { from: self.from, lane, to })
    }
}

/// Each lane once, from its first end to its second.
#[derive(Clone, Debug)]
pub struct AllLanes<'a>(iter::Enumerate<slice::Iter<'a, [PlaceId; 2]>>);

impl Iterator for AllLanes<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.0.next().map(|(lane, &[from, to])| Step { from, lane: LaneId::from(lane), to })
    }
}

/// The places beside one place; one that several lanes lead to comes several times.
#[derive(Clone, Debug)]
pub struct Neighbours<'a>(slice::Iter<'a, (LaneId, PlaceId)>);

impl Iterator for Neighbours<'_> {
    type Item = PlaceId;

    fn next(&mut self) -> Option<PlaceId> {
        self.0.next().map(|step| step.1)
    }
}

/// The places in which a search has been, as bits.
#[derive(Clone, Debug, Default)]
pub struct Visited(Vec<u64>);

impl VisitMap<PlaceId> for Visited {
    fn visit(&mut self, place: PlaceId) -> bool {
        let first = !self.is_visited(&place);
        bits::put(&mut self.0, place.index());
        first
    }

    fn is_visited(&self, place: &PlaceId) -> bool {
        bits::has(&self.0, place.index())
    }

    fn unvisit(&mut self, place: PlaceId) -> bool {
        let was = self.is_visited(&place);
        bits::clear(&mut self.0, place.index());
        was
    }
}

impl GraphBase for Adjacency {
    type NodeId = PlaceId;
    type EdgeId = LaneId;
}

impl GraphProp for Adjacency {
    type EdgeType = Undirected;
}

impl Data for Adjacency {
    type NodeWeight = ();
    type EdgeWeight = LaneId;
}

impl<'a> IntoNeighbors for &'a Adjacency {
    type Neighbors = Neighbours<'a>;

    fn neighbors(self, place: PlaceId) -> Neighbours<'a> {
        Neighbours(Adjacency::steps(self, place).iter())
    }
}

impl<'a> IntoEdgeReferences for &'a Adjacency {
    type EdgeRef = Step;
    type EdgeReferences = AllLanes<'a>;

    fn edge_references(self) -> AllLanes<'a> {
        AllLanes(self.ends.iter().enumerate())
    }
}

impl<'a> IntoEdges for &'a Adjacency {
    type Edges = Steps<'a>;

    fn edges(self, from: PlaceId) -> Steps<'a> {
        Steps { from, rest: Adjacency::steps(self, from).iter() }
    }
}

impl IntoNodeIdentifiers for &Adjacency {
    type NodeIdentifiers = iter::Map<Range<usize>, fn(usize) -> PlaceId>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        (0..self.node_count()).map(PlaceId::from)
    }
}

impl NodeIndexable for Adjacency {
    fn node_bound(&self) -> usize {
        self.node_count()
    }

    fn to_index(&self, place: PlaceId) -> usize {
        place.index()
    }

    fn from_index(&self, index: usize) -> PlaceId {
        PlaceId::from(index)
    }
}

impl EdgeIndexable for Adjacency {
    fn edge_bound(&self) -> usize {
        self.ends.len()
    }

    fn to_index(&self, lane: LaneId) -> usize {
        lane.index()
    }

    fn from_index(&self, index: usize) -> LaneId {
        LaneId::from(index)
    }
}

impl NodeCount for Adjacency {
    fn node_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
}

impl NodeCompactIndexable for Adjacency {}

impl Visitable for Adjacency {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(vec![0; bits::words(self.node_count())])
    }

    fn reset_map(&self, map: &mut Visited) {
        map.0.clear();
        map.0.resize(bits::words(self.node_count()), 0);
    }
}
