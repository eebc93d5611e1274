//! `railwright games`: what comes with the program. Only heads are read, nothing is compiled, so that it answers at once.

use crate::failure::Failure;
use crate::table::{Cell, Side, Table, wrap};
use crate::{number, screen, style};
use railwright::Listing;
use serde_json::json;

/// List the games that come with the program
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright games           tables for people, one for each family
  railwright games --json    the same for programs, with the sources of each board")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut heads: Vec<Listing> = railwright::bundled_games().iter().map(|id| Listing::of(id)).collect();
    heads.sort_by(|a, b| (&a.family, a.variant, &a.id).cmp(&(&b.family, b.variant, &b.id)));
    if args.json {
        return screen::show_json(&heads.iter().map(to_json).collect());
    }
    let width = screen::width();
    let families = heads.chunk_by(|a, b| a.family == b.family).map(|family| shown(family, width));
    screen::show(&format!("{}{}", families.collect::<Vec<_>>().join("\n"), sources(&heads, width)))
}

fn to_json(head: &Listing) -> serde_json::Value {
    let options: serde_json::Map<_, _> = head.options.iter().map(|(id, text)| (id.clone(), text.as_str().into())).collect();
    json!({
        "id": head.id,
        "name": head.name,
        "summary": head.summary,
        "family": head.family,
        "players": [head.players.0, head.players.1],
        "minutes": head.minutes,
        "map": head.map,
        "map_name": head.map_name,
        "provenance": head.provenance,
        "provenance_note": head.provenance_note,
        "options": options,
    })
}

/// The games of a family under its name.
fn shown(family: &[Listing], width: Option<usize>) -> String {
    let name = family.first().map_or("", |head| head.family.as_str());
    format!("{}\n{}", style::paint(style::HINT, name), table(family).render(width))
}

fn table(heads: &[Listing]) -> Table {
    let columns = [("game", Side::Left), ("players", Side::Right), ("minutes", Side::Right), ("board", Side::Left)];
    let mut table = Table::new(&[&columns[..], &[("about", Side::Wrap)]].concat());
    for head in heads {
        table.row(vec![
            Cell::styled(&head.id, style::STRONG),
            number::range(head.players).into(),
            head.minutes.map_or(String::new(), |minutes| minutes.to_string()).into(),
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
fn sources(heads: &[Listing], width: Option<usize>) -> String {
    if heads.iter().all(|head| head.provenance != "reconstructed") {
        return String::new();
    }
    let text = "RECONSTRUCTED: not all facts of this board are published; the map's provenance-note says which are not \
                (railwright games --json shows it).";
    format!("\n{}\n", wrap(text, width.unwrap_or(100)).join("\n"))
}
