//! What names mean where an expression stands: what it is about, and what is around that.

use super::Type;
use crate::components::{Components, Owner, Thing};
use crate::expr::About;
use crate::id::CardSetId;
use crate::subjects::SubjectKinds;

/// What a filter is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemType {
    /// Nothing but the seat.
    Nothing,
    /// A card of that set.
    Card(CardSetId),
    /// A lane of the map.
    Lane,
    /// A place of the map.
    Place,
    /// A company.
    Company,
}

impl ItemType {
    /// The sort of thing that it is, if counters and zones can belong to it.
    pub fn thing(self) -> Option<Thing> {
        match self {
            ItemType::Lane => Some(Thing::Lane),
            ItemType::Place => Some(Thing::Place),
            ItemType::Company => Some(Thing::Company),
            ItemType::Nothing | ItemType::Card(_) => None,
        }
    }

    /// What to call several of them.
    pub(super) fn things(self) -> &'static str {
        match self {
            ItemType::Nothing => "nothing but the seat",
            ItemType::Card(_) => "cards",
            ItemType::Lane => "lanes",
            ItemType::Place => "places",
            ItemType::Company => "companies",
        }
    }
}

impl From<Thing> for ItemType {
    fn from(thing: Thing) -> Self {
        match thing {
            Thing::Company => ItemType::Company,
            Thing::Place => ItemType::Place,
            Thing::Lane => ItemType::Lane,
        }
    }
}

/// The occasion on which a formula is worked out: what is known then besides the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occasion {
    /// What a seat can choose.
    pub choices: bool,
    /// The score sheet, with what scripts add to it.
    pub sheet: bool,
    /// Which space of a lane a piece fills.
    pub piece: bool,
    /// How often something was raised before.
    pub raise: bool,
    /// It is worked out for a dummy and no seat.
    pub dummy: bool,
}

impl Occasion {
    /// Nothing but the position is known.
    pub const POSITION: Occasion = Occasion { choices: false, sheet: false, piece: false, raise: false, dummy: false };
    /// What a seat can choose is known.
    pub const CHOICES: Occasion = Occasion { choices: true, ..Occasion::POSITION };
    /// The score sheet is known.
    pub const SHEET: Occasion = Occasion { sheet: true, ..Occasion::POSITION };
    /// A piece of track is laid.
    pub const PIECE: Occasion = Occasion { piece: true, ..Occasion::POSITION };
    /// Something is raised.
    pub const RAISE: Occasion = Occasion { raise: true, ..Occasion::POSITION };
    /// A dummy's points are counted.
    pub const DUMMY: Occasion = Occasion { dummy: true, ..Occasion::POSITION };
    /// What can be chosen and the score sheet are known.
    pub const ALL: Occasion = Occasion { choices: true, sheet: true, ..Occasion::POSITION };
}

/// Which names mean something.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What the state consists of.
    pub parts: &'a Components,
    /// The ids of the game's actions and what each is about.
    pub actions: &'a [(String, ItemType)],
    /// When it is worked out.
    pub occasion: Occasion,
    /// The ids of the lines of the score sheet.
    pub lines: &'a [String],
    /// The names of the game's rule scripts.
    pub modules: &'a [String],
    /// What the last action can have been about where the formula is asked.
    pub last: SubjectKinds,
    /// What the formula is about besides the seat.
    pub item: ItemType,
    /// What is around that: of a card in a company's hand, the company.
    pub around: ItemType,
    /// Values that whoever asks gives with the question: their names and what each is.
    pub given: &'a [(String, Type)],
    /// What went through its items one by one to come here.
    pub layers: Layers,
}

/// What a part of a formula lies within.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layers {
    /// Which function goes through the items in question, and which through what is around them.
    pub(super) through: [Through; 2],
    /// The innermost function that goes through the seats.
    pub(super) seats: Option<Seats>,
}

