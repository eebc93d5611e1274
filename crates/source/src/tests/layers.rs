//! One tree over another.

use super::{findings, tree};
use crate::{Files, Node, Origin, Report, conflicts, merge, parse, remove};

fn two(base: &str, over: &str) -> (Files, Node, Node) {
    let mut files = Files::new();
    let mut report = Report::new();
    let (first, second) = (files.add("base.toml", base), files.add("over.toml", over));
    let nodes = (parse(&files, first, &mut report), parse(&files, second, &mut report));
    assert!(report.is_ok());
    (files, nodes.0, nodes.1)
}

#[test]
fn tables_merge_and_everything_else_replaces() {
    let (_, mut base, over) =
        two("a = 1\nl = [1, 2]\n[t]\nx = 1\ny = { z = 1 }\n", "a = 2\nl = [3]\nn = 4\n[t]\ny.w = 2\nx = {}\n");
    merge(&mut base, &over, &mut Report::new());
    assert_eq!(base.to_json(), serde_json::json!({ "a": 2, "l": [3], "t": { "x": {}, "y": { "z": 1, "w": 2 } }, "n": 4 }));
    let keys: Vec<&str> = base.as_table().into_iter().flat_map(|table| table.keys()).collect();
    assert_eq!(keys, ["a", "l", "t", "n"], "what is replaced keeps its position");
}

#[test]
fn a_condition_with_words_of_its_own_is_replaced_as_a_whole() {
    let base = "when = { if = \"a > 1\", says = \"no\" }\ngain = { points = 1 }\n[more]\nif = { x = 1 }\nsays = 2\n";
    let (_, mut base, over) = two(base, "when = { if = \"b\" }\ngain = { if = 2 }\n[more]\nif = { y = 1 }\n");
    merge(&mut base, &over, &mut Report::new());
    assert_eq!(base.at("when").map(Node::to_json), Some(serde_json::json!({ "if": "b" })));
    // Tables that only look alike merge: one with a counter of that name, one of tables.
    assert_eq!(base.at("gain").map(Node::to_json), Some(serde_json::json!({ "points": 1, "if": 2 })));
    assert_eq!(base.at("more").map(Node::to_json), Some(serde_json::json!({ "if": { "x": 1, "y": 1 }, "says": 2 })));
}

#[test]
fn a_value_is_placed_where_it_was_written_last() {
    let (files, mut base, over) = two("[actions.claim]\ndo = \"claim\"\nbudget = 1\n", "\n\nactions.claim.budget = 2\n");
    merge(&mut base, &over, &mut Report::new());
    let place = |path: &str| base.at(path).map(|node| files.locate(node.origin)).unwrap_or_default();
    assert_eq!(place("actions.claim.do"), "base.toml:2");
    assert_eq!(place("actions.claim.budget"), "over.toml:3");
    assert_eq!(place("actions.claim"), "base.toml:1", "a table stays where its heading is");
}

#[test]
fn a_table_that_was_only_mentioned_moves_to_its_heading() {
    let (files, mut base, over) = two("[cards.ticket.kinds]\na = 1\n", "\n[cards.ticket]\nfields = 1\n");
    merge(&mut base, &over, &mut Report::new());
    assert_eq!(base.at("cards.ticket").map(|node| files.locate(node.origin)), Some("over.toml:2".to_owned()));
    assert_eq!(base.at("cards.ticket.kinds").map(|node| files.locate(node.origin)), Some("base.toml:1".to_owned()));
}

#[test]
fn large_tables_stay_findable_after_changes() {
    let text: String = (0..100).map(|number| format!("k{number} = {number}\n")).collect();
    let mut node = tree(&text);
    let mut report = Report::new();
    for number in (0..100).step_by(3) {
        remove(&mut node, &format!("k{number}"), Origin::NONE, &mut report);
    }
    merge(&mut node, &tree("k3 = 0\nk4 = 0\n"), &mut Report::new());
    assert!(report.is_ok());
    for number in 0..100_i64 {
        let expected = if number == 3 || number == 4 { Some(0) } else { Some(number).filter(|n| n % 3 != 0) };
        assert_eq!(node.at(&format!("k{number}")).and_then(Node::as_int), expected, "k{number}");
    }
}

#[test]
fn removing_takes_out_what_is_there() {
    let mut node = tree("[actions.claim]\ngain = 1\npay = 2\n[score.longest]\n");
    let mut report = Report::new();
    remove(&mut node, "actions.claim.gain", Origin::NONE, &mut report);
    remove(&mut node, "score.longest", Origin::NONE, &mut report);
    assert!(report.is_empty());
    assert_eq!(node.to_json(), serde_json::json!({ "actions": { "claim": { "pay": 2 } }, "score": {} }));
}

#[test]
fn removing_what_is_not_there_is_an_error_that_names_the_nearest() {
    let (files, mut base, over) = two(
        "[actions.claim]\ngain = 1\n",
        "remove = [\"actions.clam.gain\",\n\"actions.claim.gain.x\", \"actions.claim.gian\"]\n",
    );
    let mut report = Report::new();
    for item in over.at("remove").and_then(Node::as_list).into_iter().flatten() {
        remove(&mut base, item.as_text().unwrap_or_default(), item.origin, &mut report);
    }
    let lines: Vec<_> = findings(&files, &report).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(lines, [("nothing-to-remove", 1), ("nothing-to-remove", 2), ("nothing-to-remove", 2)]);
    let helps: Vec<_> = report.iter().filter_map(|diagnostic| diagnostic.help.as_deref()).collect();
    assert_eq!(helps[0], "did you mean `claim`? keys of `actions`: `claim`");
    assert_eq!(helps[2], "did you mean `gain`? keys of `actions.claim`: `gain`");
    assert_eq!(base.at("actions.claim.gain").and_then(Node::as_int), Some(1), "nothing else is taken out");
}

#[test]
fn overlays_conflict_where_they_set_a_key_to_different_values() {
    let (files, a, b) = two("x = 1\nsame = [1]\nt.u = 1\nt.v = 1\nw = {}\n", "t.u = 2\nt.w = 1\nsame = [1]\nw = 3\nx = 1\n");
    let found: Vec<_> =
        conflicts(&a, &b).into_iter().map(|(path, first, second)| (path, files.locate(first), files.locate(second))).collect();
    let expected = [("t.u", "base.toml:3", "over.toml:1"), ("w", "base.toml:5", "over.toml:4")];
    assert_eq!(found, expected.map(|(path, a, b)| (path.to_owned(), a.to_owned(), b.to_owned())));
}
