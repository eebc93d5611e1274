//! The other seats and the companies: what everybody can see of them, and whose turn it is.

use super::{fitted, standing};
use crate::theme::Theme;
use railwright_core::View;
use railwright_core::components::{Counter, Owner, Spot, Thing};
use railwright_core::id::{PartyId, SeatId, ZoneId};
use railwright_narration::card_name;
use railwright_session::HUMAN;
use ratatui::text::{Line, Span};

/// Every seat but the one that looks, then the companies: counters, and how much lies in each zone.
///
/// `who` says what sits at each seat.
pub fn seats(view: &View, theme: &Theme, who: &[String], width: usize) -> Vec<Line<'static>> {
    let parts = view.parts();
    let moment = view.moment();
    let mut lines = Vec::new();
    for seat in (0..parts.seats).filter(|s| *s != view.seat().0) {
        let turn = if moment.waiting.contains(&(seat + 1)) { "▶" } else { " " };
        let name = who.get(usize::from(seat)).map_or(String::new(), |w| format!(" · {w}"));
        lines.push(Line::from(vec![
            Span::raw(turn),
            Span::styled(parts.party_name(PartyId(seat)), theme.party(parts, PartyId(seat))),
            Span::styled(name, theme.faint()),
        ]));
        let facts = facts(view, |owner| match owner {
            Owner::Seat | Owner::Party => Some(usize::from(seat)),
            _ => None,
        });
        let trains = parts.trains.iter().enumerate().filter(|(_, train)| train.seat.0 == seat);
        let trains = trains.map(|(i, train)| format!("{} {}", train.name, standing(view, i)));
        let with = with_things(view, seat);
        lines.extend(indented(&trains.chain(facts).chain(with).collect::<Vec<_>>(), width));
    }
    for (i, company) in parts.companies.iter().enumerate() {
        let party = PartyId::from(usize::from(parts.seats) + i);
        let mark = theme.party_mark(parts, party);
        lines.push(Line::from(vec![Span::raw(" "), Span::styled(format!("{mark} {}", company.name), theme.party(parts, party))]));
        let facts = facts(view, |owner| match owner {
            Owner::Company => Some(i),
            Owner::Party => Some(party.index()),
            _ => None,
        });
        lines.extend(indented(&facts, width));
    }
    lines
}

/// What a seat has with companies, as far as it is seen and not as at the start: `shares of harbour 2`. What it has with places stands there.
pub(super) fn with_things(view: &View, seat: u8) -> Vec<String> {
    let parts = view.parts();
    let mut facts = Vec::new();
    let pairs = |counter: &Counter| counter.told && counter.owner == Owner::SeatAnd(Thing::Company);
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, counter)| pairs(counter)) {
        for (member, company) in parts.companies.iter().enumerate() {
            let owner = parts.pair(Thing::Company, seat.into(), member);
            let value = view.counter(i.into(), owner).filter(|value| *value != counter.start[owner]);
            facts.extend(value.map(|value| format!("{} of {} {value}", counter.name, company.name)));
        }
    }
    facts
}

/// Counters and sizes of zones for one owner, as far as they are seen.
fn facts(view: &View, index: impl Fn(Owner) -> Option<usize>) -> Vec<String> {
    let parts = view.parts();
    let counters = parts.counters.iter().enumerate().filter(|(_, counter)| counter.told).filter_map(|(i, counter)| {
        let value = view.counter(i.into(), index(counter.owner)?)?;
        Some(format!("{} {value}", counter.name))
    });
    let zones = parts.zones.iter().enumerate().filter_map(|(i, zone)| {
        let spot = Spot { zone: ZoneId::from(i), owner: u16::try_from(index(zone.owner)?).ok()? };
        let size = view.size(spot)?;
        let seen = view.cards(spot).filter(|cards| !cards.is_empty() && cards.len() <= 6);
        let names = seen.map(|cards| {
            cards
                .iter()
                .map(|(k, n)| format!("{n} {}", card_name(parts, parts.cards_in(spot.zone), *k)))
                .collect::<Vec<_>>()
                .join(", ")
        });
        Some(names.map_or_else(|| format!("{} {size}", zone.name), |names| format!("{}: {names}", zone.name)))
    });
    counters.chain(zones).collect()
}

/// Facts in as few lines as fit, a little to the right.
fn indented(facts: &[String], width: usize) -> Vec<Line<'static>> {
    fitted(facts, width.saturating_sub(3)).into_iter().map(|line| Line::from(format!("   {line}"))).collect()
}

/// Where the game stands, in one line: the turn, who is asked, and whether it draws to an end.
pub fn asked(view: &View, who: &[String]) -> String {
    let moment = view.moment();
    if moment.over {
        return "the game is over".to_owned();
    }
    let you = |seat: &u8| SeatId(seat - 1) == view.seat() && who.get(view.seat().index()).is_some_and(|w| w == HUMAN);
    let name = |seat: &u8| if you(seat) { "you".to_owned() } else { format!("seat {seat}") };
    let names: Vec<String> = moment.waiting.iter().map(name).collect();
    let mut text = format!("{} · {} to choose", view.where_it_stands(), names.join(" and "));
    if !moment.out.is_empty() {
        text += &format!(" · out: {}", moment.out.iter().map(&name).collect::<Vec<_>>().join(" and "));
    }
    if let Some(turns) = moment.last_turns {
        text += &format!(" · last round, {turns} turn{} left", if turns == 1 { "" } else { "s" });
    }
    text
}
