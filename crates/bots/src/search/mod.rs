//! Information-set Monte Carlo tree search: plays ahead in positions that agree with what the seat may see.
//!
//! Every iteration takes an imagined position, follows the tree as far as it goes, adds one action to it, plays on by a
//! quick policy to a horizon counted in turns, and weighs the result by what the game says that bots value. Results are
//! compared with what the same imagined position was worth at the beginning, so that lucky imaginings favour no action.

mod budget;
mod choices;
mod playing;
mod tree;

pub use budget::Budget;

use crate::ahead::Ahead;
use crate::mind::{Mind, REMEMBERED};
use crate::purse::{Purse, about};
use crate::{Asked, Bot, Misbehaviour, Opening};
use playing::{Playing, Room, World};
use railwright_core::Action;
use railwright_core::id::MAX_SEATS;
use railwright_rules::Fault;
use std::collections::BTreeSet;
use tree::Tree;

/// So many positions are imagined for one decision, and used in turn.
const WORLDS: usize = 32;
/// In so many of them all actions are weighed before the search begins.
const WEIGHED: usize = 2;
/// What looks one action ahead say counts as much as so many results of playing ahead.
const FAITH: f64 = 12.0;
/// How much what is rarely tried is favoured.
const CURIOSITY: f64 = 0.7;

/// Plays ahead within a budget.
pub struct Search {
    budget: Budget,
    mind: Option<Mind>,
    ahead: Ahead,
    tree: Tree,
    worlds: Vec<World>,
    /// The actions asked about, what looks best one action ahead first, each once whatever is paid for it.
    order: Vec<(i64, usize)>,
    /// What these are about.
    abouts: BTreeSet<Action>,
    weights: Vec<i64>,
    room: Room,
}

/// How much results differ.
#[derive(Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    fn deviation(&self, unit: f64) -> f64 {
        if self.count < 8.0 {
            return 5.0 * unit;
        }
        let mean = self.mean();
        (self.squares / self.count - mean * mean).max(unit * unit).sqrt()
    }
}

impl Search {
    /// A search with that budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Search {
            budget,
            mind: None,
            ahead: Ahead::default(),
            tree: Tree::default(),
            worlds: Vec::new(),
            order: Vec::new(),
            abouts: BTreeSet::new(),
            weights: Vec::new(),
            room: Room::default(),
        }
    }

    fn search(&mut self, asked: &Asked) -> Result<usize, Fault> {
        let mut clock = self.budget.begin();
        let mind = self.mind.as_mut().expect("a game was begun");
        self.order.clear();
        self.order.extend((0..asked.legal.len()).map(|i| (0, i)));
        for _ in 0..WEIGHED {
            self.ahead.weigh(mind, asked, &mut self.weights)?;
            self.order.iter_mut().zip(&self.weights).for_each(|((sum, _), weight)| *sum -= weight);
        }
        self.order.sort_unstable();
        self.abouts.clear();
        self.order.retain(|&(_, at)| self.abouts.insert(about(asked.legal[at])));
        if self.order.len() == 1 {
            return Ok(self.order[0].1);
        }
        self.worlds.resize_with(WORLDS, World::default);
        for world in &mut self.worlds {
            mind.imagine(asked, &mut world.state);
            world.purses.iter_mut().for_each(Purse::forget);
            world.before = mind.margins(&world.state)?;
        }
        self.tree.clear();
        let unit = mind.engine.rules().worth.unit as f64;
        let mut spread = Spread::default();
        let mut world = 0;
        while clock.goes_on() {
            let (tree, room, order) = (&mut self.tree, &mut self.room, &self.order[..]);
            let (level, spread_now) = (spread.mean(), spread.deviation(unit) * CURIOSITY);
            let imagined = &mut self.worlds[world];
            let mut playing = Playing { mind, tree, room, world: imagined, order, asked, level, spread: spread_now };
            let after = playing.play()?;
            let before = self.worlds[world].before;
            let rewards: [f64; MAX_SEATS] = std::array::from_fn(|s| (after[s] - before[s]) as f64);
            spread.add(rewards[mind.seat.index()]);
            self.tree.learn(&self.room.way, &rewards);
            world = (world + 1) % WORLDS;
        }
        let favourite = self.tree.favourite(spread.mean());
        let found = favourite.and_then(|action| self.order.iter().find(|(_, at)| about(asked.legal[*at]) == action));
        Ok(found.map_or(self.order[0].1, |(_, at)| *at))
    }
}

impl Bot for Search {
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour> {
        Mind::begin(&mut self.mind, opening);
        self.ahead.begin();
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour> {
        let mind = self.mind.as_mut().expect("a game was begun");
        mind.note(asked);
        if asked.legal.len() == 1 {
            return Ok(0);
        }
        let seat = mind.seat;
        self.search(asked).map_err(|fault| Mind::broken(seat, &fault))
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
