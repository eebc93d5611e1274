//! How fast the program is beside another, by the clock, in one run.
//!
//! `ratio ROUNDS RAILWRIGHT COMMAND…` plays Ticket to Ride with two random players. Each round runs the program on one
//! thread, then `COMMAND…`, which must print its speed as `games/s=NUMBER`, then the program on two threads. What
//! runs side by side in time suffers alike from a busy machine, so a round's ratio can be trusted where its speeds
//! cannot; the middle one of several rounds is the figure.
//!
//! `ratio ROUNDS RAILWRIGHT --game GAME PLAYERS COMMAND…` plays another game than the command does: decisions a second are
//! compared with moves a second, for which the command must print `moves/game=NUMBER` as well.

use serde_json::Value;
use std::process::Command;

/// How long the program plays in each round is given by the number of games.
const GAMES: u64 = 100_000;
const GAMES_OF_ANOTHER: u64 = 20_000;

/// What the program plays, and what of it is compared.
struct Played<'a> {
    game: &'a str,
    players: &'a str,
    games: u64,
    /// The key of its speed in what `sim --json` prints.
    speed: &'a str,
    /// What that is called.
    unit: &'a str,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, railwright, command @ ..] = &arguments[..] else { usage() };
    let (played, command) = match command {
        [flag, game, players, command @ ..] if flag == "--game" => {
            let speed = "decisions_per_second";
            (Played { game, players, games: GAMES_OF_ANOTHER, speed, unit: "decisions/s" }, command)
        }
        _ => {
            let speed = "games_per_second";
            (Played { game: "ticket-to-ride", players: "2", games: GAMES, speed, unit: "games/s" }, command)
        }
    };
    let (Ok(rounds), [yardstick, rest @ ..]) = (rounds.parse::<usize>(), command) else { usage() };
    let unit = played.unit;
    let mut ratios = Vec::new();
    let mut factors = Vec::new();
    for round in 1..=rounds.max(1) {
        let one = simulated(railwright, &played, 1);
        let printed = output(Command::new(yardstick).args(rest));
        let moves = if unit == "games/s" { 1.0 } else { number_after(&printed, "moves/game=") };
        let other = number_after(&printed, "games/s=") * moves;
        let two = simulated(railwright, &played, 2);
        ratios.push(one / other);
        factors.push(two / one);
        println!(
            "round {round}: one thread {one:.0} {unit}, beside {other:.0}: {:.3}; two threads {two:.0}: {:.2} times one",
            one / other,
            two / one
        );
    }
    println!("ratio {}; two threads {}", spread(&mut ratios), spread(&mut factors));
}

fn usage() -> ! {
    eprintln!("usage: ratio ROUNDS RAILWRIGHT [--game GAME PLAYERS] COMMAND…");
    std::process::exit(2)
}

/// How fast the program says it played.
fn simulated(railwright: &str, played: &Played, threads: u32) -> f64 {
    let (games, threads) = (played.games.to_string(), threads.to_string());
    let text = output(Command::new(railwright).args([
        "sim",
        played.game,
        "--players",
        played.players,
        "--json",
        "--games",
        &games,
        "--threads",
        &threads,
    ]));
    let json: Value = serde_json::from_str(&text).expect("`sim --json` prints JSON");
    json[played.speed].as_f64().unwrap_or_else(|| panic!("`{}` is a number", played.speed))
}

/// The number after some words.
fn number_after(text: &str, words: &str) -> f64 {
    let number = text.split(words).nth(1).and_then(|rest| rest.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no `{words}NUMBER` in what was printed:\n{text}"))
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
