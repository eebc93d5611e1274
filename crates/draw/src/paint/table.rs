//! The table of a position: what everybody can see of each seat, and the score sheet once the game is over.

use crate::font::{self, CAPITALS, Weight};
use crate::geometry::{Point, RotatedBox, point};
use crate::layout::LANE;
use crate::palette::{FRAME, INK, MUTED};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::State;
use railwright_core::components::{Owner, Thing, as_words};
use railwright_core::id::{CounterId, LaneId, SeatSet};

const TEXT: TextStyle = TextStyle { size: 13.0, weight: Weight::Regular, fill: INK, halo: None };
const HEADING: TextStyle = TextStyle { size: 12.0, weight: Weight::Regular, fill: MUTED, halo: None };
const ROW: f64 = 22.0;
/// The height of a line of a heading.
const LINE: f64 = 14.0;
/// The room between two columns, and the least there is where they are many.
const APART: f64 = 20.0;
const CLOSE: f64 = 9.0;
const NAMES: f64 = 44.0;

struct Column {
    heading: String,
    /// The heading as it is set.
    lines: Vec<String>,
    values: Vec<String>,
    strong: bool,
}

/// A table with a row for each of some parties.
pub struct Table<'a> {
    scene: &'a Scene<'a>,
    parties: Vec<usize>,
    columns: Vec<Column>,
    /// The room before each column.
    apart: f64,
}

impl<'a> Table<'a> {
    /// The table of seats and, where there are any, that of companies; none without a position. Where there is too little room,
    /// headings are broken and columns move together.
    pub fn of(scene: &'a Scene<'a>, room: f64) -> Vec<Table<'a>> {
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
                columns.push(Column::new("spaces", values));
            }
            columns.extend(sheet);
            Table { scene, parties, columns, apart: APART }.fitted(room)
        });
        tables.filter(|table| !table.parties.is_empty()).collect()
    }

    fn fitted(mut self, room: f64) -> Self {
        if self.width() > room {
            for column in &mut self.columns {
                column.lines = font::broken(&column.heading, 2, HEADING.size, HEADING.weight);
            }
            let too_much = (self.width() - room).max(0.0) / self.columns.len().max(1) as f64;
            self.apart = (APART - too_much).max(CLOSE);
        }
        self
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.head() + self.parties.len() as f64 * ROW + 6.0
    }

    fn head(&self) -> f64 {
        let lines = self.columns.iter().map(|column| column.lines.len()).max().unwrap_or(1);
        ROW + LINE * (lines - 1) as f64
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.names() + self.columns.iter().map(|column| column.width() + self.apart).sum::<f64>()
    }

    fn names(&self) -> f64 {
        let widths = self.parties.iter().map(|&party| font::width(&self.scene.parties[party].name, TEXT.size, TEXT.weight));
        NAMES + widths.fold(0.0, f64::max)
    }

    /// Draws it with its upper left corner at a point.
    pub fn draw(&self, writer: &mut Writer, corner: Point) {
        let below = corner.y + self.head();
        let middle = |row: usize| below + (row as f64 + 0.5) * ROW;
        let base = |row: usize| middle(row) + TEXT.size * CAPITALS / 2.0;
        let rule = writer.element("line").number("x1", corner.x).number("x2", corner.x + self.width());
        rule.number("y1", below).number("y2", below).attr("stroke", FRAME).done();
        for (row, &party) in self.parties.iter().enumerate() {
            let party = &self.scene.parties[party];
            let at = point(corner.x + 17.0, middle(row));
            let space = RotatedBox { at, along: point(1.0, 0.0), half_length: 15.0, half_width: LANE / 2.0 };
            super::tracks::piece(writer, party, space);
            writer.text(point(corner.x + NAMES - 2.0, base(row)), Anchor::Start, TEXT, &party.name);
        }
        let mut right = corner.x + self.names();
        for column in &self.columns {
            right += column.width() + self.apart;
            for (line, text) in column.lines.iter().rev().enumerate() {
                let base = below - (ROW - TEXT.size * CAPITALS) / 2.0 - line as f64 * LINE;
                writer.text(point(right, base), Anchor::End, HEADING, text);
            }
            for (row, value) in column.values.iter().enumerate() {
                let weight = if column.strong { Weight::Bold } else { Weight::Regular };
                writer.text(point(right, base(row)), Anchor::End, TextStyle { weight, ..TEXT }, value);
            }
        }
    }
}

impl Column {
    fn new(heading: &str, values: Vec<String>) -> Self {
        Column { heading: heading.to_owned(), lines: vec![heading.to_owned()], values, strong: false }
    }

    fn width(&self) -> f64 {
        let values = self.values.iter().map(|value| font::width(value, TEXT.size, Weight::Bold));
        let lines = self.lines.iter().map(|line| font::width(line, HEADING.size, HEADING.weight));
        values.chain(lines).fold(0.0, f64::max)
    }
}

/// The counters of some parties that everybody sees.
fn counters(scene: &Scene, state: &State, parties: &[usize]) -> Vec<Column> {
    let parts = &scene.rules.parts;
    let seats = usize::from(parts.seats);
    let company = parties.first().is_some_and(|&party| party >= seats);
    let mut columns = Vec::new();
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, counter)| counter.told) {
        if counter.owner == Owner::SeatAnd(Thing::Company) && !company {
            columns.extend((0..parts.companies.len()).filter_map(|with| shares(scene, state, CounterId::from(i), with, parties)));
        }
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
        columns.extend(values.map(|values| Column::new(&counter.name, values)));
    }
    columns
}

/// What seats have with a company, where everybody sees it.
fn shares(scene: &Scene, state: &State, id: CounterId, company: usize, seats: &[usize]) -> Option<Column> {
    let parts = &scene.rules.parts;
    let value = |seat: &usize| {
        let owner = parts.pair(Thing::Company, *seat, company);
        let public = parts.counter_seen_by(id, owner) == SeatSet::all(parts.seats);
        public.then(|| state.counter(parts, id, owner).to_string())
    };
    let values: Option<Vec<String>> = seats.iter().map(value).collect();
    let name = format!("{} {}", parts.counters[id.index()].name, parts.companies[company].name);
    values.map(|values| Column::new(&name, values))
}

/// How many spaces of the map a party has track on.
fn spaces(scene: &Scene, state: &State, party: usize) -> u32 {
    let lanes = (0..scene.rules.parts.map.lanes.len()).map(LaneId::from);
    let has = |lane: &LaneId| state.owners(&scene.rules.parts, *lane).any(|owner| owner.index() == party);
    lanes.filter(has).map(|lane| u32::from(state.track(lane).laid)).sum()
}

/// The lines of the score sheet and their sum.
fn sheet(scene: &Scene) -> Vec<Column> {
    let Some(sheet) = scene.sheet else { return Vec::new() };
    let seats = usize::from(scene.rules.parts.seats);
    let mut columns = Vec::new();
    for (line, row) in scene.rules.score.counted(sheet) {
        let values = row.points[..seats].iter().map(i64::to_string).collect();
        columns.push(Column::new(&as_words(&line.name), values));
    }
    let totals = sheet.totals[..seats].iter().map(i64::to_string).collect();
    columns.push(Column { strong: true, ..Column::new("total", totals) });
    let places = sheet.places[..seats].iter().map(|place| format!("{place}.")).collect();
    columns.push(Column::new("place", places));
    columns
}
