//! Checks of the cards: tickets that cannot be made or are worth too much or too little, decks that are too small.

use super::{Check, Checked, Finding, place_of};
use railwright_core::components::{CardSet, Form, Zone};
use railwright_core::expr::{Eval, Formula, Scope, Scratch};
use railwright_core::id::{PartyId, PlaceId};
use railwright_core::{Components, State};
use railwright_source::{Diagnostic, Node, Origin};

pub(super) const TICKET_UNJOINED: Check = Check {
    name: "ticket-unjoined",
    doc: "A card names two places that no lines join, whatever is built.",
    remedy: "Mend the places of the card, or add a line.",
    find: unjoined,
};

pub(super) const TICKET_VALUE: Check = Check {
    name: "ticket-value",
    doc: "A card that names two places is worth far more or far less than the shortest way between them is long: more than half as much \
          again, or less than half, and by at least four.",
    remedy: "Mend its value or its places, or allow it with the reason.",
    find: value,
};

pub(super) const DECK_TOO_SMALL: Check = Check {
    name: "deck-too-small",
    doc: "More cards are dealt before the first turn than there are. Dealing stops when there are none left, so some players get fewer.",
    remedy: "Add cards, deal fewer, or allow fewer players.",
    find: deck_too_small,
};

/// A card that names two places: its id, the places, how far they are apart, and its value if it has one number.
struct Ticket<'a> {
    set: &'a str,
    id: &'a str,
    ends: [PlaceId; 2],
    apart: Option<u32>,
    /// Its only number, if it has just one: the name of the field and the value.
    worth: Option<(&'a str, i64)>,
}

fn tickets<'a>(parts: &'a Components) -> Vec<Ticket<'a>> {
    let mut tickets = Vec::new();
    for set in &parts.cards {
        for (i, kind) in set.kinds.iter().enumerate() {
            let Some(ends) = set.ticket_ends(i.into()) else { continue };
            let far = parts.map.distances(ends[0], |lane| parts.map.lane(lane).length.into());
            let mut numbers = set.numbers(i.into()).map(|(field, number)| (field, i64::from(number)));
            let worth = numbers.next().filter(|_| numbers.next().is_none());
            tickets.push(Ticket { set: &set.id, id: &kind.id, ends, apart: far.get(ends[1].index()).copied().flatten(), worth });
        }
    }
    tickets
}

fn origin(game: &Checked, ticket: &Ticket) -> Origin {
    place_of(game.tree, &format!("cards.{}.kinds", ticket.set), ticket.id)
}

fn unjoined(game: &Checked) -> Vec<Finding> {
    let map = &game.rules.parts.map;
    let lost = tickets(&game.rules.parts).into_iter().filter(|ticket| ticket.apart.is_none());
    lost.map(|ticket| {
        let [a, b] = ticket.ends.map(|end| map.place(end).name.as_str());
        let problem = Diagnostic::warning("ticket-unjoined", format!("no lines join {a} and {b}"));
        Finding::new(ticket.id, problem.at(origin(game, &ticket), "this card").help(TICKET_UNJOINED.remedy))
    })
    .collect()
}

fn value(game: &Checked) -> Vec<Finding> {
    let mut findings = Vec::new();
    for ticket in tickets(&game.rules.parts) {
        let (Some(apart), Some((field, worth))) = (ticket.apart.map(i64::from), ticket.worth) else { continue };
        let far = worth * 2 > apart * 3 || worth * 2 < apart;
        if far && (worth - apart).abs() >= 4 {
            let message = format!("`{}` is worth {worth}, and the shortest way has {apart} spaces", ticket.id);
            let written = game.tree.at(&format!("cards.{}.kinds.{}.{field}", ticket.set, ticket.id)).map(|node| node.origin);
            let place = written.unwrap_or_else(|| origin(game, &ticket));
            let problem = Diagnostic::warning("ticket-value", message).at(place, "this value");
            findings.push(Finding::new(ticket.id, problem.help(TICKET_VALUE.remedy)));
        }
    }
    findings
}

fn deck_too_small(game: &Checked) -> Vec<Finding> {
    let parts = &game.rules.parts;
    let mut findings = Vec::new();
    for (zone, pile) in parts.zones.iter().enumerate().filter(|(_, zone)| !zone.fill.is_empty() && zone.form == Form::Pile) {
        let set: &CardSet = &parts.cards[pile.cards.index()];
        let mut dealt = 0i64;
        for step in set_up(game.tree) {
            dealt += cards_from(game, step, &pile.id);
        }
        // A row that is kept full takes its cards when it is first filled.
        let refilled = parts.zones.iter().filter(|row| row.refill.is_some_and(|from| from.index() == zone));
        let slots = |row: &Zone| if let Form::Row(slots) = row.form { i64::from(slots) } else { 0 };
        dealt += refilled.map(|row| slots(row) * parts.owners(row.owner) as i64).sum::<i64>();
        let total = pile.fill.iter().map(|kind| i64::from(set.kinds[kind.index()].count)).sum::<i64>();
        if dealt > total {
            let message = format!("{dealt} cards are dealt from `{}` before the first turn, and there are {total}", pile.id);
            let problem = Diagnostic::warning("deck-too-small", message).at(place_of(game.tree, "zones", &pile.id), "this pile");
            findings.push(Finding::new(&pile.id, problem.help(DECK_TOO_SMALL.remedy)));
        }
    }
    findings
}

/// The steps of the flow before the first that contains others.
fn set_up(tree: &Node) -> Vec<&Node> {
    let flow = tree.at("flow").map(|flow| flow.as_list().unwrap_or(std::slice::from_ref(flow))).unwrap_or_default();
    let step = |id: &str| tree.at("steps").and_then(|steps| steps.as_table()?.get(id));
    let steps = flow.iter().filter_map(|id| step(id.as_text()?));
    steps.take_while(|step| !matches!(step.at("do").and_then(Node::as_text), Some("turns" | "rounds" | "repeat"))).collect()
}

/// How many cards a step deals from a pile.
fn cards_from(game: &Checked, step: &Node, pile: &str) -> i64 {
    let text = |key: &str| step.at(key).and_then(Node::as_text);
    if text("do") != Some("deal") || text("from") != Some(pile) {
        return 0;
    }
    let parts = &game.rules.parts;
    let count = step.at("count").and_then(Node::as_expr).unwrap_or_else(|| "1".to_owned());
    // What depends on the game under way cannot be known here.
    let Ok(formula) = Formula::compile(&count, &Scope::of(parts)) else { return 0 };
    let each = Eval::new(parts, &State::new(parts), PartyId(0), &mut Scratch::default()).value(&formula.expr);
    let seats = if text("for") == Some("each") { i64::from(parts.seats) } else { 1 };
    each.max(0) * seats
}
