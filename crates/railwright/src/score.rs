//! The score sheet with the names of its lines.

use railwright_core::id::SeatId;
use railwright_rules::{Rules, ScoreSheet};
use std::fmt;

/// A line of the score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreLine {
    /// Its id in the game's file.
    pub id: String,
    /// What people read.
    pub name: String,
    /// What each seat scores for it.
    pub points: Vec<i64>,
}

/// A score sheet that is filled in; printed it is a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The lines that count in this game.
    pub lines: Vec<ScoreLine>,
    /// The sum for each seat.
    pub totals: Vec<i64>,
    /// Each seat's place: 1 for the winner or winners.
    pub places: Vec<u8>,
}

impl Score {
    pub(crate) fn new(rules: &Rules, sheet: &ScoreSheet) -> Self {
        let seats = usize::from(rules.parts.seats);
        let counted = rules.score.counted(sheet);
        let line = |(line, row): (&railwright_rules::score::Line, &railwright_rules::score::Row)| ScoreLine {
            id: line.id.clone(),
            name: line.name.clone(),
            points: row.points[..seats].to_vec(),
        };
        Score {
            lines: counted.map(line).collect(),
            totals: sheet.totals[..seats].to_vec(),
            places: sheet.places[..seats].to_vec(),
        }
    }

    /// The seats that won, if there are any.
    pub fn winners(&self) -> impl Iterator<Item = SeatId> {
        (0..self.places.len()).filter(|&seat| self.places[seat] == 1).map(SeatId::from)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max("total".len());
        let row = |f: &mut fmt::Formatter, name: &str, points: &[i64]| {
            write!(f, "{name:width$}")?;
            points.iter().try_for_each(|points| write!(f, " {points:>6}"))?;
            writeln!(f)
        };
        write!(f, "{:width$}", "")?;
        (1..=self.totals.len()).try_for_each(|seat| write!(f, " {:>6}", format!("seat {seat}")))?;
        writeln!(f)?;
        self.lines.iter().try_for_each(|line| row(f, &line.name, &line.points))?;
        row(f, "total", &self.totals)
    }
}
