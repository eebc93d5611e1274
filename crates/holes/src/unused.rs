//! What never came up in all games that were looked at: actions, lanes and cards.

use crate::Hole;
use crate::coverage::{ActionFrequency, Coverage};
use crate::kind::Kind;
use crate::prepare::Prepared;
use crate::wants::Case;
use railwright_core::id::ActionId;
use railwright_rules::mechanics::ActionDef;
use std::collections::BTreeMap;

/// Lists what never came up, actions first.
pub(crate) fn unused(prepared: &[Prepared], coverage: &[Coverage]) -> Vec<Hole> {
    let mut holes = actions(prepared, coverage);
    holes.extend(lanes(prepared, coverage));
    holes.extend(cards(prepared, coverage));
    holes
}

fn hole(kind: Kind, what: String, rule: &str, place: String) -> Hole {
    Hole { kind, what, rule: rule.to_owned(), place, times: 0, players: None, options: Vec::new(), scenario: None }
}

/// How often each action came up at all tables together, in the order of the game.
fn uses<'a>(prepared: &'a [Prepared], coverage: &[Coverage]) -> Vec<(&'a str, ActionFrequency)> {
    let mut all: Vec<(&str, ActionFrequency)> = Vec::new();
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

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

fn actions(prepared: &[Prepared], coverage: &[Coverage]) -> Vec<Hole> {
    let mut holes = Vec::new();
    for (id, used) in uses(prepared, coverage) {
        let Some((table, action)) = declared(prepared, id) else { continue };
        let place = table.rules.actions[action.index()].cited.place.clone();
        if used.legal == 0 {
            holes.push(hole(Kind::NeverLegal, format!("`{id}` could never be chosen"), id, place));
        } else if used.free == 0 && !table.rules.flow.is_last_resort(action) {
            let what = format!("`{id}` was always the only choice, {}", times(used.legal));
            holes.push(hole(Kind::NoChoice, what, id, place));
        }
    }
    holes
}

/// The first setting that has an action, and which it is there.
fn declared<'a>(prepared: &'a [Prepared], id: &str) -> Option<(&'a Prepared, ActionId)> {
    prepared.iter().find_map(|table| Some((table, table.action(id)?)))
}

/// The actions that could be chosen besides others and are to be weighed. One that was ever all that could be chosen is not:
/// nobody can do without it, however little it brings by itself. Nor is one that alone brings the cards with which others are paid.
pub(crate) fn open_actions<'a>(prepared: &'a [Prepared], coverage: &[Coverage]) -> Vec<&'a str> {
    let never_alone = |used: &ActionFrequency| used.open > 0 && used.open == used.legal;
    let asked = uses(prepared, coverage).into_iter().filter(|(_, used)| never_alone(used)).map(|(id, _)| id);
    asked.filter(|id| !brings_alone(prepared, coverage, id)).collect()
}

/// Whether an action was the only one, at some table, by which cards came where another action is paid from.
fn brings_alone(prepared: &[Prepared], coverage: &[Coverage], id: &str) -> bool {
    prepared.iter().zip(coverage).any(|(table, seen)| {
        let Some(own) = table.action(id) else { return false };
        let others = (0..table.rules.actions.len()).map(ActionId::from).filter(|other| *other != own);
        let mut paid_from = others.clone().filter_map(|other| Some(table.rules.paid_from_and_to(other)?[0]));
        paid_from.any(|zone| {
            let by = |action: ActionId| seen.brought[action.index()][zone.index()] > 0;
            by(own) && !others.clone().any(by)
        })
    })
}

/// The positions of all settings in which an action could be chosen besides others: of each setting the first one first.
pub(crate) fn cases<'a>(prepared: &'a [Prepared], coverage: &'a [Coverage], id: &str) -> Vec<Case<'a>> {
    let mut cases: Vec<(usize, Case)> = Vec::new();
    for (setting, seen) in prepared.iter().zip(coverage) {
        let Some(action) = setting.action(id) else { continue };
        cases.extend(seen.open[action.index()].iter().map(|open| Case { setting, action, open }).enumerate());
    }
    cases.sort_by_key(|(place, _)| *place);
    cases.into_iter().map(|(_, case)| case).collect()
}

/// The hole that an action is which was not worth choosing in any of so many positions.
pub(crate) fn unwanted(prepared: &[Prepared], id: &str, positions: usize) -> Option<Hole> {
    let (table, action) = declared(prepared, id)?;
    let place = table.rules.actions[action.index()].cited.place.clone();
    let what = format!(
        "nobody who wants to win needs `{id}`: in none of {positions} positions was it better than all others, by the end of the \
         turn or when the game was played out"
    );
    Some(hole(Kind::Unwanted, what, id, place))
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
    // Where nobody ever takes a lane, lanes are no track: they lead from place to place.
    if all.values().all(|(_, taken, _)| *taken == 0) {
        return Vec::new();
    }
    // Which lanes the options of a script are about is not known.
    let scripted = prepared.iter().any(|table| table.rules.actions.iter().any(ActionDef::is_scripted));
    let unused = all.into_iter().filter(|(_, (_, taken, _))| *taken == 0);
    let told = unused.map(|(id, (legal, _, place))| {
        let how = match legal {
            0 if scripted => String::new(),
            0 => ", and never could be".to_owned(),
            _ => format!(", and could have been {}", times(legal)),
        };
        hole(Kind::UnusedLane, format!("{id} was never taken{how}"), id, place)
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
