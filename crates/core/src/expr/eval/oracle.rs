//! What an expression may ask that the state alone does not say.

use crate::expr::Expr;
use crate::id::{ActionId, PartyId, SeatId};

/// Answers what the state alone cannot.
pub trait Oracle {
    /// Whether the seat could choose that action now, about something for which the filter holds; `free` leaves prices out.
    fn can(&self, _action: ActionId, _seat: SeatId, _filter: Option<&Expr>, _free: bool) -> bool {
        false
    }

    /// Whether the party got that award.
    fn won(&self, _line: u8, _party: PartyId) -> bool {
        false
    }

    /// The party's final score.
    fn total(&self, _party: PartyId) -> i64 {
        0
    }

    /// How many awards the party got.
    fn awards(&self, _party: PartyId) -> i64 {
        0
    }

    /// What that script's tally is worth for the party.
    fn tally(&self, _module: u8, _party: PartyId) -> i64 {
        0
    }
}
