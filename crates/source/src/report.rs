//! What is wrong, collected: everything that was found, not only the first.

use serde_json::json;

use crate::files::{Files, Origin};
use crate::render;

/// How many diagnostics a report keeps; further ones are only counted.
pub const MAX_DIAGNOSTICS: usize = 200;
/// How many bytes of a message, a label or a remedy are kept: names in a file can be as long as the file.
pub const MAX_MESSAGE: usize = 2000;

/// Whether a finding makes the file unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but is probably not what its author meant.
    Warning,
    /// Something that an author may want to know; all may be well.
    Note,
}

impl Severity {
    /// The word for it: `error`, `warning` or `note`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// One finding: a stable code, what is wrong, where, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable name such as `unknown-key`.
    pub code: &'static str,
    /// Whether it is an error.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The places it concerns with a word about each; the first is where it is shown.
    pub labels: Vec<(Origin, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The id of the thing it is about, where authors can allow it for that thing alone.
    pub subject: Option<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, severity: Severity::Error, message: message.into(), labels: Vec::new(), help: None, subject: None }
    }

    /// A warning without a place yet.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// A note without a place yet.
    #[must_use]
    pub fn note(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, message) }
    }

    /// Adds a place and what is to be said there.
    #[must_use]
    pub fn at(mut self, origin: Origin, label: impl Into<String>) -> Self {
        self.labels.push((origin, label.into()));
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Says what it is about.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Cuts off what nobody would read.
    fn shorten(&mut self) {
        let labels = self.labels.iter_mut().map(|(_, label)| label);
        for text in labels.chain([&mut self.message]).chain(&mut self.help) {
            if text.len() > MAX_MESSAGE {
                let end = (0..=MAX_MESSAGE).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
                text.truncate(end);
                text.push('…');
            }
        }
    }

    /// Where it is shown; [`Origin::NONE`] when it has no place.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.labels.first().map_or(Origin::NONE, |(origin, _)| *origin)
    }
}

/// All findings so far.
#[derive(Clone, Debug, Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    omitted: usize,
    errors: usize,
    /// What could not be put together: that something is missing there only follows from it.
    incomplete: Vec<Origin>,
}

impl Report {
    /// A report without findings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says of a table that it could not be put together, which was reported: what it lacks is not reported besides.
    pub(crate) fn note_incomplete(&mut self, table: Origin) {
        self.incomplete.push(table);
    }

    /// Adds a finding; beyond [`MAX_DIAGNOSTICS`] it is only counted, unless it is an error and can displace a warning.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.code == "missing-key" && self.incomplete.contains(&diagnostic.origin()) {
            return;
        }
        let is_error = diagnostic.severity == Severity::Error;
        self.errors += usize::from(is_error);
        diagnostic.shorten();
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.omitted += 1;
            let warning = self.diagnostics.iter().rposition(|kept| kept.severity != Severity::Error);
            match warning.filter(|_| is_error) {
                Some(position) => drop(self.diagnostics.remove(position)),
                None => return,
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// Whether it has as many errors as it keeps: whoever goes on need not find the best words for the next.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors >= MAX_DIAGNOSTICS
    }

    /// Adds all findings of another report.
    pub fn extend(&mut self, other: Self) {
        let unseen_errors = other.errors - other.errors().count();
        self.omitted += other.omitted;
        self.errors += unseen_errors;
        self.incomplete.extend(other.incomplete);
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
    }

    /// The errors that were kept, without warnings.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether there are no errors; warnings do not count.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.errors == 0
    }

    /// How many findings were kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// How many findings were counted but not kept.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Whether nothing at all was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// All findings that were kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// Puts the findings in the order of files and places; those without a place come last. What is no TOML comes first in its file:
    /// much of the rest may follow from it.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|finding| (finding.origin().file, finding.code != "syntax", finding.origin()));
    }

    /// Where a file is no TOML, drops what may only follow from that: everything else that is said of it, and of other files whatever
    /// misses something that it may have. Says whether some file is no TOML.
    pub fn drop_consequences(&mut self) -> bool {
        let broken: Vec<_> = self.iter().filter(|found| found.code == "syntax").map(|found| found.origin().file).collect();
        if broken.is_empty() {
            return false;
        }
        let stands_alone = |found: &Diagnostic| {
            matches!(found.code, "wrong-kind" | "out-of-range" | "not-a-value")
                && found.labels.iter().all(|(origin, _)| !broken.contains(&origin.file))
        };
        self.diagnostics.retain(|found| found.code == "syntax" || stands_alone(found));
        self.errors = self.errors().count();
        true
    }

    /// Drops findings that say the same about the same place as an earlier one.
    pub fn dedup(&mut self) {
        let mut kept: Vec<Diagnostic> = Vec::with_capacity(self.diagnostics.len());
        for diagnostic in std::mem::take(&mut self.diagnostics) {
            if kept.contains(&diagnostic) {
                self.errors -= usize::from(diagnostic.severity == Severity::Error);
            } else {
                kept.push(diagnostic);
            }
        }
        self.diagnostics = kept;
    }

    /// The report for people: file, line, marked text, cause and remedy of each finding, in order of places.
    #[must_use]
    pub fn render(&self, files: &Files, colour: bool) -> String {
        render::render(&self.tidy(), files, colour)
    }

    /// The report for programs: an array of objects, in order of places.
    #[must_use]
    pub fn to_json(&self, files: &Files) -> serde_json::Value {
        let object = |diagnostic: &Diagnostic| {
            let origin = diagnostic.origin();
            let ((line, column), (end_line, end_column)) = (files.line_column(origin), files.end_line_column(origin));
            json!({
                "code": diagnostic.code,
                "severity": diagnostic.severity.word(),
                "message": diagnostic.message,
                "file": (!origin.is_none()).then(|| files.name(origin.file)),
                "line": line,
                "column": column,
                "endLine": end_line,
                "endColumn": end_column,
                "help": diagnostic.help,
            })
        };
        self.tidy().iter().map(object).collect()
    }

    fn tidy(&self) -> Self {
        let mut tidy = self.clone();
        tidy.sort();
        tidy.dedup();
        tidy
    }
}

impl<'a> IntoIterator for &'a Report {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
