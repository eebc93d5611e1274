//! Takes what brings it most by its view: lanes on the way of its goals first, then points at once.
//!
//! A goal is a card with two places that this seat holds: a ticket, in whatever game. Nothing here
//! knows a game; what the rules say of an action is all it weighs.

use crate::{Asked, Bot, Misbehaviour, Opening};
use railwright_core::bits;
use railwright_core::components::{FieldType, FieldValue, OPEN};
use railwright_core::id::{KindId, LaneId, PartyId, PlaceId, ZoneId};
use railwright_core::{Action, Random, View};
use railwright_rules::Rules;

/// A way that others have closed.
const CLOSED: u32 = 1000;
/// Of ten pieces, how many goals may ask for.
const PIECES_FOR_GOALS: u32 = 7;

/// Looks one action ahead; its own generator breaks ties.
#[derive(Default)]
pub struct Greedy {
    random: Random,
    worth: Vec<i64>,
}

impl Bot for Greedy {
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour> {
        self.random = opening.random;
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour> {
        let Asked { rules, view, legal, .. } = asked;
        if legal.len() == 1 {
            return Ok(0);
        }
        let goals = Goals::of(view);
        let pieces = rules.pieces().and_then(|c| view.counter(c, view.seat().index())).unwrap_or(100).max(0) as u32;
        self.worth.clear();
        self.worth.extend(legal.iter().map(|&action| worth(rules, view, &goals, pieces, action)));
        let best = self.worth.iter().copied().max().unwrap_or(0);
        let ties = self.worth.iter().filter(|&&w| w == best).count() as u32;
        let pick = self.random.below(ties) as usize;
        Ok(self.worth.iter().enumerate().filter(|(_, w)| **w == best).nth(pick).map_or(0, |(i, _)| i))
    }
}

fn worth(rules: &Rules, view: &View, goals: &Goals, pieces: u32, action: Action) -> i64 {
    let pending = goals.lanes.iter().any(|&word| word != 0);
    if let Some(lane) = rules.lane_of(action) {
        let points = i64::from(rules.gain_of(action)) * 10 - i64::from(rules.wild_cards_in(action));
        return match (bits::has(&goals.lanes, lane.index()), pending) {
            (true, _) => 2000 + points,
            (false, true) => points - 1000,
            (false, false) => 1000 + points,
        };
    }
    if let Some(card) = rules.card_returned(action) {
        // Goals beyond what the pieces can reach are given back, the farthest first.
        let asked: u32 = goals.distances.iter().map(|(_, d)| *d).sum();
        let distance = goals.distances.iter().find(|(kind, _)| *kind == card).map_or(0, |(_, d)| *d);
        return if asked * 10 > pieces * PIECES_FOR_GOALS { i64::from(distance) } else { -1 };
    }
    if rules.takes_cards(action) {
        let wanted = rules.card_taken(action).map_or(0, |kind| goals.wanted_cards(view, kind));
        return 100 + wanted;
    }
    0
}

/// What this seat's cards ask for.
struct Goals {
    /// Open lanes on a shortest way of a goal that is not joined yet.
    lanes: Vec<u64>,
    /// The spaces still missing for each goal.
    distances: Vec<(KindId, u32)>,
}

impl Goals {
    fn of(view: &View) -> Self {
        let parts = view.parts();
        let map = &parts.map;
        let own = view.own(PartyId::from(view.seat()));
        let mut goals = Goals { lanes: vec![0u64; bits::words(map.lanes.len())], distances: Vec::new() };
        let open = view.set(OPEN, 0);
        let cost = |lane: LaneId| match view.track(lane).owner() {
            _ if bits::has(own, lane.index()) => 0,
            // What others have and is still open can be shared.
            Some(_) if !bits::has(open, lane.index()) => CLOSED,
            _ => u32::from(map.lane(lane).length),
        };
        for zone in (0..parts.zones.len()).map(ZoneId::from) {
            let fields = &parts.cards_in(zone).fields;
            let places: Vec<usize> = (0..fields.len()).filter(|&f| fields[f].1 == FieldType::Place).collect();
            let [a, b] = places[..] else { continue };
            let Some(cards) = view.cards(view.spot(zone)) else { continue };
            for (kind, _) in cards {
                let card = &parts.cards_in(zone).kinds[kind.index()];
                let (FieldValue::One(from), FieldValue::One(to)) = (&card.fields[a], &card.fields[b]) else { continue };
                let (from, to) = (PlaceId(*from as u16), PlaceId(*to as u16));
                let (out, back) = (map.distances(from, cost), map.distances(to, cost));
                let shortest = out[to.index()].unwrap_or(CLOSED);
                goals.distances.push((kind, shortest));
                if shortest == 0 || shortest >= CLOSED {
                    continue;
                }
                for (i, lane) in map.lanes.iter().enumerate() {
                    let step = cost(LaneId::from(i));
                    let [x, y] = lane.ends.map(|e| e.index());
                    let through = |p: usize, q: usize| out[p].zip(back[q]).is_some_and(|(a, b)| a + step + b == shortest);
                    if step > 0 && (through(x, y) || through(y, x)) {
                        bits::put(&mut goals.lanes, i);
                    }
                }
            }
        }
        goals
    }

    /// How many wanted lanes are of the colour that a kind of card is called by.
    fn wanted_cards(&self, view: &View, kind: KindId) -> i64 {
        let parts = view.parts();
        let named = |lane: usize| {
            let color = parts.words.text(parts.map.lanes[lane].color);
            parts.cards.iter().any(|set| set.kinds.get(kind.index()).is_some_and(|k| k.id == color))
        };
        bits::iter(&self.lanes).filter(|&lane| named(lane)).count() as i64
    }
}
