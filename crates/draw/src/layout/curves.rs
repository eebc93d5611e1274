//! Bends lines until they keep clear of each other, of cities they do not touch and of labels.
//!
//! A line has two bends, one at each end. Every line tries a set of bends in turn, against all others as they are, and
//! keeps the one that costs least: overlap costs most, bending a little. A few rounds settle the map; a line that has
//! room stays straight.

use super::{CITY_GAP, LONGEST_SPACE, LayoutInput};
use crate::geometry::{Area, Curve, Point, point, squared_distance};

/// The bends that are tried: slopes against the straight way.
const BENDS: [f64; 13] = [0.0, 0.14, -0.14, 0.3, -0.3, 0.48, -0.48, 0.7, -0.7, 1.0, -1.0, 1.4, -1.4];
/// Small changes that are tried once the map has settled.
const NUDGES: [f64; 5] = [0.0, 0.07, -0.07, 0.035, -0.035];
const ROUNDS: usize = 7;
/// The last rounds, in which only small changes are tried.
const FINE: usize = 2;
/// The distance between the samples of a line.
const STEP: f64 = 7.0;
/// A line that would have more samples than this has them farther apart.
const MOST_SAMPLES: f64 = 300.0;
/// The room that lines like to have between them.
const CLEAR: f64 = 4.0;
/// What bending costs, overlap of one unit over one pair of samples being one.
const BENDING: f64 = 2.6;
/// How far beside the straight way a line may get, in parts of its length.
const FARTHEST_BEND: f64 = 0.45;
const CELL: f64 = 32.0;

/// The samples of all lines, found by where they are.
struct Grid {
    columns: usize,
    rows: usize,
    cells: Vec<Vec<Sample>>,
}

/// A sample of a line, with half the width of the line.
#[derive(Clone, Copy)]
struct Sample {
    line: u32,
    half: f64,
    at: Point,
}

