//! Rail board games as arrays of numbers, for programs that learn: made from the rules of whatever game is loaded.
//!
//! - [`Space`]: everything that can be said in a game, numbered once at load. An action is said in one or more words; at each the
//!   seat is shown a mask of what it may say next, and what it says is a number of the space.
//! - [`Layout`]: what the numbers of an observation mean, by name. An [observation](Coding::observe) is made from a seat's
//!   [`View`](railwright_core::View) and from nothing else.
//! - [`Table`]: one game under way by these.
//! - [`Batch`]: many games side by side on several threads, each begun anew when it is over, written straight into the arrays of
//!   whoever asks.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod axis;
mod batch;
mod coding;
mod engines;
mod feature;
mod layout;
mod observe;
mod rewards;
mod space;
mod table;

pub use axis::NoAxis;
pub use batch::{Arrays, Batch, BatchError};
pub use coding::Coding;
pub use engines::with_engine;
pub use layout::{Entries, Field, Layout};
pub use rewards::Rewards;
pub use space::{Space, Word};
pub use table::{NotSaid, Said, Table};
