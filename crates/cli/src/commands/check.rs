//! `railwright check`: everything that is wrong with a game, for every number of players and every option, once.

use crate::failure::Failure;
use crate::{game, number, screen, style};
use railwright::rules::library::looks_like_path;
use railwright::{Check, bundled_games, check, check_scenario};
use std::path::Path;

/// Check games: every problem at once, with its place and its remedy
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright check                    all bundled games
  railwright check my-game.toml       a game of your own; its map and scripts
                                      are found beside it
  railwright check --strict --json    for programs; warnings count as well

A game is loaded for every number of players it allows, and for each of these
with every option switched by itself. Beyond what is wrong, checks of sense look
for what is hardly meant: cities without a line, tickets nobody can make, things
nobody names. Each has a page (`railwright explain unused`) and can be allowed in
the game file, with the reason. The scenarios in a folder `scenarios` beside the
game are looked at, too.")]
pub struct Args {
    /// Bundled ids or paths of .toml files [default: all bundled games]
    #[arg(value_name = "GAME|FILE")]
    games: Vec<String>,
    /// Warnings fail the check as well
    #[arg(long)]
    strict: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let games = if args.games.is_empty() { bundled_games() } else { args.games.clone() };
    let is_scenario = |name: &str| looks_like_path(name) && game::file_has(Path::new(name), &["play"], &["flow", "extends"]);
    let (maps, games): (Vec<String>, Vec<String>) = match games.len() {
        1 => (Vec::new(), games),
        _ => games.into_iter().partition(|name| looks_like_path(name) && game::is_map(Path::new(name))),
    };
    for map in &maps {
        screen::tell(&format!("{map} is a map: it is checked with the games that are played on it\n"));
    }
    games.iter().filter(|name| !is_scenario(name)).try_for_each(|name| game::find(name))?;
    let outcomes: Vec<Check> =
        games.iter().map(|name| if is_scenario(name) { check_scenario(name) } else { check(name) }).collect();
    if args.json {
        screen::show_json(&outcomes.iter().map(Check::to_json).collect())?;
    } else {
        let text: String = outcomes.iter().map(render).collect();
        screen::show(&format!("{text}{}", summary(&outcomes)))?;
    }
    let fails = |outcome: &Check| !outcome.is_ok() || (args.strict && outcome.warnings() > 0);
    if outcomes.iter().any(fails) { Err(Failure::Said) } else { Ok(()) }
}

/// What is to be said about a game, and whether there is no error.
pub fn report(game: &str) -> (String, bool) {
    let outcome = check(game);
    (render(&outcome), outcome.is_ok())
}

fn render(outcome: &Check) -> String {
    let mut text = outcome.render(true);
    if outcome.omitted > 0 {
        text += &format!("… and {} more\n", number::thousands(outcome.omitted as u64));
    }
    let (errors, warnings) = (outcome.errors(), outcome.warnings());
    let (mark, style) = match (errors, warnings) {
        (0, 0) => ("ok", style::GOOD),
        (0, _) => ("warned", style::WARN),
        _ => ("failed", style::ERROR),
    };
    let settings = match outcome.settings() {
        0 => "scenario".to_owned(),
        settings => number::count(settings as u64, "setting"),
    };
    let problems = match (errors, warnings) {
        (0, 0) => String::new(),
        _ => format!(": {}, {}", number::count(errors as u64, "error"), number::count(warnings as u64, "warning")),
    };
    format!("{text}{} {} ({settings}){problems}\n", style::paint(style, mark), outcome.game)
}

fn summary(outcomes: &[Check]) -> String {
    if outcomes.len() < 2 {
        return String::new();
    }
    let failed = outcomes.iter().filter(|outcome| !outcome.is_ok()).count();
    let games = number::count(outcomes.len() as u64, "game");
    if failed == 0 { format!("{games} checked, no errors\n") } else { format!("{games} checked, {failed} failed\n") }
}
