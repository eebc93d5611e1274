//! Playing ahead once: one of the actions asked about, down the tree behind it, then by a quick policy to the horizon.

use super::choices::Choices;
use super::policy::Policy;
use super::tree::Tree;
use crate::payment_cost::PaymentCost;
use crate::planner::Planner;
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::{Random, State};
use railwright_rules::{Checked, Fault};

/// This seat has so many more turns before a position is weighed.
const TURNS: u32 = 2;
/// Decisions of one playing ahead, however few turns they make up.
const LONGEST: usize = 120;
/// A node has one more edge when the square of their number, so many times, is how often it was visited.
const NARROW: usize = 8;

/// Room for playing ahead, reused from iteration to iteration.
#[derive(Default)]
pub(super) struct RolloutScratch {
    state: State,
    choices: Choices,
    pub(super) policy: Policy,
}

/// A position that was imagined, and what the cards of each seat are worth to it there.
#[derive(Default)]
pub(super) struct Determinisation {
    pub(super) state: State,
    pub(super) purses: [PaymentCost; MAX_SEATS],
}

/// What playing ahead needs to know and to write to.
pub(super) struct Rollout<'a> {
    pub(super) planner: &'a mut Planner,
    pub(super) tree: &'a mut Tree,
    pub(super) room: &'a mut RolloutScratch,
    pub(super) determinisation: &'a mut Determinisation,
    /// What all chance depends on: the same for all actions that are compared.
    pub(super) luck: u64,
    /// How much what is rarely tried is favoured.
    pub(super) curiosity: f64,
    /// The edges followed.
    pub(super) way: &'a mut Vec<u32>,
}

impl Rollout<'_> {
    /// Plays ahead from an imagined position, and from a node of the tree, to the horizon; says what the seat is ahead by there.
    pub(super) fn play(&mut self, first: Checked, node: u32) -> Result<i64, Fault> {
        self.room.state.clone_from(&self.determinisation.state);
        self.way.clear();
        let begun = self.determinisation.state.clock().turn;
        // Results are compared after the same number of turns.
        let horizon = begun + self.planner.seats as u32 * TURNS + 1;
        let mut node = Some(node);
        let (mut turn, mut decision) = (begun, 0);
        self.carry_out(first, &mut Random::stream(self.luck, 0))?;
        for _ in 0..LONGEST {
            let clock = self.room.state.clock();
            if clock.over.is_some() || clock.turn >= horizon {
                break;
            }
            (turn, decision) = (clock.turn, if clock.turn == turn { decision + 1 } else { 0 });
            // Chance does the same in the same decision of the same turn, whatever led there.
            let mut fate = Random::stream(self.luck, u64::from(turn - begun) << 16 | decision);
            let seat = clock.waiting.iter().next().unwrap_or_default();
            if self.planner.engine.legal(&self.room.state, seat)?.len() <= 1 {
                let Some(only) = self.planner.engine.pick(0) else { break };
                self.carry_out(only, &mut fate)?;
                continue;
            }
            let (payment_cost, determinisation) = (&mut self.determinisation.purses[seat.index()], &self.determinisation.state);
            self.room.choices.take_down(self.planner, payment_cost, determinisation, seat)?;
            let choice = match node.filter(|_| seat == self.planner.seat) {
                // Of payments for one thing the cheapest is chosen; that is no decision.
                _ if self.room.choices.actions.len() == 1 => 0,
                Some(at) => {
                    let choice;
                    (choice, node) = self.descend(at, &mut fate)?;
                    choice
                }
                None => self.quick(seat, &mut fate, false)?,
            };
            let checked = self.room.choices.checked[choice];
            self.carry_out(checked, &mut fate)?;
        }
        Ok(self.planner.margins(&self.room.state)?[self.planner.seat.index()])
    }

    /// Carries out an action as fate will have it.
    fn carry_out(&mut self, checked: Checked, fate: &mut Random) -> Result<(), Fault> {
        *self.planner.effects(&mut self.room.state).random() = Random::new(fate.next());
        self.planner.step(&mut self.room.state, checked)
    }

    /// Follows an edge of the tree, or adds one; says which choice that is and which node it leads to, if it was there before.
    fn descend(&mut self, node: u32, fate: &mut Random) -> Result<(usize, Option<u32>), Fault> {
        let (visits, tried) = self.tree.arrive(node, &self.room.choices.actions);
        if tried < self.room.choices.actions.len() && NARROW * tried * tried <= visits as usize {
            let choice = self.quick(self.planner.seat, fate, true)?;
            self.way.push(self.tree.add(node, self.room.choices.actions[choice], choice));
            return Ok((choice, None));
        }
        let Some((edge, choice)) = self.tree.select(self.curiosity) else { return Ok((0, None)) };
        self.way.push(edge);
        Ok((choice, Some(self.tree.follow(edge))))
    }

    /// What the quick policy chooses, perhaps among what was not tried.
    fn quick(&mut self, seat: SeatId, fate: &mut Random, untried: bool) -> Result<usize, Fault> {
        let Rollout { planner, tree, room: RolloutScratch { state, choices, policy }, determinisation, .. } = self;
        policy.best((planner, determinisation), (state, seat), choices, fate, |at| !untried || !tree.was_tried(at))
    }
}
