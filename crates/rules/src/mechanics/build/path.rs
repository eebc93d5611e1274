//! Which lane can be the next of a path: one from which a city can still be reached and paid for.

use super::{Build, Look};
use crate::price::{Balance, Bill, Demand, Ways};
use railwright_core::bits;
use railwright_core::components::{CHOSEN, CONNECTED};
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::map::Map;

/// Farther than any path.
const NEVER: u8 = u8::MAX;
/// A place in which the path has been, or the network is: nothing leads there.
const PASSED: u8 = NEVER - 1;
/// So many lanes are tried before it is measured how far the cities are that are left.
const LANES_UNMEASURED: u32 = 60;

/// The board as a path sees it: what does not change during a game.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// The lanes out of each place, those of one place side by side in the order of the map, and where they begin.
    exits: Vec<Exit>,
    exits_from: Vec<u32>,
    /// The same, those that lead nearest to a city first: a search finds one sooner.
    onward: Vec<Exit>,
    /// The lanes at each place, whichever way they may be built, and what lies at their other ends.
    around: Vec<(LaneId, PlaceId)>,
    around_from: Vec<usize>,
    /// Over how many lanes a city is reached from each place on an empty board.
    near: Vec<u8>,
    /// Whether every lane is one space, costs one card and can be built both ways.
    single: bool,
}

/// A lane as it leads out of a place.
#[derive(Clone, Copy, Debug)]
struct Exit {
    lane: LaneId,
    to: PlaceId,
    /// Which of its ends that is.
    end: u8,
    /// How many pieces it takes.
    length: u8,
    demand: Demand,
}

/// Which lanes out of a place, at most 64 of them, are of one of some kinds, are to be had and lead to places in which the path has
/// not been, as bits. Which do is too irregular for branches to be foreseen, so there are none.
#[inline(always)]
fn free(exits: &[Exit], kinds: u64, available: &[u64], inside: &[u64]) -> u64 {
    let mut free = 0;
    for (i, exit) in exits.iter().enumerate() {
        let payable = exit.demand.kinds & kinds != 0;
        let is_free = payable & bits::has(available, exit.lane.index()) & !bits::has(inside, exit.to.index());
        free |= u64::from(is_free) << i;
    }
    free
}

impl Lattice {
    pub(super) fn new(map: &Map, demands: &[Demand]) -> Self {
        let near = distances_to_cities(map);
        let (mut exits, mut onward, mut exits_from) = (Vec::new(), Vec::new(), vec![0]);
        let (mut around, mut around_from) = (Vec::new(), vec![0]);
        for place in (0..map.places.len()).map(PlaceId::from) {
            let out = map.departures(place).iter();
            exits.extend(out.map(|&(lane, end)| {
                let (to, length) = (map.across(lane, place), map.lane(lane).length);
                Exit { lane, to, end: 1 - end, length, demand: demands[lane.index()] }
            }));
            onward.extend_from_slice(&exits[onward.len()..]);
            onward[*exits_from.last().expect("the first is there") as usize..].sort_by_key(|exit| near[exit.to.index()]);
            exits_from.push(exits.len() as u32);
            around.extend(map.lanes_at(place).iter().map(|&lane| (lane, map.across(lane, place))));
            around_from.push(around.len());
        }
        let single = map.lanes.iter().zip(demands).all(|(lane, demand)| lane.length == 1 && demand.count == 1);
        let single = single && !map.lines.iter().any(|line| line.one_way);
        Lattice { exits, exits_from, onward, around, around_from, near, single }
    }

    #[inline]
    fn range(&self, place: PlaceId) -> std::ops::Range<usize> {
        self.exits_from[place.index()] as usize..self.exits_from[place.index() + 1] as usize
    }
}

/// Over how many lanes a city is reached from each place, over junctions.
fn distances_to_cities(map: &Map) -> Vec<u8> {
    let mut near: Vec<u8> = map.places.iter().map(|p| if p.junction { NEVER } else { 0 }).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for lane in &map.lanes {
            for [a, b] in [[0, 1], [1, 0]].map(|[a, b]| [lane.ends[a].index(), lane.ends[b].index()]) {
                let over = near[b].saturating_add(1);
                if over < near[a] {
                    near[a] = over;
                    changed = true;
                }
            }
        }
    }
    near
}

