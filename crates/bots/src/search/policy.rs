//! The playout policy (rollout policy): nearly what greedy would do, but few choices are evaluated.
//!
//! From one rollout to the next most choices promise much the same. So those are evaluated that promised most of late (a history
//! heuristic), and a few drawn by lot.

use super::choices::{Choices, cheapest};
use super::rollout::Determinisation;
use crate::evaluation;
use crate::payment_cost::without_payment;
use crate::planner::Planner;
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Random, State};
use railwright_rules::Fault;
use std::cmp::Reverse;

/// So many choices are evaluated because they promised most.
const BEST: usize = 6;
/// And so many of the others.
const AT_RANDOM: usize = 2;
/// So many decisions of one action are looked through.
const DECISIONS: usize = 8;
/// Promises are kept in so many places; two choices that share one do little harm.
const PLACES: usize = 1 << 10;

/// What choices promised of late, and buffers to evaluate them.
pub(super) struct Policy {
    /// How far behind the best they were, for each seat.
    behind: [Vec<i64>; MAX_SEATS],
    some: Vec<(i64, usize)>,
    trial: State,
}

impl Default for Policy {
    fn default() -> Self {
        Policy { behind: std::array::from_fn(|_| vec![0; PLACES]), some: Vec::new(), trial: State::default() }
    }
}

impl Policy {
    /// Forgets everything: a game begins.
    pub(super) fn forget(&mut self) {
        self.behind.iter_mut().for_each(|seat| seat.fill(0));
    }

    /// The best of some choices that a seat has, one action ahead; `fits` says which may be looked at, `random` what chance does.
    pub(super) fn best(
        &mut self,
        (planner, determinisation): (&mut Planner, &mut Determinisation),
        (state, seat): (&State, SeatId),
        choices: &Choices,
        random: &mut Random,
        fits: impl Fn(usize) -> bool,
    ) -> Result<usize, Fault> {
        let Policy { behind, some, trial } = self;
        let behind = &mut behind[seat.index()];
        some.clear();
        let fitting = (0..choices.actions.len()).filter(|&at| fits(at));
        some.extend(fitting.map(|at| (behind[place(choices.actions[at])], at)));
        if some.len() > BEST {
            some.select_nth_unstable(BEST);
            for lot in BEST..some.len().min(BEST + AT_RANDOM) {
                let other = lot + random.below(narrow::<u32>(some.len() - lot)) as usize;
                some.swap(lot, other);
            }
            some.truncate(BEST + AT_RANDOM);
        }
        let chance = Random::new(random.next());
        for (value, at) in &mut *some {
            trial.clone_from(state);
            *planner.effects(trial).random() = chance;
            planner.step(trial, choices.checked[*at])?;
            complete(planner, determinisation, trial, seat, behind)?;
            *value = evaluation::evaluate_for(&mut planner.engine, trial, seat)?;
        }
        let Some(&(most, best)) = some.iter().max_by_key(|(value, at)| (*value, Reverse(*at))) else { return Ok(0) };
        for &(value, at) in &*some {
            let promise = &mut behind[place(choices.actions[at])];
            // Chance may have had its part in it: half of what was known stays.
            *promise = (*promise + most - value + 1) / 2;
        }
        Ok(best)
    }
}

/// Goes on with an action of several decisions by what promised most, so that it can be evaluated by what it comes to.
fn complete(
    planner: &mut Planner,
    determinisation: &mut Determinisation,
    state: &mut State,
    seat: SeatId,
    behind: &[i64],
) -> Result<(), Fault> {
    for _ in 0..DECISIONS {
        let clock = state.clock();
        if clock.over.is_some() || clock.progress[seat.index()].action.is_none() || !clock.waiting.has(seat) {
            break;
        }
        planner.engine.legal(state, seat)?;
        let cheapest = cheapest(planner, &mut determinisation.payment_costs[seat.index()], &determinisation.state, seat)?;
        let promised = |&at: &usize| behind[place(without_payment(planner.engine.listed()[at]))];
        let Some(choice) = cheapest.or_else(|| (0..planner.engine.listed().len()).min_by_key(promised)) else { break };
        let Some(checked) = planner.engine.pick(choice) else { break };
        planner.step(state, checked)?;
    }
    Ok(())
}

/// Where the promise of an action is kept.
fn place(action: Action) -> usize {
    let Action { action, form, subject, object, .. } = action;
    let whole = u64::from(action.0) << 40 | u64::from(form) << 32 | u64::from(subject) << 16 | u64::from(object);
    (whole.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % PLACES
}
