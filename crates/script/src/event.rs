//! The events a script can hear, and what it is told.

use crate::host_state::HostState;
use crate::names::{party_value, seat_number};
use railwright_core::components::{Owner, Spot};
use railwright_core::id::{CounterId, KindId, LaneId, PartyId, SeatId, ZoneId};
use railwright_core::state::Standing;
use railwright_core::{Action, Event};
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
        "a counter changed; the owner is a seat, the id of a company, place or lane, or 0 for the table",
    ),
    ("claimed", "party, lane, seat", "a lane now belongs to a party, whole"),
    ("laid", "party, lane, seat", "a space of a lane was filled"),
    ("stood", "seat, place", "a train of a seat went somewhere; the place is () when it stands between places"),
    ("turn", "seat", "a turn began"),
    ("round", "round", "a round began"),
    ("last_round", "", "the last round began"),
    ("over", "", "the game ended"),
];

/// The name of an event.
pub(crate) fn name(event: &Event) -> &'static str {
    match event {
        Event::Acted { .. } => "acted",
        Event::Revealed { .. } => "revealed",
        Event::Moved { .. } => "moved",
        Event::Swept(_) => "swept",
        Event::Renewed(_) => "renewed",
        Event::Counted { .. } => "counted",
        Event::Claimed { .. } => "claimed",
        Event::Laid { .. } => "laid",
        Event::Stood { .. } => "stood",
        Event::Turn(_) => "turn",
        Event::Round(_) => "round",
        Event::LastRound => "last_round",
        Event::Over => "over",
    }
}

/// The bit of the event with that name in a mask of what is heard.
pub(crate) fn bit(event: &str) -> u16 {
    let spot = Spot { zone: ZoneId(0), owner: 0 };
    let (seat, party, lane, counter) = (SeatId(0), PartyId(0), LaneId(0), CounterId(0));
    let samples = [
        Event::Acted { seat, action: Action::default(), sealed: false },
        Event::Revealed { seat, action: Action::default() },
        Event::Moved { from: spot, to: spot, kind: KindId(0), count: 0 },
        Event::Swept(spot),
        Event::Renewed(spot),
        Event::Counted { counter, owner: 0, by: 0 },
        Event::Claimed { party, lane, seat },
        Event::Laid { party, lane, seat },
        Event::Stood { train: 0, standing: Standing::Off },
        Event::Turn(seat),
        Event::Round(0),
        Event::LastRound,
        Event::Over,
    ];
    samples.into_iter().find(|e| name(e) == event).map_or(0, Event::bit)
}

/// What a hook is told about an event.
pub(crate) fn told(host_state: &HostState, event: Event) -> Map {
    let parts = host_state.parts();
    let zone = |spot: Spot| Dynamic::from(parts.zone(spot.zone).id.clone());
    let owner = |spot: Spot| match parts.zone(spot.zone).owner {
        Owner::Table => Dynamic::from(0 as INT),
        Owner::Seat => seat_number(SeatId(spot.owner as u8)).into(),
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
                Owner::Dummy | Owner::Train => parts.owner_name(counter.owner, owner.into()).map_or(Dynamic::UNIT, Dynamic::from),
            };
            vec![("counter", counter.id.clone().into()), ("owner", owner), ("by", INT::from(by).into())]
        }
        Event::Claimed { party, lane, seat: who } | Event::Laid { party, lane, seat: who } => {
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
        Event::Turn(who) => vec![("seat", seat(who))],
        Event::Round(round) => vec![("round", INT::from(round).into())],
        Event::LastRound | Event::Over => Vec::new(),
    };
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_a_bit_of_its_own() {
        let bits = EVENTS.iter().map(|(name, ..)| bit(name));
        assert_eq!(bits.fold(0, |all, b| all | b).count_ones() as usize, EVENTS.len());
        assert_eq!(bit("eaten"), 0);
    }
}
