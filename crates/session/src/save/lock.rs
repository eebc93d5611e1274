//! One writer for each save file: whoever writes it keeps others from writing it, which ends with the program whatever ends that.
//!
//! Whoever looks on may read all the while. Windows keeps readers away from a locked file, too, so there a file is opened in a way that
//! lets others read, rename and delete it but not write.

use super::{reason, wrong};
use crate::error::SaveError;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// A save file that nobody else writes as long as this is there.
pub struct Locked {
    pub(super) file: File,
}

/// Somebody else writes the file.
pub(super) struct AlreadyLocked;

impl Locked {
    /// Opens a save file to be read and written on: the outer error says that somebody else plays the game, the inner one that
    /// the file cannot be written.
    pub fn open(path: &Path) -> Result<Result<Self, SaveError>, SaveError> {
        // Opening a pipe may wait for ever; whoever reads the file then says what it is.
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Ok(Err(wrong(path, "cannot be written: it is not a regular file", "save the game elsewhere")));
        }
        match options().open(path) {
            Ok(file) => take(&file).map(|()| Ok(Locked { file })).map_err(|AlreadyLocked| taken(path)),
            Err(error) if is_shared(&error) => Err(taken(path)),
            Err(error) => Ok(Err(wrong(path, format!("cannot be written: {}", reason(&error)), "save the game elsewhere"))),
        }
    }
}

/// How a save file is opened by whoever writes it.
pub(super) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, windows::READ | windows::DELETE);
    options
}

/// Locks a file that was opened so. Where the system has no locks, the game goes on without: [`super::Disk`] still notices foreign changes.
#[cfg(not(windows))]
pub(super) fn take(file: &File) -> Result<(), AlreadyLocked> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(AlreadyLocked),
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// Opening it was enough.
#[cfg(windows)]
pub(super) fn take(_: &File) -> Result<(), AlreadyLocked> {
    Ok(())
}

/// Whether somebody writes a file.
pub(super) fn is_taken(path: &Path) -> bool {
    let opened = if cfg!(windows) { options().open(path) } else { File::open(path) };
    opened.map_or_else(|error| is_shared(&error), |file| take(&file).is_err())
}

/// Whether a file cannot be opened because somebody else writes it.
fn is_shared(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error() == Some(windows::SHARING_VIOLATION)
}

/// Numbers that Windows has names for: `FILE_SHARE_READ`, `FILE_SHARE_DELETE`, `ERROR_SHARING_VIOLATION`.
#[cfg_attr(not(windows), allow(dead_code))]
mod windows {
    pub(super) const READ: u32 = 1;
    pub(super) const DELETE: u32 = 4;
    pub(super) const SHARING_VIOLATION: i32 = 32;
}

/// What is said about a file that somebody else writes.
pub(super) fn taken(path: &Path) -> SaveError {
    wrong(path, "is being played in another window or program", "leave the game there first; `replay` shows it meanwhile")
}
