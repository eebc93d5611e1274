//! Sequential halving at the root of the search: all actions are tried in the same determinisation with the same chance, round by
//! round, and the worse half is left out each time that an equal part of the budget is spent.
//!
//! Two actions differ by less than one determinisation differs from the next. So only differences within a round count
//! (common random numbers, paired differences).

use super::tree::Tree;
use crate::one_ply::TRIES;

/// So many actions are compared at most: those that look best one action ahead.
const MOST: usize = 16;
/// So many are compared to the end.
const LAST: usize = 2;
/// What rules break down on is so many points worse than the worst of the others: worthless, and yet no measure of how much results differ.
const WORTHLESS: i64 = 20;
/// The prior: a one-ply score counts as much as so many rounds.
const PRIOR_ROUNDS: f64 = 4.0;

/// One of the actions.
#[derive(Default)]
pub(super) struct Candidate {
    /// Where it stands among the legal actions of the request.
    pub(super) at: usize,
    /// The tree of what may follow, and where it begins.
    pub(super) tree: Tree,
    pub(super) node: u32,
    /// How much better than the others it was, over all rounds.
    score: f64,
    /// The same over the rounds since some were left out: only in these all that remain were compared.
    recent: f64,
    /// What the seat was ahead by at the end of this round; nothing if rules broke down on the way there.
    pub(super) after: Option<i64>,
    /// The edges that were followed in this round.
    pub(super) path: Vec<u32>,
}

/// The comparison.
#[derive(Default)]
pub(super) struct SequentialHalving {
    pub(super) candidates: Vec<Candidate>,
    /// Candidates of before, whose room is used again.
    spare: Vec<Candidate>,
    /// How many are compared to the end at least, if more than usual.
    pub(super) wanted: usize,
    began: usize,
    rounds: f64,
    count: f64,
    squares: f64,
}

impl SequentialHalving {
    /// Begins with the best of the ordered actions; the smaller its number, the more an action promises. Each number is the sum of so
    /// many evaluations.
    pub(super) fn begin(&mut self, order: &[(i64, usize)], evaluations: i64) {
        self.spare.append(&mut self.candidates);
        for &(weight, at) in order.iter().take(MOST) {
            let score = PRIOR_ROUNDS * (order[0].0 - weight) as f64 / (evaluations * TRIES) as f64;
            let Candidate { mut tree, path, .. } = self.spare.pop().unwrap_or_default();
            tree.clear();
            let node = tree.add_node();
            self.candidates.push(Candidate { at, tree, node, score, recent: 0.0, after: None, path });
        }
        (self.began, self.rounds, self.count, self.squares) = (self.candidates.len(), 0.0, 0.0, 0.0);
    }

    /// Takes in a round: what each candidate did better than all of them on the whole.
    pub(super) fn end_round(&mut self, unit: f64) {
        // A round in which nothing could be played to its end says nothing.
        let Some(worst) = self.candidates.iter().filter_map(|c| c.after).min() else { return };
        let after = |candidate: &Candidate| candidate.after.map_or(worst as f64 - WORTHLESS as f64 * unit, |after| after as f64);
        self.rounds += 1.0;
        let mean = self.candidates.iter().map(after).sum::<f64>() / self.candidates.len() as f64;
        for candidate in &mut self.candidates {
            let reward = after(candidate) - mean;
            candidate.tree.backpropagate(&candidate.path, reward);
            candidate.score += reward;
            candidate.recent += reward;
            self.count += 1.0;
            self.squares += reward * reward;
        }
    }

    /// Leaves out what did worst: half as many are left each time that an equal part of the budget is spent.
    pub(super) fn halve(&mut self, spent: f64) {
        let halvings = f64::from(self.began.next_power_of_two().ilog2());
        // Every half that fits into what is spent, of few.
        let halved = (0u32..).take_while(|so_far| f64::from(so_far + 1) <= spent * halvings).count();
        let left = (self.began >> halved).max(LAST.max(self.wanted));
        if left < self.candidates.len() {
            self.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
            self.spare.extend(self.candidates.drain(left..));
            self.candidates.iter_mut().for_each(|candidate| candidate.recent = 0.0);
            self.rounds = 0.0;
        }
    }

