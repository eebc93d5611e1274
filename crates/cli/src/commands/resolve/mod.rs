//! `railwright resolve`: the game as it is played, with the place each value comes from.

mod print;

use crate::failure::Failure;
use crate::game::Wanted;
use crate::screen;
use railwright::rules::Loaded;
use railwright::source::{Files, Node, Value};
use serde_json::json;

/// Print a game with its map, parents and overlays merged, and where each value comes from
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright resolve ticket-to-ride --players 2    with the overlays for two players
  railwright resolve my-game.toml | less           a game of your own
  railwright resolve ticket-to-ride > flat.toml    the result is a game file again")]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// Print JSON: the values, and the place of each by its path
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let loaded = args.wanted.load()?;
    // A game with errors is shown as far as it goes: seeing it merged is how its author finds out.
    if loaded.tree.as_table().is_some_and(|table| !table.is_empty()) {
        if args.json {
            screen::show_json(&to_json(&args.wanted, &loaded))?;
        } else {
            screen::show(&print::page(&args.wanted, &loaded))?;
        }
    }
    if loaded.report.is_ok() {
        return Ok(());
    }
    screen::tell(&loaded.report.render(&loaded.files, true));
    Err(Failure::Said)
}

/// How many play, as asked for or as the game's least.
fn players(wanted: &Wanted, tree: &Node) -> u64 {
    let least = || tree.at("players.0").and_then(Node::as_int).and_then(|n| u64::try_from(n).ok());
    wanted.players.map(u64::from).or_else(least).unwrap_or(0)
}

fn to_json(wanted: &Wanted, loaded: &Loaded) -> serde_json::Value {
    let mut origins = serde_json::Map::new();
    collect_origins(&loaded.tree, String::new(), &loaded.files, &mut origins);
    json!({
        "game": wanted.game,
        "players": players(wanted, &loaded.tree),
        "options": wanted.option,
        "overlays": loaded.overlays,
        "files": loaded.files.ids().map(|id| loaded.files.name(id)).collect::<Vec<_>>(),
        "values": loaded.tree.to_json(),
        "origins": origins,
    })
}

fn collect_origins(node: &Node, path: String, files: &Files, origins: &mut serde_json::Map<String, serde_json::Value>) {
    match &node.value {
        // A table with nothing in it stands somewhere, too: `scripts = { storm = {} }` uses a module as it is.
        Value::Table(table) if !table.is_empty() => {
            for entry in table {
                let path = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
                collect_origins(&entry.node, path, files, origins);
            }
        }
        _ => {
            origins.insert(path, files.locate(node.origin).into());
        }
    }
}
