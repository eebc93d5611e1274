//! Which attributes and tags of a map are shown, and how: simple rules instead of names.
//!
//! - The first number of places stands in the dot of a city; further ones below the name.
//! - A word that neighbours mostly share is an area and tints the paper; another word stands below the name.
//! - A tag whose places lie together is an area with a dashed border; another changes the shape of the dot.
//! - The first number of lanes that counts spaces (never more than the lane has) puts so many stars on them; a number
//!   that is 0 or 1 is a badge with the attribute's initial, any other a badge with the number.

use crate::geometry::{Point, point};
use crate::glyphs::{self, Shape, TAG_SHAPES};
use crate::palette;
use railwright_core::Components;
use railwright_core::components::FieldType;
use railwright_core::map::is_neutral_color;
use railwright_core::narrow::position;

/// A number of lanes shown as a badge.
#[derive(Clone, Debug)]
pub struct Badge {
    /// Which of the lanes' attributes.
    pub attribute: usize,
    /// Whether it only says yes or no.
    pub flag: bool,
    /// What stands before the number.
    pub prefix: String,
    /// Its colour.
    pub color: &'static str,
}

impl Badge {
    /// What the badge of a lane with that value says; nothing when it has none.
    pub fn text(&self, value: i32) -> Option<String> {
        match value {
            0 => None,
            _ if self.flag => Some(self.prefix.clone()),
            _ => Some(format!("{}{value}", self.prefix)),
        }
    }
}

/// A colour of lanes.
#[derive(Clone, Debug)]
pub struct LaneColor {
    /// The word of the data.
    pub word: String,
    /// The colour itself.
    pub code: String,
    /// Its sign; a colour that stands for any has none.
    pub sign: Option<usize>,
}

/// What is shown, and how.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The colours of lanes in the order in which the map names them.
    pub colors: Vec<LaneColor>,
    /// The number that stands in the dots of cities.
    pub dot: Option<usize>,
    /// What stands below names.
    pub below: Vec<usize>,
    /// The lists of words that name companies: squares printed beside cities.
    pub squares: Vec<usize>,
    /// The word that tints the paper, and its values in the order of their tints.
    pub region: Option<(usize, Vec<i32>)>,
    /// The tags that are areas, each with its border.
    pub outlines: Vec<(usize, Vec<usize>)>,
    /// The tags that are shapes.
    pub shapes: Vec<(usize, Shape)>,
    /// The number of lanes that puts stars on spaces.
    pub stars: Option<usize>,
    /// The numbers of lanes that are badges.
    pub badges: Vec<Badge>,
}

const BADGE_COLORS: [&str; 5] = ["#7a4b12", "#23557a", "#4c6b1f", "#7a2b5a", "#444444"];

impl Features {
    /// Looks at a map.
    pub fn of(parts: &Components) -> Features {
        let mut features = Features::default();
        features.lane_colors(parts);
        features.place_attributes(parts);
        features.place_tags(parts);
        features.lane_attributes(parts);
        features
    }

    /// The colour of a lane.
    pub fn color_of(&self, parts: &Components, lane: usize) -> &LaneColor {
        let word = parts.words.text(parts.map.lanes[lane].color);
        self.colors.iter().find(|color| color.word == word).unwrap_or(&self.colors[0])
    }

    /// The shape of a place.
    pub fn shape_of(&self, tags: u64) -> Shape {
        self.shapes.iter().find(|(tag, _)| tags >> tag & 1 == 1).map_or(Shape::Round, |(_, shape)| *shape)
    }

    fn lane_colors(&mut self, parts: &Components) {
        let mut signs = 0;
        for lane in &parts.map.lanes {
            let word = parts.words.text(lane.color);
            if self.colors.iter().any(|color| color.word == word) {
                continue;
            }
            let sign = (!is_neutral_color(word)).then(|| {
                // The star is kept for spaces that have something special.
                signs += usize::from(signs % glyphs::SIGNS == glyphs::STAR);
                signs += 1;
                signs - 1
            });
            self.colors.push(LaneColor { word: word.to_owned(), code: palette::color(word), sign });
        }
    }

