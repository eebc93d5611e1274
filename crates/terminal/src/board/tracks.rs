//! Where a lane runs on the screen: a straight strip beside its twins, cut into its spaces.

use super::viewport::Projection;
use railwright_core::id::LaneId;
use railwright_core::map::Map;
use railwright_core::narrow::{saturated, whole};

/// Dots between lanes of one line.
const BETWEEN: f64 = 3.0;
/// What part of a space is left blank, so that spaces can be counted where there is room.
const BLANK: f64 = 0.26;

/// A strip from dot to dot.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
    spaces: u8,
}

impl Strip {
    /// The strip of a lane.
    pub fn of(map: &Map, lane: LaneId, projection: &Projection) -> Self {
        let [a, b] = map.lane(lane).ends.map(|place| projection.dots(map.place(place).at));
        let twins = &map.line_of(lane).lanes;
        let at = twins.iter().position(|l| *l == lane).unwrap_or(0);
        let beside = (at as f64 - (twins.len() as f64 - 1.0) / 2.0) * BETWEEN * projection.zoom().sqrt();
        let (x, y) = (b.0 - a.0, b.1 - a.1);
        let length = x.hypot(y).max(0.001);
        let (dx, dy) = (-y / length * beside, x / length * beside);
        Strip { from: (a.0 + dx, a.1 + dy), to: (b.0 + dx, b.1 + dy), spaces: map.lane(lane).length.max(1) }
    }

    /// The point at a part of the way.
    pub fn at(&self, part: f64) -> (f64, f64) {
        (self.from.0 + (self.to.0 - self.from.0) * part, self.from.1 + (self.to.1 - self.from.1) * part)
    }

    /// Its length in dots.
    pub fn length(&self) -> f64 {
        (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1)
    }

    /// The middle of each space, and of the strip when the spaces are too short to be told apart.
    pub fn middles(&self) -> Vec<(f64, f64)> {
        let n = f64::from(self.spaces);
        if self.length() / n < 3.0 {
            return vec![self.at(0.5)];
        }
        (0..self.spaces).map(|i| self.at((f64::from(i) + 0.5) / n)).collect()
    }

    /// The pieces to draw: one for each space, or one for all when there is no room for gaps.
    pub fn pieces(&self) -> Vec<[(f64, f64); 2]> {
        let n = f64::from(self.spaces);
        if self.length() / n < 7.0 {
            return vec![[self.from, self.to]];
        }
        let piece = |i: u8| [self.at((f64::from(i) + BLANK / 2.0) / n), self.at((f64::from(i) + 1.0 - BLANK / 2.0) / n)];
        (0..self.spaces).map(piece).collect()
    }

    /// Points along the strip, a dot apart at most.
    pub fn dots(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let steps = saturated::<u32>(whole(self.length().ceil().clamp(1.0, 4000.0)));
        (0..=steps).map(move |i| self.at(f64::from(i) / f64::from(steps)))
    }
}
