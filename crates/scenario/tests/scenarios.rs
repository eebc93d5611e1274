//! Every scenario is a test of its own, named by its folder and file: it goes as it says, and its outcome is the one that was kept.
//!
//!     cargo test -p railwright-scenario --test scenarios market/     those of one folder
//!     cargo xtask accept scenarios                                   keeps the outcomes of now

use libtest_mimic::{Arguments, Failed, Trial};
use railwright_scenario::{Games, Summary, Verdict, files_in, judge, outcome_path};
use railwright_script::Rhai;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

thread_local! {
    /// A game is compiled once in each thread, not once for each of its scenarios.
    static GAMES: RefCell<Games<'static>> = RefCell::new(Games::new(&Rhai));
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let accept = std::env::var_os("RAILWRIGHT_ACCEPT").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios").canonicalize().expect("tests/scenarios");
    let files = files_in(&root).expect("a folder that can be read");
    let kept = kept_in(&root);
    let mut trials: Vec<Trial> = files.iter().map(|path| trial(name(&root, path), path.clone(), accept)).collect();
    trials.push(Trial::test("every-kept-outcome-has-a-scenario", move || no_orphans(&files, &kept, accept)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// `folder/name`, on every machine.
fn name(root: &Path, path: &Path) -> String {
    let within = path.strip_prefix(root).unwrap_or(path).with_extension("");
    within.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn trial(name: String, path: PathBuf, accept: bool) -> Trial {
    Trial::test(name, move || {
        let verdict = GAMES.with_borrow_mut(|games| judge(&path, games, accept));
        match verdict {
            Verdict::Passed | Verdict::Accepted => Ok(()),
            verdict => {
                let kept = matches!(verdict, Verdict::Changed(_) | Verdict::New);
                let said = Summary { results: vec![(path, verdict)], problems: Vec::new() }.render(false);
                Err(Failed::from(if kept {
                    format!("{said}cargo xtask accept scenarios keeps all that are new or changed")
                } else {
                    said
                }))
            }
        }
    })
}

/// The outcomes that lie in folders of their own beside the scenarios.
fn kept_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        if path.is_dir() {
            found.extend(kept_in(&path));
        } else if path.extension().is_some_and(|ending| ending == "snap") {
            found.push(path);
        }
    }
    found
}

/// An outcome whose scenario is gone or has another name says nothing any more.
fn no_orphans(files: &[PathBuf], kept: &[PathBuf], accept: bool) -> Result<(), Failed> {
    let wanted: Vec<PathBuf> = files.iter().map(|path| outcome_path(path)).collect();
    let orphans: Vec<&PathBuf> = kept.iter().filter(|path| !wanted.contains(path)).collect();
    if accept {
        return orphans.iter().try_for_each(std::fs::remove_file).map_err(Failed::from);
    }
    let listed: Vec<String> = orphans.iter().map(|path| path.display().to_string()).collect();
    if listed.is_empty() {
        Ok(())
    } else {
        Err(format!("kept outcomes without a scenario; cargo xtask accept scenarios removes them:\n{}", listed.join("\n")).into())
    }
}
