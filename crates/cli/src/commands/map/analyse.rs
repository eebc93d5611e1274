//! `railwright map --analyse`: static figures of a board, before anybody has played on it.

use crate::failure::Failure;
use crate::table::{Cell, Side, Table};
use crate::{number, screen, style};
use railwright::core::id::PlaceId;
use railwright::report::analysis::{Board, Ticket, board};
use railwright::report::deck::Deck;
use railwright::rules::Rules;
use serde_json::json;

/// So many lines and tickets are shown; `--json` has all.
const SHOWN: usize = 12;

/// Shows the figures of a board, for people or for programs.
pub fn show(rules: &Rules, as_json: bool) -> Result<(), Failure> {
    let figures = board(rules);
    if as_json { screen::show_json(&to_json(rules, &figures)) } else { screen::show(&page(rules, &figures)) }
}

fn name(rules: &Rules, place: PlaceId) -> &str {
    &rules.parts.map.place(place).name
}

fn page(rules: &Rules, board: &Board) -> String {
    let strong = |text: &str| style::paint(style::STRONG, text);
    let kinds = ["single", "double", "triple"];
    let lines: Vec<String> = board
        .lines
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(i, n)| format!("{n} {}", kinds.get(i).map_or_else(|| format!("with {} lanes", i + 1), |kind| (*kind).to_owned())))
        .collect();
    let mut text = format!("{}\n", strong(&format!("{}: {}", rules.head.name, rules.head.map_name)));
    text += &number::count(board.cities as u64, "city");
    if board.junctions > 0 {
        text += &format!(", {}", number::count(board.junctions as u64, "junction"));
    }
    let all: usize = board.lines.iter().sum();
    text += &format!(
        "; {} ({}); {}\n",
        number::count(all as u64, "line"),
        lines.join(", "),
        number::count(board.spaces as u64, "space")
    );
    if let Some(([a, b], apart)) = board.farthest {
        let apart = number::count(apart.into(), "space");
        let mean = format!("{}.{}", board.mean_distance / 10, board.mean_distance % 10);
        text += &format!(
            "farthest apart: {} and {}, {apart}; on average two cities are {mean} apart\n",
            name(rules, a),
            name(rules, b)
        );
    }
    text += &colours(board);
    text += &tickets(rules, board);
    text += &loads(board);
    text
}

fn colours(board: &Board) -> String {
    let mut table = Table::new(&[("colour", Side::Left), ("lanes", Side::Right), ("spaces", Side::Right)]);
    for (colour, figures) in &board.colours {
        table.row(vec![colour.clone().into(), figures.lanes.to_string().into(), figures.spaces.to_string().into()]);
    }
    let mut spaces: Vec<(usize, &str)> =
        board.colours.iter().map(|(c, f)| (f.spaces, c.as_str())).filter(|(_, c)| *c != "grey").collect();
    spaces.sort_unstable();
    let balance = match (spaces.first(), spaces.last()) {
        (Some((least, few)), Some((most, many))) if spaces.len() > 1 && least == most => {
            format!("all colours have {least} spaces, {few} as well as {many}\n")
        }
        (Some((least, few)), Some((most, many))) if spaces.len() > 1 => {
            format!("fewest spaces: {few} with {least}; most: {many} with {most}\n")
        }
        _ => String::new(),
    };
    format!("\n{}{balance}", table.render(screen::width()))
}

