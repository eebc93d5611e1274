//! `railwright studio`: a page on a folder of game files: the board with the mouse, the rules as text, what an edit did.

use crate::commands::play::browser::open;
use crate::commands::serve::{default_store, start};
use crate::failure::Failure;
use crate::{interrupt, screen, style};
use railwright_web::Settings;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Work on the games of a folder in the browser: draw the board, write the rules, see what an edit did
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright studio                     the games of this folder
  railwright studio my-games            those of another
  railwright studio my-games --port 8020

The page is for this machine alone, and for whoever has the address with its key. Nothing outside the folder is written, and
no file that another program has changed is written over. docs/studio.md tells more.")]
pub struct Args {
    /// The folder with your game files
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// The port to listen at [default: one that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only say the address: open no browser
    #[arg(long)]
    no_browser: bool,
    /// Where tables are kept on which you try your games: a file [default: that of `railwright serve`]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !args.folder.is_dir() {
        return Err(Failure::usage(
            format!("{} is not a folder", args.folder.display()),
            "name a folder for your games; an empty one will do",
        ));
    }
    let store = match &args.store {
        Some(path) => path.display().to_string(),
        None => default_store()?,
    };
    let serving = start(Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], args.port)),
        store,
        games: vec![args.folder.clone()],
        studio: Some(args.folder.clone()),
        bot_pause: Duration::from_millis(300),
        rate: 0,
        ..Settings::default()
    })?;
    let address = format!("http://{}/studio?key={}", serving.address(), serving.key().unwrap_or_default());
    screen::tell(&format!("The studio: {}\n", style::paint(style::STRONG, &address)));
    screen::tell("It works on your own files. Ctrl-C ends it.\n");
    interrupt::end_on_interrupt(|| screen::tell("\nWhat was saved is in the folder.\n"));
    if !args.no_browser {
        open(address);
    }
    Ok(serving.run()?)
}
