//! `railwright serve-stdio`: a game for programs in any language, through lines of JSON.

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted, whole_name};
use crate::save::ResumeConsent;
use crate::{number, screen, seat};
use railwright::session::protocol::{Consent, Setup, Table, serve};
use railwright::session::{BotFault, HUMAN, Header};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Let a program play through lines of JSON: requests on the standard input, an answer to each on the standard output
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright serve-stdio ticket-to-ride --players 3        a program plays all seats
  railwright serve-stdio ticket-to-ride --seat human --seat greedy --save game.save
  railwright serve-stdio --resume game.save                go on with a saved game
  echo '{\"id\":1,\"method\":\"start\"}' | railwright serve-stdio ticket-to-ride

Methods: start, view, legal, act, undo, explain, events, score, save, quit. docs/protocol.md is the manual.
A seat called human is played by requests; bots play by themselves. Whoever writes requests can start no program
and replace no file unless --run-programs or --overwrite says so.")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    /// How many play [default: the fewest the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, short, value_name = "NAME")]
    option: Vec<String>,
    /// Who plays each seat: human, random, greedy, search, search:500, search:200ms, points:BOT, persona:ID or cmd:COMMAND; may be repeated, all further seats are human
    #[arg(long, value_name = "WHO", value_parser = seat::kind)]
    seat: Vec<String>,
    /// What chance comes from, unless `start` says [default: another one for each game, told when it is over]
    #[arg(long, short, value_name = "N", value_parser = number::whole)]
    seed: Option<u64>,
    /// The first player, unless the game or the seed says
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=8))]
    first: Option<u8>,
    /// Save the first game in this file as it is played
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with the game that was saved in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "option", "seat", "seed", "first"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    trust: ResumeConsent,
    /// Let requests replace files, and save to devices
    #[arg(long)]
    overwrite: bool,
    /// How many seconds a program at a seat may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut table = Table::new(setup(args)?, SCRIPTING);
    Ok(serve(&mut table, std::io::stdin().lock(), std::io::stdout().lock())?)
}

/// What a bot did wrong goes in full to whoever started the program, beside the answers.
fn report(fault: &BotFault) {
    screen::tell(&format!("{fault}\n"));
}

/// What the first game begins with: a saved one, which says itself which game it is of, or a new one.
fn setup(args: &Args) -> Result<Setup, Failure> {
    let (save, seed, bot_time) = (args.save.clone(), args.seed, args.bot_time);
    let consent = Consent { run_programs: args.trust.run_programs, overwrite: args.overwrite };
    if let Some(path) = &args.resume {
        let resumed = args.trust.resume(path)?;
        let (header, rules) = (resumed.0.header().clone(), resumed.0.rules().clone());
        return Ok(Setup { header, rules, seed, save, resumed: Some(resumed), consent, report, bot_time });
    }
    let game = args.game.clone().unwrap_or_default();
    let wanted = Wanted { game: game.clone(), players: args.players, option: args.option.clone() };
    let rules = Arc::new(wanted.rules()?);
    let seats = seat::all(&args.seat, rules.parts.seats, HUMAN)?;
    let mut header = Header::new(whole_name(&game), seats, 0);
    (header.first, header.options) = (args.first, args.option.clone());
    Ok(Setup { header, rules, seed, save, resumed: None, consent, report, bot_time })
}
