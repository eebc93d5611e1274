//! What Python loads: rules, games under way, actions, batches, simulations. A thin layer over the `railwright` crate and
//! `railwright-tensors`; whatever is pleasant in Python only is written there, in `python/railwright`.
//!
//! Seats are counted from zero. While Rust works for long, Python's other threads go on.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod action;
mod batch;
mod convert;
mod errors;
mod player;
mod rules;
mod simulate;
mod state;
mod tools;

use pyo3::prelude::*;

/// The module `railwright._railwright`.
#[pymodule]
fn _railwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add(module)?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<state::State>()?;
    module.add_class::<action::Action>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<player::Request>()?;
    module.add_function(wrap_pyfunction!(rules::bundled_games, module)?)?;
    module.add_function(wrap_pyfunction!(rules::load, module)?)?;
    module.add_function(wrap_pyfunction!(rules::load_kept, module)?)?;
    module.add_function(wrap_pyfunction!(state::resume, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(tools::check, module)?)?;
    module.add_function(wrap_pyfunction!(tools::scenario, module)?)?;
    module.add_function(wrap_pyfunction!(tools::compare, module)?)?;
    module.add_function(wrap_pyfunction!(tools::report, module)?)
}
