//! A game for those who look at it from outside: what happened in words and as data, and the game itself as data.
//!
//! What a seat did is told by the notation of its action; [`narrate`] adds what followed from it, for everybody or as one
//! seat saw it, [`tell`] says the same to programs, and [`describe`] gives a program all it must know of a game to play it.

mod describe;
mod narrate;
mod tell;

pub use describe::describe;
pub use narrate::{narrate, narrate_to};
pub use tell::tell;
