//! What a picture shows: the board, what everybody can see on it, and where it all goes.

use crate::features::Features;
use crate::font::{self, Weight};
use crate::geometry::point;
use crate::layout::{Layout, LayoutInput, LineInput, PlaceInput};
use crate::palette;
use railwright_core::components::Components;
use railwright_core::id::{CounterId, LaneId, PartyId, SeatSet};
use railwright_core::{State, map::Line};
use railwright_rules::{Rules, ScoreSheet};

/// The radius of a city's dot, of one with a number in it, and of a junction's.
const CITY: f64 = 8.5;
const NUMBERED: f64 = 11.0;
const JUNCTION: f64 = 3.5;
/// The size of the text of badges.
pub const BADGE: f64 = 11.0;

/// Somebody who owns track.
#[derive(Clone, Debug)]
pub struct Party {
    /// What people read.
    pub name: String,
    /// What is written on its pieces.
    pub mark: String,
    /// The colour of its pieces.
    pub color: String,
}

/// A badge of a line: what it says and its colour.
pub type BadgeText = (String, &'static str, Option<usize>);

/// What a picture shows.
pub struct Scene<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The position, if one is shown.
    pub state: Option<&'a State>,
    /// The score sheet of a finished game.
    pub sheet: Option<&'a ScoreSheet>,
    /// Which attributes are shown, and how.
    pub features: Features,
    /// Seats, then companies.
    pub parties: Vec<Party>,
    /// Whose track is that is nobody's.
    pub nobody: Party,
    /// The badges of each line.
    pub badges: Vec<Vec<BadgeText>>,
    /// Where everything goes.
    pub layout: Layout,
}

impl<'a> Scene<'a> {
    /// The scene of a board, with a position if there is one. The sheet is shown only when the game is over: before
    /// that it would tell secrets.
    pub fn new(rules: &'a Rules, state: Option<&'a State>, sheet: Option<&'a ScoreSheet>) -> Self {
        Scene::laid_out(rules, state, sheet, |wanted| Layout::new(&wanted))
    }

    /// The same with a layout that somebody else finds or has found before.
    pub(crate) fn laid_out(
        rules: &'a Rules,
        state: Option<&'a State>,
        sheet: Option<&'a ScoreSheet>,
        layout: impl FnOnce(LayoutInput) -> Layout,
    ) -> Self {
        let mut features = Features::of(&rules.parts);
        if state.is_some() {
            features.colors.iter_mut().for_each(|color| color.code = palette::faded(&color.code));
        }
        let badges: Vec<Vec<BadgeText>> =
            rules.parts.map.lines.iter().map(|line| badges(&rules.parts, &features, line)).collect();
        let layout = layout(wanted(rules, &features, &badges));
        let over = state.is_some_and(|state| state.clock().over.is_some());
        Scene {
            rules,
            state,
            sheet: sheet.filter(|_| over),
            parties: parties(&rules.parts),
            nobody: nobody(),
            features,
            badges,
            layout,
        }
    }

    /// All who have a piece on a space of a lane, counted from the first end.
    pub fn owners(&self, lane: LaneId, space: usize) -> Vec<&Party> {
        let Some(state) = self.state else { return Vec::new() };
        let track = state.track(lane);
        let length = usize::from(self.rules.parts.map.lane(lane).length);
        let from_start = if track.from == 0 { space } else { length - 1 - space };
        if from_start >= usize::from(track.laid) {
            return Vec::new();
        }
        match track.owner() {
            Some(_) => state.owners(&self.rules.parts, lane).map(|party| self.party(party)).collect(),
            None => vec![&self.nobody],
        }
    }

    /// The counter of places that begins as the number in their dots, if everybody sees it: the number that holds now.
    pub fn dot_counter(&self) -> Option<CounterId> {
        let parts = &self.rules.parts;
        self.features.signs.printed().filter(|&id| parts.counter_seen_by(id, 0) == SeatSet::all(parts.seats))
    }

