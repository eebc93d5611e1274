//! What one aim costs another: a point for each candidate, as SVG and in letters.

use crate::{Found, Outcome, Search};
use railwright::markup::{escape, number};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 440.0;
const EDGE: f64 = 60.0;

/// Columns and rows of the plot in letters.
const COLUMNS: usize = 60;
const ROWS: usize = 16;

/// One of the two directions of a plot.
struct Axis {
    name: String,
    low: f64,
    high: f64,
    share: bool,
    /// Between which values it is well.
    aim: [Option<f64>; 2],
    /// Which aim it shows; nothing for all misses together.
    of: Option<usize>,
}

impl Axis {
    fn new(search: &Search, outcome: &Outcome, of: Option<usize>) -> Self {
        let aims = &search.setup().aims;
        let mut axis = Axis {
            name: of.map_or("all misses".to_owned(), |of| aims[of].figure.clone()),
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            share: of.is_some_and(|of| search.is_share(of)),
            aim: of.map_or([None, Some(0.0)], |of| aims[of].bounds),
            of,
        };
        let values = outcome.found.iter().map(|found| axis.value(found)).filter(|value| value.is_finite());
        let bounds = axis.aim.into_iter().flatten();
        for value in values.chain(bounds).collect::<Vec<_>>() {
            (axis.low, axis.high) = (axis.low.min(value), axis.high.max(value));
        }
        let room = ((axis.high - axis.low) * 0.05).max(if axis.share { 0.01 } else { 0.1 });
        (axis.low, axis.high) = (axis.low - room, axis.high + room);
        if axis.share {
            (axis.low, axis.high) = (axis.low.max(0.0), axis.high.min(1.0));
        }
        axis
    }

    fn value(&self, found: &Found) -> f64 {
        self.of.map_or(found.miss, |of| found.aims[of].0)
    }

    /// A value as a part of the way from the low to the high end.
    fn part(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The parts between which it is well.
    fn well(&self) -> [f64; 2] {
        [self.aim[0].map_or(0.0, |low| self.part(low)), self.aim[1].map_or(1.0, |high| self.part(high))]
    }

    fn shown(&self, value: f64) -> String {
        if self.share { format!("{:.1} %", 100.0 * value) } else { format!("{value:.1}") }
    }
}

/// The first two aims, or the first and all misses.
fn axes(search: &Search, outcome: &Outcome) -> [Axis; 2] {
    let second = (search.setup().aims.len() > 1).then_some(1);
    [Axis::new(search, outcome, Some(0)), Axis::new(search, outcome, second)]
}

/// What is said of a candidate: the values it has.
fn told(search: &Search, found: &Found) -> String {
    let Some(chosen) = &search.candidates[found.candidate].chosen else { return "as it is".to_owned() };
    let values = search.setup().varies.iter().zip(chosen);
    values.map(|(vary, at)| format!("{} = {}", vary.key, vary.values[*at])).collect::<Vec<_>>().join(", ")
}

/// The plot as SVG: larger points have played more games; the frame is what is aimed at.
#[must_use]
pub fn svg(search: &Search, outcome: &Outcome) -> String {
    let [across, up] = axes(search, outcome);
    let x = |part: f64| EDGE + part * (WIDTH - 2.0 * EDGE);
    let y = |part: f64| HEIGHT - EDGE - part * (HEIGHT - 2.0 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escape(&format!("{} against {}", across.name, up.name))
    );
    let ([left, right], [low, high]) = (across.well(), up.well());
    svg += &format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e3f2e1\" stroke=\"#7aa874\"><title>what is aimed at</title></rect>\n",
        number(x(left)),
        number(y(high)),
        number((x(right) - x(left)).max(2.0)),
        number((y(low) - y(high)).max(2.0))
    );
    svg += &format!(
        "<path d=\"M{EDGE} {EDGE}V{}H{}\" fill=\"none\" stroke=\"#444\"/>\n",
        number(HEIGHT - EDGE),
        number(WIDTH - EDGE)
    );
    for part in [0.0, 0.5, 1.0] {
        let value = |axis: &Axis| axis.shown(axis.low + part * (axis.high - axis.low));
        let (bottom, aside) = (number(HEIGHT - EDGE + 18.0), number(EDGE - 8.0));
        svg += &format!("<text x=\"{}\" y=\"{bottom}\" text-anchor=\"middle\">{}</text>\n", number(x(part)), value(&across));
        svg += &format!("<text x=\"{aside}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", number(y(part) + 4.0), value(&up));
    }
    svg +=
        &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", WIDTH / 2.0, HEIGHT - 16.0, escape(&across.name));
    svg += &format!("<text x=\"{EDGE}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", EDGE - 16.0, escape(&up.name));
    for (rank, found) in outcome.found.iter().enumerate().rev().filter(|(_, found)| found.miss.is_finite()) {
        let fill = match (found.candidate, rank) {
            (0, _) => "#c77700",
            (_, 0) => "#1b6e3c",
            _ => "#5b7fa6",
        };
        let size = 3.0 + 4.0 * found.rounds as f64 / outcome.rounds.max(1) as f64;
        let about = format!(
            "{}: {} {}, {} {}",
            told(search, found),
            across.name,
            across.shown(across.value(found)),
            up.name,
            up.shown(up.value(found))
        );
        svg += &format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" fill-opacity=\"0.8\"><title>{}</title></circle>\n",
            number(x(across.part(across.value(found)))),
            number(y(up.part(up.value(found)))),
            number(size),
            escape(&about)
        );
    }
    svg + "</svg>\n"
}

