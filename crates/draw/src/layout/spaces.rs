//! Divides lanes into spaces: side by side, clear of cities and, near a city, of the neighbouring lines.

use super::grid::Grid;
use super::obstacles::{dot_room, room};
use super::work::Work;
use super::{CITY_GAP, LANE, LONGEST_SPACE, LayoutInput, SHORTEST_SPACE, SPACE_GAP};
use crate::geometry::{Curve, Point, RotatedBox};

/// How far from a city the first space may be pushed.
const FARTHEST: f64 = 60.0;
const STEP: f64 = 1.5;
/// What it takes to see whether a curve comes near a point, in operations.
const CURVE: usize = 8;

/// The spaces of each lane of each line.
pub fn divide(wanted: &LayoutInput, curves: &[Curve], work: &Work) -> Vec<Vec<Vec<RotatedBox>>> {
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); wanted.places.len()];
    for (i, line) in wanted.lines.iter().enumerate() {
        line.ends.iter().for_each(|&end| around[end].push(i));
    }
    let divide = |(i, curve): (usize, &Curve)| {
        let line = &wanted.lines[i];
        let starts = [0, 1].map(|end| start(wanted, curves, i, end, &around[line.ends[end]], work));
        let [first, last] = shared_out(starts, curve.length(), line.length);
        let room = curve.length() - first - last;
        let lane = |lane: usize| {
            let spaces = line.shorter.iter().find(|(of, _)| *of == lane).map_or(line.length, |(_, spaces)| *spaces);
            let pitch = room / spaces as f64;
            let length = (pitch - SPACE_GAP * (spaces as f64 - 1.0) / spaces as f64).min(LONGEST_SPACE);
            let space = |space: usize| {
                let (at, along) = curve.at(first + pitch * (space as f64 + 0.5));
                let at = at + along.turned() * line.offset(lane);
                RotatedBox { at, along, half_length: length.max(2.0) / 2.0, half_width: LANE / 2.0 }
            };
            parted((0..spaces).map(space).collect())
        };
        (0..line.lanes).map(lane).collect()
    };
    curves.iter().enumerate().map(divide).collect()
}

/// The inner lane of a bend has less room: its spaces are shortened until their corners are apart.
fn parted(mut lane: Vec<RotatedBox>) -> Vec<RotatedBox> {
    let room = lane.windows(2).map(|pair| {
        let turn = pair[0].along.turned().dot(pair[1].along).abs();
        pair[0].at.to(pair[1].at) - SPACE_GAP * 0.8 - turn * LANE / 2.0
    });
    let longest = room.fold(f64::MAX, f64::min).max(4.0);
    lane.iter_mut().for_each(|space| space.half_length = space.half_length.min(longest / 2.0));
    lane
}

/// How far from its end a line's first space starts: outside the dot and clear of the other lines that end there.
fn start(wanted: &LayoutInput, curves: &[Curve], line: usize, end: usize, around: &[usize], work: &Work) -> f64 {
    let (ours, curve) = (&wanted.lines[line], &curves[line]);
    let place = ours.ends[end];
    let half = ours.half_width();
    // The corners of a wide line must be outside the dot, too.
    let radius = wanted.places[place].radius + CITY_GAP;
    let corner = (half - LANE / 2.0) * 0.35;
    let least = radius + corner;
    let mut at = least;
    // Whoever was in the way last is likely to be still.
    let mut others: Vec<usize> = around.iter().copied().filter(|&other| other != line).collect();
    while at < FARTHEST.min(curve.length() * 0.42) && !work.is_spent() {
        let along = if end == 0 { at } else { curve.length() - at };
        let (middle, way) = curve.at(along);
        let sides: [Point; 2] = [middle + way.turned() * half, middle - way.turned() * half];
        let blocks = |other: usize| {
            let keep = wanted.lines[other].half_width() + 1.0;
            sides.iter().any(|&side| curves[other].comes_within(keep, side))
        };
        let found = others.iter().position(|&other| blocks(other));
        work.add(CURVE * (found.unwrap_or(others.len()) + 1));
        match found {
            Some(found) => others.swap(0, found),
            None => return at,
        }
        at += STEP;
    }
    // Hopeless: two lines leave in the same direction. Better long spaces that touch than short ones that touch.
    least + LANE / 2.0
}

/// Leaves the spaces their shortest length, if the line is long enough for that.
fn shared_out(starts: [f64; 2], length: f64, spaces: usize) -> [f64; 2] {
    let need = spaces as f64 * (SHORTEST_SPACE + SPACE_GAP) - SPACE_GAP;
    let spare = (length - need).max(length * 0.1);
    let asked = starts[0] + starts[1];
    if asked <= spare { starts } else { starts.map(|start| start * spare / asked) }
}

/// How much spaces of different lines lie on each other or on dots of places.
pub fn overlap(wanted: &LayoutInput, size: Point, places: &[Point], spaces: &[Vec<Vec<RotatedBox>>], work: &Work) -> f64 {
    let mut total = 0.0;
    let flat: Vec<(usize, RotatedBox)> =
        spaces.iter().enumerate().flat_map(|(i, lanes)| lanes.iter().flatten().map(move |&s| (i, s))).collect();
    let (mut spaces_at, mut dots_at) = (Grid::new(size), Grid::new(size));
    flat.iter().enumerate().for_each(|(i, (_, space))| spaces_at.add_over(room(*space), i));
    let dots = places.iter().zip(&wanted.places).map(|(&at, place)| dot_room(at, place.radius));
    dots.enumerate().for_each(|(i, dot)| dots_at.add_over(dot, i));
    for (i, &(line, space)) in flat.iter().enumerate() {
        if work.is_spent() {
            break;
        }
        let (near, dots) = (spaces_at.numbers(room(space)), dots_at.numbers(room(space)));
        work.add(1 + near.len() + dots.len());
        for (other, near) in near.into_iter().filter(|&j| j > i).map(|j| flat[j]) {
            if other != line {
                // Corners that just touch do not hurt anybody.
                total += (space.depth(near) - 1.5).max(0.0);
            }
        }
        for place in dots {
            total += (wanted.places[place].radius + 1.0 - space.distance(places[place])).max(0.0) * 2.0;
        }
    }
    total
}
