//! A comparison as a table for people.

use super::{Outcome, change, effect, value};
use crate::number::{count, thousands};
use crate::style::{self, paint};
use crate::table::{Cell, Side, Table, wrap};
use railwright::bots::compare::{Compared, Comparison, OneSided};
use railwright::bots::measure::figures::Chapter;
use railwright::bots::paired::LEVEL;
use railwright::core::narrow::{saturated, whole};

/// Of a chapter in which nothing differs beyond chance, so many of the largest differences are shown all the same.
const AT_LEAST: usize = 2;
/// Of a chapter more than this is asked for with `--all` or `--only`.
const AT_MOST: usize = 8;

const COLUMNS: [(&str, Side); 8] = [
    ("", Side::Left),
    ("figure", Side::Left),
    ("A", Side::Right),
    ("B", Side::Right),
    ("B − A", Side::Right),
    ("95 %", Side::Right),
    ("effect", Side::Right),
    ("game", Side::Right),
];

/// The whole comparison.
pub fn render(outcome: &Outcome, wanted: &Wanted, width: Option<usize>) -> String {
    let comparison = &outcome.comparison;
    let mut text = String::new();
    for (letter, side) in ["A", "B"].into_iter().zip(&outcome.sides) {
        let bots: Vec<String> = side.plan.bots.iter().map(ToString::to_string).collect();
        let options = &side.rules.head.options;
        let with = if options.is_empty() { String::new() } else { format!(", with {}", options.join(", ")) };
        text += &format!("{letter}  {}{with}: {}\n", paint(style::STRONG, &side.rules.head.name), bots.join(", "));
    }
    let (plan, players) = (&outcome.sides[0].plan, outcome.sides[0].rules.parts.seats);
    text +=
        &format!("{}, {}, seed {}\n", count(players.into(), "player"), count(comparison.pairs, "pair") + " of games", plan.seed);
    if let Some(seats) = seats(outcome) {
        text += &format!("{seats}\n");
    }
    if comparison.stopped {
        text += &format!("{} before all {} were played\n", paint(style::WARN, "stopped"), count(plan.games, "pair"));
    }
    if comparison.failed != [0, 0] {
        let (a, b) = (count(comparison.failed[0], "game"), thousands(comparison.failed[1]));
        text += &format!("{} {a} of A and {b} of B failed and are left out\n", paint(style::ERROR, "error:"));
    }
    let mut shown_by = None;
    for chapter in Chapter::ALL {
        let (rows, left) = shown(comparison, chapter, wanted);
        if comparison.pairs == 0 || rows.is_empty() {
            continue;
        }
        shown_by = shown_by.or_else(|| rows.iter().find_map(|compared| compared.difference.shown_by));
        let mut table = Table::new(&COLUMNS);
        rows.iter().for_each(|compared| table.row(row(compared)));
        text += &format!("\n{}\n{}", paint(style::STRONG, chapter.name()), table.render(width));
        if left > 0 {
            text += &format!(
                "{}\n",
                paint(style::FAINT, &format!("{} more that differ beyond chance: --only {:?}", left, chapter.name()))
            );
        }
    }
    let room = width.unwrap_or(100).max(20);
    text += &format!("\n{}\n", verdict(comparison).iter().map(|line| wrap(line, room).join("\n")).collect::<Vec<_>>().join("\n"));
    for (letter, alone) in ["A", "B"].into_iter().zip(&comparison.alone) {
        if let Some(line) = only(letter, alone) {
            text += &format!("{}\n", wrap(&line, room).join("\n"));
        }
    }
    if let Some(game) = shown_by {
        text += &format!("{}\n", paint(style::FAINT, "to look at a game of the last column:"));
        for (side, letter) in ["a", "b"].into_iter().enumerate() {
            text += &format!("  {} --save {letter}.railwright\n", outcome.again(side, game));
        }
    }
    text
}

/// Who sits where, if that is a question.
pub fn seats(outcome: &Outcome) -> Option<&'static str> {
    let mixed = outcome.sides.iter().any(|side| side.plan.is_mixed());
    mixed.then_some("bots move on by a seat with every game; bot 1 is the one named first, wherever it sits")
}

/// What of the figures is shown, and in which order.
pub struct Wanted {
    /// All that differ, not only those beyond chance.
    pub all: bool,
    /// Only figures whose name or chapter has these words.
    pub only: Option<String>,
    /// In which order.
    pub sort: Sort,
}

/// The order of figures within a chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Sort {
    /// The largest effect first
    Effect,
    /// The largest difference first
    Difference,
    /// By name
    Name,
}

