//! A number with its uncertainty, and where it can be seen.

use railwright_bots::statistics::{Summary, interval};
use serde_json::{Value, json};

/// What a figure counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Percent of something.
    Share,
    /// So many.
    Number,
    /// So many more or fewer.
    Difference,
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// From how many observations it comes.
    pub of: u64,
    /// What it counts.
    pub unit: Unit,
}

impl Figure {
    /// A share in percent with Wilson's interval; nothing when nothing was observed.
    pub fn share(part: f64, whole: u64) -> Option<Self> {
        let (low, high) = interval(part, whole);
        let figure = |value: f64| Figure { value, low: low.min(value), high: high.max(value), of: whole, unit: Unit::Share };
        (whole > 0).then(|| figure(100.0 * part / whole as f64))
    }

    /// The mean of what was added up in units of `scale`; nothing when nothing was observed.
    pub fn mean(summary: &Summary, scale: f64, unit: Unit) -> Option<Self> {
        let (value, margin) = (summary.mean() / scale, summary.margin() / scale);
        (summary.count > 0).then_some(Figure { value, low: value - margin, high: value + margin, of: summary.count, unit })
    }

    /// Whether a number lies outside the interval: on which side the figure is of it.
    pub fn beside(&self, number: f64) -> i8 {
        if self.low > number {
            1
        } else if self.high < number {
            -1
        } else {
            0
        }
    }

    /// The number as people read it.
    pub fn text(&self) -> String {
        match self.unit {
            Unit::Share => format!("{} %", fixed(self.value)),
            Unit::Number => fixed(self.value),
            Unit::Difference => signed(self.value),
        }
    }

    /// The interval as people read it.
    pub fn range(&self) -> String {
        match self.unit {
            Unit::Difference => format!("{} to {}", signed(self.low), signed(self.high)),
            _ => format!("{} to {}", fixed(self.low), fixed(self.high)),
        }
    }

    /// The same for programs.
    pub fn to_json(self) -> Value {
        let unit = match self.unit {
            Unit::Share => "percent",
            Unit::Number => "number",
            Unit::Difference => "difference",
        };
        json!({ "value": self.value, "low": self.low, "high": self.high, "of": self.of, "unit": unit })
    }
}

/// A number with one decimal, thousands apart; nothing is never negative.
pub fn fixed(number: f64) -> String {
    let text = format!("{:.1}", number.abs());
    let (whole, rest) = text.split_at(text.len() - 2);
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if number < 0.0 && text != "0.0" { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

fn signed(number: f64) -> String {
    let text = fixed(number);
    if number > 0.0 && text != "0.0" { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_lies_within_its_interval() {
        for (part, whole) in [(0.0, 5), (5.0, 5), (2.5, 5), (1.0, 1000)] {
            let figure = Figure::share(part, whole).expect("something was observed");
            assert!(figure.low <= figure.value && figure.value <= figure.high, "{figure:?}");
        }
        assert_eq!(Figure::share(0.0, 0), None);
        assert_eq!(Figure::mean(&Summary::default(), 1.0, Unit::Number), None);
    }

    #[test]
    fn people_read_rounded_numbers() {
        let figure = |unit| Figure { value: -1234.56, low: -1300.0, high: 0.04, of: 9, unit };
        assert_eq!(figure(Unit::Number).text(), "−1,234.6");
        assert_eq!(figure(Unit::Difference).range(), "−1,300.0 to 0.0");
        assert_eq!(Figure::share(1.0, 2).map(|f| f.text()).as_deref(), Some("50.0 %"));
    }

    #[test]
    fn what_is_within_the_interval_is_not_told_apart() {
        let figure = Figure { value: 55.0, low: 52.0, high: 58.0, of: 1000, unit: Unit::Share };
        assert_eq!((figure.beside(50.0), figure.beside(53.0), figure.beside(60.0)), (1, 0, -1));
    }
}
