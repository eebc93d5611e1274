//! The board: places joined by lines, each line one or more lanes, each lane a strip of spaces.
//!
//! One model serves all families: a claim takes a whole lane, laid track fills it space by space,
//! a lattice is lanes of length one. Which lanes lead where is its [`Adjacency`]; petgraph answers
//! questions about the whole of it at load and in analysis, play reads its rows.

use crate::adjacency::{Adjacency, Step};
use crate::id::{LaneId, LineId, PlaceId, WordId};
use petgraph::algo::dijkstra;
use petgraph::visit::{Bfs, EdgeFiltered, IntoNeighbors, VisitMap, Visitable};
use std::collections::VecDeque;

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

/// Whether a word for a colour stands for no colour in particular, as the grey of a lane does.
pub fn is_neutral_color(word: &str) -> bool {
    matches!(word, "grey" | "gray" | "any" | "neutral" | "")
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
    adjacency: Adjacency,
}

impl Map {
    /// Joins the parts to a board and derives what play needs.
    pub fn new(places: Vec<Place>, lines: Vec<Line>, lanes: Vec<Lane>) -> Self {
        let adjacency = Adjacency::new(places.len(), &lines, &lanes);
        Map { places, lines, lanes, adjacency }
    }

    /// Which lanes lead where, as a graph to petgraph.
    pub fn adjacency(&self) -> &Adjacency {
        &self.adjacency
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
        self.adjacency.lanes_at(place)
    }

    /// The lanes that end in a place, with the place at the other end of each.
    #[inline]
    pub fn steps(&self, place: PlaceId) -> &[(LaneId, PlaceId)] {
        self.adjacency.steps(place)
    }

    /// The lanes that may be built out of a place, with the end of each that stands there.
    #[inline]
    pub fn departures(&self, place: PlaceId) -> &[(LaneId, u8)] {
        self.adjacency.departures(place)
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
        let reached = dijkstra(&self.adjacency, from, None, |step| cost(step.lane));
        (0..self.places.len()).map(|i| reached.get(&PlaceId::from(i)).copied()).collect()
    }

    /// Over how many lanes each place is from the nearest of some, for those that can be reached: breadth first from all at once.
    pub fn lanes_to_nearest(&self, some: impl Iterator<Item = PlaceId>) -> Vec<Option<u32>> {
        let mut far = vec![None; self.places.len()];
        let mut search = Bfs { stack: VecDeque::new(), discovered: self.adjacency.visit_map() };
        for place in some {
            far[place.index()] = Some(0);
            search.discovered.visit(place);
            search.stack.push_back(place);
        }
        while let Some(place) = search.next(&self.adjacency) {
            if far[place.index()].is_none() {
                let before = self.adjacency.neighbors(place).filter_map(|beside| far[beside.index()]).min();
                far[place.index()] = before.map(|lanes| lanes + 1);
            }
        }
        far
    }

    /// The steps of the way that costs least, of several the one with the fewest lanes; a lane without a cost is closed. Of
    /// equal ones it is always the same: that over the cheaper beginning, then over places and lanes that come first.
    pub fn cheapest_way(&self, from: PlaceId, to: PlaceId, cost: impl Fn(LaneId) -> Option<u32>) -> Option<Vec<Step>> {
        // One lane more weighs less than any space.
        let weight = |lane: LaneId| cost(lane).map(|spaces| u64::from(spaces) << 32 | 1);
        let open = EdgeFiltered::from_fn(&self.adjacency, |step: Step| weight(step.lane).is_some());
        let reached = dijkstra(&open, from, None, |step| weight(step.lane).unwrap_or(u64::MAX));
        let mut way = Vec::new();
        let (mut here, mut left) = (to, *reached.get(&to)?);
        while here != from {
            let before = self.steps(here).iter().filter_map(|&(lane, before)| {
                let rest = *reached.get(&before)?;
                (Some(left) == weight(lane).map(|weight| rest + weight)).then_some((rest, before, lane))
            });
            let (rest, before, lane) = before.min()?;
            way.push(Step { from: before, lane, to: here });
            (here, left) = (before, rest);
        }
        way.reverse();
        Some(way)
    }
}
