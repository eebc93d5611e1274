//! What lies on cities: homes and printed squares of companies and, in a position, as far as everybody can see it, open ends,
//! named sets, cards and counters that have changed.

use crate::font::{self, CAPITALS, Weight};
use crate::geometry::{Area, Point, RotatedBox, point};
use crate::palette::{self, CHANGED, INK, MUTED};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::id::{PlaceId, SeatSet};
use railwright_core::narrow::position;
use railwright_core::signs::{Sign, Sort};
use railwright_core::state::Standing;
use railwright_core::{State, View};
use railwright_markup::number;

const TEXT: TextStyle = TextStyle { size: 9.0, weight: Weight::Bold, fill: "#ffffff", halo: None };
const HEIGHT: f64 = 12.0;
const GAP: f64 = 1.0;
/// Where marks may stand around a dot, the best first.
const AROUND: [(f64, f64); 8] =
    [(1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)];

/// How a mark is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A printed square: sharp corners and a dark edge.
    Square,
    /// An open end: round.
    End,
    /// Where a company begins: with a roof.
    Home,
    /// Something that was put there.
    Token,
    /// A train: larger than all others, with a light rim.
    Train,
}

/// A small coloured sign with a text.
pub(super) struct Mark {
    pub(super) form: Form,
    pub(super) color: String,
    pub(super) text: String,
}

impl Mark {
    fn style(&self) -> TextStyle {
        let size = if self.form == Form::Train { 13.0 } else { TEXT.size };
        TextStyle { size, fill: palette::on(&self.color), ..TEXT }
    }

    pub(super) fn height(&self) -> f64 {
        if self.form == Form::Train { 19.0 } else { HEIGHT }
    }

    pub(super) fn width(&self) -> f64 {
        let aside = match self.form {
            Form::End => 8.0,
            Form::Train => 18.0,
            Form::Square | Form::Token => 5.0,
            Form::Home => 6.0,
        };
        (font::width(&self.text, self.style().size, TEXT.weight) + aside).max(HEIGHT)
    }

    /// Draws it with its upper left corner at a point.
    pub(super) fn draw(&self, writer: &mut Writer, corner: Point) {
        let (round, edge, stroke) = match self.form {
            Form::Square | Form::Home => (0.0, INK, 1.0),
            Form::End => (HEIGHT / 2.0, INK, 1.0),
            Form::Token => (2.0, "#ffffff", 1.0),
            Form::Train => (self.height() / 2.0, "#ffffff", 2.4),
        };
        let rect = |writer: &mut Writer, fill: &str, edge: &str, stroke: f64| {
            let rect = writer.element("rect").number("x", corner.x).number("y", corner.y).number("width", self.width());
            let rect = rect.number("height", self.height()).number("rx", round).attr("fill", fill);
            rect.attr("stroke", edge).number("stroke-width", stroke).done();
        };
        if self.form == Form::Train {
            rect(writer, INK, INK, stroke + 2.4);
        }
        if self.form == Form::Home {
            let (left, right, top) = (number(corner.x - 1.5), number(corner.x + self.width() + 1.5), number(corner.y));
            let ridge = format!("{} {}", number(corner.x + self.width() / 2.0), number(corner.y - 4.5));
            let roof =
                writer.element("path").attr("d", &format!("M{left} {top}L{ridge}L{right} {top}Z")).attr("fill", &self.color);
            roof.attr("stroke", INK).number("stroke-width", 1.0).done();
            let rect = writer.element("rect").number("x", corner.x).number("y", corner.y).number("width", self.width());
            rect.number("height", self.height()).attr("fill", &self.color).attr("stroke", INK).number("stroke-width", 1.0).done();
        } else {
            rect(writer, &self.color, edge, stroke);
        }
        let style = self.style();
        let base = corner + point(self.width() / 2.0, self.height() / 2.0 + style.size * CAPITALS / 2.0);
        writer.text(base, Anchor::Middle, style, &self.text);
    }
}

