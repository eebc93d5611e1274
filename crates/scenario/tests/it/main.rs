//! Tests of scenarios, of what they say about the bundled games and of what goes wrong; one program, for linking takes longest.

mod beginnings;
mod edits;
mod game_pages;
mod manual;
mod mistakes;
mod mutants;
mod part_scenarios;
mod rules_cited;
mod rules_removed;
mod untouched;
mod written;

use std::path::{Path, PathBuf};

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the workspace")
}
