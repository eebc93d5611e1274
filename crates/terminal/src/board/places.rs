//! Going from place to place on the board, and what lies around one.

use super::facts::{ends, squares};
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::bits;
use railwright_core::components::{Components, FieldType, OPEN, Owner, Spot, Thing};
use railwright_core::id::{LaneId, PartyId, PlaceId, ZoneId};
use railwright_core::map::Map;
use railwright_core::state::Standing;
use railwright_narration::card_name;
use ratatui::text::{Line, Span};

/// The nearest place in a direction (`x` and `y` are -1, 0 or 1), or the first place when none is given.
pub fn neighbour(map: &Map, from: Option<PlaceId>, x: i32, y: i32) -> Option<PlaceId> {
    let Some(from) = from else { return (!map.places.is_empty()).then(|| middle(map)) };
    let here = map.place(from).at;
    let cost = |place: &PlaceId| {
        let at = map.place(*place).at;
        let (dx, dy) = (i64::from(at.0 - here.0), i64::from(at.1 - here.1));
        let (along, across) = if x != 0 { (dx * i64::from(x), dy.abs()) } else { (dy * i64::from(y), dx.abs()) };
        // What lies more to the side than ahead is for another key.
        (along > 0 && across <= along * 2).then_some(along + across * 2)
    };
    let others = (0..map.places.len()).map(PlaceId::from).filter(|p| *p != from);
    others.filter_map(|place| Some((cost(&place)?, place))).min().map(|(_, place)| place)
}

/// The place nearest to the middle of the map.
fn middle(map: &Map) -> PlaceId {
    let n = map.places.len().max(1) as i64;
    let (x, y) = map.places.iter().fold((0, 0), |sum, p| (sum.0 + i64::from(p.at.0), sum.1 + i64::from(p.at.1)));
    let (x, y) = (x / n, y / n);
    let distance = |p: &PlaceId| {
        let at = map.place(*p).at;
        (i64::from(at.0) - x).pow(2) + (i64::from(at.1) - y).pow(2)
    };
    (0..map.places.len()).map(PlaceId::from).min_by_key(distance).unwrap_or_default()
}

/// The first place whose name or id begins with a text, or has a word that does.
pub fn find(map: &Map, text: &str) -> Option<PlaceId> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return None;
    }
    let whole = |p: &railwright_core::map::Place| p.id == text || p.name.to_lowercase() == text;
    let begins = |p: &railwright_core::map::Place| p.id.starts_with(&text) || p.name.to_lowercase().starts_with(&text);
    let within = |p: &railwright_core::map::Place| p.name.to_lowercase().split([' ', '-']).any(|word| word.starts_with(&text));
    let places = &map.places;
    let at = places.iter().position(whole).or_else(|| places.iter().position(begins)).or_else(|| places.iter().position(within));
    at.map(PlaceId::from)
}

/// A name that is longer is cut: what a lane costs matters more than all of the name of its end.
const LONGEST_NAME: usize = 16;

