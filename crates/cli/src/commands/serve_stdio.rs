//! `railwright serve-stdio`: a game for programs in any language, through lines of JSON.

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{number, save, seat};
use railwright_session::protocol::{Setup, Table, serve};
use railwright_session::{HUMAN, Header};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Let a program play through lines of JSON: requests on the standard input, an answer to each on the standard output
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright serve-stdio ticket-to-ride --players 3        a program plays all seats
  railwright serve-stdio ticket-to-ride --seat human --seat greedy --save game.save
  echo '{\"id\":1,\"method\":\"start\"}' | railwright serve-stdio ticket-to-ride

Methods: start, view, legal, act, undo, explain, events, score, save, quit. docs/protocol.md is the manual.
A seat called human is played by requests; bots play by themselves.")]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// Who plays each seat: human, random, greedy or cmd:COMMAND; may be repeated, all further seats are human
    #[arg(long, value_name = "WHO", value_parser = seat::kind)]
    seat: Vec<String>,
    /// The seed of the game
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = number::whole)]
    seed: u64,
    /// The first player, unless the game or the seed says
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=8))]
    first: Option<u8>,
    /// Save the first game in this file as it is played
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with the game that was saved in this file
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// How many seconds a program at a seat may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = Arc::new(args.wanted.rules()?);
    let seats = seat::all(&args.seat, rules.parts.seats, HUMAN)?;
    let mut header = Header::new(&args.wanted.game, seats, args.seed);
    header.first = args.first;
    header.options = args.wanted.option.clone();
    let resumed = args.resume.as_deref().map(save::resume).transpose()?;
    if let Some((session, _)) = &resumed
        && session.rules().head.id != rules.head.id
    {
        let message = format!("the saved game is one of {}, not of {}", session.header().game, args.wanted.game);
        return Err(Failure::usage(message, format!("railwright serve-stdio {} --resume …", session.header().game)));
    }
    let setup = Setup { header, rules, save: args.save.clone(), resumed, bot_time: args.bot_time };
    let mut table = Table::new(setup, SCRIPTING);
    Ok(serve(&mut table, std::io::stdin().lock(), std::io::stdout().lock())?)
}
