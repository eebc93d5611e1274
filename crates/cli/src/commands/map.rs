//! `railwright map`: the board of a game as a picture to look at and to print.

use crate::failure::Failure;
use crate::game::Wanted;
use crate::{screen, whole_file};
use railwright_draw::DrawError;
use railwright_rules::compile::game_id;
use std::path::{Path, PathBuf};

/// The width of a PNG picture in pixels, unless another is asked for.
const WIDTH: u32 = 2400;

/// Draw the map of a game as SVG or PNG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright map ticket-to-ride                          ticket-to-ride.svg in this folder
  railwright map ticket-to-ride -o board.png             a PNG picture
  railwright map my-game.toml -o board.png --width 5000  the same for a large print
  railwright map ticket-to-ride -o - | lp                SVG on the standard output")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// Where to: a file that ends in .svg or .png, or - for SVG on the standard output [default: GAME.svg]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many play [default: the fewest the game allows]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
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

/// The picture of what was asked for. A position, once there are files of them, goes the same way with its state.
fn picture(args: &Args) -> Result<String, Failure> {
    let wanted = Wanted { game: args.game.clone(), players: args.players, option: args.option.clone() };
    Ok(railwright_draw::svg(&wanted.rules()?, None))
}

/// Where the picture goes and as what, by the ending of the file.
fn target(args: &Args) -> Result<Target, Failure> {
    let path = args.output.clone().unwrap_or_else(|| format!("{}.svg", game_id(&args.game)).into());
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
