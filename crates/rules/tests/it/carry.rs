//! What `carry` offers is compared with all simple ways there are: a first decision or a next lane is offered exactly if some whole way
//! begins like it.

use crate::common::{Table, games, rules};
use railwright_core::id::{CounterId, LaneId, PlaceId, SeatId};
use railwright_core::{Effects, Events, Random};
use std::collections::BTreeSet;

/// Whether a way is one that is asked for.
type Fits<'a> = dyn Fn(&[(LaneId, PlaceId)]) -> bool + 'a;

/// A way: what is carried and from where, and the lanes that it goes over with where each leads.
#[derive(Clone, Debug)]
struct Way {
    load: Option<String>,
    lanes: Vec<(LaneId, PlaceId)>,
}

/// The rules of a game, written out plainly for one seat.
struct Plain<'a> {
    table: &'a Table,
    seat: SeatId,
    /// The counter that says over how many lanes goods go.
    reach: &'a str,
    /// Whether lanes of others cost a coin each, and a good may not leave a place that wants it.
    tolls: bool,
}

impl Plain<'_> {
    fn counter(&self, name: &str) -> i32 {
        let parts = &self.table.engine.rules().parts;
        self.table.state.counter(parts, parts.find_counter(name).expect("a counter"), self.seat.index())
    }

    fn is_own(&self, lane: LaneId) -> bool {
        let parts = &self.table.engine.rules().parts;
        self.table.state.owners(parts, lane).any(|owner| owner.index() == self.seat.index())
    }

    fn is_laid(&self, lane: LaneId) -> bool {
        self.table.state.track(lane).laid == self.table.engine.rules().parts.map.lane(lane).length
    }

    fn wants(&self, place: PlaceId, good: &str) -> bool {
        let parts = &self.table.engine.rules().parts;
        let word = parts.map.place(place).attributes[0];
        !parts.map.place(place).junction && parts.words.text(railwright_core::id::WordId(word as u16)) == good
    }

    /// Every simple way from a place that goes over such lanes, ends in the first place that holds, and does not cost too much.
    fn ways(
        &self,
        so_far: &Way,
        begin: PlaceId,
        usable: &dyn Fn(LaneId) -> bool,
        stops: &dyn Fn(PlaceId) -> bool,
        fits: &Fits,
        found: &mut Vec<Way>,
    ) {
        let map = &self.table.engine.rules().parts.map;
        let at = so_far.lanes.last().map_or(begin, |(_, place)| *place);
        for &lane in map.lanes_at(at) {
            let to = map.across(lane, at);
            let been = to == begin || so_far.lanes.iter().any(|(_, place)| *place == to);
            if been || !usable(lane) {
                continue;
            }
            let mut way = so_far.clone();
            way.lanes.push((lane, to));
            if !fits(&way.lanes) {
                continue;
            }
            if stops(to) { found.push(way) } else { self.ways(&way, begin, usable, stops, fits, found) }
        }
    }

    /// All that the action `carry` allows.
    fn carried(&self) -> Vec<Way> {
        let parts = &self.table.engine.rules().parts;
        let (zone, max, cash) = (parts.find_zone("goods").expect("a zone"), self.counter(self.reach), self.counter("cash"));
        let mut found = Vec::new();
        for place in (0..parts.map.places.len()).map(PlaceId::from) {
            let spot = railwright_core::components::Spot { zone, owner: place.0 };
            let mut lying = Vec::new();
            self.table.state.each_card(parts, spot, |kind, _| lying.push(parts.cards_in(zone).kinds[kind.index()].id.clone()));
            for good in lying.iter().filter(|good| !self.tolls || !self.wants(place, good)) {
                let load = Some(format!("{good} from {}", parts.map.place(place).id));
                let toll = |way: &[(LaneId, PlaceId)]| way.iter().filter(|(lane, _)| !self.is_own(*lane)).count() as i32;
                let fits = |way: &[(LaneId, PlaceId)]| way.len() as i32 <= max && (!self.tolls || toll(way) <= cash);
                let begun = Way { load, lanes: Vec::new() };
                self.ways(&begun, place, &|lane| self.is_laid(lane), &|place| self.wants(place, good), &fits, &mut found);
            }
        }
        found
    }

    /// All that the action `drive` allows.
    fn driven(&self) -> Vec<Way> {
        let parts = &self.table.engine.rules().parts;
        let railwright_core::state::Standing::In(place) = self.table.state.train(self.seat.index()) else { return Vec::new() };
        let (map, max) = (&parts.map, 2 * self.counter("horses"));
        let spaces = |way: &[(LaneId, PlaceId)]| way.iter().map(|(lane, _)| i32::from(map.lane(*lane).length)).sum::<i32>();
        let mut found = Vec::new();
        let begun = Way { load: None, lanes: Vec::new() };
        let city = |place: PlaceId| !map.place(place).junction;
        self.ways(&begun, place, &|lane| self.is_own(lane), &city, &|way| spaces(way) <= max, &mut found);
        found
    }
}

/// What is written next on each of some ways, the word first.
fn next(table: &Table, word: &str, ways: &[Way], done: usize) -> BTreeSet<String> {
    let map = &table.engine.rules().parts.map;
    let lane = |(lane, to): &(LaneId, PlaceId)| format!("{word} {} to {}", map.lane(*lane).id, map.place(*to).id);
    let text = |way: &Way| match (&way.load, done) {
        (Some(load), 0) => format!("{word} {load}"),
        (Some(_), done) => lane(&way.lanes[done - 1]),
        (None, done) => lane(&way.lanes[done]),
    };
    ways.iter().map(text).collect()
}

