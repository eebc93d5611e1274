//! What a name means where it means something: for errors about names that stand in the wrong place or beside the wrong thing.

use super::names::{item_name, seat_name};
use super::{ItemType, Scope, Type};
use crate::components::{Components, Owner};
use crate::expr::parse::{Node, What};
use crate::expr::{About, Name};

/// What a node is, in words: `` `region` is a word (an attribute of places) ``.
pub(super) fn described(node: &Node, kind: Type, scope: &Scope) -> String {
    let What::Name(name) = &node.what else {
        return match &node.what {
            What::Call(name, _) => format!("`{name}(…)` gives {}", kind.word()),
            What::Int(value) => format!("{value} is {}", kind.word()),
            _ => format!("this is {}", kind.word()),
        };
    };
    let around = scope.around();
    let sort = if item_name(name, scope).is_some() {
        sort_about(name, scope.item, scope.parts)
    } else if item_name(name, &around).is_some() {
        sort_about(name, around.item, scope.parts)
    } else if seat_name(name, scope).is_some() {
        scope.parts.find_counter(name).map(|counter| {
            format!("a counter of each {}", scope.parts.counters[counter.index()].owner.word()).replace("each table", "the table")
        })
    } else {
        scope.parts.terms.iter().any(|t| t.id == *name).then(|| "a term".to_owned())
    };
    let hidden = match kind {
        Type::Number if scope.parts.map.find_place(name).is_some() => "; it hides the place of that name",
        _ => "",
    };
    match sort {
        Some(sort) => format!("`{name}` is {} ({sort}{hidden})", kind.word()),
        None => format!("`{name}` is {}{hidden}", kind.word()),
    }
}

/// What sort of thing a name is about such items.
fn sort_about(name: &str, item: ItemType, parts: &Components) -> Option<String> {
    let attributes = match item {
        ItemType::Nothing => return None,
        ItemType::Card(set) => {
            let cards = &parts.cards[set.index()];
            if cards.fields.iter().any(|f| f.0 == name) {
                return Some(format!("a field of {} cards", cards.id));
            }
            if cards.find(name).is_some() {
                return Some(format!("a kind of {} card", cards.id));
            }
            return carries(name, item, parts).then(|| format!("a tag of {} cards", cards.id));
        }
        ItemType::Lane => &parts.lane_attributes,
        ItemType::Place => &parts.place_attributes,
        ItemType::Company => &parts.company_attributes,
    };
    if attributes.iter().any(|a| a.0 == name) {
        return Some(format!("an attribute of {}", item.things()));
    }
    if carries(name, item, parts) {
        return Some(format!("a tag of {}", item.things()));
    }
    let counter = parts.counters.iter().find(|c| c.id == name && c.owner.thing() == item.thing())?;
    let whose = if let Owner::SeatAnd(_) = counter.owner { "seats and " } else { "" };
    Some(format!("a counter of {whose}{}", item.things()))
}

/// Whether any item of a type has a tag of that name.
pub(super) fn carries(name: &str, item: ItemType, parts: &Components) -> bool {
    let Some(bit) = parts.tags.iter().position(|t| t == name) else { return false };
    let has = |tags: u64| tags >> bit & 1 == 1;
    match item {
        ItemType::Card(set) => parts.cards[set.index()].kinds.iter().any(|kind| has(kind.tags)),
        ItemType::Place => parts.map.places.iter().any(|place| has(place.tags)),
        ItemType::Company => parts.companies.iter().any(|company| has(company.tags)),
        ItemType::Nothing | ItemType::Lane => false,
    }
}

/// What a name that means nothing here means elsewhere, with what to do about it.
pub(super) fn elsewhere(name: &str, scope: &Scope) -> Option<(String, String)> {
    let parts = scope.parts;
    let here = match scope.item {
        ItemType::Nothing => "this is about nothing but the seat".to_owned(),
        item => format!("this is about {}", item.things()),
    };
    let sets = (0..parts.cards.len()).map(|set| ItemType::Card(crate::id::CardSetId::from(set)));
    let items = sets.chain([ItemType::Lane, ItemType::Place, ItemType::Company]);
    let mut sorts: Vec<String> = items.filter_map(|item| sort_about(name, item, parts)).collect();
    sorts.dedup();
    if !sorts.is_empty() {
        let help = match parts.find_counter(name).and_then(|at| parts.counters[at.index()].owner.things()) {
            Some(of) => format!("nothing says which one is meant; sum-{of}({name}, …) adds up what they have"),
            None => String::new(),
        };
        return Some((format!("`{name}` is {}; {here}", sorts.join(" and ")), help));
    }
    let rows: Vec<_> = Name::ALL.iter().map(|known| known.row()).filter(|row| row.name == name).collect();
    let about_this = match scope.item {
        ItemType::Nothing => About::Seat,
        ItemType::Card(_) => About::Card,
        ItemType::Lane => About::Lane,
        ItemType::Place => About::Place,
        ItemType::Company => About::Company,
    };
    if let Some(row) = rows.iter().find(|row| row.about == about_this) {
        return Some((format!("`{name}` means nothing here: it is {}", row.text), String::new()));
    }
    if let Some(row) = rows.first() {
        let places: Vec<&str> = rows.iter().map(|row| row.about.place()).collect();
        let stands = if row.about.is_occasion() { String::new() } else { format!("; {here}") };
        return Some((format!("`{name}` means something {} only{stands}", places.join(" or ")), format!("{name}: {}", row.text)));
    }
    let thing = if parts.map.find_place(name).is_some() {
        "a place: it can be compared with `here` and other places"
    } else if parts.zones.iter().any(|z| z.id == name) {
        "a zone: `size` and `count` say what lies there"
    } else if parts.sets.iter().any(|s| s.id == name) {
        "a set: `in(…)` asks of a lane or place whether it is in it"
    } else if scope.actions.iter().any(|a| a.0 == name) {
        "an action: `can(…)` asks whether it can be chosen"
    } else if parts.options.iter().any(|o| o.0 == name) {
        "an option: `option(…)` asks whether it is on"
    } else if parts.words.find(name).is_some() && !name.is_empty() {
        "a word: it can be compared with other words"
    } else {
        return None;
    };
    Some((format!("`{name}` is {thing}"), String::new()))
}
