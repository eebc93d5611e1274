//! Which columns the records have, and how a game or a decision becomes a row. `docs/records.md` says what they mean.

use crate::table::{Kind, Schema, Table};
use railwright_bots::ObservedDecision;
use railwright_bots::measure::{Measures, action_ids};
use railwright_core::id::SeatSet;
use railwright_rules::Rules;

/// The columns of the games of these rules.
pub fn of_games(rules: &Rules) -> Schema {
    use Kind::{Natural, Text, Whole};
    let mut schema = Schema::default();
    let first = [
        ("game", Natural),
        ("seed", Natural),
        ("variant", Text),
        ("options", Text),
        ("players", Whole),
        ("first", Whole),
        ("ending", Text),
        ("failure", Text),
        ("actions", Whole),
        ("decisions", Whole),
        ("listed", Whole),
        ("widest", Whole),
        ("turns", Whole),
        ("rounds", Whole),
        ("winners", Text),
        ("lead", Whole),
        ("lead_changes", Whole),
    ];
    first.into_iter().for_each(|(name, kind)| schema.add(name, kind));
    for seat in 1..=rules.parts.seats {
        schema.add(format!("s{seat}_bot"), Text);
        schema.add(format!("s{seat}_score"), Whole);
        schema.add(format!("s{seat}_place"), Whole);
        for line in &rules.score.lines {
            schema.add(format!("s{seat}_line_{}", line.id), Whole);
        }
    }
    for id in action_ids(rules) {
        schema.add(format!("did_{id}"), Whole);
    }
    schema
}

/// Adds the row of a game. `bots` are those of the plan, one for each seat.
pub(crate) fn add_game(table: &mut Table, rules: &Rules, bots: &[String], number: u64, seed: u64, game: &Measures) {
    let whole = |value: i64| game.is_whole().then_some(value);
    let ending = game.ending.and_then(|ending| rules.flow.endings.get(usize::from(ending)));
    let mut row = table.row();
    row.natural(number).natural(seed).text(&rules.head.id).text(&rules.head.options.join(" "));
    row.whole(i64::from(game.seats)).whole(i64::from(game.first.0) + 1);
    row.text(ending.map_or("", String::as_str)).text(game.failure.as_deref().unwrap_or_default());
    row.whole(i64::from(game.actions)).whole(i64::from(game.decisions));
    row.whole(game.listed as i64).whole(i64::from(game.widest));
    row.whole(i64::from(game.turns)).whole(i64::from(game.rounds));
    row.text(&seats(game.winners)).whole(whole(game.lead)).whole(i64::from(game.lead_changes));
    for seat in 0..usize::from(game.seats) {
        row.text(bots.get(seat).map_or("", String::as_str));
        row.whole(whole(game.totals[seat])).whole(whole(game.places[seat].into()));
        for line in 0..rules.score.lines.len() {
            row.whole(game.lines.get(line).filter(|row| row.counts).map(|row| row.points[seat]));
        }
    }
    for action in 0..=rules.actions.len() {
        row.whole(i64::from(game.times_chosen(action)));
    }
}

/// Several seats as text, counted from one: `1`, `1+3`.
fn seats(seats: SeatSet) -> String {
    seats.iter().map(|seat| (seat.0 + 1).to_string()).collect::<Vec<_>>().join("+")
}

/// The columns of decisions, the same for all games.
pub fn of_decisions() -> Schema {
    use Kind::{Natural, Text, Whole};
    let mut schema = Schema::default();
    let all = [
        ("game", Natural),
        ("number", Whole),
        ("seat", Whole),
        ("turn", Whole),
        ("round", Whole),
        ("legal", Whole),
        ("choice", Whole),
        ("action", Text),
        ("text", Text),
        ("lane", Text),
    ];
    all.into_iter().for_each(|(name, kind)| schema.add(name, kind));
    schema
}

/// Adds the row of a decision.
pub(crate) fn add_decision(table: &mut Table, rules: &Rules, game: u64, number: u32, seen: &ObservedDecision) {
    let action = seen.legal[seen.choice];
    let clock = seen.state.clock();
    let id = rules.actions.get(action.action.index()).map_or("done", |action| action.id.as_str());
    let lane = rules.lane_of(action).map_or("", |lane| rules.parts.map.lane(lane).id.as_str());
    let mut row = table.row();
    row.natural(game).whole(i64::from(number)).whole(i64::from(seen.seat.0) + 1);
    row.whole(i64::from(clock.turn)).whole(i64::from(clock.round));
    row.whole(seen.legal.len() as i64).whole(seen.choice as i64 + 1);
    row.text(id).text(seen.text).text(lane);
}
