//! Move ordering by a history heuristic: of very many actions only those that scored well of late are scored again.
//!
//! From one decision of a seat to its next most actions score much the same. Those that were not scored for longest
//! get their turn, so that nothing is overlooked for long.

use railwright_core::Action;
use std::collections::BTreeMap;

/// Of so many actions all are scored.
const ALL: usize = 20;
/// Of more, so many that scored best.
const BEST: usize = 13;

/// The last score of every action, whatever was paid for it.
#[derive(Default)]
pub(crate) struct HistoryHeuristic {
    /// How far behind the best each was, and when.
    behind: BTreeMap<u64, (i64, u32)>,
    now: u32,
}

/// An action as a number, whatever is paid for it.
fn number(action: Action) -> u64 {
    let Action { action, form, subject, object, .. } = action;
    u64::from(action.0) << 40 | u64::from(form) << 32 | u64::from(subject) << 16 | u64::from(object)
}

impl HistoryHeuristic {
    /// Forgets everything: a game begins.
    pub(crate) fn forget(&mut self) {
        self.behind.clear();
        self.now = 0;
    }

    /// Puts the actions that are to be scored first, and says how many these are.
    pub(crate) fn choose(&mut self, actions: &mut [usize], action: impl Fn(usize) -> Action) -> usize {
        if actions.len() <= ALL {
            return actions.len();
        }
        let known = |at: usize| self.behind.get(&number(action(at))).copied().unwrap_or_default();
        actions.sort_by_cached_key(|&at| (known(at).0, at));
        actions[BEST..].sort_by_cached_key(|&at| (known(at).1, at));
        ALL
    }

    /// How far an action was behind the best, as far as is known.
    pub(crate) fn behind(&self, action: Action) -> i64 {
        self.behind.get(&number(action)).map_or(0, |(behind, _)| *behind)
    }

    /// Remembers the scores of actions.
    pub(crate) fn note(&mut self, scored: impl Iterator<Item = (Action, i64)> + Clone) {
        let best = scored.clone().map(|(_, score)| score).max().unwrap_or(0);
        self.now += 1;
        for (action, score) in scored {
            self.behind.insert(number(action), (best - score, self.now));
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
