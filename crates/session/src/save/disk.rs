//! The save file of a game under way, a write-ahead log: a line counts when all of it was handed to the system.
//!
//! A disk that is full or a folder that is gone does not stop the game. What could not be written is kept and tried again
//! with the next line; half a line is taken away again. A file that is being written is locked: a game has one writer.

use super::lock::{self, Locked};
use super::read::LARGEST;
use super::{Save, reason, wrong};
use crate::error::SaveError;
use railwright_core::fnv::Fnv;
use railwright_source::disk::read_bytes;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::Hasher;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How often what was handed to the system is forced onto the disk, at most: a power cut costs no more than this.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// Clocks of disks go by ticks, the slowest by two seconds: what was changed within so long may have been changed twice.
const TICK: Duration = Duration::from_secs(3);
/// A file of more bytes is not read again for that reason alone: games of bots follow each other faster than clocks tick, and long ones would
/// spend their time on it.
const READ_AGAIN: u64 = 64 << 10;

/// What lines are appended to.
pub(crate) trait Store {
    /// Appends all of it, or nothing.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// A save file that is being written.
pub struct Disk {
    path: PathBuf,
    store: Box<dyn Store>,
    waiting: Vec<u8>,
    trouble: Option<String>,
}

impl Disk {
    /// Makes a file that holds these lines. A file with a game in it stays as it is unless it may be overwritten, and one that
    /// somebody else is writing stays in any case; `own` is the one that whoever asks is writing.
    pub fn create(path: &Path, lines: &str, overwrite: bool, own: Option<&Path>) -> Result<Self, SaveError> {
        let cannot = |error: &io::Error| wrong(path, format!("the game cannot be saved: {}", reason(error)), "save it elsewhere");
        let file = match fs::metadata(path) {
            Ok(about) if about.is_dir() => return Err(wrong(path, "is a folder", "give the path of a file")),
            Ok(about) if about.is_file() && about.len() > 0 && !overwrite => {
                return Err(wrong(path, "exists already and is left as it is", "resume it, or save under another name"));
            }
            Ok(about) if about.is_file() => {
                let same = own.is_some_and(|own| fs::canonicalize(own).ok() == fs::canonicalize(path).ok());
                if !same && lock::is_taken(path) {
                    return Err(lock::taken(path));
                }
                replace(path, lines)
            }
            Ok(_) => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut device| device.write_all(lines.as_bytes()).map(|()| device)),
            Err(_) => fresh(path, lines),
        };
        let file = file.map_err(|error| cannot(&error))?;
        let regular = file.metadata().is_ok_and(|about| about.is_file());
        if regular {
            lock::take(&file).map_err(|_| lock::taken(path))?;
        }
        let length = lines.len() as u64;
        let mut content = Fnv::default();
        content.write(lines.as_bytes());
        let store = Appender::new(file, path, regular, length, length, false, content);
        Ok(Disk::new(path, Box::new(store)))
    }

    /// Goes on behind the last whole line of a file that was locked and then read.
    pub fn reopen(path: &Path, locked: Locked, save: &Save) -> Result<Self, SaveError> {
        let about = locked.file.metadata();
        let about =
            about.map_err(|error| wrong(path, format!("cannot be written: {}", reason(&error)), "save the game elsewhere"))?;
        let (regular, there) = (about.is_file(), about.len());
        let store = Appender::new(locked.file, path, regular, save.whole, there, save.open_end, save.content);
        Ok(Disk::new(path, Box::new(store)))
    }

    pub(crate) fn new(path: &Path, store: Box<dyn Store>) -> Self {
        Disk { path: path.to_owned(), store, waiting: Vec::new(), trouble: None }
    }

    /// Where the game is saved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the last lines are not in the file, if they are not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Appends a line, and those before it that could not be written. [`Disk::trouble`] says whether that worked.
    pub fn append(&mut self, line: &str) {
        self.waiting.extend_from_slice(line.as_bytes());
        self.waiting.push(b'\n');
        match self.store.append(&self.waiting) {
            Ok(()) => {
                self.waiting.clear();
                self.trouble = None;
            }
            Err(error) => {
                let lines = self.waiting.iter().filter(|&&b| b == b'\n').count();
                let what = if lines == 1 { "the last action is".to_owned() } else { format!("the last {lines} actions are") };
                self.trouble = Some(format!("{}: {what} not saved: {}", self.path.display(), reason(&error)));
            }
        }
    }
}

/// A file in which whole lines stand.
struct Appender {
    file: File,
    path: PathBuf,
    /// Whether it has a length: a device has none.
    regular: bool,
    /// How many bytes are whole lines.
    whole: u64,
    /// How many bytes there are in all.
    there: u64,
    /// Whether the last whole line lacks its end.
    open_end: bool,
    /// A number for what the whole lines say.
    content: Fnv,
    /// Which file it was and when it was changed, the last time it was as it should be.
    changed: Option<(Identity, Option<SystemTime>)>,
    synced: Instant,
}

/// What tells one file from another.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(about: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (about.dev(), about.ino())
}

