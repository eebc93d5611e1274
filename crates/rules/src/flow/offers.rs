//! What is wrong with the actions that steps offer: never offered, not to be chosen together, not to be told apart.

use super::{Flow, Offer, StepKind};
use crate::mechanics::{ActionDef, Together, in_common};
use railwright_core::Components;
use railwright_core::id::{ActionId, StepId};
use railwright_source::{Diagnostic, Report};
use std::collections::BTreeSet;

impl Flow {
    /// Reports actions that no step offers, and ones that cannot be chosen together.
    pub(crate) fn check_offers(&self, actions: &[ActionDef], report: &mut Report) {
        for (i, action) in actions.iter().enumerate() {
            let id = ActionId::from(i);
            let offers = |step: usize| {
                let Offer { actions, otherwise, .. } = self.offered(StepId::from(step));
                actions.contains(&id) || otherwise == Some(id)
            };
            if !self.is_offered(id) {
                let problem = Diagnostic::warning("never-offered", format!("no step offers the action `{}`", action.id));
                let help = "name it in the `actions` of a `choose` step, or remove it";
                report.push(problem.about(&action.id).at(action.origin, "declared here").help(help));
            }
            let together = |step: usize| matches!(self.steps[step].kind, StepKind::Together { .. }) && offers(step);
            if (0..self.steps.len()).any(together) && !action.can_be_sealed() && !action.can_be_held_back() {
                let problem = Diagnostic::error(
                    "not-together",
                    format!("the action `{}` cannot be chosen together and in secret", action.id),
                );
                let (label, help) = match action.outline.together {
                    Together::SharedRow => ("all keep from one row", "let the row be `of = \"seat\"`"),
                    _ => ("it takes several decisions", "let it be something that is one decision, such as a `keep` or a `play`"),
                };
                report.push(problem.at(action.origin, label).help(help));
            }
        }
    }

    /// Reports two actions of one step that players could write alike: nobody would know which is meant.
    pub(crate) fn check_words(&self, parts: &Components, actions: &[ActionDef], report: &mut Report) {
        let mut reported = BTreeSet::new();
        for step in 0..self.steps.len() {
            // What is left to those who can do nothing else is never legal beside the others.
            let offered = self.offered(StepId::from(step)).actions;
            let pairs = offered.iter().enumerate().flat_map(|(i, a)| offered[..i].iter().map(move |b| (*b, *a)));
            for (first, second) in pairs.filter(|(a, b)| a != b) {
                let [a, b] = [first, second].map(|id| &actions[id.index()]);
                if a.word != b.word || !reported.insert((first, second)) {
                    continue;
                }
                let [written, other] = [a, b].map(|action| action.mechanic.notation(parts));
                if let Some(common) = in_common(parts, &written, &other) {
                    let message =
                        format!("`{}` and `{}` are offered by one step, and both are written `{}{common}`", a.id, b.id, a.word);
                    let problem = Diagnostic::error("same-word", message).at(b.word_origin, "this action");
                    report.push(problem.at(a.word_origin, "and this one").help("give one of them another `word`"));
                }
            }
        }
    }
}
