//! The server itself: it listens, and gives nobody more time, room or connections than it has.

use crate::bots::BotPool;
use crate::catalogue::Catalogue;
use crate::http::{MadeTable, NewTable, Server, Studio, router};
use crate::kept::KeptGames;
use crate::room::{House, Rooms};
use crate::settings::Settings;
use crate::store::{self, Store, StoreError, now};
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

/// How long a request may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// How much is kept of a connection that is not read.
const BUFFER: usize = 64 << 10;
/// How often old tables are looked for.
const CLEARING: Duration = Duration::from_secs(3600);

/// Why the server cannot run.
#[derive(Debug)]
pub enum ServeError {
    /// Tables cannot be kept.
    Store(StoreError),
    /// It cannot listen there.
    Listen(SocketAddr, std::io::Error),
    /// The system gives it no threads.
    Threads(std::io::Error),
    /// The folder of the studio cannot be read.
    Folder(std::path::PathBuf, std::io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ServeError::Store(StoreError::Failed(reason)) => write!(f, "tables cannot be kept: {reason}"),
            ServeError::Store(error) => error.fmt(f),
            ServeError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Folder(folder, error) => write!(f, "{} cannot be opened: {error}", folder.display()),
            ServeError::Threads(error) => write!(f, "the system gives no threads: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that listens.
pub struct Serving {
    runtime: Runtime,
    listener: TcpListener,
    server: Arc<Server>,
    key: Option<String>,
}

impl Serving {
    /// Opens the store and listens; nobody is answered before [`Serving::run`].
    pub fn start(settings: Settings) -> Result<Self, ServeError> {
        let studio = match &settings.studio {
            Some(folder) => Some(Studio::open(folder).map_err(|error| ServeError::Folder(folder.clone(), error))?),
            None => None,
        };
        let (studio, key) = studio.map_or((None, None), |(studio, key)| (Some(studio), Some(key)));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Threads)?;
        let store: Arc<dyn Store> = store::open(&settings.store).map_err(ServeError::Store)?;
        let listener =
            runtime.block_on(TcpListener::bind(settings.listen)).map_err(|error| ServeError::Listen(settings.listen, error))?;
        let house = Arc::new(House {
            store: store.clone(),
            games: KeptGames::default(),
            bots: BotPool::new(settings.bot_threads),
            pause: settings.bot_pause,
            runtime: runtime.handle().clone(),
        });
        let rooms = Rooms::open(&house);
        let (heeding, handle) = (rooms.clone(), runtime.handle().clone());
        store.heed(Box::new(move |table| heeding.catch_up(&handle, table)));
        let catalogue = Catalogue::new(settings.games.clone(), settings.own.clone());
        let server = Arc::new(Server::new(settings, catalogue, house, rooms, studio));
        Ok(Serving { runtime, listener, server, key })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().unwrap_or(self.server.settings.listen)
    }

    /// The secret that opens the studio, if there is one.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Makes a table for whoever started the server: the seats of people are theirs.
    pub fn new_table(&self, wanted: &NewTable) -> Result<MadeTable, String> {
        self.server.new_table(wanted)
    }

    /// Answers until the program ends.
    pub fn run(self) -> std::io::Result<()> {
        let Serving { runtime, listener, server, .. } = self;
        if let Some(days) = server.settings.keep_days {
            let store = server.house.store.clone();
            runtime.spawn(clear(store, u64::from(days) * 86_400));
        }
        let router = router(server);
        runtime.block_on(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, from)) => {
                        tokio::spawn(answer(stream, from, router.clone()));
                    }
                    // Too many connections for the system: others end in time.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        })
    }
}

/// Answers what comes over one connection.
async fn answer(stream: TcpStream, from: SocketAddr, router: axum::Router) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        hyper::service::Service::call(&service, request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    // Somebody who hangs up is no fault of ours.
    let _ = connection.await;
}

/// Clears old tables away, now and every hour.
async fn clear(store: Arc<dyn Store>, age: u64) {
    loop {
        let store = store.clone();
        let _ = tokio::task::spawn_blocking(move || store.clear(now().saturating_sub(age))).await;
        tokio::time::sleep(CLEARING).await;
    }
}
