//! Calls that find again what calls before them looked up.
//!
//! To call a function the language looks for it by its name and the types of what it is given, among the script's, the host's and its own. It
//! remembers what it found as long as a call from outside lasts; a hook that asks the table two things would look for everything anew each
//! time. So what one module's calls have found is kept with the module, and its constants are worked out once.

use rhai::{AST, Caches, Dynamic, Engine, EvalAltResult, EvalContext, FuncArgs, GlobalRuntimeState, ImmutableString, Scope};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many levels deeper such a call begins than one from outside does, in the language's own count.
pub(crate) const DEEPER: usize = 2;

/// What the calls of one module share.
pub(crate) struct Warm {
    global: GlobalRuntimeState,
    caches: Caches,
}

impl Warm {
    /// Nothing found yet; nothing at all if the constants of the script cannot be worked out.
    pub(crate) fn new(engine: &Engine, ast: &AST) -> Option<Self> {
        let mut global = engine.new_global_runtime_state();
        if !ast.statements().is_empty() {
            let mut scope = Scope::new();
            engine.run_ast_with_scope(&mut scope, ast).ok()?;
            let constants = scope.iter().filter(|(_, constant, _)| *constant);
            let constants: BTreeMap<ImmutableString, Dynamic> = constants.map(|(name, _, value)| (name.into(), value)).collect();
            global.constants = Some(Rc::new(RefCell::new(constants)));
        }
        global.source = ast.source().map(ImmutableString::from);
        global.lib.push(ast.shared_lib().clone());
        Some(Warm { global, caches: Caches::new() })
    }

    /// Calls a function of the script.
    pub(crate) fn call(&mut self, engine: &Engine, function: &str, given: impl FuncArgs) -> Result<Dynamic, Box<EvalAltResult>> {
        let mut values = Vec::with_capacity(4);
        given.parse(&mut values);
        let mut arguments: Vec<&mut Dynamic> = values.iter_mut().collect();
        let mut scope = Scope::new();
        let mut context = EvalContext::new(engine, &mut self.global, &mut self.caches, &mut scope, None);
        context.call_fn_raw(function, false, false, &mut arguments)
    }
}
