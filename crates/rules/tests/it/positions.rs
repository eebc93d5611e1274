//! Lanes that a position gives: by whichever action could give them, with all that follows.

use crate::common::{Table, rules, rules_of};
use railwright_core::id::{LaneId, SeatId};
use railwright_core::{Effects, Events, bits};
use railwright_rules::Rules;

/// A second way to have lanes: for pieces and points of its own.
const RAILS: &str = "extends = \"tunnels\"\ncounters.tracks.start = 2\ncounters.rails = { of = \"seat\", start = 5, min = 0 }\n\
    counters.fame = { of = \"seat\" }\n\
    actions.rail = { do = \"claim\", pieces = \"rails\", gain = { fame = \"length\" }, \
    price = { from = \"hand\", to = \"discard\", count = \"length\", any = \"grey\", wild = \"wild\" } }\n\
    steps.turn.actions = [\"draw\", \"claim\", \"rail\"]\n";

fn counters(rules: &Rules, table: &Table, names: [&str; 4]) -> [i32; 4] {
    names.map(|name| table.state.counter(&rules.parts, rules.parts.find_counter(name).expect("a counter"), 0))
}

#[test]
fn a_lane_is_given_by_the_first_action_that_could_give_it() {
    let rules = rules_of("tunnels", RAILS);
    let mut table = Table::new(rules.clone(), 1);
    for lane in ["east-north", "east-south", "north-west"] {
        assert_eq!(table.engine.give(&mut table.state, SeatId(0), lane), Ok(()));
    }
    assert_eq!(counters(&rules, &table, ["tracks", "points", "rails", "fame"]), [0, 2, 1, 4]);
    let why = table.engine.give(&mut table.state, SeatId(0), "south-west").expect_err("no pieces are left for it");
    assert_eq!(why, "south-west takes 2 tracks and only 0 are left");
    let why = table.engine.give(&mut table.state, SeatId(1), "east-north").expect_err("it is taken");
    assert!(why.starts_with("east-north has been taken by"), "{why}");
}

#[test]
fn of_actions_with_filters_the_one_gives_a_lane_that_is_about_it() {
    let buys = "extends = \"tunnels\"\nremove = [\"actions.claim\", \"actions.add\", \"actions.withdraw\", \"steps.decide\", \"steps.tunnel\"]\n\
        steps.turn.actions = [\"draw\", \"bore\", \"buy\"]\ncounters.fame = { of = \"seat\" }\n\
        actions.bore = { do = \"claim\", where = \"tunnel > 0\", gain = { fame = 5 } }\n\
        actions.buy = { do = \"claim\", where = \"tunnel == 0\", gain = { points = 1 } }\n";
    let rules = rules_of("tunnels", buys);
    let mut table = Table::new(rules.clone(), 1);
    for lane in ["east-north", "north-south", "east-south"] {
        assert_eq!(table.engine.give(&mut table.state, SeatId(0), lane), Ok(()));
    }
    assert_eq!(counters(&rules, &table, ["tracks", "points", "more", "fame"]), [8, 2, 0, 5]);
}

#[test]
fn scripts_hear_of_lanes_that_are_given() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/storm/storm.toml");
    let rules = rules(game, 2);
    let mut table = Table::new(rules.clone(), 1);
    let twins = rules.parts.map.lines.iter().find(|line| line.lanes.len() == 2).expect("a line with two lanes");
    let [lane, twin]: [LaneId; 2] = [twins.lanes[0], twins.lanes[1]];
    let storm = rules.parts.find_set("storm").expect("a set");
    let mut events = Events::default();
    let mut effects = Effects::new(&rules.parts, &mut table.state, &mut events);
    effects.mark(storm, 0, lane.index(), false);
    effects.mark(storm, 0, twin.index(), true);
    assert_eq!(table.engine.give(&mut table.state, SeatId(0), &rules.parts.map.lane(lane).id), Ok(()));
    // A twin that closes takes its storm with it.
    assert!(!bits::has(table.state.set(&rules.parts, storm, 0), twin.index()));
}

#[test]
fn a_lane_that_is_one_seats_alone_is_not_shared_by_another_action() {
    let buy = "extends = \"tunnels\"\nactions.buy = { do = \"claim\", shared = true }\nsteps.turn.actions = [\"draw\", \"claim\", \"buy\"]\n";
    let rules = rules_of("tunnels", buy);
    let mut table = Table::new(rules.clone(), 1);
    let seat = table.someone();
    let other = SeatId(1 - seat.0);
    table.engine.give(&mut table.state, other, "east-north").expect("it is open");
    let mut refused = |text: &str| {
        let action = table.engine.parse(&table.state, seat, text).expect("it can be read");
        table.engine.check(&table.state, seat, action).expect_err("it is taken").to_string()
    };
    let wanted = format!("east-north belongs to seat {} alone", other.0 + 1);
    let why = refused("buy east-north");
    assert!(why.contains(&wanted), "{why}");
}
