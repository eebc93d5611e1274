//! Keys of the mechanics that have none but those of every action, or name a script: what they do is said where mechanics are
//! dispatched.

use super::COMMON;
use railwright_source::{Kind, Need, Schema, include, key};

pub(super) const RUN: Schema =
    Schema::new("action run", "An action without a choice of its own: only its `then` steps happen.", &[include(&COMMON)])
        .example(
            "[actions.tickets]\ndo = \"run\"\nwhen = \"size(ticket-deck) > 0\"\nthen = [\"draw-tickets\", \"keep-tickets\"]",
        );
pub(super) const PASS: Schema = Schema::new(
    "action pass",
    "Does nothing. With `all-pass` the turns are over once everybody has passed in a row.",
    &[include(&COMMON)],
)
.example("[actions.pass]\ndo = \"pass\"");
pub(super) const WITHDRAW: Schema = Schema::new(
    "action withdraw",
    "Takes back a claim that is paid for and not settled yet: the cards in `escrow` return to where they came from.",
    &[include(&COMMON)],
)
.example("[actions.withdraw]\ndo = \"withdraw\"");
pub(super) const SCRIPT: Schema = Schema::new(
    "action script",
    "A mechanic written in Rhai: `options(table, seat)` lists keys, `resolve(table, seat, key)` carries one out.\n\n\
     Players write the key as the script gives it: `drive alder-birch to alder-elder for red`.",
    &[include(&COMMON), key("module", Kind::Name("module"), Need::Required, "the rule script")],
)
.example("[actions.drive]\ndo = \"script\"\nmodule = \"storm\"\nwhen = \"charms > 0\"");
