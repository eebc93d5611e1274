//! Label placement: the names of cities around their dots, covering no space, no dot and no other name.
//!
//! Each name tries positions all around its city, on one line or several; the best for each in turn, those with the
//! least choice first (greedy); then all are looked at again against the others until nothing improves (local search).

use super::grid::Grid;
use super::obstacles::Obstacles;
use super::work::Work;
use super::{BELOW, LayoutInput, NAME, PlaceInput};
use crate::font::{self, Weight};
use crate::geometry::{Area, Point, point};
use railwright_core::narrow::narrow;

/// Where a name's box stands against the dot, the most natural first, with what each costs: -1 and 1 are beside, above
/// or below it; in between the box slides along that side.
const AROUND: [(f64, f64, f64); 24] = [
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.4),
    (0.0, -1.0, 0.4),
    (-1.0, 0.0, 0.6),
    (1.0, -0.55, 0.8),
    (1.0, 0.55, 0.8),
    (-1.0, -0.55, 1.0),
    (-1.0, 0.55, 1.0),
    (0.78, -1.0, 0.9),
    (0.78, 1.0, 0.9),
    (-0.78, -1.0, 1.1),
    (-0.78, 1.0, 1.1),
    (0.4, 1.0, 1.2),
    (0.4, -1.0, 1.2),
    (-0.4, 1.0, 1.3),
    (-0.4, -1.0, 1.3),
    (1.0, -1.0, 1.6),
    (1.0, 1.0, 1.6),
    (-1.0, -1.0, 1.8),
    (-1.0, 1.0, 1.8),
    (0.2, 1.0, 1.4),
    (0.2, -1.0, 1.4),
    (-0.2, 1.0, 1.4),
    (-0.2, -1.0, 1.4),
];
/// How far from the dot.
const AWAY: [f64; 5] = [4.0, 8.0, 12.5, 18.0, 25.0];
const ROUNDS: usize = 8;
/// So many positions are weighed in all; of very many names each has fewer.
const MOST_CHOICES: usize = 250_000;
/// Names of places that are farther apart do not meet.
const FARTHEST: f64 = 420.0;
/// The rim of light around letters, which must not cover anything, and the air above and below them, which may.
const RIM: f64 = 1.5;
const SLACK: f64 = 1.0;
/// The room between two names side by side.
const AIR: f64 = 14.0;
/// So much farther than from its own place a label should be from another.
const NEARER: f64 = 8.0;
/// A name with more letters is set smaller, on up to three lines.
const LONG: usize = 20;
/// The height of a line of a label, as a share of its size.
const LEADING: f64 = 1.08;

/// A name with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The name, broken into lines.
    pub name: Vec<String>,
    /// The size of the name.
    pub size: f64,
    /// What stands below it.
    pub below: Vec<String>,
    /// The room it takes.
    pub area: Area,
    /// -1 when its lines start at the left side, 1 when they end at the right, 0 when they are centred.
    pub side: i8,
}

impl Label {
    /// Each line with its size and the height of its line of writing, from the top.
    pub fn lines(&self) -> impl Iterator<Item = (&str, f64, Weight, f64)> {
        let mut top = self.area.min.y;
        let name = self.name.iter().map(|text| (text.as_str(), self.size, Weight::Bold));
        name.chain(self.below.iter().map(|text| (text.as_str(), BELOW, Weight::Regular))).map(move |(text, size, weight)| {
            let base = top + size * 0.86;
            top += size * LEADING;
            (text, size, weight, base)
        })
    }
}

/// On how many lines a name is set at most, and in which size.
fn set(name: &str) -> (usize, f64) {
    if name.chars().count() > LONG { (3, BELOW) } else { (2, NAME) }
}

/// How wide the narrowest form of a place's label is; zero if it has none.
pub fn narrowest(place: &PlaceInput) -> f64 {
    let Some(name) = &place.name else { return 0.0 };
    let (lines, size) = set(name);
    let widths = font::broken(name, lines, size, Weight::Bold).into_iter().map(|text| font::width(&text, size, Weight::Bold));
    widths.chain(place.below.iter().map(|text| font::width(text, BELOW, Weight::Regular))).fold(0.0, f64::max)
}

