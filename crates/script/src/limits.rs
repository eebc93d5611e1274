//! The sandbox: what the language leaves out and how much a script may use.

use crate::host;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage, BasicStringPackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{AST, Engine, OptimizationLevel, ParseError};

/// Operations `tables(game)` of one script may take.
pub const OPERATIONS_AT_LOAD: u64 = 2_000_000;
/// Operations one call may take while a game is played.
pub const OPERATIONS_IN_PLAY: u64 = 200_000;
/// Operations that all calls together may take from one decision to the next, in which scripts can hear of what they did themselves.
pub const OPERATIONS_AT_A_STRETCH: u64 = 1_000_000;
/// How deep functions may call each other.
pub const CALL_DEPTH: usize = 32;
/// How deep an expression may be nested, in a function and outside.
pub const EXPRESSION_DEPTH: usize = 64;
/// How many bytes a text may have, or all texts of an array or map together.
pub const TEXT_SIZE: usize = 50_000;
/// How many values an array or a map may have, those inside it included.
pub const LIST_SIZE: usize = 10_000;
/// How many variables may exist at a time.
pub const VARIABLES: usize = 256;
/// How many functions a script may define.
pub const FUNCTIONS: usize = 256;

/// What the language leaves out, and why: shown in the manual.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("import", "a script is one file"),
    ("export", "a script is one file"),
    ("eval", "rules are read before the game, not made during it"),
    ("Fn", "functions are called by their names"),
    ("print", "there is nobody to read it; `throw` a text to see a value"),
    ("debug", "there is nobody to read it; `throw` a text to see a value"),
    ("try", "a fault refuses the whole call, so nothing is left half done"),
];

/// A Rhai engine with the host's functions that stops after so many operations.
///
/// It starts from nothing: the language's own core package can put a thread to sleep, so only the
/// packages that compute are taken.
pub(crate) fn engine(operations: u64) -> Engine {
    let mut engine = Engine::new_raw();
    ArithmeticPackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicStringPackage::new().register_into_engine(&mut engine);
    MoreStringPackage::new().register_into_engine(&mut engine);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    for (symbol, _) in LEFT_OUT {
        engine.disable_symbol(*symbol);
    }
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(operations);
    engine.set_max_call_levels(CALL_DEPTH);
    engine.set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH);
    engine.set_max_string_size(TEXT_SIZE);
    engine.set_max_array_size(LIST_SIZE);
    engine.set_max_map_size(LIST_SIZE);
    engine.set_max_variables(VARIABLES);
    engine.set_max_functions(FUNCTIONS);
    engine.set_max_modules(0);
    host::register(&mut engine);
    engine
}

/// An engine that only reads, and keeps in the syntax tree what the optimiser would leave out as never run.
pub(crate) fn reader() -> Engine {
    let mut engine = engine(OPERATIONS_AT_LOAD);
    engine.set_optimization_level(OptimizationLevel::None);
    engine
}

/// Reads a script.
pub(crate) fn compile(engine: &Engine, text: &str) -> Result<AST, ParseError> {
    engine.compile(text)
}
