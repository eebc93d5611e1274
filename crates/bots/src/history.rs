//! What actions promised when they were last weighed: of very many only those that looked good of late are weighed again.
//!
//! From one decision of a seat to its next most actions promise much the same. Those that were not weighed for longest
//! get their turn, so that nothing is overlooked for long.

use crate::payment_cost::about;
use railwright_core::Action;
use std::collections::BTreeMap;

/// Of so many actions all are weighed.
const ALL: usize = 20;
/// Of more, so many that promise most.
const BEST: usize = 13;

/// What is remembered of actions, whatever is paid for them.
#[derive(Default)]
pub(crate) struct HistoryHeuristic {
    /// How far behind the best each was, and when.
    behind: BTreeMap<Action, (i64, u32)>,
    now: u32,
}

impl HistoryHeuristic {
    /// Forgets everything: a game begins.
    pub(crate) fn forget(&mut self) {
        self.behind.clear();
        self.now = 0;
    }

    /// Puts the actions that are to be weighed first, and says how many these are.
    pub(crate) fn choose(&mut self, actions: &mut [usize], action: impl Fn(usize) -> Action) -> usize {
        if actions.len() <= ALL {
            return actions.len();
        }
        let known = |at: usize| self.behind.get(&about(action(at))).copied().unwrap_or_default();
        actions.sort_by_cached_key(|&at| (known(at).0, at));
        actions[BEST..].sort_by_cached_key(|&at| (known(at).1, at));
        ALL
    }

    /// What an action is behind the best, as far as is known.
    pub(crate) fn promise(&self, action: Action) -> i64 {
        self.behind.get(&about(action)).map_or(0, |(behind, _)| *behind)
    }

    /// Remembers what actions were weighed as.
    pub(crate) fn note(&mut self, weighed: impl Iterator<Item = (Action, i64)> + Clone) {
        let best = weighed.clone().map(|(_, weight)| weight).max().unwrap_or(0);
        self.now += 1;
        for (action, weight) in weighed {
            self.behind.insert(about(action), (best - weight, self.now));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overlooked_for_long_and_the_best_never() {
        let action = |at: usize| Action { subject: at as u16, ..Action::default() };
        let mut history = HistoryHeuristic::default();
        let mut weighed = [0; 100];
        for _ in 0..20 {
            let mut actions: Vec<usize> = (0..100).collect();
            let count = history.choose(&mut actions, action);
            assert_eq!(count, ALL);
            actions[..count].iter().for_each(|&at| weighed[at] += 1);
            history.note(actions[..count].iter().map(|&at| (action(at), -(at as i64))));
        }
        assert!(weighed.iter().all(|&n| n > 0), "{weighed:?}");
        assert!(weighed[..5].iter().all(|&n| n > 15), "{weighed:?}");
    }
}
