//! Areas of the map behind everything else: tints for a word that neighbours share, dashed borders for tags.

use crate::font::{self, Weight};
use crate::geometry::{Point, point, squared_distance};
use crate::palette::{self, MUTED};
use crate::scene::Scene;
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::components::as_words;
use railwright_markup::number;

/// The group of all tints in a picture.
pub(crate) const TINTS: &str = "tints";
/// How far a tint reaches around a place.
const REACH: f64 = 66.0;
/// How far outside its outermost places a border runs, at most.
const OUTSIDE: f64 = 40.0;

/// Tints around the places of each value; all of one value melt into one area.
pub fn tints(writer: &mut Writer, scene: &Scene) {
    let Some((attribute, values)) = &scene.features.region else { return };
    let map = &scene.rules.parts.map;
    writer.element("g").attr("id", TINTS).attr("clip-path", "url(#map)").open();
    // One blur over all of them: blurring is what takes longest of a picture.
    writer.element("g").attr("filter", "url(#soft)").open();
    for (i, &value) in values.iter().enumerate() {
        let tint = palette::tint(scene.features.tints[i]);
        let has = |place: usize| map.places[place].attributes[*attribute] == value;
        let group = writer.element("g").attr("opacity", ".6").attr("fill", tint);
        group.attr("stroke", tint).number("stroke-width", REACH * 1.7).attr("stroke-linecap", "round").open();
        for place in (0..map.places.len()).filter(|&place| has(place)) {
            let at = scene.layout.places[place];
            let dot = writer.element("circle").number("cx", at.x).number("cy", at.y).number("r", REACH);
            dot.attr("stroke", "none").done();
        }
        let mut path = String::new();
        for line in map.lines.iter().filter(|line| line.ends.iter().all(|end| has(end.index()))) {
            let [a, b] = line.ends.map(|end| scene.layout.places[end.index()]);
            path += &format!("M{} {}L{} {}", number(a.x), number(a.y), number(b.x), number(b.y));
        }
        if !path.is_empty() {
            writer.element("path").attr("d", &path).attr("fill", "none").done();
        }
        writer.close();
    }
    writer.close();
    for &value in values {
        title(writer, scene, *attribute, value);
    }
    writer.close();
}

/// The name of an area, large and faint behind everything: a tint alone tells nobody who does not see colours which one it is.
fn title(writer: &mut Writer, scene: &Scene, attribute: usize, value: i32) {
    let parts = &scene.rules.parts;
    let Some(word) = parts.words.iter().nth(usize::try_from(value).unwrap_or(0)).map(as_words) else { return };
    let own: Vec<Point> = (0..parts.map.places.len())
        .filter(|&i| parts.map.places[i].attributes[attribute] == value)
        .map(|i| scene.layout.places[i])
        .collect();
    // A single place has its name already, and a list of many would cover the board.
    if own.len() < 3 {
        return;
    }
    let n = own.len() as f64;
    let middle = point(own.iter().map(|p| p.x).sum::<f64>() / n, own.iter().map(|p| p.y).sum::<f64>() / n);
    let word = word.to_uppercase();
    let widest = own.iter().map(|p| p.x).fold(f64::MIN, f64::max) - own.iter().map(|p| p.x).fold(f64::MAX, f64::min);
    let size = (30.0 * widest.max(60.0) / font::width(&word, 30.0, Weight::Bold)).clamp(13.0, 34.0);
    writer.element("g").attr("opacity", ".3").open();
    writer.text(middle, Anchor::Middle, TextStyle { size, weight: Weight::Bold, fill: MUTED, halo: None }, &word);
    writer.close();
}

/// Dashed borders around tags that are areas.
pub fn outlines(writer: &mut Writer, scene: &Scene) {
    for (tag, hull) in &scene.features.outlines {
        let corners: Vec<Point> = hull.iter().map(|&place| scene.layout.places[place]).collect();
        let tagged = |place: usize| scene.rules.parts.map.places[place].tags >> tag & 1 == 1;
        let others = (0..scene.layout.places.len()).filter(|&place| !tagged(place));
        let nearest = others.map(|place| gap(&corners, scene.layout.places[place])).fold(f64::MAX, f64::min);
        let path = widened(&corners, OUTSIDE.min(nearest / 2.0));
        let outline = writer.element("path").attr("d", &path).attr("clip-path", "url(#map)");
        dashed(outline).done();
    }
}

/// The look of a border.
pub fn dashed(element: crate::writer::Element<'_>) -> crate::writer::Element<'_> {
    let element = element.attr("fill", "#5b87b5").attr("fill-opacity", ".08").attr("stroke", MUTED);
    element.number("stroke-width", 2.0).attr("stroke-dasharray", "9 5")
}

/// How far a point lies from a polygon that it is outside of.
fn gap(corners: &[Point], at: Point) -> f64 {
    let ends = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    ends.map(|(a, b)| squared_distance(a, b, at)).fold(f64::MAX, f64::min).sqrt()
}

/// The polygon moved outwards, with round corners; the corners run clockwise.
fn widened(corners: &[Point], by: f64) -> String {
    let mut path = String::new();
    let r = number(by);
    for i in 0..corners.len() {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let out = (b - a).unit().turned() * -by;
        let (from, to) = (a + out, b + out);
        let start = if i == 0 { "M".to_owned() } else { format!("A{r} {r} 0 0 1 ") };
        path += &format!("{start}{} {}L{} {}", number(from.x), number(from.y), number(to.x), number(to.y));
    }
    let first = corners.first().map_or(point(0.0, 0.0), |&a| a + (corners[1] - a).unit().turned() * -by);
    format!("{path}A{r} {r} 0 0 1 {} {}Z", number(first.x), number(first.y))
}
