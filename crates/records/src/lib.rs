//! What happened in simulated games, as files for others to read.
//!
//! A [`Recording`] watches games and fills [`Table`]s, one row a game or one row a decision ([`columns`]). A [`Target`] says
//! where they go; [`simulate`] plays and writes at once. What all records of a run have in common is its [`Run`], which
//! also holds the results, so that [`merge`] can put shards together as if they had been one run.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]
// Only Parquet gathers rows into groups.
#![cfg_attr(not(feature = "parquet"), allow(dead_code))]

pub mod columns;
mod csv_file;
mod error;
pub mod merge;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
mod parquet_file;
mod part;
mod recording;
pub mod run;
mod table;
mod target;
mod write;

pub use error::RecordError;
pub use recording::Recording;
pub use run::{Run, Shard};
pub use table::{Column, Kind, Schema, Table};
pub use target::{Format, Records, Target};
pub use write::{RecordFile, simulate};
