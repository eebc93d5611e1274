//! A saved game for people: what was done and seen, and how it stands.

use crate::style::{self, paint};
use crate::table::{Cell, Side, Table};
use crate::{number, screen};
use railwright::core::id::MAX_SEATS;
use railwright::core::snapshot::{SeenZone, Snapshot};
use railwright::rules::ScoreSheet;
use railwright::session::{Session, Viewpoint};

const COLUMNS: [(&str, Side); MAX_SEATS + 1] = [
    ("score", Side::Left),
    ("seat 1", Side::Right),
    ("seat 2", Side::Right),
    ("seat 3", Side::Right),
    ("seat 4", Side::Right),
    ("seat 5", Side::Right),
    ("seat 6", Side::Right),
    ("seat 7", Side::Right),
    ("seat 8", Side::Right),
];

/// The game step by step, how it stands, and the score sheet if it may be seen.
pub fn game(session: &Session, viewpoint: Viewpoint, all: usize, sheet: Option<&ScoreSheet>) -> String {
    let header = session.header();
    let rules = session.rules();
    let whose = match viewpoint {
        Viewpoint::Public => "as everybody saw it".to_owned(),
        Viewpoint::Seat(seat) => format!("as seat {} saw it", seat.0 + 1),
        Viewpoint::Everything => "with every secret".to_owned(),
    };
    let seats: Vec<String> = header.seats.iter().enumerate().map(|(i, who)| format!("seat {} {who}", i + 1)).collect();
    let mut text = format!("{}, {}, {whose}\n", paint(style::STRONG, &rules.head.name), seats.join(", "));
    for step in 0..=session.steps().len() {
        let mut told = session.told(step, viewpoint).into_iter();
        let head = if step == 0 { Some("set-up".to_owned()) } else { told.next() };
        text +=
            &format!("\n{} {}\n", paint(style::FAINT, &format!("{step:>4}")), paint(style::STRONG, &head.unwrap_or_default()));
        told.for_each(|sentence| text += &format!("     {sentence}\n"));
    }
    let played = session.steps().len();
    let state = match session.over() {
        Some(how) => format!("over: {how}"),
        None if played < all => format!("after {played} of {}", number::count(all as u64, "action")),
        None => {
            let waiting: Vec<String> = session.waiting().iter().map(|seat| format!("seat {}", seat.0 + 1)).collect();
            format!("to choose now: {}", waiting.join(", "))
        }
    };
    text += &format!("\n{}\n{}", paint(style::STRONG, &state), position(&session.view(viewpoint)));
    if let Some(sheet) = sheet {
        text += &format!("\n{}", score_table(session, sheet).render(screen::width()));
    }
    text
}

/// What is seen of the position, a line for each counter and zone.
fn position(view: &Snapshot) -> String {
    let mut text = String::new();
    for (name, values) in &view.counters {
        let values: Vec<String> = values.iter().map(|v| v.map_or("?".to_owned(), |v| v.to_string())).collect();
        text += &format!("  {name}: {}\n", values.join(", "));
    }
    for (name, zones) in &view.zones {
        // Empty zones of the many places of a map would bury the rest.
        for zone in zones.iter().filter(|zone| zone.owner.is_none() || zone.size != Some(0)) {
            let owner = zone.owner.as_deref().map(|owner| format!(" of {owner}")).unwrap_or_default();
            text += &format!("  {name}{owner}: {}\n", cards(zone));
        }
    }
    for (lane, track) in &view.tracks {
        let owners = [std::slice::from_ref(&track.owner), &track.others].concat().join(" and ");
        text += &format!("  {lane}: {owners}, {}\n", number::count(track.laid.into(), "space"));
    }
    for (name, members) in view.sets.iter().filter(|(_, members)| !members.is_empty()) {
        text += &format!("  {name}: {}\n", members.join(", "));
    }
    text
}

fn cards(zone: &SeenZone) -> String {
    match (&zone.cards, zone.size) {
        (Some(cards), _) if cards.is_empty() => "nothing".to_owned(),
        (Some(cards), _) => cards.iter().map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", "),
        (None, Some(size)) => number::count(size as u64, "card"),
        (None, None) => "?".to_owned(),
    }
}

fn score_table(session: &Session, sheet: &ScoreSheet) -> Table {
    let seats = usize::from(session.header().players);
    let mut table = Table::new(&COLUMNS[..=seats]);
    let mut row = |name: &str, values: Vec<String>| {
        let cells = std::iter::once(Cell::from(name.to_owned())).chain(values.into_iter().map(Cell::from));
        table.row(cells.collect());
    };
    for (line, points) in session.rules().score.lines.iter().zip(&sheet.rows) {
        row(&line.name, points.points[..seats].iter().map(i64::to_string).collect());
    }
    row("total", sheet.totals[..seats].iter().map(i64::to_string).collect());
    for (dummy, total) in session.rules().parts.dummies.iter().zip(&sheet.dummies) {
        let others = (1..seats).map(|_| String::new());
        row(&dummy.name, std::iter::once(total.to_string()).chain(others).collect());
    }
    row("place", sheet.places[..seats].iter().map(u8::to_string).collect());
    table
}
