//! Cards in lines: how many of each kind, in its colour; tickets with what is missing.

use crate::text::wrap_lines;
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{FieldType, FieldValue, Spot};
use railwright_core::id::{KindId, PlaceId, WordId};
use railwright_narration::card_name;
use railwright_session::tickets::{Ticket, ticket};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// The style of a kind of card: that of the colour it is named after or has as a field; bold when it has none.
pub fn style(view: &View, theme: &Theme, spot: Spot, kind: KindId) -> Style {
    let plain = Style::new().add_modifier(Modifier::BOLD);
    let set = view.parts().cards_in(spot.zone);
    let Some(card) = set.kinds.get(kind.index()) else { return plain };
    let by_id = theme.word(&card.id);
    if by_id != Style::new() {
        return by_id;
    }
    let words = set.fields.iter().zip(&card.fields).filter_map(|((_, field), value)| match (field, value) {
        (FieldType::Word, FieldValue::One(word)) => {
            let word = WordId::from(usize::try_from(*word).ok()?);
            let company = view.parts().companies.iter().position(|company| company.word == word);
            Some(match company {
                // What names a railroad has its colour.
                Some(company) => theme.party(view.parts(), view.parts().company_party(company)),
                None => theme.word(view.parts().words.text(word)),
            })
        }
        _ => None,
    });
    words.into_iter().find(|style| *style != Style::new()).unwrap_or(plain)
}

/// One card: its colour's mark and its name.
pub fn card(view: &View, theme: &Theme, spot: Spot, kind: KindId) -> Span<'static> {
    let set = view.parts().cards_in(spot.zone);
    let Some(known) = set.kinds.get(kind.index()) else { return Span::raw("?") };
    let mark = theme.mark(&known.id).map(|mark| format!("{mark} ")).unwrap_or_default();
    Span::styled(format!("{mark}{}", card_name(view.parts(), set, kind)), style(view, theme, spot, kind))
}

/// Cards that say what places pay, one a line; nothing if they say no such thing.
pub fn paying(view: &View, theme: &Theme, spot: Spot, cards: &[(KindId, u32)], width: usize) -> Option<Vec<Line<'static>>> {
    let set = view.parts().cards_in(spot.zone);
    let field = set.fields.iter().position(|f| f.1 == FieldType::Pays)?;
    let mut lines = Vec::new();
    for (kind, _) in cards {
        let FieldValue::Pays(pays) = &set.kinds.get(kind.index())?.fields[field] else { continue };
        let name = |place: &PlaceId| view.parts().map.places.get(place.index()).map_or("?", |p| p.name.as_str());
        let pays: Vec<String> = pays.iter().map(|(place, pays)| format!("{} {pays}", name(place))).collect();
        let card = card(view, theme, spot, *kind);
        let line = Line::from(vec![Span::raw(" "), card, Span::raw(" "), Span::styled(pays.join(", "), theme.faint())]);
        lines.extend(wrap_lines(&[line], width));
    }
    Some(lines)
}

/// Cards and how many of each, so many to a line as fit.
pub fn counted(view: &View, theme: &Theme, spot: Spot, cards: &[(KindId, u32)], width: usize) -> Vec<Line<'static>> {
    let items =
        cards.iter().map(|(kind, count)| vec![Span::raw(format!("{count:>2} ")), card(view, theme, spot, *kind)]).collect();
    in_columns(items, width)
}

/// Items in columns of equal width.
pub fn in_columns(items: Vec<Vec<Span<'static>>>, width: usize) -> Vec<Line<'static>> {
    let length = |item: &Vec<Span>| item.iter().map(Span::width).sum::<usize>();
    let column = items.iter().map(length).max().unwrap_or(1) + 2;
    let columns = (width / column).max(1);
    let rows = items.len().div_ceil(columns);
    // Read downwards, as lists are.
    (0..rows)
        .map(|row| {
            let mut line = Line::default();
            for item in items.iter().skip(row).step_by(rows.max(1)) {
                let pad = column.saturating_sub(length(item));
                line.spans.extend(item.iter().cloned());
                line.spans.push(Span::raw(" ".repeat(pad)));
            }
            line
        })
        .collect()
}

/// Tickets, one a line: the places, the numbers on the card, joined or what is missing. Cards that leave a place out follow by their
/// names.
pub fn tickets(view: &View, theme: &Theme, spot: Spot, cards: &[(KindId, u32)], width: usize) -> Vec<Line<'static>> {
    let (mut tickets, mut others) = (Vec::new(), Vec::new());
    for &(kind, count) in cards {
        match ticket(view, spot.zone, kind) {
            Some(ticket) => tickets.push(ticket),
            None => others.push((kind, count)),
        }
    }
    tickets.sort_by_key(|ticket| (ticket.is_joined(), ticket.missing.unwrap_or(u32::MAX)));
    let mut lines: Vec<Line> = tickets.iter().map(|ticket| line_of(view, theme, ticket, width)).collect();
    lines.extend(counted(view, theme, spot, &others, width));
    lines
}

fn line_of(view: &View, theme: &Theme, ticket: &Ticket, width: usize) -> Line<'static> {
    let map = &view.parts().map;
    let [from, to] = ticket.ends.map(|place| map.place(place).name.clone());
    let numbers: Vec<String> = ticket.numbers.iter().map(i32::to_string).collect();
    let state = match ticket.missing {
        Some(0) => Span::styled("✓ joined", theme.good()),
        Some(n) => Span::raw(format!("{n} to go")),
        None => Span::styled("✗ cut off", theme.bad()),
    };
    let numbers = format!("{:>3}  ", numbers.join(" "));
    let room = width.saturating_sub(state.width() + numbers.len() + 1);
    let mut name = format!("{from} – {to}");
    if Span::raw(name.as_str()).width() > room {
        name = name.chars().take(room.saturating_sub(1)).collect::<String>() + "…";
    }
    let pad = room.saturating_sub(Span::raw(name.as_str()).width()) + 1;
    Line::from(vec![Span::styled(numbers, theme.accent()), Span::raw(name), Span::raw(" ".repeat(pad)), state])
}
