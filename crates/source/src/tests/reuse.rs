//! What is said once and used often.

use super::tree;
use crate::{Node, Origin, Report, fill_in, merge, remove, resolve_likenesses};
use serde_json::json;

/// What was found, each with its code.
fn findings(report: &Report) -> Vec<String> {
    report.iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message)).collect()
}

fn merged(base: &str, over: &str) -> (Node, Report) {
    let (mut node, mut report) = (tree(base), Report::new());
    merge(&mut node, &tree(over), &mut report);
    (node, report)
}

fn alike(text: &str) -> (Node, Report) {
    let (mut node, mut report) = (tree(text), Report::new());
    resolve_likenesses(&mut node, &["actions", "s", "score"], &mut report);
    (node, report)
}

#[test]
fn a_list_is_changed_where_it_says_so() {
    let cases = [
        ("l = { add = [\"x\"] }", json!(["a", "b", "c", "x"])),
        ("l = { add = [\"x\", \"y\"], after = \"a\" }", json!(["a", "x", "y", "b", "c"])),
        ("l = { add = [\"x\"], before = \"a\" }", json!(["x", "a", "b", "c"])),
        ("l = { without = [\"b\"] }", json!(["a", "c"])),
        ("l = { add = [\"x\"], after = \"a\", without = [\"c\"] }", json!(["a", "x", "b"])),
        ("l = [{ add = [\"x\"], after = \"a\" }, { add = [\"y\"], before = \"x\" }]", json!(["a", "y", "x", "b", "c"])),
        ("l = [\"z\"]", json!(["z"])),
    ];
    for (change, expected) in cases {
        let (node, report) = merged("l = [\"a\", \"b\", \"c\"]\n", change);
        assert!(report.is_ok(), "{change}");
        assert_eq!(node.at("l").map(Node::to_json), Some(expected), "{change}");
    }
}

#[test]
fn a_single_text_and_nothing_are_lists_that_can_be_changed_too() {
    let (node, _) = merged("cites = \"A-1\"\n", "cites = { add = [\"A-2\"] }\n[new]\nthen = { add = [\"x\"] }\n");
    assert_eq!(node.to_json(), json!({ "cites": ["A-1", "A-2"], "new": { "then": ["x"] } }));
}

#[test]
fn tables_that_only_look_like_a_change_are_none() {
    let (node, _) =
        merged("[score]\na = { add = \"points\" }\n", "[score]\na = { add = \"2\" }\nb = { add = \"3\", before = [\"x\"] }\n");
    assert_eq!(node.to_json(), json!({ "score": { "a": { "add": "2" }, "b": { "add": "3", "before": ["x"] } } }));
}

#[test]
fn what_is_not_in_the_list_is_reported() {
    let (_, report) = merged("l = [\"a\"]\n", "l = { add = [\"x\"], after = \"b\", without = [\"c\"] }\n");
    assert_eq!(
        findings(&report),
        [
            "nothing-to-remove: this cannot be left out: it is not in the list",
            "unknown-name: `after` names what is not in the list"
        ]
    );
}

#[test]
fn an_entry_like_another_says_only_what_differs() {
    let (node, report) =
        alike("[actions]\na = { x = 1, y = { z = 2, w = 3 } }\nb = { like = \"a\", y.z = 4, without = [\"y.w\"] }\n");
    assert!(report.is_ok());
    assert_eq!(node.at("actions.b").map(Node::to_json), Some(json!({ "x": 1, "y": { "z": 4 } })));
}

#[test]
fn what_an_entry_says_by_being_like_another_can_be_removed() {
    let mut node = tree("[s]\na = { x = 1, y = { z = 2, w = 3 } }\nb = { like = \"a\", y.z = 4, own = 5 }\n");
    let mut report = Report::new();
    for path in ["s.b.x", "s.b.y.w", "s.b.y.z", "s.b.own"] {
        remove(&mut node, path, Origin::NONE, &mut report);
    }
    resolve_likenesses(&mut node, &["actions", "s", "score"], &mut report);
    assert_eq!(findings(&report), Vec::<String>::new());
    assert_eq!(node.to_json(), json!({ "s": { "a": { "x": 1, "y": { "z": 2, "w": 3 } }, "b": { "y": {} } } }));
}

