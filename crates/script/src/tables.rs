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
use rhai::{Dynamic, Scope};

/// Calls `tables(game)` of each script that has one.
pub(crate) fn fill(scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic> {
    if scripts.is_empty() {
        return Ok(());
    }
    let meter = Meter::at_load();
    let tracer = Tracer::new(&meter);
    let engine = &tracer.engine;
    let game = Table::for_load(parts, &meter);
    let mut result = Ok(());
    for script in scripts {
        // What cannot be read was reported by the check.
        let Ok(ast) = limits::compile(engine, &script.text) else { continue };
        if !ast.iter_functions().any(|f| f.name == "tables" && f.params.len() == 1) {
            continue;
        }
        meter.next_call();
        if let Err(error) = engine.call_fn::<Dynamic>(&mut Scope::new(), &ast, "tables", (game.clone(),)) {
            let cause = cause(error).or_at(tracer.last());
            let message = format!("{}: {}", script.file, cause.message);
            result = Err(Diagnostic::error("script-fault", message).at(origin(script, cause.at), "in `tables`"));
            break;
        }
    }
    game.loaded(parts);
    result
}
