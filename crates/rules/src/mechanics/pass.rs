//! `pass`: nothing is done, and it is remembered that the seat passed.

use super::word_alone::WordAlone;
use super::{ActionKeys, Execution, Outcome, Together};
use crate::rules::Fault;
use railwright_source::schema;

schema! {
    pub(super) SCHEMA: PassKeys with ActionKeys = "action pass",
    "Does nothing. With `all-pass` the turns are over once everybody has passed in a row.",
    {}
    example "[actions.pass]\ndo = \"pass\""
}

/// Nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pass;

impl WordAlone for Pass {
    type Keys = PassKeys;
    const TOGETHER: Together = Together::HeldBack;
    const REFUSED: &'static str = "it takes nothing further";

    fn apply(self, _: Execution) -> Result<Outcome, Fault> {
        Ok(Outcome::Passed)
    }
}
