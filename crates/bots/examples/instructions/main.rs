//! Counts the instructions of each verb in each game and compares them with the counts that were kept.
//!
//!     cargo xtask test --only instructions   compares, fails above +15 %
//!     cargo xtask accept instructions        keeps the counts of now
//!
//! Instructions do not depend on how busy the machine is. The profile is that of tests, which need it anyway.

#[path = "../../benches/common/mod.rs"]
mod common;
mod count;
mod kept;

use common::{Ready, Verb};
use kept::{Counts, MAY_GROW};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => compare(),
        ["--accept"] => accept(),
        // What runs under Valgrind.
        ["work", game, verb, times] => {
            let verb = Verb::ALL[verb.parse::<usize>().expect("a verb")].0;
            counted(&mut Ready::new(game), verb, times.parse().expect("a number"));
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("instructions: compares with what was kept; --accept keeps what is counted now");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("instructions: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// What is counted: nothing before it and nothing after. Valgrind knows it by its name, and closures in it would count as
/// its end.
#[inline(never)]
fn counted(ready: &mut Ready, verb: Verb, times: u64) {
    for _ in 0..times {
        ready.run(verb);
    }
}

fn compare() -> Result<ExitCode, String> {
    let kept = Counts::read()?;
    let now = count::all()?;
    let rows = kept::compare(&kept, &now);
    println!("{:17} {:12} {:>12} {:>12}", "", "", "kept", "now");
    rows.iter().for_each(|row| println!("{row}"));
    if kept.with != now.with {
        println!("\nkept with {}, counted with {}: another compiler counts otherwise", kept.with, now.with);
    }
    let wrong = rows.iter().filter(|row| row.wrong().is_some()).count();
    if wrong == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("\n{wrong} of {} counts are wrong: more than {MAY_GROW} % above what was kept, or not kept at all.", rows.len());
    println!("Make them fewer; or keep them, and say why in the commit:");
    println!("    cargo xtask accept instructions");
    Ok(ExitCode::FAILURE)
}

fn accept() -> Result<ExitCode, String> {
    let before = Counts::read().unwrap_or_default();
    let now = count::all()?;
    kept::compare(&before, &now).iter().for_each(|row| println!("{row}"));
    now.write()?;
    println!("\nkept in {}, and the table in {}", kept::COUNTS, kept::PAGE);
    Ok(ExitCode::SUCCESS)
}
