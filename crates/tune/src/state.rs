//! What was played, kept in a folder: for each round and each shard one file, and one about the search that it belongs to.

use crate::tally::Tally;
use railwright::records::Shard;
use railwright::source::disk::{read_bytes, unread};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes of a file of the folder.
const LARGEST: u64 = 64 << 20;
/// The file about the search.
const SEARCH: &str = "search.json";

/// A folder with what was played.
#[derive(Clone, Debug)]
pub struct State {
    folder: PathBuf,
}

/// Why the folder cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StateError {}

/// What a shard played in a round: by the numbers of candidates.
pub(crate) type Part = BTreeMap<usize, Tally>;

#[derive(Serialize, Deserialize)]
struct PartFile {
    round: usize,
    shard: u32,
    of: u32,
    candidates: Part,
}

impl State {
    /// A folder for a search, made if it is not there. A folder of another search is refused.
    pub fn open(folder: &Path, search: &Value) -> Result<Self, StateError> {
        let state = State { folder: folder.to_owned() };
        std::fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
        let path = folder.join(SEARCH);
        let known = match read_bytes(&path, LARGEST) {
            Ok(bytes) => serde_json::from_slice::<Value>(&bytes).ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                state.write(SEARCH, search)?;
                return Ok(state);
            }
            Err(error) => return Err(unusable(&path, &error)),
        };
        let said = known.as_ref().and_then(Value::as_object);
        let other =
            search.as_object().into_iter().flatten().find(|(key, value)| said.and_then(|said| said.get(*key)) != Some(*value));
        match other {
            None => Ok(state),
            Some((key, _)) => Err(StateError {
                message: format!("{} holds another search: its {key} differs", folder.display()),
                help: "give a new folder, or ask for what was asked for there",
            }),
        }
    }

    /// What a shard has played in a round so far.
    pub(crate) fn part(&self, round: usize, shard: Shard) -> Result<Part, StateError> {
        let path = self.folder.join(name(round, shard));
        let bytes = match read_bytes(&path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Part::new()),
            Err(error) => return Err(unusable(&path, &error)),
        };
        match serde_json::from_slice::<PartFile>(&bytes) {
            Ok(part) if (part.round, part.shard, part.of) == (round, shard.number, shard.of) => Ok(part.candidates),
            _ => Err(StateError {
                message: format!("{} is not what was written there", path.display()),
                help: "delete that file: its games are played again",
            }),
        }
    }

    /// Keeps what a shard has played in a round.
    pub(crate) fn keep(&self, round: usize, shard: Shard, part: &Part) -> Result<(), StateError> {
        let part = PartFile { round, shard: shard.number, of: shard.of, candidates: part.clone() };
        self.write(&name(round, shard), &json!(part))
    }

    /// Writes a file whole or not at all.
    fn write(&self, name: &str, value: &Value) -> Result<(), StateError> {
        let (path, part) = (self.folder.join(name), self.folder.join(format!(".{name}.{}.part", std::process::id())));
        let written = std::fs::write(&part, format!("{value:#}\n")).and_then(|()| std::fs::rename(&part, &path));
        written.map_err(|error| unusable(&path, &error))
    }
}

fn name(round: usize, shard: Shard) -> String {
    format!("round-{:02}-{}.json", round + 1, shard.folder())
}

fn unusable(path: &Path, error: &io::Error) -> StateError {
    StateError { message: format!("cannot use {}: {}", path.display(), unread(error)), help: "give a folder that can be written" }
}
