//! Tables in a file: SQLite with a write-ahead log, each commit on the disk before it is answered.
//!
//! One thread writes. What comes while a commit is under way is written with the next one, so that many tables share the wait for the disk;
//! each action is still its own conditional insert and is answered for itself.

use super::{ListedTable, Store, StoreError, StoredSeat, StoredTable, now, seconds};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS games (hash TEXT PRIMARY KEY, texts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, created INTEGER NOT NULL, touched INTEGER NOT NULL, header TEXT NOT NULL, title TEXT NOT NULL,
  game TEXT NOT NULL REFERENCES games, open INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_time ON tables (touched);
CREATE TABLE IF NOT EXISTS seats (
  id TEXT NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL, PRIMARY KEY (id, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
  id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
PRAGMA user_version = 1;
";
/// So much is written with one commit at most.
const TOGETHER: usize = 256;
/// So many may wait to be written.
const WAITING: usize = 1024;
/// So many read at the same time.
const READERS: usize = 4;

type Written<T> = Result<T, rusqlite::Error>;
type Write = dyn FnMut(&Connection) -> Written<()> + Send;
/// Something to be written, and whoever waits for it.
struct Job {
    write: Box<Write>,
    answer: SyncSender<Result<(), StoreError>>,
}

/// Tables in a file.
pub struct Sqlite {
    path: PathBuf,
    jobs: SyncSender<Job>,
    readers: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| StoreError::Failed(format!("{}: {error}", path.display()));
        let writer = connect(path).map_err(failed)?;
        let version: i64 = writer.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
        if version > 1 {
            let reason = format!("{}: it was made by a later version of the program (format {version})", path.display());
            return Err(StoreError::Failed(reason));
        }
        writer.execute_batch(SCHEMA).map_err(failed)?;
        let (jobs, queue) = sync_channel(WAITING);
        thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&writer, &queue))
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Sqlite { path: path.to_owned(), jobs, readers: Mutex::default() })
    }

    fn write(&self, write: impl FnMut(&Connection) -> Written<()> + Send + 'static) -> Result<(), StoreError> {
        let (answer, answered) = sync_channel(1);
        let gone = |_| StoreError::Failed("the store has ended".to_owned());
        self.jobs
            .send(Job { write: Box::new(write), answer })
            .map_err(|_| StoreError::Failed("the store has ended".to_owned()))?;
        answered.recv().map_err(gone)?
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> Written<T>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(|e| e.into_inner()).pop();
        let reader = kept.map_or_else(|| connect(&self.path), Ok).map_err(in_words)?;
        let answer = read(&reader).map_err(in_words);
        let mut readers = self.readers.lock().unwrap_or_else(|e| e.into_inner());
        if readers.len() < READERS {
            readers.push(reader);
        }
        answer
    }
}

fn connect(path: &Path) -> Written<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

fn in_words(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Stale,
        Some(ErrorCode::DiskFull) => StoreError::Failed("the disk is full".to_owned()),
        _ => StoreError::Failed(error.to_string()),
    }
}

/// Writes what comes, as much as waits with one commit.
fn write_all(writer: &Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut batch = vec![first];
        batch.extend(queue.try_iter().take(TOGETHER - 1));
        let mut answers = Vec::with_capacity(batch.len());
        let committed = (|| {
            writer.execute_batch("BEGIN IMMEDIATE")?;
            for job in &mut batch {
                writer.execute_batch("SAVEPOINT job")?;
                let written = (job.write)(writer);
                if written.is_err() {
                    // A full disk may have ended the whole transaction; then the commit fails and all are told.
                    let _ = writer.execute_batch("ROLLBACK TO job");
                }
                let _ = writer.execute_batch("RELEASE job");
                answers.push(written.map_err(in_words));
            }
            writer.execute_batch("COMMIT")
        })();
        if let Err(error) = committed {
            let _ = writer.execute_batch("ROLLBACK");
            let reason = in_words(error);
            answers = batch.iter().map(|_| Err(reason.clone())).collect();
        }
        for (job, answer) in batch.into_iter().zip(answers) {
            let _ = job.answer.send(answer);
        }
    }
}

fn as_json(seat: &StoredSeat) -> String {
    serde_json::to_string(seat).expect("a seat is plain data")
}

