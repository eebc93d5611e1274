//! Steps whose parts come round again: seat by seat, turn by turn, round by round, or as often as a condition says.

use super::LastRound;
use super::endings::{ALL_PASSED, ENDED, LAST_TURNS, UNTIL};
use super::run::{Next, holds, value};
use crate::limits::PARTS_OF_A_STEP;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::Event;
use railwright_core::components::Reset;
use railwright_core::effect::Effects;
use railwright_core::expr::Formula;
use railwright_core::id::{SeatId, SeatSet, StepId};
use railwright_core::narrow::narrow;
use railwright_core::state::Frame;

/// The fault of the step under way, which has come round too often.
#[cold]
pub(super) fn without_end(rules: &Rules, table: &Effects) -> Fault {
    let step = table.state().clock().frames.last().map(|frame| &rules.flow.steps[frame.step.index()]);
    let (id, place) = step.map_or((&rules.head.id, &rules.head.id), |step| (&step.id, &step.cited.place));
    Fault::endless_steps(place, &format!("`{id}` goes on for ever: it has come round {PARTS_OF_A_STEP} times"))
}

/// The frame of the step that is under way.
#[inline(always)]
fn frame<'a>(table: &'a mut Effects) -> &'a mut Frame {
    table.clock().frames.last_mut().expect("this step is under way")
}

/// All parts for one seat after the other; seats for which `which` does not hold are passed over, and those that are out.
#[inline(always)]
pub(super) fn each_seat(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    steps: &[StepId],
    which: Option<&Formula>,
    turn: bool,
    from_actor: bool,
    done: usize,
) -> Next {
    let (round, part) = (done / steps.len().max(1), done % steps.len().max(1));
    let clock = table.state().clock();
    let start = if from_actor { clock.frames.last().map_or(clock.first, |frame| frame.actor) } else { clock.first };
    let Some(seat) = clock.round_from(start, rules.parts.seats).nth(round) else { return Next::Leave };
    if clock.out.has(seat) || part == 0 && which.is_some_and(|w| !holds(rules, table.state(), work, seat, w)) {
        frame(table).done += narrow::<u16>(steps.len().max(1) - part);
        return Next::Again;
    }
    table.clock().actor = seat;
    if part == 0 && turn {
        begin_turn(rules, table, false);
    }
    Next::part(steps, part)
}

/// Round after round until a condition holds at the end of one.
pub(super) fn rounds(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    steps: &[StepId],
    until: Option<&Formula>,
    done: usize,
    note: i16,
) -> Next {
    if note != 0 && done != steps.len() {
        return Next::part(steps, done);
    }
    let first = table.state().clock().first_in_play(rules.parts.seats);
    if note != 0 && until.is_some_and(|until| holds(rules, table.state(), work, first, until)) {
        table.clock().ending = rules.flow.ending(frame(table).step, UNTIL);
        return Next::Leave;
    }
    table.clock().actor = first;
    let frame = frame(table);
    (frame.done, frame.note) = (0, 1);
    begin_round(rules, table);
    Next::Again
}

/// The same parts again while a condition holds, so often at most.
pub(super) fn repeat(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    steps: &[StepId],
    condition: Option<&Formula>,
    max: &Formula,
    done: usize,
) -> Result<Next, Fault> {
    let seat = table.state().clock().actor;
    let (times, part) = (done / steps.len().max(1), done % steps.len().max(1));
    let again = part > 0
        || (times as i64) < value(rules, table.state(), work, seat, max)
            && condition.is_none_or(|c| holds(rules, table.state(), work, seat, c));
    if again && done >= usize::from(PARTS_OF_A_STEP) {
        return Err(without_end(rules, table));
    }
    Ok(if again { Next::part(steps, part) } else { Next::Leave })
}

/// What brings turns to their end: last turns that something announces, all passing, or a condition.
type Endings<'a> = (&'a Option<LastRound>, bool, &'a Option<Formula>);

