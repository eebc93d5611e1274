//! Keys of the mechanics that have none but those of every action, or name a script: what they do is said where mechanics are
//! dispatched.

use super::ActionKeys;
use crate::compile::Compiler;
use railwright_source::{Reader, schema};

schema! {
    pub(super) RUN: RunKeys with ActionKeys = "action run",
    "An action without a choice of its own: only its `then` steps happen.",
    {}
    example "[actions.tickets]\ndo = \"run\"\nwhen = \"size(ticket-deck) > 0\"\nthen = [\"draw-tickets\", \"keep-tickets\"]"
}

schema! {
    pub(super) PASS: PassKeys with ActionKeys = "action pass",
    "Does nothing. With `all-pass` the turns are over once everybody has passed in a row.",
    {}
    example "[actions.pass]\ndo = \"pass\""
}

schema! {
    pub(super) WITHDRAW: WithdrawKeys with ActionKeys = "action withdraw",
    "Takes back a claim that is paid for and not settled yet: the cards in `escrow` return to where they came from.",
    {}
    example "[actions.withdraw]\ndo = \"withdraw\""
}

schema! {
    pub(super) SCRIPT: ScriptKeys with ActionKeys = "action script",
    "A mechanic written in Rhai: `options(table, seat)` lists keys, `resolve(table, seat, key)` carries one out.\n\n\
     Players write the key as the script gives it: `drive alder-birch to alder-elder for red`.",
    {
        MODULE: Name("module") = "module", Required, "the rule script";
    }
    example "[actions.drive]\ndo = \"script\"\nmodule = \"storm\"\nwhen = \"charms > 0\""
}

/// The number of the module that is the mechanic.
pub(super) fn module(compiler: &Compiler, reader: &Reader<ScriptKeys>) -> Option<usize> {
    let (name, _) = reader.get(ScriptKeys::MODULE)?;
    compiler.modules.iter().position(|module| module == name)
}
