//! The adjacency says to petgraph what petgraph's own graph of the same lanes says.

use super::*;
use crate::map::Map;
use crate::random::Random;
use crate::sample::any_map;
use petgraph::algo::{connected_components, dijkstra};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{Bfs, IntoNodeReferences};

fn own_graph(map: &Map) -> UnGraph<(), LaneId> {
    let mut graph = UnGraph::default();
    for _ in &map.places {
        graph.add_node(());
    }
    for (i, lane) in map.lanes.iter().enumerate() {
        let [a, b] = lane.ends.map(|end| NodeIndex::new(end.index()));
        graph.add_edge(a, b, LaneId::from(i));
    }
    graph
}

#[test]
fn shortest_ways_components_and_neighbours_are_those_of_the_same_graph_in_petgraph() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let map = any_map(&mut random);
        let (own, rows) = (own_graph(&map), map.adjacency());
        assert_eq!(connected_components(rows), connected_components(&own));
        for (node, ()) in own.node_references() {
            let place = PlaceId::from(node.index());
            let length = |lane: LaneId| u32::from(map.lane(lane).length);
            let expected = dijkstra(&own, node, None, |edge| length(*edge.weight()));
            let expected: Vec<_> = (0..map.places.len()).map(|i| expected.get(&NodeIndex::new(i)).copied()).collect();
            assert_eq!(map.distances(place, length), expected);
            let mut beside: Vec<_> = own.neighbors(node).map(|n| PlaceId::from(n.index())).collect();
            let mut found: Vec<_> = rows.neighbors(place).collect();
            [&mut beside, &mut found].into_iter().for_each(|list| {
                list.sort();
                list.dedup();
            });
            assert_eq!(found, beside);
        }
        let lanes: Vec<_> = rows.edge_references().map(|step| (step.id(), [step.source(), step.target()])).collect();
        assert_eq!(lanes, map.lanes.iter().enumerate().map(|(i, l)| (LaneId::from(i), l.ends)).collect::<Vec<_>>());
    }
}

#[test]
fn a_map_of_visits_forgets_what_it_is_told_to() {
    let map = crate::sample::map(70, &[(0, 69, 1)]);
    let mut visits = map.adjacency().visit_map();
    assert!(visits.visit(PlaceId(69)) && !visits.visit(PlaceId(69)) && !visits.is_visited(&PlaceId(5)));
    assert!(visits.unvisit(PlaceId(69)) && !visits.unvisit(PlaceId(69)));
    let mut search = Bfs::new(map.adjacency(), PlaceId(0));
    assert_eq!((0..3).map(|_| search.next(map.adjacency())).collect::<Vec<_>>(), [Some(PlaceId(0)), Some(PlaceId(69)), None]);
}

/// By trying every way without a place twice.
fn tried(map: &Map, here: PlaceId, to: PlaceId, closed: LaneId, been: &mut Vec<PlaceId>) -> Option<(u32, u32)> {
    if here == to {
        return Some((0, 0));
    }
    been.push(here);
    let mut best = None;
    for &(lane, next) in map.steps(here) {
        if lane != closed && !been.contains(&next) {
            let way = tried(map, next, to, closed, been).map(|(s, n)| (s + u32::from(map.lane(lane).length), n + 1));
            best = [best, way].into_iter().flatten().min();
        }
    }
    been.pop();
    best
}

#[test]
fn the_cheapest_way_is_the_one_that_trying_everything_finds() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let map = any_map(&mut random);
        let [from, to] = [0, 0].map(|_| PlaceId(random.below(map.places.len() as u32) as u16));
        let closed = LaneId(random.below(12) as u16);
        let way = map.cheapest_way(from, to, |lane| (lane != closed).then(|| map.lane(lane).length.into()));
        let cost = way.as_ref().map(|way| {
            let ends: Vec<_> = way.iter().flat_map(|step| [step.from, step.to]).collect();
            assert!(ends.is_empty() || (ends.first(), ends.last()) == (Some(&from), Some(&to)));
            assert!(ends[ends.len().min(1)..].chunks_exact(2).all(|pair| pair[0] == pair[1]), "{way:?}");
            (way.iter().map(|step| u32::from(map.lane(step.lane).length)).sum::<u32>(), way.len() as u32)
        });
        assert_eq!(cost, tried(&map, from, to, closed, &mut Vec::new()));
    }
}

#[test]
fn the_nearest_of_several_places_is_as_near_as_the_nearest_one_alone() {
    let mut random = Random::new(13);
    for _ in 0..300 {
        let map = any_map(&mut random);
        let goals: Vec<_> = (0..map.places.len()).map(PlaceId::from).filter(|_| random.below(4) == 0).collect();
        let each: Vec<_> = goals.iter().map(|&goal| map.distances(goal, |_| 1)).collect();
        let expected: Vec<_> = (0..map.places.len()).map(|i| each.iter().filter_map(|far| far[i]).min()).collect();
        assert_eq!(map.lanes_to_nearest(goals.iter().copied()), expected);
    }
}
