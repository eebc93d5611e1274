//! The generic core of Railwright: what every rail game is made of and nothing of any one game.
//!
//! A [`State`] is plain data laid out by the [`Components`] a game declares. [`Effects`] are its only
//! writers, [`Events`] tell who listens, a [`View`] is what one seat may see, and formulas
//! ([`expr`]) ask questions of it.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod action;
pub mod adjacency;
mod arrange;
pub mod bits;
mod by_class;
pub mod changes;
pub mod components;
mod determinise;
pub mod effect;
pub mod event;
pub mod expr;
pub mod fnv;
pub mod id;
mod known_cards;
pub mod map;
pub mod narrow;
pub mod pile;
pub mod random;
#[cfg(test)]
mod sample;
pub mod signs;
pub mod snapshot;
pub mod state;
pub mod subjects;
pub mod trail;
mod turn_order;
pub mod view;

pub use action::{Action, Payment};
pub use components::Components;
pub use determinise::Determiniser;
pub use effect::Effects;
pub use event::{Event, Events, NO_PARTY};
pub use known_cards::KnownCards;
pub use random::Random;
pub use state::State;
pub use subjects::{SubjectKinds, Subjects};
pub use view::View;
