//! The greedy bot: takes the action with the best one-ply score, by what the game says that bots value.

use crate::one_ply::OnePly;
use crate::planner::{Aim, Planner, REMEMBERED};
use crate::{Bot, BotFault, DecisionRequest, GameStart, ImaginedFaults};
use railwright_core::Random;
use railwright_core::narrow::narrow;

/// Looks one action ahead; its own generator breaks ties.
#[derive(Default)]
pub struct Greedy {
    planner: Option<Planner>,
    one_ply: OnePly,
    scores: Vec<i64>,
    aim: Aim,
}

impl Greedy {
    /// The same, which plays for points of its own and not to be ahead.
    pub fn for_points() -> Self {
        Greedy { aim: Aim::Points, ..Greedy::default() }
    }
}

impl Bot for Greedy {
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        Planner::begin_for(&mut self.planner, start, self.aim);
        self.one_ply.begin();
        Ok(())
    }

    fn go_on(&mut self, random: Random) -> bool {
        self.one_ply.begin();
        Planner::go_on(&mut self.planner, random)
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        let Some(planner) = Planner::for_decision(&mut self.planner, request) else { return Ok(0) };
        if let Err(fault) = self.one_ply.score_actions(planner, request, &mut self.scores) {
            planner.faults.note(&fault);
            return Ok(planner.any(request));
        }
        let best = self.scores.iter().copied().max().unwrap_or(0);
        let ties = narrow::<u32>(self.scores.iter().filter(|&&score| score == best).count());
        let pick = planner.random.below(ties) as usize;
        Ok(self.scores.iter().enumerate().filter(|(_, score)| **score == best).nth(pick).map_or(0, |(i, _)| i))
    }

    fn take_imagined_faults(&mut self) -> ImaginedFaults {
        Planner::take_faults(&mut self.planner)
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
