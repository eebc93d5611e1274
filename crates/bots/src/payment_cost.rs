//! What a payment costs by the evaluation function: of many ways to pay for one thing only the cheapest is searched.
//!
//! What is lost with cards of one kind hardly depends on which others go with them, and not on what they pay for. So it is
//! found out once for a decision, kind by kind, and a payment costs the sum.

use crate::evaluation;
use crate::planner::Planner;
use railwright_core::effect::At;
use railwright_core::id::{ActionId, KindId, SeatId, ZoneId};
use railwright_core::{Action, Payment, State};
use railwright_rules::Fault;

/// Losses are found out for so many cards of a kind; each further one costs as much as cards do on the whole.
const CARDS: usize = 8;

/// What is lost with the cards of one seat in one determinisation.
#[derive(Default)]
pub(crate) struct PaymentCost {
    /// Where the cards lie that were evaluated, and where payments go.
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
    /// Forgets the losses of another position.
    pub(crate) fn forget(&mut self) {
        self.zones = None;
    }

    /// Evaluates a seat's cards that an action is paid with, unless that is done; says whether there are any.
    pub(crate) fn prepare(
        &mut self,
        planner: &mut Planner,
        state: &State,
        seat: SeatId,
        action: ActionId,
    ) -> Result<bool, Fault> {
        let rules = planner.engine.rules().clone();
        let Some(zones) = rules.paid_from_and_to(action) else { return Ok(false) };
        if self.zones == Some(zones) {
            return Ok(true);
        }
        (self.zones, self.held) = (Some(zones), [0; Payment::KINDS]);
        let [from, to] = zones.map(|zone| state.spot(&rules.parts, zone, seat.into()));
        let whole = evaluation::evaluate_for(&mut planner.engine, state, seat)?;
        for kind in (0..rules.parts.cards_in(from.zone).kinds.len().min(Payment::KINDS)).map(KindId::from) {
            let held = state.count(&rules.parts, from, kind) as usize;
            let losses = &mut self.losses[kind.index()];
            *losses = [0; CARDS + 1];
            self.held[kind.index()] = held.min(CARDS);
            self.trial.clone_from(state);
            for loss in &mut losses[1..=held.min(CARDS)] {
                planner.effects(&mut self.trial).shift(from, to, kind, 1, At::Top);
                *loss = whole - evaluation::evaluate_for(&mut planner.engine, &self.trial, seat)?;
            }
        }
        let all = || self.held.iter().zip(&self.losses);
        self.further =
            all().map(|(&held, losses)| losses[held]).sum::<i64>() / all().map(|(held, _)| *held as i64).sum::<i64>().max(1);
        Ok(true)
    }

    /// What a payment costs, once that is [prepared](Self::prepare).
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
pub(crate) fn without_payment(action: Action) -> Action {
    Action { payment: Payment::default(), ..action }
}

/// Whether two actions are the same but for what is paid.
#[inline]
pub(crate) fn differ_only_in_payment(a: &Action, b: &Action) -> bool {
    !a.payment.is_empty() && without_payment(*a) == without_payment(*b)
}
