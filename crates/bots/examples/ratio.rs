//! How fast the program is beside another that plays the same game and nothing else, by cpu time, in one run: a table.
//!
//! `ratio ROUNDS RAILWRIGHT YARDSTICK [WORDS…]` runs the program and the yardstick in turn, each on one thread, and prints for each line
//! the middle one of the rounds. What runs side by side in time suffers alike from a busy machine, and cpu time leaves out what others
//! take of it. Like is compared with like: games for which all that is legal is listed with `YARDSTICK list`, games chosen without a list
//! with `YARDSTICK count`. The yardstick is called with `list` or `count`, the players and the seconds, and must print `per cpu-s: median`
//! with its games and `moves/s median=` with its moves. With words only lines are run that have one of them.
//!
//! It reads the times of its children from `/proc`, so it runs on Linux only.

use serde_json::Value;
use std::process::Command;

/// For how many seconds the yardstick plays in each round.
const SECONDS: &str = "2";

/// What the program plays, and beside what.
struct Line {
    name: &'static str,
    what: What,
    /// What is asked of it at least: a ratio, games a cpu second, or seconds.
    least: f64,
}

enum What {
    /// Games a cpu second, beside those of the yardstick in that mode.
    Games { sim: &'static str, yardstick: &'static str },
    /// Decisions a cpu second, beside the yardstick's moves.
    Moves { sim: &'static str, yardstick: &'static str },
    /// Decisions a cpu second, beside those of another game.
    Decisions { sim: &'static str, beside: &'static str },
    /// Games a cpu second.
    Alone { sim: &'static str },
    /// Milliseconds of cpu time for a decision.
    Decision { sim: &'static str },
    /// Seconds of cpu time for a command.
    Command { command: &'static str },
}

const BASE: &str = "ticket-to-ride --players 2 --games 100000";

const LINES: &[Line] = &[
    Line {
        name: "Ticket to Ride, 2 players, listed: games beside `list`",
        least: 0.45,
        what: What::Games { sim: "ticket-to-ride --players 2 --games 100000 --list", yardstick: "list 2" },
    },
    Line {
        name: "Ticket to Ride, 2 players: games beside `count`",
        least: 0.32,
        what: What::Games { sim: BASE, yardstick: "count 2" },
    },
    Line {
        name: "Northern Lights, 2 players: decisions beside moves of `list`",
        least: 0.38,
        what: What::Moves { sim: "northern-lights --players 2 --games 50000", yardstick: "list 2" },
    },
    Line {
        name: "Santa Fe Rails, 4 players: decisions beside moves of `list`",
        least: 0.22,
        what: What::Moves { sim: "santa-fe-rails --players 4 --games 20000", yardstick: "list 4" },
    },
    Line {
        name: "Spike, 4 players: decisions beside moves of `list`",
        least: 0.16,
        what: What::Moves { sim: "spike --players 4 --games 10000", yardstick: "list 4" },
    },
    Line {
        name: "Europe: decisions beside those of Ticket to Ride",
        least: 0.5,
        what: What::Decisions { sim: "europe --players 2 --games 10000", beside: BASE },
    },
    Line {
        name: "Nordic Countries: likewise",
        least: 0.5,
        what: What::Decisions { sim: "nordic-countries --players 2 --games 20000", beside: BASE },
    },
    Line {
        name: "Switzerland: likewise",
        least: 0.5,
        what: What::Decisions { sim: "switzerland --players 2 --games 20000", beside: BASE },
    },
    Line { name: "India: likewise", least: 0.5, what: What::Decisions { sim: "india --players 2 --games 30000", beside: BASE } },
    Line {
        name: "Legendary Asia: likewise",
        least: 0.5,
        what: What::Decisions { sim: "legendary-asia --players 2 --games 30000", beside: BASE },
    },
    Line {
        name: "Slate and Salt, fewest players: likewise",
        least: 0.1,
        what: What::Decisions { sim: "slate-and-salt --games 3000", beside: BASE },
    },
    Line {
        name: "Ticket to Ride, search:1000: ms of cpu a decision",
        least: 45.0,
        what: What::Decision { sim: "ticket-to-ride --players 2 --games 1 --bots search:1000" },
    },
    Line {
        name: "Ticket to Ride, greedy: games a cpu second",
        least: 250.0,
        what: What::Alone { sim: "ticket-to-ride --players 2 --games 200 --bots greedy" },
    },
    Line {
        name: "map of Northern Lights to SVG: cpu seconds",
        least: 0.15,
        what: What::Command { command: "map northern-lights -o -" },
    },
    Line {
        name: "map of Northern Lights to PNG: cpu seconds",
        least: 0.8,
        what: What::Command { command: "map northern-lights -o /tmp/ratio.png" },
    },
    Line {
        name: "check of every bundled game without trial games: cpu seconds",
        least: 0.4,
        what: What::Command { command: "check --no-play" },
    },
    Line { name: "check of every bundled game: cpu seconds", least: 2.0, what: What::Command { command: "check" } },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, program, yardstick, words @ ..] = &arguments[..] else { usage() };
    let Ok(rounds) = rounds.parse::<usize>() else { usage() };
    let both = Both { program, yardstick };
    let wanted = |line: &&Line| words.is_empty() || words.iter().any(|word| line.name.contains(word.as_str()));
    let lines: Vec<&Line> = LINES.iter().filter(wanted).collect();
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); lines.len()];
    // Round after round goes through all lines, so that a slow minute is no line's own.
    for round in 1..=rounds.max(1) {
        for (line, found) in lines.iter().zip(&mut found) {
            let value = both.measure(&line.what);
            eprintln!("round {round}: {}: {value:.3}", line.name);
            found.push(value);
        }
    }
    println!("| | measured, median of {rounds} (from, to) | at least |\n|---|---|---|");
    for (line, found) in lines.iter().zip(&mut found) {
        found.sort_by(f64::total_cmp);
        let [least, middle, most] = [found[0], found[found.len() / 2], found[found.len() - 1]];
        let at = if matches!(line.what, What::Decision { .. } | What::Command { .. }) { "at most " } else { "" };
        println!("| {} | {middle:.3} ({least:.3}, {most:.3}) | {at}{} |", line.name, line.least);
    }
}

