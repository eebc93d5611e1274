//! Runs the turn structure up to the next decision.

use super::happen::happen;
use super::{ALL_PASSED, Choice, ENDED, LAST_TURNS, StepKind, UNTIL};
use crate::engine::perform;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::components::Reset;
use railwright_core::effect::Effects;
use railwright_core::expr::{Eval, Expr, Formula};
use railwright_core::id::{CounterId, SeatId, SeatSet, StepId};
use railwright_core::state::{Frame, Progress};
use railwright_core::{Event, State};

/// More automatic steps than this between two decisions never end.
const STEPS_AT_ONCE: u32 = 100_000;

/// Puts a new game at its beginning.
pub(crate) fn begin(rules: &Rules, table: &mut Effects) {
    let frame = Frame { step: rules.flow.root, done: 0, actor: table.state().clock().first, note: 0 };
    let clock = table.clock();
    clock.actor = clock.first;
    clock.ending = ENDED;
    clock.frames.push(frame);
}

/// Notes that a seat has finished an action, and begins what follows from it.
#[inline]
pub(crate) fn acted(rules: &Rules, table: &mut Effects, seat: SeatId, then: Option<StepId>) {
    let clock = table.clock();
    clock.progress[seat.index()] = Progress::default();
    clock.waiting = clock.waiting.without(seat);
    if let Some(frame) = clock.frames.last_mut() {
        frame.done += 1;
    }
    if let Some(step) = then {
        let actor = clock.actor;
        clock.frames.push(Frame { step, done: 0, actor, note: 0 });
    }
    debug_assert!(!rules.flow.steps.is_empty());
}

/// Goes on until somebody must decide or the game is over.
#[inline]
pub(crate) fn advance(rules: &Rules, table: &mut Effects, work: &mut Workspace) -> Result<(), Fault> {
    for _ in 0..STEPS_AT_ONCE {
        // Scripts react before the next step, so that it finds the state they leave.
        if work.hears != 0 {
            work.react(table)?;
        }
        let clock = table.state().clock();
        if clock.over.is_some() || !clock.waiting.is_empty() {
            return Ok(());
        }
        // Only what is needed of the frame is read: it was just written in parts, and a copy would wait for them.
        let Some(&Frame { step, done, note, .. }) = clock.frames.last() else {
            let ending = clock.ending;
            finish(table, ending);
            continue;
        };
        run(rules, table, work, step, done, note)?;
        settle(rules, table, work)?;
    }
    Err(Fault::endless_steps(&rules.head.id, "the turn structure goes on for ever without a decision"))
}

/// Lets happen what follows from cards that left a pile: it ran out, or some were laid aside.
#[inline]
pub(crate) fn settle(rules: &Rules, table: &mut Effects, work: &mut Workspace) -> Result<(), Fault> {
    let mut left = STEPS_AT_ONCE;
    while let Some(watch) = table.take_stirred() {
        for &step in &rules.flow.watches[watch] {
            at_once(rules, table, work, step, &mut left)?;
        }
    }
    Ok(())
}

/// Does a step in which nobody is asked, in the middle of another, as one of so many that may follow from each other.
fn at_once(rules: &Rules, table: &mut Effects, work: &mut Workspace, id: StepId, left: &mut u32) -> Result<(), Fault> {
    let endless = || Fault::endless_steps(&rules.head.id, "what follows from piles that run out goes on for ever");
    *left = left.checked_sub(1).ok_or_else(endless)?;
    let step = &rules.flow.steps[id.index()];
    let actor = table.state().clock().actor;
    let skipped = step.when.as_ref().is_some_and(|when| !holds(rules, table.state(), work, actor, when));
    if skipped || table.state().clock().over.is_some() {
        return Ok(());
    }
    match &step.kind {
        StepKind::InOrder(steps) => steps.iter().try_for_each(|&part| at_once(rules, table, work, part, left)),
        _ => happen(rules, table, work, step, actor),
    }
}

pub(super) fn finish(table: &mut Effects, ending: u8) {
    let clock = table.clock();
    clock.over = Some(ending);
    clock.waiting = SeatSet::NONE;
    clock.frames.clear();
    table.emit(Event::Over);
}

#[inline]
pub(crate) fn holds(rules: &Rules, state: &State, work: &mut Workspace, seat: SeatId, formula: &Formula) -> bool {
    match formula.holds_plainly(&rules.parts, state, seat.into()) {
        Some(holds) => holds,
        None => value(rules, state, work, seat, formula) != 0,
    }
}

