//! Takes what brings it most by its view: points at once, and lanes on the way of its tickets.

use crate::Bot;
use railwright_core::bits;
use railwright_core::components::{FieldType, FieldValue};
use railwright_core::id::{LaneId, PartyId, PlaceId, ZoneId};
use railwright_core::{Action, Random, View};
use railwright_rules::Rules;

/// What a lane on the way of a goal is worth beside its points, for each of its spaces.
const ON_THE_WAY: i64 = 5;

/// Looks one action ahead.
pub struct Greedy {
    random: Random,
}

impl Greedy {
    /// A greedy player that breaks ties by its own generator.
    pub fn new(random: Random) -> Self {
        Greedy { random }
    }
}

impl Bot for Greedy {
    fn choose(&mut self, rules: &Rules, view: &View, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let wanted = wanted_lanes(view);
        let worth = |action: &Action| -> i64 {
            let gain = rules.gain_of(*action);
            match rules.lane_of(*action) {
                Some(lane) => {
                    let length = i64::from(view.parts().map.lane(lane).length);
                    // Fewer cards of value left behind is better: a wild card given away counts against it.
                    100 * (i64::from(gain) + if bits::has(&wanted, lane.index()) { ON_THE_WAY * length } else { 0 })
                        - i64::from(rules.wild_cards_in(*action))
                }
                None => 0,
            }
        };
        let best = legal.iter().map(&worth).max().unwrap_or(0);
        let ties = legal.iter().filter(|a| worth(a) == best).count() as u32;
        let pick = self.random.below(ties) as usize;
        legal.iter().enumerate().filter(|(_, a)| worth(a) == best).nth(pick).map_or(0, |(i, _)| i)
    }
}

/// Open lanes on a shortest way between the two places of each card this seat holds and has not joined.
fn wanted_lanes(view: &View) -> Vec<u64> {
    let parts = view.parts();
    let map = &parts.map;
    let own = view.own(PartyId::from(view.seat()));
    let mut wanted = vec![0u64; bits::words(map.lanes.len())];
    let cost = |lane: LaneId| match view.track(lane).owner() {
        _ if bits::has(own, lane.index()) => 0,
        Some(_) => 1000,
        None => u32::from(map.lane(lane).length),
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
            let Some(shortest) = out[to.index()].filter(|d| (1..1000).contains(d)) else { continue };
            for (i, lane) in map.lanes.iter().enumerate() {
                let step = cost(LaneId::from(i));
                let [x, y] = lane.ends.map(|e| e.index());
                let through = |p: usize, q: usize| out[p].zip(back[q]).is_some_and(|(a, b)| a + step + b == shortest);
                if step > 0 && (through(x, y) || through(y, x)) {
                    bits::put(&mut wanted, i);
                }
            }
        }
    }
    wanted
}
