//! A board that stays on a page: groups that can be pointed at, and what lies in them.

use super::{areas, cities, definitions, frame, legend, marks, tracks};
use crate::geometry::{RotatedBox, point};
use crate::live::{Part, REACH};
use crate::scene::Scene;
use crate::writer::Writer;
use railwright_core::id::LaneId;
use railwright_markup::number;

/// The bare board.
pub fn board(scene: &Scene) -> String {
    let size = scene.layout.size;
    let mut writer = Writer::inline(size.x, size.y, &scene.rules.head.map_name);
    definitions(&mut writer, scene);
    writer.element("rect").number("width", size.x).number("height", size.y).attr("class", "paper").done();
    areas::tints(&mut writer, scene);
    areas::outlines(&mut writer, scene);
    tracks::beds(&mut writer, scene);
    each_lane(scene, |lane, one_way, spaces| lane_group(&mut writer, scene, lane, one_way, spaces));
    tracks::badges(&mut writer, scene);
    for place in 0..scene.layout.places.len() {
        place_group(&mut writer, scene, place);
    }
    cities::labels(&mut writer, scene);
    for place in 0..scene.layout.places.len() {
        writer.element("g").attr("data-part", &format!("marks:{}", scene.rules.parts.map.places[place].id)).open();
        marks::of_place(&mut writer, scene, place);
        writer.close();
    }
    writer.element("g").attr("data-part", "trains").done();
    frame(&mut writer, size);
    writer.finish()
}

/// The legend alone.
pub fn legend(scene: &Scene) -> String {
    let width = scene.layout.size.x.min(900.0);
    let legend = legend::Legend::new(scene, width);
    let mut writer = Writer::inline(width, legend.height(), "Legend");
    legend.draw(&mut writer, point(0.0, 0.0));
    writer.finish()
}

/// What lies on the board.
pub fn parts(scene: &Scene) -> Vec<Part> {
    let mut parts = Vec::new();
    let map = &scene.rules.parts.map;
    let mut add = |name: String, draw: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::fragment();
        draw(&mut writer);
        let svg = writer.finish();
        if !svg.is_empty() {
            parts.push(Part { name, svg });
        }
    };
    each_lane(scene, |lane, _, spaces| {
        add(format!("lane:{}", map.lane(lane).id), &|writer| tracks::laid(writer, scene, lane, spaces));
    });
    for (place, about) in map.places.iter().enumerate() {
        add(format!("dot:{}", about.id), &|writer| cities::changed(writer, scene, place));
        add(format!("marks:{}", about.id), &|writer| marks::of_place(writer, scene, place));
    }
    if let Some(state) = scene.state {
        add("trains".to_owned(), &|writer| {
            marks::tokens_on_lanes(writer, scene, state);
            marks::trains_on_lanes(writer, scene, state);
        });
    }
    parts
}

fn each_lane(scene: &Scene, mut each: impl FnMut(LaneId, bool, &[RotatedBox])) {
    for (line, lanes) in scene.rules.parts.map.lines.iter().zip(&scene.layout.spaces) {
        for (&lane, spaces) in line.lanes.iter().zip(lanes) {
            each(lane, line.one_way, spaces);
        }
    }
}

/// A lane: a wide band that can be pointed at and lit, its spaces, and room for pieces.
fn lane_group(writer: &mut Writer, scene: &Scene, lane: LaneId, one_way: bool, spaces: &[RotatedBox]) {
    let (Some(first), Some(last)) = (spaces.first(), spaces.last()) else { return };
    let map = &scene.rules.parts.map;
    let about = map.lane(lane);
    let ends = [first.at - first.along * first.half_length, last.at + last.along * last.half_length];
    let way = std::iter::once(ends[0]).chain(spaces.iter().map(|space| space.at)).chain([ends[1]]);
    let way: Vec<String> = way.map(|p| format!("{} {}", number(p.x), number(p.y))).collect();
    writer.element("g").attr("class", "lane").attr("data-lane", &about.id).open();
    let band = writer.element("path").attr("class", "band").attr("d", &format!("M{}", way.join("L")));
    band.attr("fill", "none").attr("stroke-width", &number(REACH)).attr("stroke-linejoin", "round").done();
    tracks::lane_of(writer, scene, lane, one_way, spaces);
    writer.element("g").attr("data-part", &format!("lane:{}", about.id)).done();
    writer.close();
}

/// A place: a ring that can be lit, its dot, and room for a number that has changed.
fn place_group(writer: &mut Writer, scene: &Scene, place: usize) {
    let about = &scene.rules.parts.map.places[place];
    let at = scene.layout.places[place];
    writer.element("g").attr("class", "place").attr("data-place", &about.id).open();
    let ring = writer.element("circle").attr("class", "ring").number("cx", at.x).number("cy", at.y);
    ring.number("r", if about.junction { 9.0 } else { 15.0 }).done();
    cities::one(writer, scene, place);
    writer.element("g").attr("data-part", &format!("dot:{}", about.id)).done();
    writer.close();
}
