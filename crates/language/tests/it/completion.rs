//! What can be typed: keys, words, ids, functions.

use crate::{GAME, MAP, MODULE, completed, labels};

#[test]
fn keys_are_those_of_the_table_that_are_not_there_yet() {
    let found = completed("games/mine.toml", &GAME.replace("start = 2", "start = 2\nmi|"));
    let found = labels(&found);
    assert!(found.contains(&"min") && found.contains(&"seen-by") && !found.contains(&"start"), "{found:?}");
    let found = completed("games/mine.toml", &GAME.replace("slots = 6", "sweep = { sp| }"));
    assert!(labels(&found).contains(&"spare"));
    let found = completed("games/mine.toml", &format!("{GAME}\n[actions.claim]\npr|"));
    assert!(labels(&found).contains(&"price"), "the parent says which mechanic it is: {:?}", labels(&found));
    let found = completed("maps/mine.toml", &MAP.replace("name = \"Ash\", ", "name = \"Ash\", ju|, "));
    assert!(labels(&found).contains(&"junction"));
    let found = completed("games/mine.toml", &format!("exte|\n{GAME}"));
    assert!(labels(&found).contains(&"use"));
}

#[test]
fn headings_and_tables_propose_what_can_be_changed() {
    let found = completed("games/mine.toml", &format!("{GAME}\n[zones.|"));
    let found = labels(&found);
    assert!(found.contains(&"market") && found.contains(&"deck"), "{found:?}");
    let found = completed("games/mine.toml", &format!("{GAME}\n[overlays.few.zones.|"));
    assert!(labels(&found).contains(&"market"));
    let found = completed("games/mine.toml", &GAME.replace("gifts = { long = 4 }", "gifts = { | }"));
    let long = found.iter().find(|completion| completion.label == "long").expect("the parameter of the part");
    assert_eq!((long.text.as_str(), long.insert.as_str()), ("the length from which a lane is long", "long = "));
    let found = completed("games/mine.toml", &GAME.replace("wind = { set = \"calm\" }", "wind = { set = \"|\" }"));
    assert_eq!(labels(&found), ["calm"]);
}

#[test]
fn values_are_words_and_ids_in_quotes_where_there_are_none_yet() {
    let found = completed("games/mine.toml", &GAME.replace("of = \"seat\"", "of = |"));
    assert!(found.iter().any(|completion| completion.insert == "\"company\""));
    let found = completed("games/mine.toml", &GAME.replace("of = \"seat\"", "of = \"se|at\""));
    let seat = found.iter().find(|completion| completion.label == "seat").expect("a word");
    assert_eq!((seat.insert.as_str(), seat.range.end.character - seat.range.start.character), ("seat", 4));
    let found = completed("games/mine.toml", &format!("{GAME}\n[actions.more]\ndo = \"|\""));
    assert!(labels(&found).contains(&"claim") && labels(&found).contains(&"take"));
    let found = completed("games/mine.toml", &GAME.replace("extends = \"ticket-to-ride\"", "extends = \"|\""));
    assert!(labels(&found).contains(&"spike"));
    let found = completed("maps/mine.toml", &MAP.replace("\"ash\", \"birch\"", "\"ash\", \"b|\""));
    assert_eq!(labels(&found), ["ash", "birch"]);
    let found = completed("maps/mine.toml", &MAP.replace("to = \"birch\"", "to = \"|\""));
    assert_eq!(labels(&found), ["ash", "birch"], "fields of cards may be places");
}

#[test]
fn expressions_propose_what_the_argument_names() {
    let found = completed("games/mine.toml", &GAME.replace("size(hand)", "size(ha|nd)"));
    let found = labels(&found);
    assert!(found.contains(&"hand") && found.contains(&"market") && !found.contains(&"gifts"), "{found:?}");
    let found = completed("games/mine.toml", &GAME.replace("generous * 2", "gen|"));
    let found = labels(&found);
    assert!(["generous", "gifts", "players", "count"].iter().all(|name| found.contains(name)), "{found:?}");
    let found = completed("games/mine.toml", &GAME.replace("\"generous * 2\"", "\"gen|"));
    assert!(labels(&found).contains(&"generous"), "a text need not be closed yet");
}

#[test]
fn modules_propose_the_functions_of_the_table_and_ids_in_their_arguments() {
    let found = completed("scripts/wind.rhai", &MODULE.replace("table.size(\"deck\") > 3", "table.si|"));
    assert!(labels(&found).contains(&"size"));
    let found = completed("scripts/wind.rhai", &MODULE.replace("\"deck\"", "\"|\""));
    assert!(labels(&found).contains(&"market") && labels(&found).contains(&"hand"));
    let found = completed("scripts/wind.rhai", &format!("{MODULE}\nfn on_cl|"));
    assert!(found.iter().any(|completion| completion.insert == "on_claimed(table, event)"));
    let found = completed("scripts/wind.rhai", &MODULE.replace("is = \"set\"", "is = \"|\""));
    assert!(labels(&found).contains(&"counter"), "the header is TOML");
    let found = completed("scripts/wind.rhai", &format!("{MODULE}\nfn helper(table) {{ SE|"));
    assert!(labels(&found).contains(&"SET"), "parameters are constants: {:?}", labels(&found));
}
