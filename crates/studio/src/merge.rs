//! Two texts that were made of one, put together line by line.

use similar::{DiffOp, TextDiff};
use std::ops::Range;

/// Exchanged lines: those that go, and the lines of the new text that come.
type Hunk = (Range<usize>, Range<usize>);

fn hunks(base: &[&str], new: &[&str]) -> Vec<Hunk> {
    let diff = TextDiff::from_slices(base, new);
    let changed = diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changed.map(|op| (op.old_range(), op.new_range())).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// What comes of both changes; nothing where they are about the same lines, or about neighbours.
#[must_use]
pub fn merge(base: &str, mine: &str, theirs: &str) -> Option<String> {
    if mine == theirs || theirs == base {
        return Some(mine.to_owned());
    }
    if mine == base {
        return Some(theirs.to_owned());
    }
    let (base, mine, theirs) = (lines(base), lines(mine), lines(theirs));
    let (ours, others) = (hunks(&base, &mine), hunks(&base, &theirs));
    let mut all: Vec<(Hunk, &[&str])> = ours.into_iter().map(|hunk| (hunk, &mine[..])).collect();
    for hunk in others {
        let same = |(known, from): &(Hunk, &[&str])| known.0 == hunk.0 && from[known.1.clone()] == theirs[hunk.1.clone()];
        if !all.iter().any(same) {
            all.push((hunk, &theirs[..]));
        }
    }
    all.sort_by_key(|((old, _), _)| (old.start, old.end));
    if all.windows(2).any(|pair| pair[0].0.0.end >= pair[1].0.0.start.max(1) && pair[1].0.0.start <= pair[0].0.0.end) {
        return None;
    }
    let (mut out, mut at) = (String::new(), 0);
    for ((old, new), from) in all {
        out.extend(base[at..old.start].iter().copied());
        out.extend(from[new].iter().copied());
        at = old.end;
    }
    out.extend(base[at..].iter().copied());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_different_lines_go_together() {
        let base = "a\nb\nc\nd\ne\n";
        assert_eq!(merge(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n").as_deref(), Some("A\nb\nc\nd\nE\nf\n"));
        assert_eq!(merge(base, base, "x\n").as_deref(), Some("x\n"));
        assert_eq!(merge(base, "a\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n").as_deref(), Some("a\nc\nd\ne\nf\n"));
        assert_eq!(merge(base, "a\nb\nX\nd\ne\n", "a\nb\nX\nd\ne\n").as_deref(), Some("a\nb\nX\nd\ne\n"));
    }

    #[test]
    fn changes_of_the_same_or_neighbouring_lines_do_not() {
        let base = "a\nb\nc\nd\n";
        assert_eq!(merge(base, "a\nB\nc\nd\n", "a\nbb\nc\nd\n"), None);
        assert_eq!(merge(base, "a\nB\nc\nd\n", "a\nb\nC\nd\n"), None);
        assert_eq!(merge(base, "", "a\nb\nc\nD\n"), None);
    }
}
