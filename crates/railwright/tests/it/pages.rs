//! The Rust on pages of the manual stands in the documentation of the crate, word for word, where it is run as a test.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documentation of the crate without its marks.
fn documentation() -> String {
    let page = std::fs::read_to_string(root().join("crates/railwright/src/lib.rs")).expect("the page of the crate");
    let lines = page.lines().filter_map(|line| line.strip_prefix("//!"));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

#[test]
fn rust_in_the_manual_is_tested() {
    let documentation = documentation();
    let mut snippets = 0;
    for page in ["README.md", "docs/library.md"] {
        let text = std::fs::read_to_string(root().join(page)).expect("a page");
        for snippet in text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            assert!(documentation.contains(snippet), "{page}: this is not on the page of the crate:\n{snippet}");
            snippets += 1;
        }
    }
    assert_eq!(snippets, 4);
}
