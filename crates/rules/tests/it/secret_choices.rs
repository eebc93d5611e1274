//! A choice made together with others is secret until all have chosen: whatever a seat chooses, nothing that others see,
//! hear or may do differs.

use crate::common::{Table, each_game};
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::{Events, State};
use railwright_narration::narrate;
use railwright_narration::tell;

/// Everything that reaches a seat after another has chosen: its view, what it may do, what it is told in words and as data.
///
/// Who is still waited for is no secret: choices may be of several decisions, and all see when somebody is done.
fn reaches(table: &mut Table, state: &State, log: &Events, said: &str, seat: SeatId) -> Vec<String> {
    let rules = table.engine.rules().clone();
    let mut snapshot = table.engine.view(state, seat).snapshot();
    snapshot.moment.waiting.clear();
    let mut all = vec![serde_json::to_string(&snapshot).expect("a view is plain data")];
    let legal = table.engine.legal(state, seat).expect("no fault").to_vec();
    all.extend(legal.into_iter().map(|action| table.engine.print(state, seat, action)));
    all.extend(narrate(&rules, &log.log, Some(seat)));
    all.extend(tell(&rules, &log.log, SeatSet::only(seat), said).iter().map(ToString::to_string));
    all
}

/// The state after a seat chose that of its legal actions, what happened, and the choice in words.
fn after(table: &mut Table, seat: SeatId, pick: usize) -> (State, Events, String) {
    table.engine.legal(&table.state, seat).expect("no fault");
    let choice = table.engine.pick(pick).expect("a listed action");
    let said = table.engine.print(&table.state, seat, choice.action());
    let (mut state, mut events) = (table.state.clone(), Events::all());
    table.engine.step(&mut state, choice, &mut events).expect("no fault");
    (state, events, said)
}

#[test]
fn whatever_a_seat_chooses_nothing_differs_for_others_until_all_have_chosen() {
    let mut compared = Vec::new();
    each_game(|name, rules| {
        let mut here = 0;
        for seed in 0..2 {
            let mut table = Table::new(rules.clone(), seed);
            while !table.over() {
                let seat = table.someone();
                let others: Vec<SeatId> = table.state.clock().waiting.iter().filter(|other| *other != seat).collect();
                let count = table.engine.legal(&table.state, seat).expect("no fault").len();
                if !others.is_empty() && count > 1 {
                    let chosen = [0, count - 1].map(|pick| after(&mut table, seat, pick));
                    let bystanders = (0..rules.parts.seats).map(SeatId).filter(|other| *other != seat);
                    for other in bystanders {
                        let [one, another] = &chosen;
                        let first = reaches(&mut table, &one.0, &one.1, &one.2, other);
                        let second = reaches(&mut table, &another.0, &another.1, &another.2, other);
                        let (a, b) = (&one.2, &another.2);
                        assert_eq!(first, second, "{name}: seat {} can tell `{a}` from `{b}`", other.0 + 1);
                        here += 1;
                    }
                }
                let choice = table.choice(seat);
                table.step(choice);
            }
        }
        if here > 0 {
            compared.push(name.to_owned());
        }
    });
    for game in ["ticket-to-ride", "santa-fe-rails", "santa-fe-rails-terrain", "spike-advanced"] {
        assert!(compared.iter().any(|name| name.starts_with(&format!("{game} with"))), "{game} has no secret choice");
    }
}
