//! Runs the turn structure up to the next decision.

use super::endings::ENDED;
use super::happen::happen;
use super::loops::{each_seat, repeat, rounds, turns, without_end};
use super::{Choice, StepKind};
use crate::engine::perform;
use crate::limits::{PARTS_OF_A_STEP, STEPS_AT_ONCE};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::effect::Effects;
use railwright_core::expr::{Eval, Expr, Formula};
use railwright_core::id::{SeatId, SeatSet, StepId};
use railwright_core::state::{Frame, Progress};
use railwright_core::{Event, State};

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
        if work.has_news(table) {
            work.react(rules, table)?;
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
    let place = rules.flow.place(table.state()).unwrap_or(&rules.head.id);
    Err(Fault::endless_steps(place, "the turn structure goes on for ever without a decision"))
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
    let place = &rules.flow.steps[id.index()].cited.place;
    let endless = || Fault::endless_steps(place, "what follows from piles that run out goes on for ever");
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
        StepKind::Choose(choice) if !work.has_news(table) => ask(rules, table, work, choice, 0, 0),
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

/// What the innermost step comes to next.
pub(super) enum Next {
    /// This part of it begins.
    Part(StepId),
    /// It has no further part.
    Leave,
    /// Its frame was changed, and it is looked at again.
    Again,
}

impl Next {
    /// The part with that number, if there is one.
    #[inline(always)]
    pub(super) fn part(steps: &[StepId], number: usize) -> Self {
        steps.get(number).map_or(Next::Leave, |&step| Next::Part(step))
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
        StepKind::InOrder(steps) => Next::part(steps, done),
        StepKind::Turns { steps, last_round, all_pass, until } => {
            turns(rules, table, work, steps, (last_round, *all_pass, until), done, note)
        }
        StepKind::Rounds { steps, until } => rounds(rules, table, work, steps, until.as_ref(), done, note),
        StepKind::Repeat { steps, condition, max } => repeat(rules, table, work, steps, condition.as_ref(), max, done)?,
        StepKind::EachSeat { steps, which, turn, from_actor } => {
            each_seat(rules, table, work, steps, which.as_ref(), *turn, *from_actor, done)
        }
        StepKind::Together { .. } => return together(rules, table, work, note),
        // Somebody is asked above, and what happens at once has no frame.
        _ => Next::Leave,
    };
    match next {
        Next::Part(step) => {
            if let Some(frame) = table.clock().frames.last_mut() {
                frame.done += 1;
            }
            enter(rules, table, work, step)
        }
        Next::Leave => {
            leave(table);
            Ok(())
        }
        Next::Again => Ok(()),
    }
}

/// Asks the seat whose turn it is, as long as there is more to choose.
#[inline]
fn ask(rules: &Rules, table: &mut Effects, work: &mut Workspace, choice: &Choice, done: u16, note: i16) -> Result<(), Fault> {
    let seat = table.state().clock().actor;
    let more = note == 0
        && !table.state().clock().out.has(seat)
        && i64::from(done) < value(rules, table.state(), work, seat, &choice.max)
        && choice.again.as_ref().is_none_or(|again| holds(rules, table.state(), work, seat, again));
    if !more {
        leave(table);
        return Ok(());
    }
    if done >= PARTS_OF_A_STEP {
        return Err(without_end(rules, table));
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
        let out = table.state().clock().out;
        for seat in SeatSet::all(rules.parts.seats).iter().filter(|&seat| !out.has(seat)) {
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
    let revealed = rules.actions[action.action.index()].is_revealed();
    if revealed {
        table.emit(Event::Revealed { seat, action });
    }
    if !table.state().clock().out.has(seat) && work.still_legal(rules, table.state(), seat, action)? {
        if revealed {
            table.clock().last = rules.actions[action.action.index()].remembered(rules, action);
        }
        perform(rules, table, work, seat, action)?;
    }
    Ok(())
}
