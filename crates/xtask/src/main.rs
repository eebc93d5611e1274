//! `cargo xtask`: the one way to test the whole repository, to accept what has changed, and to run what takes long.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod accept;
mod arguments;
mod machine;
mod needs;
mod parts;
mod run;
mod soak;
mod test;

use arguments::{Order, read};
use machine::Machine;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let machine = Machine::this();
    let done = match read(&words) {
        Ok(Order::Help(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Order::Test { filters, only, install }) => test::run(&machine, &filters, &only, install),
        Ok(Order::Accept(what)) => accept::run(&machine, &what),
        Ok(Order::Soak { names, list }) => soak::run(&machine, &names, list),
        Err(wrong) => {
            eprintln!("cargo xtask: {wrong}\n`cargo xtask --help` shows what there is");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(line) => {
            println!("\n{line}");
            ExitCode::SUCCESS
        }
        Err(line) => {
            eprintln!("\n{line}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_owned()
}
