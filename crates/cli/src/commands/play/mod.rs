//! `railwright play`: a game at the terminal, or line by line where there is none.
//!
//! From its beginning the game is in a save file: whatever ends the program, no action is lost, and the last thing it says is how
//! to go on.

pub mod browser;
pub(crate) mod save_folder;

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted, whole_name};
use crate::save::{ResumeConsent, trust_asked};
use crate::shell::quoted;
use crate::{interrupt, number, screen, seat, style};
use railwright::markup::ForTerminal;
use railwright::rules::compile::game_id;
use railwright::session::{HUMAN, Header, Session, chance};
use railwright_terminal::app::restore;
use railwright_terminal::lines::{self, PlayEnd};
use railwright_terminal::{App, Game};
use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long a bot can be seen thinking.
const PAUSE: Duration = Duration::from_millis(700);

/// Play a game in the terminal, or watch bots play it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright play ticket-to-ride                     you against a greedy bot
  railwright play ticket-to-ride --players 4         you against three of them
  railwright play my-game.toml --seat human --seat human    two at one screen
  railwright play ticket-to-ride --seat human --seat search       against the strongest bot
  railwright play ticket-to-ride --seat random --seat greedy      watch a game
  railwright play my-game.toml --seat human --seat 'cmd:python3 bot.py'
  railwright play --resume evening.railwright        go on with a saved game
  railwright play ticket-to-ride --browser           the same in the browser

Every action is saved as it is played; where to, and how to go on, is said at
the beginning and in the end. Press ? in the game for help. Where input or
output is no terminal, or with --plain, a move or command a line is read.")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    /// How many play [default: as many as seats are given, or the fewest the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Who plays: human, random, greedy, search, search:500, search:200ms, points:BOT, persona:ID or cmd:COMMAND, once for each seat [default: human, then greedy]
    #[arg(long = "seat", value_name = "WHO", value_parser = seat::kind)]
    seats: Vec<String>,
    /// What chance comes from: the same seed gives the same cards [default: one that nobody knows; it is shown when the game is over]
    #[arg(long, short, value_name = "N", value_parser = number::whole)]
    seed: Option<u64>,
    /// The seat that begins, if the game leaves it open
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=8))]
    first: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, short, value_name = "NAME")]
    option: Vec<String>,
    /// Where to save the game [default: a file of its own in the folder for such files]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "seats", "seed", "first", "option"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    trust: ResumeConsent,
    /// Play in the browser
    #[arg(long, conflicts_with_all = ["plain", "resume", "first"])]
    browser: bool,
    /// Read and write lines, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Bots move without a pause
    #[arg(long)]
    fast: bool,
    /// How many seconds a program at a seat may think
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.resume.is_none() && args.trust.run_programs {
        return Err(Failure::usage("--run-programs is for a game that is resumed", "name programs with --seat 'cmd:COMMAND'"));
    }
    if args.browser {
        return browser::run(args);
    }
    let (mut session, mut notes) = match &args.resume {
        Some(path) => resume(path, &args.trust)?,
        None => (begin(args)?, Vec::new()),
    };
    if let Some(path) = &args.save {
        session.save_to(path, false).map_err(|error| Failure::usage(error.to_string(), error.help))?;
    } else if args.resume.is_none() {
        notes.extend(save_folder::save(&mut session));
    }
    if let Some(path) = session.saved_in() {
        notes.insert(0, format!("Every action is saved in {}", path.display()));
    }
    let dumb = || std::env::var_os("TERM").is_some_and(|t| t == "dumb");
    let plain = args.plain || !stdin().is_terminal() || !stdout().is_terminal() || dumb();
    keep_in_mind(how_to_go_on(&session), plain);
    let color = anstream::AutoStream::choice(&stdout()) != anstream::ColorChoice::Never;
    let game = Game::new(session, color, args.bot_time);
    if plain {
        return by_lines(game, &notes);
    }
    let pause = if args.fast { Duration::ZERO } else { PAUSE };
    let mut app = App::new(game, pause, Some(notes.join("\n")));
    railwright_terminal::app::run(&mut app)?;
    let mut game = app.into_game();
    if let Some(sheet) = game.sheet() {
        screen::show(&railwright_terminal::panels::plain(&sheet))?;
    }
    farewell(game.session())
}

