//! The legend: every sign that occurs on the map and what it stands for.

use crate::font::{self, CAPITALS, Weight};
use crate::geometry::{Point, RotatedBox, point};
use crate::glyphs::Shape;
use crate::layout::LANE;
use crate::paint::marks::{Form, Mark, own_color, own_form};
use crate::palette::{self, INK, PAPER};
use crate::scene::{Scene, badge_width};
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::State;
use railwright_core::components::{FieldType, as_words};
use railwright_core::signs::Sort;

const TEXT: TextStyle = TextStyle { size: 13.0, weight: Weight::Regular, fill: INK, halo: None };
/// The height of a row.
const ROW: f64 = 25.0;
/// The room between a sample and its text, and between entries.
const GAP: f64 = 7.0;
const APART: f64 = 22.0;

enum Sample {
    Lane(usize),
    OneWay,
    Star,
    Badge(String, &'static str),
    Number,
    Shape(Shape),
    Tint(&'static str),
    Outline,
    Piece(usize),
    Mark(Form, usize),
    Sign(Sort, String),
    Changed,
    Words,
}

struct Entry {
    sample: Sample,
    text: String,
}

/// The legend, set in rows.
pub struct Legend<'a> {
    scene: &'a Scene<'a>,
    rows: Vec<Vec<Entry>>,
}

impl<'a> Legend<'a> {
    /// Sets the legend of a scene in rows of that width.
    pub fn new(scene: &'a Scene<'a>, width: f64) -> Self {
        let mut rows: Vec<Vec<Entry>> = Vec::new();
        for group in groups(scene) {
            // A group starts on the same row as the one before if all of it fits there.
            let whole: f64 = group.iter().map(|entry| entry.width() + APART).sum();
            let used = |row: &Vec<Entry>| row.iter().map(|entry| entry.width() + APART).sum::<f64>();
            let mut fresh = rows.last().is_none_or(|row| used(row) + whole - APART > width);
            for entry in group {
                match rows.last_mut() {
                    Some(row) if !fresh && used(row) + entry.width() <= width => row.push(entry),
                    _ => rows.push(vec![entry]),
                }
                fresh = false;
            }
        }
        Legend { scene, rows }
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.rows.len() as f64 * ROW
    }

    /// Draws it with its upper left corner at a point.
    pub fn draw(&self, writer: &mut Writer, corner: Point) {
        for (i, row) in self.rows.iter().enumerate() {
            let mut at = corner + point(0.0, (i as f64 + 0.5) * ROW);
            for entry in row {
                let sample = entry.sample.width();
                entry.sample.draw(writer, self.scene, at + point(sample / 2.0, 0.0));
                let base = at + point(sample + GAP, TEXT.size * CAPITALS / 2.0);
                writer.text(base, Anchor::Start, TEXT, &entry.text);
                at.x += entry.width() + APART;
            }
        }
    }
}

impl Entry {
    fn width(&self) -> f64 {
        self.sample.width() + GAP + font::width(&self.text, TEXT.size, TEXT.weight)
    }
}

impl Sample {
    fn width(&self) -> f64 {
        match self {
            Sample::Lane(_) | Sample::OneWay | Sample::Outline | Sample::Piece(_) => 32.0,
            Sample::Tint(_) | Sample::Mark(..) | Sample::Sign(..) => 26.0,
            Sample::Words => 26.0,
            Sample::Number | Sample::Changed => 24.0,
            Sample::Star => LANE,
            Sample::Shape(_) => 20.0,
            Sample::Badge(text, _) => badge_width(text),
        }
    }