impl Store for Sqlite {
    fn create(&self, table: &StoredTable) -> Result<(), StoreError> {
        let table = table.clone();
        self.write(move |db| {
            let hash = crate::secret::hashed(&table.texts);
            db.execute("INSERT OR IGNORE INTO games VALUES (?1, ?2)", params![hash, table.texts])?;
            let over = false;
            db.execute(
                "INSERT INTO tables VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![table.id, table.created as i64, table.header, table.title, hash, table.open, over],
            )?;
            for (seat, who) in table.seats.iter().enumerate() {
                db.execute("INSERT INTO seats VALUES (?1, ?2, ?3)", params![table.id, seat as i64, as_json(who)])?;
            }
            for (i, line) in table.entries.iter().enumerate() {
                db.execute("INSERT INTO entries VALUES (?1, ?2, ?3)", params![table.id, i as i64 + 1, line])?;
            }
            Ok(())
        })
    }

    fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        self.read(|db| {
            let found = db
                .query_row(
                    "SELECT created, header, title, texts, open FROM tables JOIN games ON hash = game WHERE id = ?1",
                    [id],
                    |row| {
                        Ok(StoredTable {
                            id: id.to_owned(),
                            created: seconds(row.get(0)?),
                            header: row.get(1)?,
                            title: row.get(2)?,
                            texts: row.get(3)?,
                            open: row.get(4)?,
                            seats: Vec::new(),
                            entries: Vec::new(),
                        })
                    },
                )
                .optional()?;
            let Some(mut table) = found else { return Ok(None) };
            let mut seats = db.prepare_cached("SELECT who FROM seats WHERE id = ?1 ORDER BY seat")?;
            let seats = seats.query_map([id], |row| row.get::<_, String>(0))?.collect::<Written<Vec<_>>>()?;
            table.seats = seats.iter().filter_map(|who| serde_json::from_str(who).ok()).collect();
            table.entries = lines(db, id, 1)?;
            Ok(Some(table))
        })
    }

    fn entries(&self, id: &str, from: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| lines(db, id, from))
    }

    fn append(&self, id: &str, number: usize, line: &str, over: bool) -> Result<(), StoreError> {
        let (id, line) = (id.to_owned(), line.to_owned());
        self.write(move |db| {
            db.prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3)")?.execute(params![id, number as i64, line])?;
            let mut touch = db.prepare_cached("UPDATE tables SET touched = ?2, over = ?3 WHERE id = ?1")?;
            touch.execute(params![id, now() as i64, over])?;
            Ok(())
        })
    }

    fn seat(&self, id: &str, seat: usize, before: &StoredSeat, after: &StoredSeat) -> Result<(), StoreError> {
        let (id, before, after) = (id.to_owned(), as_json(before), as_json(after));
        let (answer, changed) = sync_channel(1);
        self.write(move |db| {
            let rows = db.execute(
                "UPDATE seats SET who = ?4 WHERE id = ?1 AND seat = ?2 AND who = ?3",
                params![id, seat as i64, before, after],
            )?;
            let _ = answer.send(rows);
            Ok(())
        })?;
        if changed.recv() == Ok(1) { Ok(()) } else { Err(StoreError::Stale) }
    }

    fn open_tables(&self, most: usize) -> Result<Vec<ListedTable>, StoreError> {
        self.read(|db| {
            let mut asked =
                db.prepare_cached("SELECT id, title, touched, over FROM tables WHERE open ORDER BY touched DESC LIMIT ?1")?;
            let rows = asked.query_map([most as i64], |row| {
                let touched = seconds(row.get(2)?);
                Ok(ListedTable { id: row.get(0)?, title: row.get(1)?, touched, over: row.get(3)? })
            })?;
            rows.collect()
        })
    }

    fn clear(&self, before: u64) -> Result<usize, StoreError> {
        let (answer, cleared) = sync_channel(1);
        self.write(move |db| {
            for part in ["entries", "seats"] {
                let text = format!("DELETE FROM {part} WHERE id IN (SELECT id FROM tables WHERE touched < ?1)");
                db.execute(&text, [before as i64])?;
            }
            let gone = db.execute("DELETE FROM tables WHERE touched < ?1", [before as i64])?;
            db.execute("DELETE FROM games WHERE hash NOT IN (SELECT game FROM tables)", [])?;
            let _ = answer.send(gone);
            Ok(())
        })?;
        Ok(cleared.recv().unwrap_or(0))
    }
}

fn lines(db: &Connection, id: &str, from: usize) -> Written<Vec<String>> {
    let mut asked = db.prepare_cached("SELECT line FROM entries WHERE id = ?1 AND number >= ?2 ORDER BY number")?;
    asked.query_map(params![id, from as i64], |row| row.get(0))?.collect()
}
