//! What the cards of a hand are worth to keep: of many ways to pay for one thing only the cheapest is thought through.
//!
//! What is lost with cards of one kind hardly depends on which others go with them, and not on what they pay for. So it is
//! found out once for a decision, kind by kind, and a payment costs the sum.

use crate::evaluation;
use crate::planner::Planner;
use railwright_core::id::{ActionId, KindId, SeatId, ZoneId};
use railwright_core::{Action, Payment, State};
use railwright_rules::Fault;

/// Losses are found out for so many cards of a kind; each further one costs as much as cards do on the whole.
const CARDS: usize = 8;

/// What the cards of the seat that thinks are worth to it.
#[derive(Default)]
pub(crate) struct PaymentCost {
    /// Where the cards lie that were weighed, and where payments go.
    zones: Option<[ZoneId; 2]>,
    /// What is lost with so many cards of a kind.
    losses: [[i64; CARDS + 1]; Payment::KINDS],
    /// Of how many cards of a kind that was found out.
    held: [usize; Payment::KINDS],
    /// What is lost with any further card.
    further: i64,
    trial: State,
}

impl PaymentCost {
    /// Forgets what cards were worth in another position.
    pub(crate) fn forget(&mut self) {
        self.zones = None;
    }

    /// Weighs a seat's cards that an action is paid with, unless that is done; says whether there are any.
    pub(crate) fn open(&mut self, planner: &mut Planner, state: &State, seat: SeatId, action: ActionId) -> Result<bool, Fault> {
        let rules = planner.engine.rules().clone();
        let Some(zones) = rules.paid_from_and_to(action) else { return Ok(false) };
        if self.zones == Some(zones) {
            return Ok(true);
        }
        (self.zones, self.held) = (Some(zones), [0; Payment::KINDS]);
        let [from, to] = zones.map(|zone| state.spot(&rules.parts, zone, seat.into()));
        let whole = evaluation::worth_to(&mut planner.engine, state, seat)?;
        for kind in (0..rules.parts.cards_in(from.zone).kinds.len().min(Payment::KINDS)).map(KindId::from) {
            let held = state.count(&rules.parts, from, kind) as usize;
            let losses = &mut self.losses[kind.index()];
            *losses = [0; CARDS + 1];
            self.held[kind.index()] = held.min(CARDS);
            self.trial.clone_from(state);
            for loss in &mut losses[1..=held.min(CARDS)] {
                planner.effects(&mut self.trial).transfer(from, to, kind, 1);
                *loss = whole - evaluation::worth_to(&mut planner.engine, &self.trial, seat)?;
            }
        }
        let all = || self.held.iter().zip(&self.losses);
        self.further =
            all().map(|(&held, losses)| losses[held]).sum::<i64>() / all().map(|(held, _)| *held as i64).sum::<i64>().max(1);
        Ok(true)
    }

    /// What a payment costs, once the purse is open.
    pub(crate) fn cost(&self, payment: Payment) -> i64 {
        let of_kind = |(kind, count): (KindId, u8)| {
            let (held, count) = (self.held[kind.index()], count as usize);
            self.losses[kind.index()][count.min(held)] + count.saturating_sub(held) as i64 * self.further
        };
        payment.iter().map(of_kind).sum()
    }
}

/// An action, whatever is paid for it.
#[inline]
pub(crate) fn about(action: Action) -> Action {
    Action { payment: Payment::default(), ..action }
}

/// Whether two actions are the same but for what is paid.
#[inline]
pub(crate) fn same_but_paid(a: &Action, b: &Action) -> bool {
    !a.payment.is_empty() && about(*a) == about(*b)
}
