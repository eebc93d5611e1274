//! `railwright rules`: the rulebook of a game, written from its data.

use crate::failure::Failure;
use crate::game::{self, Merged, SCRIPTING};
use crate::{markdown, screen, whole_file};
use railwright::manual::{Edition, edition, examples, html_page, other_choices};
use railwright_terminal::rulebook::chapters;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Write the rulebook of a game, from its data and what its mechanics say of themselves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright rules ticket-to-ride                    read it in the terminal
  railwright rules ticket-to-ride --html             ticket-to-ride.html: to read and to print on A4
  railwright rules my-game.toml --md -o RULES.md     keep it beside the game
  railwright rules my-game.toml --option long        as it is with an option

In a terminal the rulebook is text, in a pipe Markdown, unless something else is asked for.")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// Switch an option of the game on, or off with `no-` before its name; may be repeated
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// A page for the browser and the printer, with a picture of the board
    #[arg(long, conflicts_with_all = ["md", "text"])]
    html: bool,
    /// Markdown
    #[arg(long, conflicts_with = "text")]
    md: bool,
    /// Text in lines that are no longer than the terminal is wide
    #[arg(long)]
    text: bool,
    /// Where to [default: the standard output; of a page the name of the game and .html]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Merged { games, scripts, rules } = game::for_all_players(&args.game, &args.option)?;
    let mut options = Vec::new();
    for option in games.first().map(|(_, tree)| other_choices(tree)).unwrap_or_default() {
        // What was asked for on the command line is told as the game itself.
        let is_asked = args.option.iter().any(|asked| asked.trim_start_matches("no-") == option.trim_start_matches("no-"));
        if !is_asked {
            let with: Vec<String> = args.option.iter().cloned().chain([option.clone()]).collect();
            options.push((option, game::for_all_players(&args.game, &with)?.games));
        }
    }
    let shown = examples(&rules, SCRIPTING);
    let cited = cited(&games);
    let numbered: Vec<(String, Vec<(String, String)>)> =
        chapters(&rules.head.id, &cited).into_iter().map(|chapter| (chapter.heading, chapter.rules)).collect();
    let page = edition(&Edition { games: &games, options: &options, scripts: &scripts, examples: &shown, numbered: &numbered });
    let is_page = args.html || args.output.as_ref().is_some_and(|path| path.extension().is_some_and(|ending| ending == "html"));
    let text = match () {
        () if is_page => html_page(&rules.head.name, &page, Some(&railwright::draw::svg(&rules, None)), false),
        () if args.text || (!args.md && args.output.is_none() && std::io::stdout().is_terminal()) => {
            let width = screen::width();
            let text = markdown::render(&with_columns(&page), width);
            match &args.output {
                Some(_) => text,
                None => return screen::show(&text),
            }
        }
        () => page,
    };
    let usual = || args.html.then(|| PathBuf::from(format!("{}.html", railwright::rules::compile::game_id(&args.game))));
    match args.output.clone().or_else(usual) {
        Some(path) if path.as_os_str() != "-" => {
            whole_file::write(&path, text.as_bytes())?;
            screen::show(&format!("wrote {}\n", path.display()))
        }
        _ => screen::show_raw(&text),
    }
}

/// The page without emphasis and with its tables in columns, where these are narrow enough for a terminal.
fn with_columns(page: &str) -> String {
    const WIDEST: usize = 72;
    let mut out = String::new();
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let flush = |rows: &mut Vec<Vec<&str>>, out: &mut String| {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let fits = widths.iter().sum::<usize>() + 2 * columns <= WIDEST;
        if columns > 0 && fits {
            out.push_str("```\n");
            for row in rows.iter() {
                let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
                out.push_str(cells.join("  ").trim_end());
                out.push('\n');
            }
            out.push_str("```\n");
        } else {
            rows.iter().for_each(|row| out.push_str(&format!("- {}\n", row.join(", "))));
        }
        rows.clear();
    };
    for line in page.lines() {
        match line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
            Some(row) => rows.push(row.split(" | ").collect()),
            None if line.starts_with("|---") => {}
            None => {
                flush(&mut rows, &mut out);
                // Emphasis is for pages.
                out.push_str(&line.replace('*', ""));
                out.push('\n');
            }
        }
    }
    flush(&mut rows, &mut out);
    out
}

/// The numbers of all rules that a game cites anywhere.
fn cited(games: &[(u8, railwright::source::Node)]) -> Vec<String> {
    let mut list = Vec::new();
    games.iter().for_each(|(_, tree)| gather(tree, false, &mut list));
    list
}

fn gather(node: &railwright::source::Node, within: bool, list: &mut Vec<String>) {
    if let Some(text) = node.as_text().filter(|text| within && !list.iter().any(|known| known == text)) {
        list.push(text.to_owned());
    }
    node.as_list().into_iter().flatten().for_each(|item| gather(item, within, list));
    for entry in node.as_table().into_iter().flatten() {
        gather(&entry.node, within || entry.key == "cites", list);
    }
}
