//! A folder on the disk that inputs may fill as they like, and things outside of it that nobody may read: a secret, a pipe that nobody
//! writes to, a file without an end and one that is far too large.
//!
//! Inputs say what is made here, so nothing is ever written through a link, and links lead to stand-ins and to the device of zeros: whatever an
//! input says, no file of the system can be harmed.

use std::cell::OnceCell;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What stands in every file outside: whoever shows it has read what is not theirs.
pub const SECRET: &str = "the-secret-of-another-folder";
/// So many levels of folders and letters of a name an input may ask for.
const DEEP: usize = 4;
const NAME: usize = 100;

/// The folder of this process below which all of that stands; it is for whoever started the process to take it away.
pub fn of_process(id: u32) -> PathBuf {
    std::env::temp_dir().join(format!("railwright-hostile-{id}"))
}

/// The folder of one thread.
pub struct Ground {
    root: PathBuf,
}

/// What a link leads to, in the words of an input.
pub const LINKS: [&str; 9] = ["secret", "script", "pipe", "zero", "large", "system", "itself", "above", "beside"];

impl Ground {
    fn new() -> Self {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        let number = THREADS.fetch_add(1, Ordering::Relaxed);
        let ground = Ground { root: of_process(std::process::id()).join(number.to_string()) };
        let outside = ground.root.join("there");
        fs::create_dir_all(&outside).expect("a folder for passing files can be made");
        for name in ["secret.toml", "secret.rhai", "secret.save"] {
            fs::write(outside.join(name), format!("{SECRET} = (\n")).expect("a passing file can be written");
        }
        fs::write(outside.join("system.toml"), "root:x:0:0\n").expect("a passing file can be written");
        drop(make_pipe(&outside.join("pipe.toml")));
        drop(File::create(outside.join("large.toml")).and_then(|file| file.set_len(1 << 33)));
        ground
    }

    /// Lets something be done with the folder of this thread, which is empty at first.
    pub fn with<T>(tried: impl FnOnce(&Ground) -> T) -> T {
        thread_local! {
            static OWN: OnceCell<Ground> = const { OnceCell::new() };
        }
        OWN.with(|own| {
            let ground = own.get_or_init(Ground::new);
            ground.clear();
            tried(ground)
        })
    }

    /// Takes away all that an input has made.
    pub fn clear(&self) {
        let here = self.here();
        // It may not be there yet, and what cannot be made fails below.
        let _ = fs::remove_dir_all(here.parent().unwrap_or(&here));
        fs::create_dir_all(&here).expect("a passing folder can be made");
    }

    /// The folder that inputs fill. What a scenario may read begins one above.
    pub fn here(&self) -> PathBuf {
        self.root.join("project").join("here")
    }

    /// A path inside for a name that an input gives, whatever that is.
    pub fn inside(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        let fits =
            !name.is_empty() && name.len() <= NAME && !name.contains(['\0', ':', '\\']) && path.components().count() <= DEEP;
        let there = self.here().join(path);
        let folder = there.parent()?;
        if !(plain && fits) || fs::create_dir_all(folder).is_err() {
            return None;
        }
        // Through a link nothing is made: it would stand outside.
        let inside = fs::canonicalize(folder).ok()?.starts_with(fs::canonicalize(self.here()).ok()?);
        inside.then_some(there)
    }

    /// Makes a link inside to something outside, by its word. Where there are no links, nothing is made.
    pub fn link(&self, path: &Path, to: &str) {
        let there = self.root.join("there");
        let target = match to {
            "secret" => there.join("secret.toml"),
            "script" => there.join("secret.rhai"),
            "pipe" => there.join("pipe.toml"),
            "zero" => PathBuf::from("/dev/zero"),
            "large" => there.join("large.toml"),
            "system" => there.join("system.toml"),
            "itself" => path.to_owned(),
            "above" => PathBuf::from(".."),
            "beside" => PathBuf::from("hostile.toml"),
            _ => return,
        };
        #[cfg(unix)]
        let _ = std::os::unix::fs::symlink(target, path);
        #[cfg(not(unix))]
        drop(target);
    }

    /// Writes a file inside, in the place of a link or a pipe if there is one: nothing is written through either.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        self.create(path)?.write_all(bytes)
    }

    /// Makes a file inside empty, or a new one; what is no regular file is taken away first.
    pub fn create(&self, path: &Path) -> std::io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true);
        match fs::symlink_metadata(path) {
            Ok(about) if about.is_file() => return options.truncate(true).open(path),
            Ok(about) if about.is_dir() => return Err(std::io::ErrorKind::IsADirectory.into()),
            Ok(_) => fs::remove_file(path)?,
            Err(_) => {}
        }
        // Fails rather than follow a link.
        options.create_new(true).open(path)
    }

    /// Makes a pipe inside that nobody writes to: the one outside under another name.
    pub fn pipe(&self, path: &Path) {
        let _ = fs::hard_link(self.root.join("there").join("pipe.toml"), path);
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
        // Empty once the last thread has gone.
        let _ = self.root.parent().map(fs::remove_dir);
    }
}

/// There is a program for it everywhere but on Windows, which has no such pipes.
fn make_pipe(path: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        std::process::Command::new("mkfifo").arg(path).status()?;
    }
    Ok(())
}

/// Asserts that something that is shown quotes nothing of what is outside.
pub fn is_silent(said: &str) {
    assert!(!said.contains(SECRET) && !said.contains("root:"), "quotes what it may not read: {said}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_or_outside() {
        Ground::with(|ground| {
            let path = ground.inside("a.toml").expect("a plain name");
            for word in LINKS {
                ground.link(&path, word);
                assert!(fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()), "{word}");
                ground.write(&path, b"written").expect("in its place");
                assert!(fs::symlink_metadata(&path).is_ok_and(|about| about.is_file()), "{word}");
                fs::remove_file(&path).expect("it is there");
            }
            for (name, text) in [("secret.toml", SECRET), ("system.toml", "root:")] {
                let there = fs::read_to_string(ground.root.join("there").join(name)).expect("it is still there");
                assert!(there.starts_with(text), "{name} was written to");
            }
            ground.link(&ground.here().join("up"), "above");
            for name in ["../a", "/a", "", "up/a", "a/../../b", "x:y"] {
                assert_eq!(ground.inside(name), None, "{name}");
            }
        });
    }
}
