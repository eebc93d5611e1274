//! What the last action can have been about in each step: `last-…` is refused where it could never be anything.
//!
//! A data-flow analysis over the tree of steps: what reaches a step is what the actions before it can be about.

use super::schema::StepKeys;
use super::steps::{SCHEMAS, StepReader};
use super::{Flow, Offer, StepKind};
use crate::compile::Compiler;
use crate::compile::schema::{GameKeys, schema_of_kind};
use crate::mechanics::ActionDef;
use railwright_core::SubjectKinds;
use railwright_core::expr::{ItemType, Occasion};
use railwright_core::id::{ActionId, StepId};
use railwright_source::{Reader, Report};

/// Compiles the conditions and numbers of steps once more, where less can have come before them than anywhere in the game: all that
/// is reported then asks for something that cannot be.
pub(crate) fn check_last(compiler: &mut Compiler, game: &Reader<GameKeys>, ids: &[&str], flow: &mut Flow, actions: &[ActionDef]) {
    if !compiler.report.is_ok() {
        return;
    }
    compiler.on(Occasion::CHOICES, |compiler| check_steps(compiler, game, ids, flow, actions));
}

fn check_steps(compiler: &mut Compiler, game: &Reader<GameKeys>, ids: &[&str], flow: &mut Flow, actions: &[ActionDef]) {
    let anywhere = compiler.last;
    let reaching = Reaching::new(flow, actions, anywhere);
    for (at, (id, _, node)) in game.get(GameKeys::STEPS).into_iter().enumerate() {
        compiler.last = reaching.asked_in(flow, at).unwrap_or(anywhere);
        let schema = schema_of_kind(node, SCHEMAS).filter(|_| compiler.last != anywhere);
        if let Some(schema) = schema {
            let reader = Reader::<StepKeys>::by(node, schema, format!("steps.{id}"), &mut Report::default());
            compiler.formula_if_written(&reader, StepKeys::WHEN, ItemType::Nothing);
            let kind = node.at("do").and_then(|n| n.as_text()).unwrap_or_default();
            StepReader { compiler, ids, flow }.kind(kind, &reader);
        }
    }
    compiler.last = anywhere;
}

/// What the last action can have been about when a step begins, nothing of steps that are never come to; and what actions that are
/// chosen within a step can be about.
struct Reaching {
    before: Vec<Option<SubjectKinds>>,
    within: Vec<SubjectKinds>,
    changed: bool,
}

impl Reaching {
    fn new(flow: &Flow, actions: &[ActionDef], anywhere: SubjectKinds) -> Self {
        let steps = flow.steps.len();
        let mut reaching = Reaching { before: vec![None; steps], within: vec![SubjectKinds::NONE; steps], changed: true };
        reaching.come_to(flow.root, SubjectKinds::NONE);
        // Piles run out in the middle of anything.
        flow.watches.iter().flatten().for_each(|&step| reaching.come_to(step, anywhere));
        while std::mem::take(&mut reaching.changed) {
            for step in (0..steps).map(StepId::from) {
                if let Some(before) = reaching.before[step.index()] {
                    let chosen = reaching.through(flow, actions, step, before);
                    let within = reaching.within[step.index()].or(chosen);
                    reaching.changed |= std::mem::replace(&mut reaching.within[step.index()], within) != within;
                }
            }
        }
        reaching
    }

    fn come_to(&mut self, step: StepId, with: SubjectKinds) {
        let before = &mut self.before[step.index()];
        let joined = before.map_or(with, |known| known.or(with));
        self.changed |= before.replace(joined) != Some(joined);
    }

    /// What actions within a step can be about, as far as is known yet; notes what its parts are come to with.
    fn through(&mut self, flow: &Flow, actions: &[ActionDef], step: StepId, before: SubjectKinds) -> SubjectKinds {
        let none = SubjectKinds::NONE;
        match &flow.steps[step.index()].kind {
            // A part may be skipped, so that what came before it can still have been last after it.
            StepKind::InOrder(parts) => parts.iter().fold(none, |so_far, &part| {
                self.come_to(part, before.or(so_far));
                so_far.or(self.within[part.index()])
            }),
            StepKind::EachSeat { steps, .. }
            | StepKind::Repeat { steps, .. }
            | StepKind::Rounds { steps, .. }
            | StepKind::Turns { steps, .. } => {
                let all = steps.iter().fold(none, |all, part| all.or(self.within[part.index()]));
                steps.iter().for_each(|&part| self.come_to(part, before.or(all)));
                all
            }
            StepKind::Choose(_) => self.chosen(flow, actions, step, before, false),
            StepKind::Together { .. } => self.chosen(flow, actions, step, before, true),
            StepKind::Settle(action) => self.follow(&actions[action.index()], None, actions[action.index()].outline.last),
            StepKind::Deal { .. }
            | StepKind::Refill { .. }
            | StepKind::Move { .. }
            | StepKind::MoveOf(_)
            | StepKind::ToFront { .. }
            | StepKind::Shuffle { .. }
            | StepKind::ShuffleIn { .. }
            | StepKind::Count { .. }
            | StepKind::Mark { .. }
            | StepKind::Clear { .. }
            | StepKind::CountOf { .. }
            | StepKind::Out(_)
            | StepKind::Pay(_)
            | StepKind::End(_)
            | StepKind::Script { .. }
            | StepKind::NextFirst
            | StepKind::Order(_) => none,
        }
    }

    /// The same of a step that asks: whatever is chosen, and what follows from it.
    fn chosen(&mut self, flow: &Flow, actions: &[ActionDef], step: StepId, before: SubjectKinds, together: bool) -> SubjectKinds {
        let Offer { actions: offered, otherwise, .. } = flow.offered(step);
        // One may choose several times.
        let mut all = self.within[step.index()];
        for id in offered.iter().copied().chain(otherwise) {
            let def = &actions[id.index()];
            // What not all can see does not count as the last action.
            let sealed = together || def.outline.secret;
            let last = if sealed { before.or(all).or(def.outline.last) } else { def.outline.last };
            all = all.or(self.follow(def, committed(flow, id), last));
        }
        all
    }

    /// What an action and what follows from it can be about.
    fn follow(&mut self, def: &ActionDef, committed: Option<StepId>, last: SubjectKinds) -> SubjectKinds {
        def.then.into_iter().chain(committed).fold(def.outline.last, |all, next| {
            self.come_to(next, last);
            all.or(self.within[next.index()])
        })
    }

    /// What it can have been about where conditions and numbers of a step of the game file are asked.
    fn asked_in(&self, flow: &Flow, at: usize) -> Option<SubjectKinds> {
        // A step that others follow is the first part of them.
        let kind = match &flow.steps[at].kind {
            StepKind::InOrder(parts) => {
                let first = parts.first().map(|first| first.index());
                first.filter(|&first| flow.steps[first].id == flow.steps[at].id).unwrap_or(at)
            }
            _ => at,
        };
        let repeated = !matches!(flow.steps[kind].kind, StepKind::InOrder(_));
        self.before[kind].map(|before| if repeated { before.or(self.within[kind]) } else { before })
    }
}

/// The steps between paying for an action and settling it.
fn committed(flow: &Flow, action: ActionId) -> Option<StepId> {
    let settles = |step: &StepId| matches!(flow.steps[step.index()].kind, StepKind::Settle(of) if of == action);
    let step = flow.steps.iter().position(|step| match &step.kind {
        StepKind::InOrder(parts) => parts.last().is_some_and(settles),
        _ => false,
    });
    step.map(StepId::from)
}
