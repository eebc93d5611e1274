//! Why something cannot be done: which rule, where it is written, which values.

use crate::rules::{Cited, Fault};
use std::fmt;

/// An explained no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The action or step of the game file that forbids it.
    pub rule: String,
    /// Where that is written, and which numbered rules it cites.
    pub cited: Cited,
    /// Why, in words and values.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn cited(rule: &str, cited: &Cited, reason: String) -> Self {
        Refusal { rule: rule.to_owned(), cited: cited.clone(), reason }
    }

    pub(crate) fn plain(reason: String) -> Self {
        Refusal { rule: String::new(), cited: Cited::default(), reason }
    }

    pub(crate) fn fault(fault: Fault) -> Self {
        Refusal { rule: "fault".into(), cited: Cited { place: fault.place, cites: Vec::new() }, reason: fault.message }
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
