//! What a search for holes found, for people and for programs.

use super::Row;
use crate::number::{count, thousands};
use crate::style::{self, paint};
use crate::table::{Cell, Side, Table};
use railwright::holes::{Hole, Kind, Plan, Prepared, WrittenScenario};
use serde_json::json;

/// Of one kind so many are shown; programs get them all.
const SHOWN: usize = 8;

/// The page for people.
pub fn render(id: &str, prepared: &[Prepared], games: u64, stopped: bool, rows: &[Row], width: Option<usize>) -> String {
    let mut text = String::new();
    let severe: Vec<&Row> = rows.iter().filter(|row| row.hole.kind.is_severe()).collect();
    let others: Vec<&Row> = rows.iter().filter(|row| !row.hole.kind.is_severe()).collect();
    for (rows, style) in [(&severe, style::ERROR), (&others, style::WARN)] {
        if !rows.is_empty() {
            text += &(table(rows, style, games).render(width) + "\n");
        }
    }
    for kind in Kind::ALL {
        let more = rows.iter().filter(|row| row.hole.kind == kind).count().saturating_sub(SHOWN);
        if more > 0 {
            text +=
                &paint(style::FAINT, &format!("… and {} more of {}; --json lists all\n", thousands(more as u64), kind.word()));
        }
    }
    for row in rows.iter().filter(|row| row.hole.scenario.as_ref().is_some_and(|written| !written.shows)) {
        let file = row.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        text += &format!("{} {file} does not lead there again; its seed and moves are a trace\n", paint(style::WARN, "note:"));
    }
    let found = match (severe.len() as u64, others.len() as u64) {
        (0, 0) => paint(style::GOOD, "no hole was found"),
        (0, _) => paint(style::GOOD, "no hole was found that stops a game"),
        (severe, _) => paint(style::ERROR, &count(severe, "hole")),
    };
    let look = if others.is_empty() { String::new() } else { format!(", {} worth a look", thousands(others.len() as u64)) };
    text += &format!("{id}: {found}{look} in {} ({})\n", count(games, "game"), tables(prepared));
    if stopped {
        let said = "before its end: there may be more, shorter ways there, and actions that nobody wants";
        text += &format!("{} {said}\n", paint(style::WARN, "stopped"));
    }
    text
}

fn table(rows: &[&Row], style: anstyle::Style, games: u64) -> Table {
    let mut table = Table::new(&[("kind", Side::Left), ("games", Side::Right), ("where", Side::Left), ("what", Side::Wrap)]);
    for kind in Kind::ALL {
        for row in rows.iter().filter(|row| row.hole.kind == kind).take(SHOWN) {
            let hole = &row.hole;
            let times = if hole.scenario.is_some() || hole.times > 0 { hole.times } else { games };
            table.row(vec![Cell::styled(kind.word(), style), thousands(times).into(), place(hole).into(), what(row).into()]);
        }
    }
    table
}

fn place(hole: &Hole) -> String {
    let parts = [hole.rule.as_str(), hole.place.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn what(row: &Row) -> String {
    let hole = &row.hole;
    let mut text = hole.what.clone();
    if hole.times == 0 {
        return text;
    }
    if let Some(players) = hole.players {
        text += &format!(
            " ({}{})",
            count(players.into(), "player"),
            hole.options.iter().map(|o| format!(", {o}")).collect::<String>()
        );
    }
    if let (Some(written), Some(file)) = (&hole.scenario, &row.file) {
        text += &format!(": {} → {}", way(written), file.display());
    }
    text
}

/// How long the way there is.
fn way(written: &WrittenScenario) -> String {
    let from = if written.draft.is_placed() { " from a given position" } else { "" };
    let moves = count(written.draft.moves() as u64, "move");
    match written.moves == written.draft.moves() {
        true => format!("{moves}{from}"),
        false => format!("{moves}{from} instead of {}", thousands(written.moves as u64)),
    }
}

/// The comment at the head of a scenario.
pub fn about(hole: &Hole, written: &WrittenScenario, games: u64) -> String {
    let mut text = format!("{}, found in {} of {}.\n", hole.kind.word(), thousands(hole.times), count(games, "game"));
    text += &format!("The shortest way there that was found: {}; the game had the seed {}.\n", way(written), written.seed);
    if hole.kind.is_severe() {
        text += "It fails until the hole is mended; then it keeps it mended.\n";
    }
    text
}

/// The tables that were looked at: `2 to 5 players, each of 3 options`.
fn tables(prepared: &[Prepared]) -> String {
    let players = prepared.iter().map(|p| p.setting.players);
    let (least, most) = (players.clone().min().unwrap_or(0), players.max().unwrap_or(0));
    let mut options: Vec<&str> = prepared.iter().flat_map(|p| p.setting.options.iter().map(String::as_str)).collect();
    options.sort_unstable();
    options.dedup();
    let options = if options.is_empty() { String::new() } else { format!("; options: {}", options.join(", ")) };
    let players = if least == most { count(least.into(), "player") } else { format!("{least} to {most} players") };
    format!("{players}{options}")
}

/// The outcome for programs.
pub fn to_json(id: &str, prepared: &[Prepared], plan: &Plan, games: u64, stopped: bool, rows: &[Row]) -> serde_json::Value {
    let tables: Vec<_> = prepared.iter().map(|p| json!({ "players": p.setting.players, "options": p.setting.options })).collect();
    json!({
        "game": id,
        "seed": plan.seed,
        "games": games,
        "tables": tables,
        "holes": rows.iter().map(hole_json).collect::<Vec<_>>(),
        "severe": rows.iter().filter(|row| row.hole.kind.is_severe()).count(),
        "stopped": stopped,
    })
}

fn hole_json(Row { hole, file }: &Row) -> serde_json::Value {
    let scenario = hole.scenario.as_ref().map(|written| {
        json!({
            "file": file,
            "seed": written.seed,
            "moves": written.draft.moves(),
            "position": written.draft.is_placed(),
            "moves_before": written.moves,
            "shows": written.shows,
        })
    });
    json!({
        "kind": hole.kind.word(),
        "severe": hole.kind.is_severe(),
        "what": hole.what,
        "rule": hole.rule,
        "place": hole.place,
        "games": hole.times,
        "players": hole.players,
        "options": hole.options,
        "scenario": scenario,
    })
}
