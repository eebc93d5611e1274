//! What a search has found, as a table and a plot in letters for people, and as JSON for programs.

use crate::number::{count, fixed, thousands};
use crate::style::{self, paint};
use crate::table::{Cell, Side, Table};
use railwright_tune::{Found, Outcome, Search, text};
use serde_json::{Value, json};

/// So many candidates are shown; `--json` has all.
const SHOWN: usize = 9;

/// The outcome for people.
pub fn render(search: &Search, outcome: &Outcome, width: Option<usize>) -> String {
    let setup = search.setup();
    let name = search.rules().map(|rules| rules.head.name.as_str()).unwrap_or_default();
    let seats = search.rules().map_or(0, |rules| rules.parts.seats);
    let all = search.candidates.len().saturating_sub(1);
    let mut page = format!(
        "{}: {}, {}, up to {} each, seed {}\n",
        paint(style::STRONG, name),
        count(seats.into(), "player"),
        count(all as u64, "candidate"),
        count(setup.games, "game"),
        setup.seed
    );
    let wrong: Vec<&String> = search.candidates.iter().filter_map(|candidate| candidate.wrong.as_ref()).collect();
    if let Some(first) = wrong.first() {
        page += &format!("{} {} no game; of the first:\n{first}\n", paint(style::WARN, "warning:"), are(wrong.len()));
    }
    if let Some((round, shards)) = &outcome.waiting {
        let shards: Vec<String> = shards.iter().map(ToString::to_string).collect();
        page += &format!("{} round {} waits for shards {}\n", paint(style::WARN, "waiting:"), round + 1, shards.join(", "));
    }
    if outcome.stopped {
        let rounds = outcome.found.first().map_or(0, |found| found.rounds);
        page += &format!("{} after {} of {}\n", paint(style::WARN, "stopped"), rounds, count(outcome.rounds as u64, "round"));
    }
    if outcome.found.is_empty() {
        return page;
    }
    page += &format!("\n{}", table(search, outcome).render(width));
    page += &format!("\n{}", text(search, outcome));
    page += &format!("{}\n", verdict(outcome));
    let best = outcome.found.first().and_then(|found| search.candidates[found.candidate].variant.as_ref());
    best.map_or(page.clone(), |variant| format!("{page}\n{}", variant.text))
}

fn are(number: usize) -> String {
    format!("{} {}", count(number as u64, "candidate"), if number == 1 { "is" } else { "are" })
}

/// What is best, in words.
fn verdict(outcome: &Outcome) -> String {
    match outcome.found.first() {
        Some(best) if best.candidate == 0 => {
            "nothing that was tried is nearer to what is aimed at than the game as it is".to_owned()
        }
        Some(best) if best.miss == 0.0 => "the best meets every aim".to_owned(),
        Some(best) if best.miss.is_finite() => format!("the best misses what is aimed at by {}", fixed(best.miss, 2)),
        _ => "no candidate could be played to the end of its games".to_owned(),
    }
}

fn table(search: &Search, outcome: &Outcome) -> Table {
    let setup = search.setup();
    let mut columns: Vec<(&str, Side)> = vec![("", Side::Right)];
    columns.extend(setup.varies.iter().map(|vary| (vary.key.as_str(), Side::Right)));
    columns.push(("games", Side::Right));
    columns.extend(setup.aims.iter().map(|aim| (aim.text.as_str(), Side::Right)));
    columns.push(("miss", Side::Right));
    let mut table = Table::new(&columns);
    let base = outcome.found.iter().position(|found| found.candidate == 0).filter(|at| *at >= SHOWN);
    let shown = outcome.found.iter().enumerate().take(SHOWN).chain(base.map(|at| (at, &outcome.found[at])));
    for (rank, found) in shown {
        let is_base = found.candidate == 0;
        let mut row: Vec<Cell> = vec![if is_base { "@".into() } else { thousands(rank as u64 + 1).into() }];
        row.extend(values(search, found).into_iter().map(Cell::from));
        row.push(thousands(found.games).into());
        for (at, (mean, margin, miss)) in found.aims.iter().enumerate() {
            let by = if search.is_share(at) { 100.0 } else { 1.0 };
            let margin = if margin.is_finite() { format!(" ± {}", fixed(by * margin, 1)) } else { String::new() };
            let unit = if search.is_share(at) { " %" } else { "" };
            let style = if *miss == 0.0 { style::GOOD } else { style::PLAIN };
            row.push(Cell::styled(format!("{}{margin}{unit}", fixed(by * mean, 1)), style));
        }
        let miss = if found.miss.is_finite() { fixed(found.miss, 2) } else { format!("{} failed", thousands(found.failed)) };
        row.push(Cell::styled(miss, style::STRONG));
        table.row(row);
    }
    table
}

/// The value of each key.
fn values(search: &Search, found: &Found) -> Vec<String> {
    let varies = search.setup().varies.iter();
    match &search.candidates[found.candidate].chosen {
        Some(chosen) => varies.zip(chosen).map(|(vary, at)| vary.values[*at].clone()).collect(),
        None => varies.map(|_| "as it is".to_owned()).collect(),
    }
}

/// The outcome for programs.
pub fn to_json(search: &Search, outcome: &Outcome) -> Value {
    let setup = search.setup();
    let candidate = |found: &Found| {
        let candidate = &search.candidates[found.candidate];
        let chosen = candidate.chosen.as_ref().map(|_| {
            setup
                .varies
                .iter()
                .zip(values(search, found))
                .map(|(vary, value)| (vary.key.clone(), value.into()))
                .collect::<serde_json::Map<_, Value>>()
        });
        json!({
            "values": chosen,
            "rounds": found.rounds,
            "games": found.games,
            "failed": found.failed,
            "aims": setup.aims.iter().zip(&found.aims).map(|(aim, (mean, margin, miss))| json!({
                "aim": aim.text, "mean": mean, "margin": margin.is_finite().then_some(margin), "miss": miss,
            })).collect::<Vec<_>>(),
            "miss": found.miss.is_finite().then_some(found.miss),
            "toml": candidate.variant.as_ref().map(|variant| variant.text.as_str()),
        })
    };
    json!({
        "search": search.description(),
        "players": search.rules().map(|rules| rules.parts.seats),
        "rounds": outcome.rounds,
        "stopped": outcome.stopped,
        "waiting": outcome.waiting.as_ref().map(|(round, shards)| json!({ "round": round + 1, "shards": shards })),
        "no_game": search.candidates.iter().filter(|candidate| candidate.wrong.is_some()).count(),
        "candidates": outcome.found.iter().map(candidate).collect::<Vec<_>>(),
    })
}