/// Room for the search of paths, reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathRoom {
    /// The places of the network and of the path so far, as bits.
    inside: Vec<u64>,
    /// From each place, over how many lanes at least the nearest new city can be reached.
    far: Vec<u8>,
    queue: Vec<PlaceId>,
    pub(super) bill: Bill,
    pub(super) ways: Ways,
}

/// A path under construction and what it may still become.
pub(super) struct Path<'a> {
    build: &'a Build,
    available: &'a [u64],
    hand: &'a [u8],
    /// What the hand has left beside what the path costs, where the build has scales.
    balance: Balance,
    /// How many cards it has left, where there are none: what the path costs is added up on the bill.
    cards: i32,
    pieces: i32,
    /// How many more lanes are tried before it is measured how far cities are; nothing once that is done.
    unmeasured: Option<u32>,
    room: &'a mut PathRoom,
}

impl<'a> Path<'a> {
    pub(super) fn new(build: &'a Build, look: &Look<'a>, available: &'a [u64], room: &'a mut PathRoom) -> Self {
        let (parts, state, seat) = (&look.rules.parts, look.state, look.seat);
        room.inside.clear();
        room.inside.extend_from_slice(state.set(parts, CONNECTED, seat.index()));
        room.bill.clear();
        // As long as nothing is measured, the distance on an empty board is the least it can be.
        room.far.clone_from(&build.lattice.near);
        let hand = state.bag(parts, state.spot(parts, build.from, seat.into()));
        let mut path = Path {
            build,
            available,
            hand,
            balance: build.scales.as_ref().map_or_else(Balance::default, |scales| scales.balance(hand)),
            cards: hand.iter().map(|&n| i32::from(n)).sum(),
            pieces: state.counter(parts, build.pieces, seat.index()),
            unmeasured: Some(LANES_UNMEASURED),
            room,
        };
        if look.progress.action.is_some() {
            for lane in bits::iter(state.set(parts, CHOSEN, seat.index())) {
                let (strip, demand) = (&parts.map.lanes[lane], build.demands[lane]);
                strip.ends.iter().for_each(|p| bits::put(&mut path.room.inside, p.index()));
                path.pieces -= i32::from(strip.length);
                path.cards -= i32::from(demand.count);
                path.room.bill.add(demand);
                if let Some(scales) = &build.scales {
                    scales.demand(&mut path.balance, demand);
                }
            }
        }
        path
    }

    /// Calls `each` with every lane that can be next and the end it leads to, until it wants no more.
    pub(super) fn each_next(mut self, look: &Look, mut each: impl FnMut(LaneId, u8) -> bool) {
        let network = look.state.set(&look.rules.parts, CONNECTED, look.seat.index());
        if self.pieces <= 0 || !self.leaves(1) {
            return;
        }
        if look.progress.action.is_some() {
            self.offer(PlaceId(look.progress.at), &mut each);
        } else if network.iter().any(|&word| word != 0) {
            bits::iter(network).all(|from| self.offer(PlaceId::from(from), &mut each));
        } else {
            // The first path may begin in any city.
            for from in (0..look.rules.parts.map.places.len()).filter(|&p| !look.rules.parts.map.places[p].junction) {
                bits::put(&mut self.room.inside, from);
                let more = self.offer(PlaceId::from(from), &mut each);
                bits::clear(&mut self.room.inside, from);
                if !more {
                    break;
                }
            }
        }
    }

