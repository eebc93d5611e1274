//! What stands below the map: the legend, the tables of a position, and in the corner where the board's facts come from.

use super::legend::Legend;
use super::open_cards::Block;
use super::table::Table;
use crate::font::{self, Weight};
use crate::geometry::{Point, point};
use crate::palette::{MUTED, WARNING};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_rules::rules::Provenance;

/// The room above the legend and between parts.
const GAP: f64 = 10.0;
const STAMP: TextStyle = TextStyle { size: 15.0, weight: Weight::Bold, fill: MUTED, halo: None };
const NOTE: TextStyle = TextStyle { size: 11.5, weight: Weight::Regular, fill: MUTED, halo: None };
/// The height of a line of the note.
const LINE: f64 = 15.0;

/// Everything below the map.
pub struct Footer<'a> {
    legend: Legend<'a>,
    /// Tables with their place below the legend.
    tables: Vec<(Table<'a>, Point)>,
    tables_height: f64,
    /// Blocks of open cards with their place below everything else.
    blocks: Vec<(Block, Point)>,
    blocks_height: f64,
    stamp: (&'static str, &'static str),
    note: Vec<String>,
    /// How far below the legend the provenance starts.
    stamp_top: f64,
}

impl<'a> Footer<'a> {
    /// Sets it in that width.
    pub fn new(scene: &'a Scene<'a>, width: f64) -> Self {
        let (tables, tables_height) = in_rows(Table::of(scene, width), width, |table| (table.width(), table.height()));
        let (blocks, blocks_height) = in_rows(Block::of(scene), width, |block| (block.width(), block.height()));
        let head = &scene.rules.head;
        let stamp = match head.provenance {
            Provenance::Published => ("Published facts", MUTED),
            Provenance::Reconstructed => ("RECONSTRUCTED", WARNING),
            Provenance::Original => ("Original board", MUTED),
        };
        let room = (width * 0.45).max(300.0).min(width);
        let note = font::wrapped(&first_sentence(&head.provenance_note), room, NOTE.size, NOTE.weight);
        let widest = note.iter().map(|line| font::width(line, NOTE.size, NOTE.weight)).fold(140.0, f64::max);
        // Beside the tables when there is room, else below them.
        let beside = tables.iter().all(|(table, at)| at.x + table.width() + 30.0 + widest <= width);
        let stamp_top = if beside { 0.0 } else { tables_height };
        Footer { legend: Legend::new(scene, width), tables, tables_height, blocks, blocks_height, stamp, note, stamp_top }
    }

    /// How wide it is: as wide as it should be, unless a table needs more.
    pub fn width(&self, width: f64) -> f64 {
        let tables = self.tables.iter().map(|(table, at)| at.x + table.width());
        let blocks = self.blocks.iter().map(|(block, at)| at.x + block.width());
        tables.chain(blocks).fold(width, f64::max)
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        GAP + self.legend.height() + GAP + self.upper_height() + self.blocks_height
    }

    /// How high tables and provenance are together.
    fn upper_height(&self) -> f64 {
        let stamp = self.stamp_top + 22.0 + self.note.len() as f64 * LINE;
        self.tables_height.max(stamp)
    }

    /// Draws it below the map.
    pub fn draw(&self, writer: &mut Writer, corner: Point, width: f64) {
        let top = corner + point(0.0, GAP);
        self.legend.draw(writer, top);
        let below = top + point(0.0, self.legend.height() + GAP);
        for (table, at) in &self.tables {
            table.draw(writer, below + *at);
        }
        for (block, at) in &self.blocks {
            block.draw(writer, below + *at + point(0.0, self.upper_height()));
        }
        let right = below + point(width, self.stamp_top + 16.0);
        let (stamp, fill) = self.stamp;
        writer.text(right, Anchor::End, TextStyle { fill, ..STAMP }, stamp);
        for (i, line) in self.note.iter().enumerate() {
            writer.text(right + point(0.0, 5.0 + (i as f64 + 0.8) * LINE), Anchor::End, NOTE, line);
        }
    }
}

/// Things side by side, in further rows where they do not fit, and how high they are together.
fn in_rows<T>(things: Vec<T>, width: f64, size: impl Fn(&T) -> (f64, f64)) -> (Vec<(T, Point)>, f64) {
    let (mut at, mut height) = (point(0.0, 0.0), 0.0_f64);
    let mut placed = Vec::new();
    for thing in things {
        let (wide, high) = size(&thing);
        if at.x > 0.0 && at.x + wide > width {
            at = point(0.0, height);
        }
        height = height.max(at.y + high);
        let next = at + point(wide + 40.0, 0.0);
        placed.push((thing, at));
        at = next;
    }
    (placed, height)
}

/// The first sentence of a note, without a list that follows it.
fn first_sentence(note: &str) -> String {
    const LONG: usize = 140;
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = note.find(". ").map_or(note.len(), |at| at + 1);
    let sentence = &note[..end];
    match sentence.find(": ") {
        Some(at) if sentence.chars().count() > LONG => sentence[..at].to_owned() + ".",
        _ => sentence.to_owned(),
    }
}
