//! A game as data, for programs that play it: board, cards, companies and the words of its actions.
//!
//! Everything here is known to all players before the game begins; nothing depends on a state.

use railwright_core::components::{CardSet, Company, FieldType, FieldValue};
use railwright_core::id::{PlaceId, WordId};
use railwright_core::map::{Lane, Place};
use railwright_core::narrow::{narrow, position};
use railwright_rules::Rules;
use serde_json::{Map, Value, json};

/// All that a program needs to know of a game to play it.
pub fn describe(rules: &Rules) -> Value {
    let (head, parts) = (&rules.head, &rules.parts);
    json!({
        "game": head.id,
        "name": head.name,
        "map": head.map,
        "players": parts.seats,
        "options": parts.options.iter().map(|(name, on)| (name.clone(), Value::from(*on))).collect::<Map<_, _>>(),
        "places": parts.map.places.iter().map(|p| place(rules, p)).collect::<Vec<_>>(),
        "lanes": parts.map.lanes.iter().map(|l| lane(rules, l)).collect::<Vec<_>>(),
        "cards": parts.cards.iter().map(|set| (set.id.clone(), cards(rules, set))).collect::<Map<_, _>>(),
        "companies": parts.companies.iter().map(|c| company(rules, c)).collect::<Vec<_>>(),
        "actions": rules.actions.iter().map(|a| json!({ "id": a.id, "word": a.word })).collect::<Vec<_>>(),
        "score": rules.score.lines.iter().map(|l| json!({ "id": l.id, "name": l.name })).collect::<Vec<_>>(),
    })
}

fn place(rules: &Rules, place: &Place) -> Value {
    let mut told = json!({ "id": place.id, "name": place.name, "at": [place.at.0, place.at.1], "junction": place.junction });
    extend(rules, &mut told, place.tags, &rules.parts.place_attributes, &place.attributes);
    told
}

fn lane(rules: &Rules, lane: &Lane) -> Value {
    let map = &rules.parts.map;
    let line = &map.lines[lane.line.index()];
    let mut told = json!({
        "id": lane.id,
        "line": line.id,
        "ends": lane.ends.map(|end| map.place(end).id.as_str()),
        "length": lane.length,
        "color": rules.parts.words.text(lane.color),
    });
    if line.one_way {
        told["one_way"] = true.into();
    }
    extend(rules, &mut told, 0, &rules.parts.lane_attributes, &lane.attributes);
    told
}

fn company(rules: &Rules, company: &Company) -> Value {
    let home = company.home.map(|home| rules.parts.map.place(home).id.as_str());
    let mut told = json!({ "id": company.id, "name": company.name, "home": home });
    extend(rules, &mut told, company.tags, &rules.parts.company_attributes, &company.attributes);
    told
}

fn cards(rules: &Rules, set: &CardSet) -> Value {
    let kinds = set.kinds.iter().map(|kind| {
        let mut told = json!({ "id": kind.id, "count": kind.count });
        extend(rules, &mut told, kind.tags, &[], &[]);
        let fields = set.fields.iter().zip(&kind.fields).map(|((name, of), value)| (name.clone(), field(rules, *of, value)));
        let fields: Map<String, Value> = fields.collect();
        if !fields.is_empty() {
            told["fields"] = fields.into();
        }
        told
    });
    kinds.collect::<Vec<_>>().into()
}

/// Adds the tags and the attributes that the game declares; those that say nothing are left out.
fn extend(rules: &Rules, told: &mut Value, tags: u64, declared: &[(String, FieldType)], values: &[i32]) {
    let tags: Vec<&str> =
        rules.parts.tags.iter().enumerate().filter(|(i, _)| tags >> i & 1 == 1).map(|(_, t)| t.as_str()).collect();
    if !tags.is_empty() {
        told["tags"] = tags.into();
    }
    let attributes: Map<String, Value> =
        declared.iter().zip(values).map(|((name, of), value)| (name.clone(), one(rules, *of, *value))).collect();
    if !attributes.is_empty() {
        told["attributes"] = attributes.into();
    }
}

fn field(rules: &Rules, of: FieldType, value: &FieldValue) -> Value {
    let place = |place: PlaceId| rules.parts.map.place(place).id.as_str();
    match value {
        FieldValue::One(value) => one(rules, of, *value),
        FieldValue::Places(places) => places.iter().map(|&p| place(p)).collect::<Vec<_>>().into(),
        FieldValue::Pays(pays) => pays.iter().map(|&(p, n)| (place(p).to_owned(), Value::from(n))).collect::<Map<_, _>>().into(),
    }
}

fn one(rules: &Rules, of: FieldType, value: i32) -> Value {
    match of {
        FieldType::Word if value < 0 => Value::Null,
        FieldType::Word => rules.parts.words.text(WordId(narrow::<u16>(value))).into(),
        FieldType::Words | FieldType::Numbers => {
            let item = if of == FieldType::Words { FieldType::Word } else { FieldType::Number };
            let list = rules.parts.lists.get(position(value.into())).into_iter().flatten();
            list.map(|&one_of| one(rules, item, one_of)).collect::<Vec<_>>().into()
        }
        FieldType::Place => rules.parts.map.places.get(position(value.into())).map(|p| p.id.as_str()).into(),
        _ => value.into(),
    }
}