    /// The number of a place that is no longer what is printed in its dot.
    pub fn changed_dot(&self, place: usize) -> Option<i32> {
        let (counter, dot) = (self.dot_counter()?, self.features.dot?);
        let value = self.state?.counter(&self.rules.parts, counter, place);
        Some(value).filter(|&value| value != self.rules.parts.map.places[place].attributes[dot])
    }

    /// A party by its number.
    pub fn party(&self, party: PartyId) -> &Party {
        &self.parties[party.index().min(self.parties.len() - 1)]
    }
}

/// Whose track is drawn that belongs to nobody.
fn nobody() -> Party {
    Party { name: "nobody".to_owned(), mark: String::new(), color: palette::MUTED.to_owned() }
}

fn parties(parts: &Components) -> Vec<Party> {
    let seats = (0..usize::from(parts.seats)).map(|seat| Party {
        name: format!("seat {}", seat + 1),
        mark: (seat + 1).to_string(),
        color: palette::seat(seat).to_owned(),
    });
    let companies = parts.companies.iter().map(|company| Party {
        name: company.name.clone(),
        mark: initials(&company.name),
        color: palette::color(&company.color),
    });
    seats.chain(companies).collect()
}

/// The first letters of at most two words, or the first two letters of one.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split([' ', '-']).filter(|word| word.starts_with(char::is_alphanumeric)).collect();
    match words[..] {
        [] => "?".to_owned(),
        [word] => word.chars().take(2).collect(),
        [first, second, ..] => first.chars().take(1).chain(second.chars().take(1)).collect(),
    }
}

/// One badge for all lanes of a line that say the same, else one for each lane.
fn badges(parts: &Components, features: &Features, line: &Line) -> Vec<BadgeText> {
    let mut all = Vec::new();
    for badge in &features.badges {
        let texts: Vec<Option<String>> =
            line.lanes.iter().map(|&lane| badge.text(parts, parts.map.lane(lane).attributes[badge.attribute])).collect();
        if texts.windows(2).all(|pair| pair[0] == pair[1]) {
            all.extend(texts[0].clone().map(|text| (text, badge.color, None)));
        } else {
            let each = texts.into_iter().enumerate();
            all.extend(each.filter_map(|(lane, text)| Some((text?, badge.color, Some(lane)))));
        }
    }
    all
}

/// How wide a badge with that text is.
pub fn badge_width(text: &str) -> f64 {
    (font::width(text, BADGE, Weight::Bold) + 8.0).max(crate::layout::badges::HEIGHT)
}

fn wanted(rules: &Rules, features: &Features, badges: &[Vec<BadgeText>]) -> LayoutInput {
    let parts = &rules.parts;
    let place = |place: &railwright_core::map::Place| PlaceInput {
        at: point(f64::from(place.at.0), f64::from(place.at.1)),
        radius: match features.dot {
            _ if place.junction => JUNCTION,
            Some(number) if place.attributes[number] != 0 => NUMBERED,
            _ => CITY,
        },
        name: (!place.junction).then(|| place.name.clone()),
        below: features.below_name(parts, place),
    };
    let line = |(line, badges): (&Line, &Vec<BadgeText>)| {
        let lengths = || line.lanes.iter().map(|&lane| usize::from(parts.map.lane(lane).length).max(1));
        let length = lengths().max().unwrap_or(1);
        LineInput {
            ends: line.ends.map(|end| end.index()),
            length,
            lanes: line.lanes.len().max(1),
            shorter: lengths().enumerate().filter(|(_, spaces)| *spaces < length).collect(),
            badges: badges.iter().map(|(text, _, lane)| (badge_width(text), *lane)).collect(),
        }
    };
    LayoutInput {
        size: point(f64::from(rules.head.size.0), f64::from(rules.head.size.1)),
        places: parts.map.places.iter().map(place).collect(),
        lines: parts.map.lines.iter().zip(badges).map(line).collect(),
    }
}
