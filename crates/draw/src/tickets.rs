//! Cards that name two places, such as tickets, to print and cut: a small map with both places, their names, the value.

use crate::font::{self, Weight};
use crate::geometry::{Point, point};
use crate::palette::{FRAME, INK, MUTED, PAPER};
use crate::writer::{Anchor, TextStyle, Writer};
use railwright_core::components::CardSet;
use railwright_core::id::{KindId, PlaceId};
use railwright_rules::Rules;

/// The width and height of a card in millimetres, and so many stand on a sheet across and down.
const CARD: (f64, f64) = (63.0, 44.0);
const ACROSS: usize = 3;
const DOWN: usize = 6;
/// The part of a card that the map takes.
const MAP: (f64, f64) = (55.0, 24.0);

/// What stands on a card.
struct Ticket {
    set: String,
    /// The places it names: two, or fewer where it is about others that words stand for.
    places: Vec<PlaceId>,
    title: String,
    /// Its value, or where it has several, each with its name.
    worth: String,
    details: String,
}

/// Sheets of all cards that name two places, in millimetres; as many copies of each as the game has.
pub fn sheets(rules: &Rules) -> Vec<String> {
    let tickets = tickets(rules);
    tickets.chunks(ACROSS * DOWN).enumerate().map(|(i, cards)| sheet(rules, i, cards)).collect()
}

fn tickets(rules: &Rules) -> Vec<Ticket> {
    let mut tickets = Vec::new();
    for set in rules.parts.cards.iter().filter(|set| set.has_tickets()) {
        for (i, kind) in set.kinds.iter().enumerate() {
            for _ in 0..kind.count {
                tickets.push(ticket(rules, set, i.into()));
            }
        }
    }
    tickets
}

fn ticket(rules: &Rules, set: &CardSet, kind: KindId) -> Ticket {
    let places = set.named_places(kind);
    let names = places.iter().map(|place| rules.parts.map.place(*place).name.as_str());
    let words = set.words_on(kind).map(|(_, word)| rules.parts.words.text(word));
    let title = names.chain(words).collect::<Vec<_>>().join(" – ");
    let numbers: Vec<(&str, i32)> = set.numbers(kind).collect();
    let (worth, details) = if places.len() == 2 {
        (numbers.iter().map(|(_, number)| number.to_string()).collect::<Vec<_>>().join("/"), String::new())
    } else {
        (String::new(), numbers.iter().map(|(name, number)| format!("{name} {number}")).collect::<Vec<_>>().join(" · "))
    };
    Ticket { set: set.id.clone(), places, title, worth, details }
}

fn sheet(rules: &Rules, number: usize, cards: &[Ticket]) -> String {
    let size = (CARD.0 * ACROSS as f64, CARD.1 * DOWN as f64);
    let title = format!("{}: cards, sheet {}", rules.head.name, number + 1);
    let mut writer = Writer::new(size.0, size.1, &title);
    writer.element("rect").number("width", size.0).number("height", size.1).attr("fill", "#ffffff").done();
    for (i, ticket) in cards.iter().enumerate() {
        let corner = point((i % ACROSS) as f64 * CARD.0, (i / ACROSS) as f64 * CARD.1);
        writer.element("g").placed(corner, point(1.0, 0.0)).open();
        card(&mut writer, rules, ticket);
        writer.close();
    }
    writer.finish()
}

fn card(writer: &mut Writer, rules: &Rules, ticket: &Ticket) {
    let (map, size) = (&rules.parts.map, rules.head.size);
    let frame = writer.element("rect").number("x", 0.0).number("y", 0.0).number("width", CARD.0).number("height", CARD.1);
    frame.attr("fill", PAPER).attr("stroke", FRAME).number("stroke-width", 0.2).done();
    let scale = (MAP.0 / f64::from(size.0.max(1))).min(MAP.1 / f64::from(size.1.max(1)));
    let left = (CARD.0 - f64::from(size.0) * scale) / 2.0;
    let place = |id: PlaceId| -> Point {
        let (x, y) = map.place(id).at;
        point(left + f64::from(x) * scale, 4.0 + f64::from(y) * scale)
    };
    for line in &map.lines {
        let [a, b] = line.ends.map(place);
        let stroke = writer.element("line").number("x1", a.x).number("y1", a.y).number("x2", b.x).number("y2", b.y);
        stroke.attr("stroke", FRAME).number("stroke-width", 0.3).done();
    }
    let ends: Vec<Point> = ticket.places.iter().map(|id| place(*id)).collect();
    if let [a, b] = ends[..] {
        let way = writer.element("line").number("x1", a.x).number("y1", a.y).number("x2", b.x).number("y2", b.y);
        way.attr("stroke", INK).number("stroke-width", 0.5).attr("stroke-dasharray", "1.2 0.9").done();
    }
    for end in ends {
        let dot = writer.element("circle").number("cx", end.x).number("cy", end.y).number("r", 1.3);
        dot.attr("fill", "#b3261e").attr("stroke", PAPER).number("stroke-width", 0.3).done();
    }
    texts(writer, ticket);
}

fn texts(writer: &mut Writer, ticket: &Ticket) {
    let room = CARD.0 - 10.0 - font::width(&ticket.worth, 7.0, Weight::Bold);
    let fit = |text: &str, size: f64, weight: Weight| size * (room / font::width(text, size, weight).max(0.1)).min(1.0);
    let style = |size: f64, weight: Weight, fill: &'static str| TextStyle { size, weight, fill, halo: None };
    let below = if ticket.details.is_empty() { &ticket.set } else { &ticket.details };
    let title = style(fit(&ticket.title, 4.2, Weight::Bold), Weight::Bold, INK);
    writer.text(point(4.0, CARD.1 - 7.5), Anchor::Start, title, &ticket.title);
    let small = style(fit(below, 2.6, Weight::Regular), Weight::Regular, MUTED);
    writer.text(point(4.0, CARD.1 - 3.5), Anchor::Start, small, below);
    writer.text(point(CARD.0 - 4.0, CARD.1 - 4.5), Anchor::End, style(7.0, Weight::Bold, INK), &ticket.worth);
}
