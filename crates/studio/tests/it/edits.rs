//! Each edit by itself, in each of the ways in which TOML can say the same.

use railwright_studio::edit::{Edit, EditError, Meaning, apply, set};
use serde_json::{Value, json};

fn edit(value: Value) -> Edit {
    serde_json::from_value(value).expect("an edit")
}

fn edited(text: &str, edits: &[Value]) -> String {
    let edits: Vec<Edit> = edits.iter().cloned().map(edit).collect();
    apply(text, &edits, &Meaning::new()).expect("it can be done")
}

/// The lines that differ: those that went and those that came.
fn changes(old: &str, new: &str) -> String {
    let diff = similar::TextDiff::from_lines(old, new);
    diff.iter_all_changes()
        .filter(|change| change.tag() != similar::ChangeTag::Equal)
        .map(|change| format!("{}{change}", change.tag()))
        .collect()
}

const ALIGNED: &str = r#"# The coast.
[places]
ash    = { name = "Ash",    at = [ 57, 119], tags = ["coast"] }   # where it begins
birch  = { name = "Birch",  at = [120,  80] }
# The hills.
cedar  = { name = "Cedar",  at = [200, 140], tags = ["hill"] }

[lines]
ash-birch   = { ends = ["ash", "birch"],   length = 2, lanes = ["red", "blue"] }
birch-cedar = { ends = ["birch", "cedar"], length = 11 }
cedar-dell  = { ends = ["cedar", "dell"],  length = 4, lanes = ["red"] }

[cards.ticket.kinds]
ash-cedar = { from = "ash", to = "cedar", points = 13 }
"#;

#[test]
fn a_number_is_exchanged_where_it_stands_and_columns_stay() {
    let new = edited(ALIGNED, &[json!({ "do": "move-places", "to": [["birch", [7, 1080]]] })]);
    assert_eq!(
        changes(ALIGNED, &new),
        "-birch  = { name = \"Birch\",  at = [120,  80] }\n+birch  = { name = \"Birch\",  at = [  7, 1080] }\n"
    );
    let new = edited(ALIGNED, &[json!({ "do": "set", "path": ["places", "ash", "name"], "value": "A" })]);
    assert!(new.contains("ash    = { name = \"A\",      at = [ 57, 119], tags = [\"coast\"] }   # where it begins\n"), "{new}");
}

#[test]
fn a_place_comes_in_order_and_lined_up() {
    let place = json!({ "do": "add-place", "id": "bog", "keys": { "name": "Bog", "at": [5, 6] } });
    let new = edited(ALIGNED, &[place]);
    assert_eq!(changes(ALIGNED, &new), "+bog    = { name = \"Bog\",    at = [  5,   6] }\n");
    let line = json!({ "do": "add-line", "ends": ["cedar", "ash"], "keys": { "length": 3 } });
    let new = edited(ALIGNED, &[line]);
    assert_eq!(changes(ALIGNED, &new), "+ash-cedar   = { ends = [\"ash\", \"cedar\"],   length = 3 }\n");
}

#[test]
fn what_goes_takes_nothing_with_it_that_is_not_about_it() {
    let new = edited(ALIGNED, &[json!({ "do": "remove", "places": ["cedar"] })]);
    let gone = "-cedar  = { name = \"Cedar\",  at = [200, 140], tags = [\"hill\"] }\n\
                -birch-cedar = { ends = [\"birch\", \"cedar\"], length = 11 }\n\
                -cedar-dell  = { ends = [\"cedar\", \"dell\"],  length = 4, lanes = [\"red\"] }\n\
                -ash-cedar = { from = \"ash\", to = \"cedar\", points = 13 }\n";
    assert_eq!(changes(ALIGNED, &new), gone);
    assert!(new.contains("# The hills.\n"));
}

#[test]
fn a_key_comes_where_other_rows_have_it_and_goes_with_its_comma() {
    let lanes = json!({ "do": "set", "path": ["lines", "birch-cedar", "lanes"], "value": ["green"] });
    assert!(
        edited(ALIGNED, &[lanes]).contains("birch-cedar = { ends = [\"birch\", \"cedar\"], length = 11, lanes = [\"green\"] }")
    );
    let at = |value: Value| json!({ "do": "set", "path": ["lines", "ash-birch", "length"], "value": value });
    let without = edited(ALIGNED, &[at(Value::Null)]);
    assert!(without.contains("ash-birch   = { ends = [\"ash\", \"birch\"], lanes = [\"red\", \"blue\"] }"), "{without}");
    assert_eq!(edited(&without, &[at(json!(2))]), ALIGNED, "there and back again");
}

#[test]
fn a_new_name_is_said_wherever_the_old_one_was() {
    let new = edited(ALIGNED, &[json!({ "do": "rename-place", "id": "ash", "to": "ashby" })]);
    assert!(!new.contains("\"ash\"") && new.contains("ashby-birch = { ends = [\"ashby\", \"birch\"], length = 2"), "{new}");
    assert!(new.contains("\nashby  = { name = \"Ash\",    at = [ 57, 119]"), "{new}");
    assert!(new.contains("{ from = \"ashby\", to = \"cedar\", points = 13 }"), "{new}");
    assert_eq!(new.lines().count(), ALIGNED.lines().count());
}

