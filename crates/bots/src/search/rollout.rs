//! One rollout: an action at the root, down the tree behind it (selection and expansion), then the playout policy to the horizon.

use super::choices::Choices;
use super::policy::Policy;
use super::tree::Tree;
use crate::payment_cost::PaymentCost;
use crate::planner::Planner;
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::{Random, State};
use railwright_rules::{Checked, Fault};

/// This seat has so many more turns before a position is evaluated.
const TURNS: u32 = 2;
/// Decisions of one rollout, however few turns they make up.
const LONGEST: usize = 120;
/// Progressive widening: a node has one more edge when the square of their number, so many times, is how often it was visited.
const WIDENING: usize = 8;

/// The buffers of a rollout, reused from iteration to iteration.
#[derive(Default)]
pub(super) struct RolloutScratch {
    state: State,
    choices: Choices,
    pub(super) policy: Policy,
}

/// A sampled position, and what payments cost each seat there.
#[derive(Default)]
pub(super) struct Determinisation {
    pub(super) state: State,
    pub(super) payment_costs: [PaymentCost; MAX_SEATS],
}

/// What a rollout needs to know and to write to.
pub(super) struct Rollout<'a> {
    pub(super) planner: &'a mut Planner,
    pub(super) tree: &'a mut Tree,
    pub(super) scratch: &'a mut RolloutScratch,
    pub(super) determinisation: &'a mut Determinisation,
    /// What all chance depends on: the same for all actions that are compared (common random numbers).
    pub(super) seed: u64,
    /// The exploration constant: how much what is rarely tried is favoured.
    pub(super) exploration: f64,
    /// The edges followed.
    pub(super) path: &'a mut Vec<u32>,
}

impl Rollout<'_> {
    /// Plays from a determinisation, and from a node of the tree, to the horizon; says what the seat is ahead by there.
    pub(super) fn play(&mut self, first: Checked, node: u32) -> Result<i64, Fault> {
        self.scratch.state.clone_from(&self.determinisation.state);
        self.path.clear();
        let begun = self.determinisation.state.clock().turn;
        // Results are compared after the same number of turns.
        let horizon = begun + narrow::<u32>(self.planner.seats) * TURNS + 1;
        let mut node = Some(node);
        let (mut turn, mut decision) = (begun, 0);
        self.carry_out(first, &mut Random::stream(self.seed, 0))?;
        for _ in 0..LONGEST {
            let clock = self.scratch.state.clock();
            if clock.over.is_some() || clock.turn >= horizon {
                break;
            }
            (turn, decision) = (clock.turn, if clock.turn == turn { decision + 1 } else { 0 });
            // Chance does the same in the same decision of the same turn, whatever led there.
            let mut random = Random::stream(self.seed, u64::from(turn - begun) << 16 | decision);
            let seat = clock.asked_next(narrow::<u8>(self.planner.seats)).unwrap_or_default();
            if self.planner.engine.legal(&self.scratch.state, seat)?.len() <= 1 {
                let Some(only) = self.planner.engine.pick(0) else { break };
                self.carry_out(only, &mut random)?;
                continue;
            }
            let (payment_cost, determinisation) =
                (&mut self.determinisation.payment_costs[seat.index()], &self.determinisation.state);
            self.scratch.choices.list(self.planner, payment_cost, determinisation, seat)?;
            let choice = match node.filter(|_| seat == self.planner.seat) {
                // Of payments for one thing the cheapest is chosen; that is no decision.
                _ if self.scratch.choices.actions.len() == 1 => 0,
                Some(at) => {
                    let choice;
                    (choice, node) = self.descend(at, &mut random)?;
                    choice
                }
                None => self.playout_choice(seat, &mut random, false)?,
            };
            let checked = self.scratch.choices.checked[choice];
            self.carry_out(checked, &mut random)?;
        }
        Ok(self.planner.margins(&self.scratch.state)?[self.planner.seat.index()])
    }

    /// Carries out an action with the chance of this decision.
    fn carry_out(&mut self, checked: Checked, random: &mut Random) -> Result<(), Fault> {
        *self.planner.effects(&mut self.scratch.state).random() = Random::new(random.next());
        self.planner.step(&mut self.scratch.state, checked)
    }

    /// Follows an edge of the tree, or adds one; says which choice that is and which node it leads to, if it was there before.
    fn descend(&mut self, node: u32, random: &mut Random) -> Result<(usize, Option<u32>), Fault> {
        let (visits, tried) = self.tree.visit(node, &self.scratch.choices.actions);
        if tried < self.scratch.choices.actions.len() && WIDENING * tried * tried <= visits as usize {
            let choice = self.playout_choice(self.planner.seat, random, true)?;
            self.path.push(self.tree.add_edge(node, self.scratch.choices.actions[choice], choice));
            return Ok((choice, None));
        }
        let Some((edge, choice)) = self.tree.select(self.exploration) else { return Ok((0, None)) };
        self.path.push(edge);
        Ok((choice, Some(self.tree.follow(edge))))
    }

    /// What the playout policy chooses, perhaps among what was not tried.
    fn playout_choice(&mut self, seat: SeatId, random: &mut Random, untried: bool) -> Result<usize, Fault> {
        let Rollout { planner, tree, scratch: RolloutScratch { state, choices, policy }, determinisation, .. } = self;
        policy.best((planner, determinisation), (state, seat), choices, random, |at| !untried || !tree.was_tried(at))
    }
}
