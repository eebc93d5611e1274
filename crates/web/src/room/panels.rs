//! What lies on the table beside the board, as a viewer sees it: zones and counters of the table, of each seat, of each company; own goals.

use railwright::core::View;
use railwright::core::components::{CardSet, FieldType, FieldValue, Form, Owner, Spot};
use railwright::core::id::{KindId, PartyId, SeatId, ZoneId};
use railwright::session::tickets::ticket;
use railwright::session::ways::way;
use serde_json::{Value, json};

/// An open zone with more kinds than this is told by its size unless it is somebody's own: nobody reads so many.
const MOST_KINDS: usize = 12;

/// The zones and counters of one owner, as far as they are seen.
fn belongings(view: &View, own: bool, owner: impl Fn(Owner) -> Option<usize>) -> Value {
    let parts = view.parts();
    let counters = parts.counters.iter().enumerate().filter(|(_, counter)| counter.told).filter_map(|(i, counter)| {
        let value = view.counter(i.into(), owner(counter.owner)?)?;
        Some(json!({ "id": counter.id, "name": counter.name, "value": value }))
    });
    let zones = parts.zones.iter().enumerate().filter_map(|(i, zone)| {
        let spot = Spot { zone: ZoneId::from(i), owner: u16::try_from(owner(zone.owner)?).ok()? };
        self::zone(view, spot, own)
    });
    json!({ "counters": counters.collect::<Vec<_>>(), "zones": zones.collect::<Vec<_>>() })
}

fn zone(view: &View, spot: Spot, own: bool) -> Option<Value> {
    let parts = view.parts();
    let zone = parts.zone(spot.zone);
    let set = parts.cards_in(spot.zone);
    let id = |kind: KindId| set.kinds.get(kind.index()).map_or("?", |kind| kind.id.as_str());
    let mut told = json!({ "id": zone.id, "name": zone.name, "set": set.id, "size": view.size(spot) });
    let seen = view.cards(spot).filter(|cards| !cards.is_empty());
    match zone.form {
        Form::Row(_) => {
            if let Some(slots) = view.row(spot) {
                told["row"] = slots.iter().map(|slot| slot.map(id)).collect();
                told["columns"] = zone.columns.into();
            }
        }
        _ => {
            if let Some(cards) = seen.filter(|cards| own || (zone.form != Form::Pile && cards.len() <= MOST_KINDS)) {
                told["cards"] = cards.iter().map(|(kind, count)| json!([id(*kind), count])).collect();
            }
        }
    }
    // What nobody may know anything of is no part of the picture.
    (!told["size"].is_null() || told.get("row").is_some() || told.get("cards").is_some()).then_some(told)
}

/// What belongs to nobody.
pub fn table(view: &View) -> Value {
    belongings(view, false, |owner| (owner == Owner::Table).then_some(0))
}

/// Each seat with what can be seen of it.
pub fn seats(view: &View, own: Option<SeatId>) -> Value {
    let parts = view.parts();
    let one = |seat: u8| {
        let index = usize::from(seat);
        let mut told = belongings(view, own == Some(SeatId(seat)), |owner| match owner {
            Owner::Seat | Owner::Party => Some(index),
            _ => None,
        });
        let trains = parts.trains.iter().enumerate().filter(|(_, train)| train.seat.0 == seat);
        told["trains"] =
            trains.map(|(i, train)| json!({ "id": train.id, "name": train.name, "where": standing(view, i) })).collect();
        told
    };
    (0..parts.seats).map(one).collect()
}

fn standing(view: &View, train: usize) -> String {
    let map = &view.parts().map;
    use railwright::core::state::Standing;
    match view.train(train) {
        Standing::Off => "off the board".to_owned(),
        Standing::In(place) => format!("in {}", map.place(place).name),
        Standing::On { lane, .. } => format!("on {}", map.lane(lane).id),
    }
}

/// Each company with what can be seen of it.
pub fn companies(view: &View) -> Value {
    let parts = view.parts();
    let one = |(i, company): (usize, &railwright::core::components::Company)| {
        let party = usize::from(parts.seats) + i;
        let mut told = belongings(view, false, |owner| match owner {
            Owner::Company => Some(i),
            Owner::Party => Some(party),
            _ => None,
        });
        told["id"] = company.id.as_str().into();
        told["name"] = company.name.as_str().into();
        told["owner"] = parts.party_name(PartyId::from(party)).into();
        told
    };
    parts.companies.iter().enumerate().map(one).collect()
}

/// The cards of a seat that name places: what each asks for, and the way that is missing where it names two.
pub fn goals(view: &View, seat: SeatId) -> Value {
    let parts = view.parts();
    let mut goals = Vec::new();
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, zone)| zone.owner == Owner::Seat) {
        let spot = Spot { zone: ZoneId::from(i), owner: seat.0.into() };
        let set = parts.cards_in(spot.zone);
        for (kind, _) in view.cards(spot).unwrap_or_default() {
            let places = places_of(view, set, kind);
            if places.is_empty() {
                continue;
            }
            let mut goal = json!({ "card": set.kinds[kind.index()].id, "zone": zone.id, "places": places });
            if let Some(ticket) = ticket(view, spot.zone, kind) {
                let lanes = way(view, ticket.ends).map(|way| {
                    way.lanes.iter().map(|(lane, _, missing)| json!([parts.map.lane(*lane).id, missing])).collect::<Vec<_>>()
                });
                goal["numbers"] = ticket.numbers.into();
                goal["missing"] = ticket.missing.into();
                goal["joined"] = (ticket.missing == Some(0)).into();
                goal["way"] = lanes.into();
            }
            goals.push(goal);
        }
    }
    goals.into()
}

/// The places that a card names, each with what it pays there if it says so.
fn places_of(view: &View, set: &CardSet, kind: KindId) -> Vec<Value> {
    let map = &view.parts().map;
    let fields = set.fields.iter().zip(&set.kinds[kind.index()].fields);
    fields
        .flat_map(|((_, field), value)| match (field, value) {
            (FieldType::Place, FieldValue::One(place)) => {
                let place = usize::try_from(*place).ok().and_then(|place| map.places.get(place));
                place.map(|place| json!([place.id])).into_iter().collect::<Vec<_>>()
            }
            (_, FieldValue::Places(places)) => places.iter().map(|place| json!([map.place(*place).id])).collect(),
            (_, FieldValue::Pays(pays)) => pays.iter().map(|(place, n)| json!([map.place(*place).id, n])).collect(),
            _ => Vec::new(),
        })
        .collect()
}
