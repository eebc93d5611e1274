//! `withdraw`: what was paid for and is not settled yet is taken back.

use super::word_alone::WordAlone;
use super::{ActionKeys, DecisionContext, Execution, Outcome, Together, endless};
use crate::rules::Fault;
use railwright_source::schema;

schema! {
    pub(super) SCHEMA: WithdrawKeys with ActionKeys = "action withdraw",
    "Takes back a claim that is paid for and not settled yet: the cards in `escrow` return to where they came from.",
    {}
    example "[actions.withdraw]\ndo = \"withdraw\""
}

/// Takes back what is not settled yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Withdraw;

impl WordAlone for Withdraw {
    type Keys = WithdrawKeys;
    const TOGETHER: Together = Together::Never;
    const REFUSED: &'static str = "nothing is paid for that is not settled yet";

    fn is_possible(self, context: &DecisionContext) -> bool {
        context.state.clock().committed.is_some()
    }

    fn apply(self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, action, .. } = execution;
        if let Some(committed) = table.clock().committed.take() {
            let mechanic = &rules.actions[committed.action.action.index()].mechanic;
            mechanic.give_back(rules, table, seat).map_err(|e| endless(rules, action.action, e))?;
        }
        Ok(Outcome::Done)
    }
}
