//! The folder that a designer owns: nothing outside it is read as their own or written, and no file is written over that somebody else has changed.

use railwright::source::disk::read_text;
use railwright_language::Sort;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// So many files are listed, in folders so deep.
const MOST: usize = 2000;
const DEEPEST: usize = 4;

/// A folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// What is known of files that have not changed since: they are looked at every moment.
    known: Arc<Mutex<BTreeMap<PathBuf, Known>>>,
}

/// The length and time of a file, and what it was found to be.
type Known = (u64, Option<SystemTime>, Option<Listed>);

/// Why a file cannot be read or written.
#[derive(Debug)]
pub enum FolderError {
    /// It does not lie in the folder, or is no file of a game.
    NotOurs(String),
    /// Somebody else has changed it since it was read: this is what it says now, if it is still there.
    Changed(Option<String>),
    /// The system does not let it be done.
    Failed(String),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            FolderError::NotOurs(name) => write!(f, "`{name}` is no game file of this folder"),
            FolderError::Changed(_) => write!(f, "another program has changed the file"),
            FolderError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for FolderError {}

/// A file of the folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its path within the folder, with `/` between.
    pub path: String,
    /// What it is.
    pub sort: Sort,
    /// What it calls itself, if it does.
    pub name: Option<String>,
}

impl Folder {
    /// A folder that is there.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let root = fs::canonicalize(path)?;
        if root.is_dir() { Ok(Folder { root, known: Arc::default() }) } else { Err(std::io::Error::other("it is no folder")) }
    }

    /// Where it lies.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file lies, there or not: a path without detours, that no link leads out of the folder.
    pub fn path(&self, name: &str) -> Result<PathBuf, FolderError> {
        let not_ours = || FolderError::NotOurs(name.chars().filter(|c| !c.is_control()).take(120).collect());
        let relative = Path::new(name);
        let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
        let ending = relative.extension().and_then(|ending| ending.to_str());
        let visible = relative.components().all(|part| part.as_os_str().to_str().is_some_and(|part| !part.starts_with('.')));
        if name.contains('\\') || !plain || !visible || !matches!(ending, Some("toml" | "rhai")) {
            return Err(not_ours());
        }
        let whole = self.root.join(relative);
        // What is there of it, with all links followed.
        let mut known = whole.clone();
        let mut missing = Vec::new();
        while fs::symlink_metadata(&known).is_err() {
            missing.push(known.file_name().ok_or_else(not_ours)?.to_owned());
            known = known.parent().ok_or_else(not_ours)?.to_owned();
        }
        let mut real = fs::canonicalize(&known).map_err(|_| not_ours())?;
        if !real.starts_with(&self.root) {
            return Err(not_ours());
        }
        real.extend(missing.into_iter().rev());
        Ok(real)
    }

    /// What a file says; nothing if there is none.
    pub fn read(&self, name: &str) -> Result<Option<String>, FolderError> {
        let path = self.path(name)?;
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path).map(Some).map_err(|error| FolderError::Failed(error.to_string()))
    }

    /// Writes a file whole or not at all, if it still says what it did when it was read.
    pub fn write(&self, name: &str, text: &str, known: Option<&str>) -> Result<(), FolderError> {
        let path = self.path(name)?;
        let failed = |error: std::io::Error| FolderError::Failed(format!("{name} cannot be written: {error}"));
        let folder = path.parent().ok_or_else(|| FolderError::NotOurs(name.to_owned()))?;
        fs::create_dir_all(folder).map_err(failed)?;
        let new = folder.join(format!(".{}.{}.new", path.file_name().unwrap_or_default().display(), std::process::id()));
        fs::write(&new, text).map_err(failed)?;
        if let Ok(about) = fs::metadata(&path) {
            let _ = fs::set_permissions(&new, about.permissions());
        }
        // As late as can be: what is read here is what will be exchanged.
        let now = self.read(name);
        let done = match now {
            Ok(now) if now.as_deref() == known => fs::rename(&new, &path).map_err(failed),
            Ok(now) => Err(FolderError::Changed(now)),
            Err(error) => Err(error),
        };
        if done.is_err() {
            let _ = fs::remove_file(&new);
        }
        done
    }

    /// The game files of the folder, those in `scenarios` too.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let (mut found, mut folders) = (Vec::new(), vec![(self.root.clone(), 0)]);
        while let Some((folder, deep)) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let (path, name) = (entry.path(), entry.file_name());
                if name.to_str().is_none_or(|name| name.starts_with('.') || matches!(name, "target" | "node_modules")) {
                    continue;
                }
                match fs::canonicalize(&path) {
                    Ok(real) if !real.starts_with(&self.root) => {}
                    Ok(_) if path.is_dir() && deep < DEEPEST => folders.push((path, deep + 1)),
                    Ok(_) if found.len() < MOST => found.extend(self.listed(&path)),
                    _ => {}
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    fn listed(&self, path: &Path) -> Option<Listed> {
        if !matches!(path.extension().and_then(|ending| ending.to_str()), Some("toml" | "rhai")) {
            return None;
        }
        let about = fs::metadata(path).ok()?;
        let (length, changed) = (about.len(), about.modified().ok());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, listed)) = known.get(path).filter(|(len, at, _)| *len == length && *at == changed && changed.is_some())
        {
            return listed.clone();
        }
        let listed = self.read_to_list(path);
        known.insert(path.to_owned(), (length, changed, listed.clone()));
        listed
    }

    fn read_to_list(&self, path: &Path) -> Option<Listed> {
        let text = read_text(path).ok()?;
        if !Sort::known(path, &text) {
            return None;
        }
        let parts: Option<Vec<&str>> = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str()).collect();
        let said = text.lines().take_while(|line| !line.starts_with('[')).find_map(|line| line.strip_prefix("name"));
        let name = said.and_then(|rest| rest.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.split('"').next());
        Some(Listed { path: parts?.join("/"), sort: Sort::of(path, &text), name: name.map(str::to_owned) })
    }
}
