//! `railwright map`: the board of a game, empty or as a saved game left it, as a picture to look at and to print.

mod analyse;
mod suggest;

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::{number, save, screen, whole_file};
use railwright::core::narrow::{saturated, whole};
use railwright::draw::{DrawError, Paper};
use railwright::rules::Rules;
use railwright::rules::compile::game_id;
use railwright::session::Session;
use std::path::{Path, PathBuf};
use suggest::Suggest;

/// The width of a PNG picture in pixels, unless another is asked for.
const WIDTH: u32 = 2400;

/// Dots in an inch of a PNG picture of true size, and inches in a millimetre.
const DOTS: f64 = 150.0 / 25.4;

/// Draw the map of a game, or the position of a saved one, as SVG, PNG or PDF
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright map ticket-to-ride                          ticket-to-ride.svg in this folder
  railwright map ticket-to-ride -o board.png             a PNG picture
  railwright map my-game.toml -o board.png --width 5000  the same for a large print
  railwright map ticket-to-ride -o - | lp                SVG on the standard output
  railwright map evening.railwright                      a saved game: who built what, and the score
  railwright map evening.railwright --upto 40 -o 40.png  the same after forty actions

  railwright map my-game.toml --true-size -o board.pdf   one large page, as wide as the map says
  railwright map my-game.toml --paper a4 -o board.pdf    the same on sheets of A4, with trim marks
  railwright map my-game.toml --cm 80 -o board.pdf       one page of which the picture is 80 cm wide
  railwright map my-game.toml --tickets -o cards.pdf     its ticket cards, to print and cut
  railwright map my-game.toml --analyse                  figures: distances, tickets, colours
  railwright map my-game.toml --suggest-tickets 12       a deck of tickets for its board
  railwright map my-game.toml --suggest-tickets 12 --write   the same, into the file of the board

The picture of a saved game shows what everybody at the table sees, and the score sheet once the game is over.")]
pub struct Args {
    /// A bundled game's id, the path of a .toml file, or that of a saved game
    #[arg(value_name = "GAME|SAVE")]
    game: String,
    /// Where to: a file that ends in .svg, .png or .pdf, or - for SVG on the standard output [default: the name of the game or save and .svg]
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
    /// The file of a saved game's game, where that is not in the folder of the save file
    #[arg(long = "game", id = "named", value_name = "FILE")]
    named: Option<String>,
    /// How many pixels wide a PNG picture is [default: 2400]
    #[arg(long, short, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..))]
    width: Option<u32>,
    /// As large as it is for play: as wide as its map says (`printed-width`), or else so that wagons of 20 × 9 mm fit on every space
    #[arg(long)]
    true_size: bool,
    /// How many centimetres wide the picture is in print; with --paper on as many sheets as that takes
    #[arg(long, value_name = "CM", value_parser = clap::value_parser!(u32).range(10..=500), conflicts_with_all = ["true_size", "width"])]
    cm: Option<u32>,
    /// Tiles of true size with trim marks, for paper of this format; only PDF
    #[arg(long, value_enum, value_name = "FORMAT")]
    paper: Option<Format>,
    /// The cards that name two places, such as tickets, in true size
    #[arg(long, conflicts_with_all = ["upto", "true_size", "cm"])]
    tickets: bool,
    /// Static figures of the board instead of a picture
    #[arg(long, conflicts_with_all = ["output", "width", "true_size", "cm", "paper", "tickets", "upto"])]
    analyse: bool,
    /// Propose a deck of N tickets, each worth its shortest way: TOML to be put into a map or game file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=500), conflicts_with_all = ["analyse", "output", "width", "true_size", "cm", "paper", "tickets", "upto"])]
    suggest_tickets: Option<u16>,
    /// What the proposal comes from: another seed gives another deck
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole, requires = "suggest_tickets")]
    seed: u64,
    /// Write the proposed tickets into the file of the board, in the place of those that are there
    #[arg(long, requires = "suggest_tickets")]
    write: bool,
    /// Print figures or tickets as JSON
    #[arg(long)]
    json: bool,
}

