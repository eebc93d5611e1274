//! Trial games: a few seeded random games of one setting with every invariant checked, for what no file shows by itself.
//!
//! A script that breaks down, steps that never come to a decision, a seat that must choose and cannot, cards that get lost: such things
//! show in almost every game, so that a few games find them. Games are counted and timed, so that nobody waits for them.

use crate::observer::{ObservedDecision, Observer};
use crate::simulate::{Results, game_seed};
use crate::{BotKind, GameError, GameRunner};
use cpu_time::ThreadTime;
use railwright_core::id::ActionId;
use railwright_rules::script::Scripting;
use railwright_rules::{Fault, FaultKind, Rules};
use std::sync::Arc;
use std::time::Duration;

/// So many games of a setting are played at most: more hardly ever show more.
pub const MOST_GAMES: u64 = 40;
/// A trial game with more actions does not seem to come to its end.
pub const MOST_ACTIONS: u64 = 20_000;
/// After so many games that broke down, no more of the setting are begun.
const MOST_FAULTS: usize = 5;
/// The clock is looked at once in so many actions.
const ACTIONS_AT_ONCE: u64 = 16;

/// How much time of the processor trial games may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialTime {
    /// In one setting.
    pub setting: Duration,
    /// In all settings of a file together.
    pub file: Duration,
}

impl Default for TrialTime {
    fn default() -> Self {
        TrialTime { setting: Duration::from_millis(100), file: Duration::from_millis(300) }
    }
}

impl TrialTime {
    /// What a setting may take after all before it took so much, with so many still to come, itself included.
    pub fn share(self, spent: Duration, to_come: usize) -> Duration {
        let to_come = u32::try_from(to_come.max(1)).unwrap_or(u32::MAX);
        (self.file.saturating_sub(spent) / to_come).min(self.setting)
    }
}

/// A trial game that broke down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialFault {
    /// The seed of a simulation whose first game it is.
    pub seed: u64,
    /// What broke down.
    pub fault: Fault,
    /// The last action that was chosen, if any was.
    pub after: Option<ActionId>,
}

/// What came of the trial games of one setting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trials {
    /// Games that were played to their end.
    pub games: u64,
    /// How often the game ended in each way.
    pub ends: Vec<u64>,
    /// Games in which nobody ever had a choice.
    pub without_choice: u64,
    /// Games that were not over after [`MOST_ACTIONS`].
    pub without_end: u64,
    /// Games that broke down, each kind of fault at each place once.
    pub faults: Vec<TrialFault>,
    /// Which actions could be chosen at some time.
    pub possible: Vec<bool>,
    /// The time it took.
    pub spent: Duration,
    /// Whether there was no time to play them all.
    pub cut: bool,
}

impl Trials {
    /// How many games were begun and came to something: an end, a fault, or no end for too long.
    pub fn tried(&self) -> u64 {
        self.games + self.without_end + self.faults.len() as u64
    }
}

/// Plays trial games, for so long at most.
pub fn play(rules: &Arc<Rules>, scripting: &dyn Scripting, time: Duration) -> Trials {
    let begun = ThreadTime::now();
    let mut trials = Trials { possible: vec![false; rules.actions.len()], ..Trials::default() };
    let mut runner = GameRunner::new(rules, scripting, &[BotKind::Random], true);
    let mut results = Results::default();
    let mut broken = 0;
    for seed in 1..=MOST_GAMES {
        if begun.elapsed() >= time {
            trials.cut = true;
            break;
        }
        let mut watch = Watch { begun, time, possible: &mut trials.possible, last: None, actions: 0, choice: false, late: false };
        let outcome = runner.play_observed(game_seed(seed, 0), &mut results, &mut watch);
        let Watch { last, choice, late, .. } = watch;
        match outcome {
            Ok(()) => trials.without_choice += u64::from(!choice),
            Err(GameError::Stopped) if late => trials.cut = true,
            Err(GameError::Stopped) => trials.without_end += 1,
            Err(GameError::Rules(fault)) => {
                broken += 1;
                note(&mut trials.faults, TrialFault { seed, fault, after: last });
            }
            // Random seats are no bots that could break down.
            Err(GameError::Bot(_)) => {}
        }
        if trials.cut || broken >= MOST_FAULTS {
            break;
        }
    }
    Trials { games: results.games, ends: results.ends, spent: begun.elapsed(), ..trials }
}

/// Keeps a fault unless one of the same kind at the same place is known; what broke an invariant of every game has no place of its own.
fn note(faults: &mut Vec<TrialFault>, new: TrialFault) {
    let same = |known: &TrialFault| {
        let placeless = new.fault.kind == FaultKind::Invariant && known.after != new.after;
        (known.fault.kind, &known.fault.place) == (new.fault.kind, &new.fault.place) && !placeless
    };
    if !faults.iter().any(same) {
        faults.push(new);
    }
}

/// Watches one trial game, and the clock.
struct Watch<'a> {
    begun: ThreadTime,
    time: Duration,
    possible: &'a mut [bool],
    last: Option<ActionId>,
    actions: u64,
    choice: bool,
    /// Whether the time is over.
    late: bool,
}

impl Observer for Watch<'_> {
    fn goes_on(&mut self) -> bool {
        self.late = self.actions % ACTIONS_AT_ONCE == ACTIONS_AT_ONCE - 1 && self.begun.elapsed() >= self.time;
        !self.late && self.actions < MOST_ACTIONS
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        self.actions += 1;
        self.choice |= seen.legal.len() > 1;
        self.last = Some(seen.legal[seen.choice].action);
        for action in seen.legal {
            // What ends a choice of several is no action of the game.
            if let Some(possible) = self.possible.get_mut(action.action.index()) {
                *possible = true;
            }
        }
    }
}
