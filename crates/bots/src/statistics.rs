//! Figures with their uncertainty: means, standard deviations, confidence intervals (Wilson interval for shares).

use serde::{Deserialize, Serialize};

/// The 95 % Wilson interval of a share, in percent.
pub fn interval(part: f64, whole: u64) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 100.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let n = whole as f64;
    let p = part / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - spread) / scale).max(0.0) * 100.0, ((centre + spread) / scale).min(1.0) * 100.0)
}

/// Count, sum and spread of a figure; whole numbers, so that the order of games does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// How many values.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    #[serde(with = "digits")]
    squares: i128,
    /// The smallest.
    pub least: i64,
    /// The largest.
    pub most: i64,
}

impl Default for Summary {
    fn default() -> Self {
        Summary { count: 0, sum: 0, squares: 0, least: i64::MAX, most: i64::MIN }
    }
}

impl Summary {
    /// Takes a value in.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += i128::from(value) * i128::from(value);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// Takes another summary in.
    pub fn merge(&mut self, other: &Summary) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        ((self.squares as f64 - self.sum as f64 * self.sum as f64 / n) / (n - 1.0)).max(0.0).sqrt()
    }

    /// Half the width of the mean's 95 % interval.
    pub fn margin(&self) -> f64 {
        if self.count == 0 { 0.0 } else { 1.96 * self.deviation() / (self.count as f64).sqrt() }
    }
}

/// A number too large for JSON, as text.
mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(format!("`{text}` is not a whole number")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_share_is_wilsons() {
        let (low, high) = interval(50.0, 100);
        assert!((low - 40.38).abs() < 0.01 && (high - 59.62).abs() < 0.01, "{low} {high}");
        assert_eq!(interval(0.0, 0), (0.0, 100.0));
        assert!(interval(0.0, 10).0 < 1e-9 && interval(10.0, 10).1 > 100.0 - 1e-9);
    }

    #[test]
    fn summaries_merge_to_the_same_figures() {
        let (mut whole, mut a, mut b) = (Summary::default(), Summary::default(), Summary::default());
        for value in [3, 9, -4, 10, 2] {
            whole.add(value);
            if value > 3 { a.add(value) } else { b.add(value) }
        }
        a.merge(&b);
        assert_eq!(a, whole);
        assert_eq!((whole.mean(), whole.least, whole.most), (4.0, -4, 10));
        assert!((whole.deviation() - 5.7009).abs() < 0.001);
    }
}
