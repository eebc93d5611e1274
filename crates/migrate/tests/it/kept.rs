//! Every file of before format 1 that is kept in `tests/formats`.

use railwright_migrate::{Outcome, migrate};
use std::path::{Path, PathBuf};

/// All files below a folder that end so.
pub(crate) fn files_of(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(folder, ending, &mut all);
    all.sort();
    all
}

fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, ending, out);
        } else if entry.extension().is_some_and(|other| other == ending) {
            out.push(entry);
        }
    }
}

/// The comments of a text, each without what is before it, in no order: some go along with what is moved.
fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.lines().filter_map(|line| line.find("# ").map(|at| &line[at..])).collect();
    found.sort_unstable();
    found
}

#[test]
fn every_kept_file_is_migrated_once_and_keeps_its_comments() {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats");
    let all = [files_of(&formats.join("before-1"), "toml"), files_of(&formats.join("0.1"), "toml")].concat();
    assert!(all.len() > 70, "{}", all.len());
    for path in all {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a text");
        let own = ["offer".to_owned()];
        let migrated = match migrate(&name, &text, &own) {
            Ok(Outcome::Migrated(migrated)) => migrated,
            // This one is wrong on purpose.
            Ok(other) => panic!("{name}: {other:?}"),
            Err(_) if name.ends_with("wrong.toml") => continue,
            Err(unreadable) => panic!("{}", unreadable.report.render(&unreadable.files, false)),
        };
        assert_eq!(migrated.left, [], "{name}");
        assert_eq!(comments(&text), comments(&migrated.text), "{name}");
        assert!(migrated.text.lines().count() > text.lines().count(), "{name}: a line more, which says the format");
        assert!(matches!(migrate(&name, &migrated.text, &own), Ok(Outcome::Current)), "{name}: once is enough");
    }
}
