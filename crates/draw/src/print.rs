//! Sizes for print: a board on whose spaces real wagons fit.

use crate::layout::LANE;
use crate::scene::Scene;
use railwright_markup::number;
use railwright_rules::Rules;

/// The length and width of a wagon that must fit on every space, in millimetres.
pub const WAGON: (f64, f64) = (20.0, 9.0);

/// How many millimetres a unit of the drawing is, so that a wagon fits on every space of the board.
pub fn true_scale(rules: &Rules) -> f64 {
    let scene = Scene::new(rules, None, None);
    let spaces = scene.layout.spaces.iter().flatten().flatten();
    let shortest = spaces.map(|space| 2.0 * space.half_length).fold(f64::INFINITY, f64::min);
    let by_length = if shortest.is_finite() && shortest > 0.0 { WAGON.0 / shortest } else { 0.0 };
    by_length.max(WAGON.1 / LANE)
}

/// The width and height of a picture, in its own units.
pub fn size(svg: &str) -> Option<(f64, f64)> {
    let (_, rest) = svg.split_once("viewBox=\"0 0 ")?;
    let (width, height) = rest.split_once('"')?.0.split_once(' ')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// The same picture of a size in millimetres, for programs that print SVG.
pub fn in_millimetres(svg: &str, scale: f64) -> String {
    let Some((width, height)) = size(svg) else { return svg.to_owned() };
    let plain = format!("width=\"{}\" height=\"{}\"", number(width), number(height));
    let sized = format!("width=\"{}mm\" height=\"{}mm\"", number(width * scale), number(height * scale));
    svg.replacen(&plain, &sized, 1)
}
