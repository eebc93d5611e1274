//! Tests of rule scripts; one program, for each has everything to link.

mod common;
mod faults;
mod functions;
mod loading;
mod modules;
mod secrets;
mod storm;
