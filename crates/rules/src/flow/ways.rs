//! The ways through the turn structure to a step: which steps it is a part of, and which part.

use super::{Flow, StepKind};
use crate::rules::Rules;
use railwright_core::id::StepId;
use railwright_core::state::Clock;

/// More ways than anybody could tell apart.
const MOST_WAYS: usize = 20;
/// More steps than a search goes through.
const MOST_STEPS: u32 = 20_000;

/// The steps around a step, outermost first, and the part of each that leads on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) parts: Vec<(StepId, usize)>,
    pub(super) to: StepId,
}

impl Way {
    /// All steps of the way, outermost first, the one it leads to among them.
    pub(super) fn steps(&self) -> impl Iterator<Item = StepId> + '_ {
        self.parts.iter().map(|(step, _)| *step).chain([self.to])
    }

    /// The innermost step around the last one that has a name of the author's.
    pub(super) fn nearest<'a>(&self, flow: &'a Flow) -> &'a str {
        let ids = self.parts.iter().rev().map(|(step, _)| flow.steps[step.index()].id.as_str());
        ids.into_iter().find(|id| !id.contains(' ')).unwrap_or("flow")
    }
}

/// The parts of a step: steps that it consists of, or that follow from the actions it offers.
fn parts(rules: &Rules, step: StepId) -> Vec<StepId> {
    match &rules.flow.steps[step.index()].kind {
        StepKind::InOrder(steps)
        | StepKind::EachSeat { steps, .. }
        | StepKind::Rounds { steps, .. }
        | StepKind::Repeat { steps, .. }
        | StepKind::Turns { steps, .. } => steps.clone(),
        StepKind::Choose(_) | StepKind::Together { .. } => {
            let offer = rules.flow.offered(step);
            offer.actions.iter().chain(&offer.otherwise).filter_map(|id| rules.actions[id.index()].then).collect()
        }
        _ => Vec::new(),
    }
}

/// All ways to a step that is named with steps around it, innermost first. Where it stands twice in the same list the first is meant.
pub(super) fn named_ways(rules: &Rules, names: &[&str]) -> Vec<Way> {
    let mut search = Search { rules, names, way: Vec::new(), found: Vec::new(), left: MOST_STEPS };
    search.below(rules.flow.root);
    search.found
}

struct Search<'a> {
    rules: &'a Rules,
    names: &'a [&'a str],
    way: Vec<(StepId, usize)>,
    found: Vec<Way>,
    left: u32,
}

impl Search<'_> {
    fn below(&mut self, step: StepId) {
        // What follows from an action may offer it again: a way never goes through a step twice.
        if self.way.iter().any(|(known, _)| *known == step) {
            return;
        }
        for (part, child) in parts(self.rules, step).into_iter().enumerate() {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 || self.found.len() == MOST_WAYS {
                return;
            }
            self.way.push((step, part));
            if self.rules.flow.steps[child.index()].id == self.names[0] {
                self.arrive(child);
            } else {
                self.below(child);
            }
            self.way.pop();
        }
    }

    fn arrive(&mut self, to: StepId) {
        let mut around = self.names[1..].iter().peekable();
        for (step, _) in self.way.iter().rev() {
            if around.peek().is_some_and(|name| **name == self.rules.flow.steps[step.index()].id) {
                around.next();
            }
        }
        let same = |way: &Way| way.to == to && way.parts.iter().map(|p| p.0).eq(self.way.iter().map(|p| p.0));
        if around.peek().is_none() && !self.found.iter().any(same) {
            self.found.push(Way { parts: self.way.clone(), to });
        }
    }
}

/// The way to the innermost step that is under way.
pub(super) fn way_under_way(rules: &Rules, clock: &Clock) -> Way {
    let part = |step: StepId, done: u16, next: StepId| {
        let parts = parts(rules, step);
        let last = usize::from(done).saturating_sub(1) % parts.len().max(1);
        if parts.get(last) == Some(&next) { last } else { parts.iter().position(|p| *p == next).unwrap_or(0) }
    };
    let ways = clock.frames.windows(2).map(|pair| (pair[0].step, part(pair[0].step, pair[0].done, pair[1].step)));
    Way { parts: ways.collect(), to: clock.frames.last().map_or(rules.flow.root, |frame| frame.step) }
}
