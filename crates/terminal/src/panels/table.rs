//! What belongs to nobody: rows of open cards, decks and discards, counters of the table.

use super::cards;
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{Form, Owner, Spot};
use railwright_core::id::ZoneId;
use railwright_session::tickets::has_tickets;
use ratatui::text::{Line, Span};

/// An open bag with more kinds than this is shown by its size: nobody reads so many.
const MOST_KINDS: usize = 12;

/// The table's zones and counters: open rows slot by slot, open bags by their cards, everything else by its size.
pub fn table(view: &View, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let parts = view.parts();
    let mut lines = Vec::new();
    let mut sizes: Vec<Vec<Span>> = Vec::new();
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.owner == Owner::Table) {
        let spot = Spot::of_table(ZoneId::from(i));
        match (zone.form, view.cards(spot)) {
            (Form::Row(_), Some(held)) if has_tickets(view, spot.zone) => {
                lines.push(Line::from(Span::styled(zone.name.clone(), theme.faint())));
                lines.extend(cards::tickets(view, theme, spot, &held, width));
            }
            (Form::Row(_), Some(_)) => {
                let row = view.row(spot).unwrap_or_default();
                let slot = |card: &Option<_>| {
                    vec![card.map_or_else(|| Span::styled("–", theme.faint()), |kind| cards::card(view, theme, spot, kind))]
                };
                lines.push(Line::from(Span::styled(zone.name.clone(), theme.faint())));
                if zone.columns > 1 {
                    // A table: its rows one below the other, in columns of one width.
                    let widest =
                        row.iter().flatten().map(|kind| cards::card(view, theme, spot, *kind).width()).max().unwrap_or(1);
                    for (i, cards) in row.chunks(zone.columns.into()).enumerate() {
                        let mut spans = vec![Span::styled(format!("{:>2} ", i + 1), theme.faint())];
                        for span in cards.iter().flat_map(slot) {
                            let gap = " ".repeat(widest.saturating_sub(span.width()) + 1);
                            spans.extend([span, Span::raw(gap)]);
                        }
                        lines.push(Line::from(spans));
                    }
                    continue;
                }
                lines.extend(cards::in_columns(row.iter().map(slot).collect(), width));
            }
            (Form::Bag, Some(held)) if !held.is_empty() && held.len() <= MOST_KINDS => {
                let size: u32 = held.iter().map(|(_, n)| n).sum();
                lines.push(Line::from(Span::styled(format!("{} ({size})", zone.name), theme.faint())));
                lines.extend(cards::counted(view, theme, spot, &held, width));
            }
            _ => {
                let size = view.size(spot).map_or_else(|| "?".to_owned(), |n| n.to_string());
                sizes.push(vec![Span::styled(format!("{} ", zone.name), theme.faint()), Span::raw(size)]);
            }
        }
    }
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, c)| c.told && c.owner == Owner::Table) {
        if let Some(value) = view.counter(i.into(), 0) {
            sizes.push(vec![Span::styled(format!("{} ", counter.name), theme.faint()), Span::raw(value.to_string())]);
        }
    }
    lines.extend(cards::in_columns(sizes, width));
    lines
}
