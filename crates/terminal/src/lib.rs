//! A game at the terminal.
//!
//! [`Game`] is a session with somebody in front of it. Two interfaces play it: [`App`] on a whole screen, and [`lines`] where
//! input and output are files or pipes. Everything that is shown is a function of the rules and of what a seat may see
//! ([`board`], [`panels`], [`moves`], [`pages`]); nothing here knows a game.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod app;
pub mod board;
pub mod command;
pub mod game;
pub mod lines;
mod log;
pub mod moves;
pub mod pages;
pub mod panels;
pub mod replay;
pub mod rulebook;
mod text;
pub mod theme;
pub mod ways;

pub use app::App;
pub use game::{Game, Turn};
pub use replay::Replay;
pub use theme::Theme;