/// What is offered that begins with a word.
fn offered(table: &mut Table, seat: SeatId, word: &str) -> BTreeSet<String> {
    let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
    let texts = table.engine.print_all(&table.state, seat, &legal);
    texts.into_iter().filter(|text| text.split(' ').next() == Some(word)).collect()
}

/// A position with lanes, horses and money by chance.
fn position(seed: u64) -> (Table, SeatId) {
    let game = games().into_iter().find(|game| game.ends_with("parcels.toml")).expect("the small game");
    let rules = rules(&game, 3);
    let mut table = Table::new(rules.clone(), seed);
    let step = |table: &Table| table.state.clock().frames.last().map(|frame| rules.flow.steps[frame.step.index()].id.clone());
    while step(&table).as_deref() != Some("turn") {
        let seat = table.someone();
        let choice = table.choice(seat);
        table.step(choice);
    }
    let mut random = Random::stream(seed, 5);
    let seat = table.someone();
    for lane in &rules.parts.map.lanes {
        if random.below(4) > 0 {
            // What cannot be given stays nobody's.
            let _ = table.engine.give(&mut table.state, SeatId(random.below(3) as u8), &lane.id);
        }
    }
    let mut events = Events::default();
    let mut effects = Effects::new(&rules.parts, &mut table.state, &mut events);
    let counter = |name: &str| -> CounterId { rules.parts.find_counter(name).expect("a counter") };
    effects.set(counter("horses"), seat.index(), 1 + random.below(5) as i32);
    effects.set(counter("cash"), seat.index(), random.below(6) as i32);
    (table, seat)
}

#[test]
fn a_way_is_offered_decision_by_decision_exactly_if_it_can_be_finished() {
    let (mut compared, mut finished, mut refused) = (0, 0, 0);
    for seed in 0..400 {
        for word in ["carry", "drive"] {
            let (mut table, seat) = position(seed);
            let plain = Plain { table: &table, seat, reach: "horses", tolls: true };
            let mut ways = if word == "carry" { plain.carried() } else { plain.driven() };
            let mut done = 0;
            while !ways.is_empty() || done == 0 {
                let expected = next(&table, word, &ways, done);
                assert_eq!(offered(&mut table, seat, word), expected, "seed {seed}, {word}, {done} decisions done");
                compared += 1;
                let Some(chosen) = expected.iter().nth(table.random.below(expected.len().max(1) as u32) as usize) else { break };
                ways.retain(|way| next(&table, word, std::slice::from_ref(way), done).contains(chosen));
                let action = table.engine.parse(&table.state, seat, chosen).expect("it was offered");
                let checked = table.engine.check(&table.state, seat, action).expect("it was offered");
                table.step(checked);
                done += 1;
                let whole = ways.iter().any(|way| way.lanes.len() + usize::from(way.load.is_some()) == done);
                assert_eq!(whole, table.state.clock().progress[seat.index()].action.is_none(), "seed {seed}: finished or not");
                if whole {
                    finished += 1;
                    break;
                }
                // What is not offered is refused, with the rule that forbids it.
                for lane in table.engine.rules().parts.map.lanes.clone() {
                    let text = format!("{word} {} to {}", lane.id, table.engine.rules().parts.map.place(lane.ends[1]).id);
                    let action = table.engine.parse(&table.state, seat, &text).expect("notation");
                    if let Err(refusal) = table.engine.check(&table.state, seat, action) {
                        assert!(!refusal.reason.contains('?'), "{text}: {refusal}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 1000 && finished > 300 && refused > 500, "{compared} compared, {finished} finished, {refused} refused");
}

#[test]
fn where_nothing_is_paid_for_lanes_ways_are_offered_that_can_be_finished_too() {
    let (mut compared, mut carried) = (0, 0);
    for seed in 0..20 {
        let mut table = Table::new(rules("slate-and-salt", 3), seed);
        while !table.over() {
            let seat = table.someone();
            let free = table.state.clock().progress[seat.index()].action.is_none();
            let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
            let offered = offered(&mut table, seat, "carry");
            // Whoever can run an errand can choose from all that a turn has.
            let errand = legal.iter().any(|action| table.engine.print(&table.state, seat, *action) == "errand");
            if free && errand {
                let mut ways = Plain { table: &table, seat, reach: "engine", tolls: false }.carried();
                let mut done = 0;
                while !ways.is_empty() || done == 0 {
                    let expected = next(&table, "carry", &ways, done);
                    let offered = self::offered(&mut table, seat, "carry");
                    assert_eq!(offered, expected, "seed {seed}, {done} decisions done");
                    compared += 1;
                    let Some(chosen) = expected.iter().nth(table.random.below(expected.len().max(1) as u32) as usize) else {
                        break;
                    };
                    ways.retain(|way| next(&table, "carry", std::slice::from_ref(way), done).contains(chosen));
                    let action = table.engine.parse(&table.state, seat, chosen).expect("it was offered");
                    let checked = table.engine.check(&table.state, seat, action).expect("it was offered");
                    table.step(checked);
                    done += 1;
                    if ways.iter().any(|way| way.lanes.len() + 1 == done) {
                        carried += 1;
                        break;
                    }
                }
                if done > 0 {
                    continue;
                }
            }
            assert!(free || offered.is_empty(), "a way is gone to its end at once here");
            let choice = table.choice(seat);
            table.step(choice);
        }
    }
    assert!(compared > 2000 && carried > 500, "{compared} compared, {carried} carried");
}
