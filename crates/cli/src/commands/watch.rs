//! `railwright watch`: on each save of a file of a game, everything about it is looked at again.

use crate::commands::check;
use crate::failure::Failure;
use crate::{game, screen, style, whole_file};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use railwright::draw::Drawing;
use railwright::rules::library::looks_like_path;
use railwright::rules::{Loaded, Setting, load};
use railwright::run_scenarios;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Look at a game again on every save: check it, run its scenarios, draw its map
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright watch my-game.toml                       check and test on every save
  railwright watch my-game.toml --map board.svg       and draw its map anew

The game file, its map, scripts and parents and the folder `scenarios` beside it
are watched. Ctrl-C ends it.")]
pub struct Args {
    /// The path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// Draw the map to this .svg file each time
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

/// Editors save in several steps; what comes within this time is one save.
const ONE_SAVE: Duration = Duration::from_millis(40);

/// Runs the command; it ends when the user ends it.
pub fn run(args: &Args) -> Result<(), Failure> {
    if !looks_like_path(&args.game) {
        return Err(Failure::usage(
            format!("`{}` is bundled and does not change", args.game),
            "watch a file of your own; railwright new makes one",
        ));
    }
    game::find(&args.game)?;
    let (send, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Whoever only reads a file does not change it.
        if event.as_ref().is_ok_and(|event| !event.kind.is_access()) {
            let _ = send.send(());
        }
    })
    .map_err(|error| cannot_watch(&error))?;
    let mut watched = BTreeSet::new();
    let mut board = Board::default();
    loop {
        let begun = Instant::now();
        let (text, loaded) = look(args, &mut board)?;
        follow(args, &loaded, &mut watcher, &mut watched)?;
        let took = format!("{} ms; waiting for the next save", begun.elapsed().as_millis());
        screen::show(&format!("{text}{}\n\n", style::paint(style::FAINT, &took)))?;
        if !wait(&changes) {
            return Ok(());
        }
    }
}

/// The picture of the board.
#[derive(Default)]
struct Board {
    drawing: Drawing,
    /// What was written last.
    written: String,
}

impl Board {
    /// Writes the picture if it is another one than before; what is to be said about it.
    fn write(&mut self, path: &Path, picture: String) -> Result<String, Failure> {
        if picture == self.written && path.is_file() {
            return Ok(format!("{} is as it was\n", path.display()));
        }
        whole_file::write(path, picture.as_bytes())?;
        self.written = picture;
        Ok(format!("drew {}\n", path.display()))
    }
}

/// Everything that is to be said about the game as it is now, and the game. The board is drawn while scenarios run.
fn look(args: &Args, board: &mut Board) -> Result<(String, Loaded), Failure> {
    let drawing = &mut board.drawing;
    let draw = || {
        let loaded = load(&args.game, &Setting::default(), game::SCRIPTING);
        let picture = loaded.rules.as_ref().filter(|_| args.map.is_some()).map(|rules| drawing.svg(rules));
        (loaded, picture)
    };
    let ((mut text, is_ok), (loaded, picture)) = std::thread::scope(|scope| {
        let drawn = scope.spawn(draw);
        let said = check_and_test(&args.game);
        (said, drawn.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    if let (Some(path), Some(picture), true) = (&args.map, picture, is_ok) {
        text += &board.write(path, picture)?;
    }
    Ok((text, loaded))
}

/// What is wrong with the game and what its scenarios say; whether there is no error in the game.
fn check_and_test(game: &str) -> (String, bool) {
    let (mut text, is_ok) = check::report(game);
    let scenarios = Path::new(game).with_file_name("scenarios");
    if is_ok && scenarios.is_dir() {
        text += &run_scenarios(&[scenarios], false).render(true);
    }
    (text, is_ok)
}

/// Watches the folders of all files that the game consists of; a new map or script may be in another one.
fn follow(
    args: &Args,
    loaded: &Loaded,
    watcher: &mut RecommendedWatcher,
    watched: &mut BTreeSet<PathBuf>,
) -> Result<(), Failure> {
    let files = loaded.files.ids().map(|id| PathBuf::from(loaded.files.name(id))).filter(|path| path.is_file());
    let beside = Path::new(&args.game).with_file_name("scenarios");
    let game = PathBuf::from(&args.game);
    let folders =
        files.chain([game]).filter_map(|file| Some(file.parent()?.to_path_buf())).chain(beside.is_dir().then_some(beside));
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        if watched.insert(folder.clone()) {
            watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(|error| cannot_watch(&error))?;
        }
    }
    Ok(())
}

/// Waits for a save; what follows at once belongs to it. Says whether there can be another.
fn wait(changes: &Receiver<()>) -> bool {
    if changes.recv().is_err() {
        return false;
    }
    while changes.recv_timeout(ONE_SAVE).is_ok() {}
    true
}

fn cannot_watch(error: &notify::Error) -> Failure {
    Failure::Broken { message: format!("cannot watch files: {error}"), help: "use railwright check and test by hand".to_owned() }
}
