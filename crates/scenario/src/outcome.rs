//! The outcome kept beside a scenario, in the format that snapshot tests use, and how it differs from what happened.

use crate::scenario::Scenario;
use railwright_source::disk::read_text;
use similar::{ChangeTag, TextDiff};
use std::path::{Path, PathBuf};

/// The test that compares the same files.
const SOURCE: &str = "crates/scenario/tests/scenarios.rs";

/// How a transcript compares with the outcome that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is the same.
    Same,
    /// It differs; the difference line by line.
    Changed(String),
    /// No outcome was kept yet.
    New,
}

/// Where the outcome of a scenario is kept.
pub fn outcome_path(scenario: &Path) -> PathBuf {
    let name = scenario.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    scenario.parent().unwrap_or(Path::new("")).join("snapshots").join(format!("{name}.snap"))
}

/// A transcript as it is kept.
pub fn snapshot(transcript: &str) -> String {
    format!("---\nsource: {SOURCE}\n---\n{}\n", transcript.trim_end())
}

/// What follows the heading of a kept outcome.
fn contents(snapshot: &str) -> &str {
    let body = snapshot.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(snapshot, |(_, body)| body);
    body.trim_end()
}

/// Compares a transcript with the outcome that was kept.
pub fn compare(scenario: &Scenario, transcript: &str) -> Comparison {
    let Ok(kept) = read_text(&outcome_path(&scenario.path)) else { return Comparison::New };
    let kept = kept.replace("\r\n", "\n");
    let (before, now) = (contents(&kept), transcript.trim_end());
    if before == now { Comparison::Same } else { Comparison::Changed(difference(before, now)) }
}

/// The lines that differ, with three lines around them; `-` was kept, `+` happened.
fn difference(before: &str, now: &str) -> String {
    let diff = TextDiff::from_lines(before, now);
    let mut text = String::new();
    for (i, group) in diff.grouped_ops(3).iter().enumerate() {
        if i > 0 {
            text.push_str("  …\n");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            text.push_str(match change.tag() {
                ChangeTag::Delete => "- ",
                ChangeTag::Insert => "+ ",
                ChangeTag::Equal => "  ",
            });
            text.push_str(change.value().trim_end_matches('\n'));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back() {
        assert_eq!(contents(&snapshot("a\n---\nb\n")), "a\n---\nb");
        assert_eq!(contents("---\nsource: x\nexpression: y\n---\na\n"), "a");
    }

    #[test]
    fn a_difference_shows_both_lines() {
        assert_eq!(difference("a\nb\nc", "a\nB\nc"), "  a\n- b\n+ B\n  c\n");
    }
}
