//! Does the steps in which nobody is asked.

use super::marks::{clear_track, mark_all};
use super::run::{finish, value};
use super::whom::{Whom, seats, value_about};
use super::{MoveOf, Step, StepKind};
use crate::limits::kept;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::Form;
use railwright_core::effect::{At, Effects, Endless};
use railwright_core::expr::{Eval, Formula, Item, Sieve};
use railwright_core::id::{CounterId, KindId, MAX_SEATS, SeatId, ZoneId};
use railwright_core::narrow::saturated;
use railwright_core::state::{Committed, Frame};

/// Does an automatic step. Kept apart from the steps that every turn goes through.
#[inline(never)]
pub(super) fn happen(rules: &Rules, table: &mut Effects, work: &mut Workspace, step: &Step, actor: SeatId) -> Result<(), Fault> {
    let endless = |e: Endless| Fault::endless_sweep(&step.cited.place, e);
    match &step.kind {
        StepKind::Deal { from, to, count, each_of, whom } => {
            deal(rules, table, work, [*from, *to], count, each_of, whom).map_err(endless)?;
        }
        StepKind::ToFront { zone, which } => to_front(rules, table, work, actor, *zone, which),
        StepKind::Refill { zone, from, whom } => whom.each(rules, table, work, |table, _, seat, _| {
            let row = table.state().spot(&rules.parts, *zone, seat.into());
            table.refill(row, *from).map_err(endless)
        })?,
        StepKind::Move { from, to, which, count, at, each } => {
            for seat in seats(table.state(), rules, *each) {
                let which = (which.as_ref(), count.as_ref());
                move_cards(rules, table, work, seat, [*from, *to], which, *at).map_err(endless)?;
            }
        }
        StepKind::MoveOf(moved) => move_of_things(rules, table, work, moved).map_err(endless)?,
        StepKind::ShuffleIn { from, to, parts, part, odd_upper, whom } => {
            whom.each(rules, table, work, |table, _, seat, _| {
                let bag = table.state().spot(&rules.parts, *from, seat.into());
                let pile = rules.parts.partner(bag, *to);
                table.shuffle_in(bag, pile, *parts, *part, *odd_upper).map_err(endless)
            })?
        }
        StepKind::Shuffle { zone, whom } => whom.each(rules, table, work, |table, _, seat, _| {
            let pile = table.state().spot(&rules.parts, *zone, seat.into());
            table.shuffle(pile);
            Ok::<(), Fault>(())
        })?,
        StepKind::Count { counter, value: formula, add, whom } => whom.each(rules, table, work, |table, work, seat, _| {
            let amount = kept(value(rules, table.state(), work, seat, formula));
            let owner = rules.parts.own_index(rules.parts.counters[counter.index()].owner, seat.into());
            if *add {
                table.add(*counter, owner, amount)
            } else {
                table.set(*counter, owner, amount)
            }
            Ok::<(), Fault>(())
        })?,
        StepKind::Mark { set, which, on, each } => mark_all(rules, table, work, (*set, *on), which, *each),
        StepKind::Clear { which, pieces, of_seat } => clear_track(rules, table, work, actor, (which, *of_seat), pieces),
        StepKind::CountOf { counter, value, add, whom } => count_of_things(rules, table, work, *counter, value, *add, whom),
        StepKind::Out(leaving) => leaving.happen(rules, table, work),
        StepKind::Pay(payment) => payment.happen(rules, table, work),
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

/// Deals so many cards to each of those whom it is done for, or so many of each of some groups of kinds; as long as there are any and there
/// is room.
fn deal(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    [from, to]: [ZoneId; 2],
    count: &Formula,
    each_of: &[[u64; 4]],
    whom: &Whom,
) -> Result<(), Endless> {
    let parts = &rules.parts;
    whom.each(rules, table, work, |table, work, seat, item| {
        let count = value_about(rules, table.state(), work, seat, item, count);
        let [from, to] = [from, to].map(|zone| parts.spot_about(zone, seat.into(), item));
        for kinds in each_of {
            for _ in 0..count {
                if table.state().room(parts, to) == 0 || table.draw_of(from, to, kinds).is_none() {
                    break;
                }
            }
        }
        for _ in 0..if each_of.is_empty() { count } else { 0 } {
            if table.state().room(parts, to) == 0 || table.draw(from, to).is_none() {
                break;
            }
        }
        table.arrived(to)
    })
}

/// Moves the first card of a row for which a filter holds to its front.
fn to_front(rules: &Rules, table: &mut Effects, work: &mut Workspace, actor: SeatId, row: ZoneId, which: &Formula) {
    let spot = table.state().spot(&rules.parts, row, actor.into());
    let slot = Eval::new(&rules.parts, table.state(), actor.into(), &mut work.scratch).first_slot(row, &which.expr);
    if let Some(slot) = slot {
        table.to_front(spot, slot);
    }
}

/// Moves a seat's cards from zone to zone: all of them, or those that fit as things stood before, so many at most.
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
    let mut kinds = table.state().kinds_in(&rules.parts, from);
    if let Some(which) = which {
        which.sift(&mut Eval::new(&rules.parts, table.state(), seat.into(), &mut work.scratch), &mut kinds);
    }
    let mut part = |table: &mut Effects, kind: KindId, lying: i64| {
        let moved = left.min(lying);
        if moved > 0 {
            table.shift(from, to, kind, saturated::<u8>(moved), at);
            left -= moved;
        }
    };
    match rules.parts.zone(zones[0]).form {
        // Slot by slot: a card that goes is the first of its kind, for those before it went.
        Form::Row(slots) => {
            for slot in 0..slots.into() {
                let kind = table.state().row(&rules.parts, from).nth(slot).flatten();
                if let Some(kind) = kind.filter(|kind| bits::has(&kinds, kind.index())) {
                    part(table, kind, 1);
                }
            }
        }
        _ => {
            for kind in bits::iter(&kinds).map(KindId::from) {
                let lying = table.state().count(&rules.parts, from, kind).into();
                part(table, kind, lying);
            }
        }
    }
    table.moved(from, to)
}

/// Moves cards from or to the zones of places, lanes or companies, one after the other.
#[cold]
fn move_of_things(rules: &Rules, table: &mut Effects, work: &mut Workspace, moved: &MoveOf) -> Result<(), Endless> {
    let parts = &rules.parts;
    let cards = parts.zone(moved.from).cards;
    moved.whom.each(rules, table, work, |table, work, seat, item| {
        let [from, to] = [moved.from, moved.to].map(|zone| parts.spot_about(zone, seat.into(), item));
        let most = moved.count.as_ref().map(|count| value_about(rules, table.state(), work, seat, item, count).max(0));
        let mut left = most.unwrap_or(i64::MAX);
        let mut lying = Vec::new();
        table.state().each_card(parts, from, |kind, count| lying.push((kind, i64::from(count))));
        for (kind, count) in lying {
            let eval = Eval::new(parts, table.state(), seat.into(), &mut work.scratch);
            let mut card = eval.about(Item::Card(cards, kind)).within(item);
            let goes = left.min(count);
            if goes > 0 && moved.which.as_ref().is_none_or(|which| card.holds(which)) {
                table.shift(from, to, kind, saturated::<u8>(goes), moved.at);
                left -= goes;
            }
        }
        table.moved(from, to)
    })
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
    // Who is out comes after all others.
    let out = table.state().clock().out;
    order[..seats].sort_by_key(|seat| (out.has(*seat), std::cmp::Reverse(tally[seat.index()])));
    let clock = table.clock();
    (clock.order, clock.first) = (order, order[0]);
}

/// Changes counters of companies, places or lanes, or what seats have with these, judged as things stood before.
#[cold]
fn count_of_things(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    counter: CounterId,
    value: &Formula,
    add: bool,
    whom: &Whom,
) {
    let (parts, of) = (&rules.parts, rules.parts.counters[counter.index()].owner);
    let mut amounts = Vec::new();
    for (seat, item) in whom.those(rules, table.state(), work) {
        let mut eval = Eval::new(parts, table.state(), seat.into(), &mut work.scratch).about(item);
        let amount = kept(eval.value(&value.expr));
        amounts.push((parts.index_about(of, seat.into(), item), amount));
    }
    for (owner, amount) in amounts {
        if add { table.add(counter, owner, amount) } else { table.set(counter, owner, amount) }
    }
}
