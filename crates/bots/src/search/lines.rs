//! Lines of a search that play side by side: each round's candidates are dealt out to them, always in the same way, so that what comes of
//! it does not depend on how many processors there are.
//!
//! A line has an engine, memories and a playout policy of its own. Where there are several processors each further line is a thread; where
//! there is one, or where a game has scripts, which stay on their thread, they take turns.

use super::rollout::{Determinisation, Rollout, RolloutScratch};
use super::sequential_halving::Candidate;
use crate::payment_cost::PaymentCost;
use crate::planner::{Aim, Planner};
use crate::{GameStart, ImaginedFaults};
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::script::NoScripts;
use railwright_rules::{Checked, Engine, Rules};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// What a line needs besides a planner.
#[derive(Default)]
pub(super) struct Line {
    pub(super) rollouts: RolloutScratch,
    pub(super) determinisations: Vec<Determinisation>,
}

/// A round: which determinisation, the chance in it, and the exploration constant.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) determinisation: usize,
    pub(super) seed: u64,
    pub(super) exploration: f64,
}

impl Line {
    /// Forgets what choices promised: a game begins.
    pub(super) fn forget(&mut self) {
        self.rollouts.policy.forget();
    }

    /// Takes over the determinisations of a decision.
    fn begin(&mut self, states: &[State]) {
        self.determinisations.resize_with(states.len(), Determinisation::default);
        for (determinisation, state) in self.determinisations.iter_mut().zip(states) {
            determinisation.state.clone_from(state);
            determinisation.payment_costs.iter_mut().for_each(PaymentCost::forget);
        }
    }

    /// Plays one rollout for each of some candidates, each with the action that it is about.
    pub(super) fn play(&mut self, planner: &mut Planner, round: Round, candidates: &mut [Candidate], actions: &[Checked]) {
        let Line { rollouts, determinisations } = self;
        let Round { seed, exploration, .. } = round;
        for (candidate, &action) in candidates.iter_mut().zip(actions) {
            let determinisation = &mut determinisations[round.determinisation];
            let Candidate { tree, node, path, after, .. } = candidate;
            let mut rollout =
                Rollout { planner: &mut *planner, tree, scratch: rollouts, determinisation, seed, exploration, path };
            *after = match rollout.play(action, *node) {
                Ok(after) => Some(after),
                Err(fault) => {
                    planner.faults.note(&fault);
                    None
                }
            };
        }
    }
}

/// A line besides the first: on a thread of its own, or on that of the others.
pub(super) enum OtherLine {
    Here(Box<(Planner, Line, Vec<Candidate>)>),
    There(Thread),
}

/// The other end of a line on a thread of its own.
pub(super) struct Thread {
    to: Option<Sender<Task>>,
    from: Receiver<(Vec<Candidate>, ImaginedFaults)>,
    handle: Option<JoinHandle<()>>,
}

enum Task {
    Forget,
    Begin(Vec<State>),
    Play(Round, Vec<Candidate>, Vec<Checked>),
}

impl OtherLine {
    /// So many further lines for a game.
    pub(super) fn begin(count: usize, start: &GameStart, aim: Aim, may_have_threads: bool) -> Vec<OtherLine> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let line = |_| {
            if may_have_threads && processors > 1 && start.rules.scripts.is_empty() {
                OtherLine::There(Thread::begin(start.rules.clone(), start.seat, aim))
            } else {
                let planner = Planner::beside((start.engine)(), start.seat, aim);
                OtherLine::Here(Box::new((planner, Line::default(), Vec::new())))
            }
        };
        (0..count).map(line).collect()
    }

    /// Forgets what choices promised.
    pub(super) fn forget(&mut self) {
        match self {
            OtherLine::Here(here) => here.1.forget(),
            OtherLine::There(thread) => thread.send(Task::Forget),
        }
    }

    /// Takes over the determinisations of a decision.
    pub(super) fn decide(&mut self, determinisations: &[Determinisation]) {
        let states: Vec<State> = determinisations.iter().map(|determinisation| determinisation.state.clone()).collect();
        match self {
            OtherLine::Here(here) => here.1.begin(&states),
            OtherLine::There(thread) => thread.send(Task::Begin(states)),
        }
    }

    /// Begins to play a round.
    pub(super) fn play(&mut self, round: Round, mut candidates: Vec<Candidate>, actions: Vec<Checked>) {
        match self {
            OtherLine::Here(here) => {
                let (planner, line, played) = &mut **here;
                line.play(planner, round, &mut candidates, &actions);
                *played = candidates;
            }
            OtherLine::There(thread) => thread.send(Task::Play(round, candidates, actions)),
        }
    }

    /// What came of the round, and what broke down in it.
    pub(super) fn played(&mut self) -> (Vec<Candidate>, ImaginedFaults) {
        match self {
            OtherLine::Here(here) => (std::mem::take(&mut here.2), std::mem::take(&mut here.0.faults)),
            OtherLine::There(thread) => thread.from.recv().expect("the line plays on while its search does"),
        }
    }
}

impl Thread {
    fn begin(rules: Arc<Rules>, seat: SeatId, aim: Aim) -> Self {
        let ((to, tasks), (results, from)) = (channel(), channel());
        let handle = thread::spawn(move || {
            let mut planner = Planner::beside(Engine::new(rules, &NoScripts), seat, aim);
            let mut line = Line::default();
            for task in tasks {
                match task {
                    Task::Forget => line.forget(),
                    Task::Begin(states) => line.begin(&states),
                    Task::Play(round, mut candidates, actions) => {
                        line.play(&mut planner, round, &mut candidates, &actions);
                        let faults = std::mem::take(&mut planner.faults);
                        // Nobody waits any more once the game is left.
                        let _ = results.send((candidates, faults));
                    }
                }
            }
        });
        Thread { to: Some(to), from, handle: Some(handle) }
    }

    fn send(&self, task: Task) {
        let sent = self.to.as_ref().map(|to| to.send(task).is_ok());
        debug_assert_eq!(sent, Some(true), "the line waits for tasks while its search lasts");
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.to = None;
        // What broke down there has been shown there.
        let _ = self.handle.take().map(JoinHandle::join);
    }
}
