//! `railwright replay`: a saved game step by step, as everybody saw it or as one seat did.

mod render;

use crate::failure::Failure;
use crate::game::SCRIPTING;
use crate::{interrupt, number, save, screen, whole_file};
use railwright::core::id::SeatId;
use railwright::rules::ScoreSheet;
use railwright::session::{Session, SessionError, Viewpoint, Warning, sheet};
use railwright_terminal::app::restore;
use railwright_terminal::{Replay, replay};
use serde_json::json;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

/// Step through a saved game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright replay game.save                  step by step, as everybody saw it: arrows, a slider, turns
  railwright replay game.save --plain          all of it as text, as where there is no terminal
  railwright replay game.save --as 2           what seat 2 saw
  railwright replay game.save --upto 40        the first forty actions
  railwright replay game.save --as all --json  everything, for programs
  railwright replay game.save --html           game.html: a page that plays it back, with the board at each step

A save file holds every secret of the game; show others what --as shows.")]
pub struct Args {
    /// The save file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file of its game, where that is not in the folder of the save file
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
    /// Only the first N actions; 0 shows set-up alone
    #[arg(long, value_name = "N", value_parser = number::whole)]
    upto: Option<u64>,
    /// As whom: a seat's number, or all for every secret [default: what everybody saw]
    #[arg(long = "as", value_name = "SEAT", value_parser = viewer)]
    viewer: Option<Viewer>,
    /// Print what happened as text and show no board; so it is where the output is no terminal
    #[arg(long)]
    plain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// A page of its own that plays the game back, with the board at each step
    #[arg(long, conflicts_with = "json")]
    html: bool,
    /// Where to put the page [default: the name of the save file and .html]
    #[arg(long, short, value_name = "FILE", requires = "html")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
enum Viewer {
    Seat(u8),
    All,
}

fn viewer(text: &str) -> Result<Viewer, String> {
    match text.parse::<u8>() {
        Ok(seat) if seat > 0 => Ok(Viewer::Seat(seat)),
        _ if text == "all" => Ok(Viewer::All),
        _ => Err("a seat's number is needed, or all".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let saved = save::read(&args.file)?;
    let viewpoint = match args.viewer {
        None => Viewpoint::Public,
        Some(Viewer::All) => Viewpoint::Everything,
        Some(Viewer::Seat(seat)) if seat <= saved.header.players => Viewpoint::Seat(SeatId(seat - 1)),
        Some(Viewer::Seat(seat)) => {
            let help = format!("the game has seats 1 to {}", saved.header.players);
            return Err(Failure::usage(format!("there is no seat {seat}"), help));
        }
    };
    let upto = args.upto.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let (mut session, warnings, parted) = match Session::play_back(&saved, &args.file, args.game.as_deref(), upto, SCRIPTING) {
        Ok((session, warnings)) => (session, warnings, None),
        Err(SessionError::Diverged(diverged)) => {
            let said = diverged.to_string();
            (diverged.session, Vec::new(), Some((diverged.number, said)))
        }
        Err(error) => return Err(save::failure(&args.file, error)),
    };
    let all = saved.played.len();
    // The sheet knows every secret: it is for the end, or for those who may see everything.
    let sheet = (session.over().is_some() || viewpoint == Viewpoint::Everything).then(|| session.score().ok()).flatten();
    if args.json {
        screen::show_json(&to_json(&session, viewpoint, all, sheet.as_ref(), &warnings, parted.as_ref()))?;
    } else if args.html {
        save::warn(&warnings);
        let path = args.output.clone().unwrap_or_else(|| args.file.with_extension("html"));
        whole_file::write(&path, railwright::report::playback(&session, viewpoint).as_bytes())?;
        screen::show(&format!("wrote {}\n", path.display()))?;
    } else if parted.is_none() && is_stepped(args) {
        save::warn(&warnings);
        step_through(session, viewpoint)?;
    } else {
        save::warn(&warnings);
        screen::show(&render::game(&session, viewpoint, all, sheet.as_ref()))?;
    }
    match parted {
        None => Ok(()),
        Some(_) if args.json => Err(Failure::Said),
        Some((number, said)) => {
            let help = format!("the {} before it are shown above", number::count(number as u64 - 1, "action"));
            Err(Failure::Broken { message: format!("{}: {said}", args.file.display()), help })
        }
    }
}

/// Whether somebody sits in front of a terminal that can show a board.
fn is_stepped(args: &Args) -> bool {
    let dumb = || std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    !args.plain && stdin().is_terminal() && stdout().is_terminal() && !dumb()
}

/// The game on the whole screen, step by step.
fn step_through(session: Session, viewpoint: Viewpoint) -> Result<(), Failure> {
    interrupt::end_on_interrupt(restore);
    let color = anstream::AutoStream::choice(&stdout()) != anstream::ColorChoice::Never;
    replay::run(&mut Replay::new(session, viewpoint, color))?;
    Ok(())
}

fn to_json(
    session: &Session,
    viewpoint: Viewpoint,
    all: usize,
    score: Option<&ScoreSheet>,
    warnings: &[Warning],
    parted: Option<&(usize, String)>,
) -> serde_json::Value {
    let step = |i: usize| {
        let seat = i.checked_sub(1).map(|i| session.steps()[i].seat.0 + 1);
        json!({ "step": i, "seat": seat, "text": session.told(i, viewpoint), "events": session.seen(i, viewpoint) })
    };
    let header = session.header();
    json!({
        "game": header.game,
        "name": session.rules().head.name,
        "players": header.players,
        "seats": header.seats,
        "actions": all,
        "steps": (0..=session.steps().len()).map(step).collect::<Vec<_>>(),
        "view": session.view(viewpoint),
        "over": session.over(),
        "score": score.map(|score| sheet::to_json(session.rules(), score)),
        "warnings": warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "diverged": parted.map(|(number, said)| json!({ "action": number, "message": said })),
    })
}
