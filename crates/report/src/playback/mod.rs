//! A game on one page that plays it back: the board once, and of each step what was told and what changed on the board.
//!
//! The page holds everything itself and opens without a network. Arrow keys, a slider and the list of moves lead from step to step.
//! It shows what a [`Viewpoint`] may see and no more: nothing else is in the file.

use railwright_core::components::Owner;
use railwright_core::snapshot::Snapshot;
use railwright_draw::LiveBoard;
use railwright_markup::escape;
use railwright_narration::Names;
use railwright_rules::Rules;
use railwright_session::{Session, Viewpoint};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("playback.js");

/// The page of a game, as somebody saw it.
pub fn playback(session: &Session, viewpoint: Viewpoint) -> String {
    let whose = match viewpoint {
        Viewpoint::Public => "as everybody saw it".to_owned(),
        Viewpoint::Seat(seat) => format!("as seat {} saw it", seat.0 + 1),
        Viewpoint::Everything => "with every secret".to_owned(),
    };
    let rules = session.rules();
    let board = LiveBoard::new(rules);
    let [before, after] = player(rules, &board, &format!("{}, {whose}", rules.head.name));
    format!("{before}{}{after}", game(session, viewpoint, &board))
}

/// What stands before the data of a game on its page, and what stands after it: the same for all games on one board.
pub fn player(rules: &Rules, board: &LiveBoard, title: &str) -> [String; 2] {
    let before = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{0}</h1></header>\n<main>\n<div id=\"board\">{1}</div>\n<aside>\n\
         <div id=\"controls\"><button id=\"first\" title=\"to the beginning (Home)\">|◀</button><button id=\"back\" title=\"a step back (←)\">◀</button>\
         <button id=\"play\" title=\"play (space)\">▶▶</button><button id=\"on\" title=\"a step on (→)\">▶</button>\
         <button id=\"last\" title=\"to the end (End)\">▶|</button>\
         <label>step <input id=\"number\" type=\"number\" min=\"0\" value=\"0\"> of <output id=\"all\"></output></label>\
         <label>turn <input id=\"turn\" type=\"number\" min=\"0\" value=\"0\" title=\"n and p: the next turn, the one before\"></label></div>\n\
         <input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"step\">\n\
         <div id=\"told\" aria-live=\"polite\"></div>\n<div class=\"wide\"><table id=\"standing\"></table></div>\n<ol id=\"log\"></ol>\n\
         <details><summary>Legend</summary>{2}</details>\n</aside>\n</main>\n<script type=\"application/json\" id=\"data\">",
        escape(title),
        board.svg(rules),
        board.legend(rules)
    );
    [before, format!("</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")]
}

/// The data of a game: every step, who plays, how it ended. It may stand in a script of a page.
pub fn game(session: &Session, viewpoint: Viewpoint, board: &LiveBoard) -> String {
    let steps = steps(session, viewpoint, board);
    let header = session.header();
    let seats: Vec<Value> = header
        .seats
        .iter()
        .zip(board.parties())
        .map(|(who, party)| json!({ "name": party.name, "who": who, "color": party.color }))
        .collect();
    let data = json!({ "steps": steps, "seats": seats, "over": session.over() });
    // Nothing that an author wrote ends the script early.
    data.to_string().replace("</", "<\\/").replace("<!--", "<\\!--")
}

/// Every step: what was told, what lies elsewhere on the board than before, how the players stand.
fn steps(session: &Session, viewpoint: Viewpoint, board: &LiveBoard) -> Vec<Value> {
    let rules = session.rules();
    let names = Names::new(rules);
    let mut lying: BTreeMap<String, String> = BTreeMap::new();
    (0..=session.steps().len())
        .map(|step| {
            let now: BTreeMap<String, String> =
                board.parts(rules, session.state_after(step)).into_iter().map(|part| (part.name, part.svg)).collect();
            let mut changed = Map::new();
            for (name, svg) in &now {
                if lying.get(name) != Some(svg) {
                    changed.insert(name.clone(), json!(svg));
                }
            }
            for gone in lying.keys().filter(|name| !now.contains_key(*name)) {
                changed.insert(gone.clone(), json!(""));
            }
            lying = now;
            let seat = step.checked_sub(1).map(|at| session.steps()[at].seat.0);
            json!({
                "seat": seat,
                "turn": session.state_after(step).clock().turn,
                "told": session.told(step, viewpoint).iter().map(|sentence| names.say(sentence)).collect::<Vec<_>>(),
                "board": changed,
                "standing": standing(rules, &names, &session.view_after(step, viewpoint)),
            })
        })
        .collect()
}

/// What is seen of the players: a row for each of their counters and zones, with a value for each.
fn standing(rules: &Rules, names: &Names, view: &Snapshot) -> Vec<Value> {
    let mut rows = Vec::new();
    for counter in rules.parts.counters.iter().filter(|counter| counter.told && counter.owner == Owner::Seat) {
        let values = view.counters.get(&counter.id);
        let cells = values.into_iter().flatten().map(|value| value.map_or("?".to_owned(), |value| value.to_string()));
        rows.push(json!([counter.name, cells.collect::<Vec<_>>()]));
    }
    for zone in rules.parts.zones.iter().filter(|zone| zone.owner == Owner::Seat) {
        let cells = view.zones.get(&zone.id).into_iter().flatten().map(|seen| match &seen.cards {
            Some(cards) if !cards.is_empty() => cards
                .iter()
                .map(|(kind, count)| if *count == 1 { names.say(kind) } else { format!("{count} {}", names.say(kind)) })
                .collect::<Vec<_>>()
                .join(", "),
            _ => seen.size.map_or("?".to_owned(), |size| size.to_string()),
        });
        rows.push(json!([zone.name, cells.collect::<Vec<_>>()]));
    }
    rows
}
