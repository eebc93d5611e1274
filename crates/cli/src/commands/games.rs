//! `railwright games`: what comes with the program. Only heads are read, nothing is compiled, so that it answers at once.

use crate::failure::Failure;
use crate::table::{Cell, Side, Table, wrap};
use crate::{number, screen, style};
use railwright::rules::Setting;
use railwright::rules::layers::Layers;
use railwright::rules::library::Library;
use railwright::source::{Node, Report};
use serde_json::json;

/// List the games that come with the program
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright games           a table for people
  railwright games --json    the same for programs, with the sources of each board")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the list says of a game.
struct Head {
    id: String,
    name: String,
    summary: String,
    players: (u8, u8),
    map: String,
    map_name: String,
    provenance: String,
    provenance_note: String,
    options: Vec<(String, String)>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let heads: Vec<Head> = railwright::bundled_games().iter().map(|id| head(id)).collect();
    if args.json {
        return screen::show_json(&heads.iter().map(to_json).collect());
    }
    let width = screen::width();
    screen::show(&format!("{}{}", table(&heads).render(width), sources(&heads, width)))
}

fn head(id: &str) -> Head {
    // What is wrong with a bundled game is for `check` to say; here whatever can be read is shown.
    let mut report = Report::new();
    let mut library = Library::for_game(id);
    let layers = Layers::read(&mut library, id, &mut report);
    let players = layers.as_ref().map(|layers| layers.players(&mut report)).unwrap_or_default();
    let setting = Setting { players: players.0, options: Vec::new() };
    let tree = layers.map(|layers| layers.merge(&library.files, &setting, &mut report).tree);
    let text = |key: &str| tree.as_ref().and_then(|tree| tree.at(key)?.as_text()).unwrap_or_default().trim().to_owned();
    let options = tree.as_ref().and_then(|tree| tree.at("options")?.as_table());
    let meaning = |node: &Node| node.at("text").and_then(Node::as_text).unwrap_or_default().to_owned();
    Head {
        id: id.to_owned(),
        name: text("name"),
        summary: text("summary"),
        players,
        map: text("map"),
        map_name: text("map-name"),
        provenance: text("provenance"),
        provenance_note: text("provenance-note"),
        options: options.map(|t| t.iter().map(|e| (e.key.clone(), meaning(&e.node))).collect()).unwrap_or_default(),
    }
}

fn to_json(head: &Head) -> serde_json::Value {
    let options: serde_json::Map<_, _> = head.options.iter().map(|(id, text)| (id.clone(), text.as_str().into())).collect();
    json!({
        "id": head.id,
        "name": head.name,
        "summary": head.summary,
        "players": [head.players.0, head.players.1],
        "map": head.map,
        "map_name": head.map_name,
        "provenance": head.provenance,
        "provenance_note": head.provenance_note,
        "options": options,
    })
}

fn table(heads: &[Head]) -> Table {
    let columns =
        [("game", Side::Left), ("name", Side::Left), ("players", Side::Right), ("map", Side::Left), ("board", Side::Left)];
    let mut table = Table::new(&[&columns[..], &[("about", Side::Wrap)]].concat());
    for head in heads {
        table.row(vec![
            Cell::styled(&head.id, style::STRONG),
            head.name.as_str().into(),
            number::range(head.players).into(),
            head.map.as_str().into(),
            board(&head.provenance),
            head.summary.as_str().into(),
        ]);
    }
    table
}

/// Where a board's facts come from; what is not published must not be taken for the real thing.
fn board(provenance: &str) -> Cell {
    match provenance {
        "reconstructed" => Cell::styled("RECONSTRUCTED", style::WARN),
        other => other.into(),
    }
}

/// What reconstructed means, if there is one.
fn sources(heads: &[Head], width: Option<usize>) -> String {
    if heads.iter().all(|head| head.provenance != "reconstructed") {
        return String::new();
    }
    let text = "RECONSTRUCTED: not all facts of this board are published; the map's provenance-note says which are not \
                (railwright games --json shows it).";
    format!("\n{}\n", wrap(text, width.unwrap_or(100)).join("\n"))
}