#[inline]
pub(crate) fn value(rules: &Rules, state: &State, work: &mut Workspace, seat: SeatId, formula: &Formula) -> i64 {
    match formula.expr {
        Expr::Int(value) => value,
        _ if formula.asks() => work.value(rules, state, seat, formula),
        _ => Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).value(&formula.expr),
    }
}

/// Begins a step: an automatic one is done at once, another becomes the innermost frame.
#[inline]
fn enter(rules: &Rules, table: &mut Effects, work: &mut Workspace, id: StepId) -> Result<(), Fault> {
    let step = &rules.flow.steps[id.index()];
    let actor = table.state().clock().actor;
    if let Some(when) = &step.when
        && !holds(rules, table.state(), work, actor, when)
    {
        return Ok(());
    }
    if step.kind.is_automatic() {
        return happen(rules, table, work, step, actor);
    }
    table.clock().frames.push(Frame { step: id, done: 0, actor, note: 0 });
    // Somebody is asked most often: that needs no further round through the loop, unless scripts react first.
    match &step.kind {
        StepKind::Choose(choice) if work.hears == 0 => ask(rules, table, work, choice, 0, 0),
        _ => Ok(()),
    }
}

#[inline]
fn leave(table: &mut Effects) {
    let clock = table.clock();
    if let Some(frame) = clock.frames.pop() {
        clock.actor = frame.actor;
    }
}

/// Takes the innermost step one part further: begins its next part, or leaves it when there is none.
#[inline]
fn run(rules: &Rules, table: &mut Effects, work: &mut Workspace, step: StepId, done: u16, note: i16) -> Result<(), Fault> {
    let kind = &rules.flow.steps[step.index()].kind;
    if let StepKind::Choose(choice) = kind {
        return ask(rules, table, work, choice, done, note);
    }
    let done = done as usize;
    let next = match kind {
        StepKind::InOrder(steps) => steps.get(done),
        StepKind::EachSeat { steps, which, turn, from_actor } => {
            let (round, part) = (done / steps.len().max(1), done % steps.len().max(1));
            let clock = table.state().clock();
            let start = if *from_actor { clock.frames.last().map_or(clock.first, |frame| frame.actor) } else { clock.first };
            match clock.round_from(start, rules.parts.seats).nth(round) {
                Some(seat) if part == 0 => {
                    if which.as_ref().is_some_and(|w| !holds(rules, table.state(), work, seat, w)) {
                        table.clock().frames.last_mut().expect("this step is under way").done += steps.len().max(1) as u16;
                        return Ok(());
                    }
                    table.clock().actor = seat;
                    if *turn {
                        begin_turn(rules, table, false);
                    }
                }
                Some(seat) => table.clock().actor = seat,
                None => {}
            }
            steps.get(part).filter(|_| round < rules.parts.seats as usize)
        }
        StepKind::Together { .. } => return together(rules, table, work, note),
        StepKind::Rounds { steps, until } => {
            if note == 0 || done == steps.len() {
                let first = table.state().clock().first;
                if note != 0 && until.as_ref().is_some_and(|until| holds(rules, table.state(), work, first, until)) {
                    table.clock().ending = UNTIL;
                    leave(table);
                    return Ok(());
                }
                let clock = table.clock();
                clock.actor = clock.first;
                let frame = clock.frames.last_mut().expect("this step is under way");
                (frame.done, frame.note) = (0, 1);
                begin_round(rules, table);
                return Ok(());
            }
            steps.get(done)
        }
        StepKind::Repeat { steps, condition, max } => {
            let seat = table.state().clock().actor;
            let (times, part) = (done / steps.len().max(1), done % steps.len().max(1));
            let again = part > 0
                || (times as i64) < value(rules, table.state(), work, seat, max).min(60_000 / steps.len().max(1) as i64)
                    && condition.as_ref().is_none_or(|c| holds(rules, table.state(), work, seat, c));
            steps.get(part).filter(|_| again)
        }
        StepKind::Turns { steps, last_round, all_pass, until } => {
            if note == 0 {
                let clock = table.clock();
                clock.actor = clock.first;
                (clock.last_turns, clock.passed) = (None, SeatSet::NONE);
                clock.frames.last_mut().expect("this step is under way").note = 1;
                begin_turn(rules, table, true);
                return Ok(());
            }
            if done == steps.len() {
                let seat = table.state().clock().actor;
                if let Some(ending) = turn_ends(rules, table, work, seat, last_round, *all_pass, until) {
                    table.clock().ending = ending;
                    leave(table);
                    return Ok(());
                }
                let clock = table.clock();
                clock.actor = clock.after(seat, rules.parts.seats);
                clock.frames.last_mut().expect("this step is under way").done = 0;
                begin_turn(rules, table, true);
                // Scripts hear that a turn begins before its first step does.
                if steps.is_empty() || work.hears != 0 {
                    return Ok(());
                }
                steps.first()
            } else {
                steps.get(done)
            }
        }
        _ => None,
    };
    let Some(&step) = next else {
        leave(table);
        return Ok(());
    };
    if let Some(frame) = table.clock().frames.last_mut() {
        frame.done += 1;
    }
    enter(rules, table, work, step)
}

