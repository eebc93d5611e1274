//! What is done with a game that was read: the reports are shown, and what loads is looked at and played for a while.

use railwright_core::fnv::Fnv;
use railwright_core::narrow::narrow;
use railwright_core::{Events, Random, State};
use railwright_rules::{Engine, Loaded, Rules, ScoreSheet, sense};
use railwright_script::Rhai;
use std::sync::Arc;

/// How many decisions are made.
const DECISIONS: usize = 60;

/// A number for an input, so that what is chosen for it is chosen again the next time.
pub fn number(input: &[u8]) -> u64 {
    Fnv::of(input)
}

/// Shows what is wrong with a game or odd about it, and plays it; gives back the rules and the last position, if there are any.
pub fn look_at(loaded: Loaded, number: u64) -> Option<(Arc<Rules>, State)> {
    assert!(loaded.rules.is_some() == loaded.report.is_ok(), "rules and errors, or neither");
    let mut report = railwright_source::Report::new();
    sense::check(&loaded, &Rhai).into_iter().for_each(|problem| report.push(problem));
    for report in [&loaded.report, &report] {
        let _ = (report.render(&loaded.files, false), report.to_json(&loaded.files));
    }
    let rules = Arc::new(loaded.rules?);
    let state = play(&rules, number)?;
    Some((rules, state))
}

/// Plays a game for a while: every action that is listed can be carried out, or the rules say why not.
fn play(rules: &Arc<Rules>, number: u64) -> Option<State> {
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let mut events = Events::all();
    let mut random = Random::new(number);
    let mut state = engine.start(number, None, &mut events).ok()?;
    for _ in 0..DECISIONS {
        let Some(seat) = state.clock().waiting.iter().next() else { break };
        let Ok(count) = engine.legal(&state, seat).map(<[_]>::len) else { break };
        let Some(picked) = engine.pick(random.below(narrow(count)) as usize) else { break };
        let action = picked.action();
        let text = engine.print(&state, seat, action);
        let _ = engine.parse(&state, seat, &text);
        // Two names that are alike may be mistaken for each other, but what was listed is allowed.
        let Ok(checked) = engine.check(&state, seat, action) else { break };
        if engine.step(&mut state, checked, &mut events).is_err() {
            break;
        }
        events.log.clear();
    }
    let _ = engine.broken_invariants(&state);
    let _ = engine.score(&state, &mut ScoreSheet::default());
    Some(state)
}
