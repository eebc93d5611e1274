//! Who is told: one seat, everybody at once, or one who may know all.

use crate::session::{Session, Step};
use railwright_bots::BotFault;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::snapshot::Snapshot;
use railwright_core::{Event, View};
use railwright_narration::narrate_to;
use railwright_narration::tell;
use serde_json::Value;

/// Through whose eyes a game is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewpoint {
    /// Only what every seat sees.
    Public,
    /// What one seat sees.
    Seat(SeatId),
    /// Everything, secrets included.
    Everything,
}

impl From<SeatId> for Viewpoint {
    fn from(seat: SeatId) -> Self {
        Viewpoint::Seat(seat)
    }
}

impl Viewpoint {
    /// The seats that must all see something for it to be told.
    pub(crate) fn audience(self, seats: u8) -> SeatSet {
        match self {
            Viewpoint::Public => SeatSet::all(seats),
            Viewpoint::Seat(seat) => SeatSet::only(seat),
            Viewpoint::Everything => SeatSet::NONE,
        }
    }
}

/// Telling what happened.
impl Session {
    /// How it stands, written out.
    pub fn view(&self, viewpoint: Viewpoint) -> Snapshot {
        let parts = &self.rules().parts;
        View::shared(parts, self.state(), viewpoint.audience(parts.seats)).snapshot()
    }

    /// How it stood after so many steps, written out.
    pub fn view_after(&self, steps: usize, viewpoint: Viewpoint) -> Snapshot {
        let parts = &self.rules().parts;
        View::shared(parts, self.state_after(steps), viewpoint.audience(parts.seats)).snapshot()
    }

    /// What was seen so far, in sentences. A sealed choice stays sealed; what it brings about is told when it is seen.
    pub fn log(&self, viewpoint: Viewpoint) -> Vec<String> {
        (0..=self.steps().len()).flat_map(|step| self.told(step, viewpoint)).collect()
    }

    /// What a bot did wrong, as far as those at the table may know; in full where nobody has anything to hide.
    pub fn misbehaved(&self, fault: &BotFault) -> String {
        if self.header().all_bots() { fault.to_string() } else { fault.in_public() }
    }

    /// What was seen of one step, in sentences: 0 is set-up, 1 the first action.
    pub fn told(&self, step: usize, viewpoint: Viewpoint) -> Vec<String> {
        let rules = self.rules();
        let audience = viewpoint.audience(rules.parts.seats);
        let Some(number) = step.checked_sub(1) else { return narrate_to(rules, self.opening(), audience) };
        let Some(step) = self.steps().get(number) else { return Vec::new() };
        let mut told: Vec<String> = said(step, audience).into_iter().collect();
        told.extend(narrate_to(rules, &step.events, audience));
        told
    }

    /// What was seen of one step, as data: 0 is set-up, 1 the first action.
    pub fn seen(&self, step: usize, viewpoint: Viewpoint) -> Vec<Value> {
        let rules = self.rules();
        let audience = viewpoint.audience(rules.parts.seats);
        let Some(number) = step.checked_sub(1) else { return tell(rules, self.opening(), audience, "") };
        let Some(step) = self.steps().get(number) else { return Vec::new() };
        let events = step.events.iter().filter(|event| !(matches!(event, Event::Acted { .. }) && is_untold(step, audience)));
        tell(rules, &events.copied().collect::<Vec<_>>(), audience, &step.text)
    }
}

impl Step {
    /// Whether anything at all is told of it from a viewpoint: of a secret choice of others that goes on nothing is.
    pub fn is_told(&self, viewpoint: Viewpoint, seats: u8) -> bool {
        !is_untold(self, viewpoint.audience(seats))
    }
}

/// What somebody did, as far as the audience may know.
fn said(step: &Step, audience: SeatSet) -> Option<String> {
    if !step.sealed || SeatSet::only(step.seat).contains(audience) {
        return Some(format!("seat {}: {}", step.seat.0 + 1, step.text));
    }
    (!is_untold(step, audience)).then(|| format!("seat {} chooses in secret", step.seat.0 + 1))
}

/// Whether a step is part of a secret choice of another that goes on: how many parts it has is as secret as they are.
fn is_untold(step: &Step, audience: SeatSet) -> bool {
    step.sealed && step.more && !SeatSet::only(step.seat).contains(audience)
}
