//! What can be seen from the network of a seat: its frontier, and how cities lie behind it. It is kept from decision to decision
//! and brought up to date, for little changes on a board from one to the next.

use super::lattice::{Exit, Lattice, free};
use railwright_core::bits::{self, Ones};
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::map::Map;

/// What a network looks out on: its frontier, the free lanes that lead out of it, and what lies one lane further on.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlook {
    /// The lanes that were to be had and the places of the network when this was found.
    available: Vec<u64>,
    network: Vec<u64>,
    /// The free lanes out of the network, place by place; the same, and the places they lead to, as bits.
    pub(super) frontier: Vec<Exit>,
    lanes: Vec<u64>,
    ends: Vec<u64>,
    /// For each junction of a plain lattice the kinds of the lanes that lead from it straight to a new city, as bits.
    pub(super) straight: Vec<u8>,
    /// What was found around each junction, and those around which something has changed since then, as bits.
    around: Vec<u64>,
    stale: Vec<u64>,
}

impl Outlook {
    /// Brings it up to date.
    #[inline]
    pub(super) fn renew(&mut self, lattice: &Lattice, map: &Map, available: &[u64], network: &[u64]) {
        if self.available != available || self.network != network {
            self.look_again(lattice, map, available, network);
        }
    }

    #[inline(never)]
    fn look_again(&mut self, lattice: &Lattice, map: &Map, available: &[u64], network: &[u64]) {
        let more = |before: &[u64], now: &[u64]| before.iter().zip(now).any(|(before, now)| now & !before != 0);
        if self.straight.is_empty() || more(&self.available, available) || more(network, &self.network) {
            // Something has come back: this is another game.
            self.look_afresh(lattice, map, available, network);
        } else {
            if lattice.plain {
                self.note_changes(lattice, map, available, network);
            }
            self.advance(lattice, available, network);
            self.available.copy_from_slice(available);
            self.network.copy_from_slice(network);
        }
    }

    /// For each kind a byte: after a lane of it from a junction to another, the kinds of the lanes that lead from there straight to a
    /// new city.
    #[inline]
    pub(super) fn around(&mut self, lattice: &Lattice, junction: PlaceId) -> u64 {
        if bits::has(&self.stale, junction.index()) {
            bits::clear(&mut self.stale, junction.index());
            self.around[junction.index()] = lattice.around(junction, &self.straight, &self.available, &self.network);
        }
        self.around[junction.index()]
    }

    /// Looks at a board for the first time.
    fn look_afresh(&mut self, lattice: &Lattice, map: &Map, available: &[u64], network: &[u64]) {
        let places = (0..map.places.len()).map(PlaceId::from);
        self.straight.clear();
        self.straight.extend(places.map(|place| lattice.straight(place, available, network)));
        self.around.resize(map.places.len(), 0);
        self.stale.clear();
        self.stale.resize(network.len(), u64::MAX);
        for (set, words) in [(&mut self.lanes, available.len()), (&mut self.ends, network.len())] {
            set.clear();
            set.resize(words, 0);
        }
        self.frontier.clear();
        bits::iter(network).for_each(|from| self.look_out(lattice, PlaceId::from(from), available, network));
        available.clone_into(&mut self.available);
        network.clone_into(&mut self.network);
    }

    /// Moves the frontier on, after lanes were taken and the network has grown.
    fn advance(&mut self, lattice: &Lattice, available: &[u64], network: &[u64]) {
        let any = |some: &[u64], others: &[u64], but: u64| some.iter().zip(others).any(|(a, b)| a & (b ^ but) != 0);
        if any(&self.lanes, available, u64::MAX) || any(&self.ends, network, 0) {
            self.frontier.retain(|exit| bits::has(available, exit.lane.index()) & !bits::has(network, exit.to.index()));
            self.lanes.iter_mut().zip(available).for_each(|(lanes, available)| *lanes &= available);
            self.ends.iter_mut().zip(network).for_each(|(ends, network)| *ends &= !network);
        }
        for word in 0..network.len() {
            for bit in Ones(network[word] & !self.network[word]) {
                self.look_out(lattice, PlaceId::from(word * 64 + bit), available, network);
            }
        }
    }

    /// Adds the free lanes out of a place to the frontier.
    fn look_out(&mut self, lattice: &Lattice, from: PlaceId, available: &[u64], network: &[u64]) {
        let mut at = self.frontier.partition_point(|exit| exit.from < from);
        for exits in lattice.exits.of(from).chunks(64) {
            for exit in Ones(free(exits, u64::MAX, available, network)).map(|i| exits[i]) {
                bits::put(&mut self.lanes, exit.lane.index());
                bits::put(&mut self.ends, exit.to.index());
                self.frontier.insert(at, exit);
                at += 1;
            }
        }
    }

    /// Finds what leads straight to new cities where that has changed, and around which places something has.
    fn note_changes(&mut self, lattice: &Lattice, map: &Map, available: &[u64], network: &[u64]) {
        let Outlook { straight, stale, .. } = self;
        let mut look_from = |junction: PlaceId, stale: &mut [u64]| {
            let seen = lattice.straight(junction, available, network);
            if seen != std::mem::replace(&mut straight[junction.index()], seen) {
                lattice.mark_beside(junction, stale);
            }
        };
        let is_city = |place: PlaceId| lattice.near[place.index()] == 0;
        for lane in changes(&self.available, available).map(LaneId::from) {
            match map.lane(lane).ends {
                [a, b] if is_city(a) && is_city(b) => {}
                [a, b] if is_city(a) => look_from(b, stale),
                [a, b] if is_city(b) => look_from(a, stale),
                ends => ends.into_iter().for_each(|junction| bits::put(stale, junction.index())),
            }
        }
        for place in changes(&self.network, network).map(PlaceId::from) {
            if !is_city(place) {
                lattice.mark_beside(place, stale);
                continue;
            }
            for &(_, next) in map.steps(place) {
                if !is_city(next) {
                    look_from(next, stale);
                }
            }
        }
    }
}

/// The positions of the bits in which two sets differ.
fn changes<'a>(before: &'a [u64], now: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    let words = before.iter().zip(now).enumerate();
    words.flat_map(|(word, (before, now))| Ones(before ^ now).map(move |bit| word * 64 + bit))
}
