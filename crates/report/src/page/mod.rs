//! The page: one HTML file with everything in it, that opens without a network.

mod grid;
mod head;
mod saves;

use crate::chart;
use crate::heat;
use crate::{Part, Report};
use railwright_draw::Drawing;
use railwright_markup::escape;
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");
const REPLAY: &str = include_str!("replay.js");
/// What sorts tables by a column and narrows them down to what is typed, for pages with tables of figures.
pub const SORT: &str = include_str!("sort.js");

/// The whole page.
pub fn page(report: &Report) -> String {
    let title = format!("{}: what {} games say", report.rules().head.name, report.games);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        escape(&title)
    );
    out += &head::header(report);
    out += "<main>\n";
    out += &head::overview(report);
    // The board is the same whatever the number of players: room is found on it once.
    let mut drawing = Drawing::default();
    for part in &report.parts {
        out += &players(part, &mut drawing);
    }
    out += &saves::section(report);
    let _ = write!(out, "</main>\n<script>\n{SORT}{REPLAY}</script>\n</body>\n</html>\n");
    out
}

/// The number of a row in links.
fn anchor(part: &Part, table: usize, row: usize) -> String {
    format!("p{}-t{table}-{row}", part.players())
}

/// Everything about one number of players.
fn players(part: &Part, drawing: &mut Drawing) -> String {
    let n = part.players();
    let mut out = format!("<section id=\"p{n}\">\n<h2>{}</h2>\n", escape(&head::players(n)));
    let games = counted(part.tally.games, "game");
    let _ = write!(out, "{}<p class=\"note\">{games}", head::troubles(part));
    if part.results.stopped {
        out += ", <b>stopped before all were played</b>";
    }
    let overlays = &part.tally.rules.head.overlays;
    if !overlays.is_empty() {
        let _ = write!(out, "; parts of the rules that apply: {}", escape(&overlays.join(", ")));
    }
    let _ = writeln!(out, "; rules {:016x}.</p>", part.tally.rules.resolved);
    if part.tally.games == 0 {
        return out + "<p>There is nothing to show.</p>\n</section>\n";
    }
    let grid = |id: &str| {
        let at = part.tables.iter().position(|table| table.id == id);
        at.map(|at| grid::table(part, at)).unwrap_or_default()
    };
    let turns = chart::histogram(&part.tally.turns, "turns");
    let margin = chart::histogram(&part.tally.margin, "points before the second");
    let _ =
        writeln!(out, "<div class=\"pair\">\n<div>{}{turns}</div><div>{}{margin}</div></div>", grid("length"), grid("course"));
    let _ = writeln!(out, "<div class=\"pair\">\n{}{}</div>", grid("seats"), grid("order"));
    let composed = chart::composition(&part.tally);
    let _ = writeln!(out, "{}{composed}", grid("scores"));
    for at in (0..part.tables.len()).filter(|&at| part.tables[at].id.starts_with("goal-")) {
        out += &grid::table(part, at);
    }
    out += &maps(part, drawing);
    out += &grid("lines");
    let branching = chart::branching(&part.tally);
    let _ =
        writeln!(out, "<div class=\"pair\">\n<div>{}{branching}</div><div>{}</div></div>", grid("branching"), grid("endings"));
    out += &grid("actions");
    out + "</section>\n"
}

/// The heat maps, of which buttons show one at a time; on paper all are there.
fn maps(part: &Part, drawing: &mut Drawing) -> String {
    let n = part.players();
    let at = part.tables.iter().position(|table| table.id == "lines").unwrap_or(0);
    let lanes = &part.tally.rules.parts.map.lanes;
    let link = |lane: usize| {
        let row = part.tables[at].rows.iter().position(|row| row.id == lanes[lane].id).unwrap_or(0);
        format!("#{}", anchor(part, at, row))
    };
    let maps = heat::maps(&part.tally, drawing, &link);
    if maps.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h3>The map</h3>\n<div class=\"heat\">\n");
    for (i, map) in maps.iter().enumerate() {
        let checked = if i == 0 { " checked" } else { "" };
        let _ = writeln!(
            out,
            "<input type=\"radio\" name=\"map{n}\" id=\"map{n}-{i}\"{checked}><label for=\"map{n}-{i}\">{}</label>",
            escape(map.name)
        );
    }
    out += "<div class=\"maps\">\n";
    for map in &maps {
        let swatch = |(color, text): &(String, String)| {
            format!("<li><span class=\"swatch\" style=\"background:{}\"></span>{}</li>", escape(color), escape(text))
        };
        let legend: String = map.legend.iter().map(swatch).collect();
        let _ = writeln!(
            out,
            "<figure><figcaption><b>Lines, {}.</b> {}</figcaption>\n<ul class=\"legend\">{legend}</ul>\n<div class=\"map\">{}</div></figure>",
            escape(map.name),
            escape(&map.about),
            map.svg
        );
    }
    out + "</div>\n</div>\n"
}

/// A count with its noun.
fn counted(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(number)) }
}

/// A whole number with its thousands apart.
fn grouped(number: u64) -> String {
    let text = crate::figure::fixed(number as f64);
    text.trim_end_matches(".0").to_owned()
}
