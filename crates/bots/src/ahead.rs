//! One action ahead: what a position is worth after an action and all that goes with it.
//!
//! An action of several decisions (cards drawn one by one, a payment, a path built lane by lane) is weighed by what it
//! comes to, not by its first decision.

use crate::Asked;
use crate::mind::Mind;
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::{Checked, Fault};

/// So many decisions of one action are thought through.
const DECISIONS: usize = 16;
/// An action whose outcome depends on chance is tried so often.
pub(crate) const TRIES: i64 = 4;

/// Room for weighing actions.
#[derive(Default)]
pub(crate) struct Ahead {
    /// The position from which actions are weighed.
    pub(crate) here: State,
    trial: State,
    within: State,
    pub(crate) options: Vec<Checked>,
    choices: Vec<Checked>,
}

impl Ahead {
    /// Weighs every action asked about in one imagined position: what the seat is ahead by after each.
    pub(crate) fn weigh(&mut self, mind: &mut Mind, asked: &Asked, weights: &mut Vec<i64>) -> Result<(), Fault> {
        mind.imagine(asked, &mut self.here);
        let mut options = std::mem::take(&mut self.options);
        mind.options(&self.here, asked, &mut options)?;
        weights.clear();
        for &option in &options {
            let mut sum = self.outcome(mind, option)?;
            let mut tries = 1;
            if self.trial.used_chance_since(&self.here) {
                while tries < TRIES {
                    mind.reseed(&mut self.here);
                    sum += self.outcome(mind, option)?;
                    tries += 1;
                }
            }
            weights.push(sum * TRIES / tries);
        }
        self.options = options;
        Ok(())
    }

    /// What the seat is ahead by after an action and the decisions that belong to it.
    fn outcome(&mut self, mind: &mut Mind, option: Checked) -> Result<i64, Fault> {
        let seat = option.seat();
        self.trial.clone_from(&self.here);
        mind.step(&mut self.trial, option)?;
        self.complete(mind, seat)?;
        Ok(mind.margins(&self.trial)?[seat.index()])
    }

    /// Goes on with an action that is under way, always with what looks best next.
    fn complete(&mut self, mind: &mut Mind, seat: SeatId) -> Result<(), Fault> {
        let (turn, depth) = (self.here.clock().turn, self.here.clock().frames.len());
        for _ in 0..DECISIONS {
            let clock = self.trial.clock();
            let alone = clock.over.is_none() && clock.turn == turn && clock.waiting == railwright_core::id::SeatSet::only(seat);
            let under_way = clock.progress[seat.index()].action.is_some() || clock.frames.len() > depth;
            if !alone || !under_way {
                return Ok(());
            }
            let count = mind.engine.legal(&self.trial, seat)?.len();
            self.choices.clear();
            self.choices.extend((0..count).filter_map(|i| mind.engine.pick(i)));
            let mut best = None;
            if count > 1 {
                for (i, &choice) in self.choices.iter().enumerate() {
                    self.within.clone_from(&self.trial);
                    mind.step(&mut self.within, choice)?;
                    let margin = mind.margins(&self.within)?[seat.index()];
                    if best.is_none_or(|(_, most)| margin > most) {
                        best = Some((i, margin));
                    }
                }
            }
            let Some(&choice) = self.choices.get(best.map_or(0, |(i, _)| i)) else { return Ok(()) };
            mind.step(&mut self.trial, choice)?;
        }
        Ok(())
    }
}
