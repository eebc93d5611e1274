//! Every word is worth its place: each mechanic, kind of step and function is used by a bundled game or part, or by a small game of the tests.

use railwright_core::expr::Function;
use railwright_rules::{flow, mechanics};
use std::path::{Path, PathBuf};

/// Functions that no game file says yet; tests of expressions have them.
const IN_EXPRESSIONS_ALONE: [&str; 2] = ["least", "distance"];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, out);
        } else if entry.extension().is_some_and(|ending| ending == "toml") {
            out.push(entry);
        }
    }
}

/// All that games, parts and small games say.
fn said() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root.join("games"), &mut all);
    files(&root.join("tests/games"), &mut all);
    all.iter().map(|path| std::fs::read_to_string(path).expect("a text")).collect()
}

/// Whether a function is called somewhere: its name before a bracket, and no letter before it.
fn is_called(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    let part_of_a_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(&call).any(|(at, _)| !text[..at].ends_with(part_of_a_name))
}

#[test]
fn every_mechanic_step_and_function_is_used() {
    let text = said();
    let done = |kind: &str| text.contains(&format!("do = \"{kind}\""));
    let mechanics = mechanics::SCHEMAS.iter().map(|(name, _)| format!("mechanic {name}")).filter(|word| !done(&word[9..]));
    let steps = flow::SCHEMAS.iter().map(|(name, _)| format!("step {name}")).filter(|word| !done(&word[5..]));
    let names = Function::ALL.iter().map(|function| function.row().name);
    let functions = names.filter(|name| !is_called(&text, name) && !IN_EXPRESSIONS_ALONE.contains(name));
    let unused: Vec<String> = mechanics.chain(steps).chain(functions.map(|name| format!("function {name}"))).collect();
    assert_eq!(unused, Vec::<String>::new(), "a word that no game uses goes, or gets a game");
    for name in IN_EXPRESSIONS_ALONE {
        assert!(!is_called(&text, name), "`{name}` is used now: it need not be listed any more");
    }
}
