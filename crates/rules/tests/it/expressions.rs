//! What is wrong in an expression is shown where it is written, once, with what a name does mean.

use crate::common::{Table, reported, rules};
use railwright_core::id::SeatId;

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
