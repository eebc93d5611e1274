//! Playing ahead once: down the tree, one action further, then by a quick policy to the horizon.

use super::FAITH;
use super::choices::{Choices, cheapest};
use super::tree::{ROOT, Tree};
use crate::Asked;
use crate::ahead::TRIES;
use crate::mind::{Margins, Mind};
use crate::purse::{Purse, about};
use railwright_core::State;
use railwright_core::id::{MAX_SEATS, SeatId, SeatSet};
use railwright_rules::Fault;

/// Decisions of one playing ahead, however few turns they make up.
const LONGEST: usize = 60;
/// Of so many actions drawn by lot the quick policy takes the best.
const LOTS: usize = 4;

/// So many decisions of one action are thought through by the quick policy.
const DECISIONS: usize = 8;
/// So many weights are added up for each action before a search begins.
const WEIGHTS: f64 = (super::WEIGHED as i64 * TRIES) as f64;

/// Room for playing ahead, reused from iteration to iteration.
#[derive(Default)]
pub(super) struct Room {
    state: State,
    trial: State,
    choices: Choices,
    /// The edges followed.
    pub(super) way: Vec<u32>,
}

/// A position that was imagined, and what the cards of each seat are worth to it there.
#[derive(Default)]
pub(super) struct World {
    pub(super) state: State,
    pub(super) purses: [Purse; MAX_SEATS],
    /// What each seat was ahead by.
    pub(super) before: Margins,
}

/// What playing ahead needs to know and to write to.
pub(super) struct Playing<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) tree: &'a mut Tree,
    pub(super) room: &'a mut Room,
    pub(super) world: &'a mut World,
    /// The actions asked about, what looks best one action ahead first, each once whatever is paid for it.
    pub(super) order: &'a [(i64, usize)],
    pub(super) asked: &'a Asked<'a>,
    /// What results are on the whole, and how much they differ.
    pub(super) level: f64,
    pub(super) spread: f64,
}

