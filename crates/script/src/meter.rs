//! How much a script may still do, counted in operations: work, not the clock, so that a call ends alike on every machine.
//!
//! An expression, a statement or a round of a loop is one operation. What the language does in one go with a long list or
//! text is as much work as that is long, so reading a variable that holds one costs by its [weight](crate::weight), and so
//! does whatever makes one. Nothing is given back within a call: what was paid for bounds what can be held at a time.
//!
//! One call has its own bound; but an event that a script causes is heard by scripts in turn, and a step that calls one may be
//! repeated: so there is a bound for all of it together.

use crate::limits::{BYTES_AN_OPERATION, MEMORY, OPERATIONS_AT_A_STRETCH, OPERATIONS_AT_LOAD, OPERATIONS_IN_PLAY, VALUE_DEPTH};
use crate::weight::{TooDeep, weight};
use rhai::{Dynamic, Engine, EvalAltResult, Position};
use std::cell::Cell;
use std::rc::Rc;

/// What is used up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spent {
    Operations,
    Memory,
    Depth,
}

/// Counts what scripts use, in one call and since the last decision.
pub(crate) struct Meter {
    /// What one call may use.
    for_call: u64,
    /// What all calls from one decision to the next may use together.
    for_stretch: u64,
    /// What the call that is under way began with.
    given: Cell<u64>,
    /// What it may still use.
    left: Cell<u64>,
    /// What all calls to the next decision may still use, that one not yet counted.
    stretch: Cell<u64>,
    /// How many bytes of lists, maps and texts the call may still make or read.
    room: Cell<u64>,
}

impl Meter {
    /// A meter for calls of `tables`, each on its own.
    pub(crate) fn at_load() -> Rc<Self> {
        Self::new(OPERATIONS_AT_LOAD, u64::MAX)
    }

    /// A meter for calls in play.
    pub(crate) fn in_play() -> Rc<Self> {
        Self::new(OPERATIONS_IN_PLAY, OPERATIONS_AT_A_STRETCH)
    }

    fn new(for_call: u64, for_stretch: u64) -> Rc<Self> {
        let (given, left, stretch) = (Cell::new(for_call), Cell::new(for_call), Cell::new(for_stretch));
        Rc::new(Meter { for_call, for_stretch, given, left, stretch, room: Cell::new(MEMORY) })
    }

    /// Lets the meter count what an engine does, and stop it.
    pub(crate) fn watch(self: &Rc<Self>, engine: &mut Engine) {
        let counting = self.clone();
        engine.on_progress(move |_| match counting.left.get().checked_sub(1) {
            Some(left) => {
                counting.left.set(left);
                None
            }
            None => Some(counting.why(Spent::Operations).into()),
        });
        let reading = self.clone();
        // Rhai marks this interface as deprecated to say that it may change, not that it will go.
        #[allow(deprecated)]
        engine.on_var(move |name, index, context| {
            let value = match index {
                0 => context.scope().get(name),
                // Counted from the end of all variables.
                _ => context.scope().iter_raw().nth(index - 1).map(|(.., value)| value),
            };
            if let Some(value) = value
                && (value.is_array() || value.is_string() || value.is_map() || value.is_blob() || value.is_fnptr())
            {
                reading.value(value)?;
            }
            Ok(None)
        });
    }

    /// Something new is decided: all may be used again.
    pub(crate) fn begin(&self) {
        self.settle();
        self.stretch.set(self.for_stretch);
    }

    /// Another call begins.
    pub(crate) fn next_call(&self) {
        self.settle();
        let given = self.for_call.min(self.stretch.get());
        self.given.set(given);
        self.left.set(given);
        self.room.set(MEMORY);
    }

    /// Counts the last call with those before it.
    fn settle(&self) {
        let used = self.given.replace(0) - self.left.replace(0);
        self.stretch.set(self.stretch.get() - used);
    }

    /// Does something that is not counted with the rest: whoever only looks is asked any number of times between two decisions.
    pub(crate) fn apart<T>(&self, look: impl FnOnce() -> T) -> T {
        self.again(self.for_stretch, look)
    }

    /// Does something once more that began with so much left for the stretch, so that it comes to the same end.
    pub(crate) fn again<T>(&self, stretch: u64, work: impl FnOnce() -> T) -> T {
        self.settle();
        let after = self.stretch.replace(stretch);
        let done = work();
        self.settle();
        self.stretch.set(after);
        done
    }

    /// What may be used until the next decision.
    pub(crate) fn stretch(&self) -> u64 {
        self.settle();
        self.stretch.get()
    }

    /// Work of the host that is as much as so many operations.
    pub(crate) fn work(&self, operations: usize) -> Result<(), Box<EvalAltResult>> {
        match self.left.get().checked_sub(operations as u64) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(self.error(Spent::Operations))
            }
        }
    }

    /// A value is read or made.
    pub(crate) fn value(&self, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
        match weight(value) {
            Ok(0) => Ok(()),
            Ok(bytes) => self.bytes(bytes),
            Err(TooDeep) => Err(self.error(Spent::Depth)),
        }
    }

    /// So many bytes of lists, maps and texts are read or made.
    pub(crate) fn bytes(&self, bytes: u64) -> Result<(), Box<EvalAltResult>> {
        let Some(room) = self.room.get().checked_sub(bytes) else { return Err(self.error(Spent::Memory)) };
        self.room.set(room);
        self.work((bytes / BYTES_AN_OPERATION) as usize)
    }

    fn error(&self, spent: Spent) -> Box<EvalAltResult> {
        Box::new(EvalAltResult::ErrorTerminated(self.why(spent).into(), Position::NONE))
    }

    fn why(&self, spent: Spent) -> String {
        match spent {
            Spent::Operations if self.given.get() < self.for_call => format!(
                "scripts took more than {OPERATIONS_AT_A_STRETCH} operations since the last decision: do they come to an end?"
            ),
            Spent::Operations => {
                format!(
                    "the script took more than {} operations: does it come to an end? A list or text that is read counts by its length",
                    self.for_call
                )
            }
            Spent::Memory => format!("the script read or made more than {MEMORY} bytes of lists, maps and texts"),
            Spent::Depth => format!("lists and maps stand in each other more than {VALUE_DEPTH} deep"),
        }
    }
}
