//! The scripts of one game on one thread: one engine, every text read once, every call with a table of its own.

use crate::check::HOOKS;
use crate::event::{self, EVENTS};
use crate::fault::{Cause, cause};
use crate::host_state::{Mode, Table};
use crate::limits;
use crate::meter::Meter;
use crate::names::{party_value, seat_number};
use crate::trace::Tracer;
use railwright_core::id::{PartyId, SeatId};
use railwright_core::{Event, Events, State};
use railwright_rules::rules::{Fault, Rules};
use railwright_rules::script::Scripts;
use rhai::{AST, Dynamic, Engine, FuncArgs, Scope};
use std::rc::Rc;
use std::sync::Arc;

/// A call that broke down, in which module and why.
struct FailedCall {
    module: usize,
    cause: Cause,
}

struct Module {
    file: String,
    /// The script as it was read, or why it could not be.
    ast: Result<AST, String>,
    functions: Vec<(String, usize)>,
    hears: u16,
}

/// The scripts of a game, ready to be asked.
pub(crate) struct Modules {
    engine: Engine,
    modules: Vec<Module>,
    hears: u16,
    table: Table,
    meter: Rc<Meter>,
}

impl Modules {
    pub(crate) fn new(rules: &Arc<Rules>) -> Self {
        let meter = Meter::in_play();
        let engine = limits::engine(&meter);
        let read = |script: &railwright_rules::rules::ScriptSource| {
            let ast = limits::compile(&engine, &script.text).map_err(|error| error.to_string());
            let functions =
                ast.iter().flat_map(|ast| ast.iter_functions()).map(|f| (f.name.to_owned(), f.params.len())).collect();
            let mut module = Module { file: script.file.clone(), ast, functions, hears: 0 };
            for (event, ..) in EVENTS {
                module.hears |= if module.has(&format!("on_{event}"), 2) { event::bit(event) } else { 0 };
            }
            module
        };
        let modules: Vec<Module> = rules.scripts.iter().map(read).collect();
        let hears = modules.iter().fold(0, |all, m| all | m.hears);
        let table = Table::for_play(rules, &meter);
        Modules { engine, modules, hears, table, meter }
    }

    /// Calls a function of a module.
    fn run(&self, engine: &Engine, module: usize, function: &str, arguments: impl FuncArgs) -> Result<Dynamic, FailedCall> {
        let broken = |cause| FailedCall { module, cause };
        let ast = self.modules[module].ast.as_ref().map_err(|message| broken(Cause::of_script(message.clone())))?;
        self.meter.next_call();
        let result = engine.call_fn::<Dynamic>(&mut Scope::new(), ast, function, arguments);
        result.map_err(|error| broken(cause(error)))
    }

    /// A call that may change the state, all or not at all.
    fn act(&self, state: &mut State, events: &mut Events, call: impl Fn(&Engine) -> Result<(), FailedCall>) -> Result<(), Fault> {
        let stretch = self.meter.stretch();
        let first = self.table.act(state, events, || call(&self.engine));
        first.map_err(|broken| {
            // Once more for the place; that it fails again in any case keeps the state as it was.
            self.placed(broken, stretch, |engine| {
                let _ = self.table.act(state, events, || match call(engine) {
                    Ok(()) => Err(None),
                    Err(again) => Err::<(), _>(Some(again)),
                });
            })
        })
    }

    /// A call that may only look.
    fn look(&self, state: &State, mode: Mode, call: impl Fn(&Engine) -> Result<Dynamic, FailedCall>) -> Result<Dynamic, Fault> {
        let first = self.meter.apart(|| self.table.look(state, mode, || call(&self.engine)));
        first.map_err(|broken| {
            self.placed(broken, limits::OPERATIONS_AT_A_STRETCH, |engine| {
                let _ = self.table.look(state, mode, || call(engine));
            })
        })
    }

    /// The fault of a call that broke down, with its place, for which the call may have to be made again, with as much left as it had.
    fn placed(&self, broken: FailedCall, stretch: u64, again: impl FnOnce(&Engine)) -> Fault {
        let FailedCall { module, mut cause } = broken;
        if cause.at.is_none() {
            let tracer = Tracer::new(&self.meter);
            self.meter.again(stretch, || again(&tracer.engine));
            cause = cause.or_at(tracer.last());
        }
        cause.fault(&self.modules[module].file)
    }

