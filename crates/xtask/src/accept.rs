//! `cargo xtask accept`: the one way to keep what has changed on purpose.

use crate::machine::Machine;
use crate::needs;
use crate::parts::{Line, built};
use crate::{root, run, test};
use std::process::Command;

/// Something that is kept in the repository and made by the program.
pub struct Kind {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Where it is kept.
    paths: &'static [&'static str],
    /// What makes it anew, or why that cannot be done here.
    lines: fn(&Machine) -> Result<Vec<Line>, String>,
}

/// All kinds.
pub const KINDS: [Kind; 7] = [
    Kind {
        name: "scenarios",
        what: "outcomes of scenarios that go as they say",
        paths: &["tests/scenarios"],
        lines: |_| Ok(vec![Line::new("cargo test --workspace --test scenarios -- --quiet").set(ACCEPT, "1")]),
    },
    Kind {
        name: "snapshots",
        what: "screens, reports and counts of positions that tests compare",
        paths: &["crates"],
        lines: |_| {
            let keep = some_tests(SNAPSHOTS).set("INSTA_UPDATE", "always").set("INSTA_FORCE_PASS", "1");
            // What examples print is kept, too, and some tests alone do not build them.
            Ok(vec![Line::new("cargo build --workspace --examples"), keep])
        },
    },
    Kind {
        name: "docs",
        what: "pages of the manual that come from the source, and the files of the tutorial that come from its page",
        paths: &["docs"],
        lines: |_| Ok(vec![some_tests(DOCS).set(ACCEPT, "1")]),
    },
    Kind {
        name: "pictures",
        what: "pictures that pages show",
        paths: &["docs/images"],
        lines: |_| Ok(vec![some_tests(PICTURES).set(ACCEPT, "1")]),
    },
    Kind {
        name: "instructions",
        what: "how many instructions each verb needs",
        paths: &["crates/bots/benches/instructions.json", "docs/performance.md"],
        lines: |machine| {
            let valgrind = needs::find("Valgrind");
            match machine.counts_instructions() {
                true if (machine.answers)(valgrind.answer) => {
                    Ok(vec![Line::new(test::COUNT), Line::program(built("examples", "instructions")).with("--accept")])
                }
                true => Err(valgrind.advice(machine)),
                false => Err("instructions are counted on Linux with an x86-64 processor".to_owned()),
            }
        },
    },
    Kind {
        name: "formats",
        what: "what a new version reads and writes, where nothing is kept yet",
        paths: &["tests/formats"],
        lines: |_| Ok(vec![some_tests(FORMATS).set(ACCEPT, "1")]),
    },
    Kind {
        name: "oracle",
        what: "what comes of thousands of seeded games",
        paths: &["tests/oracle"],
        lines: |_| match root().join("crates/oracle").is_dir() {
            true => Ok(vec![Line::new("cargo run --package railwright-oracle -- accept")]),
            false => Err("there is no crates/oracle".to_owned()),
        },
    },
];

/// Tests that keep instead of compare when this is set.
const ACCEPT: &str = "RAILWRIGHT_ACCEPT";
/// Files of tests that compare with snapshots.
const SNAPSHOTS: &[&str] = &["examples::", "nodes::", "screen::", "tally::"];
const DOCS: &[&str] = &[
    "the_page_in_docs_is_this_page",
    "the_reference_pages_are_not_stale",
    "the_drawing_of_the_crates_does_not_lie",
    "whoever_follows_the_tutorial_gets_the_files_of_each_step",
];
const PICTURES: &[&str] = &["the_picture_of_every_board_is_up_to_date_and_in_the_gallery"];
const FORMATS: &[&str] = &["formats::"];

fn some_tests(names: &[&str]) -> Line {
    names.iter().fold(Line::new("cargo test --workspace --lib --test it -- --quiet"), |line, name| line.with(*name))
}

/// Keeps some kinds, or all of them.
pub fn run(machine: &Machine, names: &[String]) -> Result<String, String> {
    let chosen = |kind: &&Kind| names.is_empty() || names.iter().any(|name| name == kind.name);
    let (mut failed, mut left, mut paths) = (Vec::new(), Vec::new(), Vec::<&str>::new());
    for kind in KINDS.iter().filter(chosen) {
        println!("\n== {}: {}", kind.name, kind.what);
        match (kind.lines)(machine) {
            Ok(lines) if lines.iter().all(run::runs) => {}
            Ok(_) => failed.push(kind.name),
            Err(why) => {
                println!("{why}");
                left.push(kind.name);
            }
        }
        paths.extend(kind.paths.iter().filter(|path| root().join(path).exists()));
    }
    println!("\nwhat differs from the last commit there:");
    let shown = Command::new("git").args(["status", "--short", "--"]).args(&paths).current_dir(root()).status();
    if let Err(error) = shown {
        println!("git: {error}");
    }
    match (failed.is_empty(), left.is_empty()) {
        (false, _) => Err(format!("FAILED: {}", failed.join(", "))),
        (true, true) => Ok("kept; look at the difference before you commit it".to_owned()),
        // All of it was asked for: what cannot be had here does not spoil the rest.
        (true, false) if names.is_empty() => {
            Ok(format!("kept, but for {}; look at the difference before you commit it", left.join(", ")))
        }
        (true, false) => Err(format!("not kept: {}", left.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The texts of all tests and sources in the crates, with the names of their files.
    fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder that can be read").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("xtask") && !path.ends_with("examples") {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                found.push((name, std::fs::read_to_string(&path).expect("a source")));
            }
        }
    }

    #[test]
    fn every_test_that_keeps_something_is_known_here() {
        let mut all = Vec::new();
        sources(&root().join("crates"), &mut all);
        for name in DOCS.iter().chain(PICTURES) {
            assert!(all.iter().any(|(_, text)| text.contains(&format!("fn {name}()"))), "there is no test {name}");
        }
        let mut snapshots: Vec<String> =
            all.iter().filter(|(_, text)| text.contains("insta::assert")).map(|(name, _)| format!("{name}::")).collect();
        snapshots.sort();
        assert_eq!(snapshots, SNAPSHOTS);
        let keeping = all.iter().filter(|(_, text)| text.contains(&format!("\"{ACCEPT}\""))).count();
        assert_eq!(keeping, DOCS.len() + PICTURES.len() + FORMATS.len() + 1, "a test that keeps something belongs here, too");
    }
}
