//! Counts the instructions of each verb in each bundled game and compares them with the counts that were kept.
//!
//! Instructions do not depend on how busy the machine is. Every count is the difference of two runs of this program under
//! valgrind: one that does the verb many times, and one that only gets ready for it.
//!
//!     cargo run --profile counts -p railwright-bots --example instructions             compares, fails above +15 %
//!     cargo run --profile counts -p railwright-bots --example instructions -- --accept keeps the counts of now

#[path = "../benches/common/mod.rs"]
mod common;

use common::{Ready, Verb, games};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts may grow by so many percent.
const MAY_GROW: u64 = 15;
/// Which of several forms of a function of the C library is taken must not depend on the processor.
const PLAIN_LIBRARY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-AVX,-AVX512F,-AVX512VL,-ERMS,-FSRM");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => compare(false),
        ["--accept"] => compare(true),
        ["work", game, verb, times] => {
            let mut ready = Ready::new(game);
            let (verb, _) = Verb::find(verb).expect("a verb");
            (0..times.parse().expect("a number")).for_each(|_: u64| ready.run(verb));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("instructions: compares with what was kept; --accept keeps what is counted now");
            ExitCode::from(2)
        }
    }
}

fn kept_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.json")
}

fn compare(accept: bool) -> ExitCode {
    let counts = match count_all() {
        Ok(counts) => counts,
        Err(problem) => {
            eprintln!("instructions: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let kept: Value =
        std::fs::read_to_string(kept_path()).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    println!("| game | verb | instructions | kept | now / kept |\n|---|---|---:|---:|---:|");
    let mut grown = 0;
    for (game, verbs) in &counts {
        for (verb, now) in verbs.as_object().into_iter().flatten() {
            let now = now.as_u64().unwrap_or(0);
            let before = kept["counts"][game][verb].as_u64();
            let (ratio, kept) = match before {
                Some(before) => (format!("{:.2}", now as f64 / before.max(1) as f64), before.to_string()),
                None => ("new".to_owned(), String::new()),
            };
            let too_many = before.is_none_or(|before| now * 100 > before * (100 + MAY_GROW));
            grown += usize::from(too_many);
            println!("| {game} | {verb} | {now} | {kept} | {ratio}{} |", if too_many && !accept { " TOO MANY" } else { "" });
        }
    }
    if accept {
        let text = format!("{:#}\n", json!({ "rustc": rustc(), "counts": counts }));
        return match std::fs::write(kept_path(), text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("instructions: cannot write {}: {error}", kept_path().display());
                ExitCode::FAILURE
            }
        };
    }
    if kept["rustc"] != rustc().as_str() {
        println!(
            "\nkept with {}, counted with {}: another compiler counts otherwise",
            kept["rustc"].as_str().unwrap_or("?"),
            rustc()
        );
    }
    if grown == 0 {
        return ExitCode::SUCCESS;
    }
    println!(
        "\n{grown} counts are more than {MAY_GROW} % above what was kept. Make them fewer, or keep them with --accept and say why."
    );
    ExitCode::FAILURE
}

fn rustc() -> String {
    let said = Command::new("rustc").arg("--version").output();
    said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default()
}

/// Counts everything, a game on each thread.
fn count_all() -> Result<Map<String, Value>, String> {
    let games = games();
    let (next, counted) = (AtomicUsize::new(0), Mutex::new(vec![Err("not counted".to_owned()); games.len()]));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(number) else { break };
            let counts = count(game);
            counted.lock().expect("no thread breaks down")[number] = counts;
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (1..cores).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let counted = counted.into_inner().expect("no thread breaks down");
    games.iter().zip(counted).map(|(game, counts)| Ok((game.clone(), Value::Object(counts?)))).collect()
}

/// The instructions of each verb in a game.
fn count(game: &str) -> Result<Map<String, Value>, String> {
    let ready = run(game, Verb::ALL[0].1, 0)?;
    let mut counts = Map::new();
    for (_, verb, times) in Verb::ALL {
        let all = run(game, verb, times)?;
        counts.insert(verb.to_owned(), (all.saturating_sub(ready) / times).into());
    }
    Ok(counts)
}

/// The instructions of this program when it does a verb so often.
fn run(game: &str, verb: &str, times: u64) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .env(PLAIN_LIBRARY.0, PLAIN_LIBRARY.1);
    let ran = valgrind.arg(program).args(["work", game, verb, &times.to_string()]).output();
    let ran = ran
        .map_err(|error| format!("valgrind does not run: {error}; install it (apt-get install -y valgrind), as .ci/run does"))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    // Depending on its version it writes `I refs:` or `I   refs:`.
    let counted = said.lines().filter_map(|line| line.split_once("refs:")).find(|(what, _)| what.trim_end().ends_with(" I"));
    let counted = counted.map(|(_, number)| number.replace([',', ' '], ""));
    match counted.and_then(|number| number.parse().ok()).filter(|_| ran.status.success()) {
        Some(count) => Ok(count),
        None => Err(format!("{verb} of {game} was not counted:\n{said}")),
    }
}
