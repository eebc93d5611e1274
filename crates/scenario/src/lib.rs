//! Scenarios: a position, moves in notation, refusals and expectations, written by hand as a TOML file.
//!
//! A [`Scenario`] is loaded with places, played by the rules of its game and gives a transcript. What it expects is
//! checked on the way; all that fails is reported together. The transcript is kept beside the scenario as its
//! outcome (a golden or snapshot test), so that a change of a rule shows as a readable difference. [`run`] does this for many files at once.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod begin;
mod expect;
mod games;
mod history;
mod inventory;
mod moves;
mod mutate;
mod names;
mod outcome;
mod play;
mod position;
mod scenario;
mod suite;
mod transcript;
mod written;

pub use games::Games;
pub use history::likeness;
pub use mutate::{Mutant, MutantOutcome, Mutation, mutants};
pub use outcome::{Comparison, compare, outcome_path, snapshot};
pub use play::PlayedScenario;
pub use scenario::{Problems, SCHEMA, Scenario};
pub use suite::{Summary, Verdict, files_in, judge, run};
pub use written::{Entry, position_in_words, toml_text};
