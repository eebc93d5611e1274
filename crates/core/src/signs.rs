//! What lies on places and lanes beside track and trains, in as few letters as can be, for whatever draws a board: named sets, counters and cards.
//!
//! Every set and counter of the board has a letter of its own, every kind of card one within its set of cards; a legend says which is which.
//! Bookkeeping is left out: what people are not told, and what the author says is not shown.

use crate::components::{BUILT_IN_SETS, Components, Members, Owner, Show, Spot, Thing, letters, shown};
use crate::id::{CounterId, PartyId, SetId, ZoneId};
use crate::narrow::narrow;
use crate::{View, bits};

/// What a sign stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Being in a named set.
    Set(usize),
    /// The value of a counter.
    Counter(usize),
    /// Cards of a zone.
    Cards(usize),
}

/// A sign on a place or a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// What it stands for.
    pub sort: Sort,
    /// Whose it is, if it is a party's.
    pub owner: Option<PartyId>,
    /// A letter and perhaps a number.
    pub text: String,
}

/// The letters of a game's signs.
#[derive(Clone, Default, Debug)]
pub struct Signs {
    sets: Vec<(usize, char)>,
    counters: Vec<(usize, char)>,
    /// The zones, with a letter for each kind of card.
    zones: Vec<(usize, Vec<char>)>,
    /// A letter for each attribute of lanes that is shown.
    lanes: Vec<Option<char>>,
    printed: Option<CounterId>,
}

impl Signs {
    /// The signs of a game.
    #[must_use]
    pub fn of(parts: &Components) -> Self {
        let on_board = |owner: Owner| matches!(owner.thing(), Some(Thing::Place | Thing::Lane));
        let is_shown = |list: &[(String, Show)], id: &str| shown(list, id) != Show::None;
        let printed = printed(parts);
        let sets: Vec<usize> =
            (BUILT_IN_SETS..parts.sets.len()).filter(|&i| is_shown(&parts.shows.sets, &parts.sets[i].id)).collect();
        let counters = parts.counters.iter().enumerate().filter(|(i, counter)| {
            counter.told
                && on_board(counter.owner)
                && printed != Some(CounterId::from(*i))
                && is_shown(&parts.shows.counters, &counter.id)
        });
        let counters: Vec<usize> = counters.map(|(i, _)| i).collect();
        // No letter of the board stands for two things; what lies there comes before what is printed on lanes.
        let of_sets = sets.iter().map(|&i| parts.sets[i].name.as_str());
        let of_counters = counters.iter().map(|&i| parts.counters[i].name.as_str());
        let printed_on_lanes = parts.lane_attributes.iter().map(|(name, _)| name.as_str());
        let own = letters(of_sets.chain(of_counters).chain(printed_on_lanes));
        let (of_sets, own) = own.split_at(sets.len());
        let (of_counters, on_lanes) = own.split_at(counters.len());
        let sets = sets.into_iter().zip(of_sets.iter().copied()).collect();
        let counters = counters.into_iter().zip(of_counters.iter().copied()).collect();
        let attributes = parts.lane_attributes.iter().zip(on_lanes);
        let lanes = attributes.map(|((name, _), letter)| is_shown(&parts.shows.lanes, name).then_some(*letter)).collect();
        let zones =
            parts.zones.iter().enumerate().filter(|(_, zone)| on_board(zone.owner) && is_shown(&parts.shows.zones, &zone.id));
        let kinds = |zone: usize| letters(parts.cards[parts.zones[zone].cards.index()].kinds.iter().map(|kind| kind.id.as_str()));
        let zones = zones.map(|(i, _)| (i, kinds(i))).collect();
        Signs { sets, counters, zones, lanes, printed }
    }

    /// The counter of places that begins as a number that is printed in their dots: what changes is that number.
    #[must_use]
    pub fn printed(&self) -> Option<CounterId> {
        self.printed
    }

    /// The letter of an attribute of lanes; none where it is not shown.
    #[must_use]
    pub fn of_attribute(&self, attribute: usize) -> Option<char> {
        self.lanes.get(attribute).copied().flatten()
    }

    /// What each sign stands for: its sort, an example, and its meaning.
    #[must_use]
    pub fn legend(&self, parts: &Components) -> Vec<(Sort, String, String)> {
        let mut legend: Vec<(Sort, String, String)> = Vec::new();
        legend.extend(self.sets.iter().map(|&(i, letter)| (Sort::Set(i), letter.to_string(), parts.sets[i].name.clone())));
        let counters = self.counters.iter();
        legend.extend(counters.map(|&(i, letter)| (Sort::Counter(i), format!("{letter}2"), parts.counters[i].name.clone())));
        for (i, own) in &self.zones {
            let zone = &parts.zones[*i];
            let kinds = &parts.cards[zone.cards.index()].kinds;
            let listed: Vec<String> =
                kinds.iter().zip(own).map(|(kind, letter)| format!("{letter} {}", kind.id.replace('-', " "))).collect();
            legend.push((
                Sort::Cards(*i),
                format!("{}2", own.first().unwrap_or(&'?')),
                format!("{}: {}", zone.name, listed.join(", ")),
            ));
        }
        legend
    }

    /// The signs of a place.
    #[must_use]
    pub fn at_place(&self, view: &View, place: usize) -> Vec<Sign> {
        self.all(view, Thing::Place, place)
    }

    /// The signs of a lane.
    #[must_use]
    pub fn on_lane(&self, view: &View, lane: usize) -> Vec<Sign> {
        self.all(view, Thing::Lane, lane)
    }

