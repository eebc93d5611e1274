//! The language server: what the `language` crate answers, over the Language Server Protocol.
//!
//! The thread of [`serve`] reads messages, keeps the texts that the editor holds and answers what it asks; another checks games in the
//! background and tells what is wrong. A change of a text stops the check of the text before it.
//!
//! Positions are those of the protocol's default, UTF-16, which every editor understands. Changes come as edits or as whole texts. Files that
//! are bundled with the program are written to a folder of the user, read only, when an editor is to go there.

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod answers;
mod bundled;
mod capabilities;
mod changes;
mod checks;
mod server;
mod uri;

pub use server::{End, serve, serve_stdio};
