//! No link of the manual or of the pages at the root leads nowhere, and nothing that they name is gone.

use crate::pages::{Page, all, root};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// What is wrong with a link, if anything is.
fn wrong(page: &Page, link: &str, pages: &[Page]) -> Option<String> {
    if link.contains("://") {
        return (!link.starts_with("https://")).then(|| "is not https".to_owned());
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.path.clone() } else { plain(&page.path.parent().unwrap_or(Path::new("")).join(file)) };
    if !root().join(&target).exists() {
        return Some("is not there".to_owned());
    }
    if page.path.starts_with("docs") && !target.starts_with("docs") {
        return Some("leads out of the book: name the path instead".to_owned());
    }
    if anchor.is_empty() {
        return None;
    }
    let anchors = &pages.iter().find(|page| page.path == target)?.anchors;
    (!anchors.iter().any(|known| known == anchor)).then(|| format!("has no such heading; it has {}", anchors.join(", ")))
}

#[test]
fn every_link_leads_somewhere() {
    let pages = all();
    let (mut seen, mut dead) = (0, Vec::new());
    for page in &pages {
        for link in &page.links {
            seen += 1;
            dead.extend(wrong(page, link, &pages).map(|why| format!("{}: {link} {why}", page.path.display())));
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
    assert!(seen > 100, "only {seen} links");
}

#[test]
fn a_dead_link_is_noticed() {
    let pages = all();
    let page = pages.iter().find(|page| page.path == Path::new("docs/README.md")).expect("the manual");
    for link in ["gone.md", "tutorial.md#no-such-step", "#nowhere", "http://example.org", "../README.md", "rules/../gone.md"] {
        assert!(wrong(page, link, &pages).is_some(), "{link}");
    }
    for link in ["tutorial.md", "rules/spike.md#set-up", "rules", "https://example.org"] {
        assert_eq!(wrong(page, link, &pages), None, "{link}");
    }
}

#[test]
fn every_page_of_the_manual_is_in_its_table_of_contents() {
    let pages = all();
    let contents = pages.iter().find(|page| page.path == Path::new("docs/SUMMARY.md")).expect("a table of contents");
    let listed: Vec<PathBuf> = contents.links.iter().map(|link| Path::new("docs").join(link)).collect();
    let once: BTreeSet<&PathBuf> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page stands there twice");
    let there = pages.iter().map(|page| &page.path).filter(|path| path.starts_with("docs") && **path != contents.path);
    let forgotten: Vec<&PathBuf> = there.filter(|path| !once.contains(path)).collect();
    assert!(forgotten.is_empty(), "not in docs/SUMMARY.md: {forgotten:?}");
}

/// Whether a word in the text looks like a path of the repository that is written out.
fn is_path(code: &str) -> bool {
    let folders = ["crates/", "docs/", "games/", "maps/", "scripts/", "tests/", ".github/"];
    folders.iter().any(|folder| code.starts_with(folder))
        && !code.contains([' ', '*', '<', '{', '…', '$', '|'])
        && !code.contains("NAME")
}

#[test]
fn every_path_that_is_named_is_there() {
    let mut gone = Vec::new();
    for page in all() {
        // Where a path is looked for beside a game, it is a path of the reader's.
        for code in page.code.iter().filter(|code| is_path(code)) {
            let capital = code.chars().any(|c| c.is_ascii_uppercase()) && !code.ends_with(".md");
            if !capital && !root().join(code).exists() {
                gone.push(format!("{}: {code}", page.path.display()));
            }
        }
    }
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

#[test]
fn every_test_that_a_promise_names_is_there() {
    let pages = all();
    let promise = pages.iter().find(|page| page.path == Path::new("docs/formats.md")).expect("the promise");
    let tests: BTreeSet<&str> = promise.code.iter().map(String::as_str).filter(|code| code.matches('_').count() >= 3).collect();
    assert!(tests.len() >= 5, "{tests:?}");
    let source = std::fs::read_to_string(root().join("crates/cli/tests/it/formats.rs")).expect("the test of formats");
    for test in tests {
        assert!(source.contains(&format!("#[test]\nfn {test}()")), "there is no test {test}");
    }
}
