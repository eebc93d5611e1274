//! `railwright test`: scenarios of a designer, without a compiler.

mod review;

use super::pack;
use crate::failure::Failure;
use crate::game::SCRIPTING;
use crate::{game, screen};
use railwright::rules::pack::is_pack;
use railwright::scenario::{self as suite, files_in};
use std::path::{Path, PathBuf};

/// Where scenarios are looked for when nobody says.
const FOLDER: &str = "tests/scenarios";

/// Run scenarios: positions, moves, refusals and what is expected of them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright test                            all scenarios in tests/scenarios
  railwright test one.toml more-scenarios    a file, and all files in a folder
  railwright test one.toml --accept          keep what happens now as what
                                             should happen
  railwright test my-game.railpack           those of a packed game
  railwright test --review                   one difference after the other, with the
                                             rules it concerns: accept, reject or skip

A scenario passes when all goes as it says and its outcome is the one that was
kept beside it, in the folder snapshots.")]
pub struct Args {
    /// Scenario files, or folders of them [default: tests/scenarios]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Keep the outcome of every scenario that goes as it says
    #[arg(long)]
    accept: bool,
    /// Go through the outcomes that are new or have changed, one by one
    #[arg(long, conflicts_with = "accept")]
    review: bool,
    /// A game elsewhere that scenarios may name, too; otherwise they name bundled games and files of their project
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.paths.is_empty() {
        need(Path::new(FOLDER), "go where tests/scenarios is, or give the path of a scenario")?;
    }
    // The scenarios of a packed game are run in a folder that is taken away again.
    let mut apart: Vec<Apart> = Vec::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    for path in &args.paths {
        match path.to_str().filter(|path| is_pack(path)) {
            Some(pack) if args.accept || args.review => {
                let help = format!("railwright pack --unpack {pack} makes a folder in which they can be");
                return Err(Failure::usage(format!("outcomes cannot be kept in {pack}"), help));
            }
            Some(pack) => {
                apart.push(Apart::new(pack, apart.len())?);
                paths.extend(apart.last().map(Apart::scenarios));
            }
            None => paths.push(path.clone()),
        }
    }
    for path in &paths {
        need(path, "give scenario files (.toml), or folders of them")?;
    }
    let summary = suite::run(&paths, SCRIPTING, args.game.as_deref(), args.accept);
    if args.review {
        // What fails is shown first: it cannot be accepted.
        let failed = |verdict: &suite::Verdict| matches!(verdict, suite::Verdict::Failed(_) | suite::Verdict::Unwritten(_));
        let some_failed = !summary.problems.is_empty() || summary.results.iter().any(|(_, verdict)| failed(verdict));
        if some_failed {
            screen::show(&summary.render(true))?;
        }
        let reviewed = review::run(&summary, args.game.as_deref());
        return if some_failed { reviewed.and(Err(Failure::Said)) } else { reviewed };
    }
    screen::show(&summary.render(true))?;
    if summary.is_ok() { Ok(()) } else { Err(Failure::Said) }
}

/// A packed game taken apart in a folder of its own.
struct Apart(PathBuf);

impl Apart {
    fn new(pack: &str, number: usize) -> Result<Self, Failure> {
        let texts = pack::read(pack)?;
        let folder = std::env::temp_dir().join(format!("railwright-test-{}-{number}", std::process::id()));
        pack::into_folder(&texts, &folder)?;
        let apart = Apart(folder);
        match apart.scenarios().is_dir() {
            true => Ok(apart),
            false => {
                Err(Failure::usage(format!("there is no scenario in {pack}"), "pack a game with a folder scenarios beside it"))
            }
        }
    }

    fn scenarios(&self) -> PathBuf {
        self.0.join("scenarios")
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // The folder of the system for such things is cleared anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Makes sure that a path leads to scenarios.
fn need(path: &Path, help: &str) -> Result<(), Failure> {
    let shown = path.display();
    match files_in(path) {
        Ok(_) if path.is_file() && game::file_has(path, &["flow", "extends", "places"], &["play", "game"]) => {
            let help = format!("railwright check {shown} says what is wrong with a game");
            Err(Failure::usage(format!("{shown} is a game or a map, not a scenario"), help))
        }
        Ok(found) if found.is_empty() => Err(Failure::usage(format!("there is no scenario in {shown}"), help)),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Failure::usage(format!("there is no file or folder {shown}"), help))
        }
        Err(error) => Err(Failure::usage(format!("cannot read {shown}: {error}"), help)),
    }
}
