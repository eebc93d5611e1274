//! Tests of pictures; one program, for each has everything to link.

mod common;
mod pictures;
mod print;
mod work;