/// A new game.
fn begin(args: &Args) -> Result<Session, Failure> {
    let given = args.game.clone().unwrap_or_default();
    // Three seats are three players, when nobody says otherwise; one alone is the first of as few as can be.
    let counted = u8::try_from(args.seats.len()).ok().filter(|seats| *seats > 1);
    let wanted = Wanted { game: given.clone(), players: args.players.or(counted), option: args.option.clone() };
    let rules = Arc::new(wanted.rules()?);
    let players = rules.parts.seats;
    let named = if args.seats.is_empty() { vec![HUMAN.to_owned()] } else { args.seats.clone() };
    let seats = seat::all(&named, players, "greedy")?;
    let mut header = Header::new(whole_name(&given), seats, args.seed.unwrap_or_else(chance::of_the_system));
    (header.first, header.options) = (args.first, args.option.clone());
    Session::with_rules(header, rules, SCRIPTING)
        .map_err(|error| Failure::usage(error.to_string(), "railwright play --help has examples"))
}

/// A saved game, and what should be known about it.
fn resume(path: &Path, trust: &ResumeConsent) -> Result<(Session, Vec<String>), Failure> {
    let (session, warnings) = trust.resume(path)?;
    let (actions, seats) = (number::count(session.steps().len() as u64, "action"), session.header().seats.join(", "));
    let mut notes = vec![format!("Resumed after {actions} ({seats}).")];
    notes.extend(warnings.iter().map(|warning| format!("Note: {warning}.")));
    Ok((session, notes))
}

/// Whatever ends the program says how to go on, and gives the terminal back where it was taken.
fn keep_in_mind(line: String, plain: bool) {
    let said = format!("\n{line}");
    interrupt::end_on_interrupt(move || {
        // Where lines are written, the output is theirs until the end: waiting for it would be for ever.
        if !plain {
            restore();
        }
        screen::tell(&said);
    });
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |fault| {
        before(fault);
        screen::tell(&line);
    }));
}

fn by_lines(mut game: Game, notes: &[String]) -> Result<(), Failure> {
    let together = game.is_hot_seat() && stdin().is_terminal();
    for note in notes {
        screen::tell(&format!("{note}\n"));
    }
    let left = lines::play(&mut game, &mut stdin().lock(), &mut ForTerminal::new(stdout().lock()), together)?;
    if let PlayEnd::Stuck(report) = left {
        screen::tell(&format!("\n{} {report}\n{}", style::paint(style::ERROR, "error:"), how_to_go_on(game.session())));
        return Err(Failure::Said);
    }
    screen::tell("\n");
    farewell(game.session())
}

fn farewell(session: &Session) -> Result<(), Failure> {
    if let Some(trouble) = session.trouble() {
        screen::tell(&format!("{} {trouble}\n", style::paint(style::WARN, "not all is saved:")));
        return Err(Failure::Said);
    }
    match (session.over(), session.saved_in()) {
        (Some(_), path) => {
            screen::tell(&format!("Its seed was {}\n", session.header().seed));
            if let Some(path) = path {
                screen::tell(&format!("The whole game is in {}\n", path.display()));
            }
        }
        _ => screen::tell(&how_to_go_on(session)),
    }
    Ok(())
}

fn how_to_go_on(session: &Session) -> String {
    let line = |path: &Path| format!("railwright play --resume {}{}", quoted(&path.display().to_string()), trust_asked(session));
    session.saved_in().map_or_else(String::new, |path| format!("Go on with: {}\n", style::paint(style::STRONG, &line(path))))
}
