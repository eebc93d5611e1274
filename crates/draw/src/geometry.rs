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
#[inline]
pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The scalar product.
    #[inline]
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// How long the way is, squared.
    #[inline]
    pub fn square(self) -> f64 {
        self.dot(self)
    }

    /// How long the way is.
    #[inline]
    pub fn length(self) -> f64 {
        self.square().sqrt()
    }

    /// The same direction with length one; to the right if there is none.
    #[inline]
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { point(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Turned by a right angle, clockwise on the page.
    #[inline]
    pub fn turned(self) -> Point {
        point(-self.y, self.x)
    }

    /// The distance to another point.
    #[inline]
    pub fn to(self, other: Point) -> f64 {
        (other - self).length()
    }
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    #[inline]
    fn mul(self, by: f64) -> Point {
        point(self.x * by, self.y * by)
    }
}

impl Neg for Point {
    type Output = Point;
    #[inline]
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
    #[inline]
    pub fn around(middle: Point, width: f64, height: f64) -> Area {
        let half = point(width / 2.0, height / 2.0);
        Area { min: middle - half, max: middle + half }
    }

    /// The same box with a margin on all sides.
    #[inline]
    pub fn grown(self, by: f64) -> Area {
        Area { min: self.min - point(by, by), max: self.max + point(by, by) }
    }

    /// The middle.
    #[inline]
    pub fn middle(self) -> Point {
        (self.min + self.max) * 0.5
    }

    /// How wide it is.
    #[inline]
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// How high it is.
    #[inline]
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }

    /// The area that two boxes share.
    #[inline]
    pub fn shared(self, other: Area) -> f64 {
        let width = self.max.x.min(other.max.x) - self.min.x.max(other.min.x);
        let height = self.max.y.min(other.max.y) - self.min.y.max(other.min.y);
        width.max(0.0) * height.max(0.0)
    }

    /// Whether a point lies in it or on its border.
    #[inline]
    pub fn contains(self, at: Point) -> bool {
        self.min.x <= at.x && at.x <= self.max.x && self.min.y <= at.y && at.y <= self.max.y
    }

    /// The smallest box around two.
    pub fn joined(self, other: Area) -> Area {
        let (a, b) = (self, other);
        Area { min: point(a.min.x.min(b.min.x), a.min.y.min(b.min.y)), max: point(a.max.x.max(b.max.x), a.max.y.max(b.max.y)) }
    }

    /// How far a point is from the box; zero inside.
    #[inline]
    pub fn distance(self, from: Point) -> f64 {
        let x = (self.min.x - from.x).max(from.x - self.max.x).max(0.0);
        let y = (self.min.y - from.y).max(from.y - self.max.y).max(0.0);
        point(x, y).length()
    }
}

/// A box that is turned: a space of a lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RotatedBox {
    /// Its middle.
    pub at: Point,
    /// The direction of its length, of length one.
    pub along: Point,
    /// Half its length.
    pub half_length: f64,
    /// Half its width.
    pub half_width: f64,
}

impl RotatedBox {
    #[inline]
    fn corners(self) -> [Point; 4] {
        let (a, b) = (self.along * self.half_length, self.along.turned() * self.half_width);
        [self.at + a + b, self.at + a - b, self.at - a - b, self.at - a + b]
    }

    /// How deep the two lie in each other, zero if they do not touch: the least way that would part them.
    pub fn depth(self, other: RotatedBox) -> f64 {
        let reach = self.half_length + self.half_width + other.half_length + other.half_width;
        if (self.at - other.at).square() > reach * reach {
            return 0.0;
        }
        let (ours, theirs) = (self.corners(), other.corners());
        let mut depth = f64::MAX;
        for axis in [self.along, self.along.turned(), other.along, other.along.turned()] {
            let ((from, upto), (start, end)) = (spread(&ours, axis), spread(&theirs, axis));
            depth = depth.min(upto.min(end) - from.max(start));
            if depth <= 0.0 {
                return 0.0;
            }
        }
        depth
    }

    /// How far a point is from it; zero inside.
    #[inline]
    pub fn distance(self, from: Point) -> f64 {
        let way = from - self.at;
        let x = (way.dot(self.along).abs() - self.half_length).max(0.0);
        let y = (way.dot(self.along.turned()).abs() - self.half_width).max(0.0);
        point(x, y).length()
    }
}

