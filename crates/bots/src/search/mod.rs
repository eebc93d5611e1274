//! Information set Monte Carlo tree search: rollouts in determinisations, positions that agree with what the seat may see.
//!
//! At the root, sequential halving compares the legal actions in rounds: each in the same determinisation and with the same
//! chance (common random numbers). An iteration selects a path through the tree of the seat's further decisions as far as it
//! goes (UCB), expands it by one edge, plays on by the playout policy to a horizon counted in turns, and backpropagates the
//! evaluation function of the position there.

mod budget;
mod choices;
mod lines;
mod policy;
mod rollout;
mod sequential_halving;
mod tree;

pub use budget::Budget;

use crate::one_ply::OnePly;
use crate::payment_cost::{PaymentCost, without_payment};
use crate::planner::{Aim, Planner, REMEMBERED};
use crate::{Bot, BotFault, DecisionRequest, GameStart, ImaginedFaults};
use lines::{Line, OtherLine, Round};
use railwright_core::{Action, Random};
use railwright_rules::{Checked, Fault};
use rollout::Determinisation;
use sequential_halving::{Candidate, SequentialHalving};
use std::collections::BTreeSet;

/// So many determinisations are sampled for one decision, and used in turn.
const DETERMINISATIONS: usize = 32;
/// The one-ply scores that order the actions before the search begins are means over so many determinisations.
const ORDERED_BY: usize = 2;
/// The exploration constant of UCB, in units of how much results differ.
const EXPLORATION: f64 = 0.3;

/// The search, within a budget.
pub struct Search {
    budget: Budget,
    planner: Option<Planner>,
    scratch: SearchScratch,
    aim: Aim,
    /// How many lines play side by side, and whether on several threads if there are processors for them.
    lines: usize,
    may_have_threads: bool,
}

/// The buffers of a search, reused from decision to decision.
#[derive(Default)]
struct SearchScratch {
    one_ply: OnePly,
    scores: Vec<i64>,
    /// Move ordering: the legal actions by their one-ply scores, the best first, each once whatever is paid for it.
    order: Vec<(i64, usize)>,
    /// The same without what is paid for them.
    distinct: BTreeSet<Action>,
    sequential_halving: SequentialHalving,
    /// The first line, and those beside it.
    line: Line,
    others: Vec<OtherLine>,
    /// The candidates of each line in a round.
    dealt: Vec<Vec<Candidate>>,
    actions: Vec<Checked>,
}

impl Search {
    /// A search with that budget for each decision.
    pub fn new(budget: Budget) -> Self {
        Search { budget, planner: None, scratch: SearchScratch::default(), aim: Aim::default(), lines: 1, may_have_threads: true }
    }

    /// The same with so many lines that play side by side, on as many threads as there are processors for: a choice depends on their number
    /// and not on the threads.
    pub fn side_by_side(self, lines: usize) -> Self {
        Search { lines: lines.max(1), ..self }
    }

    /// The same, which plays for points of its own and not to be ahead.
    pub fn for_points(budget: Budget) -> Self {
        Search { aim: Aim::Points, ..Search::new(budget) }
    }

    /// The same, which compares so many actions to the end: for those who would like to know more than the best.
    pub fn comparing(budget: Budget, actions: usize) -> Self {
        let mut search = Search::new(budget);
        search.scratch.sequential_halving.wanted = actions;
        search
    }
}

impl SearchScratch {
    /// Orders the legal actions as greedy would.
    fn order(&mut self, planner: &mut Planner, request: &DecisionRequest) -> Result<(), Fault> {
        self.order.clear();
        self.order.extend((0..request.legal.len()).map(|at| (0, at)));
        for _ in 0..ORDERED_BY {
            self.one_ply.score_actions(planner, request, &mut self.scores)?;
            self.order.iter_mut().zip(&self.scores).for_each(|((sum, _), score)| *sum -= score);
        }
        self.order.sort_unstable();
        self.distinct.clear();
        self.order.retain(|&(_, at)| self.distinct.insert(without_payment(request.legal[at])));
        Ok(())
    }

