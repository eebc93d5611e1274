//! How much scripts have used since the last decision.
//!
//! One call has its own bound; but an event that a script causes is heard by scripts in turn, and a step that calls one may be
//! repeated: so there is a bound for all of it together.

use crate::limits::OPERATIONS_AT_A_STRETCH;
use rhai::{Dynamic, Engine};
use std::cell::Cell;
use std::rc::Rc;

/// Counts the operations of an engine over its calls.
#[derive(Default)]
pub(crate) struct Meter {
    /// Of the calls that are over.
    before: Cell<u64>,
    /// Of the call that is under way.
    now: Cell<u64>,
}

impl Meter {
    /// A meter that stops an engine when too much is used.
    pub(crate) fn of(engine: &mut Engine) -> Rc<Self> {
        let meter = Rc::new(Meter::default());
        let counting = meter.clone();
        engine.on_progress(move |operations| {
            counting.now.set(operations);
            (counting.before.get() + operations > OPERATIONS_AT_A_STRETCH).then_some(Dynamic::UNIT)
        });
        meter
    }

    /// Something new is decided: all may be used again.
    pub(crate) fn begin(&self) {
        self.before.set(0);
        self.now.set(0);
    }

    /// Another call begins.
    pub(crate) fn next_call(&self) {
        self.before.set(self.before.get() + self.now.replace(0));
    }

    /// Does something that is not counted with the rest: whoever only looks is asked any number of times between two decisions.
    pub(crate) fn paused<T>(&self, look: impl FnOnce() -> T) -> T {
        self.next_call();
        let before = self.before.replace(0);
        let seen = look();
        self.now.set(0);
        self.before.set(before);
        seen
    }
}
