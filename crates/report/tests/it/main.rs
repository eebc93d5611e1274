//! Tests of this crate; one program, for each has everything to link.

mod deck;
mod tally;
