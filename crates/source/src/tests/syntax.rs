//! A text becomes a tree, whatever the text.

use std::fmt::Write as _;

use super::{findings, parsed, tree};
use crate::{Files, MAX_BYTES, MAX_DEPTH, MAX_DIAGNOSTICS, Report, parse};

#[test]
fn all_syntax_errors_are_reported_with_their_lines() {
    let text = "a = 1\nb = \nc = 3\nd = [1, 2\n\n[e]\nf = \"open\ng = 7\nok = true\nok = false\nh = { x = 1\ni = 9\n";
    let (files, node, report) = parsed(text);
    let found: Vec<_> = findings(&files, &report).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, [("syntax", 2), ("syntax", 4), ("syntax", 7), ("syntax", 10), ("syntax", 11)]);
    assert!(report.iter().all(|diagnostic| diagnostic.help.is_some()));
    for (path, value) in [("a", 1), ("c", 3), ("e.g", 7), ("e.i", 9)] {
        assert_eq!(node.at(path).and_then(|node| node.as_int()), Some(value), "{path}: what could be read is read");
    }
}

#[test]
fn an_open_bracket_does_not_hide_what_follows() {
    let (files, node, report) = parsed(
        "a = [\n  [1, 2],\n  \"]\", # ]\n[b]\nc = { d = [1, }\ne = 5\nf = [\n[1],\n[true]\n]\n[[g]]\nh = \"\"\"\n[\n\"\"\"\ni = [",
    );
    assert_eq!(
        findings(&files, &report),
        [("syntax", 1, "[".to_owned()), ("syntax", 5, "{".to_owned()), ("syntax", 15, "[".to_owned())]
    );
    assert_eq!(node.to_json(), serde_json::json!({ "b": { "e": 5, "f": [[1], [true]] }, "g": [{ "h": "[\n" }] }));
}

#[test]
fn numbers_with_a_point_and_dates_are_refused() {
    let (files, node, report) = parsed("a = 1.5\nb = 2020-01-01\nc = [1, 2.0]\nd = 99999999999999999999\ne = 0x10\n");
    let expected = [("not-a-value", 1), ("not-a-value", 2), ("not-a-value", 3), ("not-a-value", 4)];
    let found: Vec<_> = findings(&files, &report).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, expected);
    assert!(report.render(&files, false).contains("rules know whole numbers only"));
    assert_eq!(node.at("e").and_then(|node| node.as_int()), Some(16));
}

#[test]
fn keys_keep_the_order_of_the_text() {
    let node = tree("z = 1\na = 2\n[score.last]\nx = 1\n[score]\nfirst = 1\nbefore = 2\n");
    let keys = |path: &str| node.at(path).and_then(|node| node.as_table()).map(|table| table.keys().collect::<Vec<_>>());
    assert_eq!(keys(""), Some(vec!["z", "a", "score"]));
    assert_eq!(keys("score"), Some(vec!["last", "first", "before"]));
}

#[test]
fn places_are_those_of_values_keys_and_headings() {
    let (files, node, _) = parsed("[a.b]\nkey = \"é\" # x\nmore = [1,\n 22]\n");
    let table = node.at("a.b").expect("a table");
    assert_eq!(files.excerpt(table.origin), "[a.b]");
    let entry = table.as_table().and_then(|table| table.entry("key")).expect("a key");
    assert_eq!((files.excerpt(entry.key_origin), files.excerpt(entry.node.origin)), ("key", "\"é\""));
    assert_eq!(files.line_column(entry.node.origin), (2, 7));
    assert_eq!(files.end_line_column(entry.node.origin), (2, 10), "columns are characters");
    let second = node.at("a.b.more.1").expect("an item");
    assert_eq!((files.locate(second.origin), files.excerpt(second.origin)), ("game.toml:4".to_owned(), "22"));
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let inline = format!("a = {}1{}", "[".repeat(5000), "]".repeat(5000));
    let dotted = format!("{} = 1", vec!["a"; 5000].join("."));
    let mut both = String::new();
    for _ in 0..70 {
        let _ = write!(both, "{} = {{ ", vec!["a"; 70].join("."));
    }
    both += "x = 1";
    both += &" }".repeat(70);
    let broken = both.clone() + "\ny = [\n";
    for text in [inline, dotted, both, broken] {
        let (files, node, report) = parsed(&text);
        assert!(!report.is_ok());
        assert!(!report.render(&files, false).is_empty());
        assert!(node.at(&vec!["a"; MAX_DEPTH + 1].join(".")).is_none());
    }
}

#[test]
fn a_huge_file_is_refused_and_a_large_one_read() {
    let (_, node, report) = parsed(&"#".repeat(MAX_BYTES + 1));
    assert_eq!(report.iter().next().map(|diagnostic| diagnostic.code), Some("too-large"));
    assert!(node.as_table().is_some_and(|table| table.is_empty()));

    let mut large = String::from("[places]\n");
    for number in 0..20_000 {
        let _ = writeln!(large, "p{number} = {{ at = [{number}, 0] }}");
    }
    assert_eq!(tree(&large).at("places.p19999.at.0").and_then(|node| node.as_int()), Some(19_999));
}

#[test]
fn a_file_that_is_all_errors_is_reported_all_the_same() {
    for line in ["]\n", "[\n", "a.b\n", "x = [\n", "'\n", "[a]\n"] {
        let (files, _, report) = parsed(&line.repeat(50_000));
        assert!(!report.is_ok() && report.len() <= MAX_DIAGNOSTICS);
        assert!(report.render(&files, false).contains("game.toml:"));
    }
}

#[test]
fn a_table_in_braces_cannot_be_continued_under_a_heading() {
    let (files, _, report) = parsed("[zones]\nmarket = { slots = 5 }\n[zones.market.sweep]\nfrom = 3\n");
    assert_eq!(findings(&files, &report), [("syntax", 3, "market".to_owned())]);
    assert!(report.render(&files, false).contains("a table in braces ends with its brace"));
}

#[test]
fn a_report_keeps_the_first_findings_and_counts_the_rest() {
    let lines: String = (0..500).map(|number| format!("k{number} = 1.5\n")).collect();
    let (files, _, report) = parsed(&lines);
    assert_eq!((report.len(), report.omitted()), (MAX_DIAGNOSTICS, 500 - MAX_DIAGNOSTICS));
    assert!(report.render(&files, false).ends_with("... and 300 more\n"));
}

#[test]
fn garbage_never_crashes() {
    let seed = "[a]\nb = { c = [1, \"x\"], d.e = 2 }\n[[l]]\n'k' = \"\"\"\né\"\"\"\n[a.f]\ng = 1.5\r\nh = \u{feff}\n";
    let alphabet: Vec<char> = "[]{}=.,\"'\n#a1\\ é\r".chars().collect();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    for _ in 0..3000 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..=random(6) {
            let position = random(text.len());
            match random(3) {
                0 => drop(text.remove(position)),
                1 => text.insert(position, alphabet[random(alphabet.len())]),
                _ => text[position] = alphabet[random(alphabet.len())],
            }
        }
        let mut files = Files::new();
        let mut report = Report::new();
        let file = files.add("garbage", text.into_iter().collect::<String>());
        parse(&files, file, &mut report);
        assert_eq!(report.is_empty(), report.render(&files, true).is_empty());
        assert!(report.to_json(&files).is_array());
    }
}
