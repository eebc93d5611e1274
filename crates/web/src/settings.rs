//! What whoever starts the server says.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept: a file, or `postgres://…`.
    pub store: String,
    /// Folders with games beside those that come with the program.
    pub games: Vec<PathBuf>,
    /// Game files beside those of the folders.
    pub own: Vec<String>,
    /// The names it is known by, beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Whether a proxy in front of it says where requests come from.
    pub behind_proxy: bool,
    /// How many requests a second an address may send; 0 for any number.
    pub rate: u32,
    /// How many pages may be connected at once.
    pub streams: usize,
    /// How many threads bots think on.
    pub bot_threads: usize,
    /// How long a bot's move is left to be looked at.
    pub bot_pause: Duration,
    /// Tables of which nothing was heard for so many days are cleared away; none are without it.
    pub keep_days: Option<u32>,
    /// A folder of game files to work on: then nobody gets in who has not the secret that [`crate::Serving::key`] says.
    pub studio: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            store: String::new(),
            games: Vec::new(),
            own: Vec::new(),
            hosts: Vec::new(),
            behind_proxy: false,
            rate: 50,
            streams: 10_000,
            bot_threads: std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1)),
            bot_pause: Duration::from_millis(500),
            keep_days: None,
            studio: None,
        }
    }
}
