//! The long run: millions of inputs on all cores, each with its time and memory measured.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod outcome;
mod run;
mod worker;

use clap::Parser;
use railwright_hostile::{MEMORY, SUBJECTS, Subject, TIME, Way, find, judge};
use std::path::PathBuf;
use std::process::ExitCode;

/// Try millions of hostile inputs; fail when one breaks the program, or takes more time or memory than is allowed
#[derive(Parser)]
#[command(
    name = "railwright-hostile",
    after_help = "\
Examples:
  railwright-hostile --inputs 10000000            all kinds of input, on all cores
  railwright-hostile --only map --first 5000000   maps, with numbers that were not tried yet
  railwright-hostile --only game --way structured --inputs 200000
  railwright-hostile --try map found/map-raw-17   one input again, with its panic as it is

Exit code: 0 all is well, 1 an input broke the program or a limit, 2 the command line is wrong."
)]
struct Args {
    /// How many inputs to try altogether
    #[arg(long, default_value_t = 100_000)]
    inputs: u64,
    /// The number of the first input of each kind; each number is always the same input
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Only this kind of input: text, game, map, script, meaning, scenario, save, notation, expression, folder, disk, seed, undo or output
    #[arg(long, value_name = "KIND", value_parser = named)]
    only: Option<&'static Subject>,
    /// Only inputs that are made in this way
    #[arg(long, value_enum)]
    way: Option<Way>,
    /// How many processes try inputs [default: one for each core]
    #[arg(long)]
    workers: Option<usize>,
    /// The folder that inputs which break something are written to
    #[arg(long, value_name = "FOLDER", default_value = "hostile-found")]
    found: PathBuf,
    /// Try one input again: its kind and its file
    #[arg(long = "try", num_args = 2, value_names = ["KIND", "FILE"])]
    again: Option<Vec<String>>,
    /// Try what is asked for on the standard input: what the program starts itself
    #[arg(long, hide = true)]
    worker: bool,
}

/// A way in the words of files and of workers.
fn word(way: Way) -> &'static str {
    match way {
        Way::Raw => "raw",
        Way::Structured => "structured",
    }
}

fn named(name: &str) -> Result<&'static Subject, String> {
    let names = || SUBJECTS.iter().map(|subject| subject.name).collect::<Vec<_>>().join(", ");
    find(name).ok_or_else(|| format!("there are {}", names()))
}

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some([kind, file]) = args.again.as_deref() {
        return try_again(kind, file);
    }
    if args.worker {
        return worker::work().map_or_else(|error| usage(&error.to_string()), |()| ExitCode::SUCCESS);
    }
    let subjects: Vec<&'static Subject> = args.only.map_or_else(|| SUBJECTS.iter().collect(), |one| vec![one]);
    let ways = args.way.map_or_else(|| vec![Way::Raw, Way::Structured], |way| vec![way]);
    let workers = args.workers.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let results = match run::run(&subjects, &ways, args.first, args.inputs, workers, &args.found) {
        Ok(results) => results,
        Err(error) => return usage(&format!("a worker cannot be started: {error}")),
    };
    print!("{}", outcome::table(&results));
    println!("bounds for one input: {} ms, {} MiB", TIME.as_millis(), MEMORY >> 20);
    if results.iter().all(|result| result.wrong == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn try_again(kind: &str, file: &str) -> ExitCode {
    let (subject, input) = match (named(kind), std::fs::read(file)) {
        (Ok(subject), Ok(input)) => (subject, input),
        (Err(error), _) => return usage(&format!("no kind of input `{kind}`: {error}")),
        (_, Err(error)) => return usage(&format!("cannot read {file}: {error}")),
    };
    let verdict = judge(subject, &input);
    println!("{} ms, {} KiB", verdict.time.as_millis(), verdict.memory >> 10);
    match verdict.wrong(1) {
        Some(wrong) => {
            println!("{wrong}");
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    }
}

fn usage(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}
