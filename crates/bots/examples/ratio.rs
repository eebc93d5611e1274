//! How fast the program is beside another that plays the same game, by the clock, in one run.
//!
//! `ratio ROUNDS RAILWRIGHT COMMAND…` plays Ticket to Ride with two random players. Each round runs the program on one
//! thread, then `COMMAND…`, which must print its speed as `games/s=NUMBER`, then the program on two threads. What
//! runs side by side in time suffers alike from a busy machine, so a round's ratio can be trusted where its speeds
//! cannot; the middle one of several rounds is the figure.

use serde_json::Value;
use std::process::Command;

const GAMES: u64 = 100_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, railwright, command @ ..] = &arguments[..] else { usage() };
    let (Ok(rounds), [yardstick, rest @ ..]) = (rounds.parse::<usize>(), command) else { usage() };
    let mut ratios = Vec::new();
    let mut factors = Vec::new();
    for round in 1..=rounds.max(1) {
        let one = simulated(railwright, 1);
        let other = printed_speed(&output(Command::new(yardstick).args(rest)));
        let two = simulated(railwright, 2);
        ratios.push(one / other);
        factors.push(two / one);
        println!(
            "round {round}: one thread {one:.0} games/s, beside {other:.0}: {:.3}; two threads {two:.0}: {:.2} times one",
            one / other,
            two / one
        );
    }
    println!("ratio {}; two threads {}", spread(&mut ratios), spread(&mut factors));
}

fn usage() -> ! {
    eprintln!("usage: ratio ROUNDS RAILWRIGHT COMMAND…");
    std::process::exit(2)
}

/// Games a second that the program says it played.
fn simulated(railwright: &str, threads: u32) -> f64 {
    let (games, threads) = (GAMES.to_string(), threads.to_string());
    let text = output(Command::new(railwright).args([
        "sim",
        "ticket-to-ride",
        "--players",
        "2",
        "--json",
        "--games",
        &games,
        "--threads",
        &threads,
    ]));
    let json: Value = serde_json::from_str(&text).expect("`sim --json` prints JSON");
    json["games_per_second"].as_f64().expect("`games_per_second` is a number")
}

/// The number after `games/s=`.
fn printed_speed(text: &str) -> f64 {
    let number = text.split("games/s=").nth(1).and_then(|rest| rest.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no `games/s=NUMBER` in what was printed:\n{text}"))
}

fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|e| panic!("{command:?} does not start: {e}"));
    assert!(done.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    format!("{:.3} (from {:.3} to {:.3})", values[values.len() / 2], values[0], values[values.len() - 1])
}
