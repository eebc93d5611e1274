//! Tests of bots and simulation, one file a subject, in one program.

#[path = "../../../rules/tests/it/common/mod.rs"]
#[allow(dead_code)] // these tests need a part of it
mod common;
mod compare;
mod imagined;
mod instructions;
mod measures;
mod points;
mod rotation;
mod secrets;
mod simulation;
mod strength;
mod symmetry;
mod trials;
mod values;
