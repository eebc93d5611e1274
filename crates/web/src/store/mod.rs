//! Where tables are kept: every action is written down under the number it has in its table before anybody is told of it.
//!
//! Two servers that both want to play the same step name the same number; only one of them can write it.

#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Why something could not be written or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another action was written down under that number before.
    Stale,
    /// The store does not work: the disk is full, the server is away.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StoreError::Stale => f.write_str("somebody else has played that step"),
            StoreError::Failed(reason) => write!(f, "the game cannot be saved now: {reason}"),
        }
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredSeat {
    /// What others call whoever sits there.
    pub name: String,
    /// What the secret of whoever sits there hashes to; nothing for bots and for those who have not come yet.
    pub token: Option<String>,
    /// What the invitation hashes to, until somebody takes it up.
    pub invite: Option<String>,
}

/// A table as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Its name in addresses.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// What the game is made from, as the first line of a save file has it.
    pub header: String,
    /// What the game is called.
    pub title: String,
    /// The texts of the game as they were when the table was made, as JSON.
    pub texts: String,
    /// Whether anybody may watch.
    pub open: bool,
    /// Who sits there.
    pub seats: Vec<StoredSeat>,
    /// The lines of its save file after the first.
    pub entries: Vec<String>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedTable {
    /// Its name in addresses.
    pub id: String,
    /// What the game is called.
    pub title: String,
    /// When something last happened, in seconds since 1970.
    pub touched: u64,
    /// Whether the game is over.
    pub over: bool,
}

/// Keeps tables. Whatever is asked may take as long as a disk does: it is called from threads that may wait.
pub trait Store: Send + Sync {
    /// Keeps a new table.
    fn create(&self, table: &StoredTable) -> Result<(), StoreError>;
    /// A table with all that was done at it.
    fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreError>;
    /// The lines of a table from a number on, counted from one.
    fn entries(&self, id: &str, from: usize) -> Result<Vec<String>, StoreError>;
    /// Writes a line down under its number, counted from one; it is there for good when this returns.
    fn append(&self, id: &str, number: usize, line: &str, over: bool) -> Result<(), StoreError>;
    /// Changes who sits at a seat, unless somebody else did since it was read.
    fn seat(&self, id: &str, seat: usize, before: &StoredSeat, after: &StoredSeat) -> Result<(), StoreError>;
    /// The tables that anybody may watch, those of which something was heard last first.
    fn open_tables(&self, most: usize) -> Result<Vec<ListedTable>, StoreError>;
    /// Removes tables of which nothing was heard since that time; how many there were.
    fn clear(&self, before: u64) -> Result<usize, StoreError>;
    /// Calls back with the name of a table when another server has written to it; nothing happens where there can be no other.
    fn heed(&self, _changed: Box<dyn Fn(&str) + Send + Sync>) {}
}

/// Opens the store that an address names: `postgres://…`, or the path of a file, with or without `sqlite:` before it.
pub fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if address.starts_with("postgres://") || address.starts_with("postgresql://") {
        #[cfg(feature = "postgres")]
        return Ok(Arc::new(postgres::Postgres::open(address)?));
        #[cfg(not(feature = "postgres"))]
        return Err(StoreError::Failed("this program was built without PostgreSQL (feature `postgres`): name a file, or build it with all it can do, cargo install --path crates/cli".to_owned()));
    }
    let path = address.strip_prefix("sqlite:").unwrap_or(address);
    Ok(Arc::new(sqlite::Sqlite::open(Path::new(path))?))
}

/// Seconds as databases keep them; a time before 1970 was written by nobody here, and counts as long ago.
pub(crate) fn seconds(kept: i64) -> u64 {
    u64::try_from(kept).unwrap_or(0)
}

/// Which of so many has to do with a table: always the same one.
pub(crate) fn share(table: &str, among: usize) -> usize {
    let spread = railwright::core::fnv::Fnv::of(table.as_bytes()) % (among.max(1) as u64);
    usize::try_from(spread).unwrap_or(0)
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
