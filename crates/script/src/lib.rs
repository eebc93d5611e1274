//! Rule scripts: small Rhai modules that fill tables at load, react to events, tally at scoring, or are a whole mechanic.
//!
//! Scripts are guests. They have no files, no clock, no memory and no chance but the state's own;
//! they have a [budget](limits) of operations, depth and size; and what one call does happens all or
//! not at all: a fault names file, line and cause and leaves the state as it was.
//!
//! [`Rhai`] is what the rules crate is given. What scripts can call is declared where it is
//! registered and listed by [`host_functions`]; [`manual`] is the page for designers.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod asked;
mod calls;
mod check;
mod event;
mod fault;
mod host;
mod host_state;
mod ids;
pub mod limits;
mod lists;
mod literals;
mod manual;
mod meter;
mod modules;
mod names;
mod offered;
mod questions;
mod tables;
mod trace;
mod warm;
mod weight;

pub use check::HOOKS;
pub use event::EVENTS;
pub use host::{Group, HostFunction, host_functions};
pub use manual::manual;

use railwright_core::Components;
use railwright_rules::rules::{Rules, ScriptSource};
use railwright_rules::script::{AskedExpression, Scripting, Scripts};
use railwright_source::{Diagnostic, Origin};
use std::sync::Arc;

/// Understands rule scripts written in Rhai.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rhai;

impl Scripting for Rhai {
    fn check(&self, scripts: &[ScriptSource]) -> Vec<Diagnostic> {
        check::check(scripts)
    }

    fn names(&self, scripts: &[ScriptSource], parts: &Components, elsewhere: &[String]) -> Vec<Diagnostic> {
        check::names(scripts, parts, elsewhere)
    }

    fn functions(&self, script: &ScriptSource) -> Option<Vec<(String, usize)>> {
        check::defined(script)
    }

    fn questions(&self, scripts: &[ScriptSource]) -> (Vec<AskedExpression>, Vec<Diagnostic>) {
        asked::questions(scripts)
    }

    fn idle_functions(&self, scripts: &[ScriptSource]) -> Vec<(String, Origin)> {
        check::idle_functions(scripts)
    }

    fn tables(&self, scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic> {
        tables::fill(scripts, parts)
    }

    fn ready(&self, rules: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(modules::Modules::new(rules))
    }
}