    /// Calls `each` with the lanes from a place that can be next, until it wants no more; says whether it does.
    fn offer(&mut self, from: PlaceId, each: &mut impl FnMut(LaneId, u8) -> bool) -> bool {
        let (lattice, sure) = (&self.build.lattice, self.last_is_sure());
        for exits in lattice.exits[lattice.range(from)].chunks(64) {
            for i in bits::Ones(free(exits, self.kinds(), self.available, &self.room.inside)) {
                let exit = &exits[i];
                let ends = sure && lattice.near[exit.to.index()] == 0;
                if (ends || self.begins(exit)) && !each(exit.lane, exit.end) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the hand may pay for so many lanes more, as far as the number of cards says.
    #[inline]
    fn leaves(&self, more: u8) -> bool {
        match &self.build.scales {
            Some(scales) => scales.leaves(&self.balance, more),
            None => self.cards >= more.into(),
        }
    }

    /// Whether every free lane to a city can be the last of the path: it takes one card and one piece, and a card of its kind can
    /// be paid whatever the path has cost.
    #[inline]
    fn last_is_sure(&self) -> bool {
        self.build.lattice.single && self.build.scales.is_some() && self.pieces > 0 && self.balance.pays_one_more()
    }

    /// The kinds of which the next lane can be, as bits.
    #[inline]
    fn kinds(&self) -> u64 {
        if self.build.scales.is_some() { self.balance.payable_kinds() } else { u64::MAX }
    }

    /// Finds how far each place is from the nearest city that the path could end in, over lanes that are to be had.
    #[inline(never)]
    fn measure(&mut self) {
        let lattice = &self.build.lattice;
        let (mut far, mut queue) = (std::mem::take(&mut self.room.far), std::mem::take(&mut self.room.queue));
        let inside = &self.room.inside;
        queue.clear();
        for (place, (far, &near)) in far.iter_mut().zip(&lattice.near).enumerate() {
            *far = if bits::has(inside, place) { PASSED } else { NEVER };
            if near == 0 && *far == NEVER {
                *far = 0;
                queue.push(PlaceId::from(place));
            }
        }
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let distance = far[place.index()] + 1;
            if distance == PASSED || !self.leaves(distance) {
                break;
            }
            for &(lane, from) in &lattice.around[lattice.around_from[place.index()]..lattice.around_from[place.index() + 1]] {
                if far[from.index()] == NEVER && bits::has(self.available, lane.index()) {
                    far[from.index()] = distance;
                    queue.push(from);
                }
            }
        }
        (self.room.far, self.room.queue) = (far, queue);
    }

    /// Whether a free lane can be the next one of a path that reaches a city.
    fn begins(&mut self, exit: &Exit) -> bool {
        let found = self.leads_on(exit);
        if found || self.unmeasured != Some(0) {
            return found;
        }
        // Many lanes led nowhere: it is worth knowing how far it is.
        self.measure();
        self.unmeasured = None;
        self.leads_on(exit)
    }

    /// Whether a path that takes a free lane can be paid for and reaches a city.
    fn leads_on(&mut self, exit: &Exit) -> bool {
        let Exit { to, demand, length, .. } = *exit;
        let far = self.room.far[to.index()];
        if far == NEVER || self.pieces < i32::from(length) + i32::from(far) {
            return false;
        }
        // What cannot be paid now cannot be paid with more lanes either.
        if let Some(scales) = &self.build.scales {
            let before = scales.demand(&mut self.balance, demand);
            let payable = scales.leaves(&self.balance, far) && scales.covers(&self.balance);
            let found = payable && (far == 0 || self.goes_on(to, far, length));
            self.balance.restore(demand, before);
            return found;
        }
        self.cards -= i32::from(demand.count);
        self.room.bill.add(demand);
        let PathRoom { bill, ways, .. } = &mut *self.room;
        let payable = self.cards >= far.into() && ways.find(&self.build.stand_ins, bill, self.hand);
        let found = payable && (far == 0 || self.goes_on(to, far, length));
        self.room.bill.take_back(demand);
        self.cards += i32::from(demand.count);
        found
    }

    /// Whether a path that was taken as far as a junction reaches a city.
    fn goes_on(&mut self, at: PlaceId, far: u8, length: u8) -> bool {
        let Build { lattice, scales, .. } = self.build;
        match &mut self.unmeasured {
            Some(0) => return false,
            Some(left) => *left -= 1,
            // The shortest way on passes no place of the path: a place nearer to a city would have done already.
            None if lattice.single && scales.is_some() && i32::from(far) <= self.balance.certain() => return true,
            None => {}
        }
        bits::put(&mut self.room.inside, at.index());
        self.pieces -= i32::from(length);
        let sure = self.last_is_sure();
        let mut found = false;
        'search: for exits in lattice.onward[lattice.range(at)].chunks(64) {
            for i in bits::Ones(free(exits, self.kinds(), self.available, &self.room.inside)) {
                found = sure && lattice.near[exits[i].to.index()] == 0 || self.leads_on(&exits[i]);
                if found {
                    break 'search;
                }
            }
        }
        self.pieces += i32::from(length);
        bits::clear(&mut self.room.inside, at.index());
        found
    }
}
