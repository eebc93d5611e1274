//! `railwright check`: everything that is wrong with a game, for every number of players and every option, once.

use crate::failure::Failure;
use crate::{game, number, screen, style};
use railwright::rules::library::looks_like_path;
use railwright::{Check, CheckOptions, Played, bundled_games, check, check_scenario, check_with};
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
with every option switched by itself; where that makes more than 64 settings, for
every number of players and for each option with one of them. Beyond what is wrong, checks of sense look
for what is hardly meant: cities without a line, tickets nobody can make, things
nobody names. Each has a page (`railwright explain unused`) and can be allowed in
the game file, with the reason. The scenarios in a folder `scenarios` beside the
game are looked at, too.

Then a few random games of each of these settings are played, with every
invariant checked, for what only shows in play: a script that breaks down, steps
that go on for ever, a seat that must choose and cannot, games that all end the
same odd way. That takes 0.1 s for a setting and 0.3 s for a game at most. Each
fault is shown with the command that plays its game again.")]
pub struct Args {
    /// Bundled ids or paths of .toml files [default: all bundled games]
    #[arg(value_name = "GAME|FILE")]
    games: Vec<String>,
    /// Warnings fail the check as well
    #[arg(long)]
    strict: bool,
    /// Play no trial games: for editors that check with every key
    #[arg(long)]
    no_play: bool,
    /// Say how many trial games were played, and what they note: actions that nobody could ever choose
    #[arg(long, short)]
    verbose: bool,
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
    let options = CheckOptions { play: !args.no_play, ..CheckOptions::default() };
    let checked = |name: &String| if is_scenario(name) { check_scenario(name) } else { check_with(name, options) };
    let outcomes: Vec<Check> = games.iter().map(checked).collect();
    if args.json {
        screen::show_json(&outcomes.iter().map(Check::to_json).collect())?;
    } else {
        let text: String =
            outcomes.iter().map(|outcome| render(outcome, args.verbose) + &*played(outcome, args.verbose)).collect();
        screen::show(&format!("{text}{}", summary(&outcomes)))?;
    }
    let fails = |outcome: &Check| !outcome.is_ok() || (args.strict && outcome.warnings() > 0);
    if outcomes.iter().any(fails) { Err(Failure::Said) } else { Ok(()) }
}

/// What is to be said about a game, and whether there is no error.
pub fn report(game: &str) -> (String, bool) {
    let outcome = check(game);
    (render(&outcome, false), outcome.is_ok())
}

fn render(outcome: &Check, notes: bool) -> String {
    let mut text = outcome.render_with(true, notes);
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
        settings if settings < outcome.all_settings() => {
            format!(
                "{settings} of {}: every number of players, and options as far as may be",
                number::count(outcome.all_settings() as u64, "setting")
            )
        }
        settings => number::count(settings as u64, "setting"),
    };
    let problems = match (errors, warnings) {
        (0, 0) => String::new(),
        _ => format!(": {}, {}", number::count(errors as u64, "error"), number::count(warnings as u64, "warning")),
    };
    format!("{text}{} {} ({settings}){problems}\n", style::paint(style, mark), outcome.game)
}

/// How many trial games were played, for those who want to know.
fn played(outcome: &Check, verbose: bool) -> String {
    let Some(Played { games, settings, of, cut }) = outcome.played().filter(|_| verbose) else { return String::new() };
    let games = number::count(games, "trial game");
    let cut = if cut { ", cut short to save time" } else { "" };
    format!("   {games} in {settings} of {}{cut}\n", number::count(of as u64, "setting"))
}

fn summary(outcomes: &[Check]) -> String {
    if outcomes.len() < 2 {
        return String::new();
    }
    let failed = outcomes.iter().filter(|outcome| !outcome.is_ok()).count();
    let games = number::count(outcomes.len() as u64, "game");
    if failed == 0 { format!("{games} checked, no errors\n") } else { format!("{games} checked, {failed} failed\n") }
}
