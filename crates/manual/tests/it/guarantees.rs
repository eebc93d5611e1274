//! The pages on what is guaranteed and on secrets name tests that are there and codes that can be reported.

use crate::pages::root;
use railwright_manual::codes::CODES;

/// What stands in backticks in each cell of each row of a page's tables.
fn rows(page: &str) -> Vec<Vec<Vec<String>>> {
    let page = std::fs::read_to_string(root().join("docs").join(page)).expect("the page");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let cells = |row: &str| row.trim_matches('|').split('|').map(quoted).collect();
    let is_head = |line: &str| line.starts_with("| what is certain") || line.starts_with("| way out");
    page.lines().filter(|line| line.starts_with("| ") && !is_head(line)).map(cells).collect()
}

/// How many tests a page names, each of which is there.
fn named_tests(page: &str) -> usize {
    let mut seen = 0;
    for row in rows(page) {
        let tests = row.last().expect("a row has cells");
        assert!(!tests.is_empty() && tests.len() % 2 == 0, "a file and a function each: {tests:?}");
        for test in tests.chunks(2) {
            let text = std::fs::read_to_string(root().join("crates").join(&test[0]));
            let text = text.unwrap_or_else(|error| panic!("{}: {error}", test[0]));
            // Some tests are made by a macro, which names the function without `fn`.
            let named = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == test[1]);
            assert!(text.lines().any(named), "{} has no {}", test[0], test[1]);
            seen += 1;
        }
    }
    seen
}

#[test]
fn every_test_that_the_page_on_guarantees_names_is_there() {
    let seen = named_tests("guarantees.md");
    assert!(seen > 30, "only {seen} tests are named");
}

#[test]
fn every_test_that_the_page_on_secrets_names_is_there() {
    let seen = named_tests("secrets.md");
    assert!(seen > 25, "only {seen} tests are named");
}

#[test]
fn every_code_that_the_page_on_guarantees_names_can_be_reported() {
    let mut seen = 0;
    for code in rows("guarantees.md").iter().filter(|row| row.len() == 3).flat_map(|row| &row[1]) {
        assert!(CODES.iter().any(|known| known.name == code), "there is no code {code}");
        seen += 1;
    }
    assert!(seen > 20, "only {seen} codes are named");
}
