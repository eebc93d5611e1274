//! `pass`: nothing is done, and it is remembered that the seat passed.

use super::notation::Notation;
use super::run::parse_nothing;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::{Expr, ItemType};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Reader, schema};

schema! {
    pub(super) SCHEMA: PassKeys with ActionKeys = "action pass",
    "Does nothing. With `all-pass` the turns are over once everybody has passed in a row.",
    {}
    example "[actions.pass]\ndo = \"pass\""
}

/// Nothing.
#[derive(Clone, Copy, Debug)]
pub struct Pass;

impl Behaviour for Pass {
    type Keys = PassKeys;

    fn outline(_: &Components, _: &Reader<PassKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(_: &mut Compiler, _: &Reader<PassKeys>, _: &mut Plan) -> Option<Self> {
        Some(Pass)
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        out.push(context.action());
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        filter.is_none() || any_listed(self, context, work, filter)
    }

    fn apply(&self, _: Execution) -> Result<Outcome, Fault> {
        Ok(Outcome::Passed)
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
