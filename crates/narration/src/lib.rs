//! A game for those who look at it from outside: what happened in words and as data, and the game itself as data.
//!
//! What a seat did is told by the notation of its action; [`narrate`] adds what followed from it, for everybody or as one
//! seat saw it, [`Names`] puts names in the place of ids, [`tell`] says the same to programs, and [`describe`] gives a program
//! all it must know of a game to play it.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod describe;
mod names;
mod narrate;
mod tell;

pub use describe::describe;
pub use names::{Names, card_name, lane_name};
pub use narrate::{narrate, narrate_to};
pub use tell::tell;
