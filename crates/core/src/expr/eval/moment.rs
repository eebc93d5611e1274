//! What happened last, where the train stands, and what the seat could do now.

use super::{Eval, Item};
use crate::expr::Expr;
use crate::id::{ActionId, LaneId, SeatId};
use crate::state::Standing;

impl Eval<'_> {
    /// A value of the lane that the last action, or the one that is paid for and not settled, was about.
    pub(super) fn last_lane(&mut self, value: &Expr) -> i64 {
        let clock = self.state.clock();
        let lane = LaneId(clock.committed.unwrap_or(clock.last).subject);
        if lane.index() < self.parts.map.lanes.len() { self.with(Item::Lane(lane), value) } else { 0 }
    }

    /// The name of the company that the last action was about.
    pub(super) fn last_company(&self) -> i64 {
        let company = self.state.clock().last.object as usize;
        self.parts.companies.get(company).map_or(0, |c| c.word.0.into())
    }

    /// The place that the last action was about; -1 if there is none.
    pub(super) fn last_place(&self) -> i64 {
        let place = self.state.clock().last.subject;
        if (place as usize) < self.parts.map.places.len() { place.into() } else { -1 }
    }

    /// The place in which the party's train stands; -1 if it stands in none.
    pub(super) fn train_place(&self) -> i64 {
        match self.state.train_of(self.parts, self.party) {
            Standing::In(place) => place.0.into(),
            Standing::Off | Standing::On { .. } => -1,
        }
    }

    /// Whether the seat could choose an action.
    pub(super) fn can(&self, action: ActionId, filter: Option<&Expr>, free: bool) -> bool {
        self.oracle.is_some_and(|oracle| oracle.can(action, SeatId(self.party.0), filter, free))
    }
}