/// The plot in letters: the best ones by their numbers, `o` for others, `@` for the game as it is, `:` where it is well.
#[must_use]
pub fn text(search: &Search, outcome: &Outcome) -> String {
    let [across, up] = axes(search, outcome);
    let mut field = vec![vec![' '; COLUMNS]; ROWS];
    let place = |part: f64, count: usize| (0..count).rev().find(|at| *at as f64 <= part * (count - 1) as f64 + 0.5).unwrap_or(0);
    let ([left, right], [low, high]) = (across.well(), up.well());
    for row in &mut field[ROWS - 1 - place(high, ROWS)..=ROWS - 1 - place(low, ROWS)] {
        row[place(left, COLUMNS)..=place(right, COLUMNS)].fill(':');
    }
    for (rank, found) in outcome.found.iter().enumerate().rev().filter(|(_, found)| found.miss.is_finite()) {
        let letter = match (found.candidate, rank) {
            (0, _) => '@',
            (_, rank) => {
                u32::try_from(rank + 1).ok().filter(|rank| *rank < 10).and_then(|rank| char::from_digit(rank, 10)).unwrap_or('o')
            }
        };
        field[ROWS - 1 - place(up.part(up.value(found)), ROWS)][place(across.part(across.value(found)), COLUMNS)] = letter;
    }
    let (high, low) = (up.shown(up.high), up.shown(up.low));
    let edge = high.chars().count().max(low.chars().count());
    let mut text = format!("{:edge$} ┌ {}\n", high, up.name);
    for (at, row) in field.iter().enumerate() {
        let side = if at + 1 == ROWS { low.as_str() } else { "" };
        text += format!("{side:>edge$} │{}", row.iter().collect::<String>()).trim_end();
        text.push('\n');
    }
    let (first, last) = (across.shown(across.low), across.shown(across.high));
    let between = COLUMNS.saturating_sub(first.chars().count() + last.chars().count());
    text += &format!("{:edge$} └{}\n{:edge$}  {first}{}{last}\n", "", "─".repeat(COLUMNS), "", " ".repeat(between));
    text + format!("{:edge$}  {:^COLUMNS$}", "", across.name).trim_end() + "\n"
}
