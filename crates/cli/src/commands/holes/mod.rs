//! `railwright holes`: what the rules of a game forgot, each as the shortest scenario that shows it.

mod outcome;

use crate::batch::Batch;
use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{interrupt, number, progress, screen, seat, whole_file};
use railwright::holes::{Explored, Findings, Hole, Plan, Prepared, explore, prepare};
use railwright::rules::library::looks_like_path;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Games that are looked at when neither a number nor a time is given.
const GAMES: u64 = 2000;

/// Look for what the rules forgot, and write the shortest scenario that shows it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright holes my-game.toml                    2,000 games, all numbers of
                                                   players, each option
  railwright holes my-game.toml --games 50000      a closer look
  railwright holes my-game.toml --seconds 60       as much as fits into a minute
  railwright holes my-game.toml --players 2 -o found

It finds positions in which somebody must choose and cannot, refills and games
that do not end, faults of scripts and broken invariants. Each is written as a
scenario that fails until the hole is mended: railwright test holes
It also lists actions, lanes and cards that had no part in any of the games.

The same seed and number of games give the same outcome, whatever the number of
threads. Ctrl-C stops and shows what was found so far.
Exit code: 0 nothing severe was found, 1 something was (with --strict: anything).")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// How many play [default: every number the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated [default: none, and each by itself]
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// How many games to look at [default: 2000, or as many as the seconds allow]
    #[arg(long, short, value_name = "N", value_parser = number::some)]
    games: Option<u64>,
    /// For how many seconds to look; what was found may take as long again to look into
    #[arg(long, value_name = "SECONDS", value_parser = seat::seconds)]
    seconds: Option<Duration>,
    /// A game with so many actions is one that does not end
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::some)]
    longest: u64,
    #[command(flatten)]
    batch: Batch,
    /// The folder in which a folder with the scenarios is made
    #[arg(long, short, value_name = "DIR", default_value = "holes")]
    out: PathBuf,
    /// Fail also when only something unused or unwanted was found
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A hole and where its scenario was written.
struct Row {
    hole: Hole,
    file: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let game = &args.game;
    // What is wrong with the game is shown first; after that it can be put together for all who may play.
    let id = Wanted { game: game.clone(), players: args.players, option: args.option.clone() }.rules()?.head.id;
    let prepared = prepare(game, args.players, &args.option, SCRIPTING).map_err(|loaded| {
        screen::tell(&loaded.report.render(&loaded.files, true));
        Failure::Said
    })?;
    if args.out.exists() && !args.out.is_dir() {
        return Err(Failure::usage(format!("{} is no folder", args.out.display()), "give another one with -o"));
    }
    let plan = Plan {
        games: args.games.or(args.seconds.is_none().then_some(GAMES)),
        time: args.seconds,
        seed: args.batch.seed,
        threads: args.batch.threads(),
        longest: usize::try_from(args.longest).unwrap_or(usize::MAX),
    };
    let stop = Arc::new(AtomicBool::new(false));
    // The first Ctrl-C ends the search with what was found; the second ends the program, should that take too long.
    interrupt::stop_on_interrupt(&stop);
    let found = look_into(&look(&prepared, &plan, &stop), game, &prepared, &plan, &stop);
    let folder = args.out.join(&id);
    let rows = write(game, &folder, found.holes, found.games)?;
    if args.json {
        screen::show_json(&outcome::to_json(&id, &prepared, &plan, found.games, found.stopped, &rows))?;
    } else {
        screen::show(&outcome::render(&id, &prepared, found.games, found.stopped, &rows, screen::width()))?;
    }
    match () {
        () if found.stopped => Err(Failure::Interrupted),
        () if rows.iter().any(|row| args.strict || row.hole.kind.is_severe()) => Err(Failure::Said),
        () => Ok(()),
    }
}

/// Looks, and shows meanwhile how far it is: by games where their number is given, by seconds otherwise.
fn look(prepared: &[Prepared], plan: &Plan, stop: &AtomicBool) -> Explored {
    let done = AtomicU64::new(0);
    match (plan.games, plan.time) {
        (Some(games), _) => progress::beside(&done, games, "games", || explore(prepared, SCRIPTING, plan, &done, stop)),
        (None, time) => {
            let (begun, passed, finished) = (Instant::now(), AtomicU64::new(0), AtomicBool::new(false));
            std::thread::scope(|scope| {
                let clock = scope.spawn(|| {
                    while !finished.load(Ordering::Acquire) {
                        passed.store(begun.elapsed().as_secs(), Ordering::Relaxed);
                        std::thread::park_timeout(Duration::from_millis(200));
                    }
                });
                let all = time.map_or(0, |time| time.as_secs());
                let found = progress::beside(&passed, all, "seconds", || explore(prepared, SCRIPTING, plan, &done, stop));
                finished.store(true, Ordering::Release);
                clock.thread().unpark();
                found
            })
        }
    }
}

/// Looks into what came up, and shows meanwhile how far it is.
fn look_into(explored: &Explored, game: &str, prepared: &[Prepared], plan: &Plan, stop: &AtomicBool) -> Findings {
    let done = AtomicU64::new(0);
    let work = || explored.pin_down(game, prepared, SCRIPTING, plan, &done, stop);
    progress::beside(&done, explored.tasks(prepared), "findings and actions looked into", work)
}

/// Writes the scenarios, each under a name of its own.
fn write(game: &str, folder: &Path, holes: Vec<Hole>, games: u64) -> Result<Vec<Row>, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for hole in holes {
        let Some(written) = &hole.scenario else {
            rows.push(Row { hole, file: None });
            continue;
        };
        std::fs::create_dir_all(folder).map_err(|error| Failure::Broken {
            message: format!("cannot make the folder {}: {error}", folder.display()),
            help: "give another folder with -o".to_owned(),
        })?;
        let same = rows.iter().filter(|row| row.file.is_some() && row.hole.kind == hole.kind).count();
        let word = hole.kind.word();
        let name = if same == 0 { format!("{word}.toml") } else { format!("{word}-{}.toml", same + 1) };
        let file = folder.join(name);
        let about = outcome::about(&hole, written, games);
        whole_file::write(&file, written.draft.render(&path_from(folder, game), &about).as_bytes())?;
        rows.push(Row { hole, file: Some(file) });
    }
    Ok(rows)
}

/// How a file in a folder names a game: a bundled one by its id, another by the way there.
fn path_from(folder: &Path, game: &str) -> String {
    if !looks_like_path(game) {
        return game.to_owned();
    }
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), Path::new(game).canonicalize()) else { return game.to_owned() };
    let (from, to): (Vec<Component>, Vec<Component>) = (folder.components().collect(), file.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| "..".to_owned());
    let down = to[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}
