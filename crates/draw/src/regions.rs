//! Tints of areas: those that touch each other differ, as the countries of a map do.

use crate::palette::TINTS;
use railwright_core::Components;

/// Areas of places that are nearer than this part of the map's width melt into each other even where no line joins them.
const NEAR: f64 = 0.14;

/// A tint for each value of a word of places, in their order: the first that no touching area has, so that an area keeps its own where it can.
pub fn tints(parts: &Components, attribute: usize, values: &[i32]) -> Vec<usize> {
    let places: Vec<_> = parts
        .map
        .places
        .iter()
        .map(|place| (place.at, values.iter().position(|value| *value == place.attributes[attribute])))
        .collect();
    let widest = places.iter().map(|((x, _), _)| f64::from(*x)).fold(1.0, f64::max);
    let mut touch = vec![vec![false; values.len()]; values.len()];
    let mut meet = |a: Option<usize>, b: Option<usize>| {
        if let (Some(a), Some(b)) = (a, b) {
            (touch[a][b], touch[b][a]) = (true, true);
        }
    };
    for line in &parts.map.lines {
        let [a, b] = line.ends.map(|end| places[end.index()].1);
        meet(a, b);
    }
    for (i, (from, a)) in places.iter().enumerate() {
        for (to, b) in &places[..i] {
            let away = f64::from(from.0 - to.0).hypot(f64::from(from.1 - to.1));
            if away < NEAR * widest {
                meet(*a, *b);
            }
        }
    }
    let mut tints: Vec<usize> = Vec::new();
    for (i, touched) in touch.iter().enumerate() {
        let taken = |tint: usize| tints.iter().zip(touched).any(|(of, touches)| *of == tint && *touches);
        let order = (0..TINTS.len()).map(|step| (i + step) % TINTS.len());
        tints.push(order.clone().find(|tint| !taken(*tint)).unwrap_or(i % TINTS.len()));
    }
    tints
}
