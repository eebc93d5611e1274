//! Named sets of lanes and places, and those that every game has.

use super::Owner;
use crate::id::SetId;

/// What a named set consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    /// Lanes.
    Lanes,
    /// Places.
    Places,
}

/// A named set of lanes or places.
#[derive(Clone, Debug)]
pub struct NamedSet {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// What it consists of.
    pub members: Members,
    /// Whose it is.
    pub owner: Owner,
    pub(crate) offset: usize,
    pub(crate) words: usize,
}

impl NamedSet {
    /// A set that has no place in a state yet.
    pub(crate) fn new(id: impl Into<String>, members: Members, owner: Owner) -> Self {
        let id = id.into();
        NamedSet { name: super::as_words(&id), id, members, owner, offset: 0, words: 0 }
    }
}

/// The lanes that are still to be had.
pub const OPEN: SetId = SetId(0);
/// The lanes each party owns whole.
pub const OWN: SetId = SetId(1);
/// The lanes closed to one party alone.
pub const BARRED: SetId = SetId(2);
/// The lanes each party has chosen in an action that is not complete yet.
pub const CHOSEN: SetId = SetId(3);
/// The lanes on which each party has begun to lay track and not finished.
pub const BEGUN: SetId = SetId(4);
/// The places each party is connected to: a whole lane of it ends there, or it counts as home.
pub const CONNECTED: SetId = SetId(5);
/// The places in which an open end of each party stands.
pub const AT_END: SetId = SetId(6);
/// How many sets there are in every game.
pub const BUILT_IN_SETS: usize = 7;
