//! A comparison as one page: no network, readable on a phone, on paper, without colour and without its script, which sorts and filters.

use super::{Outcome, change, effect, heat, render, value};
use crate::number::{count, thousands};
use railwright::bots::compare::{Compared, OneSided, Side};
use railwright::bots::measure::figures::Chapter;
use railwright::markup::escape;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");
/// What narrows the tables down; without a script it is not there.
const FILTER: &str = "<p id=\"filter\" hidden><label>Only figures with <input type=\"search\"></label> <label><input type=\"checkbox\"> only beyond chance</label></p>\n";
/// The effect at the end of the scale: what is larger is drawn at its edge.
const SCALE: f64 = 1.5;

/// The whole page.
pub fn page(outcome: &Outcome) -> String {
    let names = outcome.sides.each_ref().map(|side| escape(&side.rules.head.name));
    let [a, b] = &names;
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{a} and {b} compared</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>What differs</h1>\n"
    );
    out += &sides(outcome);
    for line in render::verdict(&outcome.comparison) {
        let _ = writeln!(out, "<p>{}</p>", escape(&line));
    }
    out += FILTER;
    let looked: Vec<&Compared> =
        outcome.comparison.figures.iter().filter(|c| c.difference.a != 0.0 || c.difference.b != 0.0).collect();
    for chapter in Chapter::ALL {
        let mut of_chapter: Vec<&Compared> = looked.iter().copied().filter(|c| c.figure.chapter() == chapter).collect();
        if of_chapter.is_empty() {
            continue;
        }
        // Of the headline everything is told, the largest effect first; of all else what holds comes first.
        if chapter != Chapter::Headline {
            of_chapter.sort_by_key(|compared| !compared.holds);
        }
        let _ = writeln!(out, "<h2>{}</h2>", capital(chapter.name()));
        if chapter == Chapter::Lanes {
            out += &heat::map(outcome);
        }
        out += &table(&of_chapter);
    }
    out += &alone(outcome);
    out += &how_to_read(outcome);
    let _ = write!(out, "<script>\n{}</script>\n</body>\n</html>\n", railwright::report::page::SORT);
    out
}

fn sides(outcome: &Outcome) -> String {
    let fact = |head: &str, of: &dyn Fn(&Side) -> String| {
        let [a, b] = outcome.sides.each_ref().map(|side| escape(&of(side)));
        let mark = if a == b { "" } else { " class=\"differs\"" };
        format!("<tr{mark}><th scope=\"row\">{head}</th><td>{a}</td><td>{b}</td></tr>\n")
    };
    let plan = &outcome.sides[0].plan;
    let list = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    let [failed_a, failed_b] = outcome.comparison.failed;
    let mut out = String::from(
        "<div class=\"box\"><table class=\"sides\">\n<thead><tr><th></th><th scope=\"col\">A</th><th scope=\"col\">B</th></tr></thead>\n",
    );
    out += &fact("game", &|side| side.rules.head.name.clone());
    out += &fact("id", &|side| side.rules.head.id.clone());
    out += &fact("rules", &|side| format!("{:016x}", side.rules.resolved));
    out += &fact("options", &|side| list(&side.rules.head.options));
    out += &fact("board", &|side| format!("{} ({})", side.rules.head.map_name, side.rules.head.provenance.word()));
    out += &fact("bots", &|side| list(&side.plan.bots.iter().map(ToString::to_string).collect::<Vec<_>>()));
    out += "</table></div>\n";
    let players = count(outcome.sides[0].rules.parts.seats.into(), "player");
    let pairs = count(outcome.comparison.pairs, "pair");
    let _ = write!(out, "<p>{players}, {pairs} of games with the same seeds (seed {}).", plan.seed);
    if let Some(seats) = render::seats(outcome) {
        let _ = write!(out, " {}.", capital(seats));
    }
    if outcome.comparison.stopped {
        let _ = write!(out, " <b>Stopped before all {} were played.</b>", count(plan.games, "pair"));
    }
    if failed_a + failed_b > 0 {
        let _ = write!(out, " <b>{} of A and {} of B failed and are left out.</b>", count(failed_a, "game"), thousands(failed_b));
    }
    out + "</p>\n"
}

