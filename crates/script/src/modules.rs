//! The modules of one game on one thread: one engine, every use read once, every call with the table before it.

use crate::fault::{Cause, cause};
use crate::host_state::{Mode, Table};
use crate::limits;
use crate::meter::Meter;
use crate::names::{party_value, seat_number};
use crate::offered;
use crate::trace::Tracer;
use crate::warm::{DEEPER, Warm};
use crate::{check, event};
use railwright_core::id::{PartyId, SeatId};
use railwright_core::narrow::saturated;
use railwright_core::{Event, Events, State};
use railwright_rules::module::{Import, ModuleAction, OptionCall, OptionList, ScriptOption, ScriptSource, function_name};
use railwright_rules::rules::{Fault, Rules};
use railwright_rules::script::Scripts;
use rhai::{AST, CallFnOptions, Dynamic, Engine, FuncArgs, ImmutableString, Scope};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A call that broke down, in which module and why.
struct FailedCall {
    module: usize,
    cause: Cause,
}

/// A use of a module, read.
struct Module {
    file: String,
    /// The script as it was read, or why it could not be.
    ast: Result<AST, String>,
    /// Whether it has constants of its own.
    constants: bool,
    /// What calls of it find again; nothing if its constants cannot be worked out, which each call will say.
    warm: Option<RefCell<Warm>>,
    functions: Vec<(String, usize)>,
    /// The functions of its actions, and what these are about.
    actions: Vec<Action>,
}

struct Action {
    options: String,
    resolve: String,
    refuse: Option<String>,
    declared: ModuleAction,
}

/// The modules of a game, ready to be asked.
pub(crate) struct Modules {
    engine: Engine,
    modules: Vec<Module>,
    imports: Vec<Import>,
    table: Table,
    meter: Rc<Meter>,
    /// The options that were worked out for the state that the table shows.
    kept: Vec<(OptionCall, OptionList)>,
    /// Whether the table shows a state for which they were.
    shown: bool,
}

impl Module {
    fn read(engine: &Engine, meter: &Meter, script: &ScriptSource) -> Self {
        let ast = limits::compile(engine, &script.text, &script.constants).map_err(|error| error.to_string());
        let functions: Vec<(String, usize)> = ast.iter().flat_map(check::functions).collect();
        let action = |declared: &ModuleAction| {
            let refuse = function_name("refuse", &declared.id);
            Action {
                options: function_name("options", &declared.id),
                resolve: function_name("resolve", &declared.id),
                refuse: functions.iter().any(|(name, _)| *name == refuse).then_some(refuse),
                declared: declared.clone(),
            }
        };
        meter.begin();
        meter.next_call();
        Module {
            warm: ast.as_ref().ok().and_then(|ast| Warm::new(engine, ast)).map(RefCell::new),
            file: script.file.clone(),
            constants: ast.as_ref().is_ok_and(|ast| !ast.statements().is_empty()),
            actions: script.header.actions.iter().map(action).collect(),
            ast,
            functions,
        }
    }
}

impl Modules {
    pub(crate) fn new(rules: &Arc<Rules>) -> Self {
        let meter = Meter::in_play();
        let mut imports: Vec<Import> = Vec::new();
        for import in rules.scripts.iter().flat_map(|script| &script.imports) {
            if !imports.iter().any(|known| known.name == import.name) {
                imports.push(import.clone());
            }
        }
        let mut engine = limits::engine(&meter, &imports);
        engine.set_max_call_levels(limits::CALL_DEPTH + DEEPER);
        let modules = rules.scripts.iter().map(|script| Module::read(&engine, &meter, script)).collect();
        let table = Table::for_play(rules, &meter);
        Modules { engine, modules, imports, table, meter, kept: Vec::new(), shown: false }
    }

