//! A tree read by its schema.

use super::{ACTION, ActionKeys, COMMON, CommonKeys, CostKeys, GAME, GameKeys, findings, parsed, tree};
use crate::{Either, Kind, Known, Origin, Reader, Report};

#[test]
fn declarations_of_the_tests_are_sound() {
    assert_eq!(GAME.faults(), Vec::<String>::new());
}

#[test]
fn everything_wrong_is_reported_in_one_go() {
    let text = r#"nmae = "Test"
players = [2]
[actions.draw]
do = "tkae"
budget = 12
may-stop = "yes"
colour = 1
[actions.pay]
from = ["deck", 3]
costs = [{ from = "deck", cost = 1 }, { from = 7 }]
[actions]
claim = 5
[tables]
points = [1, true]
"#;
    let (files, node, mut report) = parsed(text);
    assert!(report.is_ok());
    Reader::<GameKeys>::new(&node, "", &mut report);
    let found = findings(&files, &report);
    let found: Vec<_> = found.iter().map(|(code, line, text)| (*code, *line, text.as_str())).collect();
    assert_eq!(
        found,
        [
            ("missing-key", 1, ""),
            ("unknown-key", 1, "nmae"),
            ("wrong-kind", 2, "[2]"),
            ("unknown-word", 4, "\"tkae\""),
            ("out-of-range", 5, "12"),
            ("wrong-kind", 6, "\"yes\""),
            ("unknown-key", 7, "colour"),
            ("missing-key", 8, "[actions.pay]"),
            ("wrong-kind", 9, "3"),
            ("missing-key", 10, "{ from = 7 }"),
            ("wrong-kind", 10, "7"),
            ("wrong-kind", 12, "5"),
            ("wrong-kind", 14, "true"),
        ]
    );
    let help = |code: &str| report.iter().find(|d| d.code == code).and_then(|d| d.help.clone()).unwrap_or_default();
    assert!(help("unknown-key").starts_with("did you mean `name`? known keys: `name`, `players`"));
    assert_eq!(help("unknown-word"), "did you mean `take`? it is one of: `take`, `claim`, `pass`");
}

#[test]
fn getters_give_values_and_report_nothing_again() {
    let text = r#"
name = "Test"
ranking = ["total", 3]
[actions.draw]
do = "take"
budget = 2
may-stop = true
from = ["market", "deck"]
when = 5
cites = "T-1"
costs = [{ from = "market", cost = 2 }]
price = { from = "hand", cost = 3 }
[tables]
points = [0, 1, 2]
"#;
    let node = tree(text);
    let mut report = Report::new();
    let game = Reader::<GameKeys>::new(&node, "", &mut report);
    assert!(report.is_empty());
    assert_eq!(game.get(GameKeys::NAME), Some("Test"));
    assert_eq!(game.get(GameKeys::RANKING).iter().filter_map(|item| item.as_expr()).collect::<Vec<_>>(), ["total", "3"]);
    assert_eq!(game.get(GameKeys::TABLES).len(), 1);
    let actions = game.get(GameKeys::ACTIONS);
    let (name, _, draw) = &actions[0];
    assert_eq!((*name, draw.path()), ("draw", "actions.draw"));
    assert_eq!(
        (draw.get(ActionKeys::DO), draw.get(ActionKeys::BUDGET), draw.get(ActionKeys::MAY_STOP)),
        (Some("take"), Some(2), Some(true))
    );
    assert_eq!(draw.get(ActionKeys::FROM).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["market", "deck"]);
    assert_eq!(draw.get(CommonKeys::CITES).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["T-1"]);
    assert_eq!(draw.get(CommonKeys::WHEN).map(|(text, _)| text), Some("5".to_owned()));
    assert_eq!(draw.get(ActionKeys::COSTS)[0].get(CostKeys::COST), Some(2));
    let Some(Either::Second(price)) = draw.get(ActionKeys::PRICE) else { panic!("the price is a table") };
    assert_eq!((price.path(), price.get(CostKeys::COST)), ("actions.draw.price", Some(3)));
    assert!(draw.has(ActionKeys::PRICE) && !draw.has(ActionKeys::TO));
    assert_eq!(draw.origin(ActionKeys::TO), draw.here());
}

#[test]
fn defaults_stand_in_for_what_is_left_out_or_wrong() {
    let node = tree("do = \"take\"\nbudget = 99\n");
    let action = Reader::<ActionKeys>::new(&node, "", &mut Report::new());
    assert_eq!((action.get(ActionKeys::BUDGET), action.get(ActionKeys::MAY_STOP)), (Some(1), Some(false)));
    assert_eq!(action.get(ActionKeys::TO), Some(("hand", Origin::NONE)));
    assert_eq!(action.get(CommonKeys::WHEN), Some(("true".to_owned(), Origin::NONE)));
    assert!(
        action.get(ActionKeys::FROM).is_empty()
            && action.get(ActionKeys::PRICE).is_none()
            && action.node(CommonKeys::CITES).is_none()
    );
    let empty = tree("");
    assert_eq!(Reader::<GameKeys>::trusted(&empty, "").get(GameKeys::PLAYERS), Some((2, 4)));
}

