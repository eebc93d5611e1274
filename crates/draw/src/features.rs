//! Which attributes and tags of a map are shown, and how: simple rules instead of names.
//!
//! - The first number of places stands in the dot of a city; further ones, and lists, below the name.
//! - A word that neighbours mostly share is an area and tints the paper; another word stands below the name.
//! - A tag whose places lie together is an area with a dashed border; another changes the shape of the dot, and where there are too many
//!   shapes already it stands below the name.
//! - The first number of lanes that counts spaces (never more than the lane has) puts so many stars on them; a number
//!   that is 0 or 1 is a badge with the attribute's letter, any other a badge with letter and number; words and lists are badges, too. A list of
//!   spaces puts its stars on just these.
//!
//! An author may say otherwise (`show`).

use crate::geometry::{Point, point};
use crate::glyphs::{self, Shape, TAG_SHAPES};
use crate::palette;
use railwright_core::Components;
use railwright_core::components::{FieldType, Show, as_words, shown};
use railwright_core::map::{Place, is_neutral_color};
use railwright_core::narrow::position;
use railwright_core::signs::{self, Signs};

/// A number of lanes shown as a badge.
#[derive(Clone, Debug)]
pub struct Badge {
    /// Which of the lanes' attributes.
    pub attribute: usize,
    /// What it is.
    pub kind: FieldType,
    /// Whether it only says yes or no.
    pub flag: bool,
    /// What stands before the number.
    pub prefix: String,
    /// Its colour.
    pub color: &'static str,
}

impl Badge {
    /// What the badge of a lane with that value says; nothing when it has none.
    pub fn text(&self, parts: &Components, value: i32) -> Option<String> {
        match self.kind {
            FieldType::Number if self.flag => (value != 0).then(|| self.prefix.clone()),
            FieldType::Number => (value != 0).then(|| format!("{}{value}", self.prefix)),
            _ => in_words(parts, self.kind, value),
        }
    }

    /// What it says in the legend.
    pub fn sample(&self) -> String {
        match self.kind {
            FieldType::Number if self.flag => self.prefix.clone(),
            FieldType::Number => format!("{}1", self.prefix),
            _ => "abc".to_owned(),
        }
    }
}

