//! Which lanes a path may begin or go on with, beside a search that tries everything.

use crate::common::{Table, rules};
use railwright_core::bits;
use railwright_core::components::{CHOSEN, CONNECTED};
use railwright_core::id::{LaneId, PlaceId, SeatId};
use railwright_rules::{Engine, Rules};
use railwright_script::Rhai;
use std::collections::BTreeSet;

const COLOURS: usize = 6;
/// With more cards trying everything takes too long.
const CARDS: u8 = 8;

type Counts = [u8; COLOURS];

/// Whether cards pay a bill exactly: for a card one of its colour, or for some of one colour, at most so many, one more of another.
fn pays(bill: &Counts, hand: &Counts, together: u8) -> bool {
    let Some(wanted) = bill.iter().position(|&n| n > 0) else { return true };
    let after = |paid: u8, from: usize, cards: u8| {
        let (mut bill, mut hand) = (*bill, *hand);
        bill[wanted] -= paid;
        hand[from] -= cards;
        pays(&bill, &hand, together)
    };
    hand[wanted] > 0 && after(1, wanted, 1)
        || (0..COLOURS)
            .filter(|&from| from != wanted)
            .any(|from| (1..=bill[wanted].min(together)).any(|paid| hand[from] > paid && after(paid, from, paid + 1)))
}

/// A board on which a path is looked for.
struct Board<'a> {
    rules: &'a Rules,
    open: &'a [u64],
    hand: Counts,
    together: u8,
    colour_of: Vec<usize>,
}

impl Board<'_> {
    /// Whether a path that has come to a place can go on over a lane and reach a new city.
    fn leads(&self, lane: LaneId, from: PlaceId, bill: &Counts, been: &BTreeSet<PlaceId>, pieces: i32) -> bool {
        let map = &self.rules.parts.map;
        let to = map.across(lane, from);
        let mut bill = *bill;
        bill[self.colour_of[lane.index()]] += 1;
        if pieces < 1 || !bits::has(self.open, lane.index()) || been.contains(&to) || !pays(&bill, &self.hand, self.together) {
            return false;
        }
        if !map.place(to).junction {
            return true;
        }
        let mut been = been.clone();
        been.insert(to);
        map.lanes_at(to).iter().any(|&next| self.leads(next, to, &bill, &been, pieces - 1))
    }
}

/// The lanes that a seat may take next, if it is to choose one and has few cards.
fn lanes(table: &Table, seat: SeatId, together: u8) -> Option<BTreeSet<(u16, u8)>> {
    let rules = table.engine.rules();
    let (parts, state) = (&rules.parts, &table.state);
    let map = &parts.map;
    let zone = parts.find_zone("hand").expect("a hand");
    let cards = parts.cards_in(zone);
    let bag = state.bag(parts, state.spot(parts, zone, seat.into()));
    let progress = state.clock().progress[seat.index()];
    if bag.iter().sum::<u8>() > CARDS || progress.action.is_some() && !map.place(PlaceId(progress.at)).junction {
        return None;
    }
    let colour =
        |lane: &railwright_core::map::Lane| cards.kinds.iter().position(|kind| kind.word == lane.color).expect("a colour");
    let colour_of: Vec<usize> = map.lanes.iter().map(colour).collect();
    let hand = std::array::from_fn(|kind| bag.get(kind).copied().unwrap_or(0));
    let board = Board { rules, open: state.open(parts), hand, together, colour_of };
    let network: BTreeSet<PlaceId> = bits::iter(state.set(parts, CONNECTED, seat.index())).map(PlaceId::from).collect();
    let mut been = network.clone();
    let mut pieces = state.counter(parts, parts.find_counter("tracks").expect("a counter"), seat.index());
    let mut bill = [0; COLOURS];
    if progress.action.is_some() {
        for lane in bits::iter(state.set(parts, CHOSEN, seat.index())) {
            bill[board.colour_of[lane]] += 1;
            pieces -= 1;
            been.extend(map.lanes[lane].ends);
        }
    }
    let mut found = BTreeSet::new();
    for from in (0..map.places.len()).map(PlaceId::from) {
        let begins = match (progress.action, network.is_empty()) {
            (Some(_), _) => from.0 == progress.at,
            (None, false) => network.contains(&from),
            (None, true) => !map.place(from).junction,
        };
        let been = been.iter().copied().chain([from]).collect();
        for &lane in map.lanes_at(from).iter().filter(|_| begins) {
            if board.leads(lane, from, &bill, &been, pieces) {
                found.insert((lane.0, u8::from(map.lane(lane).ends[0] == from)));
            }
        }
    }
    Some(found)
}

#[test]
fn a_lane_is_offered_exactly_if_a_path_over_it_can_be_completed() {
    let hills = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/hills/hills.toml");
    for (game, together, players, seeds) in [("spike", u8::MAX, 2, 0..20), ("spike", u8::MAX, 4, 0..12), (hills, 1, 3, 0..60)] {
        let rules = rules(game, players);
        let build = rules.actions.iter().position(|action| action.id == "build").expect("an action");
        let (mut compared, mut offered) = (0, 0);
        for seed in seeds {
            let mut table = Table::new(rules.clone(), seed);
            while !table.over() {
                let seat = table.someone();
                let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
                // Where cards may be drawn, a path may be begun.
                let begins = legal.iter().any(|a| rules.actions.get(a.action.index()).is_some_and(|a| a.id == "draw"));
                let busy = table.state.clock().progress[seat.index()].action;
                let building = busy.map_or(begins, |a| a.index() == build);
                if let Some(wanted) = lanes(&table, seat, together).filter(|_| building) {
                    let listed = legal.iter().filter(|a| a.action.index() == build).map(|a| (a.subject, a.form));
                    assert_eq!(listed.collect::<BTreeSet<_>>(), wanted, "seed {seed}, turn {}", table.state.clock().turn);
                    compared += 1;
                    offered += wanted.len();
                }
                let choice = table.choice(seat);
                table.step(choice);
            }
        }
        assert!(compared > 300 && offered > 1000, "{compared} decisions with {offered} lanes say little");
    }
}

#[test]
fn what_an_engine_was_asked_before_changes_no_answer() {
    for game in ["spike", "spike-advanced"] {
        let rules = rules(game, 3);
        let mut veteran = Engine::new(rules.clone(), &Rhai);
        for seed in 0..4 {
            let mut tables = [seed, seed + 100].map(|seed| Table::new(rules.clone(), seed));
            while tables.iter().any(|table| !table.over()) {
                for table in tables.iter_mut().filter(|table| !table.over()) {
                    let seat = table.someone();
                    let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
                    assert_eq!(veteran.legal(&table.state, seat).expect("no fault"), legal, "{game}, seed {seed}");
                    let choice = table.choice(seat);
                    table.step(choice);
                }
            }
        }
    }
}
