//! One writer for each save file: whoever writes it holds a lock of the system, which ends with the program whatever ends that.

use super::{reason, wrong};
use crate::error::SaveError;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// A save file that nobody else writes as long as this is there.
pub struct Locked {
    pub(super) file: File,
}

/// Somebody else writes the file.
pub(super) struct Taken;

impl Locked {
    /// Opens a save file to be read and written on: the outer error says that somebody else plays the game, the inner one that
    /// the file cannot be written.
    pub fn open(path: &Path) -> Result<Result<Self, SaveError>, SaveError> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        match opened.map_err(|error| wrong(path, format!("cannot be written: {}", reason(&error)), "save the game elsewhere")) {
            Ok(file) => take(&file).map(|()| Ok(Locked { file })).map_err(|Taken| taken(path)),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Locks a file. Where the system has no locks, the game goes on without: [`super::Disk`] still notices foreign changes.
pub(super) fn take(file: &File) -> Result<(), Taken> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Taken),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Whether somebody writes a file.
pub(super) fn is_taken(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| take(&file).is_err())
}

/// What is said about a file that somebody else writes.
pub(super) fn taken(path: &Path) -> SaveError {
    wrong(path, "is being played in another window or program", "leave the game there first; `replay` shows it meanwhile")
}
