//! What can go wrong with a session, in words that say what to do.

use crate::session::Session;
use railwright_core::id::SeatId;
use railwright_rules::{Fault, Refusal};
use std::fmt;

/// Why a game cannot be begun or resumed.
#[derive(Debug)]
pub enum SessionError {
    /// The game's files are wrong: everything that is, ready to be shown.
    Game(String),
    /// The header says what cannot be.
    Header(String),
    /// The rules broke down in set-up.
    Fault(Fault),
    /// The save file cannot be read, or is none.
    Save(SaveError),
    /// The game that the save file names is neither bundled nor in its folder: it is as it was named.
    Elsewhere(String),
    /// The actions of the save file do not fit the rules as they are now.
    Diverged(Box<Diverged>),
}

/// Where and why a save file and the rules part.
#[derive(Debug)]
pub struct Diverged {
    /// The action that cannot be done, counted from one.
    pub number: usize,
    /// Its line in the file.
    pub line: usize,
    /// Who did it.
    pub seat: SeatId,
    /// What was done.
    pub text: String,
    /// Why it cannot be done now.
    pub reason: String,
    /// Whether the rules have changed since.
    pub rules_changed: bool,
    /// The game up to there, not attached to the file.
    pub session: Session,
}

/// What is wrong with a save file, or with writing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveError {
    /// The file.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// What whoever resumes a game should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// The last line was cut off and is left out.
    CutOff {
        /// Its number in the file.
        line: usize,
        /// What there was of it.
        text: String,
    },
    /// The rules are no longer those the game was begun with; all actions are still legal.
    RulesChanged,
    /// The file cannot be written: what is done from now on is not saved.
    NotSaved(String),
}

/// Why an action was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActError {
    /// The text does not name an action.
    NotUnderstood(String),
    /// The rules forbid it.
    Refused(Box<Refusal>),
    /// The rules broke down; the game is as it was.
    Fault(Fault),
}

/// Why an action was not done that had to be written down elsewhere first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unwritten<E> {
    /// It is not to be done.
    Act(ActError),
    /// It could not be written down.
    Write(E),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SessionError::Game(report) => write!(f, "the game cannot be played\n{report}"),
            SessionError::Header(wrong) => write!(f, "such a game cannot be: {wrong}"),
            SessionError::Fault(fault) => write!(f, "the rules broke down in set-up: {fault}"),
            SessionError::Save(error) => error.fmt(f),
            SessionError::Elsewhere(game) => write!(
                f,
                "its game, {}, is not in the folder of the save file, and nothing elsewhere is opened on its word",
                game.escape_debug()
            ),
            SessionError::Diverged(diverged) => diverged.fmt(f),
        }
    }
}

impl fmt::Display for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Diverged { number, line, seat, text, reason, rules_changed, .. } = self;
        let cause = if *rules_changed {
            "the rules have changed since the game was saved"
        } else {
            "the rules are those it was saved with, so the file has been changed"
        };
        write!(f, "action {number} (line {line}), `{text}` of seat {}, is not possible: {reason}; {cause}", seat.0 + 1)
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Warning::CutOff { line, text } => write!(f, "line {line} is cut off and left out: {text}"),
            Warning::RulesChanged => {
                f.write_str("the rules have changed since the game was saved; all its actions are still legal")
            }
            Warning::NotSaved(reason) => write!(f, "what is done from now on is not saved: {reason}"),
        }
    }
}

impl fmt::Display for ActError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ActError::NotUnderstood(reason) => f.write_str(reason),
            ActError::Refused(refusal) => refusal.fmt(f),
            ActError::Fault(fault) => write!(f, "the rules broke down: {fault}"),
        }
    }
}

impl From<SaveError> for SessionError {
    fn from(error: SaveError) -> Self {
        SessionError::Save(error)
    }
}

impl std::error::Error for SessionError {}
impl std::error::Error for SaveError {}
impl std::error::Error for ActError {}