/// Turn after turn, seat after seat.
#[inline(always)]
pub(super) fn turns(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    steps: &[StepId],
    (last_round, all_pass, until): Endings,
    done: usize,
    note: i16,
) -> Next {
    if note == 0 {
        let clock = table.clock();
        clock.actor = clock.first_in_play(rules.parts.seats);
        (clock.last_turns, clock.passed) = (None, SeatSet::NONE);
        if clock.in_play(rules.parts.seats) == 0 {
            return Next::Leave;
        }
        frame(table).note = 1;
        begin_turn(rules, table, true);
        return Next::Again;
    }
    if done != steps.len() {
        return Next::part(steps, done);
    }
    let seat = table.state().clock().actor;
    if let Some(ending) = turn_ends(rules, table, work, seat, last_round, all_pass, until) {
        table.clock().ending = rules.flow.ending(frame(table).step, ending);
        return Next::Leave;
    }
    let clock = table.clock();
    clock.actor = clock.after(seat, rules.parts.seats);
    if clock.out.has(clock.actor) {
        // Nobody is left.
        clock.ending = ENDED;
        return Next::Leave;
    }
    let new_round = clock.begins_round(seat, clock.actor, rules.parts.seats);
    frame(table).done = 0;
    begin_turn(rules, table, new_round);
    // Scripts hear that a turn begins before its first step does.
    match steps.first() {
        Some(&step) if !work.has_news(table) => Next::Part(step),
        _ => Next::Again,
    }
}

#[inline(always)]
fn turn_ends(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    seat: SeatId,
    last_round: &Option<LastRound>,
    all_pass: bool,
    until: &Option<Formula>,
) -> Option<u8> {
    if until.as_ref().is_some_and(|u| holds(rules, table.state(), work, seat, u)) {
        return Some(UNTIL);
    }
    if let Some(left) = table.state().clock().last_turns {
        table.clock().last_turns = Some(left - 1);
        if left == 1 {
            return Some(LAST_TURNS);
        }
    } else if let Some(last) = last_round
        && holds(rules, table.state(), work, seat, &last.when)
    {
        let clock = table.clock();
        let in_play = clock.in_play(rules.parts.seats);
        let turns = if last.everybody || clock.out.has(seat) { in_play } else { in_play - 1 };
        clock.last_turns = Some(turns);
        table.emit(Event::LastRound);
        if turns == 0 {
            return Some(LAST_TURNS);
        }
    }
    let clock = table.state().clock();
    (all_pass && clock.passed.0 | clock.out.0 == SeatSet::all(rules.parts.seats).0).then_some(ALL_PASSED)
}

/// Begins a turn, and a round with that of the first player where turns make up rounds.
#[inline]
pub(super) fn begin_turn(rules: &Rules, table: &mut Effects, new_round: bool) {
    let clock = table.clock();
    clock.turn += 1;
    let seat = clock.actor;
    if new_round {
        begin_round(rules, table);
    }
    table.emit(Event::Turn(seat));
    if !rules.resets.is_empty() {
        reset_counters(rules, table, Reset::Turn);
    }
}

fn begin_round(rules: &Rules, table: &mut Effects) {
    let clock = table.clock();
    clock.round = clock.round.saturating_add(1);
    let number = table.state().clock().round;
    table.emit(Event::Round(number));
    if !rules.resets.is_empty() {
        reset_counters(rules, table, Reset::Round);
    }
}

fn reset_counters(rules: &Rules, table: &mut Effects, at: Reset) {
    for &(_, id) in rules.resets.iter().filter(|(reset, _)| *reset == at) {
        let start = &rules.parts.counters[id.index()].start;
        // Most of them stand where they started: these are passed over together.
        if table.state().counters_of(&rules.parts, id).iter().eq(start) {
            continue;
        }
        for (owner, &start) in start.iter().enumerate() {
            if table.state().counter(&rules.parts, id, owner) != start {
                table.set(id, owner, start);
            }
        }
    }
}
