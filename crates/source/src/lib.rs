//! Text with places: a file becomes a tree that knows where everything was written, trees are merged, and a schema
//! declared once reads the result.
//!
//! The stages, in order: [`Files`] keeps the texts, [`parse`] makes a [`Node`] of one, [`merge`] lays one tree over
//! another, a [`Reader`] checks the outcome against a [`Schema`] and hands out typed values. Every stage puts what it
//! finds into one [`Report`], so a wrong file gets all its errors at once. The same schema gives the
//! [sections of the manual](section()) and the [JSON Schema](json_schema()).

#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod brackets;
mod check;
mod default;
pub mod disk;
mod files;
mod format;
mod json_schema;
mod key;
pub mod kinds;
mod manual;
mod merge;
mod names;
mod parse;
mod quoted;
mod read;
mod render;
mod report;
mod reuse;
mod schema;
mod suggest;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use check::check_table;
pub use files::{FileId, Files, Origin};
pub use format::{FORMAT, FORMAT_KEY, check_format, renamed};
pub use json_schema::{JSON_SCHEMA_DRAFT, json_object, json_schema};
pub use key::{Includes, Key, Keys};
pub use kinds::{Either, KeyType};
pub use manual::{anchor, section};
pub use merge::{conflicts, lay_over, merge, remove};
pub use names::{Known, Reference};
pub use parse::{MAX_BYTES, parse, parse_text};
pub use read::Reader;
pub use report::{Diagnostic, MAX_DIAGNOSTICS, MAX_MESSAGE, Report, Severity};
pub use reuse::likeness::{LONGEST_CHAIN, resolve_likenesses};
pub use reuse::parameters::{HEAVIEST, fill_in};
pub use schema::{KeyDecl, Kind, Need, Schema};
pub use suggest::did_you_mean;
pub use table::{Entry, Table};
pub use tree::{MAX_DEPTH, Node, Value};
