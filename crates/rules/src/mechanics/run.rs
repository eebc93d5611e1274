//! `run`: an action without a choice of its own: what follows it is all there is.

use super::notation::Notation;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::{Expr, ItemType};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Reader, schema};

schema! {
    pub(super) SCHEMA: RunKeys with ActionKeys = "action run",
    "An action without a choice of its own: only its `then` steps happen.",
    {}
    example "[actions.tickets]\ndo = \"run\"\nwhen = \"size(ticket-deck) > 0\"\nthen = [\"draw-tickets\", \"keep-tickets\"]"
}

/// Only what follows.
#[derive(Clone, Copy, Debug)]
pub struct Run;

impl Behaviour for Run {
    type Keys = RunKeys;

    fn outline(_: &Components, _: &Reader<RunKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(_: &mut Compiler, _: &Reader<RunKeys>, _: &mut Plan) -> Option<Self> {
        Some(Run)
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        out.push(context.action());
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        filter.is_none() || any_listed(self, context, work, filter)
    }

    fn apply(&self, _: Execution) -> Result<Outcome, Fault> {
        Ok(Outcome::Done)
    }

    fn refuse(&self, _: &DecisionContext, _: Action, _: &mut Workspace) -> Reason {
        Reason::plain("it takes nothing further")
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

/// Reads the notation of an action that is said by its word alone.
pub(super) fn parse_nothing(context: &DecisionContext, text: &str) -> Result<Action, String> {
    match text.is_empty() {
        true => Ok(context.action()),
        false => Err(format!("nothing should follow, but `{text}` does")),
    }
}
