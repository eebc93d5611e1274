//! Legal moves for a page: what each is about, so that pointing at a lane, place, card or company finds it, and what is paid for it.

use railwright::core::Action;
use railwright::core::id::{KindId, LaneId};
use railwright::rules::Rules;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The moves as a page gets them. Moves that differ only in what is paid have the same `group`.
pub fn moves(rules: &Rules, legal: &[(Action, String)]) -> Value {
    let mut groups = BTreeMap::new();
    let mut told = Vec::with_capacity(legal.len());
    for (action, text) in legal {
        let next = groups.len();
        let bare = Action { payment: Default::default(), ..*action };
        let group = *groups.entry(bare).or_insert(next);
        let mut one = Map::new();
        one.insert("do".to_owned(), text.as_str().into());
        one.insert("group".to_owned(), group.into());
        about(rules, *action, text, &mut one);
        pay(rules, *action, &mut one);
        told.push(Value::Object(one));
    }
    Value::Array(told)
}

/// What a move is about: what its mechanic says, and what its notation names before the payment.
fn about(rules: &Rules, action: Action, text: &str, one: &mut Map<String, Value>) {
    let parts = &rules.parts;
    let subjects = rules.subjects_of(action);
    let (mut lanes, mut places, mut cards, mut companies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let add = |list: &mut Vec<String>, id: &str| {
        if !list.iter().any(|known| known == id) {
            list.push(id.to_owned());
        }
    };
    if let Some(lane) = subjects.lane.filter(|lane: &LaneId| lane.index() < parts.map.lanes.len()) {
        add(&mut lanes, &parts.map.lane(lane).id);
    }
    if let Some(place) = subjects.place.and_then(|place| parts.map.places.get(place.index())) {
        add(&mut places, &place.id);
    }
    if let Some(kind) = subjects.card.and_then(|(set, kind)| parts.cards.get(set.index())?.kinds.get(kind.index())) {
        add(&mut cards, &kind.id);
    }
    if let Some(company) = subjects.company.and_then(|company| parts.companies.get(usize::from(company))) {
        add(&mut companies, &company.id);
    }
    let named = text.split(" with ").next().unwrap_or_default();
    for word in named.split_whitespace().skip(1).map(|word| word.trim_matches(',')) {
        if let Some(lane) = parts.map.find_lane(word) {
            add(&mut lanes, &parts.map.lane(lane).id);
        } else if let Some(place) = parts.map.find_place(word) {
            add(&mut places, &parts.map.place(place).id);
        } else if parts.companies.iter().any(|company| company.id == word) {
            add(&mut companies, word);
        } else if parts.cards.iter().any(|set| set.find(word).is_some()) {
            add(&mut cards, word);
        }
    }
    for (key, list) in [("lanes", lanes), ("places", places), ("cards", cards), ("companies", companies)] {
        if !list.is_empty() {
            one.insert(key.to_owned(), list.into());
        }
    }
}

/// The cards that are paid.
fn pay(rules: &Rules, action: Action, one: &mut Map<String, Value>) {
    let Some([from, _]) = rules.paid_from_and_to(action.action).filter(|_| !action.payment.is_empty()) else { return };
    let set = rules.parts.cards_in(from);
    let card = |kind: KindId| set.kinds.get(kind.index()).map_or("?", |kind| kind.id.as_str());
    let paid: Vec<Value> = action.payment.iter().map(|(kind, count)| json!([card(kind), count])).collect();
    one.insert("pay".to_owned(), paid.into());
    one.insert("set".to_owned(), set.id.as_str().into());
}
