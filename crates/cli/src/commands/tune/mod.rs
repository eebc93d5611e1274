//! `railwright tune`: numbers of a game that bring about what its author wants.

mod render;

use crate::batch::Batch;
use crate::failure::Failure;
use crate::{game, interrupt, number, progress, records, screen, seat, style, whole_file};
use railwright::bots::BotKind;
use railwright::records::Shard;
use railwright_tune::{Aim, Budget, Outcome, Problem, Search, Setup, State, StateError, Vary};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Look for numbers of a game that bring about what you want: length, balance, how often something is used
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright tune skerry-lights --vary counters.wagons.start=10..18 --aim turns=24..28
  railwright tune my-game.toml --vary counters.trains.start=30..50/5 \\
      --vary tables.route-points.5=8..14 --aim turns=60..70 --aim 'balance<=4%' \\
      --bots greedy --write my-tuned-game.toml --plot trade-off.svg
  railwright tune my-game.toml --vary … --aim … --state tuning --seconds 600
  railwright tune my-game.toml --vary … --aim … --state tuning --shard 3/8

An aim is FIGURE=A..B, FIGURE=A, FIGURE>=A or FIGURE<=B; 2* before it makes it
count twice, % means hundredths. Figures are those of `compare --all --json`, such
as turns, rounds, lead, lead-changes, score, first.win, line.ID, action.ID,
card.SET.KIND.joined, with * for several; balance is how much more often the luckiest
seat wins than the unluckiest. A miss of 1 is five points of percent of a share, or a
tenth of another number.

All candidates play the same games; the half that is farther from the aims is left
out, the others play twice as many, until three have played all games. The game as
it is plays along. The same seed has the same outcome, whatever the number of
threads and shards. Ctrl-C stops and shows what is known; with --state the same
command goes on from there.")]
pub struct Args {
    #[command(flatten)]
    wanted: game::Wanted,
    /// A key and the values to try: KEY=A..B, KEY=A..B/STEP, KEY=A,B,C or KEY=VALUE|VALUE; may be repeated
    #[arg(long, value_name = "KEY=RANGE", required = true, value_parser = Vary::parse)]
    vary: Vec<Vary>,
    /// What is wanted: FIGURE=A..B, FIGURE>=A or FIGURE<=B; may be repeated
    #[arg(long, value_name = "AIM", required = true, value_parser = Aim::parse)]
    aim: Vec<Aim>,
    /// How many games the last candidates play
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = number::some)]
    games: u64,
    /// How many candidates at most: of more, as many are drawn
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=2000))]
    candidates: u16,
    /// Who plays: one bot for all seats, or one for each, with commas between
    #[arg(long, short, value_name = "BOT,…", value_delimiter = ',', default_value = "greedy", value_parser = seat::bot)]
    bots: Vec<BotKind>,
    /// How many seconds a program may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
    #[command(flatten)]
    batch: Batch,
    /// How many seconds the search may take
    #[arg(long, value_name = "SECONDS", value_parser = seat::seconds)]
    seconds: Option<Duration>,
    /// Keep what was played in this folder, and do not play again what is there
    #[arg(long, value_name = "FOLDER")]
    state: Option<PathBuf>,
    /// Play one part of the games of each round: I of N, counted from 1; all parts have the same folder
    #[arg(long, value_name = "I/N", value_parser = records::shard, requires = "state")]
    shard: Option<Shard>,
    /// Do not wait for other shards: end when they are missing
    #[arg(long, requires = "shard")]
    no_wait: bool,
    /// Write the best numbers as a variant, beside the game
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Draw what one aim costs another, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let begun = Instant::now();
    // A wrong number of players or an unknown option is the command line's fault.
    let rules = args.wanted.rules()?;
    for path in args.write.iter().chain(&args.plot) {
        whole_file::foresee(path)?;
    }
    let bots = super::sim::bots(&args.bots, rules.parts.seats)?;
    seat::check(&bots, &rules)?;
    let search = Search::new(setup(args, bots)).map_err(|problem| cannot(args, problem))?;
    writable(args, &search)?;
    let state = args.state.as_deref().map(|folder| State::open(folder, &search.description())).transpose().map_err(unusable)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::stop_on_interrupt(&stop);
    let (ended, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    if let Some(time) = args.seconds {
        end_after(time.saturating_sub(begun.elapsed()), &stop, &over, &ended);
    }
    let done = AtomicU64::new(0);
    let shard = args.shard.unwrap_or(Shard { number: 1, of: 1 });
    let budget = Budget { done: &done, stop: &stop, shard, wait: !args.no_wait };
    let found = progress::beside(&done, search.all_games(shard), "games", || search.run(&budget, state.as_ref()));
    ended.store(true, Ordering::Release);
    let outcome = found.map_err(unusable)?;
    show(args, &search, &outcome)?;
    let in_time = over.load(Ordering::Acquire);
    match () {
        () if outcome.stopped && !in_time => Err(Failure::Interrupted),
        () => Ok(()),
    }
}

