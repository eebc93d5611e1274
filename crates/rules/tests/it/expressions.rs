//! What is wrong in an expression is shown where it is written, once, with what a name does mean.

use crate::common::{Table, reported, rules};
use crate::parts::child as child_with_parts;
use railwright_core::expr::{Formula, Scope};
use railwright_core::id::SeatId;

fn child(text: &str) -> railwright_rules::Loaded {
    child_with_parts("ticket-to-ride", text, &[])
}

const QUARRY: &str = "extends = \"quarry\"\n";

#[test]
fn a_caret_stands_below_what_is_wrong_however_the_text_is_quoted() {
    for (written, line, column) in [
        ("actions.road.where = \"next-to-own and lenght > 2\"", 2, 39),
        ("actions.road.where = \"\"\"next-to-own and lenght > 2\"\"\"", 2, 41),
        ("actions.road.where = \"\"\"\nnext-to-own\n  and lenght > 2\n\"\"\"", 4, 7),
        ("actions.road.where = \"\\u006eext-to-own and lenght > 2\"", 2, 44),
        ("actions.road.where = '''\nnext-to-own and lenght > 2'''", 3, 17),
    ] {
        let found = reported("quarry", &format!("{QUARRY}{written}\n"));
        let place = format!("mine.toml:{line}:{column}");
        assert!(found.contains(&place) && found.contains("did you mean `length`?"), "{written}: not {place}\n{found}");
    }
}

#[test]
fn a_term_that_is_made_of_itself_is_reported_once_whether_it_is_used_or_not() {
    let circle = "terms.near = \"far and own\"\nterms.far = \"wide or near\"\nterms.wide = \"not near\"\n";
    let used = "actions.road.where = \"near\"\nactions.bridge.where = \"far or near\"\n";
    for text in [circle.to_owned(), format!("{circle}{used}")] {
        let found = reported("quarry", &format!("{QUARRY}{text}"));
        assert_eq!(found.matches("is made of itself").count(), 1, "{found}");
        assert!(found.contains("the term `near` is made of itself: `near` uses `far` uses `near`"), "{found}");
        assert_eq!(found.matches("Error").count(), 1, "{found}");
    }
    let found = reported("quarry", &format!("{QUARRY}terms.own-end = \"1 + own-end\"\n"));
    assert!(found.contains("the term `own-end` is made of itself") && found.contains("mine.toml:2:"), "{found}");
}

#[test]
fn a_term_that_nobody_can_read_is_reported_where_it_is_written() {
    let text = format!("{QUARRY}terms.near = \"own and\"\nactions.road.where = \"near\"\nactions.bridge.where = \"near\"\n");
    let found = reported("quarry", &text);
    assert!(found.contains("the expression ends too early") && found.contains("mine.toml:2:"), "{found}");
    assert_eq!(found.matches("Error").count(), 1, "{found}");
}

#[test]
fn could_leaves_the_cards_of_a_path_out_and_answers_soon() {
    let mut table = Table::new(rules("spike", 2), 3);
    for _ in 0..60 {
        let (seat, asked) = (table.someone(), |table: &mut Table, text: &str| {
            let formula = table.engine.formula(text).expect(text);
            table.engine.answer(&table.state, SeatId(0), &formula).expect("no fault").value
        });
        assert!(asked(&mut table, "could(build)") >= asked(&mut table, "can(build)"));
        assert_eq!(asked(&mut table, "could(build, length > 1)"), 0, "every space of this map is a lane");
        let choice = table.choice(seat);
        table.step(choice);
        if table.over() {
            break;
        }
    }
}

#[test]
fn a_term_takes_what_it_is_given_where_it_stands() {
    // What is given may be a zone, a value or a filter, and means what it means inside.
    let terms = "'gathered(zone, least)' = \"sum(zone, points, joined(from, to) and points >= least)\"\n\
        'mine(which)' = \"lanes(own and which)\"\n";
    let loaded = child(&format!("[terms]\n{terms}"));
    let rules = loaded.rules.expect("nothing is wrong with it");
    let same = |short: &str, long: &str| {
        let [short, long] =
            [short, long].map(|text| Formula::resolved(text, &Scope::of(&rules.parts)).expect("it is an expression"));
        assert_eq!(short, long);
    };
    same("gathered(tickets, 5)", "sum(tickets, points, joined(from, to) and points >= 5)");
    same("mine(length > 3)", "lanes(own and length > 3)");
    same("mine(mine(length > 3) > 0)", "lanes(own and lanes(own and length > 3) > 0)");
    for (add, said) in [
        ("gathered(tickets)", "the term `gathered` takes 2 arguments, and 1 is given"),
        ("gathered", "the term `gathered` takes 2 arguments, and 0 are given"),
    ] {
        let loaded = child(&format!("score.x = {{ add = \"{add}\" }}\n[terms]\n{terms}"));
        assert!(loaded.report.errors().any(|error| error.message == said), "{add}");
    }
    for key in ["'x(a, a)'", "'x('", "'x()'", "'(a)'", "'a b'"] {
        let loaded = child(&format!("terms.{key} = \"1\"\n"));
        assert!(loaded.report.errors().any(|error| error.message.ends_with("is no name of a term")), "{key}");
    }
    let circle = child("terms.'x(a)' = \"y(a)\"\nterms.'y(a)' = \"x(a)\"\n");
    assert!(circle.report.errors().any(|error| error.message.contains("is made of itself")));
}

#[test]
fn a_filter_may_be_left_out_and_a_start_be_asked_for() {
    let text = "invariants.a = \"sum(tickets, points) == sum(tickets, points, true) and start(trains) == 45\"\n";
    assert!(child(text).report.is_ok());
    let loaded = child("invariants.a = \"start(trians) == 45\"\n");
    assert_eq!(loaded.report.errors().count(), 1);
}
