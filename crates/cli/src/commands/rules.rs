//! `railwright rules`: the rulebook of a game, written from its data.

use crate::failure::Failure;
use crate::game::{self, Merged};
use crate::{screen, whole_file};
use railwright::manual::rulebook;
use std::path::PathBuf;

/// Write the rulebook of a game in Markdown, from its data and what its mechanics say of themselves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright rules ticket-to-ride | less             read it
  railwright rules my-game.toml -o RULES.md          keep it beside the game
  railwright rules my-game.toml --option long        as it is with an option")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// Where to [default: the standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Merged { games, scripts } = game::for_all_players(&args.game, &args.option)?;
    let page = rulebook(&games, &scripts);
    match &args.output {
        Some(path) => {
            whole_file::write(path, page.as_bytes())?;
            screen::show(&format!("wrote {}\n", path.display()))
        }
        None => screen::show_raw(&page),
    }
}
