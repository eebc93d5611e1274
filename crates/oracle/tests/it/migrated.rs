//! The bundled games as they were before format 1, migrated, come out as they did.

use railwright_migrate::{Outcome, migrate};
use railwright_oracle::run::play;
use railwright_oracle::{Case, Outcomes, folder};
use std::path::{Path, PathBuf};

/// Enough games that a rule that was lost shows.
const GAMES: u64 = 25;

/// Writes a folder anew, every file migrated.
fn write_migrated(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder for tests");
    for entry in std::fs::read_dir(from).expect("kept files").map(|entry| entry.expect("an entry").path()) {
        let target = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            write_migrated(&entry, &target);
            continue;
        }
        let text = std::fs::read_to_string(&entry).expect("a text");
        // The games of before use the parts of before, which lie beside them.
        match migrate(&entry.display().to_string(), &text, &["offer".to_owned()]) {
            Ok(Outcome::Migrated(migrated)) => std::fs::write(target, migrated.text).expect("written"),
            other => panic!("{}: {other:?}", entry.display()),
        }
    }
}

#[test]
fn games_of_before_format_1_have_the_outcomes_that_are_kept() {
    let kept = Outcomes::read(&std::fs::read_to_string(folder().join("outcomes.txt")).expect("kept outcomes")).expect("outcomes");
    let now = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("migrated");
    let before = folder().join("../formats/before-1");
    for part in ["games", "maps"] {
        write_migrated(&before.join(part), &now.join(part));
    }
    let mut compared = 0;
    for section in &kept.sections {
        let path = now.join("games").join(format!("{}.toml", section.case.game));
        if !path.exists() {
            continue;
        }
        let case = Case { game: path.display().to_string(), ..section.case.clone() };
        let played = play(&case, GAMES, Some(&[])).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(played.section.games, section.games[..GAMES as usize], "{}", section.case);
        compared += 1;
    }
    assert!(compared >= 30, "{compared} cases");
}
