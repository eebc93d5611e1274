//! Bends lines until they keep clear of each other, of cities they do not touch and of labels.
//!
//! A line has two bends, one at each end. Every line tries a set of bends in turn, against all others as they are, and
//! keeps the one that costs least: overlap costs most, bending a little. A few rounds settle the map; a line that has
//! room stays straight.

use super::grid::Grid;
use super::work::Work;
use super::{CITY_GAP, LONGEST_SPACE, LayoutInput};
use crate::geometry::{Area, Curve, Point, point};
use railwright_core::narrow::{narrow, position, whole};

/// The bends that are tried: slopes against the straight way.
const BENDS: [f64; 13] = [0.0, 0.14, -0.14, 0.3, -0.3, 0.48, -0.48, 0.7, -0.7, 1.0, -1.0, 1.4, -1.4];
/// Small changes that are tried once the map has settled.
const NUDGES: [f64; 5] = [0.0, 0.07, -0.07, 0.035, -0.035];
const ROUNDS: usize = 7;
/// The last rounds, in which only small changes are tried.
const FINE: usize = 2;
/// The distance between the samples of a line.
const STEP: f64 = 7.0;
/// A line that would have more samples than this has them farther apart, and so have all lines where there are very many.
const MOST_SAMPLES: f64 = 300.0;
const MOST_OF_ALL: f64 = 100_000.0;
/// The room that lines like to have between them.
const CLEAR: f64 = 4.0;
/// The room between a line and a city that it does not touch, and between a line and a label.
const CITY_ROOM: f64 = CITY_GAP + 2.0;
const LABEL_ROOM: f64 = 2.0;
/// What bending costs, overlap of one unit over one pair of samples being one.
const BENDING: f64 = 2.6;
/// What it takes to measure a curve, in operations.
const CURVE: usize = 32;
/// How far beside the straight way a line may get, in parts of its length.
const FARTHEST_BEND: f64 = 0.45;

/// A sample of a line, with half the width of the line.
#[derive(Clone, Copy)]
struct Sample {
    line: u32,
    half: f64,
    at: Point,
}

/// The local search for bends that cost least.
struct CurveBender<'a> {
    wanted: &'a LayoutInput,
    size: Point,
    places: &'a [Point],
    labels: &'a [Area],
    grid: Grid<Sample>,
    /// The numbers of the places and labels that a line could come too near to.
    places_at: Grid<u32>,
    labels_at: Grid<u32>,
    widest: f64,
    most_samples: f64,
    work: &'a Work,
}

/// Finds the bends of all lines, starting from those given; where the work is spent they stay as they are.
pub fn bend(wanted: &LayoutInput, size: Point, places: &[Point], labels: &[Area], bends: &mut [[f64; 2]], work: &Work) {
    let widest = wanted.lines.iter().map(super::LineInput::half_width).fold(0.0, f64::max);
    let (grid, [mut places_at, mut labels_at]) = (Grid::new(size), [Grid::new(size), Grid::new(size)]);
    for (i, (&at, place)) in places.iter().zip(&wanted.places).enumerate() {
        places_at.add_over(Area { min: at, max: at }.grown(widest + place.radius + CITY_ROOM), i);
    }
    labels.iter().enumerate().for_each(|(i, label)| labels_at.add_over(label.grown(widest + LABEL_ROOM), i));
    let most_samples = MOST_SAMPLES.min(MOST_OF_ALL / wanted.lines.len() as f64).max(1.0);
    let mut bender = CurveBender { wanted, size, places, labels, grid, places_at, labels_at, widest, most_samples, work };
    let halves: Vec<f64> = wanted.lines.iter().map(super::LineInput::half_width).collect();
    let mut samples: Vec<Vec<Point>> = (0..bends.len()).map(|i| bender.samples(i, bends[i])).collect();
    for (i, samples) in samples.iter().enumerate() {
        bender.add(i, halves[i], samples);
    }
    let rooms = bender.rooms();
    let mut looks = vec![LineMemo::default(); bends.len()];
    // The lines that were bent anew, and when.
    let mut bent: Vec<(usize, usize)> = Vec::new();
    let mut now = 0;
    let mut settled = false;
    for round in 0..ROUNDS {
        let fine = round + FINE >= ROUNDS;
        if settled && !fine {
            continue;
        }
        settled = true;
        for i in 0..bends.len() {
            if work.is_spent() {
                return;
            }
            now += 1;
            let last = looks[i];
            let since = bent.len() - bent.partition_point(|(when, _)| *when < last.at);
            let meets = |other: usize| other != i && rooms[i].shared(rooms[other]) > 0.0;
            work.add(since);
            if last.stays && last.fine == fine && !bent.iter().rev().take(since).any(|&(_, other)| meets(other)) {
                continue;
            }
            bender.remove(i, &samples[i]);
            let found = bender.best(i, bends[i], fine);
            let moved = found != bends[i];
            settled &= !moved;
            // Where a coarse search has ended, the same search ends again; a fine one starts from there.
            looks[i] = LineMemo { at: now, fine, stays: !moved || !fine };
            bent.extend(moved.then_some((now, i)));
            bends[i] = found;
            samples[i] = bender.samples(i, found);
            bender.add(i, halves[i], &samples[i]);
        }
    }
}

