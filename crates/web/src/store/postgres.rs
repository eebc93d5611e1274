//! Tables in PostgreSQL, for those who run several servers: each action is one statement and so one transaction; the others are told of it.

use super::{ListedTable, Store, StoreError, StoredSeat, StoredTable, now, seconds};
use crate::secret;
use std::future::poll_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, Row};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS games (hash TEXT PRIMARY KEY, texts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, created BIGINT NOT NULL, touched BIGINT NOT NULL, header TEXT NOT NULL, title TEXT NOT NULL,
  game TEXT NOT NULL REFERENCES games, open BOOLEAN NOT NULL, over BOOLEAN NOT NULL);
CREATE INDEX IF NOT EXISTS tables_by_time ON tables (touched);
CREATE TABLE IF NOT EXISTS seats (
  id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL, who TEXT NOT NULL, PRIMARY KEY (id, seat));
CREATE TABLE IF NOT EXISTS entries (
  id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number));
";
/// Two servers that begin at the same moment do not both make the tables.
const LOCK: &str = "SELECT pg_advisory_lock(7245218)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(7245218)";
const APPEND: &str = "
WITH added AS (INSERT INTO entries VALUES ($1, $2, $3)),
     touched AS (UPDATE tables SET touched = $4, over = $5 WHERE id = $1)
SELECT pg_notify('railwright', $6)";
const CREATE: &str = "
WITH g AS (INSERT INTO games VALUES ($1, $2) ON CONFLICT DO NOTHING),
     t AS (INSERT INTO tables VALUES ($3, $4, $4, $5, $6, $1, $7, $8)),
     s AS (INSERT INTO seats SELECT $3, (n - 1)::int, who FROM unnest($9::text[]) WITH ORDINALITY AS x(who, n))
INSERT INTO entries SELECT $3, n::int, line FROM unnest($10::text[]) WITH ORDINALITY AS x(line, n)";
/// So many actions can be under way at once.
const CONNECTIONS: usize = 8;
/// How long a server that is away is waited for before it is tried again.
const AGAIN: Duration = Duration::from_millis(500);

type Parameters<'a> = [&'a (dyn ToSql + Sync)];

/// Tables in PostgreSQL.
pub struct Postgres {
    runtime: Runtime,
    config: Config,
    clients: Vec<tokio::sync::Mutex<Option<Client>>>,
    next: AtomicUsize,
    /// What this server signs its news with, so that it need not listen to itself.
    own: String,
    heeding: Mutex<bool>,
}

fn failed(error: &tokio_postgres::Error) -> StoreError {
    match error.code() {
        Some(&SqlState::UNIQUE_VIOLATION) => StoreError::Stale,
        Some(&SqlState::DISK_FULL) => StoreError::Failed("the disk is full".to_owned()),
        _ => {
            let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            StoreError::Failed(format!("{error}{cause}"))
        }
    }
}

async fn connect(config: &Config) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

impl Postgres {
    /// Connects, and makes the tables there if they are not there yet.
    pub fn open(address: &str) -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Failed(error.to_string()))?;
        let mut config: Config = address.parse().map_err(|error| failed(&error))?;
        config.application_name("railwright").connect_timeout(Duration::from_secs(10));
        let clients = (0..CONNECTIONS).map(|_| tokio::sync::Mutex::default()).collect();
        let store =
            Postgres { runtime, config, clients, next: AtomicUsize::new(0), own: secret::table_id(), heeding: Mutex::new(false) };
        store
            .runtime
            .block_on(async {
                let client = connect(&store.config).await?;
                client.execute(LOCK, &[]).await?;
                let made = client.batch_execute(SCHEMA).await;
                client.execute(UNLOCK, &[]).await?;
                made
            })
            .map_err(|error| failed(&error))?;
        Ok(store)
    }

    /// Asks one thing, over a connection that nobody else uses just now if there is one. A connection that was lost is made again once, for what
    /// surely did nothing: a statement that was sent may have been carried out.
    fn ask(&self, text: &str, parameters: &Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let at = self.next.fetch_add(1, Ordering::Relaxed) % self.clients.len();
        self.runtime.block_on(async {
            let mut slot = self.clients[at].lock().await;
            if slot.as_ref().is_none_or(Client::is_closed) {
                *slot = Some(connect(&self.config).await.map_err(|error| failed(&error))?);
            }
            let Some(client) = slot.as_ref() else { return Err(StoreError::Failed("no connection".to_owned())) };
            let statement = client.prepare(text).await.map_err(|error| failed(&error))?;
            client.query(&statement, parameters).await.map_err(|error| failed(&error))
        })
    }
}

