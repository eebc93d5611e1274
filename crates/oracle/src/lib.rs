//! The oracle of outcomes: what came of thousands of seeded games is kept in `tests/oracle`, and a test plays them again.
//!
//! A change of the program is a change of outcomes exactly when that folder changes. [`Outcomes`] has a few letters for each game;
//! [`told`] tells a few of them in full, so that the first action or field that differs can be named; [`saves`] are finished games,
//! one for each way a game can end. No part of the program.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod accept;
pub mod case;
pub mod compare;
pub mod endings;
pub mod fields;
pub mod game;
pub mod hash;
pub mod outcomes;
pub mod parting;
pub mod players;
pub mod run;
pub mod saves;
pub mod told;

pub use case::Case;
pub use game::{Outcome, Story, Table};
pub use outcomes::{Outcomes, Section};

use std::path::{Path, PathBuf};

/// The format of the files in the folder. A new one means that hashes are made of something else.
pub const FORMAT: u32 = 2;
/// How many games of each case are played, with the seeds from 0 on.
pub const GAMES: u64 = 1000;

/// The folder in which outcomes are kept.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracle")
}
