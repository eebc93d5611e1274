//! `railwright merge`: shards of a simulation put together, as if they had been one run.

use crate::commands::sim::outcome;
use crate::failure::Failure;
use crate::{number, progress, records, screen, style};
use railwright::records::merge::{self, FoundShard};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

/// Put the shards of a simulation together
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright merge results                    all shards in results, into results
  railwright merge results --out whole        into another folder
  railwright merge node1/shard-1-of-2 node2/shard-2-of-2 --out whole

Shards are what `railwright sim … --shard i/n --out results` wrote, on whatever
machines. The merged files are those that one run would have written: the same
games in the same order. Shards of different games, rules, seeds, bots or plans,
shards that are missing or there twice, and those that were stopped before
their end are refused; nothing is written then.")]
pub struct Args {
    /// Folders of shards, or folders with shards in them
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Where the merged records go [default: the folder the shards are in]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(missing) = args.folders.iter().find(|folder| !folder.is_dir()) {
        let message = format!("there is no folder {}", missing.display());
        return Err(Failure::usage(message, "give the folder that was given to `sim --out`"));
    }
    let shards = merge::find(&args.folders).and_then(merge::check).map_err(records::failure)?;
    let out = out(args, &shards)?;
    let done = AtomicU64::new(0);
    let rows = shards.iter().flat_map(|shard| &shard.run.records).map(|kept| kept.rows).sum();
    let merging = || merge::merge(&shards, &out, args.force, &done);
    let run = progress::beside(&done, rows, "rows", merging).map_err(records::failure)?;
    if args.json {
        screen::show_json(&outcome::to_json(&run))?;
    } else {
        screen::show(&outcome::render(&run, screen::width()))?;
        for kept in &run.records {
            let (path, rows) = (out.join(&kept.file), number::count(kept.rows, "row"));
            screen::tell(&format!("{} {} ({rows})\n", style::paint(style::FAINT, "wrote"), path.display()));
        }
    }
    if run.results.failed > 0 { Err(Failure::Said) } else { Ok(()) }
}

/// Where to: shards that lie in one folder are merged into it when nobody says otherwise.
fn out(args: &Args, shards: &[FoundShard]) -> Result<PathBuf, Failure> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    match &args.folders[..] {
        [one] if shards.iter().all(|shard| shard.folder.parent() == Some(one)) => Ok(one.clone()),
        _ => Err(Failure::usage("where should the merged records go?", "--out FOLDER says so")),
    }
}