/// A format of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

impl Format {
    fn paper(self) -> Paper {
        match self {
            Format::A4 => Paper::A4,
            Format::Letter => Paper::LETTER,
        }
    }
}

/// What the picture becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Target {
    Stdout,
    Svg(PathBuf),
    Png(PathBuf),
    Pdf(PathBuf),
}

/// What is drawn: pictures, and how many millimetres a unit of them is where that is asked for.
struct Drawing {
    pictures: Vec<String>,
    scale: Option<f64>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.analyse {
        return analyse::show(&wanted(args).rules()?, args.json);
    }
    if let Some(count) = args.suggest_tickets {
        let Args { seed, write, json, .. } = *args;
        return suggest::run(&Suggest { wanted: wanted(args), count, seed, write, json });
    }
    if args.json {
        return Err(Failure::usage("a picture is not JSON", "add --analyse or --suggest-tickets N, or leave out --json"));
    }
    let target = target(args)?;
    let Drawing { pictures, scale } = drawing(args, &target)?;
    let sized = |svg: &String| scale.map_or_else(|| svg.clone(), |scale| railwright::draw::in_millimetres(svg, scale));
    let single = |ending: &str| match pictures.as_slice() {
        [one] => Ok(one),
        _ => Err(Failure::usage(
            format!("the cards take {}, and a .{ending} file has one", number::count(pictures.len() as u64, "sheet")),
            "draw them as .pdf",
        )),
    };
    let (path, bytes) = match target {
        Target::Stdout => return screen::show_raw(&sized(single("svg")?)),
        Target::Svg(path) => (path, sized(single("svg")?).into_bytes()),
        Target::Png(path) => {
            let svg = single("png")?;
            let dots = |scale: f64| {
                railwright::draw::size(svg).map(|(width, _)| saturated::<u32>(whole((width * scale * DOTS).round())))
            };
            let width = args.width.or(scale.and_then(dots)).unwrap_or(WIDTH);
            (path, railwright::draw::png(svg, width).map_err(cannot_draw)?)
        }
        Target::Pdf(path) => {
            // A picture without a true size is as wide as a sheet of A4.
            let fits = || pictures.first().and_then(|svg| railwright::draw::size(svg)).map_or(1.0, |(width, _)| 190.0 / width);
            let pdf = railwright::draw::pdf(&pictures, scale.unwrap_or_else(fits), args.paper.map(Format::paper));
            (path, pdf.map_err(cannot_draw)?)
        }
    };
    whole_file::write(&path, &bytes)?;
    screen::show(&format!("wrote {}\n", path.display()))
}

fn wanted(args: &Args) -> Wanted {
    Wanted { game: args.game.clone(), players: args.players, option: args.option.clone() }
}

/// What is to be drawn, and how large.
fn drawing(args: &Args, target: &Target) -> Result<Drawing, Failure> {
    if args.paper.is_some() && !matches!(target, Target::Pdf(_)) {
        return Err(Failure::usage("only a PDF has sheets of paper", "try -o board.pdf"));
    }
    if (args.tickets || args.true_size || args.cm.is_some() || args.paper.is_some()) && is_save(&args.game) {
        return Err(Failure::usage("a saved game is drawn to look at, not to play on", "give the game itself"));
    }
    if args.tickets {
        let pictures = railwright::draw::ticket_sheets(&wanted(args).rules()?);
        if pictures.is_empty() {
            return Err(Failure::usage("no cards of this game name two places", "draw its map"));
        }
        return Ok(Drawing { pictures, scale: Some(1.0) });
    }
    let svg = picture(args)?;
    if let Some(cm) = args.cm {
        let scale = railwright::draw::size(&svg).map(|(width, _)| f64::from(cm) * 10.0 / width);
        return Ok(Drawing { pictures: vec![svg], scale });
    }
    let scale = if args.true_size || args.paper.is_some() { Some(true_scale(&wanted(args).rules()?, &svg)) } else { None };
    Ok(Drawing { pictures: vec![svg], scale })
}

