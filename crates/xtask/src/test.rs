//! `cargo xtask test`: all that must hold before a change is taken.

use crate::machine::Machine;
use crate::needs::PYTHON;
use crate::parts::{Line, Part, built};
use crate::run;

/// The name of some parts together: what a change of Rust alone can break.
pub const RUST: &str = "rust";
const RUST_PARTS: [&str; 3] = ["fmt", "clippy", "test"];

/// The parts, in the order in which a mistake shows soonest.
pub const PARTS: &[Part] = &[
    Part {
        name: "fmt",
        what: "the source is laid out by rustfmt",
        needs: &["rustfmt"],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo fmt --all --check")]),
    },
    Part {
        name: "clippy",
        what: "the compiler and clippy warn of nothing",
        needs: &["clippy"],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo clippy --workspace --all-targets -- -D warnings")]),
    },
    Part {
        name: "test",
        what: "all tests of Rust, scenarios and examples in documentation",
        needs: &["Python"],
        after: None,
        lines: |_| Ok(vec![Line::new("cargo test --workspace --no-fail-fast")]),
    },
    Part {
        name: "python",
        what: "the Python package: its stubs, its tests, every game as an environment, its pages",
        needs: &["Python", "Python environments", "Python packages"],
        after: None,
        lines: |_| Ok(vec![Line::new(PYTHON).with("crates/python/test.py")]),
    },
    Part {
        name: "package",
        what: "every crate has all that its package needs",
        needs: &[],
        after: None,
        // The tests have brought all libraries; nothing is built, which is for the long run. What only tests other crates is no package.
        lines: |_| {
            let all = "cargo package --workspace --exclude railwright-hostile --no-verify --allow-dirty --offline --quiet";
            Ok(vec![Line::new(all)])
        },
    },
    Part {
        name: "browser",
        what: "the pages: their types, every game in a real browser",
        needs: &["Node", "npm", "Chromium"],
        after: Some("test"),
        lines: |machine| on_linux(machine, in_browser()),
    },
    Part {
        name: "editor",
        what: "the language server in Neovim",
        needs: &["Neovim"],
        after: Some("test"),
        lines: |machine| on_linux(machine, vec![Line::new("cargo test --workspace --test it -- --ignored neovim::")]),
    },
    Part {
        name: "postgres",
        what: "tables in PostgreSQL, with a server that the test starts",
        needs: &["PostgreSQL"],
        after: Some("test"),
        lines: |machine| on_linux(machine, vec![Line::new("cargo test --workspace --test it -- --ignored postgres::")]),
    },
    Part {
        name: "load",
        what: "a server under load is killed, flooded and asked for rubbish, and loses nothing",
        needs: &[],
        after: Some("test"),
        lines: |machine| on_linux(machine, under_load()),
    },
    Part {
        name: "instructions",
        what: "no verb needs many more instructions than were kept",
        needs: &["Valgrind"],
        after: Some("test"),
        lines: |machine| match machine.counts_instructions() {
            true => Ok(vec![Line::new(COUNT), Line::program(built("examples", "instructions"))]),
            false => Err("instructions are counted on Linux with an x86-64 processor".to_owned()),
        },
    },
];

/// The program and the load as tests are built, so that nothing is built anew.
const SERVED: &str = "cargo build --workspace --bin railwright --example load";

/// The types of the pages, then their tests in a browser.
fn in_browser() -> Vec<Line> {
    let npm = |what: &str| Line::new(&format!("npm --prefix crates/web/tests/browser {what}"));
    let program: &'static str = built("", "railwright").leak();
    vec![Line::new(SERVED), npm("ci --no-audit --no-fund"), npm("run types"), npm("test").set("RAILWRIGHT", program)]
}

/// A server under load for a moment, killed three times, among others who do not behave.
fn under_load() -> Vec<Line> {
    let program: &'static str = built("", "railwright").leak();
    let load = Line::program(built("examples", "load")).with("--program").with(program);
    let load = "--tables 30 --rate 60 --seconds 4 --kills 3 --bad 3 --requests 2000".split(' ').fold(load, Line::with);
    vec![Line::new(SERVED), load]
}

/// What is tested as Debian has it.
fn on_linux(machine: &Machine, lines: Vec<Line>) -> Result<Vec<Line>, String> {
    match machine.system {
        "linux" => Ok(lines),
        other => Err(format!("it needs programs as Debian has them, and this is {other}")),
    }
}

