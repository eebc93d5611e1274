//! The bundled games as they were before format 1, migrated, come out as they did.

use railwright_migrate::{Outcome, Users, migrate, migrate_script};
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
        if entry.extension().is_none_or(|ending| ending != "toml") {
            std::fs::copy(&entry, target).expect("copied");
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

/// Rewrites the modules of a folder in place; how many were.
fn migrate_modules(folder: &Path) -> usize {
    let all: Vec<PathBuf> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    let ends = |path: &&PathBuf, ending: &str| path.extension().is_some_and(|other| other == ending);
    let mut done = 0;
    for module in all.iter().filter(|path| ends(path, "rhai")) {
        let mut users = Users::default();
        for game in all.iter().filter(|path| ends(path, "toml")) {
            let name = module.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            users.add(name, &std::fs::read_to_string(game).expect("a text"));
        }
        let text = std::fs::read_to_string(module).expect("a text");
        if let Ok(Outcome::Migrated(migrated)) = migrate_script(&module.display().to_string(), &text, &users) {
            assert_eq!(migrated.left, []);
            std::fs::write(module, migrated.text).expect("written");
            done += 1;
        }
    }
    done
}

#[test]
fn games_with_modules_of_before_format_1_come_out_the_same_with_migrated_ones() {
    let before = folder().join("../formats/before-1");
    for (game, name) in [("tests-games/storm", "storm"), ("tutorial/step-5", "skerry")] {
        let now = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("migrated-modules").join(name);
        write_migrated(&before.join(game), &now);
        let case = Case { game: now.join(format!("{name}.toml")).display().to_string(), players: 2, option: None };
        let played = || play(&case, GAMES, Some(&[])).unwrap_or_else(|error| panic!("{error}")).section.games;
        let with_those_of_before = played();
        assert_eq!(migrate_modules(&now), 1, "{name}");
        assert_eq!(played(), with_those_of_before, "{name}");
    }
}