/// What a game says of a lane beside its length and colour: `symbols 2, draw 1`.
pub fn extras(parts: &Components, lane: LaneId) -> String {
    let def = parts.map.lane(lane);
    let values = parts.lane_attributes.iter().zip(&def.attributes).filter(|(_, value)| **value != 0);
    let texts = values.filter_map(|((name, kind), &value)| match kind {
        FieldType::Number => Some(format!("{name} {value}")),
        FieldType::Word => Some(parts.words.iter().nth(usize::try_from(value).ok()?)?.to_owned()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// What lies around a place: its own values, then each lane with where it leads, length, colour, owner and what else is said of it.
pub fn lanes_at(view: &View, theme: &Theme, place: PlaceId) -> Vec<Line<'static>> {
    let parts = view.parts();
    let map = &parts.map;
    let mut lines: Vec<Line> = Vec::new();
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, c)| c.told && c.owner == Owner::Place) {
        if let Some(value) = view.counter(i.into(), place.index()) {
            lines.push(Line::from(format!("{} {value}", counter.name)));
        }
    }
    let pairs = parts.counters.iter().enumerate().filter(|(_, c)| c.told && c.owner == Owner::SeatAnd(Thing::Place));
    for ((i, counter), seat) in pairs.flat_map(|counter| (0..parts.seats).map(move |seat| (counter, seat))) {
        let owner = parts.pair(Thing::Place, seat.into(), place.index());
        if let Some(value) = view.counter(i.into(), owner).filter(|value| *value != counter.start[owner]) {
            let text = format!("{} of seat {} {value}", counter.name, seat + 1);
            lines.push(Line::from(Span::styled(text, theme.party(parts, PartyId(seat)))));
        }
    }
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, zone)| zone.owner == Owner::Place) {
        let cards = view.cards(Spot { zone: ZoneId::from(i), owner: place.0 }).unwrap_or_default();
        let set = &parts.cards[zone.cards.index()];
        let listed: Vec<String> = cards.iter().map(|(kind, n)| format!("{n} {}", card_name(parts, set, *kind))).collect();
        if !listed.is_empty() {
            lines.push(Line::from(format!("{} {}", zone.name, listed.join(", "))));
        }
    }
    let words = parts.place_attributes.iter().zip(&map.place(place).attributes).filter(|((_, kind), _)| *kind == FieldType::Word);
    for ((name, _), &value) in words.filter(|(_, value)| **value > 0) {
        let word = parts.words.iter().nth(usize::try_from(value).unwrap_or_default()).unwrap_or("?");
        lines.push(Line::from(format!("{name} {word}")));
    }
    for (i, train) in parts.trains.iter().enumerate().filter(|(i, _)| view.train(*i) == Standing::In(place)) {
        let name = parts.owner_name(Owner::Train, i).unwrap_or_default();
        lines.push(Line::from(Span::styled(name, theme.party(parts, train.seat.into()))));
    }
    for (list, company) in squares(parts, place) {
        lines.push(Line::from(format!("{list} {}", parts.companies[company].name)));
    }
    for company in ends(view, place) {
        lines.push(Line::from(format!("open end of {}", parts.companies[company].name)));
    }
    let name = |lane: &LaneId| {
        let name = &map.place(map.across(*lane, place)).name;
        match name.char_indices().nth(LONGEST_NAME) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        }
    };
    let mut lanes = map.lanes_at(place).to_vec();
    lanes.sort_by_key(|lane| (name(lane), *lane));
    let mut rows: Vec<Row> = Vec::new();
    for lane in lanes {
        let one_way = map.line_of(lane).one_way && map.lane(lane).ends[1] == place;
        let name = if one_way { format!("{} (only from there)", name(&lane)) } else { name(&lane) };
        let row = Row { name, count: 1, lane, owner: owner(view, theme, lane), extras: extras(parts, lane) };
        match rows.last_mut().filter(|last| last.is_like(map, &row)) {
            Some(last) => last.count += 1,
            None => rows.push(row),
        }
    }
    let widest = rows.iter().map(|row| row.title().chars().count()).max().unwrap_or(0);
    for row in rows {
        let def = map.lane(row.lane);
        let word = parts.words.text(def.color);
        let mark = theme.mark(word).map_or_else(|| " ".to_owned(), String::from);
        lines.push(Line::from(vec![
            Span::raw(format!("{:widest$} {:>2} ", row.title(), def.length)),
            Span::styled(format!("{mark} {word:7}"), theme.word(word)),
            Span::raw(" "),
            row.owner,
        ]));
        if !row.extras.is_empty() {
            lines.push(Line::from(Span::styled(format!("   {}", row.extras), theme.faint())));
        }
    }
    lines
}

/// Lanes to the same place that differ in nothing.
struct Row {
    name: String,
    count: usize,
    lane: LaneId,
    owner: Span<'static>,
    extras: String,
}

impl Row {
    fn title(&self) -> String {
        if self.count > 1 { format!("{} ×{}", self.name, self.count) } else { self.name.clone() }
    }

    fn is_like(&self, map: &Map, other: &Row) -> bool {
        let printed = |row: &Row| (map.lane(row.lane).color, map.lane(row.lane).length);
        let said = |row: &Row| (row.name.clone(), row.owner.content.clone(), row.extras.clone());
        printed(self) == printed(other) && said(self) == said(other)
    }
}

/// Who has a lane, or whether it can be had. Of a lane that is shared all are named.
fn owner(view: &View, theme: &Theme, lane: LaneId) -> Span<'static> {
    let (parts, track) = (view.parts(), view.track(lane));
    let length = parts.map.lane(lane).length;
    match track.owner() {
        Some(party) if track.laid < length => {
            Span::styled(format!("{} {}/{length}", parts.party_title(party), track.laid), theme.party(parts, party))
        }
        Some(party) => {
            let names: Vec<String> = view.owners(lane).map(|party| parts.party_title(party)).collect();
            Span::styled(names.join(" and "), theme.party(parts, party))
        }
        None if bits::has(view.set(OPEN, 0), lane.index()) => Span::styled("free", theme.good()),
        None if track.laid > 0 => Span::styled("nobody's", theme.faint()),
        None => Span::styled("closed", theme.faint()),
    }
}
