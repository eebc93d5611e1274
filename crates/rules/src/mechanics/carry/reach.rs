//! Which ways can be finished: the search behind every offer.
//!
//! For each place and each number of units that may still be spent the least toll is worked out for which a place can be reached in which
//! the way stops. Lanes and tolls are never less than nothing, so the cheapest way comes to no place twice; those that the way has been to
//! are left out. That is exact: a way can be begun or gone on with if and only if some whole way begins like it.
//!
//! Where no toll is paid and every lane counts alike, it is enough to know which places lie within so many lanes: see [`Near`].

use super::near::Near;
use super::{Carry, Load};
use crate::limits::SPACES_OF_A_WAY;
use crate::mechanics::DecisionContext;
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::CHOSEN;
use railwright_core::expr::{Eval, Item};
use railwright_core::id::{KindId, LaneId, PlaceId};
use railwright_core::narrow::saturated;

/// No way leads there.
const NEVER: i32 = i32::MAX;

/// A way that is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Journey {
    /// Where it has come to.
    pub(super) at: PlaceId,
    /// The card that is carried.
    pub(super) card: Option<KindId>,
}

/// Room for the search, reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct CarryScratch {
    /// The lanes that the way may go over, as bits.
    usable: Vec<u64>,
    /// What each lane costs.
    tolls: Vec<i32>,
    /// The places in which the way stops, as bits.
    stops: Vec<u64>,
    /// The places that it has been to, as bits.
    visited: Vec<u64>,
    /// For each number of units and each place the least toll to a place in which it stops.
    least: Vec<i32>,
    /// Where no toll is paid and lanes count alike: the places beside each place.
    near: Near,
    /// For each kind of card the places in which cards of it lie, as bits.
    lying: Vec<u64>,
}

/// The search of one decision.
pub(super) struct Search<'a, 'w> {
    carry: &'a Carry,
    context: &'a DecisionContext<'a>,
    work: &'w mut Workspace,
    /// How many units the whole way may have.
    max: usize,
    /// How much toll can be paid in all.
    purse: i32,
    /// Whether no toll is paid and every lane counts alike.
    plain: bool,
}

impl Carry {
    /// Whether the way of a card, or of a train, stops in a place.
    pub(super) fn stops(&self, context: &DecisionContext, work: &mut Workspace, place: PlaceId, card: Option<KindId>) -> bool {
        if let Some(known) = &self.known_stops {
            return bits::has(known.of_card(card), place.index());
        }
        let around = self.carried(context, card);
        let eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
        eval.about(Item::Place(place)).within(around).holds(&self.stop)
    }

    /// What is carried as formulas about places see it.
    pub(super) fn carried(&self, context: &DecisionContext, card: Option<KindId>) -> Item {
        match (self.load, card) {
            (Load::Card { from, .. }, Some(kind)) => Item::Card(context.rules.parts.zone(from).cards, kind),
            _ => Item::Nothing,
        }
    }
}

impl<'a, 'w> Search<'a, 'w> {
    /// Looks at all lanes: which may be used, and for how much.
    pub(super) fn new(carry: &'a Carry, context: &'a DecisionContext<'a>, work: &'w mut Workspace) -> Self {
        let DecisionContext { rules, state, seat, .. } = *context;
        let (parts, lanes) = (&rules.parts, rules.parts.map.lanes.len());
        let most = if carry.by_spaces { SPACES_OF_A_WAY } else { parts.map.places.len() as i64 };
        let mut eval = Eval::new(parts, state, seat.into(), &mut work.scratch);
        let max = saturated::<usize>(carry.max.as_ref().map_or(most, |max| eval.value(&max.expr)).clamp(0, most));
        let CarryScratch { usable, tolls, .. } = &mut work.carry;
        usable.clear();
        usable.resize(bits::words(lanes), 0);
        bits::fill(usable, lanes);
        carry.sieve.sift(&mut eval, usable);
        tolls.clear();
        tolls.resize(lanes, 0);
        let purse = match carry.toll.as_ref().filter(|_| !work.free) {
            Some(toll) => {
                bits::iter(usable).for_each(|lane| tolls[lane] = toll.of(&mut eval, LaneId::from(lane), seat));
                toll.purse(parts, state, seat)
            }
            None => NEVER - 1,
        };
        let plain = !carry.by_spaces && (carry.toll.is_none() || work.free);
        if plain {
            let CarryScratch { usable, near, .. } = &mut work.carry;
            near.join(&parts.map, usable);
        }
        Search { carry, context, work, max, purse, plain }
    }

