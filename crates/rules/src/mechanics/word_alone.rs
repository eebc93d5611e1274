//! Mechanics whose actions are said by their word alone: there is one action or none, and nothing follows the word.

use super::notation::Notation;
use super::takings::Takings;
use super::{Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::{Expr, ItemType};
use railwright_core::id::ActionId;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Keys, Reader};

/// Such a mechanic.
pub(super) trait WordAlone: Copy + Default {
    /// The keys of its table in the game file.
    type Keys: Keys;
    /// What becomes of it where all choose at once.
    const TOGETHER: Together;
    /// Why it cannot be chosen.
    const REFUSED: &'static str;

    /// Whether there is anything for it to do.
    fn is_possible(self, _: &DecisionContext) -> bool {
        true
    }

    /// Carries it out.
    fn apply(self, execution: Execution) -> Result<Outcome, Fault>;
}

impl<M: WordAlone> Behaviour for M {
    type Keys = M::Keys;

    fn outline(_: &Components, _: &Reader<Self::Keys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: M::TOGETHER }
    }

    fn compile(_: &mut Compiler, _: &Reader<Self::Keys>, _: &mut Plan) -> Option<Self> {
        Some(M::default())
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        out.extend(self.is_possible(context).then(|| context.action()));
    }

    fn count(&self, context: &DecisionContext, _: &mut Workspace) -> Option<usize> {
        Some(self.is_possible(context).into())
    }

    fn nth(&self, context: &DecisionContext, _: &mut Workspace, _: usize) -> Action {
        context.action()
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        if filter.is_none() { self.is_possible(context) } else { any_listed(self, context, work, filter) }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        WordAlone::apply(*self, execution)
    }

    fn every(&self, _: &Rules, id: ActionId) -> Option<Vec<Action>> {
        Some(vec![Action { action: id, ..Action::default() }])
    }

    fn refuse(&self, _: &DecisionContext, _: Action, _: &mut Workspace) -> Reason {
        Reason::plain(M::REFUSED)
    }

    fn print(&self, _: &DecisionContext, _: Action, _: &mut Workspace, _: &mut String) {}

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        match text.is_empty() {
            true => Ok(context.action()),
            false => Err(format!("nothing should follow, but `{text}` does")),
        }
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![]]
    }

    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
