//! What needs a look at the whole map: everything is tried.

use crate::{NOWHERE, Plain};
use railwright_core::components::{AT_END, BARRED, BEGUN, CHOSEN, CONNECTED, FieldValue, OPEN, OWN};
use railwright_core::expr::{Expr, Item};
use railwright_core::id::{LaneId, PartyId, PlaceId};
use railwright_core::narrow::saturated;
use railwright_core::state::Standing;

/// Goals beyond so many are left out.
const MOST_GOALS: usize = 24;

impl Plain<'_> {
    // Long because every question about the map has its line in one match, so that none can be forgotten.
    pub(crate) fn on_the_map(self, expr: &Expr) -> i64 {
        match expr {
            Expr::Longest(filter) => {
                let lanes: Vec<LaneId> = self.lanes().filter(|&lane| self.with(Item::Lane(lane)).holds(filter)).collect();
                let mut used = vec![false; lanes.len()];
                self.places().map(|place| self.longest_from(place, &lanes, &mut used)).max().unwrap_or(0)
            }
            Expr::Joined(a, b) => {
                let own = |lane: LaneId| self.has(OWN, self.party.index(), lane.index());
                self.join(a, b, &own).into()
            }
            Expr::JoinedOver(three) => {
                let [a, b, filter] = &**three;
                self.join(a, b, &|lane| self.with(Item::Lane(lane)).holds(filter)).into()
            }
            Expr::Ways(three) => {
                let [a, b, filter] = &**three;
                let lanes: Vec<LaneId> = self.lanes().filter(|&lane| self.with(Item::Lane(lane)).holds(filter)).collect();
                match (self.place(a), self.place(b)) {
                    (Some(a), Some(b)) if a != b => self.ways(a, b, &lanes),
                    _ => 0,
                }
            }
            Expr::Network(two) => {
                let [place, filter] = &**two;
                let over = |lane| self.with(Item::Lane(lane)).holds(filter);
                match self.place(place) {
                    Some(place) => self.reached_from(place, &over).len() as i64,
                    None => 0,
                }
            }
            Expr::Gap(from, to) => {
                let holding = |filter| self.places().filter(move |&place| self.with(Item::Place(place)).holds(filter));
                let from: Vec<(PlaceId, i64)> = holding(from).map(|place| (place, 0)).collect();
                let far = self.far_from(&from, &|lane| self.cost(self.party, lane));
                holding(to).map(|place| far[place.index()]).min().unwrap_or(NOWHERE)
            }
            Expr::Missing(a, b) => match (self.place(a), self.place(b)) {
                (Some(a), Some(b)) => self.far_from(&[(a, 0)], &|lane| self.cost(self.party, lane))[b.index()],
                _ => NOWHERE,
            },
            Expr::MissingOver(three) | Expr::Distance(three) => {
                let [a, b, filter] = &**three;
                let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return NOWHERE };
                let length = |lane: LaneId| i64::from(self.parts.map.lane(lane).length);
                let of = |set, lane: LaneId| self.has(set, self.party.index(), lane.index());
                let cost = |lane: LaneId| match (expr, self.with(Item::Lane(lane)).holds(filter)) {
                    (Expr::Distance(_), holds) => holds.then(|| length(lane)),
                    (_, true) => Some(0),
                    _ if of(BEGUN, lane) => Some(length(lane) - i64::from(self.state.track(lane).laid)),
                    _ => (self.has(OPEN, 0, lane.index()) && !of(BARRED, lane)).then(|| length(lane)),
                };
                self.far_from(&[(a, 0)], &cost)[b.index()]
            }
            Expr::Away(place) => match self.place(place) {
                Some(place) => self.beyond_network()[place.index()],
                None => NOWHERE,
            },
            Expr::Run(place) => match self.place(place) {
                Some(place) => self.beyond_train(place),
                None => NOWHERE,
            },
            Expr::Toward(zone, from, to) => {
                let Item::Lane(lane) = self.item else { unreachable!("only a lane lies on a way") };
                let mut goals: Vec<(u8, [i64; 2])> = Vec::new();
                for card in self.cards(*zone) {
                    let Item::Card(set, kind) = card else { continue };
                    let end = |field: u8| match self.parts.cards[set.index()].kinds[kind.index()].fields[field as usize] {
                        FieldValue::One(place) => i64::from(place),
                        _ => -1,
                    };
                    goals.push((kind.0, [end(*from), end(*to)]));
                }
                goals.sort_unstable();
                goals.dedup();
                let on_map = goals.iter().filter(|(_, ends)| ends.iter().all(|&end| end >= 0)).take(MOST_GOALS);
                on_map
                    .into_iter()
                    .any(|(_, [a, b])| self.on_the_way(lane, PlaceId(saturated::<u16>(*a)), PlaceId(saturated::<u16>(*b))))
                    .into()
            }
            other => unreachable!("{other:?}"),
        }
    }

    /// The longest trail out of a place over lanes that are not used yet.
    fn longest_from(self, place: PlaceId, lanes: &[LaneId], used: &mut [bool]) -> i64 {
        let mut longest = 0;
        for at in 0..lanes.len() {
            let lane = self.parts.map.lane(lanes[at]);
            if used[at] || !lane.ends.contains(&place) {
                continue;
            }
            used[at] = true;
            let next = if lane.ends[0] == place { lane.ends[1] } else { lane.ends[0] };
            longest = longest.max(i64::from(lane.length) + self.longest_from(next, lanes, used));
            used[at] = false;
        }
        longest
    }

    /// Whether lanes join two places, breadth first.
    fn join(self, a: &Expr, b: &Expr, over: &dyn Fn(LaneId) -> bool) -> bool {
        let (Some(a), Some(b)) = (self.place(a), self.place(b)) else { return false };
        self.reached_from(a, over).contains(&b)
    }

    /// Ways that share no lane, one found after the other; a later one may go against an earlier one, which then goes elsewhere.
    fn ways(self, a: PlaceId, b: PlaceId, lanes: &[LaneId]) -> i64 {
        // A unit of flow over a lane, from its first end to its second or back.
        let mut flow = vec![0_i8; lanes.len()];
        let mut ways = 0;
        loop {
            let mut before: Vec<(PlaceId, Option<(usize, i8)>)> = vec![(a, None)];
            let mut next = 0;
            while next < before.len() && before.iter().all(|(place, _)| *place != b) {
                let place = before[next].0;
                next += 1;
                for (at, lane) in lanes.iter().enumerate() {
                    let [from, to] = self.parts.map.lane(*lane).ends;
                    for (here, there, way) in [(from, to, 1), (to, from, -1)] {
                        if here == place && flow[at] != way && before.iter().all(|(known, _)| *known != there) {
                            before.push((there, Some((at, way))));
                        }
                    }
                }
            }
            let Some(mut found) = before.iter().position(|(place, _)| *place == b) else { return ways };
            while let Some((at, way)) = before[found].1 {
                flow[at] += way;
                let [from, to] = self.parts.map.lane(lanes[at]).ends;
                let back = if way == 1 { from } else { to };
                found = before.iter().position(|(place, _)| *place == back).expect("the way began somewhere");
            }
            ways += 1;
        }
    }

    /// All places that lanes lead to from one, itself among them.
    fn reached_from(self, a: PlaceId, over: &dyn Fn(LaneId) -> bool) -> Vec<PlaceId> {
        let mut reached = vec![a];
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            for lane in self.lanes().filter(|&lane| self.parts.map.lane(lane).ends.contains(&place) && over(lane)) {
                for end in self.parts.map.lane(lane).ends {
                    if !reached.contains(&end) {
                        reached.push(end);
                    }
                }
            }
        }
        reached
    }

    /// The spaces that a party must still fill to go over a lane, if it can have it.
    fn cost(self, party: PartyId, lane: LaneId) -> Option<i64> {
        let of = |set| self.has(set, party.index(), lane.index());
        let length = i64::from(self.parts.map.lane(lane).length);
        if of(OWN) || of(CHOSEN) {
            Some(0)
        } else if of(BEGUN) {
            Some(length - i64::from(self.state.track(lane).laid))
        } else if self.has(OPEN, 0, lane.index()) && !of(BARRED) {
            Some(length)
        } else {
            None
        }
    }

    /// Distances from several places, lanes being gone over until nothing gets nearer.
    fn far_from(self, from: &[(PlaceId, i64)], cost: &dyn Fn(LaneId) -> Option<i64>) -> Vec<i64> {
        let mut far = vec![NOWHERE; self.parts.map.places.len()];
        from.iter().for_each(|&(place, distance)| far[place.index()] = far[place.index()].min(distance));
        loop {
            let before = far.clone();
            for lane in self.lanes() {
                let Some(cost) = cost(lane) else { continue };
                let [a, b] = self.parts.map.lane(lane).ends.map(PlaceId::index);
                far[a] = far[a].min(far[b] + cost);
                far[b] = far[b].min(far[a] + cost);
            }
            if far == before {
                return far;
            }
        }
    }

    /// How many spaces must still be filled from the network of the party, or of the company in question, to each place.
    fn beyond_network(self) -> Vec<i64> {
        let party = match (self.item, self.around) {
            (Item::Company(company), _) | (_, Item::Company(company)) => self.parts.company_party(company),
            _ => self.party,
        };
        let company = self.parts.company_of(party);
        let of = |set, member| self.has(set, party.index(), member);
        let mut from: Vec<(PlaceId, i64)> = Vec::new();
        for lane in self.lanes() {
            let strip = self.parts.map.lane(lane);
            if of(BEGUN, lane.index()) {
                let track = self.state.track(lane);
                from.push((strip.ends[1 - usize::from(track.from & 1)], i64::from(strip.length - track.laid)));
            }
            if of(CHOSEN, lane.index()) {
                from.extend(strip.ends.map(|end| (end, 0)));
            }
        }
        let ends = if company.is_some() { AT_END } else { CONNECTED };
        from.extend(self.places().filter(|place| of(ends, place.index())).map(|place| (place, 0)));
        if from.is_empty() {
            match company {
                Some(company) => from.extend(self.parts.companies[company].home.map(|home| (home, 0))),
                None => from.extend(self.places().map(|place| (place, 0))),
            }
        }
        // Track of companies grows out of its open ends alone.
        let mut far = self.far_from(&from, &|lane| self.cost(party, lane).filter(|&cost| cost > 0 || company.is_none()));
        self.places().filter(|place| of(CONNECTED, place.index())).for_each(|place| far[place.index()] = 0);
        far
    }

    /// How many spaces the party's train has to a place.
    fn beyond_train(self, place: PlaceId) -> i64 {
        let own =
            |lane: LaneId| self.has(OWN, self.party.index(), lane.index()).then(|| i64::from(self.parts.map.lane(lane).length));
        match self.state.train_of(self.parts, self.party) {
            Standing::Off => NOWHERE,
            Standing::In(there) if there == place => 0,
            Standing::In(there) => self.far_from(&[(there, 1)], &own)[place.index()],
            Standing::On { lane, space, towards } => {
                let strip = self.parts.map.lane(lane);
                let left = if towards == 1 { strip.length + 1 - space } else { space };
                self.far_from(&[(strip.ends[usize::from(towards & 1)], left.into())], &own)[place.index()]
            }
        }
    }

    /// Whether a lane still to be had lies on a shortest way between two places.
    fn on_the_way(self, lane: LaneId, a: PlaceId, b: PlaceId) -> bool {
        let cost = |lane| self.cost(self.party, lane);
        let Some(price) = cost(lane).filter(|&price| price > 0) else { return false };
        let (out, back) = (self.far_from(&[(a, 0)], &cost), self.far_from(&[(b, 0)], &cost));
        let shortest = out[b.index()];
        let [x, y] = self.parts.map.lane(lane).ends.map(PlaceId::index);
        let over = (out[x] + price + back[y]).min(out[y] + price + back[x]);
        shortest > 0 && shortest < NOWHERE && over == shortest
    }
}
