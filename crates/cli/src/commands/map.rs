//! `railwright map`: the board of a game, empty or as a saved game left it, as a picture to look at and to print.

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{number, save, screen, whole_file};
use railwright_draw::DrawError;
use railwright_rules::compile::game_id;
use railwright_rules::library::Shelf;
use railwright_session::Session;
use std::path::{Path, PathBuf};

/// The width of a PNG picture in pixels, unless another is asked for.
const WIDTH: u32 = 2400;

/// Draw the map of a game, or the position of a saved one, as SVG or PNG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright map ticket-to-ride                          ticket-to-ride.svg in this folder
  railwright map ticket-to-ride -o board.png             a PNG picture
  railwright map my-game.toml -o board.png --width 5000  the same for a large print
  railwright map ticket-to-ride -o - | lp                SVG on the standard output
  railwright map evening.railwright                      a saved game: who built what, and the score
  railwright map evening.railwright --upto 40 -o 40.png  the same after forty actions

The picture of a saved game shows what everybody at the table sees, and the score sheet once the game is over.")]
pub struct Args {
    /// A bundled game's id, the path of a .toml file, or that of a saved game
    #[arg(value_name = "GAME|SAVE")]
    game: String,
    /// Where to: a file that ends in .svg or .png, or - for SVG on the standard output [default: the name of the game or save and .svg]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many play [default: the fewest the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// The position after the first N actions of a saved game [default: after all]
    #[arg(long, value_name = "N", value_parser = number::whole)]
    upto: Option<u64>,
    /// How many pixels wide a PNG picture is [default: 2400]
    #[arg(long, short, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..))]
    width: Option<u32>,
}

/// What the picture becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Target {
    Stdout,
    Svg(PathBuf),
    Png(PathBuf),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let target = target(args)?;
    let svg = picture(args)?;
    let (path, bytes) = match target {
        Target::Stdout => return screen::show_raw(&svg),
        Target::Svg(path) => (path, svg.into_bytes()),
        Target::Png(path) => (path, railwright_draw::png(&svg, args.width.unwrap_or(WIDTH)).map_err(cannot_draw)?),
    };
    whole_file::write(&path, &bytes)?;
    screen::show(&format!("wrote {}\n", path.display()))
}

/// The picture of what was asked for.
fn picture(args: &Args) -> Result<String, Failure> {
    if is_save(&args.game) {
        return position(args, Path::new(&args.game));
    }
    if args.upto.is_some() {
        return Err(Failure::usage("--upto is for saved games", "leave it out, or give the path of a save file"));
    }
    let wanted = Wanted { game: args.game.clone(), players: args.players, option: args.option.clone() };
    Ok(railwright_draw::svg(&wanted.rules()?, None))
}

/// A file that is neither a bundled game nor ends as game files do.
fn is_save(given: &str) -> bool {
    let path = Path::new(given);
    path.is_file() && path.extension().is_none_or(|ending| ending != "toml") && !Shelf::Games.ids().iter().any(|id| id == given)
}

/// The picture of a saved game.
fn position(args: &Args, path: &Path) -> Result<String, Failure> {
    if args.players.is_some() || !args.option.is_empty() {
        return Err(Failure::usage(
            "a saved game says itself who plays and with which options",
            "leave out --players and --option",
        ));
    }
    let saved = save::read(path)?;
    let upto = args.upto.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let (mut session, warnings) =
        Session::play_back(&saved, path, upto, SCRIPTING).map_err(|error| save::failure(path, error))?;
    save::warn(&warnings);
    let sheet = session.score().map_err(|fault| Failure::Broken {
        message: format!("{}: the score cannot be counted: {fault}", path.display()),
        help: String::new(),
    })?;
    Ok(railwright_draw::svg_with_sheet(session.rules(), session.state(), &sheet))
}

/// Where the picture goes and as what, by the ending of the file.
fn target(args: &Args) -> Result<Target, Failure> {
    let named = || match Path::new(&args.game).file_stem().filter(|_| is_save(&args.game)) {
        Some(stem) => format!("{}.svg", stem.to_string_lossy()).into(),
        None => format!("{}.svg", game_id(&args.game)).into(),
    };
    let path: PathBuf = args.output.clone().unwrap_or_else(named);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let target = match ending.as_deref() {
        _ if path == Path::new("-") => Target::Stdout,
        Some("svg") => Target::Svg(path),
        Some("png") => Target::Png(path),
        _ => {
            let message = format!("{} ends neither in .svg nor in .png: a map can be drawn as these two", path.display());
            return Err(Failure::usage(message, format!("try -o {}", path.with_extension("svg").display())));
        }
    };
    match target {
        Target::Stdout | Target::Svg(_) if args.width.is_some() => {
            Err(Failure::usage("an SVG picture has no width in pixels", "leave out --width, or draw a .png"))
        }
        target => Ok(target),
    }
}

fn cannot_draw(error: DrawError) -> Failure {
    match error {
        DrawError::Size { widest, .. } => Failure::usage(error.to_string(), format!("try --width {widest} or less")),
        DrawError::NotSvg(_) | DrawError::Encoding(_) => {
            Failure::Broken { message: error.to_string(), help: "draw it as .svg instead".to_owned() }
        }
    }
}
