//! The page on what is guaranteed names tests that are there and codes that can be reported.

use crate::pages::root;
use railwright_manual::codes::CODES;

/// What stands in backticks in each cell of each row of the page's tables.
fn rows() -> Vec<Vec<Vec<String>>> {
    let page = std::fs::read_to_string(root().join("docs/guarantees.md")).expect("the page");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let cells = |row: &str| row.trim_matches('|').split('|').map(quoted).collect();
    page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what is certain")).map(cells).collect()
}

#[test]
fn every_test_that_the_page_on_guarantees_names_is_there() {
    let mut seen = 0;
    for row in rows() {
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
    assert!(seen > 30, "only {seen} tests are named");
}

#[test]
fn every_code_that_the_page_on_guarantees_names_can_be_reported() {
    let mut seen = 0;
    for code in rows().iter().filter(|row| row.len() == 3).flat_map(|row| &row[1]) {
        assert!(CODES.iter().any(|known| known.name == code), "there is no code {code}");
        seen += 1;
    }
    assert!(seen > 20, "only {seen} codes are named");
}
