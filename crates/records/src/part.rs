//! Atomic writes: a file is written beside its place and takes it when it is whole; nobody ever reads half of one.

use crate::RecordError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file under way.
pub(crate) struct PartialFile {
    out: BufWriter<File>,
    part: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl PartialFile {
    /// Begins a file; one that is there already is only replaced when that is wanted.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, RecordError> {
        refuse(path, force)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let file = File::create(&part).map_err(|error| RecordError::Write(path.to_owned(), error))?;
        Ok(PartialFile { out: BufWriter::with_capacity(1 << 16, file), part, path: path.to_owned(), kept: false })
    }

    /// Where it will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// It is whole: it takes its place.
    pub(crate) fn keep(mut self) -> Result<(), RecordError> {
        let written = self.out.flush().and_then(|()| self.out.get_ref().sync_all());
        written
            .and_then(|()| fs::rename(&self.part, &self.path))
            .map_err(|error| RecordError::Write(self.path.clone(), error))?;
        self.kept = true;
        Ok(())
    }
}

/// Whether a file may not be written there.
pub(crate) fn refuse(path: &Path, force: bool) -> Result<(), RecordError> {
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(RecordError::wrong(path, "is a folder where a file should be", "write elsewhere")),
        Ok(_) if !force => Err(RecordError::Exists(path.to_owned())),
        // Whoever made a file read-only wants to keep it, though its folder would let it be replaced.
        Ok(about) if about.permissions().readonly() => {
            Err(RecordError::Write(path.to_owned(), io::ErrorKind::PermissionDenied.into()))
        }
        _ => Ok(()),
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.kept {
            // What is only half there is of no use; that it cannot be taken away is not worth an error of its own.
            let _ = fs::remove_file(&self.part);
        }
    }
}