    /// Calls a function of a module.
    fn run(&self, engine: &Engine, module: usize, function: &str, arguments: impl FuncArgs) -> Result<Dynamic, FailedCall> {
        let broken = |cause| FailedCall { module, cause };
        let Module { ast, constants, warm, .. } = &self.modules[module];
        let ast = ast.as_ref().map_err(|message| broken(Cause::of_script(message.clone())))?;
        self.meter.next_call();
        // Who makes a call again to see where it broke down does so with an engine of his own.
        let result = match warm.as_ref().filter(|_| std::ptr::eq(engine, &self.engine)) {
            Some(warm) => warm.borrow_mut().call(engine, function, arguments),
            None => {
                let options = CallFnOptions::new().eval_ast(*constants);
                engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), ast, function, arguments)
            }
        };
        result.map_err(|error| broken(cause(error)))
    }

    /// A call that may change the state, all or not at all.
    fn act(
        &self,
        state: &mut State,
        events: &mut Events,
        call: impl Fn(&Engine) -> Result<Dynamic, FailedCall>,
    ) -> Result<Dynamic, Fault> {
        let stretch = self.meter.stretch();
        let first = self.table.act(state, events, || call(&self.engine));
        first.map_err(|broken| {
            // Again for the place; that it fails in any case keeps the state as it was.
            self.placed(broken, stretch, |engine| {
                let _ = self.table.act(state, events, || match call(engine) {
                    Ok(_) => Err(None),
                    Err(again) => Err::<(), _>(Some(again)),
                });
            })
        })
    }

    /// A call that may only look at the state that the table shows.
    fn look(&self, call: impl Fn(&Engine) -> Result<Dynamic, FailedCall>) -> Result<Dynamic, Fault> {
        let first = self.meter.apart(|| call(&self.engine));
        first.map_err(|broken| self.placed(broken, limits::OPERATIONS_AT_A_STRETCH, |engine| drop(call(engine))))
    }

    /// The fault of a call that broke down, with where it was, for which the call is made again, with as much left as it had.
    fn placed(&self, broken: FailedCall, stretch: u64, mut again: impl FnMut(&Engine)) -> Fault {
        let FailedCall { module, cause } = broken;
        let tracer = Tracer::new(&self.meter, &self.imports);
        let trace = tracer.follow(|engine| self.meter.again(stretch, || again(engine)));
        cause.traced(&trace).fault(&self.modules[module].file)
    }

    /// Refuses to call what is not there, and says what should be.
    fn need(&self, module: usize, function: &str, arguments: usize) -> Result<(), Fault> {
        let module = &self.modules[module];
        if let Err(message) = &module.ast {
            return Err(Fault::of_script(&module.file, message));
        }
        if module.functions.iter().any(|(name, takes)| name == function && *takes == arguments) {
            return Ok(());
        }
        Err(Fault::of_script(&module.file, format!("the script has no function {function} of {arguments} arguments")))
    }

    fn wrong_value(&self, module: usize, function: &str, wanted: &str, given: &Dynamic) -> Fault {
        let message = format!("`{function}` should give {wanted}, not a value of type {}", given.type_name());
        Fault::of_script(&self.modules[module].file, message)
    }

    /// Has a state before the table for a call that may only look; forgets the options of another.
    fn show(&mut self, state: &State, mode: Mode) {
        let same = self.table.show(state, mode);
        if !(same && self.shown) {
            self.kept.clear();
            self.shown = true;
        }
    }

    /// Says for whom and in which stage of which action the next call is.
    fn enter(&self, party: PartyId, call: Option<&OptionCall>) {
        self.table.at(|host| {
            host.asker = party;
            host.stage = (0, Dynamic::UNIT);
            host.action = None;
            if let Some(call) = call {
                let declared = &self.modules[call.module].actions[call.action].declared;
                host.action = Some(ImmutableString::from(declared.id.as_str())).filter(|id| !id.is_empty());
                if call.stage > 0 {
                    host.stage = (call.stage.into(), offered::value(host, declared, call.before, &[]));
                }
            }
        });
    }

    fn work_out(&self, call: &OptionCall) -> Result<OptionList, Fault> {
        let Action { options, declared, .. } = &self.modules[call.module].actions[call.action];
        self.need(call.module, options, 2)?;
        self.enter(call.seat.into(), Some(call));
        let run = |engine: &Engine| self.run(engine, call.module, options, (self.table.clone(), seat_number(call.seat)));
        let given = self.look(run)?;
        let read = self.table.at(|host| offered::read(host, declared, &given));
        read.map_err(|why| Fault::of_script(&self.modules[call.module].file, format!("`{options}` {why}")))
    }

    /// What an option is, as the functions that carry it out take it.
    fn arguments(&self, call: &OptionCall, option: ScriptOption) -> Vec<Dynamic> {
        let declared = &self.modules[call.module].actions[call.action].declared;
        let kept = self.kept.iter().find(|(known, _)| known == call);
        let texts = kept.map_or(&[][..], |(_, list)| &list.texts);
        let mut arguments = vec![Dynamic::from(self.table.clone()), seat_number(call.seat).into()];
        arguments.extend(self.table.at(|host| offered::arguments(host, declared, option, texts)));
        arguments
    }
}

impl Scripts for Modules {
    fn another(&self, rules: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(Modules::new(rules))
    }

    fn begin(&mut self) {
        self.meter.begin();
    }

