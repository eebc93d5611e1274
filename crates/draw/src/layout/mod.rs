//! Graph layout, where everything goes: curves of lines, spaces along them, badges beside them, labels of cities.
//!
//! The layout knows nothing of games: it is told what must be shown ([`LayoutInput`]) and finds room for it. Lines are
//! bent until they keep clear of each other and of cities they do not touch; then badges and labels are placed; then
//! lines make room for labels. When something still overlaps, all is tried again on a larger sheet.

pub mod badges;
pub mod curves;
mod grid;
pub mod labels;
mod obstacles;
pub mod spaces;
mod work;

use crate::geometry::{Area, Curve, Point, RotatedBox, point};
use labels::Label;
use work::Work;

/// The width of a lane.
pub const LANE: f64 = 13.0;
/// How much wider than its space, on either side, a piece is.
pub const PIECE: f64 = 1.0;
/// The gap between two lanes of a line.
pub const LANE_GAP: f64 = 2.5;
/// The least gap between two spaces of a lane.
pub const SPACE_GAP: f64 = 3.5;
/// The longest a space is drawn.
pub const LONGEST_SPACE: f64 = 46.0;
/// The shortest a space may be.
pub const SHORTEST_SPACE: f64 = 20.0;
/// The room between a city and the first space of a lane.
pub const CITY_GAP: f64 = 4.0;
/// The size of the names of cities.
pub const NAME: f64 = 14.5;
/// The size of what stands below a name.
pub const BELOW: f64 = 11.0;
/// Room around the outermost cities.
const MARGIN: f64 = 46.0;
const WIDEST_MARGIN: f64 = 110.0;
/// How far from where the map says a place may be drawn, to make room for the spaces of a short line.
const SHIFT: f64 = 16.0;
/// So little overlap that nobody sees it.
const ENOUGH: f64 = 0.3;
/// How much larger than at first a sheet may become.
const LARGEST: f64 = 1.6;
/// The longest side of a sheet at first, more than twice that of a large board: places that are far from all others make
/// the rest of the map small instead.
const LONGEST_SIDE: f64 = 5_000.0;

/// How many operations may be done on one sheet to bend lines.
pub const MOST_BENDING: u64 = 50_000_000;
/// The same for everything else.
pub const MOST_PLACING: u64 = 20_000_000;
/// When so many were done no further sheet is tried.
pub const MOST_WORK: u64 = 120_000_000;

/// A place to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceInput {
    /// Where, in units of the map.
    pub at: Point,
    /// How large its dot is.
    pub radius: f64,
    /// Its name; junctions have none.
    pub name: Option<String>,
    /// What is written below the name.
    pub below: Vec<String>,
}

/// A line to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct LineInput {
    /// The places it joins.
    pub ends: [usize; 2],
    /// How many spaces the longest of its lanes has.
    pub length: usize,
    /// How many lanes it has.
    pub lanes: usize,
    /// The lanes that have fewer spaces than that, and how many.
    pub shorter: Vec<(usize, usize)>,
    /// How wide each badge is, and whether it belongs to the side of one lane.
    pub badges: Vec<(f64, Option<usize>)>,
}

impl LineInput {
    /// Half the width of all its lanes.
    #[inline]
    pub fn half_width(&self) -> f64 {
        (self.lanes as f64 * (LANE + LANE_GAP) - LANE_GAP) / 2.0
    }

    /// How far a lane lies beside the middle of the line.
    pub fn offset(&self, lane: usize) -> f64 {
        (lane as f64 - (self.lanes as f64 - 1.0) / 2.0) * (LANE + LANE_GAP)
    }
}

/// All that is to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutInput {
    /// Width and height of the map in its own units.
    pub size: Point,
    /// Its places.
    pub places: Vec<PlaceInput>,
    /// Its lines.
    pub lines: Vec<LineInput>,
}

