//! What happens when an action is chosen, in a real position: a game is played by chance until each action was seen.

use railwright_core::event::Events;
use railwright_narration::narrate;
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules};
use std::sync::Arc;

/// After so many choices of a game nothing new is waited for.
const LONGEST: usize = 600;
/// So many games are played at most.
const GAMES: u64 = 3;
/// An example tells no more than this of what followed.
const SENTENCES: usize = 4;

/// An example for each action that came up: its id, and who wrote what and what happened. The same for the same rules, always.
pub fn examples(rules: &Arc<Rules>, scripting: &dyn Scripting) -> Vec<(String, String)> {
    let mut engine = Engine::new(rules.clone(), scripting);
    let mut found: Vec<(String, String)> = Vec::new();
    for seed in 1..=GAMES {
        if found.len() == rules.actions.len() {
            break;
        }
        play(rules, &mut engine, seed, &mut found);
    }
    found
}

fn play(rules: &Arc<Rules>, engine: &mut Engine, seed: u64, found: &mut Vec<(String, String)>) {
    let mut events = Events::all();
    let Ok(mut state) = engine.start(seed, None, &mut events) else { return };
    let mut dice = seed;
    for _ in 0..LONGEST {
        let Some(seat) = state.clock().waiting.iter().next().filter(|_| state.clock().over.is_none()) else { return };
        let Ok(legal) = engine.legal(&state, seat) else { return };
        let legal = legal.to_vec();
        // To stop choosing is no action of the game file.
        let id =
            |at: usize| rules.actions.get(usize::from(legal[at].action.0)).map(|action| action.id.clone()).unwrap_or_default();
        // What was not seen yet comes first; everything else is left to chance.
        let unseen: Vec<usize> =
            (0..legal.len()).filter(|at| !id(*at).is_empty() && !found.iter().any(|(known, _)| *known == id(*at))).collect();
        let among: Vec<usize> = if unseen.is_empty() { (0..legal.len()).collect() } else { unseen };
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(&choice) = usize::try_from(dice >> 33).ok().and_then(|dice| among.get(dice % among.len().max(1))) else {
            return;
        };
        let written = engine.print(&state, seat, legal[choice]);
        // Listed again: printing may have asked for something else.
        let Some(checked) = engine.legal(&state, seat).is_ok().then(|| engine.pick(choice)).flatten() else { return };
        let action = id(choice);
        events.log.clear();
        if engine.step(&mut state, checked, &mut events).is_err() {
            return;
        }
        if !action.is_empty() && !found.iter().any(|(known, _)| *known == action) {
            let told: Vec<String> =
                narrate(rules, &events.log, None).into_iter().filter(|line| !line.contains(&written)).collect();
            let happened =
                told.iter().take(SENTENCES).map(|line| crate::words::capital(line.trim())).collect::<Vec<_>>().join("; ");
            let happened = if happened.is_empty() { String::new() } else { format!(" What happens: {happened}.") };
            found.push((action, format!("Player {} writes `{written}`.{happened}", seat.0 + 1)));
        }
    }
}
