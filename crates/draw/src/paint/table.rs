//! The table of a position: what everybody can see of each seat, and the score sheet once the game is over.

use crate::font::{self, CAPITALS, Weight};
use crate::geometry::{Point, Turned, point};
use crate::layout::LANE;
use crate::palette::{FRAME, INK, MUTED};
use crate::scene::Scene;
use crate::writer::{Anchor, Type, Writer};
use railwright_core::State;
use railwright_core::components::Owner;
use railwright_core::id::{CounterId, LaneId, SeatSet};

const TEXT: Type = Type { size: 13.0, weight: Weight::Regular, fill: INK, halo: None };
const HEADING: Type = Type { size: 12.0, weight: Weight::Regular, fill: MUTED, halo: None };
const ROW: f64 = 22.0;
const APART: f64 = 20.0;
const NAMES: f64 = 44.0;

struct Column {
    heading: String,
    values: Vec<String>,
    strong: bool,
}

/// A table with a row for each of some parties.
pub struct Table<'a> {
    scene: &'a Scene<'a>,
    parties: Vec<usize>,
    columns: Vec<Column>,
}

impl<'a> Table<'a> {
    /// The table of seats and, where there are any, that of companies; none without a position.
    pub fn of(scene: &'a Scene<'a>) -> Vec<Table<'a>> {
        let Some(state) = scene.state else { return Vec::new() };
        let seats = usize::from(scene.rules.parts.seats);
        let all = [(0..seats).collect::<Vec<_>>(), (seats..scene.parties.len()).collect()];
        let tables = all.into_iter().map(|parties| {
            let mut columns = counters(scene, state, &parties);
            let sheet = if parties.first() == Some(&0) { sheet(scene) } else { Vec::new() };
            // What the score sheet says again is said once.
            columns.retain(|column| sheet.iter().all(|line| line.heading != column.heading && line.values != column.values));
            if parties.iter().any(|&party| spaces(scene, state, party) > 0) {
                let values = parties.iter().map(|&party| spaces(scene, state, party).to_string()).collect();
                columns.push(Column { heading: "spaces".to_owned(), values, strong: false });
            }
            columns.extend(sheet);
            Table { scene, parties, columns }
        });
        tables.filter(|table| !table.parties.is_empty()).collect()
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        (self.parties.len() + 1) as f64 * ROW + 6.0
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.names() + self.columns.iter().map(|column| column.width() + APART).sum::<f64>()
    }

    fn names(&self) -> f64 {
        let widths = self.parties.iter().map(|&party| font::width(&self.scene.parties[party].name, TEXT.size, TEXT.weight));
        NAMES + widths.fold(0.0, f64::max)
    }

    /// Draws it with its upper left corner at a point.
    pub fn draw(&self, writer: &mut Writer, corner: Point) {
        let base = |row: usize| corner.y + (row as f64 + 0.5) * ROW + TEXT.size * CAPITALS / 2.0;
        let rule = writer.element("line").number("x1", corner.x).number("x2", corner.x + self.width());
        rule.number("y1", corner.y + ROW).number("y2", corner.y + ROW).attr("stroke", FRAME).done();
        for (row, &party) in self.parties.iter().enumerate() {
            let party = &self.scene.parties[party];
            let at = point(corner.x + 17.0, corner.y + (row as f64 + 1.5) * ROW);
            let space = Turned { at, along: point(1.0, 0.0), half_length: 15.0, half_width: LANE / 2.0 };
            super::tracks::piece(writer, party, space);
            writer.text(point(corner.x + NAMES - 2.0, base(row + 1)), Anchor::Start, TEXT, &party.name);
        }
        let mut right = corner.x + self.names();
        for column in &self.columns {
            right += column.width() + APART;
            writer.text(point(right, base(0)), Anchor::End, HEADING, &column.heading);
            for (row, value) in column.values.iter().enumerate() {
                let weight = if column.strong { Weight::Bold } else { Weight::Regular };
                writer.text(point(right, base(row + 1)), Anchor::End, Type { weight, ..TEXT }, value);
            }
        }
    }
}

impl Column {
    fn width(&self) -> f64 {
        let values = self.values.iter().map(|value| font::width(value, TEXT.size, Weight::Bold));
        values.fold(font::width(&self.heading, HEADING.size, HEADING.weight), f64::max)
    }
}

/// The counters of some parties that everybody sees.
fn counters(scene: &Scene, state: &State, parties: &[usize]) -> Vec<Column> {
    let parts = &scene.rules.parts;
    let seats = usize::from(parts.seats);
    let company = parties.first().is_some_and(|&party| party >= seats);
    let mut columns = Vec::new();
    for (i, counter) in parts.counters.iter().enumerate() {
        let shift = match (counter.owner, company) {
            (Owner::Party, _) | (Owner::Seat, false) => 0,
            (Owner::Company, true) => seats,
            _ => continue,
        };
        let id = CounterId::from(i);
        let value = |party: usize| {
            let owner = party - shift;
            let public = parts.counter_seen_by(id, owner) == SeatSet::all(parts.seats);
            public.then(|| state.counter(parts, id, owner).to_string())
        };
        let values: Option<Vec<String>> = parties.iter().map(|&party| value(party)).collect();
        columns.extend(values.map(|values| Column { heading: counter.id.clone(), values, strong: false }));
    }
    columns
}

/// How many spaces of the map a party has track on.
fn spaces(scene: &Scene, state: &State, party: usize) -> u32 {
    let tracks = (0..scene.rules.parts.map.lanes.len()).map(|lane| state.track(LaneId::from(lane)));
    tracks.filter(|track| track.owner().is_some_and(|owner| owner.index() == party)).map(|track| u32::from(track.laid)).sum()
}

/// The lines of the score sheet and their sum.
fn sheet(scene: &Scene) -> Vec<Column> {
    let Some(sheet) = scene.sheet else { return Vec::new() };
    let seats = usize::from(scene.rules.parts.seats);
    let mut columns = Vec::new();
    for (line, row) in scene.rules.score.counted(sheet) {
        let values = row.points[..seats].iter().map(i64::to_string).collect();
        columns.push(Column { heading: line.name.clone(), values, strong: false });
    }
    let totals = sheet.totals[..seats].iter().map(i64::to_string).collect();
    columns.push(Column { heading: "total".to_owned(), values: totals, strong: true });
    let places = sheet.places[..seats].iter().map(|place| format!("{place}.")).collect();
    columns.push(Column { heading: "place".to_owned(), values: places, strong: false });
    columns
}