    /// The best of the legal actions, as far as the budget lets it be known.
    fn search(&mut self, planner: &mut Planner, request: &DecisionRequest, budget: Budget) -> Result<usize, Fault> {
        let mut tracker = budget.begin(request.stop);
        self.order(planner, request)?;
        if self.order.len() == 1 {
            return Ok(self.order[0].1);
        }
        self.line.determinisations.resize_with(DETERMINISATIONS, Determinisation::default);
        for determinisation in &mut self.line.determinisations {
            planner.determinise(request, &mut determinisation.state);
            determinisation.payment_costs.iter_mut().for_each(PaymentCost::forget);
        }
        self.others.iter_mut().for_each(|other| other.decide(&self.line.determinisations));
        self.sequential_halving.begin(&self.order, ORDERED_BY as i64);
        let unit = planner.engine.rules().worth.unit as f64;
        for number in 0.. {
            let (determinisation, seed) = (number % DETERMINISATIONS, planner.random.next());
            let exploration = EXPLORATION * self.sequential_halving.spread(unit);
            // A round that is not played to its end says nothing.
            let enough = self.sequential_halving.candidates.iter().take_while(|_| tracker.goes_on()).count();
            self.play(planner, Round { determinisation, seed, exploration }, enough);
            if enough < self.sequential_halving.candidates.len() {
                return Ok(self.sequential_halving.best());
            }
            self.sequential_halving.end_round(unit);
            self.sequential_halving.halve(tracker.spent());
        }
        Ok(self.sequential_halving.best())
    }

    /// Plays a round for the first so many candidates, dealt out to all lines.
    fn play(&mut self, planner: &mut Planner, round: Round, enough: usize) {
        let SearchScratch { one_ply, sequential_halving, line, others, dealt, actions, .. } = self;
        let action = |candidate: &Candidate| one_ply.options[candidate.at];
        let candidates = &mut sequential_halving.candidates;
        if others.is_empty() {
            actions.clear();
            actions.extend(candidates[..enough].iter().map(action));
            return line.play(planner, round, &mut candidates[..enough], actions);
        }
        let (all, lines) = (candidates.len(), others.len() + 1);
        dealt.resize_with(lines, Vec::new);
        let rest: Vec<Candidate> = candidates.drain(enough..).collect();
        for (number, candidate) in candidates.drain(..).enumerate() {
            dealt[number % lines].push(candidate);
        }
        for (other, dealt) in others.iter_mut().zip(&mut dealt[1..]) {
            let actions = dealt.iter().map(action).collect();
            other.play(round, std::mem::take(dealt), actions);
        }
        actions.clear();
        actions.extend(dealt[0].iter().map(action));
        line.play(planner, round, &mut dealt[0], actions);
        for (other, dealt) in others.iter_mut().zip(&mut dealt[1..]) {
            let (played, faults) = other.played();
            *dealt = played;
            planner.faults.merge(faults);
        }
        let mut dealt: Vec<_> = dealt.iter_mut().map(|dealt| dealt.drain(..)).collect();
        candidates.extend((0..enough).filter_map(|number| dealt[number % lines].next()));
        candidates.extend(rest);
        debug_assert_eq!(candidates.len(), all);
    }
}

impl Bot for Search {
    fn ranking(&self) -> Vec<(usize, f64)> {
        let Some(planner) = &self.planner else { return Vec::new() };
        let unit = planner.engine.rules().worth.unit as f64;
        self.scratch.sequential_halving.ranking().map(|(at, worse)| (at, worse / unit)).collect()
    }

    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        Planner::begin_for(&mut self.planner, start, self.aim);
        self.scratch.one_ply.begin();
        self.scratch.line.forget();
        self.scratch.others = OtherLine::begin(self.lines - 1, start, self.aim, self.may_have_threads);
        Ok(())
    }

    fn go_on(&mut self, random: Random) -> bool {
        self.scratch.one_ply.begin();
        self.scratch.line.forget();
        self.scratch.others.iter_mut().for_each(OtherLine::forget);
        Planner::go_on(&mut self.planner, random)
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        let Some(planner) = Planner::for_decision(&mut self.planner, request) else { return Ok(0) };
        Ok(self.scratch.search(planner, request, self.budget).unwrap_or_else(|fault| {
            planner.faults.note(&fault);
            planner.any(request)
        }))
    }

    fn take_imagined_faults(&mut self) -> ImaginedFaults {
        Planner::take_faults(&mut self.planner)
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Results;
    use crate::{BotKind, GameRunner};
    use railwright_core::id::SeatId;
    use railwright_rules::{Setting, load};
    use railwright_script::Rhai;
    use std::sync::Arc;

    #[test]
    fn lines_on_threads_choose_what_lines_choose_that_take_turns() {
        let loaded = load("skerry-lights", &Setting { players: 2, options: vec![] }, &Rhai);
        let rules = Arc::new(loaded.rules.expect("a game without errors"));
        let played = |search: Search| {
            let (mut runner, mut results) = (GameRunner::new(&rules, &Rhai, &[BotKind::Greedy], false), Results::default());
            runner.sit_down(SeatId(0), Box::new(search));
            for seed in 0..3 {
                runner.play(seed, &mut results).expect("no fault");
            }
            results
        };
        let search = || Search::new(Budget::Iterations(24)).side_by_side(3);
        let on_threads = played(search());
        assert_eq!(on_threads, played(Search { may_have_threads: false, ..search() }));
        assert_eq!(on_threads, played(search()), "and again");
    }
}
