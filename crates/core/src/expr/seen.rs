//! Who sees all that an expression reads: a refusal says what its reader may see, and what a seat may do depends on nothing else.

use super::walk::Layer;
use super::{Eval, Expr, Formula, Holder};
use crate::components::Components;
use crate::id::{CounterId, PartyId, SeatId, SeatSet, ZoneId};

/// What is read, and for whom.
#[derive(Clone, Copy)]
struct Reading<'a> {
    parts: &'a Components,
    /// Whose cards and counters are meant; those of every seat if it is nobody's.
    party: Option<PartyId>,
    /// Whose they are where the seats are gone through no longer.
    own: PartyId,
}

/// Something in an expression that some seat may not see when it is worked out for that seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secret {
    /// The cards of a zone.
    Cards(ZoneId),
    /// How many cards lie in a zone.
    Size(ZoneId),
    /// A counter.
    Counter(CounterId),
    /// What another seat can choose, which depends on the cards that it holds.
    Choices,
    /// The score sheet, or a script that adds to it.
    ScoreSheet,
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

    /// What an expression reads by itself, its parts left out, that not everybody need see, and who sees it.
    fn itself(self, expr: &Expr) -> Option<(Secret, SeatSet)> {
        let parts = self.parts;
        let cards = |zone: ZoneId| (Secret::Cards(zone), self.all(|party| parts.seen_by(parts.spot(zone, party))));
        Some(match expr {
            Expr::Size(zone) => (Secret::Size(*zone), self.all(|party| parts.size_seen_by(parts.spot(*zone, party)))),
            Expr::Count(zone, _) | Expr::Sum(zone, ..) | Expr::Weighed(zone, _) | Expr::SumKinds(zone, ..) => cards(*zone),
            Expr::EachKind(zone, ..) | Expr::RowOf(zone, _) | Expr::CopiesIn(zone) => cards(*zone),
            Expr::Toward(zone, ..) | Expr::SumToward(zone, ..) => cards(*zone),
            Expr::Counter(counter, holder) => {
                let owner = |party: PartyId| match holder {
                    Holder::Seat => party.index(),
                    Holder::Own | Holder::Pair | Holder::PairOf(_) => {
                        parts.own_index(parts.counters[counter.index()].owner, party)
                    }
                    Holder::Of(owner) => (*owner).into(),
                    Holder::Table | Holder::Item => 0,
                };
                (Secret::Counter(*counter), self.all(|party| parts.counter_seen_by(*counter, owner(party))))
            }
            Expr::TotalOf(counter) => {
                let owners = 0..parts.owners(parts.counters[counter.index()].owner);
                let seen =
                    owners.fold(SeatSet::all(parts.seats), |seen, owner| both(seen, parts.counter_seen_by(*counter, owner)));
                (Secret::Counter(*counter), seen)
            }
            Expr::Can { free: false, .. } if self.party != Some(self.own) => (Secret::Choices, SeatSet::NONE),
            // The score sheet and scripts know every secret.
            Expr::Total | Expr::Won(_) | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => {
                (Secret::ScoreSheet, SeatSet::NONE)
            }
            _ => return None,
        })
    }

    /// The seats that see all that is read.
    fn seen_by(self, expr: &Expr) -> SeatSet {
        let mut seen = SeatSet::all(self.parts.seats);
        self.each(expr, &mut |_, by| seen = both(seen, by));
        seen
    }

    /// Calls `each` with everything that is read and who sees it.
    fn each(self, expr: &Expr, each: &mut dyn FnMut(Secret, SeatSet)) {
        if let Some((secret, seen)) = self.itself(expr) {
            each(secret, seen);
        }
        expr.each_part(&mut |part, layer| {
            let party = match layer {
                Layer::Seats | Layer::SeatsAlone => None,
                Layer::SeatAround => Some(self.own),
                Layer::Same | Layer::Each | Layer::Alone | Layer::Around | Layer::Given => self.party,
            };
            Reading { party, ..self }.each(part, each);
        });
    }
}

fn both(a: SeatSet, b: SeatSet) -> SeatSet {
    SeatSet(a.0 & b.0)
}

impl Formula {
    /// The seats that see all that it reads, worked out for a party.
    pub fn seen_by(&self, parts: &Components, party: PartyId) -> SeatSet {
        Reading { parts, party: Some(party), own: party }.seen_by(&self.expr)
    }
}

impl Eval<'_> {
    /// Whether the seat for which this is worked out sees all that an expression reads; for whoever is no seat, whether all do.
    pub(super) fn may_be_told(&self, expr: &Expr) -> bool {
        let Eval { parts, party, .. } = *self;
        let seen = Reading { parts, party: Some(party), own: party }.seen_by(expr);
        match party.index() < usize::from(parts.seats) {
            true => seen.has(SeatId::from(party.index())),
            false => seen == SeatSet::all(parts.seats),
        }
    }
}

impl Expr {
    /// The first thing in it that some seat may not see when it is worked out for that seat.
    pub fn first_secret(&self, parts: &Components) -> Option<Secret> {
        let mut found = None;
        for seat in (0..parts.seats).map(SeatId) {
            let (party, mut note) = (PartyId::from(seat), |secret, by: SeatSet| {
                if found.is_none() && !by.has(seat) {
                    found = Some(secret);
                }
            });
            Reading { parts, party: Some(party), own: party }.each(self, &mut note);
        }
        found
    }
}