/// A way to break the name of a place into lines.
struct Form {
    name: Vec<String>,
    width: f64,
    height: f64,
    /// A long name is better broken, a short one better not.
    cost: f64,
}

/// A position that a label may have.
struct Choice {
    cost: f64,
    form: usize,
    area: Area,
    side: i8,
}

fn forms(place: &PlaceInput) -> Vec<Form> {
    let Some(name) = &place.name else { return Vec::new() };
    let (most, size) = set(name);
    let mut found = Vec::new();
    for lines in 1..=most {
        let name = font::broken(name, lines, size, Weight::Bold);
        if name.len() < lines {
            break;
        }
        let widths = name.iter().map(|text| font::width(text, size, Weight::Bold));
        let width = widths.chain(place.below.iter().map(|text| font::width(text, BELOW, Weight::Regular))).fold(0.0, f64::max);
        let height = (name.len() as f64 * size + place.below.len() as f64 * BELOW) * LEADING;
        let cost = if width > 120.0 { 4.0 } else { 1.6 * (lines as f64 - 1.0) };
        found.push(Form { name, width, height, cost });
    }
    found
}

fn candidates(place: &PlaceInput, at: Point, forms: &[Form]) -> Vec<Choice> {
    let mut found = Vec::new();
    for (form, &Form { width, height, cost, .. }) in forms.iter().enumerate() {
        for (x, y, turn) in AROUND {
            for (far, away) in AWAY.iter().enumerate() {
                // Corners of the box may come nearer than its sides.
                let corner = if x.abs() == 1.0 && y.abs() > 0.9 { 0.72 } else { 1.0 };
                let ring = (place.radius + away) * corner;
                let middle = at + point(x * (ring + width / 2.0), y * (ring + height / 2.0));
                let side = if x > 0.7 { -1 } else { i8::from(x < -0.7) };
                let cost = turn + cost + 1.4 * far as f64;
                found.push(Choice { cost, form, area: Area::around(middle, width, height), side });
            }
        }
    }
    found
}

/// The places of all names, and how much they still cover. Where the work is spent, a name goes to its most natural place.
pub fn place(
    wanted: &LayoutInput,
    size: Point,
    places: &[Point],
    obstacles: &Obstacles,
    work: &Work,
) -> (Vec<Option<Label>>, f64) {
    let forms: Vec<Vec<Form>> = wanted.places.iter().map(forms).collect();
    let mut places_at = Grid::new(size);
    places.iter().enumerate().for_each(|(i, &at)| places_at.add(at, narrow::<u32>(i)));
    // What a position costs by itself does not change while others move.
    let mut choices: Vec<Vec<Choice>> = Vec::new();
    for (i, place) in wanted.places.iter().enumerate() {
        let mut list = candidates(place, places[i], &forms[i]);
        let around = list.iter().map(|choice| choice.area).reduce(Area::joined);
        if let Some(around) = around.filter(|_| !work.is_spent()) {
            let near = obstacles.within(around.grown(RIM + 0.5));
            let strangers = strangers(&places_at, places, i, &list);
            work.add(list.len() * (1 + near.count() + strangers.len()));
            for choice in &mut list {
                let area = choice.area;
                choice.cost = choice.cost
                    + 40.0 * near.covered(inked(area).grown(0.5))
                    + 1.2 * near.crossed(area) as f64
                    + strange(places[i], &strangers, area);
            }
        }
        list.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        list.truncate((MOST_CHOICES / wanted.places.len()).max(1));
        choices.push(list);
    }
    let mut order: Vec<usize> = (0..choices.len()).filter(|&i| !choices[i].is_empty()).collect();
    // Those whose tenth choice is worst have the least freedom.
    let freedom = |i: usize| choices[i].get(10).map_or(0.0, |c| c.cost);
    order.sort_by(|&a, &b| freedom(b).total_cmp(&freedom(a)));
    let mut turn = vec![None; places.len()];
    order.iter().enumerate().for_each(|(at, &i)| turn[i] = Some(at));
    let mut chosen: Vec<Option<usize>> = vec![None; choices.len()];
    for _ in 0..ROUNDS {
        let mut changed = false;
        for &i in &order {
            if work.is_spent() {
                break;
            }
            let others = others(&places_at, places, &turn, i);
            let others: Vec<Area> = others.iter().filter_map(|&j| chosen[j].map(|c| choices[j][c].area)).collect();
            let mut best = (f64::MAX, 0);
            for (c, choice) in choices[i].iter().enumerate() {
                // The list is sorted: nothing after this can be better.
                if choice.cost >= best.0 {
                    break;
                }
                work.add(1 + others.len());
                let hit: f64 = others.iter().map(|&other| aired(choice.area).shared(other)).sum();
                let cost = choice.cost + 6.0 * hit + if hit > 0.0 { 60.0 } else { 0.0 };
                if cost < best.0 {
                    best = (cost, c);
                }
            }
            changed |= chosen[i] != Some(best.1);
            chosen[i] = Some(best.1);
        }
        if !changed {
            break;
        }
    }
    let label = |(i, chosen): (usize, &Option<usize>)| {
        let &Choice { form, area, side, .. } = choices[i].get(chosen.unwrap_or(0))?;
        let (name, below) = (forms[i][form].name.clone(), wanted.places[i].below.clone());
        let size = wanted.places[i].name.as_deref().map_or(NAME, |name| set(name).1);
        Some(Label { name, size, below, area, side })
    };
    let labels: Vec<Option<Label>> = chosen.iter().enumerate().map(label).collect();
    let overlap = overlap(&labels, size, obstacles, work);
    (labels, overlap)
}

