//! Taking back: as far as whoever does it learned nothing that was hidden; further only if all agree.
//!
//! An action stands in the way of a seat that wants to take it back when
//!
//! - it used the state's chance: a card was drawn, a die was cast, and what comes next is no longer a surprise;
//! - it showed a card to somebody, unless the seat that takes back saw that card before: one may take back having shown
//!   one's own hand, since that tells others something and oneself nothing;
//! - it ended the game, for then all is counted and shown;
//! - another seat chose in secret, or it was the last of several secret choices, so that those of others were carried out. Whatever
//!   they chose, this is refused before anything else of them is looked at, and in the same words: the answer tells nothing.
//!
//! What is taken back stays in the save file, followed by a line that says so.

use crate::save::Entry;
use crate::session::{Session, Step};
use railwright_core::components::Form;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::{Components, Event, State};
use std::fmt;

/// How far actions may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// As far as this seat learned nothing; as far as wanted in a game between bots.
    Fair(SeatId),
    /// As far as wanted: all who play agree.
    Agreed,
}

/// Why so many actions are not taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRefused {
    /// How many can be.
    pub possible: usize,
    /// Why no more.
    pub reason: String,
}

impl fmt::Display for UndoRefused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for UndoRefused {}

/// Taking back.
impl Session {
    /// How many actions lead back to before the last real choice of a seat.
    pub fn since_choice(&self, seat: SeatId) -> Option<usize> {
        let own = |choices: usize| self.steps().iter().rposition(|step| step.seat == seat && step.choices >= choices);
        own(2).or_else(|| own(1)).map(|at| self.steps().len() - at)
    }

    /// Takes back the last so many actions, all or none of them.
    pub fn undo(&mut self, actions: usize, policy: Policy) -> Result<(), UndoRefused> {
        self.may_undo(actions, policy)?;
        self.record(Entry::Undo(actions));
        self.go_back(actions);
        Ok(())
    }

    /// Whether the last so many actions may be taken back, or why not.
    pub fn may_undo(&self, actions: usize, policy: Policy) -> Result<(), UndoRefused> {
        let all = self.steps().len();
        if actions == 0 || actions > all {
            let reason = if all == 0 {
                "nothing has been done yet".to_owned()
            } else {
                format!("{all} actions can be taken back, not {actions}")
            };
            return Err(UndoRefused { possible: all, reason });
        }
        if let Policy::Fair(seat) = policy
            && !self.header().all_bots()
        {
            for (i, step) in self.steps().iter().enumerate().rev().take(actions) {
                let after = self.steps().get(i + 1).map_or(self.state(), |next| &next.before);
                if self.is_secret_of_others(i, after, seat) {
                    return Err(UndoRefused { possible: all - i - 1, reason: SECRET.to_owned() });
                }
                if let Some(barrier) = barrier(&self.rules().parts, step, after, seat) {
                    let reason = format!(
                        "action {} of seat {} {barrier}; that can be taken back only if all agree",
                        i + 1,
                        step.seat.0 + 1
                    );
                    return Err(UndoRefused { possible: all - i - 1, reason });
                }
            }
        }
        Ok(())
    }

    /// Whether a step is a secret choice of another seat, or lets those be carried out that others made together with it.
    fn is_secret_of_others(&self, i: usize, after: &State, seat: SeatId) -> bool {
        let step = &self.steps()[i];
        if !step.sealed {
            return false;
        }
        let together = self.steps()[..i].iter().rev().take_while(|before| before.sealed).any(|before| before.seat != seat);
        let was_last = step.before.clock().waiting == SeatSet::only(seat);
        let is_done = after.clock().progress[seat.index()].action.is_none();
        step.seat != seat || (together && was_last && is_done)
    }
}

/// What is said of secret choices, whatever they were and however many.
const SECRET: &str = "another seat has chosen in secret since; that can be taken back only if all agree";

/// What keeps a seat from taking a step back.
fn barrier(parts: &Components, step: &Step, after: &State, seat: SeatId) -> Option<&'static str> {
    if step.events.contains(&Event::Over) {
        return Some("ended the game");
    }
    if after.used_chance_since(&step.before) {
        return Some("used chance");
    }
    let shows = |event: &Event| match *event {
        Event::Moved { from, to, .. } => {
            // Which card of a pile is taken nobody knows, whoever may look through it.
            let known = if parts.zone(from.zone).form == Form::Pile { SeatSet::NONE } else { parts.seen_by(from) };
            !known.contains(parts.seen_by(to)) && !known.has(seat)
        }
        _ => false,
    };
    step.events.iter().any(shows).then_some("showed a hidden card")
}