/// How many millimetres a unit of a picture is in print: as the map says how wide its board is, or so that wagons fit.
fn true_scale(rules: &Rules, svg: &str) -> f64 {
    let stated = rules.head.printed_width.zip(railwright::draw::size(svg));
    stated.map_or_else(|| railwright::draw::true_scale(rules), |(cm, (width, _))| f64::from(cm) * 10.0 / width)
}

/// The picture of what was asked for.
fn picture(args: &Args) -> Result<String, Failure> {
    if is_save(&args.game) {
        return position(args, Path::new(&args.game));
    }
    if args.upto.is_some() {
        return Err(Failure::usage("--upto is for saved games", "leave it out, or give the path of a save file"));
    }
    if args.named.is_some() {
        return Err(Failure::usage("--game is for saved games", "leave it out, or give the path of a save file"));
    }
    Ok(railwright::draw::svg(&wanted(args).rules()?, None))
}

/// A file that is neither a bundled game nor ends as game files do.
fn is_save(given: &str) -> bool {
    let path = Path::new(given);
    path.is_file()
        && path.extension().is_none_or(|ending| ending != "toml")
        && !railwright::rules::pack::is_pack(given)
        && !railwright::bundled_games().iter().any(|id| id == given)
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
        Session::play_back(&saved, path, args.named.as_deref(), upto, SCRIPTING).map_err(|error| save::failure(path, error))?;
    save::warn(&warnings);
    let sheet = session.score().map_err(|fault| Failure::Broken {
        message: format!("{}: the score cannot be counted: {fault}", path.display()),
        help: "mend the rule that is named".to_owned(),
    })?;
    Ok(railwright::draw::svg_with_sheet(session.rules(), session.state(), &sheet))
}

/// Where the picture goes and as what, by the ending of the file.
fn target(args: &Args) -> Result<Target, Failure> {
    let usual = if args.paper.is_some() || args.tickets { "pdf" } else { "svg" };
    let named = || match Path::new(&args.game).file_stem().filter(|_| is_save(&args.game)) {
        Some(stem) => format!("{}.{usual}", stem.to_string_lossy()).into(),
        None => format!("{}.{usual}", game_id(&args.game)).into(),
    };
    let path: PathBuf = args.output.clone().unwrap_or_else(named);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let target = match ending.as_deref() {
        _ if path == Path::new("-") => Target::Stdout,
        Some("svg") => Target::Svg(path),
        Some("png") => Target::Png(path),
        Some("pdf") => Target::Pdf(path),
        _ => {
            let message = format!("{} ends neither in .svg nor in .png nor in .pdf: a map can be drawn as these", path.display());
            return Err(Failure::usage(message, format!("try -o {}", path.with_extension("svg").display())));
        }
    };
    match target {
        Target::Stdout | Target::Svg(_) | Target::Pdf(_) if args.width.is_some() => Err(Failure::usage(
            "only a PNG picture has a width in pixels; SVG and PDF have none",
            "leave out --width, or draw a .png",
        )),
        target => Ok(target),
    }
}

fn cannot_draw(error: DrawError) -> Failure {
    match error {
        DrawError::Size { widest, .. } => Failure::usage(error.to_string(), format!("try --width {widest} or less")),
        DrawError::Paper { .. } => Failure::usage(error.to_string(), "cut it into sheets: --paper a4"),
        DrawError::LeftOut(_) => Failure::usage(
            error.to_string(),
            "draw an .svg, or build the program with all it can do: cargo install --path crates/cli",
        ),
        DrawError::NotSvg(_) | DrawError::Encoding(_) => {
            Failure::Broken { message: error.to_string(), help: "draw it as .svg instead".to_owned() }
        }
    }
}
