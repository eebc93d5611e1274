//! `railwright serve`: games in the browser, for whoever can reach this machine.

use crate::commands::play::save_folder;
use crate::failure::Failure;
use crate::{interrupt, screen, style};
use railwright_web::{Serving, Settings};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Let people play in the browser: tables, friends at other screens, bots, spectators
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright serve                                      at http://127.0.0.1:8017, for this machine alone
  railwright serve --games my-games                     with games of your own
  railwright serve --listen 0.0.0.0:8017                for everybody in your network
  railwright serve --host trains.example --behind-proxy behind a web server with TLS

Tables are kept in a file from the first move on and outlive the program. docs/hosting.md says how to run it
for others: a web server in front, backups, several servers with PostgreSQL.")]
pub struct Args {
    /// Where to listen: an address of this machine and a port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8017")]
    listen: SocketAddr,
    /// Where tables are kept: a file, or postgres://… [default: a file in the folder for such files]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// A folder with games of your own; may be repeated
    #[arg(long, value_name = "FOLDER")]
    games: Vec<PathBuf>,
    /// A name under which the server is reached; may be repeated. Addresses and localhost need none
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A web server in front of this one says where requests come from (X-Forwarded-For)
    #[arg(long)]
    behind_proxy: bool,
    /// How many requests a second one address may send; 0 for any number
    #[arg(long, value_name = "N", default_value = "50")]
    rate: u32,
    /// How many threads bots think on [default: half of the machine's cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    bot_threads: Option<u8>,
    /// How many milliseconds a bot's move is left to be looked at
    #[arg(long, value_name = "MILLISECONDS", default_value = "500", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    bot_pause: u64,
    /// Clear tables away of which nothing was heard for so many days [default: never]
    #[arg(long, value_name = "DAYS")]
    keep_days: Option<u32>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(folder) = args.games.iter().find(|folder| !folder.is_dir()) {
        return Err(Failure::usage(format!("{} is not a folder", folder.display()), "--games takes a folder with game files"));
    }
    let mut settings = Settings {
        listen: args.listen,
        store: args.store.clone().map_or_else(default_store, Ok)?,
        games: args.games.clone(),
        hosts: args.host.clone(),
        behind_proxy: args.behind_proxy,
        rate: args.rate,
        bot_pause: Duration::from_millis(args.bot_pause),
        keep_days: args.keep_days,
        ..Settings::default()
    };
    settings.bot_threads = args.bot_threads.map_or(settings.bot_threads, usize::from);
    let store = settings.store.clone();
    let serving = start(settings)?;
    let address = format!("http://{}", serving.address());
    screen::tell(&format!(
        "Play at {}\nTables are kept in {}\n",
        style::paint(style::STRONG, &address),
        without_password(&store)
    ));
    interrupt::end_on_interrupt(|| screen::tell("\nTables are kept; start again to go on.\n"));
    Ok(serving.run()?)
}

/// A server that listens, or why it cannot.
pub fn start(settings: Settings) -> Result<Serving, Failure> {
    Serving::start(settings).map_err(|error| Failure::usage(error.to_string(), "railwright serve --help has examples"))
}

/// The file in which tables are kept when nobody says.
pub fn default_store() -> Result<String, Failure> {
    let folder = save_folder::folders().into_iter().find(|folder| std::fs::create_dir_all(folder).is_ok());
    let folder = folder.ok_or_else(|| Failure::usage("there is no folder for tables".to_owned(), "name a file with --store"))?;
    Ok(folder.join("tables.sqlite").display().to_string())
}

/// The address of a store as it may stand on a screen.
fn without_password(store: &str) -> String {
    match (store.find("://"), store.rfind('@')) {
        (Some(from), Some(to)) if from + 3 < to => format!("{}…{}", &store[..from + 3], &store[to..]),
        _ => store.to_owned(),
    }
}
