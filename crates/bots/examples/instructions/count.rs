//! Counts instructions: this program does a verb many times under Valgrind, which collects nothing but that. Getting ready is
//! left out, for it differs a little from run to run: the library's hash maps are seeded by chance.

use crate::common::{Verb, games};
use crate::kept::Counts;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which of several forms of a function of the C library is taken must not depend on the processor.
const PLAIN_LIBRARY: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-AVX,-AVX512F,-AVX512VL,-ERMS,-FSRM");

/// Counts every verb in every game, on as many threads as there are cores.
pub fn all() -> Result<Counts, String> {
    let games = games();
    let runs: Vec<(usize, usize)> =
        (0..games.len()).flat_map(|game| (0..Verb::ALL.len()).map(move |verb| (game, verb))).collect();
    let (next, counted) = (AtomicUsize::new(0), Mutex::new(vec![Err("not counted".to_owned()); runs.len()]));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(game, verb)) = runs.get(number) else { break };
            let count = run(&games[game], verb);
            counted.lock().expect("no thread breaks down")[number] = count;
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (1..cores).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let counted: Result<Vec<u64>, String> = counted.into_inner().expect("no thread breaks down").into_iter().collect();
    let counted = counted?;
    let counts = games.into_iter().zip(counted.chunks(Verb::ALL.len())).map(|(game, counts)| {
        let verbs = Verb::ALL.iter().zip(counts);
        (game, verbs.map(|((_, verb, times), all)| ((*verb).to_owned(), all / times)).collect())
    });
    Ok(Counts { with: compiler(), games: counts.collect() })
}

/// The instructions of doing a verb as often as it is to be done.
fn run(game: &str, verb: usize) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no"]);
    valgrind.arg("--toggle-collect=instructions::counted*");
    // What else stands in the environment could move memory, and with it a count.
    let path = std::env::var_os("PATH").unwrap_or_default();
    valgrind.env_clear().env("PATH", path).env(PLAIN_LIBRARY.0, PLAIN_LIBRARY.1);
    let ran = valgrind.arg(program).args(["work", game, &verb.to_string(), &Verb::ALL[verb].2.to_string()]).output();
    let ran = ran.map_err(|error| format!("valgrind does not run: {error}; `cargo xtask test --install` installs it"))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    let counted = said.lines().find_map(|line| line.split_once("Collected :")).and_then(|(_, number)| number.trim().parse().ok());
    match counted.filter(|count| *count > 0 && ran.status.success()) {
        Some(count) => Ok(count),
        None => Err(format!("{} of {game} was not counted:\n{said}", Verb::ALL[verb].1)),
    }
}

fn compiler() -> String {
    let said = Command::new("rustc").arg("--version").output();
    said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default()
}
