//! Colours: those of lanes by their usual words, those of seats, tints of areas; and a reliable one for any other word.

use railwright_core::map::is_neutral_color;
use railwright_core::narrow::{saturated, whole};

/// The paper everything is drawn on.
pub const PAPER: &str = "#fbf7ec";
/// Text and outlines.
pub const INK: &str = "#2b2a28";
/// What is less important.
pub const MUTED: &str = "#6b655b";
/// The bed that spaces lie on.
pub const BED: &str = "#b8ad98";
/// The frame around the map.
pub const FRAME: &str = "#8d8371";
/// The colour of a number that is no longer the printed one.
pub const CHANGED: &str = "#7a4b12";
/// What must not be overlooked.
pub const WARNING: &str = "#b3261e";
/// The rings and dots of cities.
pub const CITY: &str = "#ffffff";

/// The usual words for colours. They differ in lightness as well as in hue.
const WORDS: [(&str, &str); 22] = [
    ("grey", "#a9a9a5"),
    ("gray", "#a9a9a5"),
    ("red", "#c8262b"),
    ("orange", "#ee8a24"),
    ("yellow", "#f6d532"),
    ("green", "#4f9a3b"),
    ("blue", "#2f72c4"),
    ("purple", "#9a5bb0"),
    ("violet", "#9a5bb0"),
    ("pink", "#e58bb5"),
    ("white", "#fdfdfb"),
    ("black", "#33312f"),
    ("brown", "#8a5a33"),
    ("tan", "#d3b483"),
    ("cyan", "#4fbfd0"),
    ("teal", "#1d8a86"),
    ("lime", "#a9cf3f"),
    ("magenta", "#c43a8f"),
    ("silver", "#c9ccd0"),
    ("gold", "#d9a827"),
    ("maroon", "#7b2436"),
    ("navy", "#23386e"),
];

/// Seats: dark enough for a white mark, and told apart by the eyes of nearly everybody.
const SEATS: [&str; 8] = ["#0b4fa0", "#b5171e", "#16733a", "#1d1d1f", "#8a3a93", "#a85600", "#0a7d8c", "#b0306a"];

/// Light tints for areas, for a map that is printed over.
pub const TINTS: [&str; 10] =
    ["#e9d8a6", "#b9d8c2", "#c3d3ea", "#efc4b4", "#d9c8e6", "#cfe0a8", "#f2d3de", "#bfe0e2", "#dccfc0", "#f4e08c"];

/// The colour of a word: as usual, as written when it is a code like `#a0c020`, else one that the word's letters choose.
pub fn color(word: &str) -> String {
    if is_neutral_color(word) {
        return WORDS[0].1.to_owned();
    }
    if let Some((_, code)) = WORDS.iter().find(|(known, _)| *known == word) {
        return (*code).to_owned();
    }
    if is_code(word) {
        return word.to_owned();
    }
    // FNV-1a with 32 bits and not the 64 of all else: another hash would give such words other colours.
    let hash = word.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    from_hue(hash % 360, 0.5 + f64::from(hash >> 16 & 3) * 0.1, 0.36 + f64::from(hash >> 20 & 3) * 0.09)
}

/// The colour of a word that is one of the usual words for colours, or a code.
pub fn known(word: &str) -> Option<String> {
    let code = WORDS.iter().find(|(known, _)| *known == word).map(|(_, code)| (*code).to_owned());
    code.or_else(|| is_code(word).then(|| word.to_owned()))
}

/// The colour of a seat, counted from zero.
pub fn seat(seat: usize) -> &'static str {
    SEATS[seat % SEATS.len()]
}

/// The tint of an area, counted from zero.
pub fn tint(area: usize) -> &'static str {
    TINTS[area % TINTS.len()]
}

/// Black or white, whichever shows better on a colour.
pub fn on(color: &str) -> &'static str {
    if lightness(color) > 0.36 { INK } else { "#ffffff" }
}

/// Black or white, whichever has the greater contrast to a colour as WCAG counts it: small text on a screen can always be read in one of them.
pub fn contrasting(code: &str) -> &'static str {
    let part = |i: usize| {
        let value = channel(code, i) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
    if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) { "#000000" } else { "#ffffff" }
}

/// A paler form of a colour, nearer to the paper: what is printed on the board steps back behind what lies on it.
pub fn faded(code: &str) -> String {
    let mix = |i: usize| saturated::<u8>(whole((channel(code, i) * 0.58 + channel(PAPER, i) * 0.42).round()));
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Whether a text is a colour code that SVG understands.
fn is_code(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|code| matches!(code.len(), 3 | 6) && code.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// How light a colour code looks, from 0 to 1.
fn lightness(code: &str) -> f64 {
    let part = |i: usize| {
        let value = channel(code, i) / 255.0;
        value * value
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

/// Red, green or blue of a colour code, from 0 to 255.
fn channel(code: &str, i: usize) -> f64 {
    let digits = code.trim_start_matches('#');
    let (step, unit) = if digits.len() == 3 { (1, 17.0) } else { (2, 1.0) };
    let text = digits.get(i * step..(i + 1) * step).unwrap_or("0");
    f64::from(u8::from_str_radix(text, 16).unwrap_or(0)) * unit
}

/// A colour code from hue (in degrees), saturation and lightness.
fn from_hue(hue: u32, saturation: f64, light: f64) -> String {
    let spread = saturation * light.min(1.0 - light);
    let part = |n: f64| {
        let k = (n + f64::from(hue) / 30.0) % 12.0;
        let value = light - spread * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        saturated::<u8>(whole((value * 255.0).round()))
    };
    format!("#{:02x}{:02x}{:02x}", part(0.0), part(8.0), part(4.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_a_colour_and_keeps_it() {
        assert_eq!(color("red"), "#c8262b");
        assert_eq!(color("#12ab9F"), "#12ab9F");
        for word in ["ochre", "étain", "#12", "url(x)"] {
            assert!(is_code(&color(word)) && color(word) == color(word), "{word}");
        }
        assert_ne!(color("ochre"), color("umber"));
        assert_eq!(from_hue(0, 1.0, 0.5), "#ff0000");
    }

    #[test]
    fn marks_show_on_every_colour() {
        for (_, code) in WORDS {
            let (mark, ground) = (lightness(on(code)), lightness(code));
            let contrast = (mark.max(ground) + 0.05) / (mark.min(ground) + 0.05);
            assert!(contrast >= 3.0, "{code}: {contrast}");
            assert!(is_code(&faded(code)) && lightness(&faded(code)) >= lightness(code) - 0.08, "{code}");
        }
        assert!(SEATS.iter().all(|code| on(code) == "#ffffff"));
    }
}
