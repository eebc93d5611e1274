//! Tests of this crate; one program, for each has everything to link.

mod checked;
mod examples;
mod pages;
