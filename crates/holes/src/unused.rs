//! What never came up in all games that were looked at: actions, lanes and cards.

use crate::Hole;
use crate::coverage::{Coverage, Use};
use crate::kind::Kind;
use crate::prepare::Prepared;
use crate::search::Seen;
use railwright_core::id::ActionId;
use std::collections::BTreeMap;

/// Lists what never came up, actions first.
pub(crate) fn unused(prepared: &[Prepared], seen: &Seen) -> Vec<Hole> {
    let mut holes = actions(prepared, seen);
    holes.extend(lanes(prepared, &seen.coverage));
    holes.extend(cards(prepared, &seen.coverage));
    holes
}

fn hole(kind: Kind, what: String, rule: &str, place: String) -> Hole {
    Hole { kind, what, rule: rule.to_owned(), place, times: 0, players: None, options: Vec::new(), scenario: None }
}

/// How often each action came up at all tables together, in the order of the game.
fn uses<'a>(prepared: &'a [Prepared], coverage: &[Coverage]) -> Vec<(&'a str, Use)> {
    let mut all: Vec<(&str, Use)> = Vec::new();
    for (table, seen) in prepared.iter().zip(coverage) {
        for (action, used) in table.rules.actions.iter().zip(&seen.actions) {
            match all.iter_mut().find(|(id, _)| *id == action.id) {
                Some((_, sum)) => *sum = sum.and(*used),
                None => all.push((&action.id, *used)),
            }
        }
    }
    all
}

fn actions(prepared: &[Prepared], seen: &Seen) -> Vec<Hole> {
    let eager: BTreeMap<&str, Use> = uses(prepared, &seen.eager).into_iter().collect();
    let eager_games: u64 = seen.eager.iter().map(|seen| seen.games).sum();
    let mut holes = Vec::new();
    for (id, used) in uses(prepared, &seen.coverage) {
        let table = prepared.iter().find(|table| table.rules.actions.iter().any(|action| action.id == id));
        let Some((rules, action)) = table.and_then(|t| Some((&t.rules, t.rules.actions.iter().position(|a| a.id == id)?))) else {
            continue;
        };
        let place = rules.actions[action].cited.place.clone();
        let eager = eager.get(id).copied().unwrap_or_default();
        if used.legal == 0 {
            holes.push(hole(Kind::NeverLegal, format!("`{id}` could never be chosen"), id, place));
        } else if used.free == 0 && !rules.flow.is_last_resort(ActionId::from(action)) {
            let what = format!("`{id}` was always the only choice, {} times", used.legal);
            holes.push(hole(Kind::NoChoice, what, id, place));
        } else if eager.open > 0 && eager.chosen == 0 {
            let what = format!("greedy bots could choose `{id}` {} times in {eager_games} games and never did", eager.open);
            holes.push(hole(Kind::Unwanted, what, id, place));
        }
    }
    holes
}

fn lanes(prepared: &[Prepared], coverage: &[Coverage]) -> Vec<Hole> {
    let mut all: BTreeMap<&str, (u64, u64, String)> = BTreeMap::new();
    for (table, seen) in prepared.iter().zip(coverage) {
        let map = &table.rules.parts.map;
        for (i, lane) in map.lanes.iter().enumerate() {
            let line = || table.place_of(&format!("lines.{}", map.lines[lane.line.index()].id));
            let (legal, taken, _) = all.entry(&lane.id).or_insert_with(|| (0, 0, line()));
            *legal += seen.lanes_legal[i];
            *taken += seen.lanes_taken[i];
        }
    }
    let unused = all.into_iter().filter(|(_, (_, taken, _))| *taken == 0);
    let told = unused.map(|(id, (legal, _, place))| {
        let how = if legal == 0 { "and never could be".to_owned() } else { format!("and could have been {legal} times") };
        hole(Kind::UnusedLane, format!("{id} was never taken, {how}"), id, place)
    });
    told.collect()
}

fn cards(prepared: &[Prepared], coverage: &[Coverage]) -> Vec<Hole> {
    let mut all: BTreeMap<(&str, &str), (u64, String)> = BTreeMap::new();
    for (table, seen) in prepared.iter().zip(coverage) {
        for (set, moved) in table.rules.parts.cards.iter().zip(&seen.cards) {
            for (kind, moved) in set.kinds.iter().zip(moved).filter(|(kind, _)| kind.count > 0) {
                let place = || table.place_of(&format!("cards.{}.kinds.{}", set.id, kind.id));
                all.entry((&set.id, &kind.id)).or_insert_with(|| (0, place())).0 += moved;
            }
        }
    }
    let unused = all.into_iter().filter(|(_, (moved, _))| *moved == 0);
    unused
        .map(|((set, kind), (_, place))| {
            hole(Kind::UnusedCard, format!("the {set} card {kind} never went anywhere"), kind, place)
        })
        .collect()
}
