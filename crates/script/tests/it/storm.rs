//! A whole game that leans on a rule script wherever one can.

use crate::common::{FOLDER, asked, engine, legal, play};
use railwright_core::bits;
use railwright_core::id::SeatId;
use railwright_core::{Event, Events};
use railwright_rules::ScoreSheet;

#[test]
fn random_games_end_and_break_no_invariant() {
    for players in [2, 3] {
        let mut engine = engine(FOLDER, players);
        for seed in 0..60 {
            let (state, _) = play(&mut engine, seed, &mut Events::default(), |engine, state| {
                assert_eq!(engine.broken_invariants(state), [], "seed {seed}");
            });
            let mut sheet = ScoreSheet::default();
            engine.score(&state, &mut sheet).unwrap();
            assert!(!sheet.winners(players).is_empty());
        }
    }
}

#[test]
fn who_listens_changes_nothing() {
    let mut engine = engine(FOLDER, 3);
    for seed in 0..30 {
        let (quiet, _) = play(&mut engine, seed, &mut Events::default(), |_, _| ());
        let mut all = Events::all();
        let (heard, _) = play(&mut engine, seed, &mut all, |_, _| ());
        assert_eq!(quiet, heard, "seed {seed}");
        assert_eq!(all.log.iter().filter(|e| matches!(e, Event::Over)).count(), 1);
        let mut rounds = Events { heard: Event::Round(0).bit(), ..Events::default() };
        play(&mut engine, seed, &mut rounds, |_, _| ());
        assert!(rounds.log.iter().all(|e| matches!(e, Event::Round(_))), "nobody asked for anything else");
    }
}

#[test]
fn a_storm_closes_a_lane_to_native_claims_and_lifting_it_opens_it() {
    let mut engine = engine(FOLDER, 2);
    let rules = engine.rules().clone();
    let storm = rules.parts.find_set("storm").unwrap();
    let (mut closed, mut driven) = (0, 0);
    for seed in 0..40 {
        play(&mut engine, seed, &mut Events::default(), |engine, state| {
            if state.clock().over.is_some() {
                return;
            }
            let seat = asked(state);
            let texts = legal(engine, state, seat);
            driven += texts.iter().filter(|t| t.starts_with("drive ")).count();
            for lane in bits::iter(state.set(&rules.parts, storm, 0)) {
                let id = &rules.parts.map.lanes[lane].id;
                assert!(!texts.iter().any(|t| t.starts_with(&format!("claim {id} "))), "{id} has a storm: {texts:?}");
                // The same position without the storm: whoever can pay for the lane may have it.
                let mut calm = state.clone();
                let mut events = Events::default();
                railwright_core::Effects::new(&rules.parts, &mut calm, &mut events).mark(storm, 0, lane, false);
                closed += legal(engine, &calm, seat).iter().filter(|t| t.starts_with(&format!("claim {id} "))).count();
            }
        });
    }
    assert!(closed > 50 && driven > 50, "storms closed {closed} claims, and {driven} times one could be driven on");
}

#[test]
fn a_refusal_names_the_storm() {
    let mut engine = engine(FOLDER, 2);
    let rules = engine.rules().clone();
    let state = engine.start(3, None, &mut Events::default()).unwrap();
    let storm = rules.parts.find_set("storm").unwrap();
    let lane = bits::iter(state.set(&rules.parts, storm, 0)).next().expect("a first storm has come up");
    let seat = asked(&state);
    let text = format!("claim {} with 2 engine", rules.parts.map.lanes[lane].id);
    let action = engine.parse(&state, seat, &text).unwrap();
    let refusal = engine.check(&state, seat, action).unwrap_err().to_string();
    assert!(refusal.contains("storm"), "{refusal}");
}

#[test]
fn tables_filled_at_load_enter_prices_and_points() {
    let engine = engine(FOLDER, 2);
    let map = &engine.rules().parts.map;
    let rough: Vec<&str> = map.lanes.iter().filter(|l| l.attributes[0] == 1).map(|l| l.id.as_str()).collect();
    assert_eq!(rough, ["birch-cedar", "birch-fir", "cedar-fir"]);
}

#[test]
fn a_scripted_action_is_printed_read_checked_and_carried_out() {
    let mut engine = engine(FOLDER, 2);
    let rules = engine.rules().clone();
    let charms = rules.parts.find_counter("charms").unwrap();
    for seed in 0..50 {
        let mut state = engine.start(seed, Some(SeatId(1)), &mut Events::default()).unwrap();
        let Some(text) = legal(&mut engine, &state, SeatId(1)).into_iter().find(|t| t.starts_with("drive ")) else { continue };
        let action = engine.parse(&state, SeatId(1), &text).unwrap();
        let checked = engine.check(&state, SeatId(1), action).unwrap();
        let mut events = Events::all();
        engine.step(&mut state, checked, &mut events).unwrap();
        assert_eq!(state.counter(&rules.parts, charms, 1), 2);
        let discard = rules.parts.find_zone("discard").unwrap();
        let moved = |e: &Event| matches!(e, Event::Moved { to, count: 1, .. } if to.zone == discard);
        assert_eq!(events.log.iter().filter(|e| moved(e)).count(), 1);
        let error = engine.parse(&state, SeatId(0), "drive nowhere").unwrap_err();
        assert!(error.contains("`nowhere` cannot be chosen"), "{error}");
        return;
    }
    panic!("no seed offers a storm to drive on");
}
