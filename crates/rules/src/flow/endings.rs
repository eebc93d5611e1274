//! The ways a game can end: each has a number and words, and leads back to the step that brought it about.

use super::schema::{EndKeys, RoundsKeys, TurnsKeys};
use super::{Flow, Step, StepKind};
use crate::mechanics::KeyName;
use railwright_core::id::StepId;

/// The game came to the end of its flow.
pub(crate) const ENDED: u8 = 0;
/// The last turns were played.
pub(crate) const LAST_TURNS: u8 = 1;
/// Everybody passed in a row.
pub(crate) const ALL_PASSED: u8 = 2;
/// The `until` of turns or rounds held.
pub(crate) const UNTIL: u8 = 3;

/// What these four are called.
pub(super) const USUAL: [&str; 4] = ["the flow ended", "last turns played", "everybody passed", "end condition held"];

/// A way in which turns or rounds end the game as earlier ones do.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedEnding {
    step: StepId,
    /// The number of the first step's.
    first: u8,
    /// The number that says which step it was.
    own: u8,
}

impl Step {
    /// The ways in which this step by itself ends a game, each with the key that says so.
    fn endings(&self) -> Vec<(u8, KeyName)> {
        let (last_round, all_pass, until) = match &self.kind {
            StepKind::End(ending) => return vec![(*ending, EndKeys::REASON.into())],
            StepKind::Turns { last_round, all_pass, until, .. } => {
                (last_round.is_some(), *all_pass, until.as_ref().map(|_| KeyName::from(TurnsKeys::UNTIL)))
            }
            StepKind::Rounds { until, .. } => (false, false, until.as_ref().map(|_| KeyName::from(RoundsKeys::UNTIL))),
            _ => return Vec::new(),
        };
        let last_round = last_round.then(|| (LAST_TURNS, KeyName::from(TurnsKeys::LAST_ROUND)));
        let all_pass = all_pass.then(|| (ALL_PASSED, KeyName::from(TurnsKeys::ALL_PASS)));
        last_round.into_iter().chain(all_pass).chain(until.map(|key| (UNTIL, key))).collect()
    }
}

impl Flow {
    /// Gives each step that ends the game as an earlier one does a number of its own for that, so that it can be told which one it was. The
    /// words stay the same.
    pub(super) fn tell_endings_apart(&mut self) {
        let mut taken: Vec<u8> = Vec::new();
        for at in 0..self.steps.len() {
            for (ending, _) in self.steps[at].endings() {
                // As many steps as a game may have leave room for numbers; turns without end of them share the first one's.
                let own = u8::try_from(self.endings.len()).ok().filter(|_| taken.contains(&ending));
                taken.push(ending);
                let Some(own) = own else { continue };
                self.endings.push(self.endings[usize::from(ending)].clone());
                match &mut self.steps[at].kind {
                    StepKind::End(number) => *number = own,
                    _ => self.shared.push(SharedEnding { step: StepId::from(at), first: ending, own }),
                }
            }
        }
    }

    /// The number of a way in which a step ends the game.
    pub(super) fn ending(&self, step: StepId, way: u8) -> u8 {
        self.shared.iter().find(|shared| shared.step == step && shared.first == way).map_or(way, |shared| shared.own)
    }

    /// The step by which a game ended, and the key that says so.
    pub(crate) fn ended_by(&self, ending: u8) -> Option<(&Step, KeyName)> {
        let shared = self.shared.iter().find(|shared| shared.own == ending);
        let (first, way) = shared.map_or((0, ending), |shared| (shared.step.index(), shared.first));
        self.steps[first..].iter().find_map(|step| {
            let (_, key) = step.endings().into_iter().find(|(ending, _)| *ending == way)?;
            Some((step, key))
        })
    }

    /// Whether a game that ended so ended because everybody passed.
    pub fn is_all_passed(&self, ending: usize) -> bool {
        ending == usize::from(ALL_PASSED)
            || self.shared.iter().any(|shared| shared.first == ALL_PASSED && usize::from(shared.own) == ending)
    }

    /// The endings that some step can bring about, by their numbers; of those in the same words the first.
    pub fn ways_to_end(&self) -> Vec<u8> {
        let mut ways: Vec<u8> = self.steps.iter().flat_map(|step| step.endings()).map(|(ending, _)| ending).collect();
        // Whoever leaves turns or rounds says why the game will have ended.
        let goes_on = |step: &Step| matches!(step.kind, StepKind::Turns { .. } | StepKind::Rounds { .. });
        ways.extend((!self.steps.iter().any(goes_on)).then_some(ENDED));
        ways.sort_unstable();
        let mut told: Vec<u8> = Vec::new();
        for way in ways {
            let words = |way: u8| &self.endings[usize::from(way)];
            if !told.iter().any(|known| words(*known) == words(way)) {
                told.push(way);
            }
        }
        told
    }
}
