//! A game that is over names the step that ended it, also where several steps end it in the same words.

use crate::common::{Table, rules_of};
use railwright_core::Action;
use railwright_core::id::SeatId;
use railwright_rules::Rules;
use std::sync::Arc;

/// The step that is cited once a random game is over, and in how many ways the game says that it can end.
fn ended_by(rules: Arc<Rules>) -> (String, usize) {
    let ways = rules.flow.ways_to_end().len();
    let mut table = Table::new(rules, 4);
    while !table.over() {
        let seat = table.someone();
        let choice = table.choice(seat);
        table.step(choice);
    }
    let refusal = table.engine.check(&table.state, SeatId(0), Action::default()).expect_err("the game is over");
    (refusal.rule, ways)
}

#[test]
fn of_two_end_steps_with_one_reason_the_one_that_ended_the_game_is_named() {
    let game = |first: u8, second: u8| {
        let steps = format!(
            "steps.early = {{ do = \"end\", when = \"round == {first}\", reason = \"it is late\" }}\n\
             steps.late = {{ do = \"end\", when = \"round == {second}\", reason = \"it is late\" }}\n"
        );
        rules_of(
            "quarry",
            &format!("extends = \"quarry\"\n{steps}steps.years.steps = [\"work\", \"pay\", \"early\", \"late\"]\n"),
        )
    };
    // The words are one way to end; the other is the `until` of the years.
    assert_eq!(ended_by(game(2, 3)), ("early".to_owned(), 2));
    assert_eq!(ended_by(game(9, 2)), ("late".to_owned(), 2));
    assert_eq!(ended_by(game(9, 9)), ("years".to_owned(), 2));
}

#[test]
fn of_two_steps_that_go_round_the_last_is_named() {
    let text = "extends = \"quarry\"\nflow = [\"years\", \"after\"]\nsteps.years.until = \"round >= 2\"\n\
                steps.after = { do = \"rounds\", steps = [\"work\"], until = \"round >= 4\" }\n";
    assert_eq!(ended_by(rules_of("quarry", text)), ("after".to_owned(), 1));
}
