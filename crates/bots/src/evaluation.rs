//! The evaluation function: what a position is worth to each seat by what the game says that bots value, and which actions
//! are habits of a persona.
//!
//! A game that says nothing in `[bots]` is valued by its score sheet as it would be if the game ended now, and a game that is
//! over always is. No rule asks for any of this.

use railwright_core::expr::{Eval, Expr};
use railwright_core::id::{MAX_SEATS, PartyId, SeatId};
use railwright_core::{Action, State};
use railwright_rules::persona::Habit;
use railwright_rules::{Asks, Engine, Fault, Rules};

/// What a position is worth to each seat, in units of which [`unit`](railwright_rules::worth::Worth::unit) make a point.
pub fn evaluate(engine: &mut Engine, state: &State, worth: &mut [i64; MAX_SEATS]) -> Result<(), Fault> {
    let over = state.clock().over.is_some();
    engine.evaluate(state, asks(engine.rules(), over), |rules, eval| {
        for seat in 0..rules.parts.seats {
            eval.party = PartyId(seat);
            worth[seat as usize] = value(rules, eval, over);
        }
    })
}

/// The same for one seat alone.
#[inline]
pub fn evaluate_for(engine: &mut Engine, state: &State, seat: SeatId) -> Result<i64, Fault> {
    let over = state.clock().over.is_some();
    engine.evaluate(state, asks(engine.rules(), over), |rules, eval| {
        eval.party = seat.into();
        value(rules, eval, over)
    })
}

/// What each of the game's values comes to for a seat, by name: for those who tune them.
pub fn values(engine: &mut Engine, state: &State, seat: SeatId) -> Result<Vec<(String, i64)>, Fault> {
    engine.evaluate(state, engine.rules().worth.asks, |rules, eval| {
        eval.party = seat.into();
        rules.worth.values.iter().map(|(id, formula)| (id.clone(), eval.value(&formula.expr))).collect()
    })
}

/// Whether an action is one of those that habits are about.
pub fn is_habit(engine: &mut Engine, state: &State, seat: SeatId, action: Action, habits: &[Habit]) -> Result<bool, Fault> {
    let item = engine.item(action);
    engine.evaluate(state, Asks::NOTHING, |_, eval| {
        (eval.party, eval.item) = (seat.into(), item);
        habits.iter().filter(|habit| habit.action == action.action).any(|habit| eval.holds(&habit.about))
    })
}

/// What must be known to value a position.
#[inline]
fn asks(rules: &Rules, over: bool) -> Asks {
    if over { Asks { score: true, ..Asks::NOTHING } } else { rules.worth.asks }
}

/// What the position is worth to the seat that the evaluator is set to.
#[inline]
fn value(rules: &Rules, eval: &mut Eval, over: bool) -> i64 {
    match &rules.worth.sums[..] {
        sums if over || sums.is_empty() => within_bounds(eval.value(&Expr::Total).saturating_mul(rules.worth.unit)),
        sums => within_bounds(sums.iter().map(|formula| eval.value(&formula.expr)).fold(0, i64::saturating_add)),
    }
}

/// Values are added up and compared, so that there has to be room beyond the largest of them; no game that is meant comes near it.
#[inline]
fn within_bounds(value: i64) -> i64 {
    value.clamp(-MOST, MOST)
}

/// What a position is worth at most.
const MOST: i64 = 1 << 50;
