//! What happened last, where the train stands, and what the seat could do now.

use super::{Eval, Item};
use crate::expr::{Expr, Type};
use crate::id::{ActionId, SeatId};
use crate::state::Standing;
use crate::subjects::Subjects;

impl Eval<'_> {
    /// What the last action was about, or the one that is paid for and not settled.
    fn last(&self) -> Subjects {
        let clock = self.state.clock();
        clock.committed.map_or(clock.last, |committed| committed.about)
    }

    /// A value of the lane that the last action was about; nothing if it was about none.
    pub(super) fn last_lane(&mut self, kind: Type, value: &Expr) -> i64 {
        self.last().lane.map_or(kind.nothing(), |lane| self.with(Item::Lane(lane), value))
    }

    /// The name of the company that the last action was about; -1, which is no name, if it was about none.
    pub(super) fn last_company(&self) -> i64 {
        self.last().company.map_or(-1, |company| self.parts.companies[company as usize].word.0.into())
    }

    /// The place that the last action was about; -1 if it was about none.
    pub(super) fn last_place(&self) -> i64 {
        self.last().place.map_or(-1, |place| place.0.into())
    }

    /// The place in which the party's train stands; -1 if it stands in none.
    pub(super) fn train_place(&self) -> i64 {
        match self.state.train_of(self.parts, self.party) {
            Standing::In(place) => place.0.into(),
            Standing::Off | Standing::On { .. } => -1,
        }
    }

    /// What the score sheet says, or a script's tally.
    pub(super) fn on_the_sheet(&self, expr: &Expr) -> i64 {
        let Some(oracle) = self.oracle else { return 0 };
        match expr {
            Expr::Won(line) => oracle.won(*line, self.party).into(),
            Expr::Total => oracle.total(self.party),
            Expr::Awards => oracle.awards(self.party),
            Expr::DummyTotal(dummy) => oracle.total(self.parts.dummy_party((*dummy).into())),
            Expr::Script(module) => oracle.tally(*module, self.party),
            other => unreachable!("{other:?} is asked elsewhere"),
        }
    }

    /// Whether the seat could choose an action.
    pub(super) fn can(&self, action: ActionId, filter: Option<&Expr>, free: bool) -> bool {
        self.oracle.is_some_and(|oracle| oracle.can(action, SeatId(self.party.0), filter, free))
    }
}
