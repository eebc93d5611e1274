//! What must hold in every state is noticed when it does not: states that the rules could never lead to.

use crate::common::{Table, reported, rules, rules_of};
use railwright_core::{Events, State};
use railwright_rules::{Engine, FaultKind};
use railwright_script::Rhai;
use serde_json::{Value, json};

/// What is found wrong with a fresh game in which something was tampered with.
fn broken(game: &str, tamper: impl Fn(&mut Value)) -> Vec<String> {
    let mut table = Table::new(rules(game, 2), 1);
    assert_eq!(table.engine.broken_invariants(&table.state), []);
    let mut state = serde_json::to_value(&table.state).expect("a state is data");
    tamper(&mut state);
    let state: State = serde_json::from_value(state).expect("still a state");
    table.engine.broken_invariants(&state).into_iter().map(|broken| broken.message).collect()
}

/// Where the words of the first seat's own lanes lie in the state.
fn own_words(game: &str) -> usize {
    rules(game, 2).parts.map.lanes.len().div_ceil(64)
}

#[test]
fn a_card_too_many_in_a_bag() {
    let found = broken("ticket-to-ride", |state| state["bags"][0] = json!(state["bags"][0].as_u64().map(|n| n + 1)));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("instead of"), "{found:?}");
}

#[test]
fn a_card_lost_from_a_pile_and_one_that_became_another() {
    let lost = broken("ticket-to-ride", |state| {
        let cards = state["piles"][0]["cards"].as_array_mut().expect("cards");
        cards.pop();
    });
    assert_eq!(lost.len(), 1, "{lost:?}");
    let changed = broken("ticket-to-ride", |state| {
        let cards = state["piles"][0]["cards"].as_array_mut().expect("cards");
        let other = cards.iter().find(|&card| card != &cards[0]).expect("another kind").clone();
        cards[0] = other;
    });
    assert_eq!(changed.len(), 2, "one too few and one too many: {changed:?}");
}

#[test]
fn a_gap_in_a_row_where_a_card_lay() {
    let found = broken("ticket-to-ride", |state| state["rows"][0] = json!(255));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn track_that_no_set_knows_of() {
    let length = rules("ticket-to-ride", 2).parts.map.lanes[3].length;
    let found = broken("ticket-to-ride", |state| state["tracks"][3] = json!({ "owner": 0, "laid": length, "from": 0 }));
    assert!(found.iter().any(|wrong| wrong.ends_with("is begun and still open")), "{found:?}");
    assert!(found.iter().any(|wrong| wrong.contains("seat 1 disagree")), "{found:?}");
}

#[test]
fn a_set_that_knows_of_a_lane_without_track() {
    let own = own_words("ticket-to-ride");
    let found = broken("ticket-to-ride", |state| state["sets"][own] = json!(8));
    assert!(found.iter().any(|wrong| wrong.contains("seat 1 disagree")), "{found:?}");
}

#[test]
fn more_pieces_than_spaces_and_pieces_of_nobody() {
    for track in [json!({ "owner": 0, "laid": 99, "from": 0 }), json!({ "owner": 255, "laid": 1, "from": 0 })] {
        let found = broken("ticket-to-ride", |state| state["tracks"][3] = track.clone());
        assert!(found.iter().any(|wrong| wrong.contains("pieces on")), "{found:?}");
    }
}

#[test]
fn a_counter_below_its_least_value_and_money_from_nowhere() {
    let santa_fe = rules("santa-fe-rails", 2);
    let floor = santa_fe.parts.counters.iter().position(|c| c.min == Some(0)).expect("a counter with a least value");
    let before: usize = santa_fe.parts.counters[..floor].iter().map(|c| c.start.len()).sum();
    let found = broken("santa-fe-rails", |state| state["counters"][before] = json!(-1));
    assert!(found.iter().any(|wrong| wrong.ends_with("is -1, below its least value 0")), "{found:?}");
    let banked = santa_fe.parts.counters.iter().position(|c| c.bank.is_some()).expect("a counter with a bank");
    let before: usize = santa_fe.parts.counters[..banked].iter().map(|c| c.start.len()).sum();
    let found = broken("santa-fe-rails", |state| state["counters"][before] = json!(1000));
    assert!(found.iter().any(|wrong| wrong.contains("in all instead of")), "{found:?}");
}

#[test]
fn what_the_game_itself_says() {
    let counters = rules("ticket-to-ride", 2);
    let trains = counters.parts.counters.iter().position(|c| c.id == "trains").expect("the trains");
    let before: usize = counters.parts.counters[..trains].iter().map(|c| c.start.len()).sum();
    let found = broken("ticket-to-ride", |state| state["counters"][before + 1] = json!(44));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("invariant trains does not hold for seat 2"), "{found:?}");
}

#[test]
fn a_card_in_a_zone_that_is_not_for_it() {
    let game = |only: &str| format!("extends = \"stalls\"\n{only}\n");
    let rules = rules_of("quarry", &game("zones.stock.only = \"pot\""));
    let fault = Engine::new(rules, &Rhai).start(1, None, &mut Events::default()).expect_err("tiles are dealt, too");
    assert_eq!((fault.kind, fault.place.as_str()), (FaultKind::Invariant, "zones.stock.only"));
    assert!(fault.message.contains("came to `stock`, and `only` keeps it out"), "{fault}");
    // A row is refilled, a bag has what is taken and what is swept.
    for zone in ["stall", "sold"] {
        let rules = rules_of("quarry", &game(&format!("zones.{zone}.only = \"pot\"")));
        let mut engine = Engine::new(rules, &Rhai);
        let mut events = Events::default();
        let met = (0..20).any(|seed| match engine.start(seed, None, &mut events) {
            Err(fault) => fault.place == format!("zones.{zone}.only"),
            Ok(mut state) => loop {
                let Some(seat) = state.clock().waiting.iter().next() else { break false };
                engine.legal(&state, seat).expect("no fault");
                let choice = engine.pick(0).expect("something to choose");
                if let Err(fault) = engine.step(&mut state, choice, &mut events) {
                    break fault.place == format!("zones.{zone}.only");
                }
            },
        });
        assert!(met, "{zone}");
    }
    for (only, says) in [
        ("zones.store.only = \"pot\"", "`fill` puts tile there, and `only` keeps it out"),
        ("zones.stock.only = \"pot and tile\"", "no card fits `only`"),
    ] {
        let found = reported("quarry", &game(only));
        assert!(found.contains(says) && found.contains("mine.toml:2"), "{only}:\n{found}");
    }
}
