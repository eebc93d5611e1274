//! The rooms in which tables stand: threads that each have some of the tables, because a game stays on the thread it was begun on.
//!
//! A request becomes something to do at a table, and waits for what comes of it. A room may wait for the store, so there are more rooms than
//! the machine has cores.

mod moves;
mod panels;
mod position;
mod replay;
mod table;
mod told;
mod undo;
mod why;

pub use position::{Seen, Viewer};
pub use replay::NOT_NOW;
pub use table::{ActRefused, LiveTable};
pub use undo::UndoAnswer;

use crate::bots::BotPool;
use crate::kept::KeptGames;
use crate::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

/// So many rooms there are.
const ROOMS: usize = 16;
/// So many requests may wait at the door of one.
const WAITING: usize = 256;
/// A table of which nothing is heard for so long, and that nobody watches, is put away; it is in the store.
const PUT_AWAY: Duration = Duration::from_secs(300);

/// What every table needs.
pub struct House {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// Their games.
    pub games: KeptGames,
    /// Who plays for bots.
    pub bots: BotPool,
    /// How long a bot's move is left to be looked at.
    pub pause: Duration,
    /// Where timers run.
    pub runtime: Handle,
}

/// Why nothing could be done at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTable {
    /// There is none of that name.
    Unknown,
    /// It cannot be opened.
    Broken(String),
    /// Too much is asked at once.
    Busy,
}

type Task = Box<dyn FnOnce(Result<&mut LiveTable, NoTable>) + Send>;

/// Something to be done at a table.
struct Errand {
    table: String,
    /// Whether it is of no account when the table is put away.
    only_if_open: bool,
    task: Task,
}

/// All rooms.
#[derive(Clone)]
pub struct Rooms {
    doors: Arc<Vec<mpsc::Sender<Errand>>>,
}

impl Rooms {
    /// Opens the rooms.
    pub fn open(house: &Arc<House>) -> Self {
        let (mut doors, mut queues) = (Vec::new(), Vec::new());
        for _ in 0..ROOMS {
            let (door, queue) = mpsc::channel(WAITING);
            doors.push(door);
            queues.push(queue);
        }
        let rooms = Rooms { doors: Arc::new(doors) };
        for (number, queue) in queues.into_iter().enumerate() {
            let (house, rooms) = (house.clone(), rooms.clone());
            let thread = thread::Builder::new().name(format!("room {number}"));
            thread
                .spawn(move || Room { house, rooms, tables: BTreeMap::new() }.run(queue))
                .expect("the system has room for a thread");
        }
        rooms
    }

    fn door(&self, id: &str) -> &mpsc::Sender<Errand> {
        &self.doors[crate::store::share(id, self.doors.len())]
    }

    /// Does something at a table and waits for what comes of it.
    pub async fn at<T: Send + 'static>(
        &self,
        id: &str,
        what: impl FnOnce(&mut LiveTable) -> T + Send + 'static,
    ) -> Result<T, NoTable> {
        let (answer, answered) = oneshot::channel();
        let task: Task = Box::new(move |table| {
            let _ = answer.send(table.map(what));
        });
        let errand = Errand { table: id.to_owned(), only_if_open: false, task };
        self.door(id).send(errand).await.map_err(|_| NoTable::Busy)?;
        answered.await.unwrap_or(Err(NoTable::Broken("the game broke down".to_owned())))
    }

    /// Lets a table take in what another server has written, if anybody has it open here.
    pub fn catch_up(&self, runtime: &Handle, id: &str) {
        let (rooms, table) = (self.clone(), id.to_owned());
        runtime.spawn(async move {
            let task: Task = Box::new(|table| table.map_or((), LiveTable::catch_up));
            let door = rooms.door(&table).clone();
            let _ = door.send(Errand { table, only_if_open: true, task }).await;
        });
    }

    /// Does something at a table without waiting; a table that cannot be opened has nothing done to it.
    pub fn soon(&self, runtime: &Handle, id: String, after: Duration, what: impl FnOnce(&mut LiveTable) + Send + 'static) {
        let rooms = self.clone();
        runtime.spawn(async move {
            tokio::time::sleep(after).await;
            let _ = rooms.at(&id, what).await;
        });
    }
}

/// One of the rooms.
struct Room {
    house: Arc<House>,
    rooms: Rooms,
    tables: BTreeMap<String, LiveTable>,
}

impl Room {
    fn run(mut self, mut queue: mpsc::Receiver<Errand>) {
        let mut looked = Instant::now();
        while let Some(Errand { table: id, only_if_open, task }) = queue.blocking_recv() {
            if only_if_open && !self.tables.contains_key(&id) {
                continue;
            }
            // A game whose rules break down in a way nobody foresaw takes its table with it, and no other.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.act(&id, task)));
            if done.is_err() {
                self.tables.remove(&id);
            }
            if looked.elapsed() > PUT_AWAY / 4 {
                looked = Instant::now();
                self.tables.retain(|_, table| table.is_watched() || table.idle() < PUT_AWAY);
            }
        }
    }

    fn act(&mut self, id: &str, task: Task) {
        if !self.tables.contains_key(id) {
            match self.load(id) {
                Ok(table) => {
                    self.tables.insert(id.to_owned(), table);
                }
                Err(reason) => return task(Err(reason)),
            }
        }
        let Some(table) = self.tables.get_mut(id) else { return };
        table.touch();
        task(Ok(table));
        if table.is_lost() {
            self.tables.remove(id);
        }
    }

    fn load(&self, id: &str) -> Result<LiveTable, NoTable> {
        let stored = self.house.store.load(id).map_err(|error| match error {
            StoreError::Stale => NoTable::Busy,
            StoreError::Failed(reason) => NoTable::Broken(reason),
        })?;
        let stored = stored.ok_or(NoTable::Unknown)?;
        LiveTable::open(stored, self.house.clone(), self.rooms.clone()).map_err(NoTable::Broken)
    }
}
