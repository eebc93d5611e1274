//! What people read for lanes and cards.

use railwright_core::Components;
use railwright_core::components::{CardSet, FieldType, FieldValue, Kind};

/// The ends of a lane, and which of several it is.
pub fn lane_name(parts: &Components, lane: usize) -> String {
    let strip = &parts.map.lanes[lane];
    let [a, b] = strip.ends.map(|end| {
        let place = parts.map.place(end);
        if place.junction || place.name.is_empty() { place.id.as_str() } else { place.name.as_str() }
    });
    let which = strip.id.split_once('/').map(|(_, which)| format!(" ({which})")).unwrap_or_default();
    format!("{a} – {b}{which}")
}

/// The place or places of a card, with its numbers; its id when it names none.
pub fn card_name(parts: &Components, set: &CardSet, kind: &Kind) -> String {
    let mut places = Vec::new();
    let mut numbers = Vec::new();
    for ((_, field), value) in set.fields.iter().zip(&kind.fields) {
        match (field, value) {
            (FieldType::Place, FieldValue::One(place)) => {
                let place = usize::try_from(*place).ok().and_then(|place| parts.map.places.get(place));
                places.extend(place.map(|place| place.name.as_str()));
            }
            (FieldType::Number, FieldValue::One(number)) if *number != 0 => numbers.push(number.to_string()),
            // A card that pays in several places is known by its id.
            (FieldType::Pays | FieldType::Places, _) => return kind.id.clone(),
            _ => {}
        }
    }
    match (places.len(), numbers.is_empty()) {
        (0, _) => kind.id.clone(),
        (_, true) => places.join(" – "),
        (_, false) => format!("{} ({})", places.join(" – "), numbers.join(", ")),
    }
}

/// `tickets-made` becomes `Tickets made`; a name that has capitals or spaces stays.
pub fn capital(name: &str) -> String {
    if name.chars().any(|c| c.is_uppercase() || c.is_whitespace()) {
        return name.to_owned();
    }
    let spaced = name.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
