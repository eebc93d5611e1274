//! Whatever rule of a bundled game is changed: it is refused when it is loaded, or it can be played; the program never breaks down, and a
//! scenario says what is wrong then.
//!
//! A part of the changes is tried here; `RAILWRIGHT_MUTANTS=1`, or `cargo xtask soak mutants`, tries them all.

use railwright_rules::library::Shelf;
use railwright_scenario::{MutantOutcome, Mutation, files_in};
use railwright_script::Rhai;
use std::path::Path;

/// One in so many changes is tried.
const SAMPLE: usize = 29;

/// What a scenario says fails by a changed rule. Where only its kept outcome differs, which tells how things are rather than how they have to
/// be, the game file says why no rule can.
#[test]
fn no_changed_rule_breaks_the_program_down_and_what_scenarios_say_notices_it() {
    let every = std::env::var("RAILWRIGHT_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(SAMPLE).max(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let files = files_in(&root).expect("the scenarios");
    let mut broken = Vec::new();
    for game in Shelf::Games.ids() {
        let mutation = Mutation::new(&game, &files, &Rhai).unwrap_or_else(|problem| panic!("{problem}"));
        for mutant in mutation.mutants().iter().step_by(every) {
            let wrong = match mutation.outcome(mutant) {
                MutantOutcome::Broke(said) => said,
                MutantOutcome::Changed(by) if mutation.reason(mutant).is_none() => {
                    format!("only the kept outcome of {by} differs")
                }
                MutantOutcome::Missed => "no scenario notices".to_owned(),
                _ => continue,
            };
            broken.push(format!("{game}: {} {}: {wrong}", mutant.path, mutant.text));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// A scenario that begins in the middle of the last round notices changed rules as others do, and where it begins is a part of what it says.
#[test]
fn scenarios_that_begin_anywhere_notice_changed_rules() {
    let root = crate::root();
    let game = root.join("tests/games/quarry/quarry.toml").display().to_string();
    let files = [root.join("tests/scenarios/quarry/the-last-year.toml")];
    let mutation = Mutation::new(&game, &files, &Rhai).unwrap_or_else(|problem| panic!("{problem}"));
    let outcome = |path: &str| {
        let mutants = mutation.mutants().iter().filter(|mutant| mutant.path == path);
        let outcomes: Vec<MutantOutcome> = mutants.map(|mutant| mutation.outcome(mutant)).collect();
        assert!(!outcomes.is_empty(), "nothing changes {path}");
        outcomes
    };
    let caught = |path: &str| outcome(path).iter().any(|outcome| matches!(outcome, MutantOutcome::Caught(_)));
    // The round that it begins with is not there any more; the step after the turns brings more; the turn has another number.
    for path in ["steps.years.until", "steps.pay.value", "steps.work.turn", "actions.quarry.gain.coins"] {
        assert!(caught(path), "{path}: {:?}", outcome(path));
    }
    for mutant in mutation.mutants() {
        let outcome = mutation.outcome(mutant);
        assert!(!matches!(outcome, MutantOutcome::Broke(_)), "{} {}: {outcome:?}", mutant.path, mutant.text);
    }
}