    fn all(&self, view: &View, thing: Thing, member: usize) -> Vec<Sign> {
        let mut signs = Vec::new();
        self.add_sets(view, thing, member, &mut signs);
        self.add_counters(view, thing, member, &mut signs);
        self.add_cards(view, thing, member, &mut signs);
        signs
    }

    fn add_sets(&self, view: &View, thing: Thing, member: usize, signs: &mut Vec<Sign>) {
        let parts = view.parts();
        let members = if thing == Thing::Place { Members::Places } else { Members::Lanes };
        for &(i, letter) in self.sets.iter().filter(|(i, _)| parts.sets[*i].members == members) {
            let of = parts.sets[i].owner;
            for owner in (0..parts.owners(of)).filter(|&owner| bits::has(view.set(SetId::from(i), owner), member)) {
                let party = party(parts, of, owner);
                let whose = if party.is_none() && of != Owner::Table { parts.owner_name(of, owner) } else { None };
                let text = std::iter::once(letter).chain(whose.iter().flat_map(|name| name.chars().take(2))).collect();
                signs.push(Sign { sort: Sort::Set(i), owner: party, text });
            }
        }
    }

    fn add_counters(&self, view: &View, thing: Thing, member: usize, signs: &mut Vec<Sign>) {
        let parts = view.parts();
        for &(i, letter) in self.counters.iter().filter(|(i, _)| parts.counters[*i].owner.thing() == Some(thing)) {
            let counter = &parts.counters[i];
            let of_seats = matches!(counter.owner, Owner::SeatAnd(_));
            for seat in 0..if of_seats { usize::from(parts.seats) } else { 1 } {
                let owner = if of_seats { parts.pair(thing, seat, member) } else { member };
                let Some(value) = view.counter(CounterId::from(i), owner) else { continue };
                // What is printed and has not changed is seen already.
                if value == counter.start[owner] && (of_seats || value == 0 || is_printed(parts, i)) {
                    continue;
                }
                signs.push(Sign {
                    sort: Sort::Counter(i),
                    owner: of_seats.then(|| PartyId::from(seat)),
                    text: format!("{letter}{value}"),
                });
            }
        }
    }

    fn add_cards(&self, view: &View, thing: Thing, member: usize, signs: &mut Vec<Sign>) {
        let parts = view.parts();
        for (i, letters) in self.zones.iter().filter(|(i, _)| parts.zones[*i].owner.thing() == Some(thing)) {
            let of_seats = matches!(parts.zones[*i].owner, Owner::SeatAnd(_));
            for seat in 0..if of_seats { usize::from(parts.seats) } else { 1 } {
                let owner = if of_seats { parts.pair(thing, seat, member) } else { member };
                let spot = Spot { zone: ZoneId::from(*i), owner: narrow::<u16>(owner) };
                let party = of_seats.then(|| PartyId::from(seat));
                let mut add = |text: String| signs.push(Sign { sort: Sort::Cards(*i), owner: party, text });
                match (view.cards(spot), view.size(spot)) {
                    (Some(cards), _) => cards.iter().for_each(|(kind, count)| {
                        let letter = letters[kind.index()];
                        add(if *count > 1 { format!("{letter}{count}") } else { letter.to_string() });
                    }),
                    (None, Some(size)) if size > 0 => add(format!("?{size}")),
                    _ => {}
                }
            }
        }
    }
}

/// The party that one of the owners is.
fn party(parts: &Components, of: Owner, owner: usize) -> Option<PartyId> {
    match of {
        Owner::Seat | Owner::Party => Some(PartyId::from(owner)),
        Owner::Company => Some(parts.company_party(owner)),
        Owner::Dummy => Some(parts.dummy_party(owner)),
        _ => None,
    }
}

/// Whether a counter of places or lanes begins as one of their attributes, which the board shows.
fn is_printed(parts: &Components, counter: usize) -> bool {
    let start = &parts.counters[counter].start;
    match parts.counters[counter].owner {
        Owner::Place => (0..parts.place_attributes.len())
            .any(|at| start.iter().zip(&parts.map.places).all(|(n, place)| *n == place.attributes[at])),
        Owner::Lane => (0..parts.lane_attributes.len())
            .any(|at| start.iter().zip(&parts.map.lanes).all(|(n, lane)| *n == lane.attributes[at])),
        _ => false,
    }
}

/// The first told counter of places that begins as the number in their dots.
fn printed(parts: &Components) -> Option<CounterId> {
    let dot = dot(parts)?;
    let is = |counter: &crate::components::Counter| {
        counter.told
            && counter.owner == Owner::Place
            && counter.start.iter().zip(&parts.map.places).all(|(n, place)| *n == place.attributes[dot])
    };
    parts.counters.iter().position(is).map(CounterId::from)
}

/// The number of places that stands in their dots: the one that the author wants there, or else the first that any city has.
#[must_use]
pub fn dot(parts: &Components) -> Option<usize> {
    use crate::components::FieldType;
    let show = |at: usize| shown(&parts.shows.places, &parts.place_attributes[at].0);
    let numbers = (0..parts.place_attributes.len()).filter(|&at| parts.place_attributes[at].1 == FieldType::Number);
    let some = |at: &usize| parts.map.places.iter().any(|place| !place.junction && place.attributes[*at] != 0);
    let numbers: Vec<usize> = numbers.filter(some).collect();
    let wanted = numbers.iter().copied().find(|&at| show(at) == Show::Dot);
    wanted.or_else(|| numbers.into_iter().find(|&at| show(at) == Show::Usual))
}
