//! Edits of game files: each changes the lines that it is about, and no other byte.
//!
//! What is exchanged are pieces of the text whose places `toml_edit` knows. So comments, order, spaces, line ends and all that an edit is not
//! about stay as the designer wrote them.

mod columns;
mod map;
mod set;
mod source;
mod value;

pub use map::{Edit, Meaning, apply};
pub use set::{remove, set};
pub use value::whole;

use std::fmt;

/// Why an edit could not be made; the text is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// The text is no TOML.
    NotToml(String),
    /// Somewhere on the way there is something that is no table.
    NoTable(String),
    /// What was to become a value is a table.
    IsTable(String),
    /// There is nothing of that name.
    NotThere(String),
    /// There is something of that name already.
    Taken(String),
    /// TOML has no such value.
    NoValue(String),
    /// An id has other letters than ids have.
    NoId(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EditError::NotToml(reason) => write!(f, "the file cannot be read: {reason}; mend it as text first"),
            EditError::NoTable(path) => write!(f, "`{path}` is no table here; change it as text"),
            EditError::IsTable(path) => write!(f, "`{path}` is a table here; change it as text"),
            EditError::NotThere(what) => write!(f, "there is no `{what}` any more"),
            EditError::Taken(what) => write!(f, "there is a `{what}` already; take another name"),
            EditError::NoValue(path) => write!(f, "`{path}` cannot have such a value"),
            EditError::NoId(id) => write!(f, "`{id}` cannot be an id: small letters, digits and hyphens"),
        }
    }
}

impl std::error::Error for EditError {}
