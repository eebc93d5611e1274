//! What badges and labels must not cover: spaces, dots, badges; and what they had better not: beds of lines.

use super::grid::Grid;
use super::{LayoutInput, PIECE};
use crate::geometry::{Area, Curve, Point, RotatedBox};
use railwright_core::narrow::{saturated, whole};

/// Everything on the sheet that has its place already.
pub struct Obstacles {
    /// The sheet without its border.
    inside: Area,
    solid: Vec<RotatedBox>,
    dots: Vec<(Point, f64)>,
    beds: Grid<Point>,
    /// The numbers of solid things and of dots, by the room that they take up.
    solid_at: Grid<u32>,
    dots_at: Grid<u32>,
}

/// What a box within some area could cover at all.
pub struct NearObstacles {
    inside: Area,
    /// Spaces and badges.
    solid: Vec<RotatedBox>,
    /// Places with their radius.
    dots: Vec<(Point, f64)>,
    /// Points of the beds of lines.
    beds: Vec<Point>,
}

/// How far apart the points of beds are, and how many there are at most.
const BED_STEP: f64 = 6.0;
const MOST_BEDS: f64 = 100_000.0;

/// The room that a turned box can take up.
pub fn room(space: RotatedBox) -> Area {
    let reach = 2.0 * (space.half_length + space.half_width);
    Area::around(space.at, reach, reach)
}

/// The room of a dot that nothing may come into.
pub fn dot_room(at: Point, radius: f64) -> Area {
    Area::around(at, 2.0 * (radius + 1.0), 2.0 * (radius + 1.0))
}

impl Obstacles {
    /// The obstacles of a map without badges.
    pub fn new(wanted: &LayoutInput, size: Point, places: &[Point], curves: &[Curve], spaces: &[Vec<Vec<RotatedBox>>]) -> Self {
        let mut obstacles = Obstacles {
            inside: Area { min: Point::default(), max: size }.grown(-5.0),
            solid: Vec::new(),
            dots: places.iter().zip(&wanted.places).map(|(&at, place)| (at, place.radius)).collect(),
            beds: Grid::new(size),
            solid_at: Grid::new(size),
            dots_at: Grid::new(size),
        };
        for (i, &(at, radius)) in obstacles.dots.iter().enumerate() {
            obstacles.dots_at.add_over(dot_room(at, radius), i);
        }
        let step = BED_STEP.max(curves.iter().map(Curve::length).sum::<f64>() / MOST_BEDS);
        for curve in curves {
            let steps = saturated::<usize>(whole(curve.length() / step));
            for i in 1..steps {
                let at = curve.at(i as f64 * step).0;
                obstacles.beds.add(at, at);
            }
        }
        // Room is kept for pieces on the spaces: a name that is legible on the empty board stays so.
        for space in spaces.iter().flatten().flatten() {
            obstacles.add(RotatedBox { half_width: space.half_width + PIECE, ..*space });
        }
        obstacles
    }

    /// One more thing that must not be covered.
    pub fn add(&mut self, solid: RotatedBox) {
        self.solid_at.add_over(room(solid), self.solid.len());
        self.solid.push(solid);
    }

    /// Those that a box within this one could cover at all.
    pub fn within(&self, area: Area) -> NearObstacles {
        let meets = |at: Point, reach: f64| area.grown(reach).contains(at);
        let mut beds = Vec::new();
        self.beds.near(area, |&bed| {
            if area.contains(bed) {
                beds.push(bed)
            }
        });
        let solid = self.solid_at.numbers(area).into_iter().map(|i| self.solid[i]);
        let dots = self.dots_at.numbers(area).into_iter().map(|i| self.dots[i]);
        NearObstacles {
            inside: self.inside,
            solid: solid.filter(|s| meets(s.at, s.half_length + s.half_width)).collect(),
            dots: dots.filter(|dot| meets(dot.0, dot.1 + 1.0)).collect(),
            beds,
        }
    }
}

impl NearObstacles {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.solid.len() + self.dots.len() + self.beds.len()
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

    /// How many points of beds a box covers.
    pub fn crossed(&self, area: Area) -> usize {
        self.beds.iter().filter(|&&at| area.contains(at)).count()
    }
}
