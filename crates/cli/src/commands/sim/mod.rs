//! `railwright sim`: many games between bots, and what came of them.

mod outcome;
pub mod progress;

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{number, screen, seat};
use railwright_bots::BotKind;
use railwright_bots::simulate::{Plan, Results, simulate};
use railwright_rules::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

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

The same seed gives the same games, whatever the number of threads.
Ctrl-C stops and shows what was played so far.")]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// How many games
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = number::some)]
    games: u64,
    /// Who plays: one bot for all seats, or one for each, with commas between: random, greedy, search, search:500, search:200ms, persona:ID, or a program as cmd:COMMAND
    #[arg(long, short, value_name = "BOT,…", value_delimiter = ',', default_value = "random", value_parser = seat::bot)]
    bots: Vec<BotKind>,
    /// Who plays, once for each seat, as in `play`: for a program whose command has commas in it
    #[arg(long = "seat", value_name = "BOT", value_parser = seat::bot, conflicts_with = "bots")]
    seats: Vec<BotKind>,
    /// How many seconds a program may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
    /// The seed all games come from
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = number::whole)]
    seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check every invariant of the game after every step
    #[arg(long)]
    check: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was simulated, for whoever shows the outcome.
struct Run {
    rules: Arc<Rules>,
    plan: Plan,
    results: Results,
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
        seed: args.seed,
        bots: bots(named, rules.parts.seats)?,
        bot_time: args.bot_time,
        threads: args.threads.map_or_else(cores, usize::from),
        check: args.check,
    };
    seat::check(&plan.bots, &rules)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop);
    let done = AtomicU64::new(0);
    let results = progress::beside(&done, plan.games, "games", || simulate(&rules, SCRIPTING, &plan, &done, &stop));
    let run = Run { rules, plan, results };
    if args.json {
        screen::show_json(&outcome::to_json(&run))?;
    } else {
        screen::show(&outcome::render(&run, screen::width()))?;
    }
    match () {
        () if run.results.failed > 0 => Err(Failure::Said),
        () if run.results.stopped => Err(Failure::Interrupted),
        () => Ok(()),
    }
}

/// One bot takes all seats, otherwise there is one for each.
fn bots(named: &[BotKind], seats: u8) -> Result<Vec<BotKind>, Failure> {
    let mut bots = named.to_vec();
    if let [one] = named {
        bots.resize(usize::from(seats), one.clone());
    }
    if bots.len() == usize::from(seats) {
        return Ok(bots);
    }
    let message = format!("{} bots for {seats} players", bots.len());
    Err(Failure::usage(message, format!("name one bot for all seats, or {seats} of them (--players changes that)")))
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The first Ctrl-C asks the simulation to stop; the second ends the program, should that take too long.
pub(crate) fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    let stop = stop.clone();
    // Without a handler Ctrl-C still ends the program; the simulation is not worth less for that.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::failure::INTERRUPTED.into());
        }
    });
}
