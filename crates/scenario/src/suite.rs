//! Many scenarios at once: found in folders, played, compared with what was kept.

use crate::games::Games;
use crate::outcome::{self, Comparison};
use crate::scenario::{Problems, Scenario};
use railwright_rules::script::Scripting;
use railwright_source::disk::is_inside;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Where scenarios are looked for when nobody says.
const FOLDER: &str = "tests/scenarios";

/// What came of one scenario.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// All went as it says, and as it did before.
    Passed,
    /// All went as it says; the outcome is kept from now on.
    Accepted,
    /// It could not be read or played, or not all went as it says.
    Failed(Box<Problems>),
    /// All went as it says, but otherwise than before: the difference.
    Changed(String),
    /// All went as it says, and no outcome was kept yet.
    New,
    /// The outcome could not be written: the reason.
    Unwritten(String),
}

/// What came of all scenarios.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Each scenario and what came of it, in the order of their paths.
    pub results: Vec<(PathBuf, Verdict)>,
    /// Paths that lead to no scenario, with the reason.
    pub problems: Vec<String>,
}

impl Summary {
    /// Whether every scenario passed or was accepted.
    pub fn is_ok(&self) -> bool {
        let good = |verdict: &Verdict| matches!(verdict, Verdict::Passed | Verdict::Accepted);
        self.problems.is_empty() && self.results.iter().all(|(_, verdict)| good(verdict))
    }

    /// For people: what is wrong with each scenario that did not pass, and how many did.
    pub fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        let mut counts = [0; 4];
        for (path, verdict) in &self.results {
            let path = path.display();
            let _ = match verdict {
                Verdict::Passed => Ok(()),
                Verdict::Accepted => writeln!(text, "accepted {path}"),
                Verdict::Failed(problems) => writeln!(text, "FAILED {path}\n{}", problems.render(colour)),
                Verdict::Changed(difference) => {
                    writeln!(text, "CHANGED {path}: `-` is what was kept, `+` what happens now; --accept keeps it\n{difference}")
                }
                Verdict::New => writeln!(text, "NEW {path}: no outcome is kept yet; --accept keeps it"),
                Verdict::Unwritten(reason) => writeln!(text, "FAILED {path}: the outcome cannot be kept: {reason}"),
            };
            counts[match verdict {
                Verdict::Passed => 0,
                Verdict::Accepted => 1,
                Verdict::Failed(_) | Verdict::Unwritten(_) => 2,
                Verdict::Changed(_) | Verdict::New => 3,
            }] += 1;
        }
        for problem in &self.problems {
            let _ = writeln!(text, "{problem}");
        }
        let words = ["passed", "accepted", "failed", "new or changed"];
        let parts: Vec<String> =
            counts.iter().zip(words).filter(|(n, _)| **n > 0).map(|(n, word)| format!("{n} {word}")).collect();
        let _ = writeln!(
            text,
            "{} {}: {}",
            self.results.len(),
            if self.results.len() == 1 { "scenario" } else { "scenarios" },
            if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
        );
        text
    }
}

/// Runs scenario files and all those in folders; without any path those in `tests/scenarios`.
///
/// With `accept` the outcome of every scenario that goes as it says is kept. Scenarios name games of their own project; `game` is one
/// elsewhere that they may name, too.
pub fn run(paths: &[PathBuf], scripting: &dyn Scripting, game: Option<&str>, accept: bool) -> Summary {
    let mut summary = Summary::default();
    let default = [PathBuf::from(FOLDER)];
    let mut files = Vec::new();
    for path in if paths.is_empty() { &default[..] } else { paths } {
        match files_in(path) {
            Ok(found) if found.is_empty() => {
                summary.problems.push(format!("{}: there is no scenario (a .toml file) here", path.display()))
            }
            Ok(found) => files.extend(found),
            Err(error) => summary.problems.push(format!("{}: {error}", path.display())),
        }
    }
    files.sort();
    files.dedup();
    let mut games = Games::new(scripting).allowing(game);
    for path in files {
        let verdict = judge(&path, &mut games, accept);
        summary.results.push((path, verdict));
    }
    summary
}

/// Runs one scenario file and compares its outcome with the one that was kept.
///
/// With `accept` the outcome of a scenario that goes as it says is kept.
pub fn judge(path: &Path, games: &mut Games, accept: bool) -> Verdict {
    let scenario = match Scenario::load(path) {
        Ok(scenario) => scenario,
        Err(problems) => return Verdict::Failed(Box::new(problems)),
    };
    let ran = scenario.run(games);
    if let Some(problems) = ran.problems {
        return Verdict::Failed(Box::new(problems));
    }
    match outcome::compare(&scenario, &ran.transcript) {
        Comparison::Same => Verdict::Passed,
        Comparison::Changed(_) | Comparison::New if accept => {
            let path = outcome::outcome_path(&scenario.path);
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            match folder.and_then(|()| std::fs::write(&path, outcome::snapshot(&ran.transcript))) {
                Ok(()) => Verdict::Accepted,
                Err(error) => Verdict::Unwritten(error.to_string()),
            }
        }
        Comparison::Changed(difference) => Verdict::Changed(difference),
        Comparison::New => Verdict::New,
    }
}

/// The scenario files that a path leads to: itself, or all in the folder and below, in order. A link that leads out of the folder is an
/// error: whoever sent the folder does not say what else is read.
pub fn files_in(top: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(top)?.is_dir() {
        return Ok(vec![top.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let (path, kind) = entry.and_then(|e| Ok((e.path(), e.file_type()?)))?;
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "toml") {
                if kind.is_symlink() && !is_inside(top, &path).unwrap_or(false) {
                    return Err(std::io::Error::other(format!("{} is a link that leads out of the folder", path.display())));
                }
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
