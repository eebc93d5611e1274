//! The events a script can hear, and what it is told.

use crate::host_state::HostState;
use crate::names::{party_value, seat_number};
use railwright_core::Event;
use railwright_core::components::{Owner, Spot};
use railwright_core::id::{PartyId, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use rhai::{Dynamic, INT, Map};

/// Every event: its name, what the `event` of its hook holds, and when it happens.
pub const EVENTS: &[(&str, &str, &str)] = &[
    ("acted", "seat, action, sealed", "a seat chose an action; sealed while others still choose in secret"),
    ("revealed", "seat, action", "what a seat had chosen in secret is shown to all, as it is carried out"),
    (
        "moved",
        "from, from_owner, to, to_owner, kind, count",
        "cards of a kind went from zone to zone; an owner is a seat, or 0 for the table",
    ),
    ("swept", "zone", "a row was swept away"),
    ("renewed", "zone", "a bag was shuffled and became the pile"),
    (
        "counted",
        "counter, owner, by",
        "a counter changed; the owner is a seat, the id of a company, place or lane, a seat with such an id, or 0 for the table",
    ),
    ("claimed", "party, lane, seat", "a lane now belongs to a party, whole; the party is () where it is nobody's"),
    ("laid", "party, lane, seat", "a space of a lane was filled"),
    ("lifted", "party, lane, seat", "track of a party was taken off a lane"),
    ("stood", "seat, place", "a train of a seat went somewhere; the place is () when it stands between places"),
    ("out", "seat, out", "a seat is out from now on, or plays again"),
    ("turn", "seat", "a turn began"),
    ("round", "round", "a round began"),
    ("last_round", "", "the last round began"),
    ("over", "", "the game ended"),
];

/// The function that hears each event, by the bit of its kind.
pub(crate) const FUNCTIONS: &[(u16, &str)] = &[
    (1, "on_acted"),
    (4096, "on_revealed"),
    (Event::MOVED, "on_moved"),
    (4, "on_swept"),
    (8, "on_renewed"),
    (16, "on_counted"),
    (32, "on_claimed"),
    (64, "on_laid"),
    (16384, "on_lifted"),
    (2048, "on_stood"),
    (8192, "on_out"),
    (128, "on_turn"),
    (256, "on_round"),
    (512, "on_last_round"),
    (1024, "on_over"),
];

/// What a hook is told about an event.
pub(crate) fn told(host_state: &HostState, event: Event) -> Map {
    let parts = host_state.parts();
    let zone = |spot: Spot| Dynamic::from(parts.zone(spot.zone).id.clone());
    let owner = |spot: Spot| match parts.zone(spot.zone).owner {
        Owner::Table => Dynamic::from(0 as INT),
        Owner::Seat => seat_number(SeatId(narrow::<u8>(spot.owner))).into(),
        of => parts.owner_name(of, spot.owner.into()).map_or(Dynamic::UNIT, Dynamic::from),
    };
    let seat = |seat: SeatId| Dynamic::from(seat_number(seat));
    let entries: Vec<(&str, Dynamic)> = match event {
        Event::Acted { seat: who, action, sealed } => {
            let action = host_state.rules().and_then(|r| r.actions.get(action.action.index()));
            vec![("seat", seat(who)), ("action", action.map_or("done", |a| &a.id).to_owned().into()), ("sealed", sealed.into())]
        }
        Event::Revealed { seat: who, action } => {
            let action = host_state.rules().and_then(|r| r.actions.get(action.action.index()));
            vec![("seat", seat(who)), ("action", action.map_or("done", |a| &a.id).to_owned().into())]
        }
        Event::Moved { from, to, kind, count } => vec![
            ("from", zone(from)),
            ("from_owner", owner(from)),
            ("to", zone(to)),
            ("to_owner", owner(to)),
            ("kind", parts.cards_in(from.zone).kinds[kind.index()].id.clone().into()),
            ("count", INT::from(count).into()),
        ],
        Event::Swept(spot) | Event::Renewed(spot) => vec![("zone", zone(spot))],
        Event::Counted { counter, owner, by } => {
            let counter = &parts.counters[counter.index()];
            let owner = match counter.owner {
                Owner::Table => Dynamic::from(0 as INT),
                Owner::Seat | Owner::Party => party_value(parts, PartyId::from(usize::from(owner))),
                Owner::Company => parts.companies[usize::from(owner)].id.clone().into(),
                Owner::Place => host_state.places.id(owner.into()),
                Owner::Lane => host_state.lanes.id(owner.into()),
                Owner::SeatAnd(thing) => {
                    let (whose, member) = parts.of_pair(thing, owner.into());
                    let with = parts.owner_name(thing.alone(), member).unwrap_or_default();
                    Dynamic::from_array(vec![seat(SeatId::from(whose)), Dynamic::from(with)])
                }
                Owner::Dummy | Owner::Train => parts.owner_name(counter.owner, owner.into()).map_or(Dynamic::UNIT, Dynamic::from),
            };
            vec![("counter", counter.id.clone().into()), ("owner", owner), ("by", INT::from(by).into())]
        }
        Event::Claimed { party, lane, seat: who }
        | Event::Laid { party, lane, seat: who }
        | Event::Lifted { party, lane, seat: who } => {
            vec![("party", party_value(parts, party)), ("lane", host_state.lanes.id(lane.index())), ("seat", seat(who))]
        }
        Event::Stood { train, standing } => {
            let place = match standing {
                Standing::In(place) => host_state.places.id(place.index()),
                Standing::Off | Standing::On { .. } => Dynamic::UNIT,
            };
            let whose = parts.trains.get(usize::from(train)).map_or(Dynamic::UNIT, |t| seat(t.seat));
            vec![("seat", whose), ("place", place)]
        }
        Event::Out { seat: who, out } => vec![("seat", seat(who)), ("out", out.into())],
        Event::Turn(who) => vec![("seat", seat(who))],
        Event::Round(round) => vec![("round", INT::from(round).into())],
        Event::LastRound | Event::Over => Vec::new(),
    };
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use railwright_core::event::EVENT_NAMES;

    #[test]
    fn every_event_is_told_of_here() {
        assert!(EVENTS.iter().map(|(name, ..)| *name).eq(EVENT_NAMES.iter().map(|(name, _)| *name)));
        for ((name, bit), (heard, function)) in EVENT_NAMES.iter().zip(FUNCTIONS) {
            assert_eq!((*bit, format!("on_{name}")), (*heard, (*function).to_owned()));
        }
    }
}
