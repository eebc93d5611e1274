//! `railwright sim`: many games between bots, and what came of them.

pub mod outcome;
pub mod save;

use crate::batch::Batch;
use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::save::game_asked;
use crate::{interrupt, number, progress, records, screen, seat, style};
use railwright::bots::BotKind;
use railwright::bots::simulate::{Plan, Results, Simulation};
use railwright::records::{Run, Shard, Target};
use railwright::rules::Rules;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// Let bots play many games and show who wins, how, and how fast
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright sim ticket-to-ride --games 10000             two random bots
  railwright sim ticket-to-ride --bots greedy,random      greedy against random
  railwright sim ticket-to-ride --bots search:200,greedy --games 50
  railwright sim ticket-to-ride --bots persona:long-haul,greedy   what short routes are worth
  railwright sim ticket-to-ride --seat greedy --seat 'cmd:python3 my_bot.py'
  railwright sim my-game.toml --players 4 --check         invariants checked
  railwright sim my-game.toml --out games.csv             a row for each game
  railwright sim my-game.toml --out results --records both     and each decision
  railwright sim my-game.toml --out results --shard 3/8   an eighth of the games
  railwright sim my-game.toml --only 4711 --save it.railwright    one game of all

The same seed gives the same games, whatever the number of threads. Games are
numbered from 0. Ctrl-C stops, writes and shows what was played so far. Shards
have exactly the games that one run would have; `railwright merge` puts them
together.")]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// How many games
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = number::some)]
    games: u64,
    /// Who plays: one bot for all seats, or one for each, with commas between: random, greedy, search, search:500, search:200ms, points:BOT, persona:ID, or a program as cmd:COMMAND
    #[arg(long, short, value_name = "BOT,…", value_delimiter = ',', default_value = "random", value_parser = seat::bot)]
    bots: Vec<BotKind>,
    /// Who plays, once for each seat, as in `play`: for a program whose command has commas in it
    #[arg(long = "seat", value_name = "BOT", value_parser = seat::bot, conflicts_with = "bots")]
    seats: Vec<BotKind>,
    /// How many seconds a program may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
    #[command(flatten)]
    batch: Batch,
    /// Check every invariant of the game after every step
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    out: records::RecordsOutput,
    /// Play one part of the games: I of N, counted from 1
    #[arg(long, value_name = "I/N", value_parser = records::shard)]
    shard: Option<Shard>,
    /// Play only the game of that number, counted from 0
    #[arg(long, value_name = "N", value_parser = number::whole, conflicts_with_all = ["shard", "out"])]
    only: Option<u64>,
    /// Save that game, for `replay`, `map` and `play --resume`
    #[arg(long, value_name = "FILE", requires = "only")]
    save: Option<PathBuf>,
    /// List all legal actions at every decision, also where bots choose at random and need no list: the same games, slower
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let named = if args.seats.is_empty() { &args.bots } else { &args.seats };
    // Three seats are three players, when nobody says otherwise; one alone is all of as few as can be.
    let counted = u8::try_from(args.seats.len()).ok().filter(|seats| *seats > 1);
    let wanted = Wanted { players: args.wanted.players.or(counted), ..args.wanted.clone() };
    let rules = Arc::new(wanted.rules()?);
    let plan = Plan {
        games: args.games,
        seed: args.batch.seed,
        bots: bots(named, rules.parts.seats)?,
        bot_time: args.bot_time,
        threads: args.batch.threads(),
        check: args.check,
        rotate: false,
    };
    seat::check(&plan.bots, &rules)?;
    if let Some(number) = args.only {
        return only(args, &wanted, &rules, &Plan { games: number.saturating_add(1), ..plan }, number);
    }
    let target = args.out.target(args.shard)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::stop_on_interrupt(&stop);
    let (run, trouble) = simulate(&rules, &plan, args, target.as_ref(), &stop)?;
    show(&run, args.json)?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    if let (Some(target), false) = (&target, args.json) {
        tell_files(&run, target);
    }
    verdict(&run.results)
}

/// Plays the games and writes their records, if they are wanted; the second value is why they could not be written.
fn simulate(
    rules: &Arc<Rules>,
    plan: &Plan,
    args: &Args,
    target: Option<&Target>,
    stop: &AtomicBool,
) -> Result<(Run, Option<Failure>), Failure> {
    let shard = args.shard;
    let games = shard.map_or(0..plan.games, |shard| shard.range(plan.games));
    let (done, count) = (AtomicU64::new(0), games.end - games.start);
    let simulation = Simulation { rules, plan, games, done: &done, stop, lists: args.list };
    let Some(target) = target else {
        let results = progress::beside(&done, count, "games", || simulation.run(SCRIPTING));
        return Ok((Run::new(rules, plan, shard, results, Vec::new()), None));
    };
    let play = || railwright::records::simulate(&simulation, SCRIPTING, target);
    let (results, written) = progress::beside(&done, count, "games", play).map_err(records::failure)?;
    let mut run = Run::new(rules, plan, shard, results, Vec::new());
    let written = written.and_then(|kept| {
        run.records = kept;
        target.folder.as_ref().map_or(Ok(()), |folder| run.write(folder, target.force))
    });
    Ok((run, written.err().map(records::failure)))
}

/// Plays one game of the plan, and saves it where that is wanted.
fn only(args: &Args, wanted: &Wanted, rules: &Arc<Rules>, plan: &Plan, number: u64) -> Result<(), Failure> {
    let begun = Instant::now();
    let (mut session, mut results) = save::game(wanted, rules, plan, number)?;
    results.seconds = begun.elapsed().as_secs_f64();
    let run = Run::new(rules, plan, None, results, Vec::new());
    if let Some(path) = &args.save {
        save::write(&mut session, path, args.out.force)?;
        if !args.json {
            let asked = game_asked(&session);
            screen::tell(&format!("game {number} is in {0}: railwright replay {0}{asked} --as all\n", path.display()));
        }
    }
    show(&run, args.json)?;
    verdict(&run.results)
}

fn show(run: &Run, json: bool) -> Result<(), Failure> {
    if json { screen::show_json(&outcome::to_json(run)) } else { screen::show(&outcome::render(run, screen::width())) }
}

/// Says where the records are.
fn tell_files(run: &Run, target: &Target) {
    for (kept, (_, path)) in run.records.iter().zip(&target.tables) {
        let rows = number::count(kept.rows, "row");
        screen::tell(&format!("{} {} ({rows})\n", style::paint(style::FAINT, "wrote"), path.display()));
    }
}

fn verdict(results: &Results) -> Result<(), Failure> {
    match () {
        () if results.failed > 0 => Err(Failure::Said),
        () if results.stopped => Err(Failure::Interrupted),
        () => Ok(()),
    }
}

/// One bot takes all seats, otherwise there is one for each.
pub(crate) fn bots(named: &[BotKind], seats: u8) -> Result<Vec<BotKind>, Failure> {
    let mut bots = named.to_vec();
    if let [one] = named {
        bots.resize(usize::from(seats), one.clone());
    }
    if bots.len() == usize::from(seats) {
        return Ok(bots);
    }
    let message = format!("{} for {}", number::count(bots.len() as u64, "bot"), number::count(seats.into(), "player"));
    Err(Failure::usage(message, format!("name one bot for all seats, or {seats} of them (--players changes that)")))
}