    fn heard(&mut self, state: &mut State, events: &mut Events, module: usize, event: Event) -> Result<(), Fault> {
        let function = event::FUNCTIONS.iter().find(|(bit, _)| *bit == event.bit()).map_or("", |(_, name)| name);
        self.enter(state.clock().actor.into(), None);
        let run = |engine: &Engine| {
            let told = self.table.at(|host| event::told(host, event));
            self.run(engine, module, function, (self.table.clone(), told))
        };
        self.act(state, events, run).map(drop)
    }

    fn options(&mut self, state: &State, call: &OptionCall) -> Result<&OptionList, Fault> {
        self.show(state, Mode::Options(call.seat));
        let at = match self.kept.iter().position(|(known, _)| known == call) {
            Some(at) => at,
            None => {
                let list = self.work_out(call)?;
                self.kept.push((*call, list));
                self.kept.len() - 1
            }
        };
        Ok(&self.kept[at].1)
    }

    fn resolve(&mut self, state: &mut State, events: &mut Events, call: &OptionCall, option: ScriptOption) -> Result<u16, Fault> {
        let function = &self.modules[call.module].actions[call.action].resolve;
        let arguments = self.arguments(call, option);
        self.need(call.module, function, arguments.len())?;
        self.enter(call.seat.into(), Some(call));
        let given = self.act(state, events, |engine| self.run(engine, call.module, function, arguments.clone()))?;
        match given.as_int() {
            _ if given.is_unit() => Ok(0),
            Ok(stage @ 0..=999) => Ok(saturated::<u16>(stage)),
            _ => Err(self.wrong_value(call.module, function, "nothing or the number of a stage", &given)),
        }
    }

    fn refuse(&mut self, state: &State, call: &OptionCall, option: ScriptOption) -> Result<Option<String>, Fault> {
        self.show(state, Mode::Options(call.seat));
        let Some(function) = &self.modules[call.module].actions[call.action].refuse else { return Ok(None) };
        let arguments = self.arguments(call, option);
        self.need(call.module, function, arguments.len())?;
        self.enter(call.seat.into(), Some(call));
        let given = self.look(|engine| self.run(engine, call.module, function, arguments.clone()))?;
        match given.is_unit() {
            true => Ok(None),
            false => given.clone().into_string().map(Some).map_err(|_| self.wrong_value(call.module, function, "a text", &given)),
        }
    }

    fn call(&mut self, state: &mut State, events: &mut Events, module: usize, function: &str, seat: SeatId) -> Result<(), Fault> {
        self.need(module, function, 2)?;
        self.enter(seat.into(), None);
        let arguments = || (self.table.clone(), seat_number(seat));
        self.act(state, events, |engine| self.run(engine, module, function, arguments())).map(drop)
    }

    fn tally(&mut self, state: &State, module: usize, party: PartyId) -> Result<i64, Fault> {
        self.need(module, "tally", 2)?;
        self.show(state, Mode::Tally);
        self.enter(party, None);
        let who = self.table.at(|host| party_value(host.parts(), party));
        let given = self.look(|engine| self.run(engine, module, "tally", (self.table.clone(), who.clone())))?;
        given.as_int().map_err(|_| self.wrong_value(module, "tally", "a whole number", &given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rhai;
    use railwright_rules::module::ScriptOption;
    use railwright_rules::{Engine, Setting, load};

    #[test]
    fn the_options_of_a_decision_are_worked_out_once_whoever_asks() {
        let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/storm/storm.toml");
        let rules = Arc::new(load(game, &Setting { players: 2, options: Vec::new() }, &Rhai).rules.expect("a game"));
        let mut engine = Engine::new(rules.clone(), &Rhai);
        let mut events = Events::default();
        let mut state = engine.start(1, None, &mut events).expect("it begins");
        let call = OptionCall { module: 0, action: 0, seat: SeatId(0), stage: 0, before: ScriptOption::default() };
        let mut modules = Modules::new(&rules);
        let listed = modules.options(&state, &call).expect("options").options.clone();
        // Whoever runs the script from now on breaks down.
        modules.modules[0].ast = Err("gone".to_owned());
        assert_eq!(modules.options(&state, &call).expect("they are known").options, listed);
        let seat = state.clock().waiting.iter().next().expect("somebody chooses");
        let first = engine.legal(&state, seat).expect("no fault")[0];
        let checked = engine.check(&state, seat, first).expect("it is legal");
        engine.step(&mut state, checked, &mut events).expect("no fault");
        assert!(modules.options(&state, &call).is_err(), "after an action they are worked out anew");
    }
}
