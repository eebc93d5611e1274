//! From game files to rules that can be played.
//!
//! [`load`] puts the layers of a game together ([`layers`]), reads them by schemas declared once
//! ([`compile`]) and gives [`Rules`]; an [`Engine`] plays by them: legal, check, step, view, score.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod compile;
pub mod condition;
pub mod engine;
mod fault;
pub mod flow;
pub mod goals;
mod invariants;
pub mod layers;
pub mod library;
pub mod limits;
pub mod mechanics;
pub mod module;
pub mod notation;
mod offer;
mod oracle;
pub mod pack;
pub mod parts;
pub mod persona;
mod position;
pub mod price;
mod question;
pub mod refusal;
mod refuse;
pub mod rules;
pub mod score;
pub mod script;
pub mod sense;
mod workspace;
pub mod worth;

pub use compile::{Loaded, load};
pub use engine::{Checked, Engine};
pub use fault::{Fault, FaultKind};
pub use invariants::BrokenInvariant;
pub use layers::Setting;
pub use question::{Answer, Asks};
pub use refusal::{Refusal, RefusalKind};
pub use rules::Rules;
pub use score::ScoreSheet;
