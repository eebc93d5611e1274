//! Where a script was when it used up its budget.
//!
//! The language forgets the place of such an error on its way out of a function. Calls are
//! deterministic, so the call is simply made once more, to the same end, by an engine that notes
//! each place it comes to. That costs nothing until something is wrong.

use crate::limits;
use crate::meter::Meter;
use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{Engine, Position};
use std::cell::Cell;
use std::rc::Rc;

/// An engine that remembers where it was last.
pub(crate) struct Tracer {
    pub(crate) engine: Engine,
    last: Rc<Cell<Position>>,
}

impl Tracer {
    /// One that stops when the meter says so.
    pub(crate) fn new(meter: &Rc<Meter>) -> Self {
        let mut engine = limits::engine(meter);
        let last = Rc::new(Cell::new(Position::NONE));
        let note = last.clone();
        // Rhai marks this interface as deprecated to say that it may change, not that it will go.
        #[allow(deprecated)]
        engine.register_debugger(
            |_, debugger| debugger,
            move |_, event, _, _, at| {
                // On its way out of functions it passes their ends, which is not where it went wrong.
                if matches!(event, DebuggerEvent::Start | DebuggerEvent::Step) && !at.is_none() {
                    note.set(at);
                }
                Ok(DebuggerCommand::StepInto)
            },
        );
        Tracer { engine, last }
    }

    /// The last place it came to.
    pub(crate) fn last(&self) -> Position {
        self.last.get()
    }
}