    fn draw(&self, writer: &mut Writer, scene: &Scene, at: Point) {
        let along = point(1.0, 0.0);
        let space = RotatedBox { at, along, half_length: 16.0, half_width: LANE / 2.0 };
        let group = writer.element("g");
        match self {
            Sample::Lane(i) => {
                let color = &scene.features.colors[*i];
                group.placed(at, along).attr("fill", &color.code).attr("stroke", INK).number("stroke-width", 0.9).open();
                super::tracks::outline(writer, space, false);
                if color.sign.is_some() {
                    writer.element("use").attr("href", &format!("#sign{i}")).attr("stroke", "none").done();
                }
            }
            Sample::OneWay => {
                group
                    .placed(at, along)
                    .attr("fill", &scene.features.colors[0].code)
                    .attr("stroke", INK)
                    .number("stroke-width", 0.9)
                    .open();
                super::tracks::outline(writer, space, true);
            }
            Sample::Star => {
                group.placed(at, along).open();
                super::tracks::star(writer);
            }
            Sample::Badge(text, color) => {
                group.open();
                super::tracks::badge(writer, at, badge_width(text), text, color);
            }
            Sample::Number => {
                group.open();
                super::cities::dot(writer, at, Shape::Round, Some(5));
            }
            Sample::Changed => {
                group.open();
                super::cities::changed_dot(writer, at, Shape::Round, 5);
            }
            Sample::Shape(shape) => {
                group.open();
                super::cities::dot(writer, at, *shape, None);
            }
            Sample::Tint(color) => {
                group.open();
                let rect = writer.element("rect").number("x", at.x - 12.0).number("y", at.y - 8.0);
                let rect = rect.number("width", 24.0).number("height", 16.0).number("rx", 4.0);
                rect.attr("fill", color).attr("stroke", PAPER).done();
            }
            Sample::Outline => {
                group.open();
                let rect = writer.element("rect").number("x", at.x - 15.0).number("y", at.y - 8.0);
                super::areas::dashed(rect.number("width", 30.0).number("height", 16.0).number("rx", 6.0)).done();
            }
            Sample::Piece(party) => {
                group.open();
                super::tracks::piece(writer, &scene.parties[*party], RotatedBox { half_length: 15.0, ..space });
            }
            Sample::Mark(form, party) => {
                group.open();
                let party = &scene.parties[*party];
                let mark = Mark { form: *form, color: party.color.clone(), text: party.mark.clone() };
                mark.draw(writer, at - point(mark.width() / 2.0, mark.height() / 2.0));
            }
            Sample::Sign(sort, text) => {
                group.open();
                let mark = Mark { form: own_form(*sort), color: own_color(*sort).to_owned(), text: text.clone() };
                mark.draw(writer, at - point(mark.width() / 2.0, mark.height() / 2.0));
            }
            Sample::Words => {
                group.open();
                let style = TextStyle { size: 11.0, ..TEXT };
                writer.text(at + point(0.0, 4.0), Anchor::Middle, style, "abc");
            }
        }
        writer.close();
    }
}

fn has_end(scene: &Scene, state: &State, company: usize) -> bool {
    let parts = &scene.rules.parts;
    (0..parts.map.places.len()).any(|place| state.ends(parts, company, place.into()) > 0)
}

/// A company with the numbers that it has of its own.
fn company_facts(scene: &Scene, party: usize) -> String {
    let parts = &scene.rules.parts;
    let mut text = scene.parties[party].name.clone();
    let Some(company) = party.checked_sub(usize::from(parts.seats)).and_then(|i| parts.companies.get(i)) else { return text };
    for ((name, kind), value) in parts.company_attributes.iter().zip(&company.attributes) {
        if *kind == FieldType::Number && *value != 0 {
            text += &format!(", {} {value}", as_words(name));
        }
    }
    text
}

/// All entries, those that belong together side by side.
fn groups(scene: &Scene) -> Vec<Vec<Entry>> {
    let (parts, features) = (&scene.rules.parts, &scene.features);
    let entry = |sample: Sample, text: &str| Entry { sample, text: text.to_owned() };
    let colors = features.colors.iter().enumerate().map(|(i, color)| entry(Sample::Lane(i), &color.word));
    let mut lanes = Vec::new();
    if let Some(i) = features.stars {
        lanes.push(entry(Sample::Star, &as_words(&parts.lane_attributes[i].0)));
    }
    for badge in &features.badges {
        lanes.push(entry(Sample::Badge(badge.sample(), badge.color), &as_words(&parts.lane_attributes[badge.attribute].0)));
    }
    if parts.map.lines.iter().any(|line| line.one_way) {
        lanes.push(entry(Sample::OneWay, "one way"));
    }
    let mut places = Vec::new();
    if let Some(i) = features.dot {
        places.push(entry(Sample::Number, &as_words(&parts.place_attributes[i].0)));
    }
    if let Some(counter) = scene.dot_counter().filter(|_| (0..parts.map.places.len()).any(|i| scene.changed_dot(i).is_some())) {
        places.push(entry(Sample::Changed, &format!("{} now", parts.counters[counter.index()].name)));
    }
    places.extend(features.below.iter().map(|&i| entry(Sample::Words, &as_words(&parts.place_attributes[i].0))));
    places.extend(features.shapes.iter().map(|(tag, shape)| entry(Sample::Shape(*shape), &as_words(&parts.tags[*tag]))));
    places.extend(features.outlines.iter().map(|(tag, _)| entry(Sample::Outline, &as_words(&parts.tags[*tag]))));
    let company = usize::from(parts.seats);
    places.extend(
        features.squares.iter().map(|&i| entry(Sample::Mark(Form::Square, company), &as_words(&parts.place_attributes[i].0))),
    );
    if parts.companies.iter().any(|company| company.home.is_some()) {
        places.push(entry(Sample::Mark(Form::Home, company), "home"));
    }
    if scene.state.is_some_and(|state| (0..parts.companies.len()).any(|c| has_end(scene, state, c))) {
        places.push(entry(Sample::Mark(Form::End, company), "open end"));
    }
    if let Some(train) = parts.trains.first().filter(|_| scene.state.is_some()) {
        places.push(entry(Sample::Mark(Form::Train, 0), &train.name));
    }
    let mut regions = Vec::new();
    if let Some((_, values)) = &features.region {
        let word = |value: i32| parts.words.iter().nth(usize::try_from(value).unwrap_or(0)).unwrap_or("?");
        let tints = values.iter().zip(&features.tints);
        regions.extend(tints.map(|(&value, &tint)| entry(Sample::Tint(palette::tint(tint)), &as_words(word(value)))));
    }
    // With a position the tables show who is who; without one seats have no pieces yet.
    let shown = if scene.state.is_some() { scene.parties.len() } else { usize::from(parts.seats) };
    let parties = (shown..scene.parties.len()).map(|i| entry(Sample::Piece(i), &company_facts(scene, i)));
    let signs = features.signs.legend(parts).into_iter().map(|(sort, sign, text)| entry(Sample::Sign(sort, sign), &text));
    let all = [colors.collect(), lanes, places, signs.collect(), regions, parties.collect()];
    all.into_iter().filter(|group: &Vec<Entry>| !group.is_empty()).collect()
}
