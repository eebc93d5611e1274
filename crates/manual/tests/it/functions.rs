//! Functions stay short enough to be read at once.

use std::path::{Path, PathBuf};

/// Lines that a function may have, with its head and its last brace.
const MOST: usize = 80;
/// What the line above a longer function says, with the reason.
const REASON: &str = "// Long because";

/// All Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line begins a function, whatever stands before `fn`.
fn begins_function(line: &str) -> bool {
    let qualifier =
        |word: &&str| matches!(*word, "pub" | "const" | "async" | "unsafe") || word.starts_with("pub(") || word.ends_with(')');
    line.split_whitespace().find(|word| !qualifier(word)) == Some("fn")
}

/// The functions of a formatted text that are too long and give no reason: their lines, and how many they have.
///
/// In formatted code the brace that ends a function is the first one that stands alone below its head as far to the right.
fn too_long(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| begins_function(line)) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = |line: &&str| {
            line.strip_prefix(indent).is_some_and(|rest| rest == "}" || rest.ends_with(';') && !rest.starts_with(' '))
        };
        let one_line = line.ends_with('}') || line.ends_with(';');
        let length = if one_line { 1 } else { lines[at + 1..].iter().position(ends).map_or(1, |end| end + 2) };
        // Between the reason and the function there may be attributes and documentation.
        let above =
            lines[..at].iter().rev().map(|line| line.trim()).take_while(|line| line.starts_with("//") || line.starts_with('#'));
        if length > MOST && !above.into_iter().any(|line| line.starts_with(REASON)) {
            found.push((at + 1, length));
        }
    }
    found
}

#[test]
fn no_function_is_longer_than_can_be_read_at_once_without_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(&root).expect("the crates").flatten() {
        sources(&entry.path().join("src"), &mut files);
    }
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        wrong.extend(too_long(&text).into_iter().map(|(line, length)| format!("{}:{line} has {length} lines", file.display())));
    }
    assert!(wrong.is_empty(), "split them, or say why above them (`{REASON} …`):\n{}", wrong.join("\n"));
}

#[test]
fn the_length_of_a_function_is_measured_from_its_head_to_its_last_brace() {
    let body = |lines: usize| "    {\n    }\n".repeat(lines / 2);
    let function = |head: &str, lines: usize| format!("{head}\n{}}}\n", body(lines - 2));
    assert_eq!(too_long(&function("fn f() {", 80)), []);
    assert_eq!(too_long(&function("pub(crate) const fn f(", 82)), [(1, 82)]);
    assert_eq!(too_long(&format!("    {REASON} …\n    #[inline]\n{}", function("fn f() {", 82))), []);
    let within = format!(
        "impl A {{\n    fn short(&self);\n    fn one() {{}}\n{}}}\n",
        function("    fn f() {", 82).replace("\n}\n", "\n    }\n")
    );
    assert_eq!(too_long(&within.replace("    {\n    }\n", "        {\n        }\n")), [(4, 82)]);
    assert_eq!(
        too_long(&format!("trait A {{\n    fn long(\n        &self,\n    ) -> u8;\n{}}}\n", "    // more\n".repeat(90))),
        []
    );
}
