//! What is wrong with files, all of it at once.

use railwright_scenario::Problems as ScenarioProblems;
use railwright_source::{Diagnostic, Files, Report, Severity};
use std::fmt;

/// Everything that is wrong with a game or a scenario: for people with file, line, marked text, cause and remedy of each
/// ([`Display`](fmt::Display)), and as data.
///
/// ```
/// use railwright::Game;
///
/// let text = "format = 1\nextends = \"ticket-to-ride\"\ncounters.trains.strat = 30\nzones.market.slots = \"six\"\n";
/// let problems = Game::builder("mine.toml").file("mine.toml", text).load().unwrap_err();
/// assert_eq!(problems.errors(), 2);
/// assert!(problems.iter().any(|problem| problem.code == "unknown-key"));
/// assert!(problems.to_string().contains("mine.toml:3:"));
/// assert!(problems.to_string().contains("did you mean `start`?"));
/// ```
#[derive(Clone, Default)]
pub struct Problems {
    files: Files,
    report: Report,
}

impl Problems {
    pub(crate) fn new(files: Files, report: Report) -> Self {
        Problems { files, report }
    }

    /// Whether nothing at all was found, not even a warning.
    pub fn is_empty(&self) -> bool {
        self.report.is_empty()
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        self.report.errors().count()
    }

    /// How many warnings there are.
    pub fn warnings(&self) -> usize {
        self.iter().filter(|problem| problem.severity == Severity::Warning).count()
    }

    /// The findings: a stable code, a message, places, and the remedy of each.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.report.iter()
    }

    /// For people; with colour for a terminal.
    pub fn render(&self, colour: bool) -> String {
        self.report.render(&self.files, colour)
    }

    /// For programs: an array of objects with code, message, file, line, column and help.
    pub fn to_json(&self) -> serde_json::Value {
        self.report.to_json(&self.files)
    }

    /// The texts that were read, in which places can be looked up.
    pub fn files(&self) -> &Files {
        &self.files
    }
}

impl From<ScenarioProblems> for Problems {
    fn from(ScenarioProblems { files, report }: ScenarioProblems) -> Self {
        Problems { files, report }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// As people read it, so that `unwrap` and `main` show it well.
impl fmt::Debug for Problems {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Problems {}
