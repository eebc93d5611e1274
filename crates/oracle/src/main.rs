//! `railwright-oracle`: outcomes made anew, compared, or one game told.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

use clap::{Parser, Subcommand};
use railwright_oracle::run::table;
use railwright_oracle::{Case, accept, folder, saves, told};
use std::process::ExitCode;

/// Keep what comes of thousands of seeded games, and notice when it changes
#[derive(Parser)]
#[command(name = "railwright-oracle")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what is no longer as tests/oracle says
    Check,
    /// Make tests/oracle say what comes of the games now
    Accept {
        /// How many games to try with each number of players for an ending that no save shows
        #[arg(long, value_name = "GAMES", default_value_t = railwright_oracle::endings::TRIED)]
        tried: u64,
    },
    /// Tell a game in full: who chose among how many actions and what, then every field of the final state
    Show {
        /// The id of a bundled game, or the path of a file
        game: String,
        /// How many play; without it as few as can
        #[arg(long, default_value_t = 0)]
        players: u8,
        /// An option that is switched on, or off with `no-` before it
        #[arg(long)]
        option: Option<String>,
        /// The seed of the game
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::Check => check(),
        Command::Accept { tried } => accept_all(tried),
        Command::Show { game, players, option, seed } => show(&Case { game, players, option }, seed),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn check() -> Result<ExitCode, String> {
    let differs = accept::check(&folder())?;
    println!("{}", differs.as_deref().unwrap_or("All outcomes are as they were."));
    Ok(if differs.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn accept_all(tried: u64) -> Result<ExitCode, String> {
    let folder = folder();
    let mut changed = accept::accept(&folder)?;
    changed.extend(saves::accept(&folder, tried)?);
    for path in &changed {
        println!("changed: {}", path.strip_prefix(&folder).unwrap_or(path).display());
    }
    if changed.is_empty() {
        println!("All outcomes are as they were.");
    }
    Ok(ExitCode::SUCCESS)
}

fn show(case: &Case, seed: u64) -> Result<ExitCode, String> {
    print!("{}", told::tell(&table(case.rules()?).story(seed)));
    Ok(ExitCode::SUCCESS)
}
