//! How the game goes: its length, the lead, branching, the ways it ends.

use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::{Cell, Table};
use crate::tally::{FINE, PARTS, Series, Tally};
use railwright_core::narrow::{narrow, whole};

const COLUMNS: [(&str, &str); 3] = [("mean", "mean"), ("least", "least"), ("most", "most")];

/// How long a game is.
pub fn length(tally: &Tally) -> Table {
    let about = "Decisions are those with at least two legal actions; actions include those without a choice.";
    let mut table = Table::new("length", "Length", about, &COLUMNS);
    series(&mut table, "decisions", "Decisions", &tally.decisions, 1.0);
    series(&mut table, "actions", "Actions", &tally.acts, 1.0);
    series(&mut table, "turns", "Turns", &tally.turns, 1.0);
    if tally.rounds.summary.most > 0 {
        series(&mut table, "rounds", "Rounds", &tally.rounds, 1.0);
    }
    table
}

/// How the lead goes to and fro, and what there is to choose.
pub fn course(tally: &Tally) -> Table {
    let about = "The lead is looked at whenever a turn begins, as if the game were scored there with everything that is hidden; a tie \
                 leaves it where it was. Decided: the part of the game after which the winner was never behind.";
    let mut table = Table::new("course", "Course of the game", about, &COLUMNS);
    if tally.margin.summary.count > 0 {
        series(&mut table, "margin", "Winner before the second, points", &tally.margin, 1.0);
        series(&mut table, "lead-changes", "Changes of the lead", &tally.lead_changes, 1.0);
    }
    if tally.decided.summary.count > 0 {
        series(&mut table, "decided", "Decided after, % of the game", &tally.decided, FINE / 100.0);
    }
    series(&mut table, "widest", "Most legal actions at a decision", &tally.widest, 1.0);
    table
}

fn series(table: &mut Table, id: &str, name: &str, series: &Series, scale: f64) {
    let mean = Figure::mean(&series.summary, scale, Unit::Number);
    let summary = &series.summary;
    let once = |value: i64| {
        if summary.count > 0 { Cell::Once(whole((value as f64 / scale).round())) } else { Cell::Nothing }
    };
    let nearest = |word: &'static str, number: f64| series.nearest(number).map(|game| (word, Example::Game(game)));
    let shown =
        [nearest("typical", summary.mean()), nearest("least", summary.least as f64), nearest("most", summary.most as f64)];
    table.row(id, name, vec![mean.into(), once(summary.least), once(summary.most)], shown.into_iter().flatten());
}

/// How much there is to choose in each part of the game.
pub fn branching(tally: &Tally) -> Table {
    let about = "Legal actions at decisions with a choice, in each tenth of the game by its actions.";
    let mut table = Table::new("branching", "Branching", about, &[("legal", "legal actions")]);
    let typical = tally.decisions.nearest(tally.decisions.summary.mean());
    for (i, summary) in tally.branching.iter().enumerate() {
        let part = 100 / PARTS;
        let name = format!("{} to {} %", i * part, (i + 1) * part);
        let shown = typical.map(|game| ("typical", Example::Game(game)));
        table.row(format!("part-{}", i + 1), name, vec![Figure::mean(summary, FINE, Unit::Number).into()], shown);
    }
    table
}

/// The ways the game ends.
pub fn endings(tally: &Tally) -> Table {
    let about = "Every way in which the rules can end the game, and how often it did.";
    let mut table = Table::new("endings", "Endings", about, &[("games", "of all games")]);
    let endings = &tally.rules.flow.endings;
    // Two ends of one game may have the same words.
    for (i, text) in endings.iter().enumerate().filter(|(i, text)| !endings[..*i].contains(text)) {
        let same = (i..endings.len()).filter(|&j| endings[j] == *text);
        let (times, first) = same.fold((0, None), |(times, first), j| {
            (times + tally.endings[j], first.or((tally.endings[j] > 0).then_some(Example::Ending(narrow::<u8>(j)))))
        });
        let share = Figure::share(times as f64, tally.games);
        table.row(text.as_str(), text, vec![share.into()], first.map(|example| ("such an end", example)));
    }
    table
}
