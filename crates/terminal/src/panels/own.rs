//! What belongs to the seat that looks: counters, hand, tickets.

use super::seats::with_things;
use super::{cards, fitted, standing};
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{Form, Owner, Spot};
use railwright_core::id::{PartyId, ZoneId};
use railwright_session::tickets::has_tickets;
use ratatui::text::{Line, Span};

/// What belongs to the seat: counters first, then every zone of its own that it sees into and that holds something.
pub fn own(view: &View, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let parts = view.parts();
    let seat = view.seat();
    let mut lines = Vec::new();
    let own = parts.counters.iter().enumerate().filter(|(_, c)| c.told && matches!(c.owner, Owner::Seat | Owner::Party));
    let mut counters: Vec<String> =
        own.filter_map(|(i, c)| Some(format!("{} {}", c.name, view.counter(i.into(), seat.index())?))).collect();
    counters.extend(with_things(view, seat.0));
    let style = theme.party(parts, PartyId::from(seat));
    lines.extend(fitted(&counters, width).into_iter().map(|line| Line::from(Span::styled(line, style))));
    for (i, train) in parts.trains.iter().enumerate().filter(|(_, t)| t.seat == seat) {
        lines.push(Line::from(format!("{} {}", train.name, standing(view, i))));
    }
    for (i, zone) in parts.zones.iter().enumerate() {
        let spot = Spot { zone: ZoneId::from(i), owner: seat.0.into() };
        if !matches!(zone.owner, Owner::Seat | Owner::Party) {
            continue;
        }
        let Some(held) = view.cards(spot).filter(|cards| !cards.is_empty()) else { continue };
        let size: u32 = held.iter().map(|(_, n)| n).sum();
        lines.push(Line::from(Span::styled(format!("{} ({size})", zone.name), theme.faint())));
        if has_tickets(view, spot.zone) {
            lines.extend(cards::tickets(view, theme, spot, &held, width));
        } else if let Some(paying) = cards::paying(view, theme, spot, &held, width) {
            lines.extend(paying);
        } else if let Form::Row(_) = zone.form {
            let items = held.iter().map(|(kind, _)| vec![cards::card(view, theme, spot, *kind)]).collect();
            lines.extend(cards::in_columns(items, width));
        } else {
            lines.extend(cards::counted(view, theme, spot, &held, width));
        }
    }
    lines
}
