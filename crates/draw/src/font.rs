//! How wide texts are: the layout is made with the glyphs of a real typeface.
//!
//! The typeface is Noto Sans (SIL Open Font License 1.1), from the `notosans` package, which holds the licence. Texts
//! stay texts in the SVG and say how wide they are to be, so that another typeface does not upset the layout.

use std::sync::LazyLock;
use ttf_parser::Face;

/// The families that are asked for, ours first.
pub const FAMILIES: &str = "Noto Sans, Open Sans, DejaVu Sans, Verdana, sans-serif";
/// The family that PNG pictures use.
pub const FAMILY: &str = "Noto Sans";

/// How heavy a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// As running text.
    Regular,
    /// As headings and names of cities.
    Bold,
}

impl Weight {
    /// The bytes of the typeface.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Weight::Regular => notosans::REGULAR_TTF,
            Weight::Bold => notosans::BOLD_TTF,
        }
    }
}

static FACES: LazyLock<[Option<Face<'static>>; 2]> =
    LazyLock::new(|| [Weight::Regular, Weight::Bold].map(|weight| Face::parse(weight.bytes(), 0).ok()));

/// How wide a text of that size is.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let Some(face) = &FACES[usize::from(weight == Weight::Bold)] else { return size * 0.6 * text.chars().count() as f64 };
    let units: f64 = text.chars().map(|c| advance(face, c)).sum();
    units * size / f64::from(face.units_per_em())
}

/// How wide a character is; one the typeface has not got is about as wide as it is high.
fn advance(face: &Face, c: char) -> f64 {
    let glyph = face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph));
    glyph.map_or(f64::from(face.units_per_em()), f64::from)
}

/// How far capitals rise above the line of writing, as a share of the size.
pub const CAPITALS: f64 = 0.714;

/// Breaks a text between words into at most `lines` lines, the longest as short as can be; the greedy way when many.
pub fn broken(text: &str, lines: usize, size: f64, weight: Weight) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if lines < 2 || words.len() < 2 {
        return vec![words.join(" ")];
    }
    let widths: Vec<f64> = words.iter().map(|word| width(word, size, weight)).collect();
    let space = width(" ", size, weight);
    let longest = widths.iter().copied().fold(0.0, f64::max);
    let whole = widths.iter().sum::<f64>() + space * (words.len() - 1) as f64;
    let (mut room, step) = (longest.max(whole / lines as f64), size / 4.0);
    loop {
        let broken = fill(&words, &widths, space, room);
        if broken.len() <= lines {
            return broken;
        }
        room += step;
    }
}

/// Breaks a text into lines no wider than `room`, where words allow it.
pub fn wrapped(text: &str, room: f64, size: f64, weight: Weight) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let widths: Vec<f64> = words.iter().map(|word| width(word, size, weight)).collect();
    fill(&words, &widths, width(" ", size, weight), room)
}

fn fill(words: &[&str], widths: &[f64], space: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0.0;
    for (word, &width) in words.iter().zip(widths) {
        match lines.last_mut() {
            Some(line) if used + space + width <= room + 1e-9 => {
                line.push(' ');
                line.push_str(word);
                used += space + width;
            }
            _ => {
                lines.push((*word).to_owned());
                used = width;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_come_from_the_typeface() {
        assert!(width("iii", 10.0, Weight::Regular) < width("mmm", 10.0, Weight::Regular) / 2.0);
        assert!(width("abc", 10.0, Weight::Bold) > width("abc", 10.0, Weight::Regular));
        assert_eq!(width("ab", 20.0, Weight::Bold), 2.0 * width("ab", 10.0, Weight::Bold));
    }

    #[test]
    fn letters_of_many_languages_are_there() {
        for c in "ÅåÄäÖöØøŠėńłçéñßЖяΩ€–…×".chars() {
            assert!(FACES[1].as_ref().is_some_and(|face| face.glyph_index(c).is_some()), "{c}");
        }
    }

    #[test]
    fn names_are_broken_evenly() {
        assert_eq!(broken("Salt Lake City", 2, 12.0, Weight::Bold), ["Salt Lake", "City"]);
        assert_eq!(broken("Boston", 2, 12.0, Weight::Bold), ["Boston"]);
        assert_eq!(broken("a b c", 3, 12.0, Weight::Bold).len(), 3);
    }
}
