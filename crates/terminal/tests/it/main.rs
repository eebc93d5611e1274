//! Tests of a game at the terminal; one program, for each has everything to link.

mod common;
mod lines;
mod replay;
mod screen;
