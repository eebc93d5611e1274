//! What badges and labels must not cover: spaces, dots, badges; and what they had better not: beds of lines.

use super::{LayoutInput, PIECE};
use crate::geometry::{Area, Curve, Point, RotatedBox};

/// Everything on the sheet that has its place already.
pub struct Obstacles {
    /// The sheet without its border.
    pub inside: Area,
    /// Spaces and badges.
    pub solid: Vec<RotatedBox>,
    /// Places with their radius.
    pub dots: Vec<(Point, f64)>,
    /// Points of the beds of lines.
    pub beds: Vec<Point>,
}

const BED_STEP: f64 = 6.0;

impl Obstacles {
    /// The obstacles of a map without badges.
    pub fn new(wanted: &LayoutInput, size: Point, places: &[Point], curves: &[Curve], spaces: &[Vec<Vec<RotatedBox>>]) -> Self {
        let bed = |curve: &Curve| {
            let steps = (curve.length() / BED_STEP) as usize;
            (1..steps).map(|i| curve.at(i as f64 * BED_STEP).0).collect::<Vec<_>>()
        };
        Obstacles {
            inside: Area { min: Point::default(), max: size }.grown(-5.0),
            // Room is kept for pieces on the spaces: a name that is legible on the empty board stays so.
            solid: spaces.iter().flatten().flatten().map(|s| RotatedBox { half_width: s.half_width + PIECE, ..*s }).collect(),
            dots: places.iter().zip(&wanted.places).map(|(&at, place)| (at, place.radius)).collect(),
            beds: curves.iter().flat_map(bed).collect(),
        }
    }

    /// How much a box covers: of spaces and badges, and of dots other than one's own. Zero when it covers nothing.
    pub fn covered(&self, area: Area) -> f64 {
        let turned = RotatedBox::from(area);
        let spaces: f64 = self.solid.iter().map(|space| turned.depth(*space)).sum();
        let dots = self.dots.iter().map(|&(at, radius)| (radius + 1.0 - area.distance(at)).max(0.0));
        let inside = self.inside;
        let out = [inside.min.x - area.min.x, inside.min.y - area.min.y, area.max.x - inside.max.x, area.max.y - inside.max.y];
        spaces + 2.0 * dots.sum::<f64>() + 10.0 * out.iter().map(|o| o.max(0.0)).sum::<f64>()
    }

    /// Those that a box within this one could cover at all.
    pub fn within(&self, area: Area) -> Obstacles {
        let meets = |at: Point, reach: f64| area.grown(reach).contains(at);
        Obstacles {
            inside: self.inside,
            solid: self.solid.iter().copied().filter(|s| meets(s.at, s.half_length + s.half_width)).collect(),
            dots: self.dots.iter().copied().filter(|dot| meets(dot.0, dot.1 + 1.0)).collect(),
            beds: self.beds.iter().copied().filter(|bed| meets(*bed, 0.0)).collect(),
        }
    }

    /// How many points of beds a box covers.
    pub fn crossed(&self, area: Area) -> usize {
        self.beds.iter().filter(|&&at| area.contains(at)).count()
    }
}
