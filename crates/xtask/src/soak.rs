//! `cargo xtask soak`: what takes long, or needs what few machines have.

use crate::machine::Machine;
use crate::needs::PYTHON;
use crate::parts::{Line, Part};
use crate::{root, run};

/// The parts, the shortest first.
pub const PARTS: [Part; 15] = [
    Part {
        name: "workflows",
        what: "workflows and issue forms fit the schemas of GitHub; seconds",
        needs: &["Python", "check-jsonschema"],
        after: None,
        lines: |_| there(".github/check.py", vec![Line::new(PYTHON).with(".github/check.py")]),
    },
    Part {
        name: "deny",
        what: "licences of libraries, and faults that are known of them; seconds",
        needs: &["cargo-deny"],
        after: None,
        lines: |_| there("deny.toml", vec![Line::new("cargo deny --workspace check")]),
    },
    Part {
        name: "book",
        what: "the manual becomes a book without a warning; seconds",
        needs: &["mdBook"],
        after: None,
        lines: |_| Ok(vec![Line::new("mdbook build docs").strict()]),
    },
    Part {
        name: "history",
        what: "every game, map, part and scenario that the repository ever had before formats is migrated; seconds",
        needs: &[],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo test --package railwright-migrate --test it -- --ignored history::")]),
    },
    Part {
        name: "doc",
        what: "the pages of the crates have no broken link; a minute or two",
        needs: &[],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo doc --workspace --no-deps").set("RUSTDOCFLAGS", "-D warnings")]),
    },
    Part {
        name: "first",
        what: "the first command of a newcomer builds a game from nothing, and it plays; four minutes of one core",
        needs: &[],
        after: None,
        lines: |_| {
            let play = "cargo play skerry-lights --plain --fast --seat greedy --seat random";
            Ok(vec![Line::new("cargo clean --target-dir target/first"), Line::new(play).set("CARGO_TARGET_DIR", "target/first")])
        },
    },
    Part {
        name: "oldest",
        what: "the oldest compiler that is promised understands everything; three minutes",
        needs: &["Rust 1.89"],
        after: None,
        lines: |_| Ok(vec![Line::new("rustup run 1.89 cargo check --workspace --all-targets --target-dir target/oldest")]),
    },
    Part {
        name: "python",
        what: "the Python package on a cluster of one machine, a worker of which is killed; a minute or two",
        needs: &["Python", "Python environments", "Ray"],
        after: None,
        lines: |_| Ok(vec![Line::new(PYTHON).with("crates/python/test.py").with("--slow")]),
    },
    Part {
        name: "package",
        what: "every crate can be packed, and built from its package; ten minutes",
        needs: &[],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo package --workspace --exclude railwright-hostile --allow-dirty")]),
    },
    Part {
        name: "seats",
        what: "bots play the same from every seat, and greedy against itself is even in 8,000 games each; ten minutes",
        needs: &[],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo test --release --package railwright-bots --test it -- --ignored symmetry::")]),
    },
    Part {
        name: "web",
        what: "a thousand tables with two thousand players, 500 moves a second, a hundred kills, floods, a million requests; twenty minutes",
        needs: &[],
        after: None,
        lines: |_| {
            let load = "cargo run --release --package railwright-web --example load -- --program target/release/railwright --tables 1000 \
                        --rate 500 --seconds 60 --kills 100 --bad 30 --requests 1000000 --p99 250 --memory 1024";
            Ok(vec![Line::new("cargo build --release --package railwright-cli"), Line::new(load)])
        },
    },
    Part {
        name: "hostile",
        what: "a million wrong games, maps, scripts, saves and moves; ten minutes, and five to build",
        needs: &[],
        after: None,
        lines: |_| {
            let run = "cargo run --release --package railwright-hostile -- --inputs 1000000 --found target/hostile-found";
            Ok(vec![Line::new(run)])
        },
    },
    Part {
        name: "expressions",
        what: "a million random expressions mean the same to the evaluator of play and to a plain one; ten minutes",
        needs: &[],
        after: None,
        lines: |_| {
            let run = "cargo test --release --package railwright-rules --test it -- compared::";
            Ok(vec![Line::new(run).set("RAILWRIGHT_EXPRESSIONS", "1000000")])
        },
    },
    Part {
        name: "mutants",
        what: "every change of every rule can be played or is refused; half an hour",
        needs: &[],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo test --workspace --test it -- mutants::").set("RAILWRIGHT_MUTANTS", "1")]),
    },
    Part {
        name: "games",
        what: "a million games of each bundled game, with every invariant checked; hours",
        needs: &[],
        after: None,
        lines: |_| {
            let line = |game: String| Line::new("cargo run --release -- sim --check --games 1000000").with(game);
            Ok(bundled().into_iter().map(line).collect())
        },
    },
];

/// Lines that need a file of the repository.
fn there(file: &str, lines: Vec<Line>) -> Result<Vec<Line>, String> {
    if root().join(file).is_file() { Ok(lines) } else { Err(format!("there is no {file}")) }
}

/// The ids of the bundled games, in order.
fn bundled() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("games")).into_iter().flatten().flatten().map(|entry| entry.path());
    let games = entries.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut ids: Vec<String> = games.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    ids.sort();
    ids
}

/// What there is, for people.
pub fn list() -> String {
    PARTS.iter().map(|part| format!("  {:10} {}\n", part.name, part.what)).collect()
}

/// Runs the named parts, or all.
pub fn run(machine: &Machine, names: &[String], only_list: bool) -> Result<String, String> {
    if only_list {
        return Ok(list().trim_end().to_owned());
    }
    let parts: Vec<&Part> = PARTS.iter().filter(|part| names.is_empty() || names.iter().any(|name| name == part.name)).collect();
    run::all(&parts, machine, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_without_its_file_says_so() {
        assert_eq!(there("no/such/file", Vec::new()), Err("there is no no/such/file".to_owned()));
        assert_eq!(there("Cargo.toml", vec![Line::new("x")]), Ok(vec![Line::new("x")]));
    }

    #[test]
    fn all_bundled_games_are_played() {
        let games = bundled();
        assert!(games.len() >= 6 && games.is_sorted(), "{games:?}");
    }

    #[test]
    fn the_oldest_compiler_is_the_one_that_is_promised() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
        assert!(manifest.contains("rust-version = \"1.89\""));
    }
}
