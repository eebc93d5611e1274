//! Points, boxes, turned boxes and curves.
//!
//! Only sums, products, quotients and square roots are used: they give the same result on every machine, so that a
//! picture is the same file everywhere.

use std::ops::{Add, Mul, Neg, Sub};

/// A point of the picture, or the way from one to another; y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A point.
pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The scalar product.
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// How long the way is, squared.
    pub fn square(self) -> f64 {
        self.dot(self)
    }

    /// How long the way is.
    pub fn length(self) -> f64 {
        self.square().sqrt()
    }

    /// The same direction with length one; to the right if there is none.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { point(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Turned by a right angle, clockwise on the page.
    pub fn turned(self) -> Point {
        point(-self.y, self.x)
    }

    /// The distance to another point.
    pub fn to(self, other: Point) -> f64 {
        (other - self).length()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, by: f64) -> Point {
        point(self.x * by, self.y * by)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        point(-self.x, -self.y)
    }
}

/// A box with upright sides.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Area {
    /// The upper left corner.
    pub min: Point,
    /// The lower right corner.
    pub max: Point,
}

impl Area {
    /// A box around a point.
    pub fn around(middle: Point, width: f64, height: f64) -> Area {
        let half = point(width / 2.0, height / 2.0);
        Area { min: middle - half, max: middle + half }
    }

    /// The same box with a margin on all sides.
    pub fn grown(self, by: f64) -> Area {
        Area { min: self.min - point(by, by), max: self.max + point(by, by) }
    }

    /// The middle.
    pub fn middle(self) -> Point {
        (self.min + self.max) * 0.5
    }

    /// How wide it is.
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// How high it is.
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }

    /// The area that two boxes share.
    pub fn shared(self, other: Area) -> f64 {
        let width = self.max.x.min(other.max.x) - self.min.x.max(other.min.x);
        let height = self.max.y.min(other.max.y) - self.min.y.max(other.min.y);
        width.max(0.0) * height.max(0.0)
    }

    /// How far a point is from the box; zero inside.
    pub fn distance(self, from: Point) -> f64 {
        let x = (self.min.x - from.x).max(from.x - self.max.x).max(0.0);
        let y = (self.min.y - from.y).max(from.y - self.max.y).max(0.0);
        point(x, y).length()
    }
}

/// A box that is turned: a space of a lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turned {
    /// Its middle.
    pub at: Point,
    /// The direction of its length, of length one.
    pub along: Point,
    /// Half its length.
    pub half_length: f64,
    /// Half its width.
    pub half_width: f64,
}

impl Turned {
    fn corners(self) -> [Point; 4] {
        let (a, b) = (self.along * self.half_length, self.along.turned() * self.half_width);
        [self.at + a + b, self.at + a - b, self.at - a - b, self.at - a + b]
    }

    /// How deep the two lie in each other, zero if they do not touch: the least way that would part them.
    pub fn depth(self, other: Turned) -> f64 {
        let reach = self.half_length + self.half_width + other.half_length + other.half_width;
        if (self.at - other.at).square() > reach * reach {
            return 0.0;
        }
        let axes = [self.along, self.along.turned(), other.along, other.along.turned()];
        let (ours, theirs) = (self.corners(), other.corners());
        let spread = |corners: &[Point; 4], axis: Point| {
            let along = corners.map(|c| c.dot(axis));
            (along.iter().copied().fold(f64::MAX, f64::min), along.iter().copied().fold(f64::MIN, f64::max))
        };
        let depth = axes.iter().map(|&axis| {
            let (a, b) = (spread(&ours, axis), spread(&theirs, axis));
            a.1.min(b.1) - a.0.max(b.0)
        });
        depth.fold(f64::MAX, f64::min).max(0.0)
    }

    /// How far a point is from it; zero inside.
    pub fn distance(self, from: Point) -> f64 {
        let way = from - self.at;
        let x = (way.dot(self.along).abs() - self.half_length).max(0.0);
        let y = (way.dot(self.along.turned()).abs() - self.half_width).max(0.0);
        point(x, y).length()
    }
}