/// From where to where corners reach along an axis.
#[inline]
fn spread(corners: &[Point; 4], axis: Point) -> (f64, f64) {
    let [a, b, c, d] = corners.map(|corner| corner.dot(axis));
    (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
}

impl From<Area> for RotatedBox {
    #[inline]
    fn from(area: Area) -> RotatedBox {
        RotatedBox { at: area.middle(), along: point(1.0, 0.0), half_length: area.width() / 2.0, half_width: area.height() / 2.0 }
    }
}

/// How many pieces a curve is sampled in.
const PIECES: usize = 32;

/// How much each corner of a Bézier curve counts at each of the points it is sampled at.
static WEIGHTS: [[f64; 4]; PIECES + 1] = {
    let mut weights = [[0.0; 4]; PIECES + 1];
    let mut i = 0;
    while i <= PIECES {
        let t = i as f64 / PIECES as f64;
        let u = 1.0 - t;
        weights[i] = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
        i += 1;
    }
    weights
};

/// A gently curved way between two points, measured by its length.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The corners of the Bézier curve.
    pub control: [Point; 4],
    points: [Point; PIECES + 1],
    upto: [f64; PIECES + 1],
}

impl Curve {
    /// The curve from `a` to `b` that leaves `a` and reaches `b` bent sideways: each bend is the slope against the
    /// straight way, zero for none.
    #[inline]
    pub fn bent(a: Point, b: Point, bends: [f64; 2]) -> Curve {
        let third = (b - a) * (1.0 / 3.0);
        let side = third.turned();
        let control = [a, a + third + side * bends[0], a + third * 2.0 + side * bends[1], b];
        // Plain loops: this is what most of the time of a layout is spent on.
        let (mut points, mut upto) = ([a; PIECES + 1], [0.0; PIECES + 1]);
        for (point, &[first, second, third, fourth]) in points.iter_mut().zip(&WEIGHTS) {
            *point = Point::default() + control[0] * first + control[1] * second + control[2] * third + control[3] * fourth;
        }
        for i in 1..=PIECES {
            upto[i] = upto[i - 1] + points[i - 1].to(points[i]);
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

    /// The points after lengths that grow: [`at`](Self::at) without the directions, and without a search for each.
    pub fn walk(&self, lengths: impl Iterator<Item = f64>) -> impl Iterator<Item = Point> {
        let mut i = 1;
        let mut last = f64::MIN;
        lengths.map(move |length| {
            // Who turns round starts anew.
            i = if length < last { 1 } else { i };
            last = length;
            while i < PIECES && self.upto[i] < length {
                i += 1;
            }
            let piece = self.upto[i] - self.upto[i - 1];
            let share = if piece < 1e-9 { 0.0 } else { (length - self.upto[i - 1]) / piece };
            self.points[i - 1] + (self.points[i] - self.points[i - 1]) * share
        })
    }

    /// Whether it comes nearer to a point than that. Pieces that are too near the last one to reach the point are not looked at.
    pub fn comes_within(&self, reach: f64, of: Point) -> bool {
        let mut i = 0;
        while i < PIECES {
            let distance = squared_distance(self.points[i], self.points[i + 1], of).sqrt();
            if distance < reach {
                return true;
            }
            let sure = self.upto[i + 1] + (distance - reach) - 1e-6;
            i += 1;
            while i < PIECES && self.upto[i + 1] <= sure {
                i += 1;
            }
        }
        false
    }

    /// How near it comes to a point.
    pub fn distance(&self, from: Point) -> f64 {
        self.points.windows(2).map(|ends| squared_distance(ends[0], ends[1], from)).fold(f64::MAX, f64::min).sqrt()
    }
}

/// The square of the distance between a point and the straight way from `a` to `b`.
#[inline]
pub fn squared_distance(a: Point, b: Point, from: Point) -> f64 {
    let way = b - a;
    let share = ((from - a).dot(way) / way.square().max(1e-9)).clamp(0.0, 1.0);
    (a + way * share - from).square()
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
    fn walking_and_coming_near_are_quick_forms_of_at_and_distance() {
        let curve = Curve::bent(point(10.0, 5.0), point(140.0, 60.0), [0.7, -0.3]);
        let lengths = || [0.0, 3.0, 3.0, 40.0, 99.5, curve.length(), 200.0, 12.0].into_iter();
        assert!(curve.walk(lengths()).eq(lengths().map(|length| curve.at(length).0)));
        for (x, y, reach) in
            (0..2000).map(|i| (f64::from(i % 50) * 4.0 - 20.0, f64::from(i / 50) * 3.0 - 20.0, f64::from(i % 37)))
        {
            assert_eq!(curve.comes_within(reach, point(x, y)), curve.distance(point(x, y)) < reach, "{x} {y} {reach}");
        }
    }

    #[test]
    fn turned_boxes_know_how_deep_they_overlap() {
        let flat = RotatedBox { at: point(0.0, 0.0), along: point(1.0, 0.0), half_length: 10.0, half_width: 2.0 };
        let upright = RotatedBox { at: point(11.0, 0.0), along: point(0.0, 1.0), ..flat };
        assert!((flat.depth(upright) - 1.0).abs() < 1e-9);
        assert_eq!(flat.depth(RotatedBox { at: point(13.0, 0.0), ..upright }), 0.0);
        assert!((flat.distance(point(13.0, 6.0)) - 5.0).abs() < 1e-9);
    }
}