/// What is remembered of a line, so that it is not looked at again while nothing near it changes: when it was looked at last, and
/// whether it would stay as it is.
#[derive(Clone, Copy, Default)]
struct LineMemo {
    at: usize,
    fine: bool,
    stays: bool,
}

impl CurveBender<'_> {
    fn add(&mut self, line: usize, half: f64, samples: &[Point]) {
        samples.iter().for_each(|&at| self.grid.add(at, Sample { line: narrow::<u32>(line), half, at }));
    }

    fn remove(&mut self, line: usize, samples: &[Point]) {
        samples.iter().for_each(|&at| self.grid.retain(at, |other| other.line as usize != line));
    }

    /// The room within which each line can be bent.
    fn rooms(&self) -> Vec<Area> {
        let room = |line: &super::LineInput| {
            let [from, to] = line.ends.map(|end| self.places[end]);
            let area = Area { min: point(from.x.min(to.x), from.y.min(to.y)), max: point(from.x.max(to.x), from.y.max(to.y)) };
            area.grown(from.to(to) * FARTHEST_BEND + self.widest + CLEAR)
        };
        self.wanted.lines.iter().map(room).collect()
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
        let steps = ((upto - from) / STEP).ceil().clamp(1.0, self.most_samples);
        (0..=position(whole(steps))).map(move |i| from + (upto - from) * i as f64 / steps)
    }

    fn best(&self, line: usize, now: [f64; 2], fine: bool) -> [f64; 2] {
        let mut best = (self.cost(line, now, f64::MAX), now);
        // A straight line with nothing in its way needs no search.
        if best.0 < 1e-6 {
            return now;
        }
        let tries: &[f64] = if fine { &NUDGES } else { &BENDS };
        let bends = |a: f64, b: f64| if fine { [now[0] + a, now[1] + b] } else { [a, b] };
        // What simple bows cost is a bound for all others, which are given up as soon as they cost more.
        let bows = tries.iter().fold(best.0, |least, &bow| least.min(self.cost(line, bends(bow, bow), least)));
        for &a in tries {
            for &b in tries {
                if self.work.is_spent() {
                    return best.1;
                }
                let bends = bends(a, b);
                let limit = best.0.min(bows + 1e-5);
                let cost = self.cost(line, bends, limit);
                // Ties stay as they are, so that nothing swings to and fro.
                if cost < limit && cost < best.0 - 1e-6 {
                    best = (cost, bends);
                }
            }
        }
        best.1
    }

    /// What the bends of a line cost; the sum is cut short above `limit`.
    fn cost(&self, line: usize, bends: [f64; 2], limit: f64) -> f64 {
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
        let reach = half + self.widest + CLEAR;
        let mut met = CURVE;
        for at in curve.walk(self.lengths(line, &curve)) {
            let out = inner.distance(at);
            cost += 4.0 * out * out;
            // The line itself is not in the grid while it is bent.
            met += 1 + self.grid.near(Area { min: at, max: at }.grown(reach), |near| {
                let depth = half + near.half + CLEAR;
                let distance = (at - near.at).square();
                if distance < depth * depth {
                    cost += too_near(depth, distance);
                }
            });
            let (places, labels) = (self.places_at.at(at), self.labels_at.at(at));
            met += places.len() + labels.len();
            for place in places.iter().map(|&place| place as usize).filter(|&place| place != a && place != b) {
                let keep = half + self.wanted.places[place].radius + CITY_ROOM;
                let distance = (at - self.places[place]).square();
                if distance < keep * keep {
                    let depth = keep - distance.sqrt();
                    cost += 12.0 * depth * depth;
                }
            }
            for label in labels.iter().map(|&label| self.labels[label as usize]) {
                if label.grown(half + LABEL_ROOM).contains(at) {
                    let depth = (half + LABEL_ROOM - label.distance(at)).max(0.0);
                    cost += 3.0 * depth * depth;
                }
            }
            if cost >= limit {
                break;
            }
        }
        self.work.add(met);
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
