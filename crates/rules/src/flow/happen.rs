//! Does the steps in which nobody is asked.

use super::run::{finish, value};
use super::{Step, StepKind};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::State;
use railwright_core::bits;
use railwright_core::components::{Form, Owner};
use railwright_core::effect::{At, Effects, Endless};
use railwright_core::expr::{Eval, Formula, Item, Sieve};
use railwright_core::id::{CounterId, KindId, LaneId, MAX_SEATS, PlaceId, SeatId, ZoneId};
use railwright_core::state::{Committed, Frame};

/// Does an automatic step. Kept apart from the steps that every turn goes through.
#[inline(never)]
pub(super) fn happen(rules: &Rules, table: &mut Effects, work: &mut Workspace, step: &Step, actor: SeatId) -> Result<(), Fault> {
    let endless = |e: Endless| Fault::endless_sweep(&step.cited.place, e);
    match &step.kind {
        StepKind::Deal { from, to, count, each_of, each } => {
            deal(rules, table, work, [*from, *to], count, each_of, *each).map_err(endless)?;
        }
        StepKind::ToFront { zone, which } => to_front(rules, table, work, actor, *zone, which),
        StepKind::Refill { zone, from, each } => {
            for seat in seats(table.state(), rules, *each) {
                let row = table.state().spot(&rules.parts, *zone, seat.into());
                table.refill(row, *from).map_err(endless)?;
            }
        }
        StepKind::Move { from, to, which, count, at, each } => {
            for seat in seats(table.state(), rules, *each) {
                let which = (which.as_ref(), count.as_ref());
                move_cards(rules, table, work, seat, [*from, *to], which, *at).map_err(endless)?;
            }
        }
        StepKind::ShuffleIn { from, to, parts, part, odd_upper, each } => {
            for seat in seats(table.state(), rules, *each) {
                let bag = table.state().spot(&rules.parts, *from, seat.into());
                let pile = rules.parts.partner(bag, *to);
                table.shuffle_in(bag, pile, *parts, *part, *odd_upper).map_err(endless)?;
            }
        }
        StepKind::Shuffle { zone, each } => {
            for seat in seats(table.state(), rules, *each) {
                let pile = table.state().spot(&rules.parts, *zone, seat.into());
                table.shuffle(pile);
            }
        }
        StepKind::Count { counter, value: formula, add, each } => {
            for seat in seats(table.state(), rules, *each) {
                let amount = value(rules, table.state(), work, seat, formula).clamp(-1_000_000, 1_000_000) as i32;
                let owner = rules.parts.own_index(rules.parts.counters[counter.index()].owner, seat.into());
                if *add { table.add(*counter, owner, amount) } else { table.set(*counter, owner, amount) }
            }
        }
        StepKind::CountEach { counter, value, add, which } => count_each(rules, table, work, actor, *counter, value, *add, which),
        StepKind::End(ending) => finish(table, *ending),
        StepKind::Settle(id) => {
            if let Some(Committed { action, about }) = table.clock().committed.take() {
                // Whatever was asked in between, it is this action that what follows comes after.
                table.clock().last = about;
                let def = &rules.actions[id.index()];
                def.mechanic.settle(rules, table, work, actor, action).map_err(endless)?;
                if let Some(then) = def.then {
                    table.clock().frames.push(Frame { step: then, done: 0, actor, note: 0 });
                }
            }
        }
        StepKind::Script { module, function } => {
            let (state, events) = table.lend();
            work.scripts.call(state, events, *module, function, actor)?;
        }
        StepKind::NextFirst => {
            let clock = table.clock();
            clock.first = clock.after(clock.first, rules.parts.seats);
        }
        StepKind::Order(by) => order_seats(rules, table, work, by),
        StepKind::InOrder(_)
        | StepKind::EachSeat { .. }
        | StepKind::Together { .. }
        | StepKind::Choose(_)
        | StepKind::Repeat { .. }
        | StepKind::Rounds { .. }
        | StepKind::Turns { .. } => unreachable!("such a step becomes a frame"),
    }
    Ok(())
}

/// Deals so many cards to a seat, or so many of each of some groups of kinds; as long as there are any and there is room.
fn deal(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    [from, to]: [ZoneId; 2],
    count: &Formula,
    each_of: &[[u64; 4]],
    each: bool,
) -> Result<(), Endless> {
    for seat in seats(table.state(), rules, each) {
        let count = value(rules, table.state(), work, seat, count);
        let to = table.state().spot(&rules.parts, to, seat.into());
        let from = table.state().spot(&rules.parts, from, seat.into());
        for kinds in each_of {
            for _ in 0..count {
                if table.state().room(&rules.parts, to) == 0 || table.draw_of(from, to, kinds).is_none() {
                    break;
                }
            }
        }
        for _ in 0..if each_of.is_empty() { count } else { 0 } {
            if table.state().room(&rules.parts, to) == 0 || table.draw(from, to).is_none() {
                break;
            }
        }
        table.arrived(to)?;
    }
    Ok(())
}

