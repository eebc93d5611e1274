//! The budget of a search for one decision: so many iterations, or so much time.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A time is looked at every so many iterations.
const BETWEEN_LOOKS: u64 = 8;

/// What a search may spend on one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many iterations: the same choice on every machine.
    Iterations(u64),
    /// So much time: the choice depends on how fast the machine is.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Budget::Iterations(1000)
    }
}

impl Budget {
    /// A budget as people write it: `1000`, `200ms`, `2s`.
    pub fn find(text: &str) -> Option<Self> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|n| *n > 0);
        if let Some(milliseconds) = text.strip_suffix("ms") {
            return number(milliseconds).map(|n| Budget::Time(Duration::from_millis(n)));
        }
        match text.strip_suffix('s') {
            Some(seconds) => number(seconds).map(|n| Budget::Time(Duration::from_secs(n))),
            None => number(text).map(Budget::Iterations),
        }
    }

    /// Begins to spend it.
    pub(super) fn begin(self, stop: &AtomicBool) -> BudgetTracker<'_> {
        BudgetTracker { stop, budget: self, begun: Instant::now(), iterations: 0 }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Budget::Iterations(n) => write!(f, "{n}"),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// A budget that is being spent.
pub(super) struct BudgetTracker<'a> {
    /// Whether all is to stop, however much is left.
    stop: &'a AtomicBool,
    budget: Budget,
    begun: Instant,
    iterations: u64,
}

impl BudgetTracker<'_> {
    /// Whether there is enough for one more iteration.
    pub(super) fn goes_on(&mut self) -> bool {
        self.iterations += 1;
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        match self.budget {
            Budget::Iterations(most) => self.iterations <= most,
            Budget::Time(time) => !self.iterations.is_multiple_of(BETWEEN_LOOKS) || self.begun.elapsed() < time,
        }
    }

    /// How much of it is spent, from nothing to one.
    pub(super) fn spent(&self) -> f64 {
        match self.budget {
            Budget::Iterations(most) => self.iterations as f64 / most as f64,
            Budget::Time(time) => (self.begun.elapsed().as_secs_f64() / time.as_secs_f64()).min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_written_as_it_is_read() {
        for text in ["1000", "200ms"] {
            assert_eq!(Budget::find(text).expect("a budget").to_string(), text);
        }
        assert_eq!(Budget::find("2s"), Some(Budget::Time(Duration::from_secs(2))));
        for wrong in ["", "0", "ms", "-5", "1.5", "0ms", "fast"] {
            assert_eq!(Budget::find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn iterations_are_spent_one_by_one_and_time_runs_out() {
        let stop = AtomicBool::new(false);
        let mut tracker = Budget::Iterations(3).begin(&stop);
        assert!(tracker.goes_on() && tracker.spent() < 0.34);
        assert_eq!((0..10).filter(|_| tracker.goes_on()).count(), 2);
        let mut tracker = Budget::Time(Duration::from_millis(1)).begin(&stop);
        while tracker.goes_on() {}
        assert!(tracker.begun.elapsed() >= Duration::from_millis(1));
        assert_eq!(tracker.spent(), 1.0, "and is not overspent");
        let mut tracker = Budget::Iterations(u64::MAX).begin(&stop);
        assert!(tracker.goes_on());
        stop.store(true, Ordering::Relaxed);
        assert!(!tracker.goes_on(), "however much is left");
    }
}