fn table(rows: &[&Compared]) -> String {
    let mut out = String::from(
        "<div class=\"box scrolled\" tabindex=\"0\"><table class=\"figures\">\n<thead><tr><th scope=\"col\">figure</th><th scope=\"col\">A</th>\
         <th scope=\"col\">B</th><th scope=\"col\">B − A, 95 %</th><th scope=\"col\">effect</th><th scope=\"col\">game</th></tr></thead>\n<tbody>\n",
    );
    for compared in rows {
        let Compared { figure, difference, holds } = compared;
        let (class, arrow) = match difference.mean {
            mean if mean > 0.0 => ("more", "▲"),
            mean if mean < 0.0 => ("less", "▼"),
            _ => ("same", ""),
        };
        let unit = figure.unit;
        let (low, high) = difference.interval;
        let _ = writeln!(
            out,
            "<tr id=\"f-{}\" class=\"{class}{}\"><th scope=\"row\">{}{}</th><td data-v=\"{}\">{}</td><td data-v=\"{}\">{}</td>\
             <td data-v=\"{}\"><b>{arrow} {}</b> <span class=\"i\">{} to {}</span></td><td data-v=\"{}\">{}{}</td><td>{}</td></tr>",
            escape(&figure.id),
            if *holds { " holds" } else { "" },
            if *holds { "<span title=\"holds beyond chance\">●</span> " } else { "" },
            name(&figure.name),
            difference.a,
            value(difference.a, unit),
            difference.b,
            value(difference.b, unit),
            difference.mean,
            change(difference.mean, unit),
            change(low, unit),
            change(high, unit),
            difference.effect,
            bar(compared),
            effect(difference.effect),
            difference.shown_by.map(thousands).unwrap_or_default(),
        );
    }
    out + "</tbody>\n</table></div>\n"
}

/// The effect with its interval on a scale around nothing.
fn bar(compared: &Compared) -> String {
    let difference = &compared.difference;
    if difference.mean == 0.0 {
        return String::new();
    }
    let usual = difference.mean / difference.effect;
    let at = |effect: f64| 60.0 + 56.0 * (effect / SCALE).clamp(-1.0, 1.0);
    let (middle, ends) = match usual == 0.0 {
        true => (at(difference.effect), None),
        false => (at(difference.effect), Some((at(difference.interval.0 / usual), at(difference.interval.1 / usual)))),
    };
    let (from, width) = if middle < 60.0 { (middle, 60.0 - middle) } else { (60.0, middle - 60.0) };
    let ends = ends.filter(|(low, high)| low.is_finite() && high.is_finite());
    let line = ends.map_or_else(String::new, |(low, high)| {
        format!("<path class=\"error\" d=\"M{low:.1} 7H{high:.1}M{low:.1} 4v6M{high:.1} 4v6\"/>")
    });
    format!(
        "<svg viewBox=\"0 0 120 14\" aria-hidden=\"true\"><rect x=\"{from:.1}\" y=\"3\" width=\"{:.1}\" height=\"8\"/>\
         <path class=\"zero\" d=\"M60 0v14\"/>{line}</svg>",
        width.max(0.8)
    )
}

/// What only one side has.
fn alone(outcome: &Outcome) -> String {
    let [a, b] = &outcome.comparison.alone;
    if a.is_empty() && b.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h2>What only one of them has</h2>\n");
    for (letter, alone) in [("A", a), ("B", b)] {
        if alone.is_empty() {
            continue;
        }
        // A number and its unit stay on one line.
        let mean = |alone: &OneSided| value(alone.mean, alone.figure.unit).replace(' ', "&nbsp;");
        let row = |alone: &OneSided| format!("<li>{}: {}</li>\n", name(&alone.figure.name), mean(alone));
        let rows: String = alone.iter().map(row).collect();
        let _ = writeln!(out, "<h3>Only in {letter}</h3>\n<ul class=\"alone\">\n{rows}</ul>");
    }
    out
}

fn how_to_read(outcome: &Outcome) -> String {
    let commands = commands(outcome);
    format!(
        "<h2>How to read this</h2>\n<dl>\n\
         <dt>B − A</dt><dd>How much more it is in B, game by game with the same seed, with the 95 % interval of the mean \
         difference (Student’s, for pairs). Shares differ in points of percent.</dd>\n\
         <dt>effect</dt><dd>The difference in units of how much the figure varies from game to game: 0.2 is small, 0.8 is large. \
         The bar goes from −{SCALE} to {SCALE}; the thin line is its interval. ▲ and blue is more in B, ▼ and orange is less.</dd>\n\
         <dt>●</dt><dd>It holds although so many figures were looked at (Holm’s correction): the chance that even one of these \
         marks is wrong is at most 5 %.</dd>\n\
         <dt>game</dt><dd>The number of a game that shows the difference best. To look at it (N is the number):\
         <pre>{commands}railwright replay a.railwright --as all</pre></dd>\n</dl>\n"
    )
}

/// The commands that play a game of either side again; where bots are seated in several ways, each with the games that it is for.
fn commands(outcome: &Outcome) -> String {
    let mut out = String::new();
    for (letter, ways) in ["a", "b"].into_iter().zip(&outcome.again) {
        for (way, again) in ways.iter().enumerate() {
            if ways.len() > 1 {
                let _ = writeln!(out, "# N = {way}, {}, {}, …", way + ways.len(), way + 2 * ways.len());
            }
            let _ = writeln!(out, "{} --only N --save {letter}.railwright", escape(again));
        }
    }
    out
}

/// The name of a figure; what a game calls by an id is set apart.
fn name(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) }).collect()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
