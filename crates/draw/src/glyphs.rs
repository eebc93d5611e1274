//! Small drawn signs: one for each colour of lanes, for the colour-blind, and the shapes of marked cities.

use crate::writer::Writer;
use railwright_markup::number;

/// How many signs there are before they repeat.
pub const SIGNS: usize = 12;

/// The sign of a colour: a path around the origin that fits a circle of radius one.
const PATHS: [(&str, bool); SIGNS] = [
    // disc
    ("M-.75 0A.75 .75 0 1 0 .75 0A.75 .75 0 1 0-.75 0Z", true),
    // saltire
    ("M-.7-.7L.7 .7M-.7 .7L.7-.7", false),
    // triangle
    ("M0-.95L.9 .65L-.9 .65Z", true),
    // square
    ("M-.68-.68H.68V.68H-.68Z", true),
    // plus
    ("M-.9 0H.9M0-.9V.9", false),
    // lozenge
    ("M0-1L.8 0L0 1L-.8 0Z", true),
    // star
    ("M0-1L.26-.33L.95-.31L.41 .13L.59 .81L0 .42L-.59 .81L-.41 .13L-.95-.31L-.26-.33Z", true),
    // two bars
    ("M-.45-.85V.85M.45-.85V.85", false),
    // ring
    ("M-.7 0A.7 .7 0 1 0 .7 0A.7 .7 0 1 0-.7 0Z", false),
    // chevron
    ("M-.6-.8L.4 0L-.6 .8", false),
    // wave
    ("M-1 .1Q-.5-.9 0 .1T1 .1", false),
    // half-disc
    ("M-.8 .4A.8 .8 0 0 1 .8 .4Z", true),
];

/// The star of a space that has something special.
pub const STAR: usize = 6;

/// The sign of a usual word for a colour: the same on every board. Which they are follows the colours of cards that most games have.
pub fn of_word(word: &str) -> Option<usize> {
    let sign = match word {
        "red" => 0,
        "blue" => 1,
        "green" => 2,
        "yellow" => 3,
        "white" => 4,
        "black" => 5,
        "orange" => 7,
        "purple" | "violet" | "pink" => 8,
        "brown" => 9,
        "cyan" | "teal" => 10,
        "tan" | "gold" => 11,
        _ => return None,
    };
    Some(sign)
}

/// Draws a sign around the origin of the innermost element.
pub fn sign(writer: &mut Writer, sign: usize, radius: f64, color: &str) {
    let (path, filled) = PATHS[sign % SIGNS];
    let element = writer.element("path").attr("d", path).attr("transform", &format!("scale({})", number(radius)));
    if filled {
        element.attr("fill", color).done();
    } else {
        element.attr("fill", "none").attr("stroke", color).number("stroke-width", 0.42).done();
    }
}

/// The shape of a city's dot: round, or another for those with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An ordinary city.
    Round,
    /// The first tag.
    Square,
    /// The second.
    Lozenge,
    /// The third.
    Hexagon,
    /// The fourth.
    Octagon,
}

/// The shapes that tags can have.
pub const TAG_SHAPES: [Shape; 4] = [Shape::Square, Shape::Lozenge, Shape::Hexagon, Shape::Octagon];

impl Shape {
    /// Its outline with that radius around the origin.
    pub fn path(self, radius: f64) -> String {
        let corners: &[(f64, f64)] = match self {
            Shape::Round => {
                let r = number(radius);
                return format!("M-{r} 0A{r} {r} 0 1 0 {r} 0A{r} {r} 0 1 0-{r} 0Z");
            }
            Shape::Square => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
            Shape::Lozenge => &[(0.0, -1.22), (1.22, 0.0), (0.0, 1.22), (-1.22, 0.0)],
            Shape::Hexagon => &[(-1.1, 0.0), (-0.55, -0.95), (0.55, -0.95), (1.1, 0.0), (0.55, 0.95), (-0.55, 0.95)],
            Shape::Octagon => {
                &[(-1.0, -0.42), (-0.42, -1.0), (0.42, -1.0), (1.0, -0.42), (1.0, 0.42), (0.42, 1.0), (-0.42, 1.0), (-1.0, 0.42)]
            }
        };
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{} {}", number(x * radius), number(y * radius))).collect();
        format!("M{}Z", points.join("L"))
    }
}
