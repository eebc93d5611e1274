//! What the numbers of an observation mean: fields one after the other, each with a name and a list of what its entries are.
//!
//! Seats are told as whoever looks counts them: `own`, `after-1` for the next one clockwise, and so on. So one policy can play every seat.

use railwright_core::Components;
use railwright_core::components::{Members, Owner};
use railwright_core::id::{CardSetId, PartyId, SeatId};
use railwright_rules::Rules;

/// What the entries of a field are, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entries {
    /// One number.
    One,
    /// One for each of these.
    Named(Vec<String>),
    /// One for each lane.
    Lanes,
    /// One for each place.
    Places,
    /// One for each kind of a set of cards.
    Kinds(CardSetId),
    /// One for each kind of a set of cards at each of so many places in a row.
    InRow(CardSetId, usize),
    /// One for each step of the turn structure.
    Steps,
    /// One for each action of the game file.
    Actions,
    /// One for each word of the action space.
    Words,
}

/// Some numbers of an observation that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name: `zone.hand.own`, `counter.trains`, `set.own.after-1`.
    pub name: String,
    /// What its numbers say.
    pub meaning: &'static str,
    /// What its entries are.
    pub entries: Entries,
    /// The position of its first number.
    pub offset: usize,
    /// How many numbers it has.
    pub len: usize,
}

/// All fields of an observation of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    fields: Vec<Field>,
    size: usize,
}

impl Layout {
    /// Adds a field; where it begins.
    pub(crate) fn add(&mut self, name: String, meaning: &'static str, entries: Entries, len: usize) -> usize {
        let offset = self.size;
        self.fields.push(Field { name, meaning, entries, offset, len });
        self.size += len;
        offset
    }

    /// The fields, one after the other.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// A field by its name.
    pub fn find(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Field {
    /// What its entries are called; for words of the action space only that they are words.
    pub fn entry_names(&self, rules: &Rules) -> Vec<String> {
        let parts = &rules.parts;
        match &self.entries {
            Entries::One => vec![self.name.clone()],
            Entries::Named(names) => names.clone(),
            Entries::Lanes => parts.map.lanes.iter().map(|lane| lane.id.clone()).collect(),
            Entries::Places => parts.map.places.iter().map(|place| place.id.clone()).collect(),
            Entries::Kinds(set) => parts.cards[set.index()].kinds.iter().map(|kind| kind.id.clone()).collect(),
            Entries::InRow(set, places) => {
                let kinds = &parts.cards[set.index()].kinds;
                (1..=*places).flat_map(|nth| kinds.iter().map(move |kind| format!("{nth} {}", kind.id))).collect()
            }
            // Steps that follow from others may have one id.
            Entries::Steps => rules.flow.steps.iter().enumerate().map(|(at, step)| format!("{at} {}", step.id)).collect(),
            Entries::Actions => rules.actions.iter().map(|action| action.id.clone()).collect(),
            Entries::Words => (0..self.len).map(|word| format!("word {word}")).collect(),
        }
    }
}

/// How many members a named set can have, and what they are.
pub(crate) fn members(parts: &Components, members: Members) -> (Entries, usize) {
    match members {
        Members::Lanes => (Entries::Lanes, parts.map.lanes.len()),
        Members::Places => (Entries::Places, parts.map.places.len()),
    }
}

/// A seat as another one counts it.
pub(crate) fn seat_name(after: usize) -> String {
    if after == 0 { "own".to_owned() } else { format!("after-{after}") }
}

/// The owner at a position of the list that a seat goes by: it comes first, the others follow as they sit; what is no seat's stays where
/// it is.
pub(crate) fn absolute(parts: &Components, of: Owner, at: usize, seat: SeatId) -> usize {
    let seats = usize::from(parts.seats);
    let turned = |after: usize| (after + seat.index()) % seats;
    match of {
        Owner::Seat => turned(at),
        Owner::Party if at < seats => turned(at),
        Owner::SeatAnd(thing) => {
            let (after, member) = parts.of_pair(thing, at);
            parts.pair(thing, turned(after), member)
        }
        Owner::Train => {
            let mut trains: Vec<usize> = (0..parts.trains.len()).collect();
            trains.sort_by_key(|&train| (parts.trains[train].seat.index() + seats - seat.index()) % seats);
            trains[at]
        }
        _ => at,
    }
}

/// What the owner at such a position is called.
pub(crate) fn owner_name(parts: &Components, of: Owner, at: usize) -> String {
    let seats = usize::from(parts.seats);
    match of {
        Owner::Table => "table".to_owned(),
        Owner::Seat => seat_name(at),
        Owner::Party if at < seats => seat_name(at),
        Owner::Party => parts.party_name(PartyId::from(at)),
        Owner::Train => {
            let train = &parts.trains[absolute(parts, of, at, SeatId(0))];
            format!("{}.{}", seat_name(train.seat.index()), train.id)
        }
        Owner::SeatAnd(thing) => {
            let (after, member) = parts.of_pair(thing, at);
            format!("{}.{}", seat_name(after), parts.owner_name(thing.alone(), member).unwrap_or_default())
        }
        other => parts.owner_name(other, at).unwrap_or_default(),
    }
}
