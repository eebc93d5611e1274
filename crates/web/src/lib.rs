//! Games in the browser: any game, without a line about one.
//!
//! [`Serving`] is the server. Tables stand in [`room`]s; every action is in the [`store`] before anybody is told of it; bots think beside them
//! ([`bots`]); [`http`] is what pages and programs ask; the pages are in the folder `assets` and part of the program. Each viewer is sent what its seat
//! may see and nothing else.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod bots;
pub mod catalogue;
pub mod http;
pub mod kept;
pub mod room;
pub mod secret;
mod server;
mod settings;
pub mod store;

pub use http::{MadeTable, NewTable};
pub use server::{ServeError, Serving};
pub use settings::Settings;