    /// How much results differ.
    pub(super) fn spread(&self, unit: f64) -> f64 {
        if self.count < 8.0 { 5.0 * unit } else { (self.squares / self.count).max(unit * unit).sqrt() }
    }

    /// Those that were compared to the end, the best first, and by how much each was worse than it in a round.
    pub(super) fn ranking(&self) -> impl Iterator<Item = (usize, f64)> {
        let mut ranked: Vec<&Candidate> = self.candidates.iter().collect();
        ranked.sort_by(|a, b| b.recent.total_cmp(&a.recent));
        let (best, rounds) = (ranked.first().map_or(0.0, |best| best.recent), self.rounds.max(1.0));
        ranked.into_iter().map(move |candidate| (candidate.at, (best - candidate.recent) / rounds))
    }

    /// Where the best stands; of equals the one that promised more.
    pub(super) fn best(&self) -> usize {
        let best = self.candidates.iter().reduce(|best, other| if other.score > best.score { other } else { best });
        best.map_or(0, |candidate| candidate.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequential_halving(count: usize) -> SequentialHalving {
        let mut sequential_halving = SequentialHalving::default();
        let order: Vec<(i64, usize)> = (0..count).map(|at| (0, at)).collect();
        sequential_halving.begin(&order, 1);
        sequential_halving
    }

    #[test]
    fn luck_that_all_share_decides_nothing() {
        let mut sequential_halving = sequential_halving(3);
        for seed in [500, -900, 20, 4000] {
            sequential_halving.candidates.iter_mut().for_each(|c| c.after = Some(seed + [1, 3, 2][c.at]));
            sequential_halving.end_round(1.0);
        }
        assert_eq!(sequential_halving.best(), 1);
        assert!(sequential_halving.spread(1.0) < 2.0, "{}", sequential_halving.spread(1.0));
    }

    #[test]
    fn half_is_left_out_each_time_and_two_remain() {
        let mut sequential_halving = sequential_halving(16);
        sequential_halving.candidates.iter_mut().for_each(|c| c.after = Some(c.at as i64));
        sequential_halving.end_round(1.0);
        for (spent, left) in [(0.2, 16), (0.25, 8), (0.5, 4), (0.75, 2), (1.0, 2)] {
            sequential_halving.halve(spent);
            assert_eq!(sequential_halving.candidates.len(), left, "when {spent} is spent");
        }
        assert_eq!(sequential_halving.candidates.iter().map(|c| c.at).collect::<Vec<_>>(), [15, 14]);
    }

    #[test]
    fn the_ranking_says_by_how_much_the_others_were_worse() {
        let mut sequential_halving = sequential_halving(4);
        sequential_halving.wanted = 3;
        for _ in 0..8 {
            sequential_halving.candidates.iter_mut().for_each(|c| c.after = Some(c.at as i64 * 10));
            sequential_halving.end_round(1.0);
            sequential_halving.halve(1.0);
        }
        assert_eq!(sequential_halving.ranking().collect::<Vec<_>>(), [(3, 0.0), (2, 10.0), (1, 20.0)]);
    }

    #[test]
    fn a_promise_counts_until_rounds_say_otherwise() {
        let mut sequential_halving = SequentialHalving::default();
        sequential_halving.begin(&[(-40 * TRIES, 7), (0, 8)], 1);
        for (round, best) in [(1, 7), (2, 7), (20, 8)] {
            while sequential_halving.count < f64::from(round) * 2.0 {
                sequential_halving.candidates.iter_mut().for_each(|c| c.after = Some(if c.at == 8 { 20 } else { 0 }));
                sequential_halving.end_round(1.0);
            }
            assert_eq!(sequential_halving.best(), best, "after {round} rounds");
        }
    }
}