#[test]
fn tables_with_headers_and_keys_with_dots_are_edited_as_they_are_written() {
    let text = "[places.ash]\nname = \"Ash\" # a tree\nat = [1, 2]\n\n[places.birch]\nat = [3, 4]\n\n[lines]\nash-birch.ends = [\"ash\", \"birch\"]\nash-birch.length = 2\n";
    let new = edited(text, &[json!({ "do": "set", "path": ["places", "birch", "name"], "value": "Birch" })]);
    assert_eq!(changes(text, &new), "+name = \"Birch\"\n");
    let new = edited(text, &[json!({ "do": "set", "path": ["lines", "ash-birch", "lanes"], "value": ["red"] })]);
    assert_eq!(changes(text, &new), "+ash-birch.lanes = [\"red\"]\n");
    let new = edited(text, &[json!({ "do": "add-place", "id": "cedar", "keys": { "at": [5, 6] } })]);
    assert_eq!(changes(text, &new), "+[places.cedar]\n+at = [5, 6]\n+\n");
    let new = edited(text, &[json!({ "do": "rename-place", "id": "ash", "to": "elm" })]);
    assert!(
        new.contains("[places.elm]\nname = \"Ash\" # a tree\n")
            && new.contains("birch-elm.length = 2") | new.contains("elm-birch.length = 2"),
        "{new}"
    );
    let new = edited(text, &[json!({ "do": "remove", "lines": ["ash-birch"] })]);
    assert_eq!(changes(text, &new), "-ash-birch.ends = [\"ash\", \"birch\"]\n-ash-birch.length = 2\n");
}

#[test]
fn ends_of_lines_stay_as_they_are() {
    let text = ALIGNED.replace('\n', "\r\n");
    let place = json!({ "do": "add-place", "id": "bog", "keys": { "name": "Bog", "at": [5, 6] } });
    let new = edited(&text, &[place, json!({ "do": "move-places", "to": [["ash", [1, 2]]] })]);
    assert_eq!(new.matches('\n').count(), new.matches("\r\n").count());
    assert_eq!(new.matches('\n').count(), text.matches('\n').count() + 1);
    let open = "[places]\nash = { at = [1, 2] }";
    let new = edited(open, &[json!({ "do": "add-place", "id": "birch", "keys": { "at": [3, 4] } })]);
    assert_eq!(new, "[places]\nash = { at = [1, 2] }\nbirch = { at = [3, 4] }\n");
}

#[test]
fn what_is_not_there_yet_gets_a_table_of_its_own() {
    let text = "format = 1\nname = \"Empty\"\n";
    let new = edited(text, &[json!({ "do": "add-place", "id": "ash", "keys": { "at": [1, 2] } })]);
    assert_eq!(new, "format = 1\nname = \"Empty\"\n\n[places]\nash = { at = [1, 2] }\n");
    let new = set(text, &["summary"], &json!("Nothing")).expect("a key");
    assert_eq!(new, "format = 1\nname = \"Empty\"\nsummary = \"Nothing\"\n");
    let new = set(text, &["counters", "trains", "start"], &json!(30)).expect("a number");
    assert_eq!(new, "format = 1\nname = \"Empty\"\n\n[counters]\ntrains.start = 30\n");
    let new = set(text, &["attributes", "place", "country"], &json!("word")).expect("a declaration");
    assert_eq!(new, "format = 1\nname = \"Empty\"\n\n[attributes.place]\ncountry = \"word\"\n");
    let game = "extends = \"base\"\n\n[counters]\nmoney.start = 5\n\n[score]\n";
    let new = set(game, &["counters", "trains", "start"], &json!(30)).expect("a number");
    assert_eq!(new, "extends = \"base\"\n\n[counters]\nmoney.start = 5\ntrains.start = 30\n\n[score]\n");
}

#[test]
fn what_cannot_be_done_is_refused_and_nothing_is_changed() {
    let refused = |value: Value| apply(ALIGNED, &[edit(value)], &Meaning::new()).expect_err("a refusal");
    let add = |id: &str| json!({ "do": "add-place", "id": id, "keys": { "at": [0, 0] } });
    assert_eq!(refused(add("ash")), EditError::Taken("ash".to_owned()));
    assert_eq!(refused(add("Not An Id")), EditError::NoId("Not An Id".to_owned()));
    let line = |a: &str, b: &str| json!({ "do": "add-line", "ends": [a, b], "keys": { "length": 1 } });
    assert_eq!(refused(line("ash", "elm")), EditError::NotThere("elm".to_owned()));
    assert_eq!(refused(line("ash", "ash")), EditError::Taken("ash".to_owned()));
    assert_eq!(
        refused(json!({ "do": "set", "path": ["places", "ash"], "value": 1 })),
        EditError::IsTable("places.ash".to_owned())
    );
    assert!(matches!(apply("[places", &[edit(add("ash"))], &Meaning::new()), Err(EditError::NotToml(_))));
}
