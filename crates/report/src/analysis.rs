//! Static figures of a board: how far places are apart, how many tickets lead over each line, whether colours are in balance.

use crate::deck::{self, Deck};
use crate::ways::Ways;
use railwright_core::components::Owner;
use railwright_core::id::PlaceId;
use railwright_core::map::Line;
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use std::collections::BTreeMap;

/// A card that names two places.
#[derive(Clone, PartialEq, Debug)]
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
    /// How many other tickets it meets on its way, on average of its spaces.
    pub company: f64,
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
    /// What can be said of all tickets together.
    pub deck: Deck,
    /// The lines, most used first.
    pub loads: Vec<Load>,
    /// Counters of pieces that seats start with, which the longest ticket is measured against.
    pub pieces: Vec<(String, i32)>,
}

/// Works out the figures of a game's board.
pub fn board(rules: &Rules) -> Board {
    let map = &rules.parts.map;
    let places: Vec<PlaceId> = (0..map.places.len()).map(PlaceId::from).collect();
    let ways = Ways::new(rules);
    let cities: Vec<PlaceId> = places.iter().copied().filter(|&place| !map.place(place).junction).collect();
    let mut farthest = None;
    let (mut sum, mut pairs) = (0u64, 0u64);
    for (i, &a) in cities.iter().enumerate() {
        for &b in &cities[i + 1..] {
            let Some(apart) = ways.distance(a, b) else { continue };
            (sum, pairs) = (sum + u64::from(apart), pairs + 1);
            if farthest.is_none_or(|(_, most)| apart > most) {
                farthest = Some(([a, b], apart));
            }
        }
    }
    let mut tickets = tickets(rules, &ways);
    let mut loads = loads(rules, &tickets, &ways);
    let over: Vec<f64> = loads.iter().map(|load| load.tickets).collect();
    tickets.iter_mut().for_each(|ticket| ticket.company = company(ticket.ends, &over, &ways));
    let deck = deck::figures(rules, &tickets, &ways);
    loads.sort_by(|a, b| b.tickets.total_cmp(&a.tickets).then_with(|| a.line.cmp(&b.line)));
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
        loads,
        deck,
        tickets,
        pieces,
    }
}

/// The cards that name two places, longest way first; what they meet on it is worked out when all are known.
pub(crate) fn tickets(rules: &Rules, ways: &Ways) -> Vec<Ticket> {
    let map = &rules.parts.map;
    let mut tickets = Vec::new();
    for set in &rules.parts.cards {
        for (i, kind) in set.kinds.iter().enumerate() {
            let Some(ends) = set.ticket_ends(i.into()) else { continue };
            let mut numbers = set.numbers(i.into()).map(|(_, number)| number);
            tickets.push(Ticket {
                id: kind.id.clone(),
                ends,
                shortest: ways.distance(ends[0], ends[1]),
                fewest: map.distances(ends[0], |_| 1)[ends[1].index()],
                worth: numbers.next().filter(|_| numbers.next().is_none()),
                company: 0.0,
            });
        }
    }
    tickets.sort_by_key(|ticket| std::cmp::Reverse(ticket.shortest));
    tickets
}

/// How many tickets lead over each line, every shortest way of a ticket counting alike.
fn loads(rules: &Rules, tickets: &[Ticket], ways: &Ways) -> Vec<Load> {
    let lines = rules.parts.map.lines.iter().enumerate();
    let load =
        |(i, line): (usize, &Line)| Load { line: line.id.clone(), length: ways.length(i), lanes: line.lanes.len(), tickets: 0.0 };
    let mut loads: Vec<Load> = lines.map(load).collect();
    for ticket in tickets {
        ways.shares(ticket.ends).into_iter().for_each(|(line, share)| loads[line].tickets += share);
    }
    loads
}

/// How many other tickets a ticket meets on its way, on average of its spaces.
pub(crate) fn company(ends: [PlaceId; 2], loads: &[f64], ways: &Ways) -> f64 {
    let (mut met, mut spaces) = (0.0, 0.0);
    for (line, share) in ways.shares(ends) {
        let part = share * f64::from(ways.length(line));
        met += part * (loads[line] - share).max(0.0);
        spaces += part;
    }
    if spaces > 0.0 { met / spaces } else { 0.0 }
}
