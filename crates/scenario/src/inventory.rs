//! What lies on the table in words, thing by thing, so that an outcome can show those that a scenario touches and no others.
//!
//! A thing is touched that the scenario names, or that is not the same before and after: what a game has besides is no concern of it.

use crate::expect::zone_in_words;
use crate::names::{BUILT, CLAIMED, Family, STANDS, member_name, pair_name};
use railwright_core::bits;
use railwright_core::components::{self, BEGUN, BUILT_IN_SETS, Form, Owner, Spot};
use railwright_core::id::{CounterId, LaneId, PlaceId, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::{Components, State};
use railwright_rules::Rules;
use railwright_rules::notation::standing_in_words;
use railwright_source::Node;

/// One thing on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thing {
    /// Whose line it stands on: `seat 1`.
    pub(crate) group: String,
    /// What scenarios call it: `hand`, `claimed`.
    family: String,
    /// Whose it is, as scenarios write it; nothing if it is the table's.
    owner: Option<String>,
    /// What it is now: `hand 2 red`.
    pub(crate) text: String,
}

/// Everything on the table, in an order that is the same in all positions of a game.
pub(crate) fn inventory(rules: &Rules, state: &State) -> Vec<Thing> {
    let parts = &rules.parts;
    let mut all = Listing { rules, state, things: Vec::new() };
    all.owned("table", Owner::Table, 0, None);
    for seat in 0..usize::from(parts.seats) {
        let (group, owner) = (format!("seat {}", seat + 1), (seat + 1).to_string());
        all.owned(&group, Owner::Seat, seat, Some(&owner));
        all.owned(&group, Owner::Party, seat, Some(&owner));
        for thing in [components::Thing::Company, components::Thing::Place, components::Thing::Lane] {
            for member in 0..parts.owners(thing.alone()) {
                let pair = parts.pair(thing, seat, member);
                all.owned(&group, Owner::SeatAnd(thing), pair, Some(&pair_name(parts, thing, pair)));
            }
        }
        all.push(&group, CLAIMED, Some(&owner), lanes(rules, state, seat));
    }
    for (i, company) in parts.companies.iter().enumerate() {
        let (party, owner) = (parts.company_party(i).index(), Some(company.id.as_str()));
        all.owned(&company.id, Owner::Company, i, owner);
        all.owned(&company.id, Owner::Party, party, owner);
        all.push(&company.id, BUILT, owner, lanes(rules, state, party));
        // These have no name in scenarios: they are shown where they differ.
        for text in [unfinished(rules, state, party), open_ends(rules, state, i)] {
            all.push(&company.id, "", owner, text);
        }
    }
    for (i, dummy) in parts.dummies.iter().enumerate() {
        all.owned(&dummy.id, Owner::Dummy, i, Some(&dummy.id));
    }
    for (i, train) in parts.trains.iter().enumerate() {
        let (group, owner) = (format!("{} of seat {}", train.id, train.seat.0 + 1), (train.seat.0 + 1).to_string());
        all.push(&group, STANDS, Some(&owner), standing_in_words(rules, state.train(i)));
        all.owned(&group, Owner::Train, i, Some(&owner));
    }
    for (group, of) in [("places", Owner::Place), ("lanes", Owner::Lane)] {
        for owner in 0..parts.owners(of) {
            all.owned(group, of, owner, parts.owner_name(of, owner).as_deref());
        }
    }
    all.things
}

struct Listing<'a> {
    rules: &'a Rules,
    state: &'a State,
    things: Vec<Thing>,
}

impl Listing<'_> {
    fn push(&mut self, group: &str, family: &str, owner: Option<&str>, text: String) {
        let (group, family) = (group.to_owned(), family.to_owned());
        self.things.push(Thing { group, family, owner: owner.map(str::to_owned), text });
    }

    /// The counters, zones and named sets of one owner.
    fn owned(&mut self, group: &str, of: Owner, owner: usize, name: Option<&str>) {
        let (parts, state) = (&self.rules.parts, self.state);
        // Several owners share these lines.
        let whose = match of {
            Owner::Place | Owner::Lane => name.map(|name| format!(" of {name}")).unwrap_or_default(),
            Owner::SeatAnd(thing) => {
                let with = parts.owner_name(thing.alone(), parts.of_pair(thing, owner).1);
                with.map(|name| format!(" of {name}")).unwrap_or_default()
            }
            _ => String::new(),
        };
        for (i, counter) in parts.counters.iter().enumerate().filter(|(_, c)| c.owner == of) {
            let value = state.counter(parts, CounterId::from(i), owner);
            self.push(group, &counter.id, name, format!("{}{whose} {value}", counter.id));
        }
        for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.owner == of) {
            let spot = Spot { zone: ZoneId::from(i), owner: narrow::<u16>(owner) };
            let words = match (zone.form, state.size(parts, spot)) {
                (Form::Pile, 1) => "1 card".to_owned(),
                (Form::Pile, size) => format!("{size} cards"),
                _ => zone_in_words(parts, state, spot),
            };
            self.push(group, &zone.id, name, format!("{}{whose} {words}", zone.id));
        }
        for (i, set) in parts.sets.iter().enumerate().skip(BUILT_IN_SETS).filter(|(_, s)| s.owner == of) {
            let set_id = SetId::from(i);
            let members = bits::iter(state.set(parts, set_id, owner)).map(|member| member_name(parts, set_id, member));
            self.push(group, &set.id, name, format!("{}{whose} {}", set.id, listed(members)));
        }
    }
}