    fn place_attributes(&mut self, parts: &Components) {
        let cities = || parts.map.places.iter().filter(|place| !place.junction);
        for (i, (_, kind)) in parts.place_attributes.iter().enumerate() {
            let mut values: Vec<i32> = Vec::new();
            for value in cities().map(|place| place.attributes[i]).filter(|&value| value != 0) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            match kind {
                _ if values.is_empty() => {}
                FieldType::Number if self.dot.is_none() => self.dot = Some(i),
                FieldType::Word if self.region.is_none() && is_shared(parts, i) => self.region = Some((i, values)),
                FieldType::Number | FieldType::Word => self.below.push(i),
                FieldType::Words if names_companies(parts, &values) => self.squares.push(i),
                FieldType::Place | FieldType::Places | FieldType::Pays | FieldType::Numbers | FieldType::Words => {}
            }
        }
    }

    fn place_tags(&mut self, parts: &Components) {
        for tag in 0..parts.tags.len().min(64) {
            let places: Vec<usize> = (0..parts.map.places.len()).filter(|&i| parts.map.places[i].tags >> tag & 1 == 1).collect();
            if places.is_empty() {
                continue;
            }
            match border(parts, &places) {
                Some(border) => self.outlines.push((tag, border)),
                None if self.shapes.len() < TAG_SHAPES.len() => self.shapes.push((tag, TAG_SHAPES[self.shapes.len()])),
                None => {}
            }
        }
    }

    fn lane_attributes(&mut self, parts: &Components) {
        let mut numbers = Vec::new();
        for (i, (name, kind)) in parts.lane_attributes.iter().enumerate() {
            let values = || parts.map.lanes.iter().map(|lane| lane.attributes[i]);
            if *kind != FieldType::Number || values().all(|value| value == 0) {
                continue;
            }
            let flag = values().all(|value| value == 0 || value == 1);
            let counts = parts.map.lanes.iter().all(|lane| (0..=i32::from(lane.length)).contains(&lane.attributes[i]));
            if self.stars.is_none() && !flag && counts {
                self.stars = Some(i);
            } else {
                numbers.push((i, name, flag));
            }
        }
        // One number needs no initial to be told from others.
        let plain = numbers.iter().filter(|(_, _, flag)| !flag).count() == 1;
        for (n, (attribute, name, flag)) in numbers.into_iter().enumerate() {
            let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            let prefix = if plain && !flag { "+".to_owned() } else { initial };
            self.badges.push(Badge { attribute, flag, prefix, color: BADGE_COLORS[n % BADGE_COLORS.len()] });
        }
    }
}

/// Whether neighbours mostly have the same word.
fn is_shared(parts: &Components, attribute: usize) -> bool {
    let value = |place: railwright_core::id::PlaceId| parts.map.place(place).attributes[attribute];
    let pairs = || parts.map.lines.iter().map(|line| line.ends.map(value)).filter(|[a, b]| *a != 0 && *b != 0);
    let alike = pairs().filter(|[a, b]| a == b).count();
    alike * 2 >= pairs().count().max(1)
}

/// The places around which a border can be drawn that has those places inside and no others; none when they do not lie
/// together or are too few for an area.
fn border(parts: &Components, places: &[usize]) -> Option<Vec<usize>> {
    let at = |i: usize| point(f64::from(parts.map.places[i].at.0), f64::from(parts.map.places[i].at.1));
    if places.len() < 4 {
        return None;
    }
    let hull = hull(places, at);
    let inside = |p: Point| {
        (0..hull.len()).all(|i| {
            let (a, b) = (at(hull[i]), at(hull[(i + 1) % hull.len()]));
            (b - a).turned().dot(p - a) >= 0.0
        })
    };
    let others = (0..parts.map.places.len()).filter(|i| !places.contains(i));
    (hull.len() >= 3 && !others.into_iter().any(|i| inside(at(i)))).then_some(hull)
}

/// The outermost of some places, clockwise on the page.
fn hull(places: &[usize], at: impl Fn(usize) -> Point) -> Vec<usize> {
    let mut sorted = places.to_vec();
    sorted.sort_by(|&a, &b| at(a).x.total_cmp(&at(b).x).then(at(a).y.total_cmp(&at(b).y)));
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for i in order {
            while let [.., a, b] = chain[..]
                && (at(b) - at(a)).turned().dot(at(i) - at(b)) <= 0.0
            {
                chain.pop();
            }
            chain.push(i);
        }
        chain.pop();
        chain
    };
    let mut chain = half(&mut sorted.iter().copied());
    chain.extend(half(&mut sorted.iter().rev().copied()));
    chain
}

/// Whether any of these lists of words names a company.
fn names_companies(parts: &Components, lists: &[i32]) -> bool {
    let words = lists.iter().filter_map(|&list| parts.lists.get(position(list.into()))).flatten();
    words.into_iter().any(|&word| parts.companies.iter().any(|c| i32::from(c.word.0) == word))
}
