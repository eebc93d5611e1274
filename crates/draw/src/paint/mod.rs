//! Writes a scene as SVG: title, map, legend, table and provenance from top to bottom.

pub(crate) mod areas;
pub(crate) mod cities;
mod footer;
mod legend;
pub(crate) mod live;
mod marks;
mod open_cards;
mod table;
pub(crate) mod tracks;

use crate::font::Weight;
use crate::geometry::{Area, Point, point};
use crate::palette::{FRAME, INK, MUTED, PAPER};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::View;
use railwright_core::id::SeatSet;
use railwright_rules::Rules;

/// The border around everything.
const BORDER: f64 = 22.0;
/// The height of the title.
const HEAD: f64 = 58.0;

const TITLE: TextStyle = TextStyle { size: 27.0, weight: Weight::Bold, fill: INK, halo: None };
const SUBTITLE: TextStyle = TextStyle { size: 15.0, weight: Weight::Regular, fill: MUTED, halo: None };

/// The scene as SVG.
pub fn svg(scene: &Scene) -> String {
    let map = Area { min: point(BORDER, HEAD), max: point(BORDER, HEAD) + scene.layout.size };
    let footer = footer::Footer::new(scene, map.width());
    let width = map.min.x + footer.width(map.width()) + BORDER;
    let height = map.max.y + footer.height() + BORDER;
    let head = &scene.rules.head;
    let mut writer = Writer::new(width, height, &format!("{}: {}", head.name, head.map_name));
    writer.element("rect").number("width", width).number("height", height).attr("fill", PAPER).done();
    title(&mut writer, scene, map);
    definitions(&mut writer, scene);
    writer.element("g").placed(map.min, point(1.0, 0.0)).open();
    areas::tints(&mut writer, scene);
    areas::outlines(&mut writer, scene);
    tracks::beds(&mut writer, scene);
    tracks::lanes(&mut writer, scene);
    tracks::badges(&mut writer, scene);
    cities::dots(&mut writer, scene);
    cities::labels(&mut writer, scene);
    marks::draw(&mut writer, scene);
    frame(&mut writer, scene.layout.size);
    writer.close();
    footer.draw(&mut writer, point(map.min.x, map.max.y), map.width());
    writer.finish()
}

fn definitions(writer: &mut Writer, scene: &Scene) {
    writer.element("defs").open();
    writer.element("clipPath").attr("id", "map").open();
    frame_shape(writer, scene.layout.size).done();
    writer.close();
    writer
        .element("filter")
        .attr("id", "soft")
        .attr("x", "-20%")
        .attr("y", "-20%")
        .attr("width", "140%")
        .attr("height", "140%")
        .open();
    writer.element("feGaussianBlur").number("stdDeviation", 16.0).done();
    writer.close();
    tracks::signs(writer, scene);
    writer.close();
}

fn frame_shape(writer: &mut Writer, size: Point) -> crate::writer::Element<'_> {
    writer.element("rect").number("width", size.x).number("height", size.y).number("rx", 10.0)
}

pub(crate) fn frame(writer: &mut Writer, size: Point) {
    frame_shape(writer, size).attr("fill", "none").attr("stroke", FRAME).number("stroke-width", 2.0).done();
}

fn title(writer: &mut Writer, scene: &Scene, map: Area) {
    let name = &scene.rules.head.name;
    // A long name on a narrow map is set smaller, and what stands beside it no wider than half of it.
    let aside = subtitle(scene.rules, scene);
    let wide = crate::font::width(&aside, SUBTITLE.size, SUBTITLE.weight);
    let small = SUBTITLE.size * (map.width() * 0.5 / wide).min(1.0);
    let room = map.width() - wide * small / SUBTITLE.size - 14.0;
    let size = TITLE.size * (room / crate::font::width(name, TITLE.size, TITLE.weight)).min(1.0);
    writer.text(point(map.min.x, HEAD - 20.0), Anchor::Start, TextStyle { size, ..TITLE }, name);
    writer.text(point(map.max.x, HEAD - 20.0), Anchor::End, TextStyle { size: small, ..SUBTITLE }, &aside);
}

fn subtitle(rules: &Rules, scene: &Scene) -> String {
    let head = &rules.head;
    let players = match (scene.state, head.players) {
        (Some(_), _) => format!("{} players", rules.parts.seats),
        (None, (least, most)) if least == most => format!("{least} players"),
        (None, (least, most)) => format!("{least}–{most} players"),
    };
    let moment = match scene.state {
        Some(state) if state.clock().over.is_some() => " · game over".to_owned(),
        Some(state) => format!(" · {}", View::shared(&rules.parts, state, SeatSet::all(rules.parts.seats)).where_it_stands()),
        None => String::new(),
    };
    let map = if head.map_name.is_empty() { String::new() } else { format!("{} · ", head.map_name) };
    format!("{map}{players}{moment}")
}
