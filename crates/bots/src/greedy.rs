//! Takes what is worth most one action ahead, by what the game says that bots value.

use crate::ahead::Ahead;
use crate::mind::{Mind, REMEMBERED};
use crate::{Asked, Bot, Misbehaviour, Opening};

/// Looks one action ahead; its own generator breaks ties.
#[derive(Default)]
pub struct Greedy {
    mind: Option<Mind>,
    ahead: Ahead,
    weights: Vec<i64>,
}

impl Bot for Greedy {
    fn start(&mut self, opening: &Opening) -> Result<(), Misbehaviour> {
        Mind::begin(&mut self.mind, opening);
        self.ahead.begin();
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<usize, Misbehaviour> {
        let Some(mind) = Mind::asked(&mut self.mind, asked) else { return Ok(0) };
        self.ahead.weigh(mind, asked, &mut self.weights).map_err(|fault| mind.broken(&fault))?;
        let best = self.weights.iter().copied().max().unwrap_or(0);
        let ties = self.weights.iter().filter(|&&w| w == best).count() as u32;
        let pick = mind.random.below(ties) as usize;
        Ok(self.weights.iter().enumerate().filter(|(_, w)| **w == best).nth(pick).map_or(0, |(i, _)| i))
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
