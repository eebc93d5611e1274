//! What a seed is used for, so that no two uses draw the same numbers. What a seat weighs draws from the number of its move.

/// The tempers of the players and what they choose.
pub(crate) const TEMPERS: u64 = 2000;
/// Playing on from a game that does not end: the attempts follow.
pub(crate) const PLAYING_ON: u64 = 3000;
/// Which position of a game is kept.
pub(crate) const KEEPING: u64 = 4000;
/// Weighing an action: the numbers of games follow.
pub(crate) const WEIGHING: u64 = 5000;
