//! What people and programs are shown.

use super::{ActionKeys, COST, GAME, parsed};
use crate::{Diagnostic, Files, Origin, Reader, Report, Severity, did_you_mean, json_schema, section};

#[test]
fn an_error_shows_file_line_mark_cause_and_remedy() {
    let (files, node, mut report) = parsed("do = \"take\"\nbugdet = 2\n");
    Reader::<ActionKeys>::new(&node, "actions.draw", &mut report);
    let expected = "\
[unknown-key] Error: unknown key `actions.draw.bugdet`
   ╭─[ game.toml:2:1 ]
   │
 2 │ bugdet = 2
   │ ───┬──
   │    ╰──── no such key in action
   │
   │ Help: did you mean `budget`? known keys: `do`, `budget`, `may-stop`, `from`, `to`, `costs`, `price`, `when`, `cites`
───╯
";
    assert_eq!(report.render(&files, false), expected);
    assert!(report.render(&files, true).contains("\u{1b}["));
}

#[test]
fn what_is_no_toml_is_shown_before_what_follows_from_it() {
    let (files, node, mut report) = parsed("budget = 2\nfrom = = 3\n");
    Reader::<ActionKeys>::new(&node, "actions.draw", &mut report);
    let shown = report.render(&files, false);
    let codes: Vec<&str> =
        shown.lines().filter(|line| line.contains("Error: ")).filter_map(|line| line.split(']').next()).collect();
    assert_eq!(codes, ["[syntax", "[syntax", "[wrong-kind", "[missing-key"], "{shown}");
}

#[test]
fn a_finding_without_a_place_is_shown_without_a_picture() {
    let mut report = Report::new();
    report.push(Diagnostic::warning("no-map", "the game has no map").help("name one"));
    assert!(report.is_ok() && !report.is_empty());
    assert_eq!(report.render(&Files::new(), false), "[no-map] Warning: the game has no map\n   Help: name one\n");
}

#[test]
fn a_finding_in_an_empty_file_or_an_endless_line_has_its_place_in_words() {
    for text in [String::new(), format!("x = \"{}\"", "y".repeat(10_000))] {
        let (files, node, mut report) = parsed(&text);
        report.push(Diagnostic::error("e", "wrong").at(node.origin, "here"));
        assert_eq!(report.render(&files, false), "[e] Error: wrong\n   at game.toml:1:1: here\n");
    }
}

#[test]
fn programs_get_every_finding_once_and_in_order() {
    let (files, node, mut report) = parsed("do = \"take\"\nbudget =  99\n");
    Reader::<ActionKeys>::new(&node, "", &mut report);
    Reader::<ActionKeys>::new(&node, "", &mut report);
    assert_eq!(
        report.to_json(&files),
        serde_json::json!([{
            "code": "out-of-range", "severity": "error", "message": "`budget` takes a whole number from 1 to 9",
            "file": "game.toml", "line": 2, "column": 11, "endLine": 2, "endColumn": 13,
            "help": "Points to spend in one go.",
        }])
    );
}

#[test]
fn errors_displace_warnings_when_a_report_is_full() {
    let mut report = Report::new();
    for number in 0..300 {
        report.push(Diagnostic::warning("w", number.to_string()));
    }
    assert!(report.is_ok());
    report.push(Diagnostic::error("e", "an error"));
    assert_eq!((report.len(), report.omitted(), report.errors().count()), (200, 101, 1));
    let mut all = Report::new();
    all.extend(report.clone());
    all.extend(report);
    assert_eq!((all.len(), all.omitted(), all.errors().count(), all.is_ok()), (200, 402, 2, false));
    assert_eq!(all.iter().map(Diagnostic::origin).max(), Some(Origin::NONE));
    assert_eq!(Severity::Warning.word(), "warning");
}

#[test]
fn slips_are_recognised_and_strangers_are_not() {
    let known = ["market", "deck", "discard", "may-stop", "one-per-line"];
    assert_eq!(did_you_mean("markte", known), Some("market"));
    assert_eq!(did_you_mean("may_stop", known), Some("may-stop"));
    assert_eq!(did_you_mean("Deck", known), Some("deck"));
    assert_eq!(did_you_mean("one-per-lane", known), Some("one-per-line"));
    assert_eq!(did_you_mean("hand", known), None);
    assert_eq!(did_you_mean("x", []), None);
}

#[test]
fn the_json_schema_says_what_the_reader_accepts() {
    let schema = json_schema(&GAME);
    assert_eq!(schema["required"], serde_json::json!(["name"]));
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["properties"]["actions"]["additionalProperties"]["$ref"], "#/definitions/action");
    let action = &schema["definitions"]["action"]["properties"];
    assert_eq!(
        action["budget"],
        serde_json::json!({
            "type": "integer", "minimum": 1, "maximum": 9, "description": "Points to spend in one go.", "default": 1,
        })
    );
    assert_eq!(action["when"]["default"], "true", "included keys are there, too");
    assert!(json_schema(&COST)["definitions"]["cost"].is_object(), "a schema that contains itself is defined");
}

#[test]
fn the_manual_has_a_table_of_keys_for_each_schema() {
    let text = section(&GAME, "##", &[]);
    assert!(text.starts_with("## game\n\nA whole game.\n\n| key | takes | default | meaning |\n|---|---|---|---|\n"));
    assert!(text.contains("| `name` | a text | required | What players call it. |\n"));
    let nested: Vec<String> = GAME.nested().into_iter().map(|nested| section(nested, "###", &[])).collect();
    assert_eq!(nested.iter().filter(|text| text.starts_with("### cost\n")).count(), 1);
    let action = nested.iter().find(|text| text.starts_with("### action\n")).expect("a section");
    assert!(action.contains("| `to` | the name of a zone | `hand` | Where cards go. |\n"));
}
