//! Sets of cards and what is printed on them.

use crate::id::{KindId, PlaceId, WordId};

/// The value of one field of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// A number, an interned word or a place, told apart by the field's type.
    One(i32),
    /// Several places.
    Places(Vec<PlaceId>),
    /// What each of several places pays.
    Pays(Vec<(PlaceId, i32)>),
}

/// A place that a card's field or an attribute leaves out.
pub const NO_PLACE: i32 = -1;

/// What a field of a card can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// A whole number.
    Number,
    /// A name that is compared, not counted.
    Word,
    /// A place of the map.
    Place,
    /// A list of places.
    Places,
    /// A table of places and numbers.
    Pays,
    /// A list of numbers; the value is its number among the lists.
    Numbers,
    /// A list of words; the value is its number among the lists.
    Words,
}

/// One kind of card: cards of a kind are alike.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its id in the data and in notation.
    pub id: String,
    /// The same as a word that attributes and fields can be compared with.
    pub word: WordId,
    /// How many of them there are.
    pub count: u8,
    /// Bit `i` is set when it has tag `i` of the game's tags.
    pub tags: u64,
    /// The values of the set's fields, in their order.
    pub fields: Vec<FieldValue>,
}

/// A set of cards, shuffled and dealt as one.
#[derive(Clone, Debug)]
pub struct CardSet {
    /// Its id in the data.
    pub id: String,
    /// The fields its cards have.
    pub fields: Vec<(String, FieldType)>,
    /// The kinds of card.
    pub kinds: Vec<Kind>,
}

impl CardSet {
    /// A kind by its id.
    pub fn find(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.id == id).map(KindId::from)
    }

    /// How many cards the whole set has.
    pub fn total(&self) -> usize {
        self.kinds.iter().map(|k| k.count as usize).sum()
    }

    /// Whether its cards are tickets: each names two places.
    pub fn has_tickets(&self) -> bool {
        self.fields.iter().filter(|(_, field)| *field == FieldType::Place).count() == 2
    }

    /// The two places that a ticket names; nothing if its cards are no tickets, or if it leaves one of them out.
    pub fn ticket_ends(&self, kind: KindId) -> Option<[PlaceId; 2]> {
        if !self.has_tickets() {
            return None;
        }
        let place = |value: i32| usize::try_from(value).ok().map(PlaceId::from);
        let ends: Option<Vec<PlaceId>> = self.values(kind, FieldType::Place).map(|(_, value)| place(value)).collect();
        ends?.try_into().ok()
    }

    /// The numbers on a card, by the names of their fields; what is 0 or left out is not on it.
    pub fn numbers(&self, kind: KindId) -> impl Iterator<Item = (&str, i32)> {
        self.values(kind, FieldType::Number).filter(|(_, number)| *number != 0)
    }

    /// The places that a card of a set of tickets names: two, or fewer where it leaves some out.
    pub fn named_places(&self, kind: KindId) -> Vec<PlaceId> {
        self.values(kind, FieldType::Place).filter_map(|(_, value)| usize::try_from(value).ok().map(PlaceId::from)).collect()
    }

    /// The words on a card, by the names of their fields.
    pub fn words_on(&self, kind: KindId) -> impl Iterator<Item = (&str, WordId)> {
        let word = |(name, value)| Some((name, WordId(u16::try_from(value).ok().filter(|word| *word != 0)?)));
        self.values(kind, FieldType::Word).filter_map(word)
    }

    /// The single values of a card's fields of one type.
    fn values(&self, kind: KindId, of: FieldType) -> impl Iterator<Item = (&str, i32)> {
        let fields = self.fields.iter().zip(&self.kinds[kind.index()].fields).filter(move |((_, field), _)| *field == of);
        fields.filter_map(
            |((name, _), value)| if let FieldValue::One(value) = value { Some((name.as_str(), *value)) } else { None },
        )
    }
}
