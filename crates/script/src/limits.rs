//! The sandbox: what the language leaves out and how much a script may use.

use crate::host;
use crate::lists;
use crate::meter::Meter;
use railwright_rules::module::{Constant, ConstantValue, Import};
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage, BasicStringPackage,
    LogicPackage, MoreStringPackage, Package,
};
use rhai::{
    AST, Array, Dynamic, Engine, LexError, Module, OptimizationLevel, ParseError, ParseErrorType, Position, Scope, Token,
};
use std::cell::Cell;
use std::rc::Rc;

/// How many bytes a script may have.
pub const SCRIPT_SIZE: usize = 64 << 10;
/// Operations `tables(game)` of one script may take.
pub const OPERATIONS_AT_LOAD: u64 = 2_000_000;
/// Operations one call may take while a game is played.
pub const OPERATIONS_IN_PLAY: u64 = 200_000;
/// Operations that all calls together may take from one decision to the next, in which scripts can hear of what they did themselves.
pub const OPERATIONS_AT_A_STRETCH: u64 = 500_000;
/// Reading or making so many bytes of lists, maps and long texts counts as one operation.
pub const BYTES_AN_OPERATION: u64 = 64;
/// How many bytes of lists, maps and long texts one call may read and make: nothing that it holds is more.
pub const MEMORY: u64 = 32 << 20;
/// How deep functions may call each other.
pub const CALL_DEPTH: usize = 32;
/// How deep an expression may be nested, in a function and outside.
pub const EXPRESSION_DEPTH: usize = 64;
/// How deep lists and maps may stand in each other.
pub const VALUE_DEPTH: usize = 32;
/// How many bytes a text may have, or all texts of an array or map together: the ids of all lanes of a large map have room.
pub const TEXT_SIZE: usize = 128 << 10;
/// How many values an array or a map may have, those inside it included.
pub const LIST_SIZE: usize = 5_000;
/// How many bytes a list or map that is written out in a script may take.
pub const LITERAL_SIZE: u64 = 4_000;
/// How many arguments a call may have.
pub const ARGUMENTS: usize = 16;
/// How many variables a function may have at a time.
pub const VARIABLES: usize = 128;
/// How many functions a script may define.
pub const FUNCTIONS: usize = 256;

/// What a script may make of a counter, in both directions: far from where arithmetic would overflow.
pub const COUNTER: i64 = 1_000_000_000;

/// Every limit with what it limits: shown in the manual.
pub const TABLE: &[(&str, u64)] = &[
    ("bytes of a script", SCRIPT_SIZE as u64),
    ("operations of one call in play", OPERATIONS_IN_PLAY),
    ("operations of all calls from one decision to the next", OPERATIONS_AT_A_STRETCH),
    ("operations of `tables`", OPERATIONS_AT_LOAD),
    ("bytes of lists, maps and texts that one call reads and makes", MEMORY),
    ("functions that call each other", CALL_DEPTH as u64),
    ("levels of an expression", EXPRESSION_DEPTH as u64),
    ("levels of lists and maps in each other", VALUE_DEPTH as u64),
    ("bytes of a text, or of all texts of a list or map together", TEXT_SIZE as u64),
    ("values of a list or map, those inside it included", LIST_SIZE as u64),
    ("bytes of a list, map or text that is written out", LITERAL_SIZE),
    ("arguments of a call", ARGUMENTS as u64),
    ("variables of a function at a time", VARIABLES as u64),
    ("functions of a script", FUNCTIONS as u64),
    ("what a counter can be made, in both directions", COUNTER as u64),
];

/// What the language leaves out, and why: shown in the manual.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("import", "a module says in its header what it imports: import = [\"trails\"]"),
    ("export", "every function of a module can be called by those that import it, unless it is `private`"),
    ("eval", "rules are read before the game, not made during it"),
    ("Fn", "functions are called by their names"),
    ("print", "there is nobody to read it; `throw` a text to see a value"),
    ("debug", "there is nobody to read it; `throw` a text to see a value"),
    ("try", "a fault refuses the whole call, so nothing is left half done"),
    ("this", "a function is given what it works on"),
];

