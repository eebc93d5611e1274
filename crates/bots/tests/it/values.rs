//! What bots value, compared with the same formulas worked out one by one.

use crate::common::{Table, rules};
use railwright_bots::evaluation;
use railwright_core::id::SeatId;

fn answer(table: &mut Table, seat: SeatId, text: &str) -> i64 {
    let formula = table.engine.formula(text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
    table.engine.answer(&table.state, seat, &formula).expect("no fault").value
}

#[test]
fn what_bots_value_is_what_the_formulas_say_however_it_is_kept() {
    for (game, players) in [("ticket-to-ride", 3), ("northern-lights", 2), ("santa-fe-rails", 2), ("spike", 3)] {
        let rules = rules(game, players);
        let mut table = Table::new(rules.clone(), 17);
        let mut worth = [0; railwright_core::id::MAX_SEATS];
        for _ in 0..300 {
            if table.over() {
                break;
            }
            evaluation::evaluate(&mut table.engine, &table.state, &mut worth).expect("no fault");
            for seat in (0..players).map(SeatId) {
                let values = rules.worth.values.iter().map(|(_, formula)| answer(&mut table, seat, &formula.text));
                assert_eq!(worth[seat.index()], values.sum::<i64>(), "{game}, seat {}", seat.0 + 1);
                assert_eq!(
                    worth[seat.index()],
                    evaluation::evaluate_for(&mut table.engine, &table.state, seat).expect("no fault")
                );
            }
            let seat = table.someone();
            let choice = table.choice(seat);
            table.step(choice);
        }
    }
}