impl Wanted {
    fn takes(&self, compared: &Compared) -> bool {
        let (name, chapter) = (compared.figure.name.to_lowercase(), compared.figure.chapter().name());
        let words =
            |only: &String| only.to_lowercase().split_whitespace().all(|word| name.contains(word) || chapter.contains(word));
        self.only.as_ref().is_none_or(words)
    }
}

/// The rows of a chapter that are worth the space, and how many more differ beyond chance. Of the headline everything is.
fn shown<'c>(comparison: &'c Comparison, chapter: Chapter, wanted: &Wanted) -> (Vec<&'c Compared>, usize) {
    let of_chapter = |compared: &&Compared| compared.figure.chapter() == chapter && wanted.takes(compared);
    let mut rows: Vec<&Compared> = comparison.figures.iter().filter(of_chapter).filter(|c| c.difference.mean != 0.0).collect();
    let mut left = 0;
    if !wanted.all && wanted.only.is_none() && chapter != Chapter::Headline {
        let holding = rows.iter().filter(|compared| compared.holds).count();
        // Those that hold come first, and of both the largest effect.
        rows.sort_by_key(|compared| !compared.holds);
        rows.truncate(holding.clamp(AT_LEAST, AT_MOST));
        left = holding.saturating_sub(AT_MOST);
    }
    match wanted.sort {
        Sort::Effect => {}
        Sort::Difference => rows.sort_by(|a, b| b.difference.mean.abs().total_cmp(&a.difference.mean.abs())),
        Sort::Name => rows.sort_by(|a, b| a.figure.name.cmp(&b.figure.name)),
    }
    (rows, left)
}

fn row(compared: &Compared) -> Vec<Cell> {
    let Compared { figure, difference, holds } = compared;
    let unit = figure.unit;
    let (arrow, color) = if difference.mean > 0.0 { ("▲", style::HINT) } else { ("▼", style::WARN) };
    let (low, high) = difference.interval;
    let strong = |style| if *holds { style } else { style::FAINT };
    vec![
        Cell::styled(if *holds { "●" } else { "" }, color),
        Cell::styled(figure.name.as_str(), strong(style::STRONG)),
        value(difference.a, unit).into(),
        value(difference.b, unit).into(),
        Cell::styled(format!("{arrow} {}", change(difference.mean, unit)), strong(color)),
        Cell::styled(format!("{} to {}", change(low, unit), change(high, unit)), style::FAINT),
        Cell::styled(effect(difference.effect), strong(style::PLAIN)),
        Cell::styled(difference.shown_by.map(thousands).unwrap_or_default(), style::FAINT),
    ]
}

/// What it comes to, in sentences; the page has them as well.
pub fn verdict(comparison: &Comparison) -> Vec<String> {
    let looked = comparison.looked_at();
    let holding = comparison.figures.iter().filter(|compared| compared.holds).count();
    let outside = |compared: &&Compared| {
        let (low, high) = compared.difference.interval;
        compared.difference.mean != 0.0 && !compared.holds && (low > 0.0 || high < 0.0)
    };
    let maybe = comparison.figures.iter().filter(outside).count();
    let figures = count(looked as u64, "figure");
    let mut lines = vec![match holding {
        0 => format!("{figures} were looked at; none differs beyond chance (Holm's correction at 5 %)."),
        1 => format!("{figures} were looked at; one differs beyond chance (●, Holm's correction at 5 %)."),
        many => {
            format!("{figures} were looked at; {} differ beyond chance (●, Holm's correction at 5 %).", thousands(many as u64))
        }
    }];
    if maybe > 0 {
        let by_chance = saturated::<u64>(whole(((looked - holding) as f64 * LEVEL).round()));
        let maybe = thousands(maybe as u64);
        lines.push(match by_chance {
            0 => format!("{maybe} more have intervals that leave out zero, which may be chance."),
            _ => format!(
                "{maybe} more have intervals that leave out zero; chance alone does that to about {by_chance} of so many."
            ),
        });
    }
    lines
}

/// What only one side has.
pub fn only(letter: &str, alone: &[OneSided]) -> Option<String> {
    let names: Vec<&str> = alone.iter().map(|alone| alone.figure.name.as_str()).collect();
    let listed = match names.len() {
        0 => return None,
        1..=8 => names.join(", "),
        many => format!("{}, … ({many} in all)", names[..8].join(", ")),
    };
    Some(format!("Only in {letter}: {listed}."))
}
