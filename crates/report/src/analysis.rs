//! Static figures of a board: how far places are apart, how many tickets lead over each line, whether colours are in balance.

use railwright_core::components::Owner;
use railwright_core::id::PlaceId;
use railwright_core::map::Line;
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use std::collections::BTreeMap;

/// A card that names two places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// Its id.
    pub id: String,
    /// The two places.
    pub ends: [PlaceId; 2],
    /// Spaces on the shortest way; nothing when there is no way.
    pub shortest: Option<u32>,
    /// Lines on the way with the fewest lines.
    pub fewest: Option<u32>,
    /// What it is worth, if it has one number.
    pub worth: Option<i32>,
}

/// How a line is used.
#[derive(Clone, PartialEq, Debug)]
pub struct Load {
    /// The line's id.
    pub line: String,
    /// How many spaces its lanes have.
    pub length: u8,
    /// How many lanes it has.
    pub lanes: usize,
    /// Tickets with a shortest way over it; a ticket with several shortest ways counts for each in part.
    pub tickets: f64,
}

/// A colour of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Colour {
    /// How many lanes have it.
    pub lanes: usize,
    /// How many spaces they have.
    pub spaces: usize,
}

/// The figures of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Cities.
    pub cities: usize,
    /// Junctions.
    pub junctions: usize,
    /// Lines by number of lanes: single, double, …
    pub lines: Vec<usize>,
    /// Spaces of all lanes.
    pub spaces: usize,
    /// The two cities that are farthest apart, and how far.
    pub farthest: Option<([PlaceId; 2], u32)>,
    /// The mean distance of two cities, in tenths of a space.
    pub mean_distance: u32,
    /// Colours in alphabetical order.
    pub colours: BTreeMap<String, Colour>,
    /// The tickets, longest first.
    pub tickets: Vec<Ticket>,
    /// The lines, most used first.
    pub loads: Vec<Load>,
    /// Counters of pieces that seats start with, which the longest ticket is measured against.
    pub pieces: Vec<(String, i32)>,
}

/// Works out the figures of a game's board.
pub fn board(rules: &Rules) -> Board {
    let map = &rules.parts.map;
    let places: Vec<PlaceId> = (0..map.places.len()).map(PlaceId::from).collect();
    let spaces = |from: PlaceId| map.distances(from, |lane| map.lane(lane).length.into());
    let distances: Vec<Vec<Option<u32>>> = places.iter().map(|&from| spaces(from)).collect();
    let cities: Vec<PlaceId> = places.iter().copied().filter(|&place| !map.place(place).junction).collect();
    let mut farthest = None;
    let (mut sum, mut pairs) = (0u64, 0u64);
    for (i, &a) in cities.iter().enumerate() {
        for &b in &cities[i + 1..] {
            let Some(apart) = distances[a.index()][b.index()] else { continue };
            (sum, pairs) = (sum + u64::from(apart), pairs + 1);
            if farthest.is_none_or(|(_, most)| apart > most) {
                farthest = Some(([a, b], apart));
            }
        }
    }
    let tickets = tickets(rules, &distances);
    let mut lines = Vec::new();
    for line in &map.lines {
        lines.resize(lines.len().max(line.lanes.len()), 0);
        if let Some(count) = line.lanes.len().checked_sub(1).and_then(|i| lines.get_mut(i)) {
            *count += 1;
        }
    }
    let mut colours: BTreeMap<String, Colour> = BTreeMap::new();
    for lane in &map.lanes {
        let colour = colours.entry(rules.parts.words.text(lane.color).to_owned()).or_default();
        *colour = Colour { lanes: colour.lanes + 1, spaces: colour.spaces + usize::from(lane.length) };
    }
    let counters = rules.parts.counters.iter().filter(|counter| counter.owner == Owner::Seat);
    let pieces = counters.filter_map(|c| c.start.first().filter(|n| **n > 0).map(|n| (c.id.clone(), *n))).collect();
    Board {
        cities: cities.len(),
        junctions: places.len() - cities.len(),
        lines,
        spaces: map.lanes.iter().map(|lane| usize::from(lane.length)).sum(),
        farthest,
        mean_distance: narrow::<u32>((sum * 10).checked_div(pairs).unwrap_or(0)),
        colours,
        loads: loads(rules, &tickets, &distances),
        tickets,
        pieces,
    }
}

fn tickets(rules: &Rules, distances: &[Vec<Option<u32>>]) -> Vec<Ticket> {
    let map = &rules.parts.map;
    let mut tickets = Vec::new();
    for set in &rules.parts.cards {
        for (i, kind) in set.kinds.iter().enumerate() {
            let Some(ends) = set.ticket_ends(i.into()) else { continue };
            let mut numbers = set.numbers(i.into()).map(|(_, number)| number);
            tickets.push(Ticket {
                id: kind.id.clone(),
                ends,
                shortest: distances[ends[0].index()][ends[1].index()],
                fewest: map.distances(ends[0], |_| 1)[ends[1].index()],
                worth: numbers.next().filter(|_| numbers.next().is_none()),
            });
        }
    }
    tickets.sort_by_key(|ticket| std::cmp::Reverse(ticket.shortest));
    tickets
}

/// How many tickets lead over each line, every shortest way of a ticket counting alike.
fn loads(rules: &Rules, tickets: &[Ticket], distances: &[Vec<Option<u32>>]) -> Vec<Load> {
    let map = &rules.parts.map;
    let length = |line: usize| shortest_lane(rules, &map.lines[line]);
    let mut loads: Vec<Load> = (0..map.lines.len())
        .map(|i| Load { line: map.lines[i].id.clone(), length: length(i), lanes: map.lines[i].lanes.len(), tickets: 0.0 })
        .collect();
    for ticket in tickets {
        let ([from, to], Some(whole)) = (ticket.ends, ticket.shortest) else { continue };
        let (there, back) = (ways(rules, &distances[from.index()], from), ways(rules, &distances[to.index()], to));
        let all = there[to.index()].max(1.0);
        for (i, line) in map.lines.iter().enumerate() {
            for [a, b] in [line.ends, [line.ends[1], line.ends[0]]] {
                let (Some(before), Some(after)) = (distances[from.index()][a.index()], distances[to.index()][b.index()]) else {
                    continue;
                };
                if before + u32::from(length(i)) + after == whole {
                    loads[i].tickets += there[a.index()] * back[b.index()] / all;
                }
            }
        }
    }
    loads.sort_by(|a, b| b.tickets.total_cmp(&a.tickets).then_with(|| a.line.cmp(&b.line)));
    loads
}

/// How many spaces the shortest lane of a line has.
fn shortest_lane(rules: &Rules, line: &Line) -> u8 {
    line.lanes.iter().map(|lane| rules.parts.map.lane(*lane).length).min().unwrap_or(0)
}

/// How many shortest ways lead from a place to each other one; several lanes of a line are one way.
fn ways(rules: &Rules, distances: &[Option<u32>], from: PlaceId) -> Vec<f64> {
    let map = &rules.parts.map;
    let mut order: Vec<usize> = (0..map.places.len()).filter(|&i| distances[i].is_some()).collect();
    order.sort_by_key(|&i| distances[i]);
    let mut ways = vec![0.0; map.places.len()];
    ways[from.index()] = 1.0;
    for at in order {
        for line in &map.lines {
            let length = u32::from(shortest_lane(rules, line));
            for [a, b] in [line.ends, [line.ends[1], line.ends[0]]] {
                if b.index() == at && distances[a.index()].is_some_and(|d| Some(d + length) == distances[at]) {
                    ways[at] += ways[a.index()];
                }
            }
        }
    }
    ways
}