    /// Refuses to call what is not there, and says what should be.
    fn need(&self, module: usize, function: &str, arguments: usize) -> Result<(), Fault> {
        let module = &self.modules[module];
        if let Err(message) = &module.ast {
            return Err(Fault::of_script(&module.file, message));
        }
        if module.has(function, arguments) {
            return Ok(());
        }
        let shape = HOOKS.iter().find(|(hook, ..)| *hook == function).map_or("table, seat", |(_, arguments, _)| arguments);
        Err(Fault::of_script(&module.file, format!("the script has no function {function}({shape})")))
    }

    fn wrong_value(&self, module: usize, function: &str, wanted: &str, given: &Dynamic) -> Fault {
        let message = format!("`{function}` should give {wanted}, not a value of type {}", given.type_name());
        Fault::of_script(&self.modules[module].file, message)
    }

    fn keys(&self, module: usize, given: Dynamic) -> Result<Vec<String>, Fault> {
        let wanted = "a list of texts";
        let list = given.as_array_ref().map_err(|_| self.wrong_value(module, "options", wanted, &given))?;
        let mut keys: Vec<String> = Vec::with_capacity(list.len());
        for key in list.iter() {
            let key = key.clone().into_string().map_err(|_| self.wrong_value(module, "options", wanted, key))?;
            if key != key.trim() || key.contains('\n') || keys.contains(&key) {
                let message = format!("`options` gave `{key}`, which is there already or has blanks around it");
                return Err(Fault::of_script(&self.modules[module].file, message));
            }
            keys.push(key);
        }
        Ok(keys)
    }
}

impl Module {
    fn has(&self, function: &str, arguments: usize) -> bool {
        self.functions.iter().any(|(name, params)| name == function && *params == arguments)
    }
}

impl Scripts for Modules {
    fn another(&self, rules: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(Modules::new(rules))
    }

    fn hears(&self) -> u16 {
        self.hears
    }

    fn begin(&mut self) {
        self.meter.begin();
    }

    fn heard(&mut self, state: &mut State, events: &mut Events, event: Event) -> Result<(), Fault> {
        let bit = event.bit();
        if self.hears & bit == 0 {
            return Ok(());
        }
        let function = format!("on_{}", event::name(&event));
        self.act(state, events, |engine| {
            for module in (0..self.modules.len()).filter(|&m| self.modules[m].hears & bit != 0) {
                let told = self.table.at(|host_state| event::told(host_state, event));
                self.run(engine, module, &function, (self.table.clone(), told)).map(drop)?;
            }
            Ok(())
        })
    }

    fn options(&mut self, state: &State, module: usize, seat: SeatId) -> Result<Vec<String>, Fault> {
        self.need(module, "options", 2)?;
        let call = |engine: &Engine| self.run(engine, module, "options", (self.table.clone(), seat_number(seat)));
        let given = self.look(state, Mode::Options(seat), call)?;
        self.keys(module, given)
    }

    fn resolve(&mut self, state: &mut State, events: &mut Events, module: usize, seat: SeatId, key: &str) -> Result<(), Fault> {
        self.need(module, "resolve", 3)?;
        let arguments = || (self.table.clone(), seat_number(seat), key.to_owned());
        self.act(state, events, |engine| self.run(engine, module, "resolve", arguments()).map(drop))
    }

    fn call(&mut self, state: &mut State, events: &mut Events, module: usize, function: &str, seat: SeatId) -> Result<(), Fault> {
        self.need(module, function, 2)?;
        let arguments = || (self.table.clone(), seat_number(seat));
        self.act(state, events, |engine| self.run(engine, module, function, arguments()).map(drop))
    }

    fn tally(&mut self, state: &State, module: usize, party: PartyId) -> Result<i64, Fault> {
        self.need(module, "tally", 2)?;
        let party = self.table.at(|host_state| party_value(host_state.parts(), party));
        let call = |engine: &Engine| self.run(engine, module, "tally", (self.table.clone(), party.clone()));
        let given = self.look(state, Mode::Tally, call)?;
        given.as_int().map_err(|_| self.wrong_value(module, "tally", "a whole number", &given))
    }
}
