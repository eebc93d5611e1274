//! Every version of every file of a game that the repository had before there were formats. It needs git and the whole history, so that it is no part of the
//! usual tests: `cargo xtask soak history`.

use railwright_migrate::{Outcome, migrate};
use std::collections::BTreeMap;
use std::process::Command;

/// Where files of games are.
const FOLDERS: [&str; 5] = ["games", "maps", "tests/games", "tests/scenarios", "docs/tutorial"];

fn git(arguments: &[&str]) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let ran = Command::new("git").arg("-C").arg(root).args(arguments).output().expect("git");
    assert!(ran.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}

/// The versions there were: what identifies each, and a path that it had.
fn versions() -> BTreeMap<String, String> {
    let mut arguments = vec!["log", "--format=", "--raw", "--no-abbrev", "--no-renames", "--"];
    arguments.extend(FOLDERS);
    let said = git(&arguments);
    let one = |line: &str| {
        let (about, path) = line.split_once('\t')?;
        let mut words = about.split(' ').skip(3);
        let (blob, change) = (words.next()?, words.next()?);
        (path.ends_with(".toml") && change != "D").then(|| (blob.to_owned(), path.to_owned()))
    };
    said.lines().filter_map(one).collect()
}

#[test]
#[ignore = "needs the whole history of the repository"]
fn every_version_of_every_file_is_migrated_with_nothing_left_over() {
    let (mut migrated, mut current, mut unreadable) = (0, 0, Vec::new());
    for (blob, path) in versions() {
        let text = git(&["cat-file", "blob", &blob]);
        match migrate(&path, &text, &["offer".to_owned()]) {
            Ok(Outcome::Migrated(now)) => {
                assert_eq!(now.left, [], "{path} {blob}");
                let again = migrate(&path, &now.text, &[]);
                assert!(matches!(again, Ok(Outcome::Current)), "{path} {blob}: {again:?}");
                migrated += 1;
            }
            Ok(Outcome::Current) => current += 1,
            Ok(Outcome::NotOurs) => panic!("{path} {blob} is taken for no file of a game"),
            // What was wrong then is wrong now: a syntax that is none of TOML.
            Err(wrong) => unreadable.push(wrong.report.iter().map(|problem| problem.code).collect::<Vec<_>>()),
        }
    }
    assert!(migrated > 600 && current > 100, "{migrated} migrated, {current} of today's format: is this the whole history?");
    assert!(unreadable.len() <= 1 && unreadable.iter().all(|codes| codes[..] == ["syntax"]), "{unreadable:?}");
}
