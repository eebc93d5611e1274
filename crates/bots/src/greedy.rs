//! Takes what is worth most one action ahead, by what the game says that bots value.

use crate::one_ply::OnePly;
use crate::planner::{Planner, REMEMBERED};
use crate::{Bot, BotFault, DecisionRequest, GameStart};

/// Looks one action ahead; its own generator breaks ties.
#[derive(Default)]
pub struct Greedy {
    planner: Option<Planner>,
    one_ply: OnePly,
    weights: Vec<i64>,
}

impl Bot for Greedy {
    fn start(&mut self, opening: &GameStart) -> Result<(), BotFault> {
        Planner::begin(&mut self.planner, opening);
        self.one_ply.begin();
        Ok(())
    }

    fn choose(&mut self, asked: &DecisionRequest) -> Result<usize, BotFault> {
        let Some(planner) = Planner::asked(&mut self.planner, asked) else { return Ok(0) };
        self.one_ply.weigh(planner, asked, &mut self.weights).map_err(|fault| planner.broken(&fault))?;
        let best = self.weights.iter().copied().max().unwrap_or(0);
        let ties = self.weights.iter().filter(|&&w| w == best).count() as u32;
        let pick = planner.random.below(ties) as usize;
        Ok(self.weights.iter().enumerate().filter(|(_, w)| **w == best).nth(pick).map_or(0, |(i, _)| i))
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
