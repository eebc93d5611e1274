//! `railwright new`: a folder with a game, a map, a script and a scenario that pass at once.

use crate::failure::Failure;
use crate::{game, screen, style};
use railwright::run_scenarios;
use railwright::scenario::Summary;
use railwright_studio::begin::{self, BeginError, Beginning, File};
use std::path::{Path, PathBuf};

/// Make a folder with a new game that works at once: game, map, script, scenario
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright new my-island                              a small game of its own
  railwright new my-ride --from ticket-to-ride          a variant of a bundled game, with
                                                        a copy of its map to change
  railwright new my-board --map-only                    a bundled game on a new board: a
                                                        sketch of a few places to change
  railwright new my-north --map-only --from northern-lights

Then: railwright check, map, test, sim, play. docs/tutorial.md explains the files.")]
pub struct Args {
    /// What the game, its folder and its files are called: small letters, digits, hyphens
    #[arg(value_name = "NAME")]
    name: String,
    /// The game it is a variant of: a bundled id, or the path of a .toml file
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Only a new board: a sketch of places, lines and tickets on which the game plays [default game: of those that others extend,
    /// the one that needs the smallest]
    #[arg(long)]
    map_only: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let name = &args.name;
    if !begin::is_name(name) {
        return Err(Failure::usage(
            format!("`{name}` cannot be the name of a game"),
            "small letters, digits and hyphens: my-island",
        ));
    }
    let folder = PathBuf::from(name);
    if folder.exists() {
        return Err(Failure::usage(format!("{name} is there already"), "take another name, or go to another folder"));
    }
    args.from.as_deref().map_or(Ok(()), game::find)?;
    let beginning = match (&args.from, args.map_only) {
        (None, false) => Beginning::Own,
        (Some(from), false) => Beginning::Variant(from.clone()),
        (from, true) => Beginning::Sketch(from.clone()),
    };
    let files = begin::files(name, &beginning).map_err(|error| match error {
        BeginError::Wrong { message, help } => Failure::usage(message, help),
        BeginError::Broken { files, report } => {
            screen::tell(&report.render(&files, true));
            Failure::Said
        }
    })?;
    write(&folder, &files)?;
    let passed = accept(&folder);
    if !passed.is_ok() {
        screen::tell(&passed.render(true));
        return Err(Failure::Broken {
            message: format!("{name} was made, but does not pass yet"),
            help: "mend the game it is made from first: railwright check".to_owned(),
        });
    }
    let game = format!("{name}/{name}.toml");
    let mut text = String::new();
    for (file, _) in &files {
        text += &format!("wrote {}\n", folder.join(file).display());
    }
    text += "\n";
    for (command, what) in [
        (format!("railwright check {game}"), "what is wrong with it: nothing yet"),
        (format!("railwright map {game}"), "its board as a picture"),
        (format!("railwright test {name}/scenarios"), "its scenarios"),
        (format!("railwright play {game}"), "play it"),
    ] {
        text += &format!("{}  {what}\n", style::paint(style::HINT, &format!("{command:<52}")));
    }
    screen::show(&text)
}

fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    for (name, text) in files {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| Failure::Broken {
            message: format!("cannot write {}: {error}", path.display()),
            help: "go to a folder of your own".to_owned(),
        })?;
    }
    Ok(())
}

/// Keeps the outcomes of the scenarios, so that they pass at once.
fn accept(folder: &Path) -> Summary {
    run_scenarios(&[folder.join("scenarios")], true)
}