/// Where everything goes.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The width and height of the sheet.
    pub size: Point,
    /// How many units of the sheet a unit of the map is, and where on the sheet the origin of the map lies. A place may lie a little beside its point.
    pub scale: f64,
    /// See [`Layout::scale`].
    pub origin: Point,
    /// Where the places are.
    pub places: Vec<Point>,
    /// The middle of each line.
    pub curves: Vec<Curve>,
    /// The spaces of each lane of each line, from the first end on.
    pub spaces: Vec<Vec<Vec<RotatedBox>>>,
    /// The badges of each line.
    pub badges: Vec<Vec<Area>>,
    /// The labels of places that have one.
    pub labels: Vec<Option<Label>>,
    /// How much still overlaps; zero when all found room, and without end where that was too much to count.
    pub overlap: f64,
    /// How much was done to find room, in operations that are counted.
    pub work: u64,
    /// Whether no more was to be done before all had found the best room there is: some of it is drawn plainly.
    pub plain: bool,
}

impl Layout {
    /// Finds room for everything.
    pub fn new(wanted: &LayoutInput) -> Layout {
        Layout::on_threads(wanted, 1)
    }

    /// The same layout, for which sheets of so many sizes are tried at a time.
    pub fn on_threads(wanted: &LayoutInput, threads: usize) -> Layout {
        let least = least_scale(wanted);
        let larger = std::iter::successors(Some(least), |scale| (*scale < least * LARGEST).then_some(scale * 1.08)).skip(1);
        let mut best = Layout::at_scale(wanted, least);
        let mut work = best.work;
        for scales in larger.collect::<Vec<_>>().chunks(threads.max(1)) {
            if best.overlap <= ENOUGH || work >= MOST_WORK {
                break;
            }
            // Sheets of several sizes are tried at once, but none counts that would not have been tried after those before it.
            for next in Layout::at_scales(wanted, scales) {
                if best.overlap <= ENOUGH || work >= MOST_WORK {
                    break;
                }
                work += next.work;
                if next.overlap < best.overlap * 0.9 {
                    best = next;
                }
            }
        }
        Layout { work, plain: best.plain || best.overlap > ENOUGH && work >= MOST_WORK, ..best }
    }

