//! What came of a simulation, as a table for people and as JSON for programs.

use crate::number::{count, fixed, thousands};
use crate::style::{self, paint};
use crate::table::{Cell, Side, Table, wrap};
use railwright::bots::ImaginedFaults;
use railwright::bots::simulate::{Results, SeatResult, WIN};
use railwright::bots::statistics::{Summary, interval};
use railwright::records::Run;
use railwright::rules::rules::Provenance;
use serde_json::json;

const COLUMNS: [(&str, Side); 9] = [
    ("seat", Side::Right),
    ("bot", Side::Left),
    ("won", Side::Right),
    ("shared", Side::Right),
    ("share", Side::Right),
    ("95 %", Side::Right),
    ("score", Side::Right),
    ("least", Side::Right),
    ("most", Side::Right),
];

/// Games won, those won together counted as parts.
fn wins(seat: &SeatResult) -> f64 {
    seat.win_parts as f64 / WIN as f64
}

/// A share in percent.
fn share(seat: &SeatResult, games: u64) -> f64 {
    100.0 * wins(seat) / games.max(1) as f64
}

fn rate(number: u64, seconds: f64) -> f64 {
    number as f64 / seconds.max(1e-9)
}

fn branching(results: &Results) -> f64 {
    results.listed as f64 / results.decisions.max(1) as f64
}

/// The outcome for people.
pub fn render(run: &Run, width: Option<usize>) -> String {
    let results = &run.results;
    let mut title = format!("{}, {}", count(run.players.into(), "player"), count(results.games, "game"));
    match (run.shard, run.merged) {
        (Some(shard), _) => title += &format!(", shard {} of {}", shard.number, shard.of),
        (None, Some(shards)) => title += &format!(", merged from {}", count(shards.into(), "shard")),
        (None, None) => {}
    }
    if run.merged.is_none() {
        title += &format!(", {}", count(run.threads as u64, "thread"));
    }
    title += &format!(", seed {}", run.seed);
    if run.checked {
        title += ", every step checked";
    }
    let mut text = format!("{}: {title}\n", paint(style::STRONG, &run.name));
    if run.provenance == Provenance::Reconstructed.word() {
        text += &format!("{} not all facts of this board are published\n", paint(style::WARN, "RECONSTRUCTED"));
    }
    if results.stopped {
        text +=
            &format!("{} after {} of {}\n", paint(style::WARN, "stopped"), thousands(results.games), count(run.wanted(), "game"));
    }
    if results.games > 0 {
        text += &format!("\n{}\n{}", seats(run).render(width), figures(run, width));
    }
    text.push_str(&imagined_faults(&results.imagined_faults));
    text.push_str(&failures(results));
    text
}

fn seats(run: &Run) -> Table {
    let games = run.results.games;
    let mut table = Table::new(&COLUMNS);
    for (i, bot) in run.bots.iter().enumerate() {
        let seat = &run.results.seats[i];
        let (low, high) = interval(wins(seat), games);
        let scores = &seat.scores;
        table.row(vec![
            thousands(i as u64 + 1).into(),
            Cell::styled(bot.as_str(), style::STRONG),
            thousands(seat.wins).into(),
            thousands(seat.shared).into(),
            format!("{} %", fixed(share(seat, games), 1)).into(),
            Cell::styled(format!("{} to {}", fixed(low, 1), fixed(high, 1)), style::FAINT),
            format!("{} ± {}", fixed(scores.mean(), 1), fixed(scores.margin(), 1)).into(),
            thousands(scores.least).into(),
            thousands(scores.most).into(),
        ]);
    }
    table
}

fn figures(run: &Run, width: Option<usize>) -> String {
    let results = &run.results;
    let span = |figure: &Summary, what: &str| {
        format!("{} {what} a game ({} to {})", fixed(figure.mean(), 1), thousands(figure.least), thousands(figure.most))
    };
    let ends = ends(run).map(|(reason, times)| format!("{reason} {} ({} %)", thousands(times), percent(times, results.games)));
    let lines = [
        ("length", format!("{}, {}", span(&results.length, "decisions"), span(&results.turns, "turns"))),
        ("choice", format!("{} legal actions a decision, {} at most", fixed(branching(results), 1), thousands(results.widest))),
        ("ended", ends.collect::<Vec<_>>().join(", ")),
        (
            "speed",
            format!(
                "{} games/s, {} decisions/s, {} s",
                fixed(rate(results.games, results.seconds), 0),
                fixed(rate(results.decisions, results.seconds), 0),
                fixed(results.seconds, 2)
            ),
        ),
    ];
    let mut text = String::new();
    for (head, line) in lines {
        let room = width.unwrap_or(usize::MAX).saturating_sub(8).max(20);
        let wrapped = wrap(&line, room).join("\n        ");
        text += &format!("{}  {wrapped}\n", paint(style::FAINT, &format!("{head:<6}")));
    }
    text
}