    /// Without a limit, to find out what keeps a way from being finished.
    pub(super) fn without_max(mut self) -> Self {
        self.max =
            if self.carry.by_spaces { saturated::<usize>(SPACES_OF_A_WAY) } else { self.context.rules.parts.map.places.len() };
        self
    }

    /// Without tolls, likewise.
    pub(super) fn without_tolls(mut self) -> Self {
        self.purse = NEVER - 1;
        self
    }

    /// How many units the whole way may have.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Whether the way may go over a lane at all.
    pub(super) fn may_use(&self, lane: LaneId) -> bool {
        bits::has(&self.work.carry.usable, lane.index())
    }

    fn units(&self, lane: usize) -> usize {
        if self.carry.by_spaces { self.context.rules.parts.map.lanes[lane].length.into() } else { 1 }
    }

    /// Notes in which places a card, or a train, would stop.
    fn find_stops(&mut self, card: Option<KindId>) {
        let places = self.context.rules.parts.map.places.len();
        let mut stops = std::mem::take(&mut self.work.carry.stops);
        stops.clear();
        if let Some(known) = &self.carry.known_stops {
            stops.extend_from_slice(known.of_card(card));
        } else {
            stops.resize(bits::words(places), 0);
            for place in (0..places).map(PlaceId::from) {
                if self.carry.stops(self.context, self.work, place, card) {
                    bits::put(&mut stops, place.index());
                }
            }
        }
        self.work.carry.stops = stops;
    }

    /// Forgets where the way has been.
    fn forget(&mut self) {
        let places = self.context.rules.parts.map.places.len();
        let visited = &mut self.work.carry.visited;
        visited.clear();
        visited.resize(bits::words(places), 0);
    }

    /// Works out the least tolls for every number of units up to this one.
    fn work_out(&mut self, max: usize) {
        if self.plain {
            return;
        }
        let (map, by_spaces) = (&self.context.rules.parts.map, self.carry.by_spaces);
        let places = map.places.len();
        let CarryScratch { usable, tolls, stops, visited, least, .. } = &mut self.work.carry;
        least.clear();
        least.resize((max + 1) * places, NEVER);
        for units in 1..=max {
            for place in 0..places {
                let mut best = least[(units - 1) * places + place];
                for &(lane, _) in map.departures(PlaceId::from(place)) {
                    let to = map.across(lane, PlaceId::from(place)).index();
                    let spent = if by_spaces { map.lane(lane).length.into() } else { 1 };
                    if !bits::has(usable, lane.index()) || bits::has(visited, to) || spent > units {
                        continue;
                    }
                    let rest = if bits::has(stops, to) { 0 } else { least[(units - spent) * places + to] };
                    best = best.min(rest.saturating_add(tolls[lane.index()]));
                }
                least[units * places + place] = best;
            }
        }
    }

    /// Whether a way of so many units can be finished from a place for so much toll, all being worked out.
    fn leads_on(&mut self, units: usize, place: PlaceId, purse: i32) -> bool {
        if self.plain {
            let CarryScratch { near, stops, visited, .. } = &mut self.work.carry;
            return near.leads_to(stops, place.index(), visited, units);
        }
        self.work.carry.least[units * self.context.rules.parts.map.places.len() + place.index()] <= purse
    }

    /// Lists the cards that can be carried, and from where.
    pub(super) fn loads(&mut self, mut each: impl FnMut(KindId, PlaceId)) {
        let mut lying = std::mem::take(&mut self.work.carry.lying);
        let words = self.find_lying(&mut lying);
        for (kind, places) in lying.chunks_exact(words).enumerate().filter(|(_, places)| places.iter().any(|&word| word != 0)) {
            let kind = KindId::from(kind);
            self.find_stops(Some(kind));
            self.forget();
            self.work_out(self.max);
            for place in bits::iter(places).map(PlaceId::from) {
                if self.is_wanted(kind, place) && self.can_leave(place) {
                    each(kind, place);
                }
            }
        }
        self.work.carry.lying = lying;
    }

