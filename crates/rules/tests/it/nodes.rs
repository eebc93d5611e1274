//! Node counts at small depth: any change in what is legal changes a number.

use crate::common::{Table, each_game};
use railwright_core::{Events, State};
use railwright_rules::Engine;
use std::fmt::Write;

fn nodes(engine: &mut Engine, state: &State, depth: u32) -> u64 {
    let Some(seat) = state.clock().waiting.iter().next() else { return 1 };
    let count = engine.legal(state, seat).expect("no fault").len();
    if depth == 1 {
        return count as u64;
    }
    let mut total = 0;
    for i in 0..count {
        engine.legal(state, seat).expect("no fault");
        let choice = engine.pick(i).expect("listed");
        let mut next = state.clone();
        engine.step(&mut next, choice, &mut Events::default()).expect("no fault");
        total += nodes(engine, &next, depth - 1);
    }
    total
}

#[test]
fn node_counts_at_small_depth() {
    let mut text = String::new();
    each_game(|name, rules| {
        let mut table = Table::new(rules, 1);
        // From a position in the middle of a game, where more is possible than at the start.
        for _ in 0..30 {
            if table.over() {
                break;
            }
            let seat = table.state.clock().waiting.iter().next().expect("somebody must choose");
            let choice = table.choice(seat);
            table.step(choice);
        }
        let counts: Vec<String> = (1..=3).map(|depth| nodes(&mut table.engine, &table.state, depth).to_string()).collect();
        writeln!(text, "{name}: {}", counts.join(" ")).expect("writing to a string");
    });
    insta::assert_snapshot!(text);
}
