//! Reading files that may be anything: regular ones alone, no more of them than is wanted, and only inside their folder when
//! another file names them.

use crate::parse::MAX_BYTES;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// The bytes of a file, at most so many: a device may have no end, and a pipe no beginning.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let regular = |about: fs::Metadata| match about {
        about if about.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        about if !about.is_file() => Err(io::Error::other("it is not a regular file")),
        about if about.len() > most => Err(too_large(most)),
        _ => Ok(()),
    };
    // Asked before it is opened, since opening a pipe waits for somebody to write; and again, since it may be another by then.
    regular(fs::metadata(path)?)?;
    let file = File::open(path)?;
    regular(file.metadata()?)?;
    let mut bytes = Vec::new();
    // Files of the system say that they are empty and are not.
    match file.take(most + 1).read_to_end(&mut bytes)? as u64 {
        read if read > most => Err(too_large(most)),
        _ => Ok(bytes),
    }
}

/// The text of a file of a game: a map, a script, a scenario.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path, MAX_BYTES as u64)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes, the most that are read"))
}

/// Why a file cannot be read, in words.
pub fn unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Whether what a path names stands inside a folder, as it is written. Nothing is looked up, so that nobody learns what there is.
pub fn is_named_inside(folder: &Path, path: &Path) -> bool {
    match (plain(folder), plain(path)) {
        (Some(folder), Some(path)) => path.starts_with(folder),
        _ => false,
    }
}

/// Whether what a path leads to stands inside a folder, once links are followed.
pub fn is_inside(folder: &Path, path: &Path) -> io::Result<bool> {
    Ok(fs::canonicalize(path)?.starts_with(resolved(folder)?))
}

/// A folder from the root with all links followed.
pub fn resolved(folder: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(here(folder))
}

/// The folder a file is in: the current one for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    here(file.parent().unwrap_or(Path::new("")))
}

fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// A path from the root, its `..` worked out by name alone.
fn plain(path: &Path) -> Option<PathBuf> {
    std::path::absolute(here(path)).ok().map(|path| without_detours(&path))
}

/// A path with its `.` and `..` worked out by name alone; a `..` at its beginning stays.
#[must_use]
pub fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => match plain.components().next_back() {
                Some(Component::Normal(_)) => drop(plain.pop()),
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => plain.push(part),
            },
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_is_said_by_the_name_alone() {
        let inside = |folder: &str, path: &str| is_named_inside(Path::new(folder), Path::new(path));
        assert!(inside("a", "a/b.toml") && inside("", "b.toml") && inside("a/b", "a/c/../b/d.toml") && inside("a/..", "b.toml"));
        assert!(!inside("a", "b.toml") && !inside("a", "a/../b.toml") && !inside("a", "ab/c.toml") && !inside("", "../b.toml"));
        assert!(!inside("a", "/etc/passwd") && inside("/", "/etc/passwd"));
    }

    #[test]
    #[cfg(unix)]
    fn devices_and_folders_are_not_read() {
        let reason = |path: &str| unread(&read_bytes(Path::new(path), 10).expect_err("it is no file"));
        assert_eq!(reason("/dev/zero"), "it is not a regular file");
        assert_eq!(reason("/dev"), "it is a folder");
        assert_eq!(reason("/no/such/file"), "there is no such file");
    }
}