/// Elsewhere files have no numbers that could be asked for; when it was made must do.
#[cfg(not(unix))]
fn identity(about: &Metadata) -> Identity {
    let made = about.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    made.map_or((0, 0), |made| (made.as_secs(), made.subsec_nanos().into()))
}

/// Whether a time is so near that something may have happened since which has the same time.
fn is_recent(time: Option<SystemTime>) -> bool {
    // A time that is to come is no time to go by.
    time.is_none_or(|time| time.elapsed().map_or(true, |since| since < TICK))
}

impl Appender {
    fn new(file: File, path: &Path, regular: bool, whole: u64, there: u64, open_end: bool, content: Fnv) -> Self {
        Appender { file, path: path.to_owned(), regular, whole, there, open_end, content, changed: None, synced: Instant::now() }
    }

    /// Whether what is there now is what was written, though it may be of the same length. It is looked at when its time is another,
    /// and when that time is so near that it may have been changed again within it.
    fn is_as_written(&mut self, about: &Metadata) -> io::Result<bool> {
        let changed = (identity(about), about.modified().ok());
        let is_long = self.whole > READ_AGAIN;
        if self.changed == Some(changed) && (is_long || !is_recent(changed.1)) {
            return Ok(true);
        }
        let own = self.file.metadata()?;
        let there = read_bytes(&self.path, LARGEST)?;
        let Some(lines) = usize::try_from(self.whole).ok().and_then(|whole| there.get(..whole)) else { return Ok(false) };
        let mut content = Fnv::default();
        content.write(lines);
        let same = identity(&own) == changed.0 && content.finish() == self.content.finish();
        self.changed = same.then_some(changed);
        Ok(same)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.regular {
            // The path and not the file: somebody may have put another one there, or taken it away.
            let about = fs::metadata(&self.path)?;
            if about.len() != self.there || !self.is_as_written(&about)? {
                return Err(io::Error::other("somebody else has changed the file"));
            }
            if self.there > self.whole {
                self.file.set_len(self.whole)?;
                self.there = self.whole;
            }
            if self.whole + bytes.len() as u64 > LARGEST {
                // What could not be read again is not written.
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            self.file.seek(SeekFrom::Start(self.whole))?;
        }
        self.file.write_all(bytes)
    }
}

impl Store for Appender {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut all = Vec::with_capacity(bytes.len() + 1);
        if self.open_end {
            all.push(b'\n');
        }
        all.extend_from_slice(bytes);
        if let Err(error) = self.write(&all) {
            // Whatever part of it was written must not be taken for a line; if it cannot be cut off now, it is next time.
            if self.regular && error.kind() != io::ErrorKind::Other {
                let _ = self.file.set_len(self.whole);
                self.there = self.file.metadata().map_or(self.there, |file| file.len());
            }
            return Err(error);
        }
        self.whole += all.len() as u64;
        self.content.write(&all);
        self.changed =
            if self.regular { self.file.metadata().ok().map(|about| (identity(&about), about.modified().ok())) } else { None };
        self.there = self.whole;
        self.open_end = false;
        if self.synced.elapsed() >= BETWEEN_SYNCS {
            self.synced = Instant::now();
            // The line is with the system; that a device cannot force it out is no reason to alarm anybody.
            let _ = self.file.sync_data();
        }
        Ok(())
    }
}

impl Drop for Appender {
    fn drop(&mut self) {
        let _ = self.file.sync_data();
    }
}

/// A new file; it is taken away again when it cannot be filled.
fn fresh(path: &Path, lines: &str) -> io::Result<File> {
    let mut file = lock::options().create_new(true).open(path)?;
    match file.write_all(lines.as_bytes()).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(file),
        Err(error) => {
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

/// A new file in the place of an old one, which stays until the new one is complete.
fn replace(path: &Path, lines: &str) -> io::Result<File> {
    // Whoever saves through a link means what it leads to.
    let target = fs::canonicalize(path)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let beside = target.with_file_name(format!(".{name}.{}", std::process::id()));
    let file = fresh(&beside, lines)?;
    match fs::rename(&beside, &target) {
        Ok(()) => Ok(file),
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// A disk with so much room and no more.
    struct Small {
        room: Rc<RefCell<usize>>,
        written: Rc<RefCell<Vec<u8>>>,
    }

    impl Store for Small {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            if *self.room.borrow() < bytes.len() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            *self.room.borrow_mut() -= bytes.len();
            self.written.borrow_mut().extend_from_slice(bytes);
            Ok(())
        }
    }

    #[test]
    fn what_a_full_disk_refused_is_written_as_soon_as_there_is_room() {
        let (room, written) = (Rc::new(RefCell::new(10)), Rc::default());
        let store = Small { room: room.clone(), written: Rc::clone(&written) };
        let mut disk = Disk::new(Path::new("game.save"), Box::new(store));
        disk.append("one");
        assert_eq!(disk.trouble(), None);
        disk.append("a long line");
        disk.append("two");
        assert_eq!(disk.trouble(), Some("game.save: the last 2 actions are not saved: the disk is full"));
        *room.borrow_mut() = 100;
        disk.append("three");
        assert_eq!(disk.trouble(), None);
        assert_eq!(*written.borrow(), b"one\na long line\ntwo\nthree\n");
    }
}
