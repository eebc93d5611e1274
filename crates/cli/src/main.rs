//! The `railwright` program: a thin shell around the library crates.
//!
//! Every command is a file of [`commands`]. What goes wrong is a [`failure::Failure`], which knows its exit code; what is shown
//! goes through [`screen`], so that colour, width and broken pipes are dealt with in one place.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod batch;
mod commands;
mod failure;
mod game;
mod interrupt;
mod markdown;
mod number;
mod panic;
mod progress;
mod records;
mod save;
mod screen;
mod seat;
mod shell;
mod style;
mod table;
mod whole_file;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Rail board games as data: play them, look at them, check them, simulate them, test them.
#[derive(Parser)]
#[command(name = "railwright", bin_name = "railwright", version, styles = style::HELP, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Cli {
    /// When to use colour: auto, always or never
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    color: screen::Color,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  railwright play ticket-to-ride --browser    play against a bot, in the browser
  railwright play ticket-to-ride              the same in the terminal
  railwright serve                            play with friends at other screens
  railwright games                            the games that come with the program
  railwright sim ticket-to-ride --games 1000  watch bots play
  railwright check my-game.toml               what is wrong with a game file
  railwright explain claim                    what a mechanic, key or report means

Wherever GAME appears, give a bundled game's id, the path of a .toml file or
that of a packed game (.railpack).
Exit code: 0 all is well, 1 a check failed, 2 the command line is wrong, 130 it
was interrupted, 143 it was asked to end (SIGTERM).";

#[derive(Subcommand)]
enum Command {
    Play(commands::play::Args),
    Games(commands::games::Args),
    Map(commands::map::Args),
    Check(commands::check::Args),
    New(commands::new::Args),
    Explain(commands::explain::Args),
    Resolve(commands::resolve::Args),
    Diff(commands::diff::Args),
    Rules(commands::rules::Args),
    Schema(commands::schema::Args),
    Sim(commands::sim::Args),
    Merge(commands::merge::Args),
    Compare(commands::compare::Args),
    Report(commands::report::Args),
    Replay(commands::replay::Args),
    Serve(commands::serve::Args),
    Studio(commands::studio::Args),
    ServeStdio(commands::serve_stdio::Args),
    Test(commands::test::Args),
    Migrate(commands::migrate::Args),
    Watch(commands::watch::Args),
    Lsp(commands::lsp::Args),
    Pack(commands::pack::Args),
    Tune(commands::tune::Args),
    Mutate(commands::mutate::Args),
    Holes(commands::holes::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    panic::explain();
    interrupt::survive_large_files();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => {
            // The command line was not understood, so the colour it asks for is looked up by hand.
            screen::Color::asked_for(std::env::args()).apply();
            // Nobody is there to be told when this cannot be shown.
            let _ = message.print();
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(failure::USAGE));
        }
    };
    cli.color.apply();
    let done = match cli.command {
        Command::Play(args) => commands::play::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Map(args) => commands::map::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Resolve(args) => commands::resolve::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Schema(args) => commands::schema::run(&args),
        Command::Sim(args) => commands::sim::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Studio(args) => commands::studio::run(&args),
        Command::ServeStdio(args) => commands::serve_stdio::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Migrate(args) => commands::migrate::run(&args),
        Command::Watch(args) => commands::watch::run(&args),
        Command::Lsp(args) => commands::lsp::run(&args),
        Command::Pack(args) => commands::pack::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Mutate(args) => commands::mutate::run(&args),
        Command::Holes(args) => commands::holes::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    };
    done.map_or_else(Failure::finish, |()| ExitCode::SUCCESS)
}
