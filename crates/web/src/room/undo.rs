//! Taking back at a table: at once against bots alone, or where nobody learned anything and no other person has moved since; else when everybody
//! agrees.

use super::table::{ActRefused, LiveTable};
use railwright::core::id::SeatId;
use railwright::session::Policy;

/// Somebody would like to take back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRequest {
    /// Who.
    pub by: SeatId,
    /// How many actions.
    pub actions: usize,
    /// Why it needs consent.
    pub reason: String,
    /// Who has agreed.
    pub agreed: Vec<SeatId>,
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UndoAnswer {
    /// It was done.
    Done,
    /// The others are asked.
    Asked,
    /// It cannot be.
    Refused(String),
    /// Whoever plays against bots alone would look back at what was hidden, and is asked whether that is meant.
    LookingBack(String),
    /// It could not be written down, or something else happened before.
    Failed(ActRefused),
}

impl LiveTable {
    fn people(&self) -> impl Iterator<Item = SeatId> + '_ {
        (0..self.session.header().players).map(SeatId).filter(|seat| self.session.header().is_human(*seat))
    }

    /// A seat would like to take back its last choice, `anyway` also where it looks back at what was hidden and only bots play against it.
    pub fn take_back(&mut self, seat: SeatId, after: usize, anyway: bool) -> UndoAnswer {
        if !self.told[seat.index()].is_current(after) {
            return UndoAnswer::Failed(ActRefused::Stale);
        }
        let Some(actions) = self.session.since_choice(seat) else {
            return UndoAnswer::Refused("you have not done anything yet".to_owned());
        };
        let steps = self.session.steps();
        let moved = |other: SeatId| steps[steps.len() - actions..].iter().any(|step| step.seat == other);
        let others: Vec<SeatId> = self.people().filter(|other| *other != seat).collect();
        let fair = self.session.may_undo(actions, Policy::Fair(seat));
        if fair.is_ok() && !others.iter().any(|other| moved(*other)) {
            return self.go_back(actions).map_or_else(UndoAnswer::Failed, |()| UndoAnswer::Done);
        }
        // Against bots alone one cheats nobody but oneself.
        if let (true, false, Err(refused)) = (others.is_empty(), anyway, &fair) {
            return UndoAnswer::LookingBack(refused.reason.clone());
        }
        if others.is_empty() {
            return self.go_back(actions).map_or_else(UndoAnswer::Failed, |()| UndoAnswer::Done);
        }
        let reason = fair.err().map_or_else(|| "others have moved since".to_owned(), |refused| refused.reason);
        self.undo = Some(UndoRequest { by: seat, actions, reason, agreed: Vec::new() });
        self.changed();
        UndoAnswer::Asked
    }

    /// Somebody who was asked agrees, or does not.
    pub fn answer_undo(&mut self, seat: SeatId, agree: bool) -> UndoAnswer {
        let Some(request) = self.undo.as_mut().filter(|request| request.by != seat || !agree) else {
            return UndoAnswer::Refused("nobody asks to take back".to_owned());
        };
        if !agree {
            self.undo = None;
            self.changed();
            return UndoAnswer::Done;
        }
        if !request.agreed.contains(&seat) {
            request.agreed.push(seat);
        }
        let request = request.clone();
        if self.people().all(|person| person == request.by || request.agreed.contains(&person)) {
            return self.go_back(request.actions).map_or_else(UndoAnswer::Failed, |()| UndoAnswer::Done);
        }
        self.changed();
        UndoAnswer::Asked
    }
}
