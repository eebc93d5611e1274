//! Colours that nearly everybody tells apart: a scale whose lightness says as much as its hue, a palette for kinds, two sides.

use railwright_core::narrow::{position, saturated, whole};

/// From light to dark, so that it can be read in grey print, too.
const SCALE: [[u8; 3]; 6] = [[253, 231, 37], [122, 209, 81], [34, 168, 132], [42, 120, 142], [65, 68, 135], [68, 1, 84]];
/// Kinds: eight colours chosen for all sorts of colour vision (M. Okabe and K. Ito), black last.
const KINDS: [&str; 8] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000"];

/// Those on which black could not be read.
const DARK_KINDS: [&str; 4] = ["#0072b2", "#009e73", "#d55e00", "#000000"];

/// What has no value.
pub const NONE: &str = "#ffffff";
/// What is not told apart from the even share.
pub const EVEN: &str = "#b9b4a8";

/// The colour of a value from 0 to 1.
pub fn scale(value: f64) -> String {
    let at = value.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = position(whole(at)).min(SCALE.len() - 2);
    let part = at - below as f64;
    let mix = |i: usize| {
        let (a, b) = (f64::from(SCALE[below][i]), f64::from(SCALE[below + 1][i]));
        saturated::<u8>(whole((a + (b - a) * part).round()))
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// The colour of a seat, a line of the score sheet or another kind, counted from zero.
pub fn kind(number: usize) -> &'static str {
    KINDS[number % KINDS.len()]
}

/// Black or white, whichever shows better on the colour of a kind.
pub fn ink_on(kind: &str) -> &'static str {
    if DARK_KINDS.contains(&kind) { "#fff" } else { "#000" }
}

/// The colour of a side: above, within or below, by little or by much.
pub fn side(side: i8, much: bool) -> &'static str {
    match (side.signum(), much) {
        (1, true) => "#0072b2",
        (1, false) => "#9ecae1",
        (-1, true) => "#d55e00",
        (-1, false) => "#fdbe85",
        _ => EVEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn light(color: &str) -> f64 {
        let part = |i: usize| f64::from(u8::from_str_radix(&color[i..i + 2], 16).expect("a colour"));
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn the_scale_gets_darker_all_the_way() {
        let colors: Vec<f64> = (0..=20).map(|i| light(&scale(f64::from(i) / 20.0))).collect();
        assert!(colors.windows(2).all(|pair| pair[0] > pair[1]), "{colors:?}");
        assert_eq!((scale(-1.0), scale(2.0)), ("#fde725".into(), "#440154".into()));
    }

    #[test]
    fn both_sides_are_told_apart_from_the_middle() {
        assert_eq!(side(0, true), EVEN);
        let all = [side(1, true), side(1, false), EVEN, side(-1, false), side(-1, true)];
        assert!((0..5).all(|i| (0..i).all(|j| all[i] != all[j])));
    }
}
