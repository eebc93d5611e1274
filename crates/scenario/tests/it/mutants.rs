//! Whatever rule of a bundled game is changed: it is refused when it is loaded, or it can be played; the program never breaks down.
//!
//! A part of the changes is tried here; `RAILWRIGHT_MUTANTS=1`, or `cargo xtask soak mutants`, tries them all.

use railwright_rules::library::Shelf;
use railwright_scenario::{MutantOutcome, Mutation, files_in};
use railwright_script::Rhai;
use std::path::Path;

/// One in so many changes is tried.
const SAMPLE: usize = 29;

#[test]
fn no_changed_rule_breaks_the_program_down() {
    let every = std::env::var("RAILWRIGHT_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(SAMPLE).max(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let files = files_in(&root).expect("the scenarios");
    let mut broken = Vec::new();
    for game in Shelf::Games.ids() {
        let mutation = Mutation::new(&game, &files, &Rhai).unwrap_or_else(|problem| panic!("{problem}"));
        for mutant in mutation.mutants().iter().step_by(every) {
            if let MutantOutcome::Broke(said) = mutation.outcome(mutant) {
                broken.push(format!("{game}: {} {}: {said}", mutant.path, mutant.text));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
