//! Information-set Monte Carlo tree search: plays ahead in positions that agree with what the seat may see.
//!
//! The actions asked about are tried in rounds: each in the same imagined position and with the same luck. An iteration
//! follows the tree of the seat's further decisions as far as it goes, adds one to it, plays on by a quick policy to a horizon
//! counted in turns, and weighs the result by what the game says that bots value.

mod budget;
mod choices;
mod policy;
mod rollout;
mod sequential_halving;
mod tree;

pub use budget::Budget;

use crate::one_ply::OnePly;
use crate::payment_cost::{PaymentCost, about};
use crate::planner::{Planner, REMEMBERED};
use crate::{Bot, BotFault, DecisionRequest, GameStart};
use railwright_core::Action;
use railwright_rules::Fault;
use rollout::{Determinisation, Rollout, RolloutScratch};
use sequential_halving::SequentialHalving;
use std::collections::BTreeSet;
use tree::Tree;

/// So many positions are imagined for one decision, and used in turn.
const WORLDS: usize = 32;
/// In so many of them all actions are weighed before the search begins.
const WEIGHED: usize = 2;
/// How much what is rarely tried is favoured, by how much results differ.
const CURIOSITY: f64 = 0.3;

/// Plays ahead within a budget.
pub struct Search {
    budget: Budget,
    planner: Option<Planner>,
    thoughts: SearchScratch,
}

/// Room to think in, reused from decision to decision.
#[derive(Default)]
struct SearchScratch {
    one_ply: OnePly,
    weights: Vec<i64>,
    /// The actions asked about, what looks best one action ahead first, each once whatever is paid for it.
    order: Vec<(i64, usize)>,
    /// What these are about.
    abouts: BTreeSet<Action>,
    worlds: Vec<Determinisation>,
    sequential_halving: SequentialHalving,
    tree: Tree,
    room: RolloutScratch,
}

impl Search {
    /// A search with that budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Search { budget, planner: None, thoughts: SearchScratch::default() }
    }
}

impl SearchScratch {
    /// Orders the actions asked about as greedy would.
    fn order(&mut self, planner: &mut Planner, asked: &DecisionRequest) -> Result<(), Fault> {
        self.order.clear();
        self.order.extend((0..asked.legal.len()).map(|at| (0, at)));
        for _ in 0..WEIGHED {
            self.one_ply.weigh(planner, asked, &mut self.weights)?;
            self.order.iter_mut().zip(&self.weights).for_each(|((sum, _), weight)| *sum -= weight);
        }
        self.order.sort_unstable();
        self.abouts.clear();
        self.order.retain(|&(_, at)| self.abouts.insert(about(asked.legal[at])));
        Ok(())
    }

    /// The best of the actions asked about, as far as the budget lets it be known.
    fn search(&mut self, planner: &mut Planner, asked: &DecisionRequest, budget: Budget) -> Result<usize, Fault> {
        let mut clock = budget.begin();
        self.order(planner, asked)?;
        if self.order.len() == 1 {
            return Ok(self.order[0].1);
        }
        self.worlds.resize_with(WORLDS, Determinisation::default);
        for determinisation in &mut self.worlds {
            planner.determinise(asked, &mut determinisation.state);
            determinisation.purses.iter_mut().for_each(PaymentCost::forget);
        }
        let SearchScratch { one_ply, order, worlds, sequential_halving, tree, room, .. } = self;
        sequential_halving.begin(order, WEIGHED as i64, tree);
        let unit = planner.engine.rules().worth.unit as f64;
        for round in 0.. {
            let (determinisation, luck) = (&mut worlds[round % WORLDS], planner.random.next());
            let curiosity = CURIOSITY * sequential_halving.spread(unit);
            for candidate in &mut sequential_halving.candidates {
                // A round that was not played to its end says nothing.
                if !clock.goes_on() {
                    return Ok(sequential_halving.best());
                }
                let mut rollout = Rollout { planner, tree, room, determinisation, luck, curiosity, way: &mut candidate.way };
                candidate.after = rollout.play(one_ply.options[candidate.at], candidate.node)?;
            }
            sequential_halving.learn(tree);
            sequential_halving.narrow(clock.spent());
        }
        Ok(sequential_halving.best())
    }
}

impl Bot for Search {
    fn start(&mut self, opening: &GameStart) -> Result<(), BotFault> {
        Planner::begin(&mut self.planner, opening);
        self.thoughts.one_ply.begin();
        self.thoughts.room.policy.forget();
        Ok(())
    }

    fn choose(&mut self, asked: &DecisionRequest) -> Result<usize, BotFault> {
        let Some(planner) = Planner::asked(&mut self.planner, asked) else { return Ok(0) };
        self.thoughts.search(planner, asked, self.budget).map_err(|fault| planner.broken(&fault))
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