fn tickets(rules: &Rules, board: &Board) -> String {
    if board.tickets.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[
        ("ticket", Side::Left),
        ("worth", Side::Right),
        ("shortest way", Side::Right),
        ("fewest lines", Side::Right),
        ("meets", Side::Right),
    ]);
    let figure = |n: Option<u32>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    for ticket in board.tickets.iter().take(SHOWN) {
        let ends = ticket.ends.map(|end| name(rules, end)).join(" – ");
        let worth = ticket.worth.map(|n| n.to_string()).unwrap_or_default();
        let meets = format!("{:.1}", ticket.company);
        table.row(vec![ends.into(), worth.into(), figure(ticket.shortest).into(), figure(ticket.fewest).into(), meets.into()]);
    }
    let more = board.tickets.len().saturating_sub(SHOWN);
    let more =
        if more > 0 { format!("… and {more} shorter {}\n", if more == 1 { "one" } else { "ones" }) } else { String::new() };
    let longest = board.tickets.iter().filter_map(|ticket| ticket.shortest).max().unwrap_or(0);
    let longest = number::count(longest.into(), "space");
    let against: Vec<String> = board.pieces.iter().map(|(name, n)| format!("{n} {name}")).collect();
    let deck: String = board.deck.told().iter().map(|line| format!("{line}\n")).collect();
    format!(
        "\n{}{more}the longest ticket takes {longest}; each player starts with {}\n{deck}",
        table.render(screen::width()),
        if against.is_empty() { "nothing counted".to_owned() } else { against.join(", ") }
    )
}

fn loads(board: &Board) -> String {
    let mut table =
        Table::new(&[("line", Side::Left), ("spaces", Side::Right), ("lanes", Side::Right), ("tickets over it", Side::Right)]);
    for load in board.loads.iter().take(SHOWN) {
        let style = if load.tickets > 0.0 && load.lanes == 1 { style::WARN } else { style::PLAIN };
        table.row(vec![
            Cell::styled(load.line.clone(), style),
            load.length.to_string().into(),
            load.lanes.to_string().into(),
            format!("{:.1}", load.tickets).into(),
        ]);
    }
    let idle = board.loads.iter().filter(|load| load.tickets == 0.0).count();
    let (idle, are) = (number::count(idle as u64, "line"), if idle == 1 { "is" } else { "are" });
    format!("\n{}{idle} {are} on no shortest way of a ticket\n", table.render(screen::width()))
}

fn to_json(rules: &Rules, board: &Board) -> serde_json::Value {
    let id = |place: PlaceId| rules.parts.map.place(place).id.as_str();
    json!({
        "game": rules.head.id,
        "map": rules.head.map,
        "cities": board.cities,
        "junctions": board.junctions,
        "lines_by_lanes": board.lines,
        "spaces": board.spaces,
        "farthest": board.farthest.map(|([a, b], apart)| json!({ "places": [id(a), id(b)], "spaces": apart })),
        "mean_distance_tenths": board.mean_distance,
        "colours": board.colours.iter().map(|(c, f)| (c.clone(), json!({ "lanes": f.lanes, "spaces": f.spaces }))).collect::<serde_json::Map<_, _>>(),
        "tickets": board.tickets.iter().map(|ticket| ticket_to_json(rules, ticket)).collect::<Vec<_>>(),
        "deck": deck_to_json(&board.deck),
        "lines": board.loads.iter().map(|l| json!({
            "id": l.line, "length": l.length, "lanes": l.lanes, "tickets": l.tickets,
        })).collect::<Vec<_>>(),
        "pieces": board.pieces.iter().map(|(name, n)| (name.clone(), (*n).into())).collect::<serde_json::Map<String, serde_json::Value>>(),
    })
}

/// A ticket for programs.
pub fn ticket_to_json(rules: &Rules, ticket: &Ticket) -> serde_json::Value {
    let id = |place: PlaceId| rules.parts.map.place(place).id.as_str();
    json!({
        "id": ticket.id, "places": ticket.ends.map(id), "shortest": ticket.shortest, "fewest_lines": ticket.fewest,
        "worth": ticket.worth, "company": ticket.company,
    })
}

/// What can be said of a deck, for programs.
pub fn deck_to_json(deck: &Deck) -> serde_json::Value {
    json!({
        "tickets": deck.tickets, "cities": deck.cities, "named": deck.named, "ends": deck.ends, "lengths": deck.lengths,
        "farthest": deck.farthest, "by_way": deck.by_way, "neighbours": deck.neighbours, "idle_lines": deck.idle,
        "lines": deck.lines, "loads_unlike": deck.unlike,
    })
}
