//! The beginning of the page: which game, which games of it, and the most important figures side by side.

use super::{counted, grouped};
use crate::Report;
use crate::table::Cell;
use railwright_markup::escape;
use railwright_rules::rules::Provenance;
use std::fmt::Write as _;

/// What is shown of every number of players: what it is called, and its table, row and column.
const MOST_IMPORTANT: [(&str, &str, &str, &str); 11] = [
    ("First player wins", "order", "place-1", "wins"),
    ("Decisions", "length", "decisions", "mean"),
    ("Turns", "length", "turns", "mean"),
    ("Score of winners", "scores", "total", "winners"),
    ("Score of others", "scores", "total", "others"),
    ("Winner before the second", "course", "margin", "mean"),
    ("Changes of the lead", "course", "lead-changes", "mean"),
    ("Decided after, % of the game", "course", "decided", "mean"),
    ("Legal actions, first tenth", "branching", "part-1", "legal"),
    ("Legal actions, sixth tenth", "branching", "part-6", "legal"),
    ("Legal actions, last tenth", "branching", "part-10", "legal"),
];

/// `2 players`.
pub fn players(number: u8) -> String {
    if number == 1 { "1 player".to_owned() } else { format!("{number} players") }
}

/// The way to a part.
fn link(part: &crate::Part) -> String {
    let n = part.players();
    format!("<a href=\"#p{n}\">{}</a>", players(n))
}

/// Title, provenance, what was played, and the way to all parts.
pub fn header(report: &Report) -> String {
    let head = &report.rules().head;
    let mut out = format!("<header>\n<h1>{}</h1>\n<p>{}</p>\n", escape(&head.name), escape(&head.summary));
    let note = escape(head.provenance_note.trim());
    if head.provenance == Provenance::Reconstructed {
        let _ = writeln!(
            out,
            "<p class=\"mark\"><b>RECONSTRUCTED</b> Not all facts of this board are published, and figures of lines and cards can be no \
             better than the board. {note}</p>"
        );
    }
    let provenance = match head.provenance {
        Provenance::Published => "published facts",
        Provenance::Reconstructed => "RECONSTRUCTED",
        Provenance::Original => "an original board",
    };
    out += &stopped(report);
    let troubled: Vec<String> = report.parts.iter().filter(|part| !troubles(part).is_empty()).map(link).collect();
    if !troubled.is_empty() {
        let _ = writeln!(out, "<p class=\"mark\"><b>TROUBLE</b> Rules broke down with {}: see there.</p>", troubled.join(", "));
    }
    let mut rows = vec![
        ("Map", format!("{} ({provenance})", escape(&head.map_name))),
        ("Played by", format!("{} bots in all seats: what differs between seats is not who plays there", escape(&report.bots))),
        ("Games", format!("{} with each number of players, seed {}", grouped(report.games), report.seed)),
        ("Program", format!("railwright {}", escape(&report.version))),
        ("To repeat it", format!("<code>{}</code>", escape(&report.command))),
    ];
    if !head.options.is_empty() {
        rows.insert(1, ("Options", escape(&head.options.join(", "))));
    }
    out += "<dl>\n";
    for (name, text) in rows {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{text}</dd>");
    }
    out += "</dl>\n<p class=\"note\">Below every number stands its 95 % interval: were all of it played again with other seeds, about 19 of \
            20 such intervals would hold the true value for these bots. People play otherwise. The numbers under “games” lead to saved \
            games that show what the row says.</p>\n</header>\n<nav aria-label=\"Parts of this page\">\n<a href=\"#overview\">Overview</a>\n";
    for part in &report.parts {
        out += &(link(part) + "\n");
    }
    out + "<a href=\"#saves\">Saved games</a>\n<span id=\"filter\" hidden><label>Only rows with <input type=\"search\"></label></span>\n</nav>\n"
}

/// That not all games were played, and how many were.
fn stopped(report: &Report) -> String {
    if !report.is_stopped() {
        return String::new();
    }
    let partly = report.parts.iter().filter(|part| part.results.stopped);
    let mut counts: Vec<String> =
        partly.map(|part| format!("{} with {}", grouped(part.tally.games), players(part.players()))).collect();
    counts.extend(report.not_begun.iter().map(|&number| format!("none with {}", players(number))));
    format!(
        "<p class=\"mark\"><b>STOPPED</b> before all games were played: of {} there are {}.</p>\n",
        grouped(report.games),
        counts.join(", ")
    )
}

/// What went wrong in the games of a part: those that could not be played to their end, and positions that bots only imagined.
pub fn troubles(part: &crate::Part) -> String {
    let (results, mut out) = (&part.results, String::new());
    if let Some(first) = results.failures.first() {
        let _ = writeln!(
            out,
            "<p class=\"mark\"><b>FAILED</b> {} could not be played to the end, which no figure counts. The first, game {}: \
             <code>{}</code></p>",
            counted(results.failed, "game"),
            first.game,
            escape(&first.message)
        );
    }
    let faults = &results.imagined_faults;
    if let Some(first) = &faults.first {
        let _ = writeln!(
            out,
            "<p class=\"mark\"><b>IMAGINED</b> Rules broke down {} in positions that bots imagined while they chose: either the rules are \
             wrong, or the bots imagined what cannot be. The first in game {}: <code>{}</code></p>",
            counted(faults.count, "time"),
            faults.game,
            escape(first)
        );
    }
    out
}

/// The most important figures with every number of players.
pub fn overview(report: &Report) -> String {
    let mut out = String::from(
        "<section id=\"overview\">\n<h2>Overview</h2>\n<div class=\"box\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\"></th>",
    );
    for part in &report.parts {
        let _ = write!(out, "<th scope=\"col\">{}</th>", players(part.players()));
    }
    out += "</tr></thead>\n<tbody>\n";
    for (name, table, row, column) in MOST_IMPORTANT {
        let cells: Vec<String> = report.parts.iter().map(|part| found(part, table, row, column)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
            let _ = writeln!(out, "<tr><th scope=\"row\">{name}</th>{cells}</tr>");
        }
    }
    out + "</tbody>\n</table></div>\n</section>\n"
}

/// A figure that stands in a table of a part, with the way there.
fn found(part: &crate::Part, table: &str, row: &str, column: &str) -> String {
    let Some(at) = part.tables.iter().position(|t| t.id == table) else { return String::new() };
    let table = &part.tables[at];
    let Some(number) = table.rows.iter().position(|r| r.id == row) else { return String::new() };
    let Some(column) = table.columns.iter().position(|c| c.id == column) else { return String::new() };
    match &table.rows[number].cells[column] {
        Cell::Figure(figure, _) => format!(
            "<a href=\"#{}\"><b>{}</b></a><span class=\"i\">{}</span>",
            super::anchor(part, at, number),
            figure.text(),
            figure.range()
        ),
        _ => String::new(),
    }
}
