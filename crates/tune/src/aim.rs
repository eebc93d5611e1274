//! What is aimed at: `turns=40..50`, `balance<=3%`, `card.ticket.*.joined>=10%`.

use railwright::bots::measure::figures::{Figure, Unit};

/// What the share of the seat that wins most often may differ from that of the one that wins least.
const BALANCE: &str = "balance";

/// Something that is aimed at: figures, and between which numbers their means should be.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    /// As it was written.
    pub text: String,
    /// The figure, or several with a star in their name.
    pub figure: String,
    /// The least and the most that is well; nothing where there is no bound.
    pub bounds: [Option<f64>; 2],
    /// How much a miss counts.
    pub weight: f64,
    percent: bool,
}

/// What an aim is about, of the figures of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The means of figures, by their numbers.
    Figures(Vec<usize>),
    /// The largest difference between the means of some figures, the wins of all seats.
    Difference(Vec<usize>),
}

impl Aim {
    /// Reads `FIGURE=A..B`, `FIGURE=A`, `FIGURE>=A` or `FIGURE<=B`, perhaps with `2*` before it; `%` behind a number means hundredths.
    pub fn parse(text: &str) -> Result<Self, String> {
        let help = "write it as turns=40..50, lead-changes>=3, balance<=5% or 2*card.ticket.*.joined>=10%";
        let wrong = || format!("`{text}` is no aim: {help}");
        let place = text.find(['=', '<', '>']).ok_or_else(wrong)?;
        let (left, right) = text.split_at(place);
        let (weight, figure) = match left.split_once('*').map(|(weight, figure)| (weight.trim().parse::<f64>(), figure)) {
            Some((Ok(weight), figure)) => (weight, figure),
            _ => (1.0, left),
        };
        let number = |text: &str| {
            let (digits, by) = text.trim().strip_suffix('%').map_or((text.trim(), 1.0), |digits| (digits, 100.0));
            digits.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number / by)
        };
        let bounds = if let Some(least) = right.strip_prefix(">=") {
            [Some(number(least).ok_or_else(wrong)?), None]
        } else if let Some(most) = right.strip_prefix("<=") {
            [None, Some(number(most).ok_or_else(wrong)?)]
        } else {
            let range = right.strip_prefix('=').ok_or_else(wrong)?;
            let (least, most) = range.split_once("..").unwrap_or((range, range));
            [Some(number(least).ok_or_else(wrong)?), Some(number(most).ok_or_else(wrong)?)]
        };
        let turned = matches!(bounds, [Some(least), Some(most)] if least > most);
        let figure = figure.trim().to_owned();
        if figure.is_empty() || turned || !(weight.is_finite() && weight > 0.0) {
            return Err(wrong());
        }
        Ok(Aim { text: text.to_owned(), figure, bounds, weight, percent: right.contains('%') })
    }

    /// What it is about; nothing if the game has no such figure.
    #[must_use]
    pub fn subject(&self, figures: &[Figure]) -> Option<Subject> {
        let those =
            |fits: &dyn Fn(&str) -> bool| -> Vec<usize> { (0..figures.len()).filter(|&at| fits(&figures[at].id)).collect() };
        if self.figure == BALANCE {
            return Some(Subject::Difference(those(&|id| id.starts_with("seat-") && id.ends_with(".win"))));
        }
        let found = those(&|id| fits(&self.figure, id));
        (!found.is_empty()).then_some(Subject::Figures(found))
    }

    /// Whether numbers are shown as hundredths.
    #[must_use]
    pub fn is_share(&self, figures: &[Figure]) -> bool {
        let of_figures = || {
            self.subject(figures).is_some_and(|subject| match subject {
                Subject::Figures(found) => found.iter().all(|at| figures[*at].unit == Unit::Share),
                Subject::Difference(_) => true,
            })
        };
        self.percent || of_figures()
    }

    /// How far a mean is from what is aimed at: 0 is well, 1 is five points of percent for a share and a tenth of the number for another.
    #[must_use]
    pub fn miss(&self, mean: f64, share: bool) -> f64 {
        let [least, most] = self.bounds;
        let bound = match () {
            () if least.is_some_and(|least| mean < least) => least,
            () if most.is_some_and(|most| mean > most) => most,
            () => return 0.0,
        };
        let bound = bound.unwrap_or(mean);
        let one = match () {
            () if share => 0.05,
            () if bound == 0.0 => 1.0,
            () => bound.abs() / 10.0,
        };
        (mean - bound).abs() / one
    }
}

/// Whether a name fits one with stars, each of which stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(after, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_has_bounds_and_a_weight() {
        let read = |text: &str| Aim::parse(text).map(|aim| (aim.figure, aim.bounds, aim.weight));
        assert_eq!(read("turns=40..50"), Ok(("turns".to_owned(), [Some(40.0), Some(50.0)], 1.0)));
        assert_eq!(read("first.win = 50%"), Ok(("first.win".to_owned(), [Some(0.5), Some(0.5)], 1.0)));
        assert_eq!(read("2*lead-changes>=3"), Ok(("lead-changes".to_owned(), [Some(3.0), None], 2.0)));
        assert_eq!(read("card.ticket.*.joined>=10%"), Ok(("card.ticket.*.joined".to_owned(), [Some(0.1), None], 1.0)));
        assert_eq!(read("0.5*card.*.came<=1"), Ok(("card.*.came".to_owned(), [None, Some(1.0)], 0.5)));
        for text in
            ["", "turns", "turns=", "=3", "turns=5..3", "turns>3", "0*turns=3", "-1*turns=3", "turns=x", "turns=inf", "turns=nan"]
        {
            assert!(Aim::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_miss_is_measured_from_the_nearer_bound() {
        let miss = |text: &str, mean: f64, share: bool| Aim::parse(text).expect("an aim").miss(mean, share);
        assert_eq!((miss("turns=40..50", 45.0, false), miss("turns=40..50", 36.0, false)), (0.0, 1.0));
        assert!((miss("turns=40..50", 60.0, false) - 2.0).abs() < 1e-9);
        assert!((miss("first.win=50%", 0.6, true) - 2.0).abs() < 1e-9);
        assert_eq!(miss("lead>=0", -3.0, false), 3.0);
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(fits("card.*.joined", "card.ticket.a-b.joined") && fits("*", "x") && fits("a*", "a") && fits("*b*", "abc"));
        assert!(!fits("card.*.joined", "card.ticket.a-b.came") && !fits("turns", "turn") && !fits("a*b", "ac"));
    }
}
