//! What is said in several places of the project is said alike: versions, compilers, licences, forms.

use crate::pages::root;
use serde_json::Value;
use std::process::Command;

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// What stands between quotes behind a word at the beginning of a line.
fn value(text: &str, word: &str) -> String {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(word));
    line.and_then(|rest| rest.split('"').nth(1)).unwrap_or_else(|| panic!("no {word}")).to_owned()
}

/// The numbers of a version, as far as two are compared.
fn numbers(version: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = version.split('.').map(|part| part.parse().expect("a number")).collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn the_oldest_compiler_is_the_same_wherever_it_is_named() {
    let oldest = value(&read("Cargo.toml"), "rust-version = ");
    assert_eq!(value(&read(".github/workflows/tests.yml"), "MSRV: "), oldest, "the workflow");
    assert!(read("CONTRIBUTING.md").contains(&format!("[Rust](https://rustup.rs), {oldest} or later")), "CONTRIBUTING.md");
    for entry in std::fs::read_dir(root().join("crates")).expect("crates").map(|entry| entry.expect("an entry").path()) {
        let manifest = std::fs::read_to_string(entry.join("Cargo.toml")).expect("a manifest");
        // Clippy looks there for what the standard library may be asked for.
        assert!(manifest.contains("rust-version.workspace = true"), "{}", entry.display());
    }
}

#[test]
fn every_crate_refuses_casts_that_could_wrap_around() {
    let refused = "deny(clippy::cast_possible_truncation, clippy::cast_sign_loss)";
    let mut looked_at = 0;
    for folder in std::fs::read_dir(root().join("crates")).expect("crates").map(|entry| entry.expect("an entry").path()) {
        for file in ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file)) {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            assert!(text.contains(refused), "{}: add #![cfg_attr(not(test), {refused})]", file.display());
            looked_at += 1;
        }
    }
    assert!(looked_at > 25, "{looked_at}");
}

#[test]
fn no_library_asks_for_a_newer_compiler() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let version = Command::new(&cargo).args(["--version", "--verbose"]).output().expect("cargo runs");
    let version = String::from_utf8(version.stdout).expect("UTF-8");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    // What is built here has been fetched; libraries of other systems may not have been.
    let asked = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let ran = Command::new(&cargo).args(asked).current_dir(root()).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let metadata: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let oldest = numbers(&value(&read("Cargo.toml"), "rust-version = "));
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 100, "only {}", packages.len());
    let newer = packages.iter().filter(|package| package["rust_version"].as_str().is_some_and(|v| numbers(v) > oldest));
    let newer: Vec<String> = newer.map(|p| format!("{} {}: {}", p["name"], p["version"], p["rust_version"])).collect();
    assert!(newer.is_empty(), "newer than rust-version: {newer:?}");
    let elsewhere = packages.iter().filter(|p| p["source"].as_str().is_some_and(|s| !s.starts_with("registry+")));
    assert_eq!(elsewhere.count(), 0, "all libraries come from crates.io");
}

#[test]
fn the_gate_counts_with_the_compiler_that_counts_were_kept_with() {
    let counted: Value = serde_json::from_str(&read("crates/bots/benches/instructions.json")).expect("JSON");
    let with = value(&read(".github/workflows/tests.yml"), "COUNTED_WITH: ");
    assert!(counted["with"].as_str().is_some_and(|rustc| rustc.starts_with(&format!("rustc {with} "))), "{with}");
}

#[test]
fn the_changelog_knows_the_version_and_what_comes_after_it() {
    let (manifest, changelog) = (read("Cargo.toml"), read("CHANGELOG.md"));
    let headings: Vec<&str> = changelog.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings.first(), Some(&"Unreleased"));
    let version = value(&manifest, "version = ");
    assert!(headings.iter().any(|heading| heading.split(' ').next() == Some(&version)), "no {version} in {headings:?}");
    let minor = version.rsplit_once('.').expect("three numbers").0;
    assert!(read("SECURITY.md").contains(&format!("| {minor} | yes |")), "SECURITY.md");
    assert!(root().join("tests/formats").join(minor).is_dir(), "tests/formats has no files of {minor}");
}

#[test]
fn who_reports_a_fault_is_asked_for_a_save_and_a_seed() {
    let form = read(".github/ISSUE_TEMPLATE/bug.yml");
    for id in ["save", "seed", "game", "version"] {
        let (_, field) = form.split_once(&format!("    id: {id}\n")).unwrap_or_else(|| panic!("no {id}"));
        let field = field.split("\n  - type").next().expect("a field");
        assert!(field.contains("required: true"), "{id} can be left out");
    }
}

#[test]
fn binaries_are_made_for_the_systems_whose_libraries_are_looked_at() {
    let (release, deny) = (read(".github/workflows/release.yml"), read("deny.toml"));
    let made: Vec<&str> =
        release.split("target: ").skip(1).filter_map(|rest| rest.split(',').next()).filter(|t| !t.contains('\n')).collect();
    assert!(made.len() >= 5, "{made:?}");
    for system in ["linux", "apple", "windows"] {
        assert!(made.iter().any(|target| target.contains(system)), "nothing for {system}");
    }
    for target in made {
        assert!(deny.contains(&format!("\"{target}\"")), "deny.toml leaves out {target}");
    }
}
