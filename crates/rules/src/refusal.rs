//! Why something cannot be done: which rule, where it is written, which values.

use crate::fault::{Fault, FaultKind};
use crate::mechanics::Reason;
use crate::rules::Cited;
use std::fmt;

/// What kind of no it is: programs tell refusals apart by this, never by their words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefusalKind {
    /// The game is over.
    GameOver,
    /// Somebody else is asked.
    NotYourTurn,
    /// Nobody is asked anything now.
    NothingAsked,
    /// `done` comes too early.
    TooFew,
    /// There is no such action in the game.
    NoSuchAction,
    /// The seat has begun another action and must finish it.
    InTheMiddle,
    /// It is only for a seat that can do nothing else.
    OnlyIfNothingElse,
    /// The step under way does not offer it.
    NotOffered,
    /// The condition of the action does not hold.
    Condition,
    /// The mechanic of the action has a reason.
    Mechanic,
    /// The rules broke down while it was looked at.
    Fault(FaultKind),
}

/// An explained no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Of which kind it is.
    pub kind: RefusalKind,
    /// The action or step of the game file that forbids it.
    pub rule: String,
    /// Where that is written, and which numbered rules it cites.
    pub cited: Cited,
    /// Why, in words and values.
    pub reason: String,
}

impl Refusal {
    /// A no of an action or a step: cited are the rules of the key that is the reason, or those of the reason itself.
    pub(crate) fn cited(kind: RefusalKind, rule: &str, cited: &Cited, reason: Reason) -> Self {
        let mut cited = cited.for_key(reason.key, reason.part);
        cited.cites = reason.cites.unwrap_or(cited.cites);
        Refusal { kind, rule: rule.to_owned(), cited, reason: reason.text }
    }

    pub(crate) fn plain(kind: RefusalKind, reason: impl Into<String>) -> Self {
        Refusal { kind, rule: String::new(), cited: Cited::default(), reason: reason.into() }
    }

    pub(crate) fn fault(fault: Fault) -> Self {
        let cited = Cited { place: fault.place, ..Cited::default() };
        Refusal { kind: RefusalKind::Fault(fault.kind), rule: "fault".into(), cited, reason: fault.message }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if self.cited.place.is_empty() {
            return Ok(());
        }
        write!(f, " [{}", self.rule)?;
        if !self.cited.cites.is_empty() {
            write!(f, "; {}", self.cited.cites.join(", "))?;
        }
        write!(f, "; {}]", self.cited.place)
    }
}

impl std::error::Error for Refusal {}