fn percent(part: u64, whole: u64) -> String {
    fixed(100.0 * part as f64 / whole.max(1) as f64, 1)
}

/// The ways the game ended, most frequent first.
fn ends(run: &Run) -> impl Iterator<Item = (&str, u64)> {
    let mut ends: Vec<(&str, u64)> = Vec::new();
    for (words, times) in run.endings.iter().zip(&run.results.ends).filter(|(_, times)| **times > 0) {
        // Several steps may end a game in the same words.
        match ends.iter_mut().find(|(known, _)| known == words) {
            Some((_, known)) => *known += times,
            None => ends.push((words, *times)),
        }
    }
    ends.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    ends.into_iter()
}

fn failures(results: &Results) -> String {
    if results.failed == 0 {
        return String::new();
    }
    let mut text = format!("\n{} {} failed\n", paint(style::ERROR, "error:"), count(results.failed, "game"));
    for failure in &results.failures {
        text += &format!("  game {} (seed {}): {}\n", failure.game, failure.seed, failure.message);
    }
    if results.failed > results.failures.len() as u64 {
        text += &format!("  … and {} more\n", thousands(results.failed - results.failures.len() as u64));
    }
    text
}

/// A warning that rules broke down in positions that bots imagined, if they did.
pub fn imagined_faults(faults: &ImaginedFaults) -> String {
    let Some(first) = &faults.first else { return String::new() };
    let times = count(faults.count, "time");
    format!(
        "\n{} rules broke down in imagined positions, {times}; first in game {}: {first}\n",
        paint(style::WARN, "warning:"),
        faults.game
    )
}

/// The outcome for programs.
pub fn to_json(run: &Run) -> serde_json::Value {
    let results = &run.results;
    let mut by_reason = serde_json::Map::new();
    // Two ends of one game may have the same words.
    for (reason, times) in ends(run) {
        let sum = by_reason.get(reason).and_then(serde_json::Value::as_u64).unwrap_or(0) + times;
        by_reason.insert(reason.to_owned(), sum.into());
    }
    let failures: Vec<_> =
        results.failures.iter().map(|f| json!({ "game": f.game, "seed": f.seed, "message": f.message })).collect();
    json!({
        "game": run.game,
        "name": run.name,
        "rules": run.rules,
        "map": run.map,
        "provenance": run.provenance,
        "players": run.players,
        "options": run.options,
        "overlays": run.overlays,
        "seed": run.seed,
        "threads": run.threads,
        "checked": run.checked,
        "shard": run.shard,
        "games": results.games,
        "decisions": results.decisions,
        "actions": results.actions,
        "seconds": results.seconds,
        "games_per_second": rate(results.games, results.seconds),
        "decisions_per_second": rate(results.decisions, results.seconds),
        "seats": (0..run.bots.len()).map(|seat| seat_json(run, seat)).collect::<Vec<_>>(),
        "ends": by_reason,
        "length": summary(&results.length),
        "turns": summary(&results.turns),
        "branching": { "mean": branching(results), "most": results.widest },
        "failed": results.failed,
        "failures": failures,
        "imagined_faults": results.imagined_faults,
        "stopped": results.stopped,
        "records": run.records,
    })
}

fn seat_json(run: &Run, seat: usize) -> serde_json::Value {
    let (result, games) = (&run.results.seats[seat], run.results.games);
    let (low, high) = interval(wins(result), games);
    json!({
        "seat": seat + 1,
        "bot": run.bots[seat],
        "wins": result.wins,
        "shared": result.shared,
        "win_share": share(result, games),
        "interval": [low, high],
        "score": summary(&result.scores),
    })
}

fn summary(figure: &Summary) -> serde_json::Value {
    let any = figure.count > 0;
    json!({
        "mean": any.then(|| figure.mean()),
        "deviation": any.then(|| figure.deviation()),
        "margin": any.then(|| figure.margin()),
        "least": any.then_some(figure.least),
        "most": any.then_some(figure.most),
    })
}
