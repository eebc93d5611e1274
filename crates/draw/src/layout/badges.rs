//! Places the badges of lines: beside the middle, where they cover nothing.

use super::LayoutInput;
use super::obstacles::Obstacles;
use super::work::Work;
use crate::geometry::{Area, Curve, RotatedBox};

/// How high a badge is.
pub const HEIGHT: f64 = 15.0;
/// Where along the line a badge may stand, the best first.
const ALONG: [f64; 11] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8];

/// Finds a place for each badge and adds it to the obstacles; where the work is spent, in the middle of its line.
pub fn place(wanted: &LayoutInput, curves: &[Curve], obstacles: &mut Obstacles, work: &Work) -> Vec<Vec<Area>> {
    let mut all = Vec::new();
    for (line, curve) in wanted.lines.iter().zip(curves) {
        let mut placed = Vec::new();
        for &(width, lane) in &line.badges {
            let mut best: Option<(f64, Area)> = None;
            for (rank, share) in ALONG.iter().enumerate() {
                for side in [1.0, -1.0] {
                    let other_side = lane.is_some_and(|lane| line.offset(lane) * side < 0.0);
                    if other_side || work.is_spent() && best.is_some() {
                        continue;
                    }
                    let (at, along) = curve.at(curve.length() * share);
                    let way = along.turned() * side;
                    // A box reaches as far towards the line as its half diagonal in that direction.
                    let reach = way.x.abs() * width / 2.0 + way.y.abs() * HEIGHT / 2.0;
                    let area = Area::around(at + way * (line.half_width() + 2.0 + reach), width, HEIGHT);
                    // Nearer to another line it would be taken for that line's.
                    let (beside, around) = (area.grown(line.half_width() - 0.5), area.grown(1.5));
                    let near = obstacles.within(beside.joined(around));
                    work.add(1 + near.count());
                    let strange = near.crossed(beside) as f64;
                    let cost = near.covered(around) * 10.0 + rank as f64 + strange * 2.0;
                    if best.is_none_or(|(least, _)| cost < least - 1e-9) {
                        best = Some((cost, area));
                    }
                }
            }
            if let Some((_, area)) = best {
                obstacles.add(RotatedBox::from(area));
                placed.push(area);
            }
        }
        all.push(placed);
    }
    all
}
