//! `railwright diff`: what one game changes of another, in words.

use crate::failure::Failure;
use crate::game;
use crate::{markdown, screen};
use railwright::manual::difference::{Change, changes_by_players, page};
use railwright::manual::html_page;
use railwright::source::Node;
use serde_json::json;
use std::io::IsTerminal;

/// Say in words what a game changes of another: fit for a rules leaflet
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright diff ticket-to-ride northern-lights       what a variant changes
  railwright diff ticket-to-ride my-variant.toml > changes.md
  railwright diff my-game.toml my-game.toml --option long    what an option changes
  railwright diff ticket-to-ride northern-lights --html      a leaflet to print on a sheet of A4

All numbers of players that both games allow are compared; what holds only for
some says so. Written to a file or a pipe, the page is Markdown.")]
pub struct Args {
    /// The game that is changed: a bundled id, or the path of a .toml file
    #[arg(value_name = "A")]
    a: String,
    /// The game that changes it
    #[arg(value_name = "B")]
    b: String,
    /// Switch an option of B on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// A page for the browser and the printer instead: a leaflet
    #[arg(long, conflicts_with = "json")]
    html: bool,
    /// Where to put the page [default: the ids of both games and .html]
    #[arg(long, short, value_name = "FILE", requires = "html")]
    output: Option<std::path::PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let a = game::for_all_players(&args.a, &[])?.games;
    let b = game::for_all_players(&args.b, &args.option)?.games;
    let name = |games: &[(u8, Node)]| games.first().and_then(|(_, tree)| tree.at("name")?.as_text().map(str::to_owned));
    let (from, to) = (name(&a).unwrap_or_default(), name(&b).unwrap_or_default());
    let find = |players: u8| b.iter().find(|(of, _)| *of == players).map(|(_, tree)| tree.clone());
    let mut pairs: Vec<(u8, Node, Node)> =
        a.iter().filter_map(|(players, tree)| Some((*players, tree.clone(), find(*players)?))).collect();
    if pairs.is_empty() {
        // No number of players in common: each as it is with its fewest.
        pairs.extend(a.first().zip(b.first()).map(|((players, a), (_, b))| (*players, a.clone(), b.clone())));
    }
    let changes = changes_by_players(&pairs);
    if args.json {
        let list: Vec<_> = changes.iter().map(to_json).collect();
        return screen::show_json(&json!({ "from": from, "to": to, "changes": list }));
    }
    let title = format!("{to}: what is different from {from}");
    let text = page(&title, &changes);
    if args.html {
        let id = railwright::rules::compile::game_id;
        let path = args.output.clone().unwrap_or_else(|| format!("{}-{}.html", id(&args.a), id(&args.b)).into());
        crate::whole_file::write(&path, html_page(&title, &text, None, true).as_bytes())?;
        return screen::show(&format!("wrote {}\n", path.display()));
    }
    if std::io::stdout().is_terminal() {
        screen::show(&markdown::render(&text, screen::width()))
    } else {
        screen::show_raw(&text)
    }
}

fn to_json(change: &Change) -> serde_json::Value {
    json!({ "part": change.part.heading(), "text": change.text, "players": change.players })
}