/// What goes through items one by one, where names depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Through {
    #[default]
    Other,
    /// Kinds of card with their copies.
    Kinds,
    /// Places that a card pays for.
    PaidPlaces,
}

/// What a function that goes through the seats is about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seats {
    item: ItemType,
    around: ItemType,
    through: [Through; 2],
    /// How many items deep within it this is.
    inside: u8,
}

/// What is one step further out.
pub(super) enum Outside<'a> {
    /// The item around.
    Item(Scope<'a>),
    /// The seat for which the whole is worked out.
    Seat(Scope<'a>),
}

impl<'a> Scope<'a> {
    /// A scope that knows nothing but the components, about nothing but the seat; the last action can have been about anything.
    pub fn of(parts: &'a Components) -> Self {
        let (item, around) = (ItemType::Nothing, ItemType::Nothing);
        Scope {
            parts,
            actions: &[],
            occasion: Occasion::POSITION,
            lines: &[],
            modules: &[],
            last: SubjectKinds::ANY,
            item,
            around,
            given: &[],
            layers: Layers::default(),
        }
    }

    /// Whether what is about that may stand here.
    pub(super) fn is_about(&self, about: About) -> bool {
        match about {
            About::Seat | About::Around => true,
            About::Choices => self.occasion.choices,
            About::ScoreSheet => self.occasion.sheet,
            About::Piece => self.occasion.piece,
            About::Raise => self.occasion.raise,
            About::Card => matches!(self.item, ItemType::Card(_)),
            About::Lane => self.item == ItemType::Lane,
            About::Place => self.item == ItemType::Place,
            About::LaneOrPlace => matches!(self.item, ItemType::Lane | ItemType::Place),
            About::Company => self.item == ItemType::Company,
        }
    }

    /// What to call owners of whom nothing says which one is meant. A dummy means itself.
    pub(super) fn unclear(&self, of: Owner) -> Option<&'static str> {
        if of == Owner::Dummy && self.occasion.dummy { None } else { self.parts.unclear(of) }
    }

    /// The same about each of several items.
    pub(super) fn about(&self, item: ItemType, through: Through) -> Self {
        let [inner, outer] = self.layers.through;
        let (around, beyond) = if self.item == ItemType::Nothing { (self.around, outer) } else { (self.item, inner) };
        let seats = self.layers.seats.map(|seats| Seats { inside: seats.inside.saturating_add(1), ..seats });
        Scope { item, around, layers: Layers { through: [through, beyond], seats }, ..*self }
    }

    /// The same for each seat; `alone` if nothing but the seat is meant.
    pub(super) fn for_seats(&self, alone: bool) -> Self {
        let Scope { item, around, layers: Layers { through, .. }, .. } = *self;
        let seats = Some(Seats { item, around, through, inside: 0 });
        let occasion = Occasion { dummy: false, ..self.occasion };
        match alone {
            true => Scope {
                item: ItemType::Nothing,
                around: ItemType::Nothing,
                layers: Layers { seats, ..Layers::default() },
                occasion,
                ..*self
            },
            false => Scope { layers: Layers { seats, through }, occasion, ..*self },
        }
    }

    /// About the item around.
    pub(super) fn around(&self) -> Self {
        let seats = self.layers.seats.map(|seats| Seats { inside: seats.inside.saturating_sub(1), ..seats });
        let through = [self.layers.through[1], Through::Other];
        Scope { item: self.around, around: ItemType::Nothing, layers: Layers { through, seats }, ..*self }
    }

    /// One step further out, if there is anything.
    pub(super) fn outside(&self) -> Option<Outside<'a>> {
        match self.layers.seats {
            Some(Seats { item, around, through, inside: 0 }) => {
                Some(Outside::Seat(Scope { item, around, layers: Layers { through, seats: None }, ..*self }))
            }
            _ if self.item == ItemType::Nothing && self.around == ItemType::Nothing => None,
            _ => Some(Outside::Item(self.around())),
        }
    }
}
