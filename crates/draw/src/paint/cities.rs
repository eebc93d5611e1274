//! Cities and junctions, what stands in and around them, and their names.

use crate::font::{CAPITALS, Weight};
use crate::geometry::{Point, point};
use crate::glyphs::Shape;
use crate::palette::{CITY, INK, MUTED, PAPER};
use crate::scene::Scene;
use crate::writer::{Anchor, Type, Writer};
use railwright_core::components::{CHOSEN, Members, Owner};
use railwright_core::id::{CounterId, PlaceId, SeatSet, SetId};
use railwright_core::bits;

/// The size of numbers in dots.
const NUMBER: f64 = 13.0;
const MARK: Type = Type { size: 8.5, weight: Weight::Bold, fill: "#ffffff", halo: None };

/// The dots of all places.
pub fn dots(writer: &mut Writer, scene: &Scene) {
    let map = &scene.rules.parts.map;
    writer.element("g").attr("fill", CITY).attr("stroke", INK).open();
    for (i, place) in map.places.iter().enumerate() {
        let at = scene.layout.places[i];
        if place.junction {
            let dot = writer.element("circle").number("cx", at.x).number("cy", at.y).number("r", 3.2);
            dot.attr("fill", MUTED).attr("stroke", PAPER).number("stroke-width", 1.0).done();
            continue;
        }
        let number = scene.features.dot.map(|n| place.attributes[n]).filter(|&n| n != 0);
        dot(writer, at, scene.features.shape_of(place.tags), number);
    }
    writer.close();
    for i in 0..map.places.len() {
        marks(writer, scene, i);
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
        Some(number) => {
            writer.element("g").attr("stroke", "none").open();
            let style = Type { size: NUMBER, weight: Weight::Bold, fill: INK, halo: None };
            writer.text(at + point(0.0, NUMBER * CAPITALS / 2.0), Anchor::Middle, style, &number.to_string());
            writer.close();
        }
    }
}

/// What everybody can see on a place: open ends, tokens, counters that are no longer as at the start.
fn marks(writer: &mut Writer, scene: &Scene, place: usize) {
    let Some(state) = scene.state else { return };
    let parts = &scene.rules.parts;
    let mut found: Vec<(String, String)> = Vec::new();
    for company in 0..parts.companies.len() {
        let ends = state.ends(parts, company, PlaceId::from(place));
        let party = &scene.parties[usize::from(parts.seats) + company];
        (0..ends).for_each(|_| found.push((party.color.clone(), party.mark.clone())));
    }
    for (i, set) in parts.sets.iter().enumerate().skip(CHOSEN.index() + 1).filter(|(_, set)| set.members == Members::Places) {
        let shift = match set.owner {
            Owner::Table | Owner::Seat | Owner::Party => 0,
            Owner::Company => usize::from(parts.seats),
            Owner::Place | Owner::Lane => continue,
        };
        for owner in 0..parts.owners(set.owner) {
            if bits::has(state.set(parts, SetId::from(i), owner), place) {
                let party = scene.parties.get(owner + shift).filter(|_| set.owner != Owner::Table);
                let initial: String = set.id.chars().take(1).flat_map(char::to_uppercase).collect();
                found.push(party.map_or((MUTED.to_owned(), initial), |party| (party.color.clone(), party.mark.clone())));
            }
        }
    }
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, counter)| counter.owner == Owner::Place) {
        let counter_id = CounterId::from(i);
        let value = state.counter(parts, counter_id, place);
        let public = parts.counter_seen_by(counter_id, place) == SeatSet::all(parts.seats);
        if public && value != counter.start[place] {
            found.push(("#7a4b12".to_owned(), value.to_string()));
        }
    }
    let start = scene.layout.places[place] + point(9.0, -12.0);
    for (i, (color, mark)) in found.iter().enumerate() {
        let width = (crate::font::width(mark, MARK.size, MARK.weight) + 4.0).max(11.0);
        let at = start + point(i as f64 * 12.0, 0.0);
        let rect = writer.element("rect").number("x", at.x - width / 2.0).number("y", at.y - 5.5).number("width", width);
        rect.number("height", 11.0).number("rx", 2.0).attr("fill", color).attr("stroke", "#ffffff").number("stroke-width", 1.0).done();
        let style = Type { fill: crate::palette::on(color), ..MARK };
        writer.text(at + point(0.0, MARK.size * CAPITALS / 2.0), Anchor::Middle, style, mark);
    }
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
            writer.text(point(x, base), anchor, Type { size, weight, fill, halo: Some(PAPER) }, text);
        }
    }
}
