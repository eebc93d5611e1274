//! Why a request was not met: a code for programs, a sentence for people.

use crate::error::{ActError, SaveError, SessionError};
use crate::undo::UndoRefused;
use railwright_rules::Refusal;
use serde_json::{Map, Value};

/// An error as the protocol has it.
#[derive(Clone, PartialEq, Debug)]
pub struct ProtocolError {
    /// Which kind of error it is.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Further fields, by the kind of error.
    pub more: Vec<(&'static str, Value)>,
}

impl ProtocolError {
    /// An error of a kind.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        ProtocolError { code, message: message.into(), more: Vec::new() }
    }

    /// Something that only whoever started the table may allow, with the flag that does.
    pub(crate) fn not_allowed(message: &str, flag: &str) -> Self {
        let help = format!("whoever starts it allows that with {flag}");
        ProtocolError::new("not-allowed", message).with("help", help)
    }

    /// The same with a further field.
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.more.push((key, value.into()));
        self
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut fields = Map::new();
        fields.insert("code".into(), self.code.into());
        fields.insert("message".into(), self.message.as_str().into());
        fields.extend(self.more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
        fields.into()
    }
}

impl From<&Refusal> for ProtocolError {
    fn from(refusal: &Refusal) -> Self {
        let mut error = ProtocolError::new("refused", refusal.reason.clone());
        if !refusal.rule.is_empty() {
            error = error.with("rule", refusal.rule.as_str()).with("place", refusal.cited.place.as_str());
            error = error.with("cites", refusal.cited.cites.clone());
        }
        error
    }
}

impl From<ActError> for ProtocolError {
    fn from(error: ActError) -> Self {
        match &error {
            ActError::NotUnderstood(reason) => ProtocolError::new("not-understood", reason.clone()),
            ActError::Refused(refusal) => ProtocolError::from(&**refusal),
            ActError::Fault(_) => ProtocolError::new("broken-rules", error.to_string()),
        }
    }
}

impl From<railwright_rules::Fault> for ProtocolError {
    fn from(fault: railwright_rules::Fault) -> Self {
        ProtocolError::new("broken-rules", fault.to_string())
    }
}

impl From<SaveError> for ProtocolError {
    fn from(error: SaveError) -> Self {
        let refused = ProtocolError::new("not-saved", error.to_string());
        if error.help.is_empty() { refused } else { refused.with("help", error.help) }
    }
}

impl From<SessionError> for ProtocolError {
    fn from(error: SessionError) -> Self {
        let code = if matches!(error, SessionError::Fault(_)) { "broken-rules" } else { "no-such-game" };
        ProtocolError::new(code, error.to_string())
    }
}

impl From<UndoRefused> for ProtocolError {
    fn from(refused: UndoRefused) -> Self {
        ProtocolError::new("not-undone", refused.reason).with("possible", refused.possible)
    }
}
