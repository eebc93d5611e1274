//! The score sheet as a table: a column for each seat, winners marked.

use crate::theme::Theme;
use railwright_core::components::as_words;
use railwright_core::id::{PartyId, SeatId};
use railwright_rules::{Rules, ScoreSheet};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// The score sheet in lines, with who won and how the game ended.
pub fn sheet(rules: &Rules, theme: &Theme, sheet: &ScoreSheet, who: &[String], ending: &str) -> Vec<Line<'static>> {
    let seats = rules.parts.seats;
    let first = rules.score.lines.iter().map(|l| l.name.chars().count()).max().unwrap_or(0).max(8);
    let cell = |value: String, style| Span::styled(format!("{value:>9}"), style);
    let row = |name: &str, values: &dyn Fn(usize) -> i64, style: Style| {
        let cells = (0..usize::from(seats)).map(|seat| cell(values(seat).to_string(), style));
        Line::from(std::iter::once(Span::styled(format!("{name:first$}"), style)).chain(cells).collect::<Vec<_>>())
    };
    let mut lines = vec![Line::from(format!("How it ended: {ending}")), Line::default()];
    let named = |label: &dyn Fn(u8) -> String| {
        let cells = (0..seats).map(|seat| cell(label(seat), theme.party(&rules.parts, PartyId(seat))));
        Line::from(std::iter::once(Span::raw(" ".repeat(first))).chain(cells).collect::<Vec<_>>())
    };
    lines.push(named(&|seat| format!("seat {}", seat + 1)));
    lines.push(named(&|seat| who.get(usize::from(seat)).map_or_else(String::new, |w| w.chars().take(8).collect())));
    for (line, values) in rules.score.lines.iter().zip(&sheet.rows) {
        lines.push(row(&as_words(&line.name), &|seat| values.points[seat], Style::new()));
    }
    lines.push(Line::from("─".repeat(first + 9 * usize::from(seats))));
    lines.push(row("total", &|seat| sheet.totals[seat], Style::new().add_modifier(Modifier::BOLD)));
    for (dummy, total) in rules.parts.dummies.iter().zip(&sheet.dummies) {
        lines.push(Line::from(format!("{}: {total} to beat", dummy.name)));
    }
    lines.push(row("place", &|seat| i64::from(sheet.places[seat]), Style::new()));
    lines.push(Line::default());
    let winners = sheet.winners(seats);
    let names: Vec<String> = winners.iter().map(|seat: SeatId| format!("seat {}", seat.0 + 1)).collect();
    let who_wins = match names.len() {
        0 => "Nobody wins.".to_owned(),
        1 => format!("{} wins.", names[0]),
        _ => format!("{} share the win.", names.join(" and ")),
    };
    lines.push(Line::from(Span::styled(who_wins, theme.accent())));
    lines
}