fn as_json(seat: &StoredSeat) -> String {
    serde_json::to_string(seat).expect("a seat is plain data")
}

/// The number of an entry or a seat as it is kept; what is beyond all numbers is none that is there.
fn numbered(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl Store for Postgres {
    fn create(&self, table: &StoredTable) -> Result<(), StoreError> {
        let (hash, seats) = (secret::hashed(&table.texts), table.seats.iter().map(as_json).collect::<Vec<_>>());
        let (created, over) = (table.created as i64, false);
        let parameters: &Parameters =
            &[&hash, &table.texts, &table.id, &created, &table.header, &table.title, &table.open, &over, &seats, &table.entries];
        self.ask(CREATE, parameters).map(drop)
    }

    fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        let asked = "SELECT created, header, title, texts, open FROM tables JOIN games ON hash = game WHERE id = $1";
        let Some(row) = self.ask(asked, &[&id])?.into_iter().next() else { return Ok(None) };
        let seats = self.ask("SELECT who FROM seats WHERE id = $1 ORDER BY seat", &[&id])?;
        Ok(Some(StoredTable {
            id: id.to_owned(),
            created: seconds(row.get(0)),
            header: row.get(1),
            title: row.get(2),
            texts: row.get(3),
            open: row.get(4),
            seats: seats.iter().filter_map(|row| serde_json::from_str(row.get(0)).ok()).collect(),
            entries: self.entries(id, 1)?,
        }))
    }

    fn entries(&self, id: &str, from: usize) -> Result<Vec<String>, StoreError> {
        let from = numbered(from);
        let rows = self.ask("SELECT line FROM entries WHERE id = $1 AND number >= $2 ORDER BY number", &[&id, &from])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn append(&self, id: &str, number: usize, line: &str, over: bool) -> Result<(), StoreError> {
        let (number, touched, news) = (numbered(number), now() as i64, format!("{} {id}", self.own));
        self.ask(APPEND, &[&id, &number, &line, &touched, &over, &news]).map(drop)
    }

    fn seat(&self, id: &str, seat: usize, before: &StoredSeat, after: &StoredSeat) -> Result<(), StoreError> {
        let (seat, before, after) = (numbered(seat), as_json(before), as_json(after));
        let text = "UPDATE seats SET who = $4 WHERE id = $1 AND seat = $2 AND who = $3 RETURNING seat";
        let changed = self.ask(text, &[&id, &seat, &before, &after])?;
        if changed.len() == 1 { Ok(()) } else { Err(StoreError::Stale) }
    }

    fn open_tables(&self, most: usize) -> Result<Vec<ListedTable>, StoreError> {
        let most = most as i64;
        let rows = self.ask("SELECT id, title, touched, over FROM tables WHERE open ORDER BY touched DESC LIMIT $1", &[&most])?;
        let one = |row: &Row| ListedTable { id: row.get(0), title: row.get(1), touched: seconds(row.get(2)), over: row.get(3) };
        Ok(rows.iter().map(one).collect())
    }

    fn clear(&self, before: u64) -> Result<usize, StoreError> {
        let before = before as i64;
        let gone = self.ask("DELETE FROM tables WHERE touched < $1 RETURNING id", &[&before])?.len();
        self.ask("DELETE FROM games WHERE hash NOT IN (SELECT game FROM tables)", &[])?;
        Ok(gone)
    }

    fn heed(&self, changed: Box<dyn Fn(&str) + Send + Sync>) {
        let mut heeding = self.heeding.lock().unwrap_or_else(|e| e.into_inner());
        if std::mem::replace(&mut *heeding, true) {
            return;
        }
        let (config, own) = (self.config.clone(), self.own.clone());
        self.runtime.spawn(async move {
            loop {
                // Whatever ends it, it is tried again: a move that was missed is caught up with when somebody moves or looks.
                let _ = listen(&config, &own, &changed).await;
                tokio::time::sleep(AGAIN).await;
            }
        });
    }
}

/// Hears what other servers have written until the connection ends.
async fn listen(config: &Config, own: &str, changed: &(dyn Fn(&str) + Send + Sync)) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = config.connect(NoTls).await?;
    let (news, mut heard) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(note) = message {
                let _ = news.send(note.payload().to_owned());
            }
        }
    });
    client.batch_execute("LISTEN railwright").await?;
    while let Some(note) = heard.recv().await {
        if let Some((server, table)) = note.split_once(' ')
            && server != own
        {
            changed(table);
        }
    }
    Ok(())
}
