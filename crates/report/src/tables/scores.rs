//! What scores consist of.

use super::names::capital;
use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::{Cell, Table};
use crate::tally::Tally;
use railwright_bots::statistics::Summary;
use railwright_core::narrow::narrow;

/// What each line of the score sheet gives, to winners and to others.
pub fn scores(tally: &Tally) -> Table {
    // In how many games a line counts is worth a column only where that differs.
    let always = tally.lines.iter().all(|line| line.counted == tally.games);
    let about = match always {
        true => "Points that each line of the score sheet gives.",
        false => "In how many games each line of the score sheet counts, and the points that it gives in these.",
    };
    let mut columns = vec![("winners", "winners"), ("others", "others")];
    columns.extend((!always).then_some(("counted", "counts in")));
    let mut table = Table::new("scores", "Score", about, &columns);
    let mean = |summary: &Summary| Cell::from(Figure::mean(summary, 1.0, Unit::Number));
    let cells = |points: &[Summary; 2], counted: u64| {
        let mut cells = vec![mean(&points[0]), mean(&points[1])];
        cells.extend((!always).then(|| Figure::share(counted as f64, tally.games).into()));
        cells
    };
    for (i, (line, row)) in tally.rules.score.lines.iter().zip(&tally.lines).enumerate() {
        let gives = row.points.iter().any(|points| points.count > 0 && (points.least, points.most) != (0, 0));
        let shown = gives.then_some(("points", Example::Line(narrow::<u8>(i))));
        table.row(line.id.as_str(), capital(&line.name), cells(&row.points, row.counted), shown);
    }
    let typical = tally.margin.nearest(tally.margin.summary.mean()).or(tally.turns.nearest(tally.turns.summary.mean()));
    let shown = typical.map(|game| ("typical", Example::Game(game)));
    table.row("total", "Total", cells(&tally.scores, tally.games), shown);
    table
}
