//! What the studio does to the files of a game, without any page.
//!
//! [`edit`] changes lines and no others. A [`Folder`] is never left, and no file in it is written blindly. The [`Desk`] has the texts that are worked on,
//! with all steps that led to them. [`board`] draws maps that are under way and says what is on them; [`begin`] makes new games.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

pub mod background;
pub mod begin;
pub mod board;
pub mod deck;
pub mod desk;
pub mod edit;
pub mod folder;
pub mod merge;
pub mod numbers;

pub use desk::{Desk, DeskError, Draft};
pub use folder::{Folder, FolderError, Listed};
