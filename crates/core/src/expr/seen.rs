//! Who sees all that an expression reads: what a refusal says is made from what its reader may see.

use super::walk::Layer;
use super::{Eval, Expr, Holder};
use crate::components::Components;
use crate::id::{PartyId, SeatId, SeatSet};
use crate::state::State;

/// What is read, and for whom.
#[derive(Clone, Copy)]
struct Reading<'a> {
    parts: &'a Components,
    state: &'a State,
    /// Whose cards and counters are meant; those of every seat if it is nobody's.
    party: Option<PartyId>,
    /// Whose they are where the seats are gone through no longer.
    own: PartyId,
}

impl Reading<'_> {
    /// The seats that see something of everybody who is meant.
    fn all(&self, seen_by: impl Fn(PartyId) -> SeatSet) -> SeatSet {
        let seats = (0..self.parts.seats).map(|seat| PartyId::from(SeatId(seat)));
        match self.party {
            Some(party) => seen_by(party),
            None => seats.fold(SeatSet::all(self.parts.seats), |seen, seat| both(seen, seen_by(seat))),
        }
    }

    fn seen_by(self, expr: &Expr) -> SeatSet {
        let Reading { parts, state, .. } = self;
        let everybody = SeatSet::all(parts.seats);
        let mut seen = match expr {
            Expr::Size(zone) => self.all(|party| parts.size_seen_by(state.spot(parts, *zone, party))),
            Expr::Count(zone, _)
            | Expr::Sum(zone, ..)
            | Expr::Weighed(zone, _)
            | Expr::SumKinds(zone, ..)
            | Expr::EachKind(zone, ..)
            | Expr::RowOf(zone, _)
            | Expr::CopiesIn(zone)
            | Expr::Toward(zone, ..)
            | Expr::SumToward(zone, ..) => self.all(|party| parts.seen_by(state.spot(parts, *zone, party))),
            Expr::Counter(counter, holder) => self.all(|party| {
                let owner = match holder {
                    Holder::Seat => party.index(),
                    Holder::Own => parts.own_index(parts.counters[counter.index()].owner, party),
                    Holder::Of(owner) => (*owner).into(),
                    Holder::Table | Holder::Item => 0,
                };
                parts.counter_seen_by(*counter, owner)
            }),
            Expr::TotalOf(counter) => {
                let owners = 0..parts.owners(parts.counters[counter.index()].owner);
                owners.fold(everybody, |seen, owner| both(seen, parts.counter_seen_by(*counter, owner)))
            }
            // The score sheet and scripts know every secret.
            Expr::Total | Expr::Won(_) | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => SeatSet::NONE,
            _ => everybody,
        };
        expr.each_part(&mut |part, layer| {
            let party = match layer {
                Layer::Seats | Layer::SeatsAlone => None,
                Layer::SeatAround => Some(self.own),
                Layer::Same | Layer::Each | Layer::Alone | Layer::Around | Layer::Given => self.party,
            };
            seen = both(seen, Reading { party, ..self }.seen_by(part));
        });
        seen
    }
}

fn both(a: SeatSet, b: SeatSet) -> SeatSet {
    SeatSet(a.0 & b.0)
}

impl Eval<'_> {
    /// Whether the seat for which this is worked out sees all that an expression reads; for whoever is no seat, whether all do.
    pub(super) fn may_be_told(&self, expr: &Expr) -> bool {
        let Eval { parts, state, party, .. } = *self;
        let seen = Reading { parts, state, party: Some(party), own: party }.seen_by(expr);
        match party.index() < usize::from(parts.seats) {
            true => seen.has(SeatId::from(party.index())),
            false => seen == SeatSet::all(parts.seats),
        }
    }
}