/// Asks the seat whose turn it is, as long as there is more to choose.
#[inline]
fn ask(rules: &Rules, table: &mut Effects, work: &mut Workspace, choice: &Choice, done: u16, note: i16) -> Result<(), Fault> {
    let seat = table.state().clock().actor;
    let more = note == 0
        && i64::from(done) < value(rules, table.state(), work, seat, &choice.max)
        && choice.again.as_ref().is_none_or(|again| holds(rules, table.state(), work, seat, again));
    if !more {
        leave(table);
        return Ok(());
    }
    table.clock().waiting = SeatSet::only(seat);
    // With something to fall back on there is always a choice; otherwise there must be one.
    if choice.otherwise.is_none() && !work.any_legal(rules, table.state(), seat)? {
        table.clock().waiting = SeatSet::NONE;
        leave(table);
    }
    Ok(())
}

/// Asks all seats that have something to choose at once; then carries out what was held back, in turn order.
fn together(rules: &Rules, table: &mut Effects, work: &mut Workspace, note: i16) -> Result<(), Fault> {
    if note == 0 {
        table.clock().frames.last_mut().expect("this step is under way").note = 1;
        let mut asked = SeatSet::NONE;
        for seat in SeatSet::all(rules.parts.seats).iter() {
            if work.any_legal(rules, table.state(), seat)? {
                asked.0 |= SeatSet::only(seat).0;
            }
        }
        table.clock().waiting = asked;
        return Ok(());
    }
    let waiting = table.state().clock().held;
    let round = table.state().clock().round_from_first(rules.parts.seats);
    let next = round.into_iter().find_map(|seat| Some((seat, waiting[seat.index()]?)));
    let Some((seat, action)) = next else {
        leave(table);
        return Ok(());
    };
    table.clock().held[seat.index()] = None;
    table.clock().actor = seat;
    table.emit(Event::Revealed { seat, action });
    if work.still_legal(rules, table.state(), seat, action)? {
        table.clock().last = action;
        perform(rules, table, work, seat, action)?;
    }
    Ok(())
}

#[inline]
fn turn_ends(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    seat: SeatId,
    last_round: &Option<super::LastRound>,
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
        let turns = if last.everybody { rules.parts.seats } else { rules.parts.seats - 1 };
        table.clock().last_turns = Some(turns);
        table.emit(Event::LastRound);
        if turns == 0 {
            return Some(LAST_TURNS);
        }
    }
    (all_pass && table.state().clock().passed == SeatSet::all(rules.parts.seats)).then_some(ALL_PASSED)
}

/// Begins a turn, and a round with that of the first player where turns make up rounds.
#[inline]
fn begin_turn(rules: &Rules, table: &mut Effects, rounds: bool) {
    let clock = table.clock();
    clock.turn += 1;
    let seat = clock.actor;
    if rounds && seat == clock.first {
        begin_round(rules, table);
    }
    table.emit(Event::Turn(seat));
    if rules.resets {
        reset_counters(rules, table, Reset::Turn);
    }
}

fn begin_round(rules: &Rules, table: &mut Effects) {
    let clock = table.clock();
    clock.round = clock.round.saturating_add(1);
    let number = table.state().clock().round;
    table.emit(Event::Round(number));
    if rules.resets {
        reset_counters(rules, table, Reset::Round);
    }
}

fn reset_counters(rules: &Rules, table: &mut Effects, at: Reset) {
    for (i, counter) in rules.parts.counters.iter().enumerate().filter(|(_, c)| c.reset == at) {
        for (owner, &start) in counter.start.iter().enumerate() {
            if table.state().counter(&rules.parts, CounterId::from(i), owner) != start {
                table.set(CounterId::from(i), owner, start);
            }
        }
    }
}
