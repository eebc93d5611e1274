//! A position as named fields with values: what the hash of a final state is made of, and what is named when one differs.
//!
//! Everything is called as the data calls it, so that the text stays the same however states lie in memory. What is empty or
//! zero is left out: a counter nobody uses changes nothing. The order of cards in a pile is left out as well; it is chance that
//! has not happened yet.

use railwright_core::components::{BUILT_IN_SETS, Members, Spot};
use railwright_core::id::{LaneId, PlaceId, SeatId, SeatSet, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{State, View, bits};
use railwright_rules::{Engine, Rules, ScoreSheet};
use std::fmt::Write;

/// Writes every field of a position as a line `name = value`, secrets included, in an order that does not depend on where the files
/// of a game declare what.
pub fn write(engine: &mut Engine, state: &State, out: &mut String) {
    let mut text = String::new();
    write_declared(engine, state, &mut text);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    for line in lines {
        out.push_str(line);
        out.push('\n');
    }
}

/// The same in the order in which the game declares things.
fn write_declared(engine: &mut Engine, state: &State, out: &mut String) {
    let rules = engine.rules().clone();
    moment(&rules, state, out);
    let mut sheet = ScoreSheet::default();
    match engine.score(state, &mut sheet) {
        Ok(()) => score(&rules, &sheet, out),
        Err(fault) => line(out, "score", "", &format!("fault: {fault}")),
    }
    counters(&rules, state, out);
    zones(&rules, state, out);
    board(&rules, state, out);
}

/// Adds a line about what somebody has; `owner` is empty where it is the table's.
fn line(out: &mut String, name: &str, owner: &str, value: &str) {
    out.push_str(name);
    if !owner.is_empty() {
        out.push_str(" of ");
        out.push_str(owner);
    }
    out.push_str(" = ");
    out.push_str(value);
    out.push('\n');
}

fn moment(rules: &Rules, state: &State, out: &mut String) {
    let clock = state.clock();
    let over = clock.over.map_or("no", |ending| rules.flow.endings[usize::from(ending)].as_str());
    let order: Vec<String> = clock.order[..usize::from(rules.parts.seats)].iter().map(|seat| number(*seat)).collect();
    let seats = |set: SeatSet| set.iter().map(number).collect::<Vec<_>>().join(" ");
    line(out, "over", "", over);
    line(out, "turn", "", &clock.turn.to_string());
    line(out, "round", "", &clock.round.to_string());
    line(out, "first player", "", &number(clock.first));
    line(out, "whose turn", "", &number(clock.actor));
    line(out, "order", "", &order.join(" "));
    if !clock.out.is_empty() {
        line(out, "out", "", &seats(clock.out));
    }
    if let Some(left) = clock.last_turns {
        line(out, "last turns", "", &left.to_string());
    }
    if !clock.waiting.is_empty() {
        line(out, "asked", "", &seats(clock.waiting));
    }
    if !clock.passed.is_empty() {
        line(out, "passed", "", &seats(clock.passed));
    }
}

fn number(seat: SeatId) -> String {
    (seat.0 + 1).to_string()
}

fn score(rules: &Rules, sheet: &ScoreSheet, out: &mut String) {
    for seat in 0..usize::from(rules.parts.seats) {
        let mut parts = String::new();
        for (score, row) in rules.score.counted(sheet) {
            let (points, tally) = (row.points[seat], row.tally[seat]);
            let _ = write!(parts, ", {} {points}", score.id);
            if tally != points {
                let _ = write!(parts, " for {tally}");
            }
        }
        let value = format!("{}, place {}{parts}", sheet.totals[seat], sheet.places[seat]);
        line(out, "score", &format!("seat {}", seat + 1), &value);
    }
    for (dummy, points) in rules.parts.dummies.iter().zip(&sheet.dummies) {
        line(out, "score", &dummy.id, &points.to_string());
    }
}

fn counters(rules: &Rules, state: &State, out: &mut String) {
    let parts = &rules.parts;
    for (i, counter) in parts.counters.iter().enumerate() {
        for (owner, value) in state.counters_of(parts, i.into()).iter().enumerate().filter(|(_, value)| **value != 0) {
            let owner = parts.owner_name(counter.owner, owner).unwrap_or_default();
            line(out, &format!("counter {}", counter.id), &owner, &value.to_string());
        }
    }
}

fn zones(rules: &Rules, state: &State, out: &mut String) {
    let parts = &rules.parts;
    let all = View::shared(parts, state, SeatSet::NONE);
    let mut value = String::new();
    for (i, zone) in parts.zones.iter().enumerate() {
        let kinds = &parts.cards_in(ZoneId::from(i)).kinds;
        for owner in 0..parts.owners(zone.owner) {
            let cards = all.cards(Spot { zone: ZoneId::from(i), owner: narrow(owner) }).unwrap_or_default();
            value.clear();
            let mut cards = cards.into_iter().peekable();
            while let Some((kind, mut count)) = cards.next() {
                while let Some((_, more)) = cards.next_if(|(next, _)| *next == kind) {
                    count += more;
                }
                let comma = if value.is_empty() { "" } else { ", " };
                let id = &kinds[kind.index()].id;
                let _ = if count == 1 { write!(value, "{comma}{id}") } else { write!(value, "{comma}{count} {id}") };
            }
            if !value.is_empty() {
                line(out, &format!("zone {}", zone.id), &parts.owner_name(zone.owner, owner).unwrap_or_default(), &value);
            }
        }
    }
}

fn board(rules: &Rules, state: &State, out: &mut String) {
    let parts = &rules.parts;
    for (i, lane) in parts.map.lanes.iter().enumerate() {
        let track = state.track(LaneId::from(i));
        if !track.is_bare() {
            let owners: Vec<String> = state.owners(parts, LaneId::from(i)).map(|party| parts.party_name(party)).collect();
            line(out, &format!("lane {}", lane.id), "", &format!("{} of {}", track.laid, owners.join(" and ")));
        }
    }
    for (i, company) in parts.companies.iter().enumerate() {
        let at = (0..parts.map.places.len()).map(PlaceId::from);
        let ends = at.flat_map(|place| std::iter::repeat_n(place, usize::from(state.ends(parts, i, place))));
        let ends: Vec<&str> = ends.map(|place| parts.map.place(place).id.as_str()).collect();
        if !ends.is_empty() {
            line(out, "ends", &company.id, &ends.join(", "));
        }
    }
    for (i, train) in parts.trains.iter().enumerate() {
        let place = |place: PlaceId| parts.map.place(place).id.clone();
        let value = match state.train(i) {
            Standing::Off => continue,
            Standing::In(at) => place(at),
            Standing::On { lane, space, towards } => {
                let strip = parts.map.lane(lane);
                format!("{} space {space} towards {}", strip.id, place(strip.ends[usize::from(towards & 1)]))
            }
        };
        line(out, &format!("train {}", train.id), &parts.party_name(train.seat.into()), &value);
    }
    for (i, set) in parts.sets.iter().enumerate().skip(BUILT_IN_SETS) {
        for owner in 0..parts.owners(set.owner) {
            let name = |member: usize| match set.members {
                Members::Lanes => parts.map.lanes[member].id.as_str(),
                Members::Places => parts.map.places[member].id.as_str(),
            };
            let members: Vec<&str> = bits::iter(state.set(parts, i.into(), owner)).map(name).collect();
            if !members.is_empty() {
                line(
                    out,
                    &format!("set {}", set.id),
                    &parts.owner_name(set.owner, owner).unwrap_or_default(),
                    &members.join(", "),
                );
            }
        }
    }
}
