//! A position as a scenario would write it: the other way round of `position`.
//!
//! Where in the turn structure the game stands is not part of it, and what a scenario cannot say is left out: which cards of a shuffled pile lie on top.

use crate::names::{BUILT, CLAIMED, STANDS, member_name};
use crate::position::GAP;
use railwright_core::bits;
use railwright_core::components::{BEGUN, BUILT_IN_SETS, Form, Owner, Spot};
use railwright_core::id::{CounterId, LaneId, PartyId, PlaceId, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{Components, State};

/// One thing that a position says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name as a TOML key: `hand.1`.
    pub key: String,
    /// Its value in TOML.
    pub value: String,
}

/// Everything a scenario can say of a position.
pub fn position_in_words(parts: &Components, state: &State) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut say = |key: String, value: String| entries.push(Entry { key, value });
    for seat in 0..parts.seats {
        let lanes: Vec<String> = own_lanes(parts, state, PartyId(seat)).map(|l| toml_text(&parts.map.lanes[l].id)).collect();
        if !lanes.is_empty() {
            say(format!("{CLAIMED}.{}", seat + 1), list(&lanes));
        }
    }
    for (i, company) in parts.companies.iter().enumerate() {
        let track = track(parts, state, parts.company_party(i));
        if !track.is_empty() {
            say(format!("{BUILT}.{}", key_word(&company.id)), list(&track));
        }
    }
    for (i, train) in parts.trains.iter().enumerate() {
        if let Some(standing) = standing(parts, state.train(i)) {
            say(format!("{STANDS}.{}", train.seat.0 + 1), toml_text(&standing));
        }
    }
    for (i, counter) in parts.counters.iter().enumerate() {
        for owner in 0..counter.start.len() {
            let value = state.counter(parts, CounterId::from(i), owner);
            say(owned(parts, &counter.id, counter.owner, owner), value.to_string());
        }
    }
    for (i, set) in parts.sets.iter().enumerate().skip(BUILT_IN_SETS) {
        for owner in 0..parts.owners(set.owner) {
            let id = SetId::from(i);
            let members = bits::iter(state.set(parts, id, owner)).map(|member| toml_text(member_name(parts, id, member)));
            say(owned(parts, &set.id, set.owner, owner), list(&members.collect::<Vec<_>>()));
        }
    }
    for (i, zone) in parts.zones.iter().enumerate() {
        // What lies nowhere else lies where cards start, and a scenario must not say so of a bag.
        if zone.form == Form::Bag && !zone.fill.is_empty() {
            continue;
        }
        for owner in 0..parts.owners(zone.owner) {
            let spot = Spot { zone: ZoneId::from(i), owner: narrow::<u16>(owner) };
            say(owned(parts, &zone.id, zone.owner, owner), cards(parts, state, spot));
        }
    }
    entries
}

fn owned(parts: &Components, name: &str, of: Owner, owner: usize) -> String {
    let owner = match of {
        Owner::Table => return key_word(name),
        Owner::Seat => (owner + 1).to_string(),
        Owner::Party if owner < parts.seats.into() => (owner + 1).to_string(),
        Owner::Train => (parts.trains[owner].seat.0 + 1).to_string(),
        Owner::SeatAnd(thing) => {
            let (seat, member) = parts.of_pair(thing, owner);
            let with = parts.owner_name(thing.alone(), member).unwrap_or_default();
            return format!("{}.{}.{}", key_word(name), seat + 1, key_word(&with));
        }
        _ => parts.owner_name(of, owner).unwrap_or_default(),
    };
    format!("{}.{}", key_word(name), key_word(&owner))
}

fn cards(parts: &Components, state: &State, spot: Spot) -> String {
    let kinds = &parts.cards_in(spot.zone).kinds;
    match parts.zone(spot.zone).form {
        Form::Row(_) if state.size(parts, spot) == 0 => "[]".to_owned(),
        Form::Row(_) => {
            let slots = state.row(parts, spot).map(|kind| toml_text(kind.map_or(GAP, |k| &kinds[k.index()].id)));
            list(&slots.collect::<Vec<_>>())
        }
        Form::Pile => {
            let mut cards: Vec<_> = state.pile(parts, spot).cards().map(|k| toml_text(&kinds[k.index()].id)).collect();
            cards.reverse();
            list(&cards)
        }
        Form::Bag => {
            let mut cards = Vec::new();
            state.each_card(parts, spot, |kind, n| cards.push(format!("{} = {n}", key_word(&kinds[kind.index()].id))));
            if cards.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", cards.join(", ")) }
        }
    }
}

fn own_lanes<'a>(parts: &'a Components, state: &'a State, party: PartyId) -> impl Iterator<Item = usize> + 'a {
    bits::iter(state.own(parts, party))
}

/// The track of a company in an order in which it can grow from its home: what is reached already comes first.
fn track(parts: &Components, state: &State, party: PartyId) -> Vec<String> {
    let begun = bits::iter(state.set(parts, BEGUN, party.index()));
    let mut left: Vec<LaneId> = own_lanes(parts, state, party).chain(begun).map(LaneId::from).collect();
    let near = |lane: LaneId| parts.map.lane(lane).ends[usize::from(state.track(lane).from)];
    let home = parts.company_of(party).and_then(|i| parts.companies[i].home);
    let mut reached: Vec<PlaceId> = home.into_iter().collect();
    let mut track = Vec::new();
    while !left.is_empty() {
        let next = left.iter().position(|&lane| reached.contains(&near(lane))).unwrap_or(0);
        let lane = left.remove(next);
        let (strip, laid) = (parts.map.lane(lane), state.track(lane).laid);
        let pieces = if laid == strip.length { String::new() } else { format!(" {laid}") };
        track.push(toml_text(&format!("{} from {}{pieces}", strip.id, parts.map.place(near(lane)).id)));
        reached.extend(strip.ends.iter().filter(|_| laid == strip.length));
    }
    track
}

fn standing(parts: &Components, standing: Standing) -> Option<String> {
    match standing {
        Standing::Off => None,
        Standing::In(place) => Some(parts.map.place(place).id.clone()),
        Standing::On { lane, space, towards } => {
            let strip = parts.map.lane(lane);
            let space = if strip.length > 1 { format!(" space {space}") } else { String::new() };
            Some(format!("{}{space} towards {}", strip.id, parts.map.place(strip.ends[usize::from(towards)]).id))
        }
    }
}

fn list(items: &[String]) -> String {
    format!("[{}]", items.join(", "))
}

/// A text in TOML.
pub fn toml_text(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '\n' => written.push_str("\\n"),
            c if c.is_control() => written.push(' '),
            c => written.push(c),
        }
    }
    written + "\""
}

/// A part of a TOML key.
fn key_word(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bare { name.to_owned() } else { toml_text(name) }
}
