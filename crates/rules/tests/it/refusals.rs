//! A refusal says of which kind it is.

use crate::common::{Table, rules};
use railwright_core::Action;
use railwright_core::id::{ActionId, SeatId};
use railwright_rules::RefusalKind::{self, *};
use railwright_rules::engine::DONE;
use std::collections::HashSet;

/// Why an action is refused; nothing if it is legal.
fn refused(table: &mut Table, seat: SeatId, action: ActionId) -> Option<RefusalKind> {
    table.engine.check(&table.state, seat, Action { action, ..Action::default() }).err().map(|refusal| refusal.kind)
}

#[test]
fn every_refusal_of_a_whole_game_is_of_the_kind_that_the_position_says() {
    let rules = rules("ticket-to-ride", 3);
    let mut table = Table::new(rules.clone(), 4);
    let mut met = HashSet::new();
    while !table.over() {
        let seat = table.someone();
        let clock = table.state.clock();
        let (busy, waiting) = (clock.progress[seat.index()].action, clock.waiting);
        let offers_done = table.engine.legal(&table.state, seat).unwrap().iter().any(|action| action.action == DONE);
        assert_eq!(refused(&mut table, seat, DONE), (!offers_done).then_some(TooFew));
        assert_eq!(refused(&mut table, seat, ActionId(200)), Some(NoSuchAction));
        for other in (0..3).map(SeatId).filter(|other| !waiting.has(*other)) {
            assert_eq!(refused(&mut table, other, ActionId(0)), Some(NotYourTurn));
        }
        for id in (0..rules.actions.len()).map(ActionId::from) {
            let kind = refused(&mut table, seat, id);
            assert_eq!(kind == Some(InTheMiddle), busy.is_some_and(|busy| busy != id), "{kind:?}");
            met.extend(kind);
        }
        let choice = table.choice(seat);
        table.step(choice);
    }
    assert_eq!(refused(&mut table, SeatId(0), ActionId(0)), Some(GameOver));
    for kind in [InTheMiddle, NotOffered, OnlyIfNothingElse, Mechanic] {
        assert!(met.contains(&kind), "{kind:?} is not among {met:?}");
    }
}
