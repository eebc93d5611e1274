//! Looks for a game that ends in each way in which a game can end.

use crate::Case;
use crate::players::Stubborn;
use crate::run::table;
use railwright_core::id::SeatId;
use railwright_core::{Action, Events};
use std::collections::BTreeMap;

/// So many games are tried with each number of players.
pub const TRIED: u64 = 40_000;
/// A game in a search that is longer than this is given up.
const MOST_DECISIONS: usize = 5_000;

/// A game that was found: what was done in it, by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// How many played.
    pub players: u8,
    /// The seed of the game.
    pub seed: u64,
    /// Who did what, in notation.
    pub done: Vec<(SeatId, String)>,
}

/// Games of a bundled game that end in these ways, as far as any are found.
pub fn find(game: &str, endings: &[String], tried: u64) -> Result<BTreeMap<String, Found>, String> {
    let mut found = BTreeMap::new();
    let (least, most) = Case { game: game.to_owned(), players: 0, option: None }.rules()?.head.players;
    for players in least..=most {
        let rules = Case { game: game.to_owned(), players, option: None }.rules()?;
        let mut table = table(rules.clone());
        for number in 0..tried {
            if endings.iter().all(|ending| found.contains_key(ending)) {
                return Ok(found);
            }
            let mut stubborn = Stubborn::new(&rules, number / 2);
            let mut events = Events::default();
            let mut done: Vec<(SeatId, Action)> = Vec::new();
            let begun = table.engine.restart(&mut table.state, number, None, &mut events);
            while let (Ok(()), Some(seat), true) =
                (&begun, table.state.clock().waiting.iter().next(), done.len() < MOST_DECISIONS)
            {
                let Ok(legal) = table.engine.legal(&table.state, seat) else { break };
                let chosen = stubborn.choose(seat, legal);
                let Some(chosen) = table.engine.pick(chosen) else { break };
                done.push((seat, chosen.action()));
                if table.engine.step(&mut table.state, chosen, &mut events).is_err() {
                    break;
                }
            }
            let ending = table.state.clock().over.map(|ending| &rules.flow.endings[usize::from(ending)]);
            if let Some(ending) = ending.filter(|ending| endings.contains(ending) && !found.contains_key(*ending)) {
                let done = in_notation(&mut table, number, &done)?;
                found.insert(ending.clone(), Found { players, seed: number, done });
            }
        }
    }
    Ok(found)
}

/// Plays a game once more, to write down what is done in it.
fn in_notation(table: &mut crate::Table, seed: u64, done: &[(SeatId, Action)]) -> Result<Vec<(SeatId, String)>, String> {
    let mut events = Events::default();
    let mut written = Vec::new();
    let mut state = table.engine.start(seed, None, &mut events).map_err(|fault| fault.to_string())?;
    for &(seat, action) in done {
        written.push((seat, table.engine.print(&state, seat, action)));
        let checked = table.engine.check(&state, seat, action).map_err(|refusal| refusal.to_string())?;
        table.engine.step(&mut state, checked, &mut events).map_err(|fault| fault.to_string())?;
    }
    Ok(written)
}
