//! Save files: lines of JSON, the header first, then one action a line, appended as it is played (event sourcing: the position is
//! what the actions give when they are played again).
//!
//! ```text
//! {"format":1,"game":"my-game","rules":"…","version":"0.1.0","players":2,"seats":["human","greedy"],"seed":7}
//! {"seat":1,"do":"draw red"}
//! {"undo":1}
//! ```
//!
//! Nothing is ever rewritten: what is taken back stays there, followed by a line that says so. A save holds every secret
//! of the game.

mod disk;
mod lock;
mod read;

pub use disk::Disk;
pub use lock::Locked;
pub use read::{Played, Save};

use crate::error::SaveError;
use serde_json::{Value, json};
use std::path::Path;

/// A line of a save file after the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A seat did something.
    Act {
        /// Who, counted from one.
        seat: u8,
        /// What, in notation.
        text: String,
    },
    /// So many actions were taken back.
    Undo(usize),
}

impl Entry {
    /// The line without its end.
    pub fn line(&self) -> String {
        match self {
            Entry::Act { seat, text } => json!({ "seat": seat, "do": text }).to_string(),
            Entry::Undo(actions) => json!({ "undo": actions }).to_string(),
        }
    }

    /// Reads a line, or says what is wrong with it.
    pub fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| format!("it is not JSON ({error})"))?;
        let object = value.as_object().ok_or("it is not an object")?;
        let known = |keys: &[&str]| match object.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(key) => Err(format!("`{key}` is not known here")),
            None => Ok(()),
        };
        if let Some(actions) = object.get("undo") {
            known(&["undo"])?;
            let actions = actions.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
            return actions.map(Entry::Undo).ok_or_else(|| "`undo` is not a number of actions".to_owned());
        }
        known(&["seat", "do"])?;
        let seat = object.get("seat").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok()).filter(|n| *n > 0);
        let text = object.get("do").and_then(Value::as_str);
        match (seat, text) {
            (Some(seat), Some(text)) => Ok(Entry::Act { seat, text: text.to_owned() }),
            (None, _) => Err("`seat` is not a number from 1 on".to_owned()),
            (_, None) => Err("`do` is missing or not text".to_owned()),
        }
    }
}

/// An error about a file.
pub(crate) fn wrong(path: &Path, message: impl Into<String>, help: impl Into<String>) -> SaveError {
    SaveError { path: path.display().to_string(), message: message.into(), help: help.into() }
}

/// An error of the system, in words that people use.
pub(crate) fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::FileTooLarge => "the file would become larger than is allowed".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for entry in [Entry::Act { seat: 2, text: "claim a–b with \"1\" red".into() }, Entry::Undo(3)] {
            assert_eq!(Entry::parse(&entry.line()), Ok(entry));
        }
    }

    #[test]
    fn a_line_that_is_none_says_why() {
        for (line, why) in [
            ("", "not JSON"),
            ("7", "not an object"),
            (r#"{"seat":1}"#, "`do`"),
            (r#"{"seat":0,"do":"pass"}"#, "`seat`"),
            (r#"{"seat":1,"do":"pass","at":"noon"}"#, "`at`"),
            (r#"{"undo":0}"#, "`undo`"),
            (r#"{"undo":1,"seat":1}"#, "`seat`"),
        ] {
            let said = Entry::parse(line).expect_err("it is wrong");
            assert!(said.contains(why), "{line}: {said}");
        }
    }
}
