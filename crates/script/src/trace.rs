//! Where a script was when it broke down: its place, the functions it was in, and the values of their variables.
//!
//! The language forgets all that on its way out of a function. Calls are deterministic, so the call is simply made again, to the same end,
//! by an engine that counts the places it comes to, and once more to look around at the last of them. That costs nothing until something
//! is wrong.

use crate::limits;
use crate::meter::Meter;
use railwright_rules::module::Import;
use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{Dynamic, Engine, Position, Scope};
use std::cell::RefCell;
use std::rc::Rc;

/// How many variables of the innermost function are shown.
const SHOWN: usize = 8;
/// At how many places before the last one variables are looked at.
const LOOK_BACK: u64 = 8;
/// How long a value may be that is shown.
const LONGEST: usize = 60;

/// What is known of the place that was last come to.
#[derive(Default, Clone)]
pub(crate) struct Trace {
    /// The place.
    pub(crate) at: Position,
    /// The functions that are under way, the outermost first, with the place from which each was called.
    pub(crate) calls: Vec<(String, Position)>,
    /// Variables of the innermost function and their values.
    pub(crate) values: Vec<(String, String)>,
}

/// An engine that remembers where it was last.
pub(crate) struct Tracer {
    pub(crate) engine: Engine,
    noted: Rc<RefCell<Noted>>,
}

/// What was noted on the way.
#[derive(Default)]
struct Noted {
    /// How many places were come to.
    places: u64,
    /// At which of them there is something to look at.
    last: Option<u64>,
    trace: Trace,
}

impl Tracer {
    /// One that stops when the meter says so.
    pub(crate) fn new(meter: &Rc<Meter>, imports: &[Import]) -> Self {
        let mut engine = limits::engine(meter, imports);
        let noted = Rc::new(RefCell::new(Noted::default()));
        let note = noted.clone();
        // Rhai marks this interface as deprecated to say that it may change, not that it will go.
        #[allow(deprecated)]
        engine.register_debugger(
            |_, debugger| debugger,
            move |context, event, _, _, at| {
                // On its way out of functions it passes their ends, which is not where it went wrong.
                if matches!(event, DebuggerEvent::Start | DebuggerEvent::Step) && !at.is_none() {
                    let mut noted = note.borrow_mut();
                    noted.places += 1;
                    noted.trace.at = at;
                    // Within a chain of calls and indices the language shows no variables: those of the place before will do.
                    if noted.last.is_some_and(|last| noted.places + LOOK_BACK > last) && !context.scope().is_empty() {
                        noted.trace.values = shown(context.scope());
                    }
                    if noted.last == Some(noted.places) {
                        let stack = context.debugger().map(|debugger| debugger.call_stack()).unwrap_or_default().iter();
                        noted.trace.calls = stack.map(|frame| (frame.fn_name.to_string(), frame.pos)).collect();
                    }
                }
                Ok(DebuggerCommand::StepInto)
            },
        );
        Tracer { engine, noted }
    }

    /// Makes a call that breaks down, twice, and says where it was when it did.
    pub(crate) fn follow(&self, mut call: impl FnMut(&Engine)) -> Trace {
        *self.noted.borrow_mut() = Noted::default();
        call(&self.engine);
        let last = std::mem::take(&mut *self.noted.borrow_mut()).places;
        self.noted.borrow_mut().last = Some(last);
        call(&self.engine);
        self.noted.borrow().trace.clone()
    }
}

/// The variables that can be shown, the last ones first.
fn shown(scope: &Scope) -> Vec<(String, String)> {
    let mut values: Vec<(String, String)> = Vec::new();
    for (name, _, value) in scope.iter_raw() {
        if values.len() < SHOWN
            && !values.iter().any(|(known, _)| known == name)
            && let Some(text) = text(value)
        {
            values.push((name.to_owned(), text));
        }
    }
    values
}

/// A value as it is shown; the table is none.
fn text(value: &Dynamic) -> Option<String> {
    let plain = value.is_int() || value.is_bool() || value.is_unit() || value.is_string() || value.is_array() || value.is_map();
    if !plain {
        return None;
    }
    let mut text = if value.is_unit() { "()".to_owned() } else { format!("{value:?}") };
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    Some(text)
}
