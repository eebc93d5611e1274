//! Zones: where cards lie, how, and what happens there by itself.

use super::{Owner, Seen};
use crate::id::{CardSetId, KindId, ZoneId};

/// How the cards of a zone lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A count for each kind.
    Bag,
    /// That many slots, some of which may be empty.
    Row(u8),
    /// A stack of which only the top is taken.
    Pile,
}

/// When a row is swept away and laid out anew.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The kinds that cause it, as bits.
    pub kinds: [u64; 4],
    /// How many of them it takes.
    pub from: u8,
    /// Where the swept cards go.
    pub to: ZoneId,
    /// No sweep while row, pile and `to` hold fewer other cards than this.
    pub spare: u16,
    /// After so many sweeps in a row the row stays as it is.
    pub at_most: Option<u32>,
}

/// Cards that are shown and laid aside when they turn up in a pile.
#[derive(Clone, Copy, Debug)]
pub struct Aside {
    /// The kinds, as bits.
    pub kinds: [u64; 4],
    /// Where they go.
    pub to: ZoneId,
    /// With so many of them there nothing takes the place of the last: the draw is over.
    pub last: Option<u8>,
    /// The number of the watch that is told of each of them.
    pub told: Option<u8>,
}

/// Cards that are dealt class by class: no owner of the zone gets more of one class than of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByClass {
    /// The kinds of each class, as bits.
    pub classes: Vec<[u64; 4]>,
    /// How many of each an owner gets, where that is known before the game.
    pub each: Option<u16>,
}

/// A place where cards lie.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// The set whose cards lie here.
    pub cards: CardSetId,
    /// How they lie.
    pub form: Form,
    /// Whose it is.
    pub owner: Owner,
    /// Who sees the cards.
    pub seen: Seen,
    /// Who sees how many there are.
    pub size_seen: Seen,
    /// The kinds of the set all of whose cards start here.
    pub fill: Vec<KindId>,
    /// Which kinds of the set may lie here; empty when all may.
    pub only: Vec<KindId>,
    /// The classes by which it is dealt, if it is.
    pub by_class: Option<ByClass>,
    /// A pile: kinds that are laid in another zone when they turn up, the next card taking their place.
    pub aside: Option<Aside>,
    /// A pile: the bag that becomes it when it runs out.
    pub renew: Option<ZoneId>,
    /// A bag: the pile that it becomes.
    pub renews: Option<ZoneId>,
    /// A row: the pile that fills its gaps at once.
    pub refill: Option<ZoneId>,
    /// A row: when it is swept.
    pub sweep: Option<Sweep>,
    /// The rows whose sweep counts the cards here: this row, those that this pile fills, those whose cards go to this bag.
    pub counted_by: Vec<ZoneId>,
    /// Whether something can follow from cards that come here: a pile is renewed, a row is swept.
    pub awaits: bool,
    /// Whether some kinds of the set may not lie here.
    pub guarded: bool,
    /// A row: how many slots lie side by side; those after them lie in the next row of a table.
    pub columns: u8,
    /// A pile: the number of the watch that is told when its last card leaves it.
    pub on_empty: Option<u8>,
    pub(crate) offset: usize,
    pub(crate) stride: usize,
}

impl Zone {
    /// A zone with nothing special about it.
    pub fn new(id: impl Into<String>, cards: CardSetId, form: Form, owner: Owner, seen: Seen) -> Self {
        let id = id.into();
        Zone {
            name: super::as_words(&id),
            id,
            cards,
            form,
            owner,
            seen,
            size_seen: Seen::All,
            fill: Vec::new(),
            only: Vec::new(),
            by_class: None,
            aside: None,
            renew: None,
            renews: None,
            refill: None,
            sweep: None,
            counted_by: Vec::new(),
            awaits: false,
            guarded: false,
            columns: 1,
            on_empty: None,
            offset: 0,
            stride: 0,
        }
    }

    /// Where the cards of one of its owners begin among all that lie in zones of its form.
    #[inline(always)]
    pub(crate) fn place_of(&self, owner: u16) -> usize {
        self.offset + self.stride * usize::from(owner)
    }
}

/// Where cards lie: a zone and which of its owners is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The zone.
    pub zone: ZoneId,
    /// Which one of it.
    pub owner: u16,
}

impl Spot {
    /// A zone of the table, of which there is just one.
    pub const fn of_table(zone: ZoneId) -> Self {
        Spot { zone, owner: 0 }
    }
}