impl Grid {
    fn new(size: Point) -> Grid {
        let (columns, rows) = ((size.x / CELL) as usize + 2, (size.y / CELL) as usize + 2);
        Grid { columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    fn column(&self, at: f64, most: usize) -> usize {
        ((at / CELL).max(0.0) as usize).min(most - 1)
    }

    fn cell(&self, at: Point) -> usize {
        self.column(at.y, self.rows) * self.columns + self.column(at.x, self.columns)
    }

    fn add(&mut self, line: usize, half: f64, samples: &[Point]) {
        for &at in samples {
            let cell = self.cell(at);
            self.cells[cell].push(Sample { line: line as u32, half, at });
        }
    }

    fn remove(&mut self, line: usize, samples: &[Point]) {
        for &at in samples {
            let cell = self.cell(at);
            self.cells[cell].retain(|other| other.line as usize != line);
        }
    }

    /// Calls `each` with the samples of lines near a point.
    #[inline(always)]
    fn near(&self, at: Point, reach: f64, mut each: impl FnMut(&Sample)) {
        let (left, right) = (self.column(at.x - reach, self.columns), self.column(at.x + reach, self.columns));
        for row in self.column(at.y - reach, self.rows)..=self.column(at.y + reach, self.rows) {
            for cell in &self.cells[row * self.columns + left..=row * self.columns + right] {
                for sample in cell {
                    each(sample);
                }
            }
        }
    }
}

/// The local search for bends that cost least.
struct CurveBender<'a> {
    wanted: &'a LayoutInput,
    size: Point,
    places: &'a [Point],
    labels: &'a [Area],
    grid: Grid,
    widest: f64,
}

/// What lies near a line: places with the distance to keep, and labels.
struct NearbyObstacles {
    places: Vec<(Point, f64)>,
    labels: Vec<Area>,
}

/// Finds the bends of all lines, starting from those given.
pub fn bend(wanted: &LayoutInput, size: Point, places: &[Point], labels: &[Area], bends: &mut [[f64; 2]]) {
    let widest = wanted.lines.iter().map(super::LineInput::half_width).fold(0.0, f64::max);
    let mut bender = CurveBender { wanted, size, places, labels, grid: Grid::new(size), widest };
    let halves: Vec<f64> = wanted.lines.iter().map(super::LineInput::half_width).collect();
    let mut samples: Vec<Vec<Point>> = (0..bends.len()).map(|i| bender.samples(i, bends[i])).collect();
    for (i, samples) in samples.iter().enumerate() {
        bender.grid.add(i, halves[i], samples);
    }
    let neighbours = bender.neighbours();
    // When each line was looked at last, whether it would stay as it is, and when it was last bent anew.
    let mut looks = vec![LineMemo::default(); bends.len()];
    let mut now = 0;
    let mut settled = false;
    for round in 0..ROUNDS {
        let fine = round + FINE >= ROUNDS;
        if settled && !fine {
            continue;
        }
        settled = true;
        for i in 0..bends.len() {
            now += 1;
            let last = looks[i];
            if last.stays && last.fine == fine && neighbours[i].iter().all(|&other| looks[other].bent < last.at) {
                continue;
            }
            bender.grid.remove(i, &samples[i]);
            let found = bender.best(i, bends[i], fine);
            let moved = found != bends[i];
            settled &= !moved;
            // Where a coarse search has ended, the same search ends again; a fine one starts from there.
            looks[i] = LineMemo { at: now, fine, stays: !moved || !fine, bent: if moved { now } else { last.bent } };
            bends[i] = found;
            samples[i] = bender.samples(i, found);
            bender.grid.add(i, halves[i], &samples[i]);
        }
    }
}

/// What is remembered of a line, so that it is not looked at again while nothing near it changes.
#[derive(Clone, Copy, Default)]
struct LineMemo {
    at: usize,
    fine: bool,
    stays: bool,
    bent: usize,
}

impl CurveBender<'_> {
    /// For each line the others that it could meet however both are bent.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let room = |line: &super::LineInput| {
            let [from, to] = line.ends.map(|end| self.places[end]);
            let area = Area { min: point(from.x.min(to.x), from.y.min(to.y)), max: point(from.x.max(to.x), from.y.max(to.y)) };
            area.grown(from.to(to) * FARTHEST_BEND + self.widest + CLEAR)
        };
        let rooms: Vec<Area> = self.wanted.lines.iter().map(room).collect();
        let meets = |i: usize, j: usize| i != j && rooms[i].shared(rooms[j]) > 0.0;
        (0..rooms.len()).map(|i| (0..rooms.len()).filter(|&j| meets(i, j)).collect()).collect()
    }

    fn samples(&self, line: usize, bends: [f64; 2]) -> Vec<Point> {
        let curve = self.curve(line, bends);
        curve.walk(self.lengths(line, &curve)).collect()
    }

    fn curve(&self, line: usize, bends: [f64; 2]) -> Curve {
        let [a, b] = self.wanted.lines[line].ends;
        Curve::bent(self.places[a], self.places[b], bends)
    }

    /// Where along its curve a line is looked at.
    fn lengths(&self, line: usize, curve: &Curve) -> impl Iterator<Item = f64> + use<> {
        let [a, b] = self.wanted.lines[line].ends;
        let (from, upto) = (self.wanted.places[a].radius + CITY_GAP, curve.length() - self.wanted.places[b].radius - CITY_GAP);
        // Only spaces need room; where they are far apart, the first is far from the city.
        let spare = ((upto - from) / self.wanted.lines[line].length as f64 - LONGEST_SPACE).max(0.0) / 2.0;
        let (from, upto) = (from + spare, upto - spare);
        let steps = ((upto - from) / STEP).ceil().clamp(1.0, MOST_SAMPLES);
        (0..=steps as usize).map(move |i| from + (upto - from) * i as f64 / steps)
    }

    fn best(&self, line: usize, now: [f64; 2], fine: bool) -> [f64; 2] {
        let near = self.near(line);
        let mut best = (self.cost(line, &near, now, f64::MAX), now);
        // A straight line with nothing in its way needs no search.
        if best.0 < 1e-6 {
            return now;
        }
        let tries: &[f64] = if fine { &NUDGES } else { &BENDS };
        let bends = |a: f64, b: f64| if fine { [now[0] + a, now[1] + b] } else { [a, b] };
        // What simple bows cost is a bound for all others, which are given up as soon as they cost more.
        let bows = tries.iter().fold(best.0, |least, &bow| least.min(self.cost(line, &near, bends(bow, bow), least)));
        for &a in tries {
            for &b in tries {
                let bends = bends(a, b);
                let limit = best.0.min(bows + 1e-5);
                let cost = self.cost(line, &near, bends, limit);
                // Ties stay as they are, so that nothing swings to and fro.
                if cost < limit && cost < best.0 - 1e-6 {
                    best = (cost, bends);
                }
            }
        }
        best.1
    }

    /// The places and labels that a line could meet however it is bent.
    fn near(&self, line: usize) -> NearbyObstacles {
        let [a, b] = self.wanted.lines[line].ends;
        let (from, to) = (self.places[a], self.places[b]);
        let reach = from.to(to) * FARTHEST_BEND + 60.0;
        let beside = |at: Point| squared_distance(from, to, at).sqrt();
        let half = self.wanted.lines[line].half_width();
        let places = (0..self.places.len()).filter(|&i| i != a && i != b && beside(self.places[i]) < reach);
        let keep = |i: usize| (self.places[i], half + self.wanted.places[i].radius + CITY_GAP + 2.0);
        let labels = self.labels.iter().filter(|label| beside(label.middle()) < reach + label.width() / 2.0);
        NearbyObstacles { places: places.map(keep).collect(), labels: labels.copied().collect() }
    }

    /// What the bends of a line cost; the sum is cut short above `limit`.
    fn cost(&self, line: usize, around: &NearbyObstacles, bends: [f64; 2], limit: f64) -> f64 {
        let wanted = &self.wanted.lines[line];
        let half = wanted.half_width();
        let [a, b] = wanted.ends;
        let way = self.places[a].to(self.places[b]);
        let [u, v] = bends;
        let steep = u * u * u * u + v * v * v * v;
        let mut cost = BENDING * way * (u * u + v * v + 0.6 * (u - v) * (u - v) + 0.5 * steep);
        if cost >= limit {
            return cost;
        }
        let border = half + 6.0;
        let inner = Area { min: point(border, border), max: self.size - point(border, border) };
        let curve = self.curve(line, bends);
        for at in curve.walk(self.lengths(line, &curve)) {
            let out = inner.distance(at);
            cost += 4.0 * out * out;
            // The line itself is not in the grid while it is bent.
            self.grid.near(at, half + self.widest + CLEAR, |near| {
                let depth = half + near.half + CLEAR;
                let distance = (at - near.at).square();
                if distance < depth * depth {
                    cost += too_near(depth, distance);
                }
            });
            for &(place, keep) in &around.places {
                let distance = (at - place).square();
                if distance < keep * keep {
                    let depth = keep - distance.sqrt();
                    cost += 12.0 * depth * depth;
                }
            }
            for label in &around.labels {
                if label.grown(half + 2.0).contains(at) {
                    let depth = (half + 2.0 - label.distance(at)).max(0.0);
                    cost += 3.0 * depth * depth;
                }
            }
            if cost >= limit {
                return cost;
            }
        }
        cost
    }
}

/// What it costs to be nearer than one should, from the square of the distance. Most samples are not: the root is not to be taken
/// of them.
#[cold]
#[inline(never)]
fn too_near(depth: f64, distance: f64) -> f64 {
    let depth = depth - distance.sqrt();
    depth * depth
}
