//! `run`: an action without a choice of its own: what follows it is all there is.

use super::word_alone::WordAlone;
use super::{ActionKeys, Execution, Outcome, Together};
use crate::rules::Fault;
use railwright_source::schema;

schema! {
    pub(super) SCHEMA: RunKeys with ActionKeys = "action run",
    "An action without a choice of its own: only its `then` steps happen.",
    {}
    example "[actions.tickets]\ndo = \"run\"\nwhen = \"size(ticket-deck) > 0\"\nthen = [\"draw-tickets\", \"keep-tickets\"]"
}

/// Only what follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run;

impl WordAlone for Run {
    type Keys = RunKeys;
    const TOGETHER: Together = Together::HeldBack;
    const REFUSED: &'static str = "it takes nothing further";

    fn apply(self, _: Execution) -> Result<Outcome, Fault> {
        Ok(Outcome::Done)
    }
}
