//! `railwright report`: many games of a game with every number of players, as one page.

use super::sim::outcome;
use crate::batch::Batch;
use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::interrupt::stop_on_interrupt;
use crate::shell::quoted;
use crate::{number, progress, screen, seat, style, whole_file};
use railwright::bots::BotKind;
use railwright::bots::external::TIME;
use railwright::bots::measure::Measuring;
use railwright::bots::simulate::{Plan, Simulation};
use railwright::core::narrow::narrow;
use railwright::draw::Drawing;
use railwright::report::{Part, Report, Tally, page};
use railwright::rules::Rules;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Let bots play a game with every number of players and show all that can be measured on one page
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright report ticket-to-ride                   ticket-to-ride-report.html in this folder
  railwright report ticket-to-ride --players 2,4 --games 10_000
  railwright report my-game.toml --bots random -o random.html
  railwright report my-game.toml --json              the figures for programs, no page

The page shows the map as heat maps (how often each line is taken, when, by whom, in winners'
hands), cards with goals, seats, length, scores, the lead, branching, endings and actions, every
figure with its 95 % interval, and holds saved games that show them. It opens without a network.

The same seed gives the same page, whatever the number of threads.
Ctrl-C stops and makes the page of what was played so far.")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// With how many players, with commas between [default: every number the game allows]
    #[arg(long, short, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Vec<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// How many games with each number of players
    #[arg(long, short, value_name = "N", default_value_t = 400, value_parser = games)]
    games: u64,
    /// Who plays all seats: one of our own bots
    #[arg(long, short, value_name = "BOT", default_value = "greedy", value_parser = bot)]
    bots: BotKind,
    #[command(flatten)]
    batch: Batch,
    /// The page [default: the name of the game and -report.html]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the figures as JSON; a page is written only if --output names one
    #[arg(long)]
    json: bool,
}

/// A number of games; pages cite games by number.
fn games(text: &str) -> Result<u64, String> {
    number::some(text).and_then(|games| match games <= u64::from(u32::MAX) {
        true => Ok(games),
        false => Err("at most 4 billion".to_owned()),
    })
}

/// A bot that plays the same game again when it is asked to.
fn bot(text: &str) -> Result<BotKind, String> {
    match seat::bot(text)? {
        BotKind::External(_) => {
            Err("the page cites games by playing them once more, which a program need not do alike".to_owned())
        }
        own => Ok(own),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let all = rules(args)?;
    let output = output(args, &all[0])?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop);
    let done = AtomicU64::new(0);
    let whole = args.games * all.len() as u64;
    let parts =
        progress::beside(&done, whole, "games", || all.iter().map(|rules| part(args, rules, &done, &stop)).collect::<Vec<_>>());
    let (parts, none): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(|part| part.tally.games + part.results.failed > 0);
    let not_begun = none.iter().map(Part::players).collect();
    if parts.is_empty() {
        return Err(Failure::Interrupted);
    }
    let mut drawing = Drawing::default();
    let parts: Vec<Part> = match output {
        Some(_) => parts.into_iter().map(|part| part.with_playbacks(&mut drawing, SCRIPTING)).collect(),
        None => parts,
    };
    let failed: u64 = parts.iter().map(|part| part.results.failed).sum();
    let report = Report {
        bots: args.bots.to_string(),
        seed: args.batch.seed,
        games: args.games,
        command: command(args),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        parts,
        not_begun,
    };
    if let Some(path) = &output {
        whole_file::write(path, page::page(&report).as_bytes())?;
    }
    match (&output, args.json) {
        (_, true) => screen::show_json(&report.to_json())?,
        (Some(path), false) => screen::show(&format!("wrote {}\n", path.display()))?,
        (None, false) => {}
    }
    report.parts.iter().for_each(|part| screen::tell(outcome::imagined_faults(&part.results.imagined_faults).trim_start()));
    if failed > 0 {
        let hint = format!("railwright sim {} says why", args.game);
        screen::tell(&format!("{} {}; {hint}\n", style::paint(style::ERROR, "error:"), number::count(failed, "failed game")));
        return Err(Failure::Said);
    }
    if stop.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The rules for each number of players that is asked for, fewest first.
fn rules(args: &Args) -> Result<Vec<Arc<Rules>>, Failure> {
    let load = |players: Option<u8>| Wanted { game: args.game.clone(), players, option: args.option.clone() }.rules();
    let mut players = args.players.clone();
    let mut all = Vec::new();
    if players.is_empty() {
        let first = load(None)?;
        players = (first.head.players.0 + 1..=first.head.players.1).collect();
        all.push(Arc::new(first));
    }
    players.sort_unstable();
    players.dedup();
    for players in players {
        all.push(Arc::new(load(Some(players))?));
    }
    Ok(all)
}

/// Plays the games of one number of players and adds them up.
fn part(args: &Args, rules: &Arc<Rules>, done: &AtomicU64, stop: &AtomicBool) -> Part {
    let plan = Plan {
        games: args.games,
        seed: args.batch.seed,
        bots: vec![args.bots.clone()],
        bot_time: TIME,
        threads: args.batch.threads(),
        check: false,
        rotate: false,
    };
    let mut tally = Tally::new(rules);
    let take = |first: u64, measuring: Measuring| {
        for (i, game) in measuring.games.iter().enumerate() {
            tally.add(narrow(first + i as u64), game);
        }
    };
    let results = Simulation::new(rules, &plan, done, stop).run_observed(SCRIPTING, || Measuring::new(rules), take);
    Part::new(tally, results, &args.game, &plan, SCRIPTING)
}

/// Where the page goes, if one is wanted.
fn output(args: &Args, rules: &Rules) -> Result<Option<PathBuf>, Failure> {
    match &args.output {
        Some(path) => whole_file::foresee(path).map(|()| Some(path.clone())),
        None => Ok((!args.json).then(|| PathBuf::from(format!("{}-report.html", rules.head.id)))),
    }
}

/// The command line that gives the same page.
fn command(args: &Args) -> String {
    let mut command = format!("railwright report {}", quoted(&args.game));
    if !args.players.is_empty() {
        let players: Vec<String> = args.players.iter().map(u8::to_string).collect();
        command += &format!(" --players {}", players.join(","));
    }
    args.option.iter().for_each(|option| command += &format!(" --option {}", quoted(option)));
    command += &format!(" --games {} --bots {} --seed {}", args.games, args.bots, args.batch.seed);
    command
}
