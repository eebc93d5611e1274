//! A deck of tickets for a board, as `railwright map --suggest-tickets` proposes it, as edits of the map.

use crate::board::Outlook;
use crate::edit::Edit;
use railwright::report::deck::{TooFewPairs, propose};
use railwright::rules::Loaded;
use serde_json::{Map, json};
use std::fmt;

/// Chance is the same each time: another number of tickets is another deck.
const SEED: u64 = 1;

/// Why there is no proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoDeck {
    /// There is nothing on the board.
    NoBoard,
    /// The game has no such cards: they must name two places.
    NoTickets(String),
    /// The board has so many pairs of cities with a way between them, which are too few.
    TooFewPairs(usize),
}

impl fmt::Display for NoDeck {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoDeck::NoBoard => write!(f, "there is nothing on the board yet"),
            NoDeck::NoTickets(set) => write!(f, "the cards `{set}` do not name two places and a value"),
            NoDeck::TooFewPairs(pairs) => {
                write!(f, "the board has {pairs} pairs of cities with a way between them: ask for fewer tickets")
            }
        }
    }
}

impl std::error::Error for NoDeck {}

/// The edits that put a proposed deck of so many tickets in the place of the one that a set has.
pub fn deck(outlook: &Outlook, loaded: Option<Loaded>, set: &str, count: u16) -> Result<Vec<Edit>, NoDeck> {
    let no_tickets = || NoDeck::NoTickets(set.to_owned());
    let fields = loaded.as_ref().and_then(|loaded| loaded.tree.at("cards")?.as_table()?.get(set)?.at("fields")?.as_table());
    let of = |kind: &str| -> Vec<String> {
        fields.into_iter().flatten().filter(|field| field.node.as_text() == Some(kind)).map(|field| field.key.clone()).collect()
    };
    let (places, numbers) = (of("place"), of("number"));
    let ([from, to], Some(worth)) = (&places[..], numbers.first()) else { return Err(no_tickets()) };
    let (from, to, worth) = (from.clone(), to.clone(), worth.clone());
    let (rules, _) = outlook.rules(loaded).ok_or(NoDeck::NoBoard)?;
    let proposal = propose(&rules, count.into(), SEED).map_err(|TooFewPairs(pairs)| NoDeck::TooFewPairs(pairs))?;
    let tree = outlook.tree();
    let old = tree.at("cards").and_then(|cards| cards.as_table()?.get(set)?.at("kinds")?.as_table());
    let ids = old.into_iter().flatten().map(|entry| entry.key.clone()).collect();
    let mut edits = vec![Edit::RemoveCards { set: set.to_owned(), ids }];
    for ticket in &proposal.tickets {
        let [a, b] = ticket.ends.map(|end| json!(rules.parts.map.place(end).id));
        let value = json!(ticket.worth.unwrap_or(0));
        let keys = Map::from_iter([(from.clone(), a), (to.clone(), b), (worth.clone(), value)]);
        edits.push(Edit::AddCard { set: set.to_owned(), id: ticket.id.clone(), keys });
    }
    Ok(edits)
}
