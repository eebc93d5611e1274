//! What a map and a position say of places and lanes beside names and lengths, in as few letters as can be.

use super::tracks::Strip;
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{Components, FieldType};
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::narrow::{position, whole};
use railwright_core::signs::{self, Sign};
use railwright_core::state::Standing;
use ratatui::style::Style;

/// What a city is worth as its sign, ① to ⑨; ❶ to ❾ when that is no longer what is printed.
pub fn worth(view: &View, theme: &Theme, place: PlaceId) -> Option<char> {
    let parts = view.parts();
    let printed = parts.map.place(place).attributes[signs::dot(parts)?];
    let now = theme.signs().printed().and_then(|counter| view.counter(counter, place.index()));
    let value = now.unwrap_or(printed);
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

/// Squares (`▪S`) and open ends (`›G`) of companies, by their marks, trains (`▲1`) by their seats, and what else lies there (`·L2`), by its letter.
pub fn signs_of(view: &View, theme: &Theme, place: PlaceId) -> String {
    let parts = view.parts();
    let mark = |company: usize| theme.party_mark(parts, parts.company_party(company));
    let squares = squares(parts, place).into_iter().map(|(_, company)| format!("▪{}", mark(company)));
    let ends = ends(view, place).into_iter().map(|company| format!("›{}", mark(company)));
    let here = parts.trains.iter().enumerate().filter(|(i, _)| view.train(*i) == Standing::In(place));
    let trains = here.map(|(_, train)| format!("{TRAIN}{}", train.seat.0 + 1));
    let signs = theme.signs().at_place(view, place.index()).into_iter().map(|sign| format!("·{}", told(view, theme, sign).0));
    squares.chain(ends).chain(trains).chain(signs).collect()
}

/// What a lane has and others have not, each by its letter: `M` for a mountain line, `S2` for two symbols.
pub fn flags(parts: &Components, theme: &Theme, lane: LaneId) -> String {
    let own = &parts.map.lane(lane).attributes;
    let mut flags = String::new();
    for (i, (_, kind)) in parts.lane_attributes.iter().enumerate().filter(|(i, _)| own[*i] != 0) {
        let Some(letter) = theme.signs().of_attribute(i) else { continue };
        let yes_or_no = || parts.map.lanes.iter().all(|lane| (0..=1).contains(&lane.attributes[i]));
        match kind {
            FieldType::Number if yes_or_no() => flags.push(letter),
            FieldType::Number => flags += &format!("{letter}{}", own[i]),
            FieldType::Word => flags.extend(
                parts
                    .words
                    .iter()
                    .nth(usize::try_from(own[i]).unwrap_or_default())
                    .into_iter()
                    .flat_map(|word| word.chars().take(3)),
            ),
            FieldType::Place | FieldType::Places | FieldType::Pays | FieldType::Numbers | FieldType::Words => {}
        }
    }
    flags
}

/// What lies on a lane beside track: sets that it is in, counters, cards.
pub fn signs_on(view: &View, theme: &Theme, lane: LaneId) -> Vec<(String, Style)> {
    theme.signs().on_lane(view, lane.index()).into_iter().map(|sign| told(view, theme, sign)).collect()
}

/// A sign with the mark and the colour of whose it is.
fn told(view: &View, theme: &Theme, sign: Sign) -> (String, Style) {
    match sign.owner {
        Some(party) => (format!("{}{}", sign.text, theme.party_mark(view.parts(), party)), theme.party(view.parts(), party)),
        None => (sign.text, theme.accent()),
    }
}

/// The direction in which a one-way lane is built.
pub fn arrow(strip: &Strip) -> char {
    let (x, y) = (strip.to.0 - strip.from.0, strip.to.1 - strip.from.1);
    const ARROWS: [char; 8] = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
    let turn = y.atan2(x) / std::f64::consts::FRAC_PI_4;
    ARROWS[position(whole(turn.round()).rem_euclid(8))]
}
