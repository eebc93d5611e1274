//! Paired differences: the same games played twice, and what differs between them beyond chance.
//!
//! Both sides of a pair have the same seed (common random numbers), so that what chance does to both cancels out; the difference is
//! tested by Student's paired t-test, and many differences by Holm's correction for multiple comparisons.

use crate::student;

/// How sure an interval is, and the most that all marks together may be wrong by chance.
pub const LEVEL: f64 = 0.05;

/// One figure in pairs of games, taken in one after the other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Pairs {
    count: u64,
    sums: [f64; 3],
    squares: [f64; 3],
    /// The pairs with the lowest and the highest difference: the number of the game, and the difference.
    extremes: [Option<(u64, f64)>; 2],
}

/// What the pairs say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// How many pairs.
    pub count: u64,
    /// The mean of the first.
    pub a: f64,
    /// The mean of the second.
    pub b: f64,
    /// How much more the second is, on average.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval: (f64, f64),
    /// The effect size: the difference in units of how much the figure varies from game to game; endless where it does not vary.
    pub effect: f64,
    /// How likely so large a difference would be if there were none: the p-value.
    pub chance: f64,
    /// The number of a game in which the difference can be seen best, if there is a difference.
    pub shown_by: Option<u64>,
}

impl Pairs {
    /// Takes in the two values of a game.
    pub fn add(&mut self, game: u64, a: f64, b: f64) {
        self.count += 1;
        for (i, value) in [a, b, b - a].into_iter().enumerate() {
            self.sums[i] += value;
            self.squares[i] += value * value;
        }
        let [low, high] = &mut self.extremes;
        if low.is_none_or(|(_, least)| b - a < least) {
            *low = Some((game, b - a));
        }
        if high.is_none_or(|(_, most)| b - a > most) {
            *high = Some((game, b - a));
        }
    }

    fn mean(&self, i: usize) -> f64 {
        self.sums[i] / (self.count.max(1) as f64)
    }

    fn variance(&self, i: usize) -> f64 {
        let n = self.count as f64;
        let spread = (self.squares[i] - self.sums[i] * self.sums[i] / n) / (n - 1.0);
        // What rounding leaves of nothing is nothing.
        if self.count < 2 || spread <= 1e-12 * (self.squares[i] / n) { 0.0 } else { spread }
    }

    /// What the pairs say.
    pub fn difference(&self) -> Difference {
        let mean = self.mean(2);
        let n = self.count as f64;
        let error = (self.variance(2) / n.max(1.0)).sqrt();
        let usual = f64::midpoint(self.variance(0), self.variance(1)).sqrt();
        let sure = self.count > 1;
        let margin = match () {
            () if !sure => f64::INFINITY,
            () if error == 0.0 => 0.0,
            () => student::critical(LEVEL, n - 1.0) * error,
        };
        let chance = match () {
            () if !sure || mean == 0.0 => 1.0,
            () if error == 0.0 => 0.0,
            () => student::two_sided(mean / error, n - 1.0),
        };
        let effect = match () {
            () if mean == 0.0 => 0.0,
            () if usual == 0.0 => f64::INFINITY * mean.signum(),
            () => mean / usual,
        };
        let extreme = self.extremes[usize::from(mean > 0.0)].filter(|_| mean != 0.0);
        Difference {
            count: self.count,
            a: self.mean(0),
            b: self.mean(1),
            mean,
            interval: (mean - margin, mean + margin),
            effect,
            chance,
            shown_by: extreme.map(|(game, _)| game),
        }
    }
}

/// Which of many differences hold although many were looked at (Holm's correction): the chance that even one of those marked
/// is there by chance stays below [`LEVEL`].
pub fn holding(chances: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&i, &j| chances[i].total_cmp(&chances[j]));
    let mut holds = vec![false; chances.len()];
    for (rank, &i) in order.iter().enumerate() {
        if chances[i] > LEVEL / (chances.len() - rank) as f64 {
            break;
        }
        holds[i] = true;
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's own figures on ten patients and two sleeping drugs, 1908: t = 4.0621, p = 0.002833, 0.70 to 2.46 hours.
    #[test]
    fn paired_differences_are_those_of_the_textbook() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let mut pairs = Pairs::default();
        first.into_iter().zip(second).enumerate().for_each(|(i, (a, b))| pairs.add(i as u64, a, b));
        let found = pairs.difference();
        assert!((found.mean - 1.58).abs() < 1e-9 && (found.a - 0.75).abs() < 1e-9 && (found.b - 2.33).abs() < 1e-9);
        assert!((found.interval.0 - 0.700_114).abs() < 1e-5 && (found.interval.1 - 2.459_886).abs() < 1e-5, "{found:?}");
        assert!((found.chance - 0.002_833).abs() < 1e-6, "{found:?}");
        assert_eq!(found.shown_by, Some(8), "the largest difference, in the direction of the mean");
        // The usual spread of both, 1.78901 and 2.00225, together.
        assert!((found.effect - 1.58 / ((3.200_556 + 4.009) / 2.0f64).sqrt()).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn what_never_varies_differs_surely_or_not_at_all() {
        let (mut same, mut more) = (Pairs::default(), Pairs::default());
        for game in 0..10 {
            same.add(game, 0.1, 0.1);
            more.add(game, 2.0, 3.0);
        }
        let (same, more) = (same.difference(), more.difference());
        assert_eq!((same.mean, same.effect, same.chance, same.shown_by), (0.0, 0.0, 1.0, None));
        assert_eq!((more.interval, more.effect, more.chance), ((1.0, 1.0), f64::INFINITY, 0.0));
        let one = {
            let mut one = Pairs::default();
            one.add(0, 1.0, 2.0);
            one.difference()
        };
        assert!(one.chance == 1.0 && one.interval.0 == f64::NEG_INFINITY, "one pair says nothing");
    }

    #[test]
    fn holms_steps_stop_at_the_first_that_may_be_chance() {
        // Four tests: 0.05/4, 0.05/3, 0.05/2, 0.05.
        assert_eq!(holding(&[0.01, 0.04, 0.03, 0.005]), [true, false, false, true]);
        assert_eq!(holding(&[0.04, 0.01, 0.012, 0.02]), [true, true, true, true]);
        assert_eq!(holding(&[0.013, 0.2, 0.9, 1.0]), [false; 4]);
        assert!(holding(&[]).is_empty());
    }
}
