//! Bundled files for editors that are to go there: written to a folder of the user, read only, since no editor can open what is inside a
//! program.

use railwright_language::bundled_text;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where bundled files are written.
pub struct BundledFiles {
    folder: Option<PathBuf>,
}

impl BundledFiles {
    /// The folder of the system for what can be made anew, one for each version of the program.
    pub fn new() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let cache = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".cache")));
        let own = concat!("bundled-", env!("CARGO_PKG_VERSION"));
        BundledFiles { folder: cache.filter(|cache| cache.is_absolute()).map(|cache| cache.join("railwright").join(own)) }
    }

    /// Whether a file is one that was written here: nobody is to be told what is wrong with it.
    pub fn has(&self, path: &Path) -> bool {
        self.folder.as_ref().is_some_and(|folder| path.starts_with(folder))
    }

    /// Where a file is that an answer names; nothing if that is a bundled one and cannot be written.
    pub fn place(&self, file: &Path) -> Option<PathBuf> {
        if file.is_absolute() {
            return Some(file.to_owned());
        }
        let path = self.folder.as_ref()?.join(file);
        let text = bundled_text(file)?;
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            return Some(path);
        }
        write(&path, text).ok().map(|()| path)
    }
}

/// Writes a file that is not to be changed.
fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    // An earlier build of the same version may have written another text, read only.
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&part, text)?;
    let mut permissions = fs::metadata(&part)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&part, permissions)?;
    fs::rename(&part, path)
}
