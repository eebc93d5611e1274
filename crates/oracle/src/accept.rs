//! Reads the folder of outcomes, compares it with what is played now, and writes it anew.

use crate::run::{Played, outcomes, play_all, table};
use crate::told::Told;
use crate::{Case, GAMES, Outcomes, compare};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of outcomes.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("outcomes.txt")
}

/// The outcomes that are kept in a folder.
pub fn kept(folder: &Path) -> Result<Outcomes, String> {
    let path = file(folder);
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Outcomes::read(&text)
}

/// The games of a case that are told in a folder.
pub fn told(folder: &Path, case: &Case) -> Result<Told, String> {
    let path = Told::path(folder, case);
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Told::read(&text)
}

/// Plays everything that a folder keeps; says what differs.
pub fn check(folder: &Path) -> Result<Option<String>, String> {
    let kept = kept(folder)?;
    let now = play_all(&Case::all()?, GAMES, |case| told(folder, case).ok().map(|told| told.seeds()))?;
    Ok(difference(folder, &kept, &now))
}

/// What differs between a folder and what was played.
pub fn difference(folder: &Path, kept: &Outcomes, now: &[Played]) -> Option<String> {
    compare::report(kept, &|case| told(folder, case), now, &|case, seed| Some(table(case.rules().ok()?).story(seed)))
}

/// Writes a folder's outcomes and told games as they are now; says which files changed.
pub fn accept(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let now = play_all(&Case::all()?, GAMES, |_| None)?;
    let mut files = vec![(file(folder), outcomes(&now).to_string())];
    for played in &now {
        files.push((Told::path(folder, &played.section.case), played.told.text(&played.section.case)));
    }
    write(&files, &folder.join("told")).map_err(|error| format!("cannot write in {}: {error}", folder.display()))
}

/// Writes the files that are not as they should be, and removes others from the folder that is all theirs.
fn write(files: &[(PathBuf, String)], all_in: &Path) -> io::Result<Vec<PathBuf>> {
    let mut changed = Vec::new();
    fs::create_dir_all(all_in)?;
    for (path, text) in files {
        if fs::read_to_string(path).is_ok_and(|old| old == *text) {
            continue;
        }
        fs::write(path, text)?;
        changed.push(path.clone());
    }
    let wanted: BTreeSet<&PathBuf> = files.iter().map(|(path, _)| path).collect();
    for entry in fs::read_dir(all_in)? {
        let path = entry?.path();
        if !wanted.contains(&path) {
            fs::remove_file(&path)?;
            changed.push(path);
        }
    }
    Ok(changed)
}
