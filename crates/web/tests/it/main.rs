//! The server as those see it who ask it.

mod common;
mod play;
#[cfg(feature = "postgres")]
mod postgres;
mod safety;
mod secrets;
mod tables;
