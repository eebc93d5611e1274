//! Tests of games that somebody plays; one program, for each has everything to link.

mod common;
mod damage;
mod disk;
mod explain;
mod round_trip;
mod secrets;
mod undo;
