//! Tests of pictures; one program, for each has everything to link.

mod pictures;
mod print;
