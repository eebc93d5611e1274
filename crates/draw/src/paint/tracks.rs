//! Lines: the bed, the spaces of each lane with the sign of their colour, the pieces on them, the badges beside them.

use crate::font::{CAPITALS, Weight};
use crate::geometry::{Point, RotatedBox, point};
use crate::glyphs;
use crate::heat::Band;
use crate::layout::{LANE, PIECE};
use crate::palette::{self, BED, INK};
use crate::scene::{BADGE, Party, Scene};
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::id::LaneId;
use railwright_markup::number;

/// The radius of signs on spaces.
const SIGN: f64 = 3.4;

/// The signs of the colours, to be used on spaces.
pub fn signs(writer: &mut Writer, scene: &Scene) {
    for (i, color) in scene.features.colors.iter().enumerate() {
        if let Some(sign) = color.sign {
            writer.element("g").attr("id", &format!("sign{i}")).open();
            glyphs::sign(writer, sign, SIGN, palette::on(&color.code));
            writer.close();
        }
    }
    if scene.features.stars.is_some() {
        writer.element("g").attr("id", "star").open();
        star(writer);
        writer.close();
    }
}

/// The star of a space that has something special.
pub fn star(writer: &mut Writer) {
    let disc = writer.element("circle").number("r", LANE / 2.0 - 0.9).attr("fill", "#fffdf4");
    disc.attr("stroke", INK).number("stroke-width", 0.8).done();
    glyphs::sign(writer, glyphs::STAR, LANE / 2.0 - 2.0, INK);
}

/// The beds of all lines: they show where a line goes between its spaces.
pub fn beds(writer: &mut Writer, scene: &Scene) {
    writer.element("g").attr("fill", "none").attr("stroke", BED).number("stroke-width", 2.4).open();
    for curve in &scene.layout.curves {
        let [a, b, c, d] = curve.control.map(|p| format!("{} {}", number(p.x), number(p.y)));
        writer.element("path").attr("d", &format!("M{a}C{b} {c} {d}")).done();
    }
    writer.close();
}

/// All lanes with their spaces and pieces.
pub fn lanes(writer: &mut Writer, scene: &Scene) {
    let map = &scene.rules.parts.map;
    for (line, lanes) in map.lines.iter().zip(&scene.layout.spaces) {
        for (&lane, spaces) in line.lanes.iter().zip(lanes) {
            lane_of(writer, scene, lane, line.one_way, spaces);
        }
    }
}

pub(super) fn lane_of(writer: &mut Writer, scene: &Scene, lane: LaneId, one_way: bool, spaces: &[RotatedBox]) {
    let parts = &scene.rules.parts;
    let color = scene.features.color_of(parts, lane.index());
    let index = scene.features.colors.iter().position(|c| c.word == color.word).unwrap_or(0);
    let group = writer.element("g").attr("data-lane", &parts.map.lane(lane).id).attr("fill", &color.code);
    group.attr("stroke", INK).number("stroke-width", 0.9).open();
    for (i, space) in spaces.iter().enumerate() {
        let owners = scene.owners(lane, i);
        if !owners.is_empty() {
            pieces(writer, &owners, *space);
            continue;
        }
        let starred = scene.features.is_starred(parts, lane.index(), i);
        let flip = !one_way && space.along.x < 0.0;
        writer.element("g").placed(space.at, if flip { -space.along } else { space.along }).open();
        outline(writer, *space, one_way);
        let inner = if starred { Some("#star".to_owned()) } else { color.sign.map(|_| format!("#sign{index}")) };
        if let Some(inner) = inner {
            writer.element("use").attr("href", &inner).attr("stroke", "none").done();
        }
        writer.close();
    }
    writer.close();
}

/// The pieces that lie on the spaces of a lane.
pub fn laid(writer: &mut Writer, scene: &Scene, lane: LaneId, spaces: &[RotatedBox]) {
    for (i, space) in spaces.iter().enumerate() {
        let owners = scene.owners(lane, i);
        if !owners.is_empty() {
            pieces(writer, &owners, *space);
        }
    }
}

