//! Writes a file whole or not at all: what was there before stays until the new one is complete.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the bytes into a file beside the one asked for, which then takes its place.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot = |error: io::Error| broken(path, &error);
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(Failure::Broken {
            message: format!("cannot write {}: it is a folder", path.display()),
            help: "give the path of a file".to_owned(),
        }),
        // A device must be written to and not replaced.
        Ok(about) if !about.is_file() => {
            File::options().write(true).open(path).and_then(|mut f| f.write_all(bytes)).map_err(cannot)
        }
        // Whoever made a file read-only wants to keep it, though its folder would let it be replaced.
        Ok(about) if about.permissions().readonly() => Err(cannot(io::ErrorKind::PermissionDenied.into())),
        // A link goes on pointing at the file.
        Ok(_) => fs::canonicalize(path).and_then(|path| replace(&path, bytes)).map_err(cannot),
        Err(_) => replace(path, bytes).map_err(cannot),
    }
}

/// Whether a file could be written there at all: nobody wants to hear of it after a thousand games.
pub fn foresee(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format!("cannot write {}: it is a folder", path.display()), "give the path of a file"));
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(_) => {
            let help = "make the folder first, or write elsewhere";
            Err(Failure::usage(format!("cannot write {}: there is no such folder", path.display()), help))
        }
        None => Ok(()),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = part(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&part, path));
    if done.is_err() {
        // It may not even have come to be; the error that counts is the one before.
        let _ = fs::remove_file(&part);
    }
    done
}

/// The file that is written first: in the same folder, so that it can take the other's place at once.
fn part(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// Why a file cannot be written, with the remedy.
pub fn broken(path: &Path, error: &io::Error) -> Failure {
    let (cause, help) = match error.kind() {
        io::ErrorKind::NotFound => ("there is no such folder".to_owned(), "make the folder first, or write elsewhere"),
        io::ErrorKind::PermissionDenied => ("that is not allowed".to_owned(), "write to a folder of your own"),
        io::ErrorKind::StorageFull => ("the disk is full".to_owned(), "make room, or write to another disk"),
        io::ErrorKind::ReadOnlyFilesystem => ("the disk can only be read".to_owned(), "write to another disk"),
        _ => (error.to_string(), "write elsewhere"),
    };
    Failure::Broken { message: format!("cannot write {}: {cause}", path.display()), help: help.to_owned() }
}
