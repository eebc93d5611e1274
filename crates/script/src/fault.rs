//! From an error of the language to a fault that a designer can use: file, line and cause.

use crate::host::host_functions;
use crate::limits;
use crate::names::near;
use crate::trace::Trace;
use railwright_core::effect::Endless;
use railwright_core::id::ZoneId;
use railwright_rules::{Fault, FaultKind};
use rhai::{Dynamic, EvalAltResult, Position};
use std::fmt::Write as _;

/// What went wrong, and where in the script's text.
pub(crate) struct Cause {
    pub(crate) at: Position,
    pub(crate) message: String,
    pub(crate) kind: FaultKind,
}

impl Cause {
    /// Something that is wrong with the script as a whole.
    pub(crate) fn of_script(message: String) -> Self {
        Cause { at: Position::NONE, message, kind: FaultKind::Script }
    }

    /// With the place where it was last if its own is not known, and with the functions it was in and their values.
    pub(crate) fn traced(self, trace: &Trace) -> Self {
        let mut message = self.message;
        if !trace.values.is_empty() {
            let values: Vec<String> = trace.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let _ = write!(message, "\n  with {}", values.join(", "));
        }
        for (name, at) in trace.calls.iter().rev().filter(|(_, at)| !at.is_none()) {
            let _ = write!(message, "\n  in {name}, called in line {}", at.line().unwrap_or(0));
        }
        Cause { at: self.at.or_else(trace.at), message, ..self }
    }

    /// As a fault of the script in that file.
    pub(crate) fn fault(self, file: &str) -> Fault {
        Fault { kind: self.kind, place: place(file, self.at), message: self.message }
    }
}

/// A place as people write it: `scripts/x.rhai:12:5`.
pub(crate) fn place(file: &str, at: Position) -> String {
    match (at.line(), at.position()) {
        (Some(line), Some(column)) => format!("{file}:{line}:{column}"),
        (Some(line), None) => format!("{file}:{line}"),
        _ => file.to_owned(),
    }
}

/// The cause of an error, in words.
pub(crate) fn cause(mut error: Box<EvalAltResult>) -> Cause {
    // The innermost place is where it went wrong; an outer one will do when that is not known.
    let mut at = error.position();
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = *error {
        at = if inner.position().is_none() { at } else { inner.position() };
        error = inner;
    }
    error.clear_position();
    let message = match &*error {
        EvalAltResult::ErrorRuntime(token, _) if token.is_string() => token.to_string(),
        EvalAltResult::ErrorRuntime(token, _) => format!("the script threw {token}"),
        // The meter says what is used up.
        EvalAltResult::ErrorTerminated(why, _) => why.to_string(),
        EvalAltResult::ErrorStackOverflow(_) => format!("functions call each other more than {} deep", limits::CALL_DEPTH),
        EvalAltResult::ErrorDataTooLarge(..) => {
            format!(
                "{}; a text, or all texts of an array or map together, have at most {} bytes, an array or map {} values",
                lower(&error),
                limits::TEXT_SIZE,
                limits::LIST_SIZE
            )
        }
        EvalAltResult::ErrorTooManyVariables(_) => format!("there are more than {} variables at a time", limits::VARIABLES),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => no_function(signature),
        EvalAltResult::ErrorPropertyNotFound(name, _) => format!("there is no `{name}` in this map"),
        other => lower(other),
    };
    let kind = match &*error {
        EvalAltResult::ErrorRuntime(token, _) => thrown_kind(token),
        _ => FaultKind::Script,
    };
    Cause { at, message, kind }
}

/// A row that would be swept for ever, as what a script can catch: a text like any other, with the row in its tag.
pub(crate) fn endless(endless: Endless) -> Box<EvalAltResult> {
    let mut thrown = Dynamic::from(endless.to_string());
    thrown.set_tag((i16::from(endless.row().0) + 1).into());
    Box::new(EvalAltResult::ErrorRuntime(thrown, Position::NONE))
}

/// The kind of fault that a thrown value is.
fn thrown_kind(thrown: &Dynamic) -> FaultKind {
    match thrown.tag().checked_sub(1).and_then(|row| u8::try_from(row).ok()) {
        Some(row) => FaultKind::EndlessSweep(ZoneId(row)),
        None => FaultKind::Script,
    }
}

/// The language's own words, as the middle of a sentence.
fn lower(error: &EvalAltResult) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A call of something that is not there, or with the wrong arguments.
fn no_function(signature: &str) -> String {
    let (name, given) = signature.split_once(' ').unwrap_or((signature, "()"));
    let name = if name == limits::EVAL_WITHIN { limits::EVAL } else { name };
    let given = given.trim_matches(['(', ')']).replace("&str | ImmutableString | String", "text").replace("i64", "number");
    let list = host_functions();
    if let Some(function) = list.iter().find(|f| f.name == name) {
        return format!("`{}` cannot be called with ({given}): {}", function.signature(), function.text);
    }
    let names: Vec<&str> = list.iter().map(|f| f.name).collect();
    let hint = near(name, &names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("there is no function `{name}` for ({given}){hint}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host_state::fault;
    use rhai::Engine;

    /// The cause of what a script throws on that it caught.
    fn thrown_on(error: fn() -> Box<EvalAltResult>) -> Cause {
        let mut engine = Engine::new();
        engine.register_fn("wrong", move || -> Result<(), Box<EvalAltResult>> { Err(error()) });
        let text = "try { wrong() } catch (e) { if e.type_of() != \"string\" { return; } throw e; }";
        cause(engine.run(text).unwrap_err())
    }

    #[test]
    fn a_row_that_is_swept_for_ever_is_known_by_its_kind_and_not_by_its_words() {
        let sweep = thrown_on(|| endless(Endless::sweep(ZoneId(3), "market")));
        assert_eq!(sweep.kind, FaultKind::EndlessSweep(ZoneId(3)));
        assert_eq!(sweep.message, "the sweep of market would go on for ever");
        let same_words = thrown_on(|| fault("the sweep of market would go on for ever"));
        assert_eq!((same_words.kind, same_words.message), (FaultKind::Script, sweep.message));
    }
}
