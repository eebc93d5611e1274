//! Information-set Monte Carlo tree search: plays ahead in positions that agree with what the seat may see.
//!
//! The actions asked about are tried in rounds: each in the same imagined position and with the same luck. An iteration
//! follows the tree of the seat's further decisions as far as it goes, adds one to it, plays on by a quick policy to a horizon
//! counted in turns, and weighs the result by what the game says that bots value.

mod budget;
mod choices;
mod contest;
mod playing;
mod policy;
mod tree;

pub use budget::Budget;

use crate::ahead::Ahead;
use crate::mind::{Mind, REMEMBERED};
use crate::purse::{Purse, about};
use crate::{Asked, Bot, Misbehaviour, Opening};
use contest::Contest;
use playing::{Playing, Room, World};
use railwright_core::Action;
use railwright_rules::Fault;
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
    mind: Option<Mind>,
    thoughts: Thoughts,
}

/// Room to think in, reused from decision to decision.
#[derive(Default)]
struct Thoughts {
    ahead: Ahead,
    weights: Vec<i64>,
    /// The actions asked about, what looks best one action ahead first, each once whatever is paid for it.
    order: Vec<(i64, usize)>,
    /// What these are about.
    abouts: BTreeSet<Action>,
    worlds: Vec<World>,
    contest: Contest,
    tree: Tree,
    room: Room,
}

impl Search {
    /// A search with that budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Search { budget, mind: None, thoughts: Thoughts::default() }
    }
}

impl Thoughts {
    /// Orders the actions asked about as greedy would.
    fn order(&mut self, mind: &mut Mind, asked: &Asked) -> Result<(), Fault> {
        self.order.clear();
        self.order.extend((0..asked.legal.len()).map(|at| (0, at)));
        for _ in 0..WEIGHED {
            self.ahead.weigh(mind, asked, &mut self.weights)?;
            self.order.iter_mut().zip(&self.weights).for_each(|((sum, _), weight)| *sum -= weight);
        }
        self.order.sort_unstable();
        self.abouts.clear();
        self.order.retain(|&(_, at)| self.abouts.insert(about(asked.legal[at])));
        Ok(())
    }

    /// The best of the actions asked about, as far as the budget lets it be known.
    fn search(&mut self, mind: &mut Mind, asked: &Asked, budget: Budget) -> Result<usize, Fault> {
        let mut clock = budget.begin();
        self.order(mind, asked)?;
        if self.order.len() == 1 {
            return Ok(self.order[0].1);
        }
        self.worlds.resize_with(WORLDS, World::default);
        for world in &mut self.worlds {
            mind.imagine(asked, &mut world.state);
            world.purses.iter_mut().for_each(Purse::forget);
        }
        let Thoughts { ahead, order, worlds, contest, tree, room, .. } = self;
        contest.begin(order, WEIGHED as i64, tree);
        let unit = mind.engine.rules().worth.unit as f64;
        for round in 0.. {
            let (world, luck) = (&mut worlds[round % WORLDS], mind.random.next());
            let curiosity = CURIOSITY * contest.spread(unit);
            for candidate in &mut contest.candidates {
                // A round that was not played to its end says nothing.
                if !clock.goes_on() {
                    return Ok(contest.best());
                }
                let mut playing = Playing { mind, tree, room, world, luck, curiosity, way: &mut candidate.way };
                candidate.after = playing.play(ahead.options[candidate.at], candidate.node)?;
            }
            contest.learn(tree);
            contest.narrow(clock.spent());
        }
        Ok(contest.best())
    }
}

impl Bot for Search {
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour> {
        Mind::begin(&mut self.mind, opening);
        self.thoughts.ahead.begin();
        self.thoughts.room.policy.forget();
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour> {
        let Some(mind) = Mind::asked(&mut self.mind, asked) else { return Ok(0) };
        self.thoughts.search(mind, asked, self.budget).map_err(|fault| mind.broken(&fault))
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
