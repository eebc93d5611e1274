//! Cities and junctions, what stands in them, and their names.

use crate::font::{CAPITALS, Weight};
use crate::geometry::{Point, point};
use crate::glyphs::Shape;
use crate::palette::{CHANGED, CITY, INK, MUTED, PAPER};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};

/// The size of numbers in dots.
const NUMBER: f64 = 13.0;

/// The dots of all places.
pub fn dots(writer: &mut Writer, scene: &Scene) {
    let map = &scene.rules.parts.map;
    writer.element("g").attr("fill", CITY).attr("stroke", INK).open();
    for place in 0..map.places.len() {
        one(writer, scene, place);
        changed(writer, scene, place);
    }
    writer.close();
}

/// The dot of one place as it is printed; nothing where a marker covers it.
pub fn one(writer: &mut Writer, scene: &Scene, place: usize) {
    let (about, at) = (&scene.rules.parts.map.places[place], scene.layout.places[place]);
    if about.junction {
        let dot = writer.element("circle").number("cx", at.x).number("cy", at.y).number("r", 3.2);
        dot.attr("fill", MUTED).attr("stroke", PAPER).number("stroke-width", 1.0).done();
    } else if scene.changed_dot(place).is_none() {
        let number = scene.features.dot.map(|n| about.attributes[n]).filter(|&n| n != 0);
        dot(writer, at, scene.features.shape_of(about.tags), number);
    }
}

/// The marker on a place whose number is no longer the printed one.
pub fn changed(writer: &mut Writer, scene: &Scene, place: usize) {
    let about = &scene.rules.parts.map.places[place];
    if let Some(number) = scene.changed_dot(place).filter(|_| !about.junction) {
        changed_dot(writer, scene.layout.places[place], scene.features.shape_of(about.tags), number);
    }
}

/// A city's dot: a ring with a core, or with a number in it.
pub fn dot(writer: &mut Writer, at: Point, shape: Shape, number: Option<i32>) {
    let radius = if number.is_some() { 11.0 } else { 8.0 };
    let ring = writer.element("path").attr("d", &shape.path(radius)).placed(at, point(1.0, 0.0));
    ring.number("stroke-width", 2.2).attr("fill", CITY).attr("stroke", INK).done();
    match number {
        None => {
            let core = writer.element("path").attr("d", &shape.path(3.6)).placed(at, point(1.0, 0.0));
            core.attr("fill", INK).attr("stroke", "none").done();
        }
        Some(number) => write(writer, at, number, INK),
    }
}

/// The dot of a city whose number is no longer the printed one: a marker that covers it.
pub fn changed_dot(writer: &mut Writer, at: Point, shape: Shape, number: i32) {
    let marker = writer.element("path").attr("d", &shape.path(13.0)).placed(at, point(1.0, 0.0));
    marker.number("stroke-width", 2.2).attr("fill", CHANGED).attr("stroke", INK).done();
    write(writer, at, number, PAPER);
}

fn write(writer: &mut Writer, at: Point, number: i32, fill: &'static str) {
    writer.element("g").attr("stroke", "none").open();
    let style = TextStyle { size: NUMBER, weight: Weight::Bold, fill, halo: None };
    writer.text(at + point(0.0, NUMBER * CAPITALS / 2.0), Anchor::Middle, style, &number.to_string());
    writer.close();
}

/// The names of all cities.
pub fn labels(writer: &mut Writer, scene: &Scene) {
    for label in scene.layout.labels.iter().flatten() {
        let (x, anchor) = match label.side {
            -1 => (label.area.min.x, Anchor::Start),
            1 => (label.area.max.x, Anchor::End),
            _ => (label.area.middle().x, Anchor::Middle),
        };
        for (text, size, weight, base) in label.lines() {
            let fill = if weight == Weight::Regular { MUTED } else { INK };
            writer.text(point(x, base), anchor, TextStyle { size, weight, fill, halo: Some(PAPER) }, text);
        }
    }
}