impl From<Area> for Turned {
    fn from(area: Area) -> Turned {
        Turned { at: area.middle(), along: point(1.0, 0.0), half_length: area.width() / 2.0, half_width: area.height() / 2.0 }
    }
}

/// How many pieces a curve is sampled in.
const PIECES: usize = 32;

/// A gently curved way between two points, measured by its length.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The corners of the Bézier curve.
    pub control: [Point; 4],
    points: Vec<Point>,
    upto: Vec<f64>,
}

impl Curve {
    /// The curve from `a` to `b` that leaves `a` and reaches `b` bent sideways: each bend is the slope against the
    /// straight way, zero for none.
    pub fn bent(a: Point, b: Point, bends: [f64; 2]) -> Curve {
        let third = (b - a) * (1.0 / 3.0);
        let side = third.turned();
        let control = [a, a + third + side * bends[0], a + third * 2.0 + side * bends[1], b];
        let mut points = Vec::with_capacity(PIECES + 1);
        let mut upto = Vec::with_capacity(PIECES + 1);
        for i in 0..=PIECES {
            let t = i as f64 / PIECES as f64;
            let u = 1.0 - t;
            let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
            let at = control.iter().zip(weights).fold(Point::default(), |sum, (&c, w)| sum + c * w);
            upto.push(points.last().map_or(0.0, |&last: &Point| upto[i - 1] + last.to(at)));
            points.push(at);
        }
        Curve { control, points, upto }
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        self.upto[PIECES]
    }

    /// The point after so much of its length and the direction there.
    pub fn at(&self, length: f64) -> (Point, Point) {
        let i = self.upto.partition_point(|&l| l < length).clamp(1, PIECES);
        let piece = self.upto[i] - self.upto[i - 1];
        let share = if piece < 1e-9 { 0.0 } else { (length - self.upto[i - 1]) / piece };
        let way = self.points[i] - self.points[i - 1];
        // Directions are blended between the pieces, so that neighbouring spaces turn smoothly.
        let before = self.points[i - 1] - self.points[i.saturating_sub(2)];
        let after = self.points[(i + 1).min(PIECES)] - self.points[i];
        let blend =
            if share < 0.5 { before * (0.5 - share) + way * (0.5 + share) } else { way * (1.5 - share) + after * (share - 0.5) };
        (self.points[i - 1] + way * share, blend.unit())
    }

    /// How near it comes to a point.
    pub fn distance(&self, from: Point) -> f64 {
        let near = self.points.windows(2).map(|ends| {
            let way = ends[1] - ends[0];
            let share = ((from - ends[0]).dot(way) / way.square().max(1e-9)).clamp(0.0, 1.0);
            (ends[0] + way * share - from).square()
        });
        near.fold(f64::MAX, f64::min).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_curve_is_measured_exactly() {
        let curve = Curve::bent(point(0.0, 0.0), point(90.0, 0.0), [0.0, 0.0]);
        assert!((curve.length() - 90.0).abs() < 1e-9);
        let (at, along) = curve.at(30.0);
        assert!(at.to(point(30.0, 0.0)) < 1e-9 && along.to(point(1.0, 0.0)) < 1e-9);
        assert!((curve.distance(point(45.0, 7.0)) - 7.0).abs() < 1e-9);
    }

    #[test]
    fn turned_boxes_know_how_deep_they_overlap() {
        let flat = Turned { at: point(0.0, 0.0), along: point(1.0, 0.0), half_length: 10.0, half_width: 2.0 };
        let upright = Turned { at: point(11.0, 0.0), along: point(0.0, 1.0), ..flat };
        assert!((flat.depth(upright) - 1.0).abs() < 1e-9);
        assert_eq!(flat.depth(Turned { at: point(13.0, 0.0), ..upright }), 0.0);
        assert!((flat.distance(point(13.0, 6.0)) - 5.0).abs() < 1e-9);
    }
}
