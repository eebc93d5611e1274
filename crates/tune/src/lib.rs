//! Numbers of a game that bring about what its author wants.
//!
//! What is varied ([`Vary`]) makes candidates: variants of the game, each a file that `extends` it. All play the same seeds; the half that is
//! farther from the aims ([`Aim`]) is left out, the others play twice as many games, and so on (successive halving). The game as it is plays
//! along and is never left out. What was played is kept in a folder ([`State`]), so that a search that was stopped goes on, and so that
//! several machines share one.
//!
//! Everything is worked out in whole numbers, so that the same search has the same outcome whatever the number of threads, machines and stops.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod aim;
mod plot;
mod search;
mod state;
mod tally;
mod variant;
mod vary;

pub use aim::{Aim, Subject};
pub use plot::{svg, text};
pub use search::{Budget, Candidate, Found, Outcome, Problem, Search, Setup};
pub use state::{State, StateError};
pub use variant::{Variant, key_is_there};
pub use vary::Vary;