/// The function that asks for an expression, as scripts write it.
pub(crate) const EVAL: &str = "eval";
/// The same as the language knows it: `eval` is a word of its own.
pub(crate) const EVAL_WITHIN: &str = "evaluate";

thread_local! {
    /// The language's own functions, in one module: who looks for one looks there and among the host's, and not in eight places.
    static LANGUAGE: Rc<Module> = {
        let mut language = Module::new();
        ArithmeticPackage::init(&mut language);
        LogicPackage::init(&mut language);
        BasicMathPackage::init(&mut language);
        BasicStringPackage::init(&mut language);
        MoreStringPackage::init(&mut language);
        BasicIteratorPackage::init(&mut language);
        BasicArrayPackage::init(&mut language);
        BasicMapPackage::init(&mut language);
        language.build_index();
        Rc::new(language)
    };
}

/// A Rhai engine with the host's functions that stops when the meter says so.
///
/// It starts from nothing: the language's own core package can put a thread to sleep, so only the
/// packages that compute are taken.
pub(crate) fn engine(meter: &Rc<Meter>, imports: &[Import]) -> Engine {
    let mut engine = Engine::new_raw();
    engine.register_global_module(LANGUAGE.with(Rc::clone));
    for (symbol, _) in LEFT_OUT {
        engine.disable_symbol(*symbol);
    }
    let after_dot = Cell::new(false);
    // Rhai marks this interface as deprecated to say that it may change, not that it will go.
    #[allow(deprecated)]
    engine.on_parse_token(move |token, _, _| {
        let method = after_dot.replace(token == Token::Period);
        match token {
            // The language keeps the word for itself; as a method it is ours.
            Token::LexError(wrong) if method && matches!(&*wrong, LexError::ImproperSymbol(word, _) if word == EVAL) => {
                Token::Identifier(Box::new(EVAL_WITHIN.into()))
            }
            other => other,
        }
    });
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_call_levels(CALL_DEPTH);
    engine.set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH);
    engine.set_max_string_size(TEXT_SIZE);
    engine.set_max_array_size(LIST_SIZE);
    engine.set_max_map_size(LIST_SIZE);
    engine.set_max_variables(VARIABLES);
    engine.set_max_functions(FUNCTIONS);
    engine.set_max_modules(0);
    lists::register(&mut engine, meter);
    host::register(&mut engine);
    meter.watch(&mut engine);
    for import in imports {
        // One that cannot be read is reported by the check, and so is whoever calls it.
        if let Ok(ast) = compile(&engine, &import.text, &[])
            && let Ok(module) = Module::eval_ast_as_new(Scope::new(), &ast, &engine)
        {
            engine.register_static_module(namespace(&import.name), module.into());
        }
    }
    engine
}

/// What the functions of an imported module are called by.
pub(crate) fn namespace(module: &str) -> String {
    module.replace('-', "_")
}

/// An engine that only reads, and keeps in the syntax tree what the optimiser would leave out as never run.
pub(crate) fn reader(imports: &[Import]) -> Engine {
    let mut engine = engine(&Meter::at_load(), imports);
    engine.set_optimization_level(OptimizationLevel::None);
    engine
}

/// Reads a script; the values of its parameters are put in where it names them.
pub(crate) fn compile(engine: &Engine, text: &str, constants: &[Constant]) -> Result<AST, ParseError> {
    if text.len() > SCRIPT_SIZE {
        let why = ParseErrorType::LiteralTooLarge("The size of a script in bytes".to_owned(), SCRIPT_SIZE);
        return Err(ParseError(why.into(), Position::NONE));
    }
    let mut scope = Scope::new();
    for constant in constants {
        let value = match &constant.value {
            ConstantValue::Number(number) => Dynamic::from(*number),
            ConstantValue::Truth(truth) => Dynamic::from(*truth),
            ConstantValue::Text(text) => Dynamic::from(text.clone()),
            ConstantValue::Numbers(numbers) => numbers.iter().copied().map(Dynamic::from).collect::<Array>().into(),
        };
        scope.push_constant_dynamic(constant.name.clone(), value);
    }
    engine.compile_with_scope(&scope, text)
}
