//! `withdraw`: what was paid for and is not settled yet is taken back.

use super::notation::Notation;
use super::run::parse_nothing;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, endless};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::ItemType;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Reader, schema};

schema! {
    pub(super) SCHEMA: WithdrawKeys with ActionKeys = "action withdraw",
    "Takes back a claim that is paid for and not settled yet: the cards in `escrow` return to where they came from.",
    {}
    example "[actions.withdraw]\ndo = \"withdraw\""
}

/// Takes back what is not settled yet.
#[derive(Clone, Copy, Debug)]
pub struct Withdraw;

impl Behaviour for Withdraw {
    type Keys = WithdrawKeys;

    fn outline(_: &Components, _: &Reader<WithdrawKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::Never }
    }

    fn compile(_: &mut Compiler, _: &Reader<WithdrawKeys>, _: &mut Plan) -> Option<Self> {
        Some(Withdraw)
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        out.extend(context.state.clock().committed.map(|_| context.action()));
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, action, .. } = execution;
        if let Some(committed) = table.clock().committed.take() {
            let mechanic = &rules.actions[committed.action.action.index()].mechanic;
            mechanic.give_back(rules, table, seat).map_err(|e| endless(rules, action.action, e))?;
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, _: &DecisionContext, _: Action, _: &mut Workspace) -> Reason {
        Reason::plain("nothing is paid for that is not settled yet")
    }

    fn print(&self, _: &DecisionContext, _: Action, _: &mut Workspace, _: &mut String) {}

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        parse_nothing(context, text)
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![]]
    }

    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
