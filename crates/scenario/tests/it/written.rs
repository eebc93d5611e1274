//! A position that is written down comes out the same when a scenario begins in it.

use railwright_core::{Events, Random};
use railwright_rules::{Engine, Setting, load};
use railwright_scenario::{Entry, Games, Scenario, position_in_words};
use railwright_script::Rhai;
use std::path::Path;
use std::sync::Arc;

/// A position at the beginning of a turn after so many turns of a random game, and whose turn it is.
fn position(game: &str, turns: u32) -> (Vec<Entry>, u8) {
    let loaded = load(game, &Setting { players: 3, options: Vec::new() }, &Rhai);
    let mut engine = Engine::new(Arc::new(loaded.rules.expect("a bundled game")), &Rhai);
    let mut state = engine.start(5, None, &mut Events::default()).expect("no fault");
    let mut random = Random::new(5);
    loop {
        let seat = state.clock().waiting.iter().next().expect("the game goes on");
        if state.clock().turn >= turns && state.clock().progress[seat.index()].action.is_none() {
            return (position_in_words(&engine.rules().parts, &state), seat.0 + 1);
        }
        let count = engine.legal(&state, seat).expect("no fault").len();
        let choice = engine.pick(random.below(count as u32) as usize).expect("listed");
        engine.step(&mut state, choice, &mut Events::default()).expect("no fault");
    }
}

/// What an entry says as an expectation; nothing for piles, whose order nobody may know.
fn expectation(Entry { key, value }: &Entry) -> Option<String> {
    let inner = value.trim_matches(|c| "{}[] ".contains(c)).replace('"', "");
    let items = inner.split(", ").map(|item| match item.split_once(" = ") {
        Some((kind, count)) => format!("{count} {kind}"),
        None => item.to_owned(),
    });
    let listed = items.collect::<Vec<_>>().join(", ");
    (!key.contains("deck")).then(|| format!("expect {key}: {}", if inner.is_empty() { "nothing" } else { &listed }))
}

#[test]
fn cards_counters_lanes_and_trains_are_written_as_scenarios_read_them() {
    for game in ["ticket-to-ride", "northern-lights", "spike"] {
        let (entries, first) = position(game, 40);
        let said: String = entries.iter().map(|entry| format!("{} = {}\n", entry.key, entry.value)).collect();
        let expected: String = entries.iter().filter_map(expectation).map(|line| format!("{line}\n")).collect();
        let text = format!(
            "text = \"x\"\ngame = \"{game}\"\nplayers = 3\nfirst = {first}\n[position]\n{said}[play]\nmoves = '''\n{expected}'''\n"
        );
        let scenario =
            Scenario::read(Path::new("written.toml"), text.clone()).unwrap_or_else(|p| panic!("{}\n{text}", p.render(false)));
        let problems = scenario.run(&mut Games::new(&Rhai)).problems;
        assert!(problems.is_none(), "{game}: {}", problems.map(|p| p.render(false)).unwrap_or_default());
        assert!(entries.iter().any(|entry| entry.key.starts_with("claimed.")), "{game}: nobody has a lane yet");
    }
}