#[test]
fn templates_have_parameters_and_are_no_entries() {
    let text = "[templates.score.bonus]\nwhen = \"count(row, $id) > $least\"\npoints = \"$points\"\nprice = \"5 $$\"\n\
        [score]\na = { like = \"bonus\", with = { least = 0, points = 7 } }\nb = { like = \"a\", with = { points = [1, 2] } }\n";
    let (node, report) = alike(text);
    assert_eq!(findings(&report), Vec::<String>::new());
    let expected = json!({ "score": {
        "a": { "when": "count(row, a) > 0", "points": 7, "price": "5 $" },
        "b": { "when": "count(row, b) > 0", "points": [1, 2], "price": "5 $" },
    } });
    assert_eq!(node.to_json(), expected);
}

#[test]
fn a_likeness_that_cannot_be_is_reported() {
    let cases = [
        ("[s]\na = { like = \"b\" }\n", "unknown-name: there is nothing called `b` that `a` could be like"),
        ("[s]\na = { like = \"a\" }\n", "endless-likeness: `s.a` is like itself"),
        ("[s]\na = { like = 3 }\n", "wrong-kind: `like` should be the name of another entry"),
        ("[templates.t]\nb = {}\n[s]\n", "unknown-key: there is no table `t` for templates"),
        ("[templates.s]\nb = { x = \"$y\" }\n[s]\na = { like = \"b\" }\n", "unknown-name: there is no parameter `y`"),
        (
            "[templates.s]\nb = { x = \"$y z\" }\n[s]\na = { like = \"b\", with.y = [1] }\n",
            "wrong-kind: `$y` is a list: it cannot stand within a text",
        ),
        ("[templates.s]\nb = {}\n[s]\nb = {}\na = { like = \"b\" }\n", "said-twice: `b` is both a template and one of `s`"),
        ("[s]\nb = {}\na = { like = \"b\", without = [\"x\"] }\n", "nothing-to-remove: `x` cannot be removed: it is not there"),
    ];
    for (text, expected) in cases {
        assert_eq!(findings(&alike(text).1), [expected], "{text}");
    }
    let (_, report) = alike("[s]\na = { like = \"b\" }\nb = { like = \"c\" }\nc = { like = \"b\" }\n");
    assert!(findings(&report).iter().all(|finding| finding.starts_with("endless-likeness")), "{:?}", findings(&report));
}

#[test]
fn parameters_are_filled_into_keys_and_texts() {
    let mut node = tree("[zones]\n\"$hand\" = { of = \"$who\", text = \"the $hand-s of $who-1\" }\n");
    let values = tree("hand = \"cards\"\nwho = \"seat\"\nhand-s = \"fists\"\nwho-1 = 4\n");
    let mut report = Report::new();
    fill_in(&mut node, values.as_table().expect("a table"), &mut report);
    assert!(report.is_ok());
    assert_eq!(node.to_json(), json!({ "zones": { "cards": { "of": "seat", "text": "the fists of 4" } } }));
}

#[test]
fn a_small_file_does_not_become_a_large_one() {
    let long = "x".repeat(2_000);
    let large: String =
        format!("[templates.s.t]\na = [{}]\n[s]\nb = {{ like = \"t\", with.y = \"{long}\" }}\n", "\"$y\",".repeat(2_000));
    let wide: String =
        format!("[templates.s.t]\na = \"{}\"\n[s]\nb = {{ like = \"t\", with.y = \"{long}\" }}\n", "$y".repeat(2_000));
    let many: String = (0..2_000).map(|number| format!("b{number} = {{ like = \"t\" }}\n")).collect();
    let many = format!("[templates.s.t]\na = \"{long}\"\n[s]\n{many}");
    for text in [large, wide, many] {
        let report = alike(&text).1;
        assert!(!report.is_empty() && report.iter().all(|found| found.code == "too-large"), "{text:.60}");
    }
    let chain: String = (1..100).map(|number| format!("a{number} = {{ like = \"a{}\" }}\n", number - 1)).collect();
    let (_, report) = alike(&format!("[s]\na0 = {{}}\n{chain}"));
    assert!(report.iter().all(|found| found.code == "endless-likeness") && !report.is_empty());
}
