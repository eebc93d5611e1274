//! The legal move generator: what a seat can choose now, all of it, whether there is anything, and whether one thing is among it.

use crate::engine::DONE;
use crate::flow::{self, Offer};
use crate::mechanics::{ActionDef, DecisionContext};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::id::SeatId;
use railwright_core::state::Progress;
use railwright_core::{Action, State};

impl Workspace {
    /// Whether an action that was legal when it was chosen still is.
    pub(crate) fn still_legal(&mut self, rules: &Rules, state: &State, seat: SeatId, action: Action) -> Result<bool, Fault> {
        let clock = state.clock();
        let offered = clock.frames.last().map(|frame| rules.flow.offered(frame.step).actions).unwrap_or_default();
        let found = if clock.progress[seat.index()].action.is_none() && offered.contains(&action.action) {
            let context = DecisionContext { rules, state, seat, id: action.action, progress: Progress::default() };
            can_choose(&context, self, |def, context, work| def.offers(context, work, action))
        } else {
            // What is left to those who can do nothing else is legal only if that is so.
            let mut probe = std::mem::take(&mut self.probe);
            let listed = list(rules, state, seat, self, &mut probe);
            let found = probe.contains(&action);
            self.probe = probe;
            listed.map(|()| found)?
        };
        self.fault.take().map_or(Ok(found), Err)
    }

    /// Whether the seat that is asked now has anything to choose.
    pub(crate) fn any_legal(&mut self, rules: &Rules, state: &State, seat: SeatId) -> Result<bool, Fault> {
        let clock = state.clock();
        let offer = clock.frames.last().map(|frame| rules.flow.offered(frame.step));
        let mut any = false;
        if let (Some(Offer { actions, otherwise, .. }), None) = (offer, clock.progress[seat.index()].action) {
            // The first action that can be chosen is enough, so those that are quick to find are best named first.
            for &id in actions.iter().chain(&otherwise) {
                let context = DecisionContext { rules, state, seat, id, progress: Progress::default() };
                any = can_choose(&context, self, |def, context, work| def.any(context, work, None));
                if any || self.fault.is_some() {
                    break;
                }
            }
        } else {
            let mut probe = std::mem::take(&mut self.probe);
            let listed = list(rules, state, seat, self, &mut probe);
            any = !probe.is_empty();
            self.probe = probe;
            listed?;
        }
        self.fault.take().map_or(Ok(any), Err)
    }
}

/// Legal move generation: lists what a seat may do now, action by action as the step offers them; each mechanic lists its own.
#[inline]
pub(crate) fn list(rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, out: &mut Vec<Action>) -> Result<(), Fault> {
    out.clear();
    let clock = state.clock();
    let Some(frame) = clock.frames.last() else { return Ok(()) };
    let progress = clock.progress[seat.index()];
    let mut context = DecisionContext { rules, state, seat, id: DONE, progress: Progress::default() };
    match progress.action {
        Some(id) => {
            (context.id, context.progress) = (id, progress);
            def(&context).legal(&context, work, out);
        }
        None => {
            let Offer { actions, otherwise, choice } = rules.flow.offered(frame.step);
            for &id in actions {
                context.id = id;
                list_one(&context, work, out);
            }
            if out.is_empty() {
                if let Some(id) = otherwise {
                    context.id = id;
                    list_one(&context, work, out);
                }
            } else if choice.is_some_and(|choice| may_finish(rules, state, seat, choice, frame.done, work)) {
                out.push(Action { action: DONE, ..Action::default() });
            }
        }
    }
    if work.fault.is_some() {
        return work.fault.take().map_or(Ok(()), Err);
    }
    work.worked_out(rules)
}

/// The action that a decision is about.
#[inline(always)]
fn def<'a>(context: &DecisionContext<'a>) -> &'a ActionDef {
    &context.rules.actions[context.id.index()]
}

/// Whether a seat has chosen enough.
#[inline]
fn may_finish(rules: &Rules, state: &State, seat: SeatId, choice: &flow::Choice, done: u16, work: &mut Workspace) -> bool {
    i64::from(done) >= flow::value(rules, state, work, seat, &choice.min)
        || flow::holds(rules, state, work, seat, &choice.may_stop)
}

/// Lists the ways to choose one action, if it can be chosen.
#[inline]
fn list_one(context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
    let DecisionContext { rules, state, seat, .. } = *context;
    let def = def(context);
    if let Some(when) = &def.when
        && !flow::holds(rules, state, work, seat, &when.whole)
    {
        return;
    }
    def.legal(context, work, out);
}

/// Whether an action can be chosen at all, and something is said of it.
#[inline]
pub(crate) fn can_choose(
    context: &DecisionContext,
    work: &mut Workspace,
    says: impl FnOnce(&ActionDef, &DecisionContext, &mut Workspace) -> bool,
) -> bool {
    let def = def(context);
    let holds = def.when.as_ref().is_none_or(|when| flow::holds(context.rules, context.state, work, context.seat, &when.whole));
    holds && says(def, context, work)
}