/// Of the whole workspace, as tests are built: for one package alone libraries would be built once more, with other features.
pub const COUNT: &str = "cargo build --workspace --example instructions";

/// Tests all of it, some parts, or what filters select.
pub fn run(machine: &Machine, filters: &[String], only: &[String], install: bool) -> Result<String, String> {
    if !filters.is_empty() {
        // Scenarios take one filter at a time.
        let lines = filters.iter().map(|filter| Line::new("cargo test --workspace --no-fail-fast --").with(filter.as_str()));
        let failed: Vec<&str> =
            lines.zip(filters).filter(|(line, _)| !run::runs(line)).map(|(_, filter)| filter.as_str()).collect();
        return match failed.is_empty() {
            true => Ok(format!("the tests with {} in their name are well; nothing else was looked at", filters.join(" or "))),
            false => Err(format!("FAILED: tests with {} in their name", failed.join(" or "))),
        };
    }
    run::all(&chosen(only), machine, install)
}

/// The parts of some names, in their order; all if none is named.
fn chosen(only: &[String]) -> Vec<&'static Part> {
    let rust = only.iter().any(|name| name == RUST);
    let wanted =
        |part: &&Part| only.is_empty() || only.iter().any(|name| name == part.name) || (rust && RUST_PARTS.contains(&part.name));
    PARTS.iter().filter(wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::pretended;
    use crate::needs;

    #[test]
    fn parts_are_chosen_by_name_and_keep_their_order() {
        let names = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
            chosen(&only).iter().map(|part| part.name).collect::<Vec<_>>()
        };
        assert_eq!(
            names(&[]),
            ["fmt", "clippy", "test", "python", "package", "browser", "editor", "postgres", "load", "instructions"]
        );
        assert_eq!(names(&["test", "fmt"]), ["fmt", "test"]);
        assert_eq!(names(&[RUST]), ["fmt", "clippy", "test"]);
    }

    #[test]
    fn instructions_are_counted_on_one_kind_of_machine_only() {
        let part = PARTS.iter().find(|part| part.name == "instructions").expect("the part");
        assert!((part.lines)(&pretended("linux", "x86_64", true, &[])).is_ok());
        assert!((part.lines)(&pretended("linux", "aarch64", true, &[])).is_err());
        assert!((part.lines)(&pretended("macos", "x86_64", false, &[])).is_err());
    }

    #[test]
    fn every_need_of_a_part_is_known() {
        for name in PARTS.iter().chain(&crate::soak::PARTS).flat_map(|part| part.needs) {
            assert_eq!(needs::find(name).name, *name);
        }
    }

    /// The texts of all sources below a folder.
    fn sources(folder: &std::path::Path, found: &mut Vec<String>) {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }

    /// Whether documentation shows code that would be tried: a block without the name of another language.
    fn has_examples(text: &str) -> bool {
        let lines = text.lines().map(str::trim).filter_map(|line| line.strip_prefix("///").or_else(|| line.strip_prefix("//!")));
        let fences = lines.filter_map(|line| line.trim().strip_prefix("```"));
        fences.step_by(2).any(|language| !["text", "toml", "json"].contains(&language))
    }

    #[test]
    fn what_is_switched_off_in_a_manifest_is_not_there() {
        let mut looked = 0;
        for path in std::fs::read_dir(crate::root().join("crates")).expect("the crates").flatten().map(|entry| entry.path()) {
            let Ok(manifest) = std::fs::read_to_string(path.join("Cargo.toml")) else { continue };
            let mut texts = Vec::new();
            sources(&path.join("src"), &mut texts);
            let library = manifest.split("\n[").find(|part| part.starts_with("lib]")).unwrap_or_default();
            let name = path.display();
            if library.contains("doctest = false") {
                assert!(!texts.iter().any(|text| has_examples(text)), "{name}: examples in the documentation are never tried");
                looked += 1;
            }
            if library.contains("\ntest = false") {
                assert!(!texts.iter().any(|text| text.contains("#[test]")), "{name}: tests in the source are never run");
            }
        }
        assert!(looked > 10, "{looked}");
        assert!(has_examples("/// ```\n/// f();\n/// ```") && !has_examples("/// ```text\n/// f\n/// ```"));
    }
}
