//! What scripts can call: each function is documented where it is registered, so the list cannot miss one.

mod cards;
mod effects;
mod load;
mod map;
mod position;
mod queries;
mod track;

use crate::host_state::Table;
use crate::ids::Names;
use crate::limits::{EVAL, EVAL_WITHIN};
use rhai::{Engine, RhaiNativeFunc};

/// Where a function may be called, and what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Facts that never change in a game: may be asked everywhere, in `tables` too.
    Facts,
    /// The position: may be asked whenever there is a game; by `options` as far as its seat may see.
    Position,
    /// Changes the state: not in `tables`, `options` and `tally`.
    Effect,
    /// Fills in attributes: in `tables` only.
    Load,
}

impl Group {
    /// All groups, in the order of the manual.
    pub const ALL: [Self; 4] = [Self::Facts, Self::Position, Self::Effect, Self::Load];

    /// What the functions of the group are about, and where they may be called.
    pub fn text(self) -> &'static str {
        match self {
            Self::Facts => "Facts, which may be asked everywhere, in `tables` too",
            Self::Position => "The position: not in `tables`; in `options` as far as the seat may see",
            Self::Effect => "Effects: not in `tables`, `options` and `tally`",
            Self::Load => "Attributes: in `tables` only",
        }
    }
}

/// A function that scripts can call on `table` or `game`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostFunction {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as the manual names them.
    pub arguments: &'static str,
    /// What it gives; empty when it gives nothing.
    pub gives: &'static str,
    /// Where it may be called.
    pub group: Group,
    /// One sentence about it.
    pub text: &'static str,
}

impl HostFunction {
    /// What each of its arguments names.
    pub(crate) fn names(&self) -> impl Iterator<Item = Names> + use<> {
        let arguments = self.arguments.split(", ").filter(|argument| !argument.is_empty());
        arguments.map(|argument| Names::of(argument).expect("the word was known when the function was registered"))
    }

    /// Whether a call may have so many arguments: the values of a question may be left out.
    pub(crate) fn takes(&self, arguments: usize) -> bool {
        let wanted = self.names().count();
        arguments == wanted || self.names().last() == Some(Names::Values) && arguments + 1 == wanted
    }

    /// How a call of it looks.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.arguments)
    }
}

/// Registers and lists at the same time.
struct Host<'a> {
    engine: &'a mut Engine,
    group: Group,
    list: Vec<HostFunction>,
}

impl Host<'_> {
    fn note(&mut self, (name, arguments, gives): (&'static str, &'static str, &'static str), text: &'static str, takes: usize) {
        let named = arguments.split(", ").filter(|a| !a.is_empty()).count();
        assert_eq!(named + 1, takes, "`{name}` takes the table and what the manual names");
        let unknown = arguments.split(", ").find(|argument| !argument.is_empty() && Names::of(argument).is_none());
        assert_eq!(unknown, None, "`{name}`: `Names` does not say what this argument names");
        self.list.push(HostFunction { name, arguments, gives, group: self.group, text });
    }
}

/// What the language knows a function as that scripts call by a name.
fn within(name: &'static str) -> &'static str {
    if name == EVAL { EVAL_WITHIN } else { name }
}

/// How many arguments a function takes.
fn takes<A: 'static, const N: usize, const X: bool, R: 'static, const F: bool>(_: &impl RhaiNativeFunc<A, N, X, R, F>) -> usize {
    N
}

/// Registers a function of the table with its documentation: `(name, arguments, what it gives)` and a sentence.
macro_rules! add {
    ($host:expr, $head:expr, $text:expr, $function:expr $(,)?) => {{
        let function = $function;
        $host.note($head, $text, $crate::host::takes(&function));
        $host.engine.register_fn($crate::host::within($head.0), function);
    }};
}
use add;

/// Gives an engine the host's functions and says which they are.
pub(crate) fn register(engine: &mut Engine) -> Vec<HostFunction> {
    engine.register_type_with_name::<Table>("table");
    let mut host = Host { engine, group: Group::Facts, list: Vec::new() };
    map::register(&mut host);
    cards::register(&mut host);
    host.group = Group::Position;
    position::register(&mut host);
    queries::register(&mut host);
    host.group = Group::Effect;
    effects::register(&mut host);
    track::register(&mut host);
    host.group = Group::Load;
    load::register(&mut host);
    host.list
}

/// Every function that scripts can call, in the order of the manual.
pub fn host_functions() -> Vec<HostFunction> {
    register(&mut Engine::new_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_named_once_and_documented() {
        let list = host_functions();
        for (i, function) in list.iter().enumerate() {
            assert!(list[..i].iter().all(|f| f.name != function.name), "{} is registered twice", function.name);
            assert!(function.text.len() > 10 && !function.text.ends_with('.'), "{}: {}", function.name, function.text);
            assert!(rhai_name(function.name), "{} cannot be called", function.name);
        }
    }

    /// Whether a script could write the name: some words are reserved.
    fn rhai_name(name: &str) -> bool {
        crate::limits::reader(&[]).compile(format!("fn f(t) {{ t.{name}() }}")).is_ok()
    }
}