/// An attribute's value as it may stand on a board; nothing where there is none.
fn in_words(parts: &Components, kind: FieldType, value: i32) -> Option<String> {
    let word = |value: i32| parts.words.iter().nth(usize::try_from(value).ok()?).map(as_words);
    let list = || parts.lists.get(position(value.into())).filter(|list| !list.is_empty());
    let joined = |words: Vec<String>| (!words.is_empty()).then(|| words.join("/"));
    match kind {
        FieldType::Number => (value != 0).then(|| value.to_string()),
        FieldType::Word => word(value).filter(|word| !word.is_empty()),
        FieldType::Place => Some(parts.map.places.get(usize::try_from(value).ok()?)?.name.clone()),
        FieldType::Numbers => list().and_then(|list| joined(list.iter().map(i32::to_string).collect())),
        FieldType::Words => list().and_then(|list| joined(list.iter().filter_map(|&one| word(one)).collect())),
        FieldType::Places | FieldType::Pays => None,
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
    /// The word that tints the paper, and its values.
    pub region: Option<(usize, Vec<i32>)>,
    /// The tint of each of these values: those of areas that touch differ.
    pub tints: Vec<usize>,
    /// The tags that are areas, each with its border.
    pub outlines: Vec<(usize, Vec<usize>)>,
    /// The tags that are shapes.
    pub shapes: Vec<(usize, Shape)>,
    /// The tags that stand below names.
    pub words_below: Vec<usize>,
    /// The number of lanes that puts stars on spaces, or the list that says on which.
    pub stars: Option<usize>,
    /// The numbers of lanes that are badges.
    pub badges: Vec<Badge>,
    /// The letters of what lies on the board.
    pub signs: Signs,
}

const BADGE_COLORS: [&str; 5] = ["#7a4b12", "#23557a", "#4c6b1f", "#7a2b5a", "#444444"];

impl Features {
    /// Looks at a map.
    pub fn of(parts: &Components) -> Features {
        let mut features = Features { signs: Signs::of(parts), ..Features::default() };
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
        for lane in &parts.map.lanes {
            let word = parts.words.text(lane.color);
            if self.colors.iter().any(|color| color.word == word) {
                continue;
            }
            let own = if is_neutral_color(word) { None } else { glyphs::of_word(word) };
            let sign = own.filter(|sign| self.colors.iter().all(|color| color.sign != Some(*sign)));
            self.colors.push(LaneColor { word: word.to_owned(), code: palette::color(word), sign });
        }
        // Words that have no sign of their own everywhere have one that is free here; the star is kept for special spaces.
        for i in 0..self.colors.len() {
            if self.colors[i].sign.is_none() && !is_neutral_color(&self.colors[i].word) {
                let free =
                    (0..glyphs::SIGNS).find(|sign| *sign != glyphs::STAR && self.colors.iter().all(|c| c.sign != Some(*sign)));
                self.colors[i].sign = free.or(Some(i % glyphs::STAR));
            }
        }
    }

    fn place_attributes(&mut self, parts: &Components) {
        self.dot = signs::dot(parts);
        let cities = || parts.map.places.iter().filter(|place| !place.junction);
        for (i, (name, kind)) in parts.place_attributes.iter().enumerate() {
            let mut values: Vec<i32> = Vec::new();
            for value in cities().map(|place| place.attributes[i]).filter(|&value| in_words(parts, *kind, value).is_some()) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            match (kind, shown(&parts.shows.places, name)) {
                (_, Show::None) => {}
                _ if values.is_empty() || self.dot == Some(i) => {}
                (FieldType::Word, Show::Tint) => self.region = Some((i, values)),
                (FieldType::Word, Show::Usual) if self.region.is_none() && is_shared(parts, i) => self.region = Some((i, values)),
                (FieldType::Words, _) if names_companies(parts, &values) => self.squares.push(i),
                _ => self.below.push(i),
            }
        }
        if let Some((attribute, values)) = &self.region {
            self.tints = crate::regions::tints(parts, *attribute, values);
        }
    }

    /// What stands below the name of a place.
    pub fn below_name(&self, parts: &Components, place: &Place) -> Vec<String> {
        let attribute = |&i: &usize| {
            let (name, kind) = &parts.place_attributes[i];
            let value = in_words(parts, *kind, place.attributes[i])?;
            Some(if matches!(kind, FieldType::Number | FieldType::Numbers) {
                format!("{} {value}", as_words(name))
            } else {
                value
            })
        };
        let has = |tag: &&usize| place.tags >> **tag & 1 == 1;
        // A dot has one shape: of a second tag the word is written.
        let further = self.shapes.iter().map(|(tag, _)| tag).filter(has).skip(1);
        let tags = further.chain(self.words_below.iter().filter(has)).map(|tag| as_words(&parts.tags[*tag]));
        self.below.iter().filter_map(attribute).chain(tags).collect()
    }

    fn place_tags(&mut self, parts: &Components) {
        for tag in (0..parts.tags.len().min(64)).filter(|&tag| shown(&parts.shows.places, &parts.tags[tag]) != Show::None) {
            let places: Vec<usize> = (0..parts.map.places.len()).filter(|&i| parts.map.places[i].tags >> tag & 1 == 1).collect();
            if places.is_empty() {
                continue;
            }
            match border(parts, &places) {
                Some(border) => self.outlines.push((tag, border)),
                None if self.shapes.len() < TAG_SHAPES.len() => self.shapes.push((tag, TAG_SHAPES[self.shapes.len()])),
                None => self.words_below.push(tag),
            }
        }
    }

    fn lane_attributes(&mut self, parts: &Components) {
        let mut badges = Vec::new();
        for (i, (name, kind)) in parts.lane_attributes.iter().enumerate() {
            let values = || parts.map.lanes.iter().map(|lane| lane.attributes[i]);
            let Some(letter) = self.signs.of_attribute(i) else { continue };
            if values().all(|value| in_words(parts, *kind, value).is_none()) {
                continue;
            }
            let number = *kind == FieldType::Number;
            let flag = number && values().all(|value| value == 0 || value == 1);
            let stars = match shown(&parts.shows.lanes, name) {
                Show::Stars => true,
                Show::Usual if number => {
                    !flag && parts.map.lanes.iter().all(|lane| (0..=i32::from(lane.length)).contains(&lane.attributes[i]))
                }
                Show::Usual => *kind == FieldType::Numbers && are_spaces(parts, i),
                _ => false,
            };
            if stars && self.stars.is_none() {
                self.stars = Some(i);
            } else {
                badges.push((i, *kind, flag, letter));
            }
        }
        // One number needs no letter to be told from others.
        let plain = badges.iter().filter(|(_, kind, flag, _)| *kind == FieldType::Number && !flag).count() == 1;
        for (n, (attribute, kind, flag, letter)) in badges.into_iter().enumerate() {
            let prefix = if plain && !flag { "+".to_owned() } else { letter.to_string() };
            self.badges.push(Badge { attribute, kind, flag, prefix, color: BADGE_COLORS[n % BADGE_COLORS.len()] });
        }
    }

    /// Whether a space of a lane, counted from zero, has a star: those that are listed, or so many, spread evenly, a single one in the middle.
    pub fn is_starred(&self, parts: &Components, lane: usize, space: usize) -> bool {
        let Some(i) = self.stars else { return false };
        let (about, spaces) = (&parts.map.lanes[lane], usize::from(parts.map.lanes[lane].length).max(1));
        if parts.lane_attributes[i].1 == FieldType::Numbers {
            let list = parts.lists.get(position(about.attributes[i].into()));
            return list.is_some_and(|list| list.iter().any(|&one| usize::try_from(one) == Ok(space + 1)));
        }
        let stars = usize::try_from(about.attributes[i]).unwrap_or(0).min(spaces);
        let before = |i: usize| (2 * i * stars + spaces) / (2 * spaces);
        before(space + 1) > before(space)
    }
}

/// Whether the lists of an attribute of lanes name spaces: every number is that of a space of its lane.
fn are_spaces(parts: &Components, attribute: usize) -> bool {
    parts.map.lanes.iter().all(|lane| {
        let list = parts.lists.get(position(lane.attributes[attribute].into()));
        list.is_none_or(|list| list.iter().all(|one| (1..=i32::from(lane.length)).contains(one)))
    })
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
