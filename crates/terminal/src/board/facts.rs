//! What a map and a position say of places and lanes beside names and lengths, in as few letters as can be.

use super::tracks::Strip;
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{Components, FieldType, Owner};
use railwright_core::id::{CounterId, LaneId, PlaceId};
use railwright_core::state::Standing;

/// What a city is worth as its sign, ① to ⑨; ❶ to ❾ when that is no longer what is printed.
///
/// The first counter of places is taken for it, or else the first number that the map gives its places.
pub fn worth(view: &View, place: PlaceId) -> Option<char> {
    let parts = view.parts();
    let counter = parts.counters.iter().position(|c| c.told && c.owner == Owner::Place && c.start.iter().any(|&n| n != 0));
    let (value, printed) = match counter {
        Some(i) => (view.counter(CounterId::from(i), place.index())?, parts.counters[i].start[place.index()]),
        None => {
            let i = parts.place_attributes.iter().position(|(_, kind)| *kind == FieldType::Number)?;
            let value = parts.map.place(place).attributes[i];
            (value, value)
        }
    };
    let first = if value == printed { '①' } else { '❶' };
    let step = u32::try_from(value).ok().filter(|n| (1..=9).contains(n))? - 1;
    char::from_u32(first as u32 + step)
}

/// The companies that a list of words of a place names, in the order of the list.
pub fn squares(parts: &Components, place: PlaceId) -> Vec<(String, usize)> {
    let attributes = parts.place_attributes.iter().zip(&parts.map.place(place).attributes);
    let lists = attributes.filter(|((_, kind), _)| *kind == FieldType::Words);
    let mut found = Vec::new();
    for ((name, _), &list) in lists {
        let words = usize::try_from(list).ok().and_then(|list| parts.lists.get(list)).into_iter().flatten();
        let named = |word: &i32| parts.companies.iter().position(|c| i32::from(c.word.0) == *word);
        found.extend(words.filter_map(named).map(|company| (name.clone(), company)));
    }
    found
}

/// The open ends in a place: a company for each.
pub fn ends(view: &View, place: PlaceId) -> Vec<usize> {
    let companies = 0..view.parts().companies.len();
    companies.flat_map(|company| std::iter::repeat_n(company, usize::from(view.ends(company, place)))).collect()
}

/// The sign of a train.
pub const TRAIN: char = '▲';

/// Squares (`▪S`) and open ends (`›G`) of companies, by their marks, and trains (`▲1`) by their seats.
pub fn signs_of(view: &View, theme: &Theme, place: PlaceId) -> String {
    let parts = view.parts();
    let mark = |company: usize| theme.party_mark(parts, parts.company_party(company));
    let squares = squares(parts, place).into_iter().map(|(_, company)| format!("▪{}", mark(company)));
    let ends = ends(view, place).into_iter().map(|company| format!("›{}", mark(company)));
    let here = parts.trains.iter().enumerate().filter(|(i, _)| view.train(*i) == Standing::In(place));
    let trains = here.map(|(_, train)| format!("{TRAIN}{}", train.seat.0 + 1));
    squares.chain(ends).chain(trains).collect()
}

/// The first letters of what a lane has and others have not, such as `m` for a mountain line.
pub fn flags(parts: &Components, lane: LaneId) -> String {
    let yes_or_no = |i: usize| parts.map.lanes.iter().all(|l| (0..=1).contains(&l.attributes[i]));
    let declared = parts.lane_attributes.iter().enumerate().filter(|(i, (_, kind))| *kind == FieldType::Number && yes_or_no(*i));
    let own = &parts.map.lane(lane).attributes;
    declared.filter(|(i, _)| own[*i] == 1).filter_map(|(_, (name, _))| name.chars().next()).collect()
}

/// The direction in which a one-way lane is built.
pub fn arrow(strip: &Strip) -> char {
    let (x, y) = (strip.to.0 - strip.from.0, strip.to.1 - strip.from.1);
    const ARROWS: [char; 8] = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
    let turn = y.atan2(x) / std::f64::consts::FRAC_PI_4;
    ARROWS[(turn.round() as i32).rem_euclid(8) as usize]
}
