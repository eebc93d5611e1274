//! The legal move generator: what a seat can choose now, all of it, how much it is and the n-th of it, whether there is anything, and
//! whether one thing is among it.

use crate::engine::DONE;
use crate::flow::{self, Offer};
use crate::mechanics::{ActionDef, DecisionContext};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::id::{ActionId, SeatId};
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
            // What is found out of each is not asked anew by those conditions that want to know it.
            let asks = choice.is_some_and(|choice| choice.min.asks());
            for &id in actions {
                let before = out.len();
                context.id = id;
                list_one(&context, work, out);
                if asks {
                    work.found.push((id, out.len() > before));
                }
            }
            if out.is_empty() {
                if let Some(id) = otherwise {
                    context.id = id;
                    list_one(&context, work, out);
                }
            } else if choice.is_some_and(|choice| may_finish(rules, state, seat, choice, frame.done, work)) {
                out.push(Action { action: DONE, ..Action::default() });
            }
            work.found.clear();
        }
    }
    if work.fault.is_some() {
        return work.fault.take().map_or(Ok(()), Err);
    }
    work.worked_out(rules)
}

/// Some of the actions that were counted: by how many, those before them included, their numbers end; and where they stand in the list,
/// if they had to be listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    id: ActionId,
    end: usize,
    listed: Option<usize>,
}

/// How many actions a seat may choose from, without a list of those that can be counted; the others come into the list.
#[inline]
pub(crate) fn count(
    rules: &Rules,
    state: &State,
    seat: SeatId,
    work: &mut Workspace,
    out: &mut Vec<Action>,
) -> Result<usize, Fault> {
    out.clear();
    work.counted.clear();
    let clock = state.clock();
    let Some(frame) = clock.frames.last() else { return Ok(0) };
    let progress = clock.progress[seat.index()];
    let mut context = DecisionContext { rules, state, seat, id: DONE, progress: Progress::default() };
    let mut total = 0;
    match progress.action {
        Some(id) => {
            (context.id, context.progress) = (id, progress);
            count_one(&context, work, out, &mut total);
        }
        None => {
            let Offer { actions, otherwise, choice } = rules.flow.offered(frame.step);
            let asks = choice.is_some_and(|choice| choice.min.asks());
            for &id in actions {
                let before = total;
                context.id = id;
                count_if_chosen(&context, work, out, &mut total);
                if asks {
                    work.found.push((id, total > before));
                }
            }
            if total == 0 {
                if let Some(id) = otherwise {
                    context.id = id;
                    count_if_chosen(&context, work, out, &mut total);
                }
            } else if choice.is_some_and(|choice| may_finish(rules, state, seat, choice, frame.done, work)) {
                total += 1;
                work.counted.push(Counted { id: DONE, end: total, listed: Some(out.len()) });
                out.push(Action { action: DONE, ..Action::default() });
            }
            work.found.clear();
        }
    }
    if work.fault.is_some() {
        return work.fault.take().map_or(Ok(0), Err);
    }
    work.worked_out(rules)?;
    Ok(total)
}

/// Counts the ways to choose one action, if it can be chosen.
#[inline]
fn count_if_chosen(context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>, total: &mut usize) {
    if can_be_chosen(context, work) {
        count_one(context, work, out, total);
    }
}

#[inline]
fn count_one(context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>, total: &mut usize) {
    let (def, before) = (def(context), out.len());
    let listed = match def.count(context, work) {
        Some(count) => {
            *total += count;
            None
        }
        None => {
            def.legal(context, work, out);
            *total += out.len() - before;
            Some(before)
        }
    };
    work.counted.push(Counted { id: context.id, end: *total, listed });
}

/// The action of that number among those that were just counted for a seat, in the order of [`list`].
#[inline]
pub(crate) fn nth(
    rules: &Rules,
    state: &State,
    seat: SeatId,
    work: &mut Workspace,
    listed: &[Action],
    number: usize,
) -> Option<Action> {
    let mut begin = 0;
    for at in 0..work.counted.len() {
        let Counted { id, end, listed: from } = work.counted[at];
        if number < end {
            let number = number - begin;
            if let Some(from) = from {
                return listed.get(from + number).copied();
            }
            let progress = state.clock().progress[seat.index()];
            let context = DecisionContext { rules, state, seat, id, progress };
            return Some(def(&context).mechanic.nth(&context, work, number));
        }
        begin = end;
    }
    None
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
    if can_be_chosen(context, work) {
        def(context).legal(context, work, out);
    }
}

/// Whether an action's `when` holds.
#[inline]
fn can_be_chosen(context: &DecisionContext, work: &mut Workspace) -> bool {
    let when = &def(context).when;
    when.as_ref().is_none_or(|when| flow::holds(context.rules, context.state, work, context.seat, &when.whole))
}

/// Whether an action can be chosen at all, and something is said of it.
#[inline]
pub(crate) fn can_choose(
    context: &DecisionContext,
    work: &mut Workspace,
    says: impl FnOnce(&ActionDef, &DecisionContext, &mut Workspace) -> bool,
) -> bool {
    can_be_chosen(context, work) && says(def(context), context, work)
}
