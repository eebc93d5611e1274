//! Places the badges of lines: beside the middle, where they cover nothing.

use super::LayoutInput;
use super::obstacles::Obstacles;
use crate::geometry::{Area, Curve, RotatedBox};

/// How high a badge is.
pub const HEIGHT: f64 = 15.0;
/// Where along the line a badge may stand, the best first.
const ALONG: [f64; 11] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];

/// Finds a place for each badge and adds it to the obstacles.
pub fn place(wanted: &LayoutInput, curves: &[Curve], obstacles: &mut Obstacles) -> Vec<Vec<Area>> {
    let mut all = Vec::new();
    for (line, curve) in wanted.lines.iter().zip(curves) {
        let mut placed = Vec::new();
        for &(width, lane) in &line.badges {
            let mut best: Option<(f64, Area)> = None;
            for (rank, share) in ALONG.iter().enumerate() {
                for side in [1.0, -1.0] {
                    if lane.is_some_and(|lane| line.offset(lane) * side < 0.0) {
                        continue;
                    }
                    let (at, along) = curve.at(curve.length() * share);
                    let way = along.turned() * side;
                    // A box reaches as far towards the line as its half diagonal in that direction.
                    let reach = way.x.abs() * width / 2.0 + way.y.abs() * HEIGHT / 2.0;
                    let area = Area::around(at + way * (line.half_width() + 2.0 + reach), width, HEIGHT);
                    // Nearer to another line it would be taken for that line's.
                    let strange = obstacles.crossed(area.grown(line.half_width() - 0.5)) as f64;
                    let cost = obstacles.covered(area.grown(1.5)) * 10.0 + rank as f64 + strange * 2.0;
                    if best.is_none_or(|(least, _)| cost < least - 1e-9) {
                        best = Some((cost, area));
                    }
                }
            }
            if let Some((_, area)) = best {
                obstacles.solid.push(RotatedBox::from(area));
                placed.push(area);
            }
        }
        all.push(placed);
    }
    all
}