/// Draws the marks of all places.
pub fn draw(writer: &mut Writer, scene: &Scene) {
    for place in 0..scene.layout.places.len() {
        of_place(writer, scene, place);
    }
    if let Some(state) = scene.state {
        tokens_on_lanes(writer, scene, state);
        trains_on_lanes(writer, scene, state);
    }
}

/// Draws the marks of one place.
pub fn of_place(writer: &mut Writer, scene: &Scene, place: usize) {
    let mut marks = homes(scene, place);
    marks.extend(squares(scene, place));
    if let Some(state) = scene.state {
        marks.extend(trains(scene, state, place));
        marks.extend(ends(scene, state, place));
        marks.extend(lying(scene, scene.features.signs.at_place(&everybodys(scene, state), place)));
    }
    if marks.is_empty() {
        return;
    }
    let width = marks.iter().map(|mark| mark.width() + GAP).sum::<f64>() - GAP;
    let height = marks.iter().map(Mark::height).fold(0.0, f64::max);
    let area = free(scene, place, width, height);
    let mut left = area.min.x;
    for mark in &marks {
        mark.draw(writer, point(left, area.middle().y - mark.height() / 2.0));
        left += mark.width() + GAP;
    }
}

/// The sign of a train.
fn train(scene: &Scene, index: usize) -> Mark {
    let party = &scene.parties[scene.rules.parts.trains[index].seat.index()];
    Mark { form: Form::Train, color: party.color.clone(), text: party.mark.clone() }
}

/// The trains in a place.
fn trains(scene: &Scene, state: &State, place: usize) -> Vec<Mark> {
    let there = |train: &usize| state.train(*train) == Standing::In(PlaceId::from(place));
    (0..scene.rules.parts.trains.len()).filter(there).map(|i| train(scene, i)).collect()
}

/// Draws the trains that stand on spaces of lanes.
pub fn trains_on_lanes(writer: &mut Writer, scene: &Scene, state: &State) {
    let map = &scene.rules.parts.map;
    for index in 0..scene.rules.parts.trains.len() {
        let Standing::On { lane, space, .. } = state.train(index) else { continue };
        let line = map.lane(lane).line.index();
        let strip = map.lines[line].lanes.iter().position(|l| *l == lane).and_then(|i| scene.layout.spaces[line].get(i));
        if let Some(space) = strip.and_then(|spaces| spaces.get(usize::from(space).saturating_sub(1))) {
            let mark = train(scene, index);
            mark.draw(writer, space.at - point(mark.width() / 2.0, mark.height() / 2.0));
        }
    }
}

/// The place around a dot where a row of marks covers least.
fn free(scene: &Scene, place: usize, width: f64, height: f64) -> Area {
    let layout = &scene.layout;
    let at = layout.places[place];
    let reach = if scene.features.dot.is_some() { 12.0 } else { 9.0 };
    let lines = scene.rules.parts.map.lines.iter().zip(&layout.spaces);
    let near: Vec<RotatedBox> = lines
        .filter(|(line, _)| line.ends.iter().any(|end| end.index() == place))
        .flat_map(|(_, lanes)| lanes.iter().flatten().copied())
        .chain(layout.labels.iter().flatten().map(|label| RotatedBox::from(label.area)))
        .chain(layout.badges.iter().flatten().map(|badge| RotatedBox::from(*badge)))
        .collect();
    let candidate = |(x, y): (f64, f64)| {
        let corner = if x != 0.0 && y != 0.0 { 0.7 } else { 1.0 };
        let middle: Point = at + point(x * (reach * corner + width / 2.0), y * (reach * corner + height / 2.0));
        Area::around(middle, width, height)
    };
    let covered = |area: &Area| near.iter().map(|other| RotatedBox::from(*area).depth(*other)).sum::<f64>();
    let mut best = candidate(AROUND[0]);
    for around in AROUND {
        let area = candidate(around);
        if covered(&area) < covered(&best) - 0.5 {
            best = area;
        }
    }
    best
}