    fn at_scales(wanted: &LayoutInput, scales: &[f64]) -> Vec<Layout> {
        if let [scale] = scales {
            return vec![Layout::at_scale(wanted, *scale)];
        }
        std::thread::scope(|scope| {
            let tried: Vec<_> = scales.iter().map(|&scale| scope.spawn(move || Layout::at_scale(wanted, scale))).collect();
            tried.into_iter().map(|tried| tried.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        })
    }

    fn at_scale(wanted: &LayoutInput, scale: f64) -> Layout {
        let Sheet { size, origin, places } = sheet(wanted, scale);
        let (bending, placing) = (Work::new(MOST_BENDING), Work::new(MOST_PLACING));
        let mut bends = vec![[0.0; 2]; wanted.lines.len()];
        curves::bend(wanted, size, &places, &[], &mut bends, &bending);
        let mut layout = Layout::with_bends(wanted, size, &places, &bends, &placing);
        // Lines make room for labels where that is easy; what that gains is kept.
        for _ in 0..3 {
            if layout.overlap <= ENOUGH || bending.is_spent() || placing.is_spent() {
                break;
            }
            let boxes: Vec<Area> = layout.labels.iter().flatten().map(|label| label.area).collect();
            curves::bend(wanted, size, &places, &boxes, &mut bends, &bending);
            let next = Layout::with_bends(wanted, size, &places, &bends, &placing);
            if next.overlap < layout.overlap {
                layout = next;
            }
        }
        let plain = bending.is_spent() || placing.is_spent();
        Layout { work: bending.done() + placing.done(), plain, scale, origin, ..layout }
    }

    fn with_bends(wanted: &LayoutInput, size: Point, places: &[Point], bends: &[[f64; 2]], work: &Work) -> Layout {
        let curve = |(line, bends): (&LineInput, &[f64; 2])| Curve::bent(places[line.ends[0]], places[line.ends[1]], *bends);
        let curves: Vec<Curve> = wanted.lines.iter().zip(bends).map(curve).collect();
        let spaces = spaces::divide(wanted, &curves, work);
        let mut obstacles = obstacles::Obstacles::new(wanted, size, places, &curves, &spaces);
        let badges = badges::place(wanted, &curves, &mut obstacles, work);
        let (labels, overlap) = labels::place(wanted, size, places, &obstacles, work);
        let overlap = overlap + spaces::overlap(wanted, size, places, &spaces, work);
        // What was not counted to its end may be anything.
        let overlap = if work.is_spent() { f64::INFINITY } else { overlap };
        let (work, origin) = (work.done(), point(0.0, 0.0));
        Layout { size, scale: 1.0, origin, places: places.to_vec(), curves, spaces, badges, labels, overlap, work, plain: false }
    }
}

/// The room a line needs between the middles of its ends.
fn need(wanted: &LayoutInput, line: &LineInput) -> f64 {
    let dots: f64 = line.ends.iter().map(|&end| wanted.places[end].radius + CITY_GAP).sum();
    dots + line.length as f64 * (SHORTEST_SPACE + SPACE_GAP)
}

/// The least scale at which spaces and names have a chance: typical spaces are of comfortable length, the tightest of
/// the shortest allowed, and typical neighbours are far enough apart for a name between them.
fn least_scale(wanted: &LayoutInput) -> f64 {
    let way = |line: &LineInput| wanted.places[line.ends[0]].at.to(wanted.places[line.ends[1]].at).max(1.0);
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(100.0)
    };
    let pitch = median(wanted.lines.iter().map(|line| way(line) / line.length as f64).collect());
    let apart = median(wanted.lines.iter().map(way).collect());
    let least = (60.0 / pitch).max(112.0 / apart);
    let tightest = wanted.lines.iter().map(|line| (need(wanted, line) - 1.5 * SHIFT) / way(line));
    let all = wanted.places.iter().map(|place| place.at);
    let low = all.clone().fold(point(0.0, 0.0), |low, at| point(low.x.min(at.x), low.y.min(at.y)));
    let high = all.fold(wanted.size, |high, at| point(high.x.max(at.x), high.y.max(at.y)));
    let side = (high.x - low.x).max(high.y - low.y).max(1.0);
    // One pair of places that almost coincide must not blow up the whole map.
    tightest.fold(least, f64::max).min(least * 2.5).min(LONGEST_SIDE / side)
}

/// A sheet, where the map's origin lies on it, and its places.
struct Sheet {
    size: Point,
    origin: Point,
    places: Vec<Point>,
}

/// The sheet and the places on it: the map's own size, and more where a city stands too near its border.
fn sheet(wanted: &LayoutInput, scale: f64) -> Sheet {
    let mut at: Vec<Point> = wanted.places.iter().map(|place| place.at * scale).collect();
    push_apart(wanted, &mut at);
    let low = at
        .iter()
        .zip(&wanted.places)
        .fold(point(0.0, 0.0), |low, (at, place)| point(low.x.min(at.x - side(place)), low.y.min(at.y - MARGIN)));
    let high = at
        .iter()
        .zip(&wanted.places)
        .fold(wanted.size * scale, |high, (at, place)| point(high.x.max(at.x + side(place)), high.y.max(at.y + MARGIN)));
    Sheet { size: high - low, origin: point(0.0, 0.0) - low, places: at.into_iter().map(|p| p - low).collect() }
}

/// The room beside a place at the border: enough for its name, within reason.
fn side(place: &PlaceInput) -> f64 {
    (labels::narrowest(place) + place.radius + 10.0).clamp(MARGIN, WIDEST_MARGIN)
}

/// Moves the ends of lines apart that are too near each other for their spaces, a little.
fn push_apart(wanted: &LayoutInput, at: &mut [Point]) {
    let home = at.to_vec();
    for _ in 0..40 {
        let mut moved = false;
        for line in &wanted.lines {
            let [a, b] = line.ends;
            let lack = need(wanted, line) - at[a].to(at[b]);
            if lack > 0.1 {
                let way = (at[b] - at[a]).unit() * (lack * 0.3);
                for (end, to) in [(a, at[a] - way), (b, at[b] + way)] {
                    let off = to - home[end];
                    at[end] = home[end] + off * (SHIFT / off.length().max(SHIFT));
                }
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}
