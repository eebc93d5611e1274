//! Events as data, for programs: what an audience saw of them, by the names of the game's files.

use railwright_core::Event;
use railwright_core::components::{Owner, Spot};
use railwright_core::id::{LaneId, SeatSet};
use railwright_rules::Rules;
use railwright_rules::notation::{print_anywhere, standing_in_words};
use serde_json::{Map, Value, json};

/// What happened as all of these seats saw it; `said` is the notation of the action that caused it.
///
/// What they did not see is left out, or told without what was hidden: how many cards moved and not which.
pub fn tell(rules: &Rules, events: &[Event], audience: SeatSet, said: &str) -> Vec<Value> {
    events.iter().filter_map(|event| told(rules, *event, audience, said)).collect()
}

fn told(rules: &Rules, event: Event, audience: SeatSet, said: &str) -> Option<Value> {
    let parts = &rules.parts;
    let seen = event.seen_by(parts).contains(audience);
    let lane = |lane: LaneId| &parts.map.lane(lane).id;
    Some(match event {
        Event::Acted { seat, .. } if seen => json!({ "event": "acted", "seat": seat.0 + 1, "do": said }),
        Event::Acted { seat, .. } => json!({ "event": "acted", "seat": seat.0 + 1, "sealed": true }),
        Event::Revealed { seat, action } => {
            json!({ "event": "revealed", "seat": seat.0 + 1, "do": print_anywhere(rules, seat, action) })
        }
        Event::Moved { from, to, kind, count } => {
            let counted = SeatSet(parts.size_seen_by(from).0 | parts.size_seen_by(to).0).contains(audience);
            if !seen && !counted {
                return None;
            }
            let card = seen.then(|| parts.cards_in(to.zone).kinds[kind.index()].id.as_str());
            let mut moved = json!({ "event": "moved", "from": spot(rules, from), "to": spot(rules, to), "count": count });
            if let Some(card) = card {
                moved["card"] = card.into();
            }
            moved
        }
        _ if !seen => return None,
        Event::Swept(row) => json!({ "event": "swept", "zone": spot(rules, row) }),
        Event::Renewed(pile) => json!({ "event": "renewed", "zone": spot(rules, pile) }),
        Event::Counted { counter, owner, by } => {
            let counter = &parts.counters[counter.index()];
            json!({ "event": "counted", "counter": counter.id, "owner": parts.owner_name(counter.owner, owner.into()), "by": by })
        }
        Event::Claimed { party, lane: id, seat } => {
            json!({ "event": "claimed", "owner": parts.party_name(party), "lane": lane(id), "seat": seat.0 + 1 })
        }
        Event::Lifted { party, lane: id, seat } => {
            json!({ "event": "lifted", "owner": parts.party_name(party), "lane": lane(id), "seat": seat.0 + 1 })
        }
        Event::Laid { party, lane: id, seat } => {
            json!({ "event": "laid", "owner": parts.party_name(party), "lane": lane(id), "seat": seat.0 + 1 })
        }
        Event::Stood { train, standing } => {
            let name = parts.owner_name(Owner::Train, train.into());
            json!({ "event": "stood", "train": name, "where": standing_in_words(rules, standing) })
        }
        Event::Out { seat, out } => json!({ "event": "out", "seat": seat.0 + 1, "out": out }),
        Event::Turn(seat) => json!({ "event": "turn", "seat": seat.0 + 1 }),
        Event::Round(number) => json!({ "event": "round", "number": number }),
        Event::LastRound => json!({ "event": "last-round" }),
        Event::Over => json!({ "event": "over" }),
    })
}

fn spot(rules: &Rules, spot: Spot) -> Value {
    let zone = rules.parts.zone(spot.zone);
    let mut named = Map::from_iter([("zone".to_owned(), Value::from(zone.id.as_str()))]);
    if let Some(owner) = rules.parts.owner_name(zone.owner, spot.owner.into()) {
        named.insert("owner".into(), owner.into());
    }
    named.into()
}