/// Moves the first card of a row for which a filter holds to its front.
fn to_front(rules: &Rules, table: &mut Effects, work: &mut Workspace, actor: SeatId, row: ZoneId, which: &Formula) {
    let spot = table.state().spot(&rules.parts, row, actor.into());
    let slot = Eval::new(&rules.parts, table.state(), actor.into(), &mut work.scratch).first_slot(row, &which.expr);
    if let Some(slot) = slot {
        table.to_front(spot, slot);
    }
}

/// Moves a seat's cards from zone to zone: all of them, or those that fit, so many at most.
fn move_cards(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    seat: SeatId,
    zones: [ZoneId; 2],
    (which, count): (Option<&Sieve>, Option<&Formula>),
    at: At,
) -> Result<(), Endless> {
    let [from, to] = zones.map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
    if which.is_none() && count.is_none() {
        return table.transfer_all(from, to, at);
    }
    let mut left = count.map_or(i64::MAX, |count| value(rules, table.state(), work, seat, count).max(0));
    let mut part = |table: &mut Effects, work: &mut Workspace, kind: KindId, lying: i64| {
        let (state, scratch) = (table.state(), &mut work.scratch);
        let (parts, party) = (&rules.parts, seat.into());
        let fits = |which: &Sieve| which.holds(kind.index(), parts, state, party, || Eval::new(parts, state, party, scratch));
        let moved = left.min(lying);
        if moved > 0 && which.is_none_or(fits) {
            table.shift(from, to, kind, moved as u8, at);
            left -= moved;
        }
    };
    match rules.parts.zone(zones[0]).form {
        // Slot by slot: a card that goes is the first of its kind, for those before it went.
        Form::Row(slots) => {
            for slot in 0..slots.into() {
                let kind = table.state().row(&rules.parts, from).nth(slot).flatten();
                if let Some(kind) = kind {
                    part(table, work, kind, 1);
                }
            }
        }
        _ => {
            let kinds = table.state().kinds_in(&rules.parts, from);
            for kind in bits::iter(&kinds).map(KindId::from) {
                let lying = table.state().count(&rules.parts, from, kind).into();
                part(table, work, kind, lying);
            }
        }
    }
    table.moved(from, to)
}

/// Puts the seats in the order of a value, the largest first; of equal ones, as they sat.
fn order_seats(rules: &Rules, table: &mut Effects, work: &mut Workspace, by: &Formula) {
    let mut order: [SeatId; MAX_SEATS] = table.state().clock().order;
    let seats = rules.parts.seats as usize;
    for (place, seat) in order.iter_mut().zip(table.state().clock().round_from_first(rules.parts.seats)) {
        *place = seat;
    }
    let mut tally = [0; MAX_SEATS];
    order[..seats].iter().for_each(|seat| tally[seat.index()] = value(rules, table.state(), work, *seat, by));
    order[..seats].sort_by_key(|seat| std::cmp::Reverse(tally[seat.index()]));
    let clock = table.clock();
    (clock.order, clock.first) = (order, order[0]);
}

/// Changes a counter of every company, place or lane for which a filter holds, judged as things stood before.
#[cold]
fn count_each(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    actor: SeatId,
    counter: CounterId,
    value: &Formula,
    add: bool,
    which: &Formula,
) {
    let parts = &rules.parts;
    let item = |owner: usize| match parts.counters[counter.index()].owner {
        Owner::Company => Item::Company(owner),
        Owner::Place => Item::Place(PlaceId::from(owner)),
        _ => Item::Lane(LaneId::from(owner)),
    };
    let owners = 0..parts.counters[counter.index()].start.len();
    let mut amount = |owner: usize| {
        let mut eval = Eval::new(parts, table.state(), actor.into(), &mut work.scratch).about(item(owner));
        eval.holds(which).then(|| eval.value(&value.expr).clamp(-1_000_000, 1_000_000) as i32)
    };
    let amounts: Vec<(usize, i32)> = owners.filter_map(|owner| Some((owner, amount(owner)?))).collect();
    for (owner, amount) in amounts {
        if add { table.add(counter, owner, amount) } else { table.set(counter, owner, amount) }
    }
}

/// All seats in turn order, or only the one that acts.
fn seats(state: &State, rules: &Rules, each: bool) -> impl Iterator<Item = SeatId> + use<> {
    let clock = state.clock();
    let alone = (!each).then_some(clock.actor);
    let round = if each { rules.parts.seats } else { 0 };
    alone.into_iter().chain(clock.round_from_first(rules.parts.seats).take(round.into()))
}