fn usage() -> ! {
    eprintln!("usage: ratio ROUNDS RAILWRIGHT YARDSTICK [WORDS…]");
    std::process::exit(2)
}

/// The program and the yardstick.
struct Both<'a> {
    program: &'a str,
    yardstick: &'a str,
}

/// What the program said it played, and the cpu seconds that it took.
struct Played {
    games: f64,
    decisions: f64,
    seconds: f64,
}

impl Both<'_> {
    fn measure(&self, what: &What) -> f64 {
        match what {
            What::Games { sim, yardstick } => {
                let played = self.simulated(sim);
                played.games / played.seconds / self.stick(yardstick, "per cpu-s: median")
            }
            What::Moves { sim, yardstick } => {
                let played = self.simulated(sim);
                played.decisions / played.seconds / self.stick(yardstick, "moves/s median=")
            }
            What::Decisions { sim, beside } => {
                let (played, other) = (self.simulated(sim), self.simulated(beside));
                played.decisions / played.seconds / (other.decisions / other.seconds)
            }
            What::Alone { sim } => {
                let played = self.simulated(sim);
                played.games / played.seconds
            }
            What::Decision { sim } => {
                let played = self.simulated(sim);
                played.seconds * 1000.0 / played.decisions
            }
            What::Command { command } => run(Command::new(self.program).args(command.split(' '))).1,
        }
    }

    fn simulated(&self, sim: &str) -> Played {
        let mut command = Command::new(self.program);
        let (text, seconds) = run(command.arg("sim").args(sim.split(' ')).args(["--threads", "1", "--json"]));
        let json: Value = serde_json::from_str(&text).expect("`sim --json` prints JSON");
        let number = |key: &str| json[key].as_f64().unwrap_or_else(|| panic!("`{key}` is a number"));
        Played { games: number("games"), decisions: number("decisions"), seconds }
    }

    /// A number that the yardstick prints.
    fn stick(&self, mode: &str, words: &str) -> f64 {
        let (text, _) = run(Command::new(self.yardstick).args(mode.split(' ')).arg(SECONDS));
        let number = text.split(words).nth(1).and_then(|rest| rest.split_whitespace().next());
        number.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("no `{words}NUMBER` in what was printed:\n{text}"))
    }
}

/// Runs a command: what it printed, and the cpu seconds that it took.
fn run(command: &mut Command) -> (String, f64) {
    let before = children();
    let done = command.output().unwrap_or_else(|e| panic!("{command:?} does not start: {e}"));
    assert!(done.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&done.stderr));
    (String::from_utf8_lossy(&done.stdout).into_owned(), children() - before)
}

/// The cpu seconds of all children so far, in user mode and in the kernel.
fn children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("the times of children stand in /proc/self/stat");
    // The name of the program, which may have spaces, stands in brackets; times are hundredths of a second there.
    let numbers: Vec<f64> = stat.rsplit(')').next().unwrap_or("").split_whitespace().filter_map(|n| n.parse().ok()).collect();
    // The first field after the name is a letter.
    (numbers[12] + numbers[13]) / 100.0
}