/// All lanes as bands, those of which there is most to say on top.
pub fn bands(writer: &mut Writer, scene: &Scene, bands: &[Band]) {
    let map = &scene.rules.parts.map;
    let mut lanes = Vec::new();
    for (line, strips) in map.lines.iter().zip(&scene.layout.spaces) {
        lanes.extend(line.lanes.iter().zip(strips).filter_map(|(lane, spaces)| Some((bands.get(lane.index())?, spaces))));
    }
    lanes.sort_by(|(a, _), (b, _)| a.width.total_cmp(&b.width));
    writer.element("g").attr("fill", "none").attr("stroke-linejoin", "round").open();
    for (band, spaces) in &lanes {
        let (Some(first), Some(last)) = (spaces.first(), spaces.last()) else { continue };
        let ends = [first.at - first.along * first.half_length, last.at + last.along * last.half_length];
        let middle = spaces.iter().map(|space| space.at);
        let way: Vec<String> =
            std::iter::once(ends[0]).chain(middle).chain([ends[1]]).map(|p| format!("{} {}", number(p.x), number(p.y))).collect();
        let path = format!("M{}", way.join("L"));
        let width = 2.0 + band.width.clamp(0.0, 1.0) * LANE;
        writer.element("a").attr("href", &band.link).open();
        writer.element("title").text(&band.title);
        let rim = writer.element("path").attr("d", &path).attr("stroke", INK);
        rim.number("stroke-width", width + 1.8).done();
        writer.element("path").attr("d", &path).attr("stroke", &band.color).number("stroke-width", width).done();
        writer.close();
    }
    writer.close();
    for (band, spaces) in lanes.iter().filter(|(band, _)| !band.mark.is_empty()) {
        let at = spaces[spaces.len() / 2].at;
        let style = TextStyle { size: 12.0, weight: Weight::Bold, fill: INK, halo: Some(palette::PAPER) };
        writer.text(at + point(0.0, 12.0 * CAPITALS / 2.0), Anchor::Middle, style, &band.mark);
    }
}

/// The outline of a space around the origin; a space of a one-way line points along it.
pub fn outline(writer: &mut Writer, space: RotatedBox, one_way: bool) {
    let (l, w) = (space.half_length, space.half_width);
    if one_way {
        let shoulder = l - w * 0.8;
        let corners = [point(-l, -w), point(shoulder, -w), point(l, 0.0), point(shoulder, w), point(-l, w)];
        let text: Vec<String> = corners.iter().map(|c| format!("{} {}", number(c.x), number(c.y))).collect();
        writer.element("path").attr("d", &format!("M{}Z", text.join("L"))).attr("stroke-linejoin", "round").done();
    } else {
        let rect = writer.element("rect").number("x", -l).number("y", -w).number("width", l * 2.0).number("height", w * 2.0);
        rect.number("rx", 2.6).done();
    }
}

/// The pieces on a space: one, or those of all who share it, one behind the other along the lane.
fn pieces(writer: &mut Writer, owners: &[&Party], space: RotatedBox) {
    let half_length = space.half_length / owners.len() as f64;
    for (i, party) in owners.iter().enumerate() {
        let off = (2 * i + 1) as f64 * half_length - space.half_length;
        piece(writer, party, RotatedBox { at: space.at + space.along * off, half_length, ..space });
    }
}

/// A piece of a party on a space: wider than the space, with the party's mark.
pub fn piece(writer: &mut Writer, party: &Party, space: RotatedBox) {
    let along = if space.along.x < 0.0 { -space.along } else { space.along };
    let ink = palette::on(&party.color);
    let group = writer.element("g").placed(space.at, along).attr("fill", &party.color);
    group.attr("stroke", "#000000").number("stroke-width", 1.3).open();
    let (l, w) = (space.half_length, space.half_width + PIECE);
    outline(writer, RotatedBox { half_length: l, half_width: w, ..space }, false);
    // A light along the roof tells a piece from a printed space, in grey print too.
    let roof = writer.element("path").attr("d", &format!("M{} {}H{}", number(-l + 3.0), number(-w + 2.4), number(l - 3.0)));
    roof.attr("stroke", ink).attr("stroke-opacity", ".55").number("stroke-width", 1.1).done();
    writer.element("g").attr("stroke", "none").open();
    let style = TextStyle { size: 11.0, weight: Weight::Bold, fill: ink, halo: None };
    writer.text(point(0.0, 11.0 * CAPITALS / 2.0 + 0.6), Anchor::Middle, style, &party.mark);
    writer.close();
    writer.close();
}

/// The badges of all lines.
pub fn badges(writer: &mut Writer, scene: &Scene) {
    for (texts, areas) in scene.badges.iter().zip(&scene.layout.badges) {
        for ((text, color, _), area) in texts.iter().zip(areas) {
            badge(writer, area.middle(), area.width(), text, color);
        }
    }
}

/// One badge around a point.
pub fn badge(writer: &mut Writer, at: Point, width: f64, text: &str, color: &str) {
    let height = crate::layout::badges::HEIGHT;
    let rect = writer.element("rect").number("x", at.x - width / 2.0).number("y", at.y - height / 2.0);
    let rect = rect.number("width", width).number("height", height).number("rx", height / 2.0);
    rect.attr("fill", color).attr("stroke", "#fffdf4").number("stroke-width", 1.0).done();
    let style = TextStyle { size: BADGE, weight: Weight::Bold, fill: "#ffffff", halo: None };
    writer.text(at + point(0.0, BADGE * CAPITALS / 2.0), Anchor::Middle, style, text);
}
