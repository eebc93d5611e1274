//! Information set Monte Carlo tree search: rollouts in determinisations, positions that agree with what the seat may see.
//!
//! At the root, sequential halving compares the legal actions in rounds: each in the same determinisation and with the same
//! chance (common random numbers). An iteration selects a path through the tree of the seat's further decisions as far as it
//! goes (UCB), expands it by one edge, plays on by the playout policy to a horizon counted in turns, and backpropagates the
//! evaluation function of the position there.

mod budget;
mod choices;
mod policy;
mod rollout;
mod sequential_halving;
mod tree;

pub use budget::Budget;

use crate::one_ply::OnePly;
use crate::payment_cost::{PaymentCost, without_payment};
use crate::planner::{Aim, Planner, REMEMBERED};
use crate::{Bot, BotFault, DecisionRequest, GameStart, ImaginedFaults};
use railwright_core::{Action, Random};
use railwright_rules::Fault;
use rollout::{Determinisation, Rollout, RolloutScratch};
use sequential_halving::SequentialHalving;
use std::collections::BTreeSet;
use tree::Tree;

/// So many determinisations are sampled for one decision, and used in turn.
const DETERMINISATIONS: usize = 32;
/// The one-ply scores that order the actions before the search begins are means over so many determinisations.
const ORDERED_BY: usize = 2;
/// The exploration constant of UCB, in units of how much results differ.
const EXPLORATION: f64 = 0.3;

/// The search, within a budget.
pub struct Search {
    budget: Budget,
    planner: Option<Planner>,
    scratch: SearchScratch,
    aim: Aim,
}

/// The buffers of a search, reused from decision to decision.
#[derive(Default)]
struct SearchScratch {
    one_ply: OnePly,
    scores: Vec<i64>,
    /// Move ordering: the legal actions by their one-ply scores, the best first, each once whatever is paid for it.
    order: Vec<(i64, usize)>,
    /// The same without what is paid for them.
    distinct: BTreeSet<Action>,
    determinisations: Vec<Determinisation>,
    sequential_halving: SequentialHalving,
    tree: Tree,
    rollouts: RolloutScratch,
}

impl Search {
    /// A search with that budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Search { budget, planner: None, scratch: SearchScratch::default(), aim: Aim::default() }
    }

    /// The same, which plays for points of its own and not to be ahead.
    pub fn for_points(budget: Budget) -> Self {
        Search { aim: Aim::Points, ..Search::new(budget) }
    }

    /// The same, which compares so many actions to the end: for those who would like to know more than the best.
    pub fn comparing(budget: Budget, actions: usize) -> Self {
        let mut search = Search::new(budget);
        search.scratch.sequential_halving.wanted = actions;
        search
    }
}

impl SearchScratch {
    /// Orders the legal actions as greedy would.
    fn order(&mut self, planner: &mut Planner, request: &DecisionRequest) -> Result<(), Fault> {
        self.order.clear();
        self.order.extend((0..request.legal.len()).map(|at| (0, at)));
        for _ in 0..ORDERED_BY {
            self.one_ply.score_actions(planner, request, &mut self.scores)?;
            self.order.iter_mut().zip(&self.scores).for_each(|((sum, _), score)| *sum -= score);
        }
        self.order.sort_unstable();
        self.distinct.clear();
        self.order.retain(|&(_, at)| self.distinct.insert(without_payment(request.legal[at])));
        Ok(())
    }

    /// The best of the legal actions, as far as the budget lets it be known.
    fn search(&mut self, planner: &mut Planner, request: &DecisionRequest, budget: Budget) -> Result<usize, Fault> {
        let mut tracker = budget.begin(request.stop);
        self.order(planner, request)?;
        if self.order.len() == 1 {
            return Ok(self.order[0].1);
        }
        self.determinisations.resize_with(DETERMINISATIONS, Determinisation::default);
        for determinisation in &mut self.determinisations {
            planner.determinise(request, &mut determinisation.state);
            determinisation.payment_costs.iter_mut().for_each(PaymentCost::forget);
        }
        let SearchScratch { one_ply, order, determinisations, sequential_halving, tree, rollouts, .. } = self;
        sequential_halving.begin(order, ORDERED_BY as i64, tree);
        let unit = planner.engine.rules().worth.unit as f64;
        for round in 0.. {
            let (determinisation, seed) = (&mut determinisations[round % DETERMINISATIONS], planner.random.next());
            let exploration = EXPLORATION * sequential_halving.spread(unit);
            for candidate in &mut sequential_halving.candidates {
                // A round that was not played to its end says nothing.
                if !tracker.goes_on() {
                    return Ok(sequential_halving.best());
                }
                let mut rollout =
                    Rollout { planner, tree, scratch: rollouts, determinisation, seed, exploration, path: &mut candidate.path };
                candidate.after = match rollout.play(one_ply.options[candidate.at], candidate.node) {
                    Ok(after) => Some(after),
                    Err(fault) => {
                        planner.faults.note(&fault);
                        None
                    }
                };
            }
            sequential_halving.end_round(tree, unit);
            sequential_halving.halve(tracker.spent());
        }
        Ok(sequential_halving.best())
    }
}

impl Bot for Search {
    fn ranking(&self) -> Vec<(usize, f64)> {
        let Some(planner) = &self.planner else { return Vec::new() };
        let unit = planner.engine.rules().worth.unit as f64;
        self.scratch.sequential_halving.ranking().map(|(at, worse)| (at, worse / unit)).collect()
    }

    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        Planner::begin_for(&mut self.planner, start, self.aim);
        self.scratch.one_ply.begin();
        self.scratch.rollouts.policy.forget();
        Ok(())
    }

    fn go_on(&mut self, random: Random) -> bool {
        self.scratch.one_ply.begin();
        self.scratch.rollouts.policy.forget();
        Planner::go_on(&mut self.planner, random)
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        let Some(planner) = Planner::for_decision(&mut self.planner, request) else { return Ok(0) };
        Ok(self.scratch.search(planner, request, self.budget).unwrap_or_else(|fault| {
            planner.faults.note(&fault);
            planner.any(request)
        }))
    }

    fn take_imagined_faults(&mut self) -> ImaginedFaults {
        Planner::take_faults(&mut self.planner)
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
