//! Engines to borrow. An engine stays on its thread, a game under way need not: whoever goes on with a game takes the engine that is there.

use railwright_rules::{Engine, Rules};
use railwright_script::Rhai;
use std::cell::RefCell;
use std::sync::Arc;

/// So many sets of rules have an engine on a thread at once; that of the one used longest ago makes room.
const KEPT: usize = 8;

thread_local! {
    static ENGINES: RefCell<Vec<Engine>> = const { RefCell::new(Vec::new()) };
}

/// Lends this thread's engine for these rules.
pub fn with_engine<T>(rules: &Arc<Rules>, work: impl FnOnce(&mut Engine) -> T) -> T {
    let known = ENGINES.with_borrow_mut(|engines| {
        let at = engines.iter().position(|engine| Arc::ptr_eq(engine.rules(), rules));
        at.map(|at| engines.remove(at))
    });
    let mut engine = known.unwrap_or_else(|| Engine::new(rules.clone(), &Rhai));
    let done = work(&mut engine);
    ENGINES.with_borrow_mut(|engines| {
        engines.truncate(KEPT - 1);
        engines.insert(0, engine);
    });
    done
}