fn setup(args: &Args, bots: Vec<BotKind>) -> Setup {
    Setup {
        game: args.wanted.game.clone(),
        players: args.wanted.players,
        options: args.wanted.option.clone(),
        bots,
        bot_time: args.bot_time,
        seed: args.batch.seed,
        games: args.games,
        candidates: args.candidates.into(),
        varies: args.vary.clone(),
        aims: args.aim.clone(),
        threads: args.batch.threads(),
    }
}

/// Sets the flag when the time is over, unless the work has ended before.
fn end_after(time: Duration, stop: &Arc<AtomicBool>, over: &Arc<AtomicBool>, ended: &Arc<AtomicBool>) {
    let (stop, over, ended) = (stop.clone(), over.clone(), ended.clone());
    let until = Instant::now() + time;
    std::thread::spawn(move || {
        while !ended.load(Ordering::Acquire) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                over.store(!stop.swap(true, Ordering::AcqRel), Ordering::Release);
                return;
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    });
}

/// Makes sure that a variant would find the game that it extends, before anything is played.
fn writable(args: &Args, search: &Search) -> Result<(), Failure> {
    let variant = search.candidates.iter().find_map(|candidate| candidate.variant.as_ref());
    let (Some(path), Some(variant)) = (&args.write, variant) else { return Ok(()) };
    let folder =
        |path: &std::path::Path| railwright::source::disk::resolved(path.parent().unwrap_or(std::path::Path::new(""))).ok();
    let beside = !railwright::rules::library::looks_like_path(&args.wanted.game) || folder(path) == folder(&variant.path);
    let named = path.extension().is_some_and(|ending| ending == "toml");
    let own = std::path::Path::new(&args.wanted.game);
    match () {
        () if !named => {
            Err(Failure::usage(format!("{} does not end in .toml, as a game does", path.display()), "give another name"))
        }
        () if !beside => {
            let help = format!("write it beside {}, which it extends", args.wanted.game);
            Err(Failure::usage(format!("a variant in {} would not find its game", path.display()), help))
        }
        () if path == own => Err(Failure::usage("the variant would replace the game that it extends", "give another name")),
        () => Ok(()),
    }
}

fn show(args: &Args, search: &Search, outcome: &Outcome) -> Result<(), Failure> {
    if args.json {
        screen::show_json(&render::to_json(search, outcome))?;
    } else {
        screen::show(&render::render(search, outcome, screen::width()))?;
    }
    let tell = |path: &PathBuf| {
        if !args.json {
            screen::tell(&format!("{} {}\n", style::paint(style::FAINT, "wrote"), path.display()));
        }
    };
    if let Some(path) = args.plot.as_ref().filter(|_| !outcome.found.is_empty()) {
        whole_file::write(path, railwright_tune::svg(search, outcome).as_bytes())?;
        tell(path);
    }
    let best = outcome.found.first().and_then(|found| search.candidates[found.candidate].variant.as_ref());
    match (&args.write, best) {
        (Some(path), Some(variant)) => {
            whole_file::write(path, variant.text.as_bytes())?;
            tell(path);
        }
        (Some(path), None) => {
            screen::tell(&format!("nothing is better than the game as it is: {} is not written\n", path.display()))
        }
        _ => {}
    }
    Ok(())
}

fn cannot(args: &Args, problem: Problem) -> Failure {
    match problem {
        Problem::Game(problems) => {
            screen::tell(&problems);
            Failure::Said
        }
        Problem::Asked(message) => Failure::usage(message, format!("railwright resolve {} shows its keys", args.wanted.game)),
        Problem::Figure(figure, near) => {
            let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
            let help = format!("{near}`railwright compare {0} {0} --bots-b greedy --all --json` lists them", args.wanted.game);
            Failure::usage(format!("the game has no figure `{figure}`"), help)
        }
    }
}

fn unusable(error: StateError) -> Failure {
    Failure::Broken { message: error.message, help: error.help.to_owned() }
}