/// The names that a scenario uses for things on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    things: Vec<(String, Option<String>)>,
    /// Whether it asks for the score.
    pub(crate) asks_score: bool,
}

impl Named {
    /// Those of its position.
    pub(crate) fn in_position(&mut self, parts: &Components, position: &Node) {
        for entry in position.as_table().into_iter().flatten() {
            let of = Family::find(parts, &entry.key).map(|family| family.owner(parts));
            match (of, entry.node.as_table()) {
                (Ok(Owner::Table), _) | (_, None) => self.things.push((entry.key.clone(), None)),
                (Ok(Owner::SeatAnd(_)), Some(seats)) => {
                    let of = |seat: &str, things: &Node| -> Vec<String> {
                        things.as_table().into_iter().flat_map(|t| t.keys()).map(|thing| format!("{seat}.{thing}")).collect()
                    };
                    let pairs = seats.iter().flat_map(|entry| of(&entry.key, &entry.node));
                    self.things.extend(pairs.map(|pair| (entry.key.clone(), Some(pair))));
                }
                (_, Some(owners)) => {
                    owners.keys().for_each(|owner| self.things.push((entry.key.clone(), Some(owner.to_owned()))))
                }
            }
        }
    }

    /// Those of an expectation: `hand.1`, or a bare name as conditions have it, for the seats that are asked or for all.
    pub(crate) fn in_expectation(&mut self, parts: &Components, text: &str) {
        let (seats, rest) = crate::expect::leading_numbers(text).unwrap_or(("", text));
        let seats: Vec<String> = seats.split(',').map(|seat| seat.trim().to_owned()).filter(|seat| !seat.is_empty()).collect();
        self.asks_score |= rest.starts_with("scores ") || rest.starts_with("tallies ") || rest.starts_with("winner");
        let is_name = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        for word in rest.split(|c| !is_name(c)).filter(|word| !word.is_empty()) {
            let (name, owner) = word.split_once('.').map_or((word, None), |(name, owner)| (name, Some(owner)));
            let Ok(family) = Family::find(parts, name) else { continue };
            let mut push = |owner: Option<String>| self.things.push((name.to_owned(), owner));
            match (owner, family.owner(parts)) {
                (Some(owner), _) => push(Some(owner.to_owned())),
                (None, Owner::Table) => push(None),
                (None, Owner::Seat | Owner::Party | Owner::Train) if !seats.is_empty() => {
                    seats.iter().for_each(|seat| push(Some(seat.clone())))
                }
                (None, Owner::Seat | Owner::Party | Owner::Train) => {
                    (1..=parts.seats).for_each(|seat| push(Some(seat.to_string())))
                }
                // A condition about all places is about none of them in particular.
                (None, Owner::Company | Owner::Dummy | Owner::Place | Owner::Lane | Owner::SeatAnd(_)) => {}
            }
        }
    }

    pub(crate) fn has(&self, thing: &Thing) -> bool {
        self.things.iter().any(|(family, owner)| *family == thing.family && *owner == thing.owner)
    }
}

/// Which things are touched: named, or not the same in all of these positions.
pub(crate) fn touched(named: &Named, positions: &[&[Thing]]) -> Vec<bool> {
    let Some((first, others)) = positions.split_first() else { return Vec::new() };
    let same = |at: usize, thing: &Thing| others.iter().all(|other| other[at].text == thing.text);
    first.iter().enumerate().map(|(at, thing)| named.has(thing) || !same(at, thing)).collect()
}

/// The things that are touched, a line for each owner.
pub(crate) fn lines(things: &[Thing], touched: &[bool]) -> Vec<String> {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for (thing, _) in things.iter().zip(touched).filter(|(_, touched)| **touched) {
        match lines.last_mut().filter(|(group, _)| *group == thing.group) {
            Some((_, line)) => *line = format!("{line}; {}", thing.text),
            None => lines.push((&thing.group, thing.text.clone())),
        }
    }
    lines.into_iter().map(|(group, line)| format!("{group}: {line}")).collect()
}

fn listed<S: AsRef<str>>(items: impl Iterator<Item = S>) -> String {
    let items: Vec<S> = items.collect();
    let words: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

fn lanes(rules: &Rules, state: &State, party: usize) -> String {
    let own = bits::iter(state.own(&rules.parts, party.into()));
    format!("lanes {}", listed(own.map(|l| rules.parts.map.lane(LaneId::from(l)).id.as_str())))
}

fn unfinished(rules: &Rules, state: &State, party: usize) -> String {
    let parts = &rules.parts;
    let begun = bits::iter(state.set(parts, BEGUN, party)).map(|lane| {
        let (strip, track) = (&parts.map.lanes[lane], state.track(LaneId::from(lane)));
        format!("{} {}/{} from {}", strip.id, track.laid, strip.length, parts.map.place(strip.ends[track.from as usize]).id)
    });
    format!("unfinished {}", listed(begun))
}

fn open_ends(rules: &Rules, state: &State, company: usize) -> String {
    let places = (0..rules.parts.map.places.len()).map(PlaceId::from);
    let ends = places.filter_map(|place| match state.ends(&rules.parts, company, place) {
        0 => None,
        1 => Some(rules.parts.map.place(place).id.clone()),
        n => Some(format!("{n} {}", rules.parts.map.place(place).id)),
    });
    format!("ends {}", listed(ends))
}
