//! `tables(game)`: scripts fill in attributes once, when the game is loaded, so that play never asks them.

use crate::check::origin;
use crate::fault::cause;
use crate::host_state::Table;
use crate::limits;
use crate::meter::Meter;
use crate::trace::Tracer;
use railwright_core::Components;
use railwright_rules::rules::ScriptSource;
use railwright_source::Diagnostic;
use rhai::{Dynamic, Engine, Scope};

/// Calls `tables(game)` of each script that has one.
pub(crate) fn fill(scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic> {
    if scripts.is_empty() {
        return Ok(());
    }
    let meter = Meter::at_load();
    let game = Table::for_load(parts, &meter);
    let mut result = Ok(());
    for script in scripts {
        // What cannot be read was reported by the check.
        let engine = limits::engine(&meter, &script.imports);
        let Ok(ast) = limits::compile(&engine, &script.text, &script.constants) else { continue };
        if !ast.iter_functions().any(|f| f.name == "tables" && f.params.len() == 1) {
            continue;
        }
        let call = |engine: &Engine| {
            meter.next_call();
            engine.call_fn::<Dynamic>(&mut Scope::new(), &ast, "tables", (game.clone(),))
        };
        if let Err(error) = call(&engine) {
            let trace = Tracer::new(&meter, &script.imports).follow(|engine| drop(call(engine)));
            let cause = cause(error).traced(&trace);
            let message = format!("{}: {}", script.file, cause.message);
            result = Err(Diagnostic::error("script-fault", message).at(origin(script, cause.at), "in `tables`"));
            break;
        }
    }
    game.loaded(parts);
    result
}
