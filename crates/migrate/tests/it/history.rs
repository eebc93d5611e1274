//! Every version of every file of a game that the repository had before there were formats. It needs git and the whole history, so that it is no part of the
//! usual tests: `cargo xtask soak history`.

use railwright_migrate::{Outcome, Users, migrate, migrate_script};
use std::collections::BTreeMap;
use std::process::Command;

/// Where files of games are.
const FOLDERS: [&str; 6] = ["games", "maps", "scripts", "tests/games", "tests/scenarios", "docs/tutorial"];

fn git(arguments: &[&str]) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let ran = Command::new("git").arg("-C").arg(root).args(arguments).output().expect("git");
    assert!(ran.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}

/// Where a version of a file was: its path, and a commit that has it.
struct Found {
    path: String,
    commit: String,
}

/// The versions there were of files that end so, by what identifies each.
fn versions(ending: &str) -> BTreeMap<String, Found> {
    let mut arguments = vec!["log", "--format=%H", "--raw", "--no-abbrev", "--no-renames", "--"];
    arguments.extend(FOLDERS);
    let (mut commit, mut found) = (String::new(), BTreeMap::new());
    for line in git(&arguments).lines() {
        let Some((about, path)) = line.split_once('\t') else {
            if !line.is_empty() {
                line.clone_into(&mut commit);
            }
            continue;
        };
        let mut words = about.split(' ').skip(3);
        if let (Some(blob), Some(change)) = (words.next(), words.next())
            && path.ends_with(ending)
            && change != "D"
        {
            found.insert(blob.to_owned(), Found { path: path.to_owned(), commit: commit.clone() });
        }
    }
    found
}

#[test]
#[ignore = "needs the whole history of the repository"]
fn every_version_of_every_file_is_migrated_with_nothing_left_over() {
    let (mut migrated, mut current, mut unreadable) = (0, 0, Vec::new());
    for (blob, Found { path, .. }) in versions(".toml") {
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
    assert!(unreadable.len() <= 1 && unreadable.iter().flatten().all(|code| *code == "syntax"), "{unreadable:?}");
}

#[test]
#[ignore = "needs the whole history of the repository"]
fn every_version_of_every_module_is_migrated_with_nothing_left_over() {
    let (mut migrated, mut current) = (0, 0);
    for (blob, Found { path, commit }) in versions(".rhai") {
        let (folder, file) = path.rsplit_once('/').expect("in a folder");
        let module = file.trim_end_matches(".rhai");
        let mut users = Users::default();
        let beside = git(&["ls-tree", "--name-only", &commit, &format!("{folder}/")]);
        for game in beside.lines().filter(|name| name.ends_with(".toml")) {
            users.add(module, &git(&["cat-file", "blob", &format!("{commit}:{game}")]));
        }
        let text = git(&["cat-file", "blob", &blob]);
        match migrate_script(&path, &text, &users) {
            Ok(Outcome::Migrated(now)) => {
                assert_eq!(now.left, [], "{path} {blob}");
                assert!(matches!(migrate_script(&path, &now.text, &users), Ok(Outcome::Current)), "{path} {blob}");
                migrated += 1;
            }
            Ok(_) => current += 1,
            Err(wrong) => panic!("{path} {blob}: {}", wrong.report.render(&wrong.files, false)),
        }
    }
    assert!(migrated >= 2 && current > 10, "{migrated} migrated, {current} of today's format: is this the whole history?");
}
