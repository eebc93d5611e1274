//! A game that somebody plays, without any user interface.
//!
//! A [`Session`] is a game under way and everything that was done in it. What is done goes into the save file before
//! anybody is told that it happened ([`save`]); what was seen can be told to each seat ([`Viewpoint`]); actions are taken back
//! as far as that is fair ([`Policy`]). [`Players`] are the bots at its seats. [`protocol`] lets programs in any language
//! play through lines of JSON.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod chance;
mod error;
mod header;
mod players;
pub mod protocol;
pub mod save;
mod session;
pub mod sheet;
pub mod tickets;
mod undo;
mod viewpoint;
pub mod ways;

pub use error::{ActError, Diverged, SaveError, SessionError, Unwritten, Warning};
pub use header::{HUMAN, Header};
pub use players::Players;
pub use railwright_bots::BotFault;
pub use session::{ActOutcome, Session, Step};
pub use undo::{Policy, UndoRefused};
pub use viewpoint::Viewpoint;