/// What a label covers: its letters with their rim.
fn inked(area: Area) -> Area {
    let rim = point(RIM, -SLACK);
    Area { min: area.min - rim, max: area.max + rim }
}

/// A label with the air it likes to have around it: two names side by side must not read as one.
fn aired(area: Area) -> Area {
    let air = point(AIR, 1.5);
    Area { min: area.min - air, max: area.max + air }
}

/// How much labels cover of each other, of spaces and of dots.
fn overlap(labels: &[Option<Label>], size: Point, obstacles: &Obstacles, work: &Work) -> f64 {
    let areas: Vec<Area> = labels.iter().flatten().map(|label| label.area).collect();
    let mut areas_at = Grid::new(size);
    areas.iter().enumerate().for_each(|(i, &area)| areas_at.add_over(area, i));
    let (mut shared, mut covered) = (0.0, 0.0);
    for (i, &area) in areas.iter().enumerate() {
        if work.is_spent() {
            break;
        }
        let (others, near) = (areas_at.numbers(area), obstacles.within(inked(area)));
        work.add(1 + others.len() + near.count());
        shared += others.into_iter().filter(|&j| j > i).map(|j| area.shared(areas[j])).sum::<f64>();
        covered += near.covered(inked(area));
    }
    shared + covered
}

/// The other places with a name that one's own could meet, in the order in which they have their turn.
fn others(places_at: &Grid<u32>, places: &[Point], turn: &[Option<usize>], own: usize) -> Vec<usize> {
    let mut found = places_at.numbers(Area { min: places[own], max: places[own] }.grown(FARTHEST));
    found.retain(|&other| other != own && turn[other].is_some() && places[other].to(places[own]) < FARTHEST);
    found.sort_by_key(|&other| turn[other]);
    found
}

/// The other places that a label of one could seem to belong to.
fn strangers(places_at: &Grid<u32>, places: &[Point], own: usize, list: &[Choice]) -> Vec<Point> {
    let area = |choice: &Choice| choice.area.grown(choice.area.distance(places[own]) + NEARER);
    let Some(reach) = list.iter().map(area).reduce(Area::joined) else { return Vec::new() };
    let near = places_at.numbers(reach).into_iter();
    near.filter(|&i| i != own && reach.contains(places[i])).map(|i| places[i]).collect()
}

/// What it costs that a label is nearly as close to other places as to its own.
fn strange(own: Point, others: &[Point], area: Area) -> f64 {
    let mine = area.distance(own);
    others.iter().map(|&at| (mine + NEARER - area.distance(at)).max(0.0) * 0.5).sum()
}