#[test]
fn alternatives_are_told_apart_by_what_was_written() {
    let check = |price: &str| {
        let (files, node, mut report) = parsed(&format!("do = \"take\"\nprice = {price}"));
        Reader::<ActionKeys>::new(&node, "", &mut report);
        findings(&files, &report).into_iter().map(|(code, _, _)| code).collect::<Vec<_>>()
    };
    let five = tree("do = \"take\"\nprice = 5");
    let five = Reader::<ActionKeys>::trusted(&five, "").get(ActionKeys::PRICE);
    assert!(check("5").is_empty() && matches!(five, Some(Either::First(5))));
    assert!(check("{ from = \"x\", cost = 1 }").is_empty());
    assert_eq!(check("100"), ["out-of-range"]);
    assert_eq!(check("{ from = \"x\" }"), ["missing-key"]);
    assert_eq!(check("\"x\""), ["wrong-kind"]);
}

#[test]
fn a_schema_that_contains_itself_is_checked_as_deep_as_the_file_goes() {
    let depth = 50;
    let nested = "instead = { from = \"a\", cost = 1, ".repeat(depth) + "instead = 5" + &" }".repeat(depth);
    let (files, node, mut report) = parsed(&format!("from = \"a\"\ncost = 1\n{nested}\n"));
    Reader::<CostKeys>::new(&node, "", &mut report);
    let found = findings(&files, &report);
    assert_eq!(found, [("wrong-kind", 3, "5".to_owned())]);
}

#[test]
fn names_are_checked_against_what_there_is() {
    let (files, node, mut report) = parsed(
        "name = \"x\"\n[actions.draw]\ndo = \"take\"\nfrom = [\"deck\", \"markte\"]\nto = \"hnad\"\ncosts = [{ from = \"deck\", cost = 1 }]\nprice = { from = \"nowhere\", cost = 1 }\n",
    );
    let game = Reader::<GameKeys>::new(&node, "", &mut report);
    assert!(report.is_ok());
    let mut known = Known::new();
    known.add_all("zone", ["deck", "hand", "market"]);
    game.check_names(&known, &mut report);
    let found: Vec<_> = findings(&files, &report).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, [("unknown-name", 4), ("unknown-name", 5), ("unknown-name", 7)]);
    let help = report.iter().next().and_then(|diagnostic| diagnostic.help.as_deref());
    assert_eq!(help, Some("did you mean `market`? names of a zone: `deck`, `hand`, `market`"));
    assert!(known.has("counter|zone", "deck") && !known.has("counter", "deck"));
}

#[test]
fn further_keys_can_be_allowed_at_run_time() {
    let extra = [("value".to_owned(), Kind::Int { min: 0, max: 9 }), ("country".to_owned(), Kind::Text)];
    let (files, node, mut report) = parsed("from = \"a\"\ncost = 1\nvalue = 7\ncountry = 3\ncontry = \"x\"\n");
    let reader = Reader::<CostKeys>::with_extra(&node, &extra, "places.a", &mut report);
    assert_eq!(reader.extra("value").and_then(|node| node.as_int()), Some(7));
    assert!(reader.extra("country").is_none() && reader.extra("other").is_none());
    let found: Vec<_> = findings(&files, &report).into_iter().map(|(code, line, _)| (code, line)).collect();
    assert_eq!(found, [("wrong-kind", 4), ("unknown-key", 5)]);
    assert!(report.iter().any(|d| { d.help.as_deref().is_some_and(|help| help.starts_with("did you mean `country`?")) }));
}

#[test]
fn a_table_whose_schema_is_found_at_run_time_has_the_keys_that_all_of_them_have() {
    let (_, node, mut report) = parsed("do = \"take\"\nwhen = \"true\"\nbudget = 3\n");
    let common = Reader::<CommonKeys>::by(&node, &ACTION, "actions.draw", &mut report);
    assert!(report.is_ok() && ACTION.includes(&COMMON) && !COMMON.includes(&ACTION));
    assert!(common.has(CommonKeys::WHEN));
    let action = common.as_table::<ActionKeys>();
    assert_eq!((action.path(), action.get(ActionKeys::BUDGET)), ("actions.draw", Some(3)));
    assert!(action.part::<CommonKeys>().has(CommonKeys::WHEN));
}

#[test]
#[should_panic(expected = "read by another schema")]
#[cfg(debug_assertions)]
fn reading_a_table_by_another_schema_is_an_error_of_the_program() {
    let node = tree("");
    let _ = Reader::<ActionKeys>::trusted(&node, "").as_table::<CostKeys>();
}
