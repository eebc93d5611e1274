//! What can go wrong with files of records.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why records cannot be written, read or merged.
#[derive(Debug)]
pub enum RecordError {
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file is there already and nobody said that it may be replaced.
    Exists(PathBuf),
    /// A file or folder is not what it should be.
    Wrong {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// Shards that do not make up a run.
    Shards {
        /// Why not.
        message: String,
        /// What to do about it.
        help: String,
    },
}

impl RecordError {
    pub(crate) fn wrong(path: &Path, message: impl Into<String>, help: impl Into<String>) -> Self {
        RecordError::Wrong { path: path.to_owned(), message: message.into(), help: help.into() }
    }

    pub(crate) fn shards(message: impl Into<String>, help: impl Into<String>) -> Self {
        RecordError::Shards { message: message.into(), help: help.into() }
    }

    /// What to do about it; nothing where the message says all.
    pub fn help(&self) -> &str {
        match self {
            RecordError::Exists(_) => "--force replaces it; or write elsewhere",
            RecordError::Wrong { help, .. } | RecordError::Shards { help, .. } => help,
            RecordError::Write(..) | RecordError::Read(..) => "",
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordError::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            RecordError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            RecordError::Exists(path) => write!(f, "{} exists already and is left as it is", path.display()),
            RecordError::Wrong { path, message, .. } => write!(f, "{}: {message}", path.display()),
            RecordError::Shards { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for RecordError {}