/// The companies that a list of words of a place names.
fn squares(scene: &Scene, place: usize) -> Vec<Mark> {
    let parts = &scene.rules.parts;
    let attributes = &parts.map.places[place].attributes;
    let lists = scene.features.squares.iter().filter_map(|&i| parts.lists.get(position(attributes[i].into())));
    let named = |word: i32| parts.companies.iter().position(|c| i32::from(c.word.0) == word);
    let party = |company: usize| &scene.parties[usize::from(parts.seats) + company];
    let mark =
        |company: usize| Mark { form: Form::Square, color: party(company).color.clone(), text: party(company).mark.clone() };
    lists.flatten().filter_map(|&word| named(word)).map(mark).collect()
}

/// The open ends of companies.
fn ends(scene: &Scene, state: &State, place: usize) -> Vec<Mark> {
    let parts = &scene.rules.parts;
    let mut marks = Vec::new();
    for company in 0..parts.companies.len() {
        let party = &scene.parties[usize::from(parts.seats) + company];
        for _ in 0..state.ends(parts, company, PlaceId::from(place)) {
            marks.push(Mark { form: Form::End, color: party.color.clone(), text: party.mark.clone() });
        }
    }
    marks
}

/// Draws the marks on lanes, each in the middle of its lane, several side by side.
pub fn tokens_on_lanes(writer: &mut Writer, scene: &Scene, state: &State) {
    let view = everybodys(scene, state);
    for (line, strips) in scene.rules.parts.map.lines.iter().zip(&scene.layout.spaces) {
        for (lane, spaces) in line.lanes.iter().zip(strips) {
            let marks = lying(scene, scene.features.signs.on_lane(&view, lane.index()));
            let Some(space) = spaces.get(spaces.len() / 2).filter(|_| !marks.is_empty()) else { continue };
            let width = marks.iter().map(|mark| mark.width() + GAP).sum::<f64>() - GAP;
            let mut left = space.at.x - width / 2.0;
            for mark in &marks {
                mark.draw(writer, point(left, space.at.y - mark.height() / 2.0));
                left += mark.width() + GAP;
            }
        }
    }
}

/// What everybody sees of a position.
fn everybodys<'a>(scene: &'a Scene, state: &'a State) -> View<'a> {
    let parts = &scene.rules.parts;
    View::shared(parts, state, SeatSet::all(parts.seats))
}

/// Named sets, counters and cards that lie somewhere: each by its letter, in the colour and with the mark of its owner.
fn lying(scene: &Scene, signs: Vec<Sign>) -> Vec<Mark> {
    let mark = |sign: Sign| {
        let party = sign.owner.map(|owner| scene.party(owner));
        let color = party.map_or(own_color(sign.sort), |party| &party.color).to_owned();
        Mark { form: own_form(sign.sort), color, text: format!("{}{}", sign.text, party.map_or("", |party| &party.mark)) }
    };
    signs.into_iter().map(mark).collect()
}

/// How signs of one sort look: cards are squares, as they are cards.
pub(super) fn own_form(sort: Sort) -> Form {
    match sort {
        Sort::Set(_) | Sort::Counter(_) => Form::Token,
        Sort::Cards(_) => Form::Square,
    }
}

/// The colour of signs of one sort that belong to nobody.
pub(super) fn own_color(sort: Sort) -> &'static str {
    match sort {
        Sort::Counter(_) => CHANGED,
        Sort::Set(_) | Sort::Cards(_) => MUTED,
    }
}

/// The home of a company.
pub(super) fn homes(scene: &Scene, place: usize) -> Vec<Mark> {
    let parts = &scene.rules.parts;
    let at_home = |company: &usize| parts.companies[*company].home.is_some_and(|home| home.index() == place);
    let party = |company: usize| &scene.parties[usize::from(parts.seats) + company];
    let mark = |company: usize| Mark { form: Form::Home, color: party(company).color.clone(), text: party(company).mark.clone() };
    (0..parts.companies.len()).filter(at_home).map(mark).collect()
}