    /// Finds for each kind of card the places in which cards of it lie, as bits; says how many words a set has.
    fn find_lying(&self, lying: &mut Vec<u64>) -> usize {
        lying.clear();
        let DecisionContext { rules, state, seat, .. } = *self.context;
        let (parts, places) = (&rules.parts, rules.parts.map.places.len());
        let words = bits::words(places).max(1);
        let Load::Card { from, .. } = self.carry.load else { return words };
        lying.resize(parts.cards_in(from).kinds.len() * words, 0);
        for place in (0..places).map(PlaceId::from) {
            let spot = parts.spot_about(from, seat.into(), Item::Place(place));
            for kind in bits::iter(&state.kinds_in(parts, spot)) {
                bits::put(&mut lying[kind * words..(kind + 1) * words], place.index());
            }
        }
        words
    }

    /// Whether a card in a place is among those that may be carried.
    pub(super) fn is_wanted(&mut self, kind: KindId, place: PlaceId) -> bool {
        let DecisionContext { rules, state, seat, .. } = *self.context;
        let eval = Eval::new(&rules.parts, state, seat.into(), &mut self.work.scratch);
        let mut card = eval.about(self.carry.carried(self.context, Some(kind))).within(Item::Place(place));
        self.carry.which.as_ref().is_none_or(|which| card.holds(&which.whole))
    }

    /// Whether a way from a place can be finished, the stops being known and what is least worked out. It cannot come back to where it began.
    fn can_leave(&mut self, place: PlaceId) -> bool {
        if !bits::has(&self.work.carry.stops, place.index()) {
            return self.leads_on(self.max, place, self.purse);
        }
        bits::put(&mut self.work.carry.visited, place.index());
        self.work_out(self.max);
        let can = self.leads_on(self.max, place, self.purse);
        self.forget();
        self.work_out(self.max);
        can
    }

    /// Whether a card could be carried from a place.
    pub(super) fn can_carry(&mut self, kind: KindId, place: PlaceId) -> bool {
        self.find_stops(Some(kind));
        self.forget();
        self.work_out(self.max);
        self.can_leave(place)
    }

    /// Lists the lanes over which a way can go on, and where each leads.
    pub(super) fn next_lanes(&mut self, journey: Journey, mut each: impl FnMut(LaneId, PlaceId)) {
        let map = &self.context.rules.parts.map;
        let Some((left, purse)) = self.on_the_way(journey) else { return };
        for &(lane, _) in map.departures(journey.at) {
            let (to, spent) = (map.across(lane, journey.at), self.units(lane.index()));
            let toll = self.work.carry.tolls[lane.index()];
            let is_new = self.may_use(lane) && !bits::has(&self.work.carry.visited, to.index());
            if !is_new || spent > left || toll > purse {
                continue;
            }
            let ends = bits::has(&self.work.carry.stops, to.index());
            if ends || self.leads_on(left - spent, to, purse - toll) {
                each(lane, to);
            }
        }
    }

    /// Gets ready to go on with a way: what it may still spend, in units and in tolls; nothing if it has spent too much.
    fn on_the_way(&mut self, journey: Journey) -> Option<(usize, i32)> {
        let (parts, state) = (&self.context.rules.parts, self.context.state);
        self.find_stops(journey.card);
        self.forget();
        let (mut left, mut purse) = (self.max, self.purse);
        bits::put(&mut self.work.carry.visited, journey.at.index());
        // Lanes of the way count where it is under way; before that nothing is chosen.
        for lane in bits::iter(state.set(parts, CHOSEN, self.context.seat.index())) {
            left = left.checked_sub(self.units(lane))?;
            purse = purse.checked_sub(self.work.carry.tolls[lane])?;
            parts.map.lanes[lane].ends.iter().for_each(|end| bits::put(&mut self.work.carry.visited, end.index()));
        }
        self.work_out(left);
        (purse >= 0).then_some((left, purse))
    }

    /// Whether the way has been to a place.
    pub(super) fn has_been(&self, place: PlaceId) -> bool {
        bits::has(&self.work.carry.visited, place.index())
    }
}
