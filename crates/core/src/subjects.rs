//! What actions are about: things of the board and cards, each of a sort that the mechanic says.

use crate::expr::{Item, ItemType};
use crate::id::{CardSetId, KindId, LaneId, PlaceId};
use serde::{Deserialize, Serialize};

/// What one action is about; of some sorts at once, where track is laid on a lane for a company.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Subjects {
    /// The lane that is claimed, bought or built on.
    pub lane: Option<LaneId>,
    /// The place that is chosen or reached.
    pub place: Option<PlaceId>,
    /// The company, by its number.
    pub company: Option<u8>,
    /// The card that is seen.
    pub card: Option<(CardSetId, KindId)>,
}

impl Subjects {
    /// About a lane.
    #[inline(always)]
    pub fn lane(lane: LaneId) -> Self {
        Subjects { lane: Some(lane), ..Subjects::default() }
    }

    /// About a place.
    #[inline(always)]
    pub fn place(place: PlaceId) -> Self {
        Subjects { place: Some(place), ..Subjects::default() }
    }

    /// About a card of a set.
    #[inline(always)]
    pub fn card(set: CardSetId, kind: KindId) -> Self {
        Subjects { card: Some((set, kind)), ..Subjects::default() }
    }

    /// What filters of a sort are asked about.
    #[inline]
    pub fn item(self, sort: ItemType) -> Item {
        let item = match sort {
            ItemType::Nothing => None,
            ItemType::Card(_) => self.card.map(|(set, kind)| Item::Card(set, kind)),
            ItemType::Lane => self.lane.map(Item::Lane),
            ItemType::Place => self.place.map(Item::Place),
            ItemType::Company => self.company.map(|company| Item::Company(company.into())),
        };
        item.unwrap_or(Item::Nothing)
    }
}

/// Of which sorts of thing the last action can have been about one, as far as is known when a game is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SubjectKinds {
    /// A lane, which `last-lane` asks for.
    pub lane: bool,
    /// A place, which `last-place` is.
    pub place: bool,
    /// A company, which `last-company` is.
    pub company: bool,
}

impl SubjectKinds {
    /// Of none.
    pub const NONE: Self = SubjectKinds { lane: false, place: false, company: false };
    /// Of any.
    pub const ANY: Self = SubjectKinds { lane: true, place: true, company: true };
    /// Of a lane.
    pub const LANE: Self = SubjectKinds { lane: true, ..Self::NONE };
    /// Of a place.
    pub const PLACE: Self = SubjectKinds { place: true, ..Self::NONE };

    /// What either can have been about.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        SubjectKinds { lane: self.lane || other.lane, place: self.place || other.place, company: self.company || other.company }
    }

    /// Whether an action about these things is of no other sort.
    pub fn allow(self, subjects: Subjects) -> bool {
        (self.lane || subjects.lane.is_none())
            && (self.place || subjects.place.is_none())
            && (self.company || subjects.company.is_none())
    }
}
