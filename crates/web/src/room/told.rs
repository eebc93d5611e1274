//! What one viewpoint has been told so far: its log, and how many times it learned something.
//!
//! The number of actions of a game tells how many parts a secret choice has. So each viewpoint counts for itself: its revision is how often it was
//! told of something. It follows from what was done alone, and so is the same after a restart and on another server.

use railwright::session::{Session, Viewpoint};
use serde::Serialize;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// The revision in which it was told.
    pub revision: usize,
    /// Who acted, counted from one; 0 for what nobody did.
    pub seat: u8,
    /// What happened.
    pub text: String,
}

/// What one viewpoint has been told.
pub struct Told {
    viewpoint: Viewpoint,
    /// The log.
    pub lines: Vec<Line>,
    /// How often something was told.
    pub revision: usize,
    /// How often something that was told was taken back.
    pub taken_back: usize,
    /// For each step: how many lines there were before it, and whether anything was told of it.
    steps: Vec<(usize, bool)>,
    /// The revisions in which others chose in secret, and nothing else was told.
    secret: Vec<usize>,
}

impl Told {
    /// What is told of set-up.
    pub fn new(session: &Session, viewpoint: Viewpoint) -> Self {
        let opening = session.told(0, viewpoint).into_iter().map(|text| Line { revision: 0, seat: 0, text });
        Told { viewpoint, lines: opening.collect(), revision: 0, taken_back: 0, steps: Vec::new(), secret: Vec::new() }
    }

    /// The last step of the session was done.
    pub fn acted(&mut self, session: &Session) {
        let number = session.steps().len();
        let Some(step) = session.steps().last() else { return };
        let is_told = step.is_told(self.viewpoint, session.header().players);
        self.steps.push((self.lines.len(), is_told));
        if !is_told {
            return;
        }
        self.revision += 1;
        let texts = session.told(number, self.viewpoint);
        if step.sealed && self.viewpoint != Viewpoint::Seat(step.seat) && texts.len() <= 1 {
            self.secret.push(self.revision);
        }
        let seat = step.seat.0 + 1;
        self.lines.extend(texts.into_iter().map(|text| Line { revision: self.revision, seat, text }));
    }

    /// The last so many steps were taken back.
    pub fn went_back(&mut self, steps: usize) {
        let at = self.steps.len().saturating_sub(steps);
        let gone: Vec<(usize, bool)> = self.steps.drain(at..).collect();
        let told = gone.iter().filter(|(_, told)| *told).count();
        if told == 0 {
            return;
        }
        let lines = gone.first().map_or(self.lines.len(), |(lines, _)| *lines);
        self.lines.truncate(lines);
        self.revision += 1;
        self.taken_back += 1;
        let text =
            if told == 1 { "the last action was taken back".to_owned() } else { format!("{told} actions were taken back") };
        self.lines.push(Line { revision: self.revision, seat: 0, text });
    }

    /// Whether a move that follows a revision still fits: since then others chose in secret at most.
    pub fn is_current(&self, revision: usize) -> bool {
        revision <= self.revision && (revision + 1..=self.revision).all(|later| self.secret.contains(&later))
    }
}
