//! Cards of a position that everybody sees and that the map alone does not tell of: tables of open cards, such as a list
//! of prices, and what cards of seats pay in which places.

use crate::font::{self, CAPITALS, Weight};
use crate::geometry::{Point, point};
use crate::palette::{INK, MUTED};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::State;
use railwright_core::components::{CardSet, FieldType, FieldValue, Form, Owner, Spot};
use railwright_core::id::{SeatSet, ZoneId};

const TEXT: TextStyle = TextStyle { size: 12.5, weight: Weight::Regular, fill: INK, halo: None };
const STRONG: TextStyle = TextStyle { weight: Weight::Bold, ..TEXT };
const HEADING: TextStyle = TextStyle { size: 12.0, weight: Weight::Regular, fill: MUTED, halo: None };
const ROW: f64 = 18.0;
/// The room between columns.
const APART: f64 = 12.0;

/// Lines of cells in columns, under a heading.
pub struct Block {
    heading: (String, TextStyle),
    lines: Vec<Vec<(String, TextStyle)>>,
}

impl Block {
    /// The blocks of a position; none without one.
    pub fn of(scene: &Scene) -> Vec<Block> {
        let Some(state) = scene.state else { return Vec::new() };
        let seats = (0..scene.rules.parts.seats).filter_map(|seat| paying(scene, state, seat.into()));
        tables(scene, state).into_iter().chain(seats).collect()
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        let heading = font::width(&self.heading.0, self.heading.1.size, self.heading.1.weight);
        self.columns().iter().map(|width| width + APART).sum::<f64>().max(heading)
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        (self.lines.len() + 1) as f64 * ROW + 10.0
    }

    fn columns(&self) -> Vec<f64> {
        let mut widths: Vec<f64> = Vec::new();
        for line in &self.lines {
            widths.resize(widths.len().max(line.len()), 0.0);
            for ((text, style), width) in line.iter().zip(&mut widths) {
                *width = width.max(font::width(text, style.size, style.weight));
            }
        }
        widths
    }

    /// Draws it with its upper left corner at a point.
    pub fn draw(&self, writer: &mut Writer, corner: Point) {
        let base = |row: usize| corner.y + (row as f64 + 0.5) * ROW + TEXT.size * CAPITALS / 2.0;
        writer.text(point(corner.x, base(0)), Anchor::Start, self.heading.1, &self.heading.0);
        let columns = self.columns();
        for (row, line) in self.lines.iter().enumerate() {
            let mut left = corner.x;
            for ((text, style), width) in line.iter().zip(&columns) {
                writer.text(point(left, base(row + 1)), Anchor::Start, *style, text);
                left += width + APART;
            }
        }
    }
}

/// Whether everybody sees the cards of a zone.
fn is_open(scene: &Scene, spot: Spot) -> bool {
    let parts = &scene.rules.parts;
    parts.seen_by(spot) == SeatSet::all(parts.seats)
}

/// The table's rows of cards that lie in several columns, row by row from the first.
fn tables(scene: &Scene, state: &State) -> Vec<Block> {
    let parts = &scene.rules.parts;
    let mut blocks = Vec::new();
    for (i, zone) in parts.zones.iter().enumerate() {
        let spot = Spot::of_table(ZoneId::from(i));
        if zone.owner != Owner::Table || zone.columns < 2 || !matches!(zone.form, Form::Row(_)) || !is_open(scene, spot) {
            continue;
        }
        let kinds = &parts.cards_in(spot.zone).kinds;
        let slots: Vec<(String, TextStyle)> = state
            .row(parts, spot)
            .map(|kind| (kind.map_or("–".to_owned(), |kind| kinds[kind.index()].id.clone()), TEXT))
            .collect();
        let numbered = slots.chunks(zone.columns.into()).enumerate();
        let lines = numbered.map(|(row, slots)| {
            let number = ((row + 1).to_string(), HEADING);
            std::iter::once(number).chain(slots.iter().cloned()).collect()
        });
        blocks.push(Block { heading: (zone.name.clone(), STRONG), lines: lines.collect() });
    }
    blocks
}

/// The open cards of a seat that say what places pay, zone by zone; none if it has no such cards.
fn paying(scene: &Scene, state: &State, seat: u16) -> Option<Block> {
    let parts = &scene.rules.parts;
    let mut lines = Vec::new();
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, zone)| zone.owner == Owner::Seat) {
        let spot = Spot { zone: ZoneId::from(i), owner: seat };
        let set = parts.cards_in(spot.zone);
        let Some(field) = set.fields.iter().position(|(_, kind)| *kind == FieldType::Pays) else { continue };
        if !is_open(scene, spot) {
            continue;
        }
        state.each_card(parts, spot, |kind, _| {
            let card = (set.kinds[kind.index()].id.clone(), STRONG);
            lines.push(vec![(zone.name.clone(), HEADING), card, (pays(scene, set, kind.index(), field), TEXT)]);
        });
    }
    let name = scene.parties[usize::from(seat)].name.clone();
    (!lines.is_empty()).then_some(Block { heading: (name, STRONG), lines })
}

/// What a card pays where: `Boston 4, Tampa 9`.
fn pays(scene: &Scene, set: &CardSet, kind: usize, field: usize) -> String {
    let FieldValue::Pays(pays) = &set.kinds[kind].fields[field] else { return String::new() };
    let one = |(place, value): &(_, i32)| format!("{} {value}", scene.rules.parts.map.place(*place).name);
    pays.iter().map(one).collect::<Vec<_>>().join(", ")
}
