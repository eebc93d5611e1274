//! What expressions say of distances, compared with the same found by other means.

use crate::common::{Table, rules};
use railwright_core::bits;
use railwright_core::components::{BARRED, OPEN};
use railwright_core::id::{LaneId, PartyId, PlaceId, SeatId};

fn answer(table: &mut Table, seat: SeatId, text: &str) -> i64 {
    let formula = table.engine.formula(text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
    table.engine.answer(&table.state, seat, &formula).expect("no fault").value
}

#[test]
fn missing_is_the_shortest_way_over_own_and_open_lanes() {
    let rules = rules("ticket-to-ride", 2);
    let map = &rules.parts.map;
    let mut table = Table::new(rules.clone(), 21);
    let (mut compared, mut joined, mut cut_off) = (0, 0, 0);
    while !table.over() {
        let seat = table.someone();
        let [a, b] = [0, 1].map(|_| table.random.below(map.places.len() as u32) as usize);
        let state = &table.state;
        let party = PartyId::from(seat);
        let cost = |lane: LaneId| match lane.index() {
            i if bits::has(state.own(&rules.parts, party), i) => 0,
            i if bits::has(state.set(&rules.parts, BARRED, party.index()), i) => 1000,
            i if bits::has(state.set(&rules.parts, OPEN, 0), i) => u32::from(map.lane(lane).length),
            _ => 1000,
        };
        let expected = map.distances(PlaceId::from(a), cost)[b].filter(|d| *d < 1000).map_or(99, i64::from);
        let text = format!("missing({}, {})", map.places[a].id, map.places[b].id);
        assert_eq!(answer(&mut table, seat, &text), expected, "{text}");
        (compared, joined) = (compared + 1, joined + i32::from(expected == 0 && a != b));
        cut_off += i32::from(expected == 99);
        let choice = table.choice(seat);
        table.step(choice);
    }
    assert!(compared > 100 && joined + cut_off > 0, "{compared} compared, {joined} joined, {cut_off} cut off");
}

#[test]
fn lanes_toward_a_goal_are_those_without_which_it_would_be_farther() {
    let rules = rules("ticket-to-ride", 2);
    let mut table = Table::new(rules, 3);
    while table.state.clock().waiting.iter().count() > 1 || table.state.clock().turn == 0 {
        let seat = table.someone();
        let choice = table.choice(seat);
        table.step(choice);
    }
    let seat = table.someone();
    let toward = answer(&mut table, seat, "lanes(toward(tickets, from, to))");
    let spaces = answer(&mut table, seat, "sum(tickets, missing(from, to), true)");
    assert!(toward > 0 && spaces > 0);
    assert_eq!(answer(&mut table, seat, "lanes(toward(tickets, from, to) and not open)"), 0);
    // Every ticket has a way of lanes toward it, so there are at least as many spaces as the longest one asks for.
    let all = answer(&mut table, seat, "sum-lanes(length, toward(tickets, from, to))");
    assert!(all * answer(&mut table, seat, "size(tickets)") >= spaces, "{all} spaces toward {spaces}");
}

#[test]
fn away_is_counted_from_the_ends_of_a_company_and_from_its_home_before_it_has_any() {
    let rules = rules("santa-fe-rails", 2);
    let map = &rules.parts.map;
    let mut table = Table::new(rules.clone(), 5);
    let home = rules.parts.companies.iter().find(|c| c.id == "santa-fe").and_then(|c| c.home).expect("a home");
    let spaces = map.distances(home, |lane| u32::from(map.lane(lane).length));
    let los_angeles = map.find_place("los-angeles").expect("a city");
    let text = "sum-companies(away(los-angeles), company == santa-fe)";
    let seat = table.someone();
    assert_eq!(Some(answer(&mut table, seat, text)), spaces[los_angeles.index()].map(i64::from));
    assert_eq!(answer(&mut table, seat, "sum-companies(away(chicago), company == santa-fe)"), 0);
    while !table.over() {
        let seat = table.someone();
        assert_eq!(answer(&mut table, seat, "sum-companies(places(connected and away(here) > 0), true)"), 0);
        let choice = table.choice(seat);
        table.step(choice);
    }
}

#[test]
fn a_train_runs_over_own_track_and_contracts_name_their_best_city() {
    let rules = rules("spike", 2);
    let mut table = Table::new(rules, 8);
    let mut reached = 0;
    while !table.over() {
        let seat = table.someone();
        if table.state.clock().turn > 0 {
            assert_eq!(answer(&mut table, seat, "at(train-place, train-distance(here))"), 0, "a train is where it stands");
            assert_eq!(answer(&mut table, seat, "places(train-distance(here) < 99 and away(here) > 0)"), 0);
            assert_eq!(answer(&mut table, seat, "count(contracts, top(pays, paid) == best(pays, true))"), {
                answer(&mut table, seat, "size(contracts)")
            });
            assert_eq!(answer(&mut table, seat, "nearest(away(here), reached)"), 0);
            // The same said in two ways: an attribute compared, and a filter that is worked out for every place.
            let [compared, filtered] = ["good == outer(good)", "good == outer(good) and true"]
                .map(|which| answer(&mut table, seat, &format!("sum(contracts, nearest(away(here), {which}), true)")));
            assert_eq!(compared, filtered);
            reached += answer(&mut table, seat, "places(city and train-distance(here) > 0 and train-distance(here) < 99)");
        }
        let choice = table.choice(seat);
        table.step(choice);
    }
    assert!(reached > 0, "no train could ever go anywhere");
}