impl Playing<'_> {
    /// Plays ahead from an imagined position to the horizon; says what each seat is ahead by there.
    pub(super) fn play(&mut self) -> Result<Margins, Fault> {
        self.room.state.clone_from(&self.world.state);
        self.mind.reseed(&mut self.room.state);
        self.room.way.clear();
        // Until this seat has had its next turn: results are compared after the same number of turns.
        let horizon = self.world.state.clock().turn + self.mind.seats as u32 + 1;
        let mut node = Some(ROOT);
        for decision in 0..LONGEST {
            let clock = self.room.state.clock();
            if clock.over.is_some() || clock.turn >= horizon {
                break;
            }
            let waiting = clock.waiting;
            let seat = if decision == 0 { self.mind.seat } else { waiting.iter().next().unwrap_or_default() };
            let count = self.mind.engine.legal(&self.room.state, seat)?.len();
            // What others choose in secret cannot depend on what this seat chose: it has no place in the tree.
            let secret = seat != self.mind.seat && waiting != SeatSet::only(seat);
            if count <= 1 {
                let Some(only) = self.mind.engine.pick(0) else { break };
                self.mind.step(&mut self.room.state, only)?;
                continue;
            }
            if decision == 0 {
                node = self.descend(ROOT, seat, true)?;
                continue;
            }
            let (purse, world) = (&mut self.world.purses[seat.index()], &self.world.state);
            self.room.choices.take_down(self.mind, purse, world, seat)?;
            match node.filter(|_| !secret) {
                // Of payments for one thing the cheapest is chosen; that is no decision.
                _ if self.room.choices.actions.len() == 1 => self.take(0)?,
                Some(at) => node = self.descend(at, seat, false)?,
                None => {
                    let choice = self.best_of_lots(seat, false)?;
                    self.take(choice)?;
                }
            }
        }
        self.mind.margins(&self.room.state)
    }

    /// Follows an edge of the tree, or adds one; says which node that leads to, if it was there before.
    fn descend(&mut self, node: u32, seat: SeatId, root: bool) -> Result<Option<u32>, Fault> {
        if root {
            self.ask_again();
        }
        let (visits, tried) = self.tree.arrive(node, seat, &self.room.choices.actions);
        // A node grows wider as it is visited more often: the square of its width is how often it takes.
        if tried < self.room.choices.actions.len() && tried * tried <= visits as usize {
            let choice = if root { tried } else { self.best_of_lots(seat, true)? };
            let edge = self.tree.add(node, seat, self.room.choices.actions[choice], choice);
            if root {
                let behind = self.order[tried].0 - self.order[0].0;
                self.tree.trust(edge, behind as f64 / WEIGHTS, FAITH);
            }
            self.room.way.push(edge);
            self.take(choice)?;
            return Ok(None);
        }
        let Some((edge, choice)) = self.tree.select(self.level, self.spread) else { return Ok(None) };
        self.room.way.push(edge);
        self.take(choice)?;
        Ok(Some(self.tree.follow(edge)))
    }

    /// The choices are what was asked about, the best first.
    fn ask_again(&mut self) {
        let Choices { actions, stands, .. } = &mut self.room.choices;
        let listed = self.mind.engine.listed();
        actions.clear();
        stands.clear();
        for &(_, at) in self.order {
            let action = self.asked.legal[at];
            let stand = if listed.get(at) == Some(&action) { Some(at) } else { listed.iter().position(|a| *a == action) };
            actions.push(about(action));
            stands.push(stand.expect("a legal action"));
        }
    }

    /// Carries out a choice.
    fn take(&mut self, choice: usize) -> Result<(), Fault> {
        let checked = self.mind.engine.pick(self.room.choices.stands[choice]).expect("a listed action");
        self.mind.step(&mut self.room.state, checked)
    }

    /// The best of a few choices drawn by lot, one action ahead; every sort of action is drawn as often as any other.
    fn best_of_lots(&mut self, seat: SeatId, untried: bool) -> Result<usize, Fault> {
        let Playing { mind, tree, room: Room { state, trial, choices, .. }, world, .. } = self;
        let count = choices.actions.len();
        let mut drawn = [(0, None); LOTS];
        for (lot, drawn) in drawn.iter_mut().enumerate() {
            let mut at = match lot {
                0 => mind.random.below(count as u32) as usize,
                _ => choices.lot_by_sort(mind),
            };
            if untried {
                // The next one that is new; there is one.
                while tree.was_tried(at) {
                    at = (at + 1) % count;
                }
            }
            *drawn = (at, mind.engine.pick(choices.stands[at]));
        }
        let mut best: Option<(i64, usize)> = None;
        for (lot, &(at, checked)) in drawn.iter().enumerate() {
            let Some(checked) = checked.filter(|_| !drawn[..lot].iter().any(|(before, _)| *before == at)) else { continue };
            trial.clone_from(state);
            mind.step(trial, checked)?;
            complete(mind, world, trial, seat)?;
            let worth = mind.engine.worth_to(trial, seat)?;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, at));
            }
        }
        // What is carried out is tried again from here, so that a lucky lot brings no luck.
        mind.reseed(state);
        mind.engine.legal(state, seat)?;
        Ok(best.map_or(0, |(_, at)| at))
    }
}

/// Goes on by lot with an action of several decisions, so that it can be weighed by what it comes to.
fn complete(mind: &mut Mind, world: &mut World, state: &mut State, seat: SeatId) -> Result<(), Fault> {
    for _ in 0..DECISIONS {
        let clock = state.clock();
        if clock.over.is_some() || clock.progress[seat.index()].action.is_none() || !clock.waiting.has(seat) {
            break;
        }
        let count = mind.engine.legal(state, seat)?.len();
        let lot = match cheapest(mind, &mut world.purses[seat.index()], &world.state, seat)? {
            Some(cheapest) => cheapest,
            None => mind.random.below(count as u32) as usize,
        };
        let Some(checked) = mind.engine.pick(lot) else { break };
        mind.step(state, checked)?;
    }
    Ok(())
}
