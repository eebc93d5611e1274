//! Steps about sets and track: lanes and places come into a set and out of it, and track is taken off the board.

use super::StepKind;
use super::compile::misplaced;
use super::schema::{ClearKeys, ExcludeKeys, IncludeKeys};
use super::steps::StepReader;
use super::whom::seats;
use crate::compile::Compiler;
use crate::mechanics::lift::lift;
use crate::mechanics::pieces::Pieces;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::Effects;
use railwright_core::bits;
use railwright_core::components::{BUILT_IN_SETS, CONNECTED, Members, Owner};
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{LaneId, PartyId, PlaceId, SeatId, SetId};
use railwright_source::kinds::{Expr, Name, Word};
use railwright_source::{Diagnostic, Key, Keys, Reader, Reference};

/// The keys of the steps that write a set.
struct SetWriter<S> {
    set: Key<S, Name>,
    which: Key<S, Expr>,
    each: Key<S, Word>,
}

pub(super) fn include(step: &mut StepReader, reader: &Reader<IncludeKeys>) -> Option<StepKind> {
    let keys = SetWriter { set: IncludeKeys::SET, which: IncludeKeys::WHERE, each: IncludeKeys::FOR };
    write_set(step.compiler, reader, keys, true)
}

pub(super) fn exclude(step: &mut StepReader, reader: &Reader<ExcludeKeys>) -> Option<StepKind> {
    let keys = SetWriter { set: ExcludeKeys::SET, which: ExcludeKeys::WHERE, each: ExcludeKeys::FOR };
    write_set(step.compiler, reader, keys, false)
}

fn write_set<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, keys: SetWriter<S>, on: bool) -> Option<StepKind> {
    let (name, origin) = reader.get(keys.set)?;
    let set = compiler.parts.find_set(name)?;
    let (owner, members) = (compiler.parts.sets[set.index()].owner, compiler.parts.sets[set.index()].members);
    compiler.need_holder(reader, Reference { family: "set", name, origin }, owner);
    if set.index() < BUILT_IN_SETS && set != CONNECTED {
        let problem = Diagnostic::error("wrong-set", format!("{}: `{name}` is written by those who lay track", reader.path()));
        compiler.report.push(problem.at(origin, "no step writes it").help("declare a set of your own in `[sets]`"));
    }
    if set == CONNECTED {
        compiler.roots.get_or_insert(origin);
    }
    if owner == Owner::Table {
        misplaced(compiler, reader, keys.each, "this set belongs to no seat");
    }
    let about = if members == Members::Lanes { ItemType::Lane } else { ItemType::Place };
    let which = compiler.formula(reader, keys.which, about)?;
    Some(StepKind::Mark { set, which, on, each: reader.get(keys.each) == Some("each") })
}

pub(super) fn clear(step: &mut StepReader, reader: &Reader<ClearKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    compiler.lifts.get_or_insert(reader.here());
    let which = compiler.formula(reader, ClearKeys::WHERE, ItemType::Lane)?;
    let pieces = Pieces::read(compiler, reader, ClearKeys::PIECES, ItemType::Lane);
    Some(StepKind::Clear { which, pieces, of_seat: reader.get(ClearKeys::OF) == Some("seat") })
}

/// Puts all lanes or places for which a filter holds into a set, or takes them out, judged as things stood before.
#[cold]
pub(super) fn mark_all(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    (set, on): (SetId, bool),
    which: &Formula,
    each: bool,
) {
    let parts = &rules.parts;
    let (members, of) = (parts.sets[set.index()].members, parts.sets[set.index()].owner);
    let (count, item): (usize, fn(usize) -> Item) = match members {
        Members::Lanes => (parts.map.lanes.len(), |at| Item::Lane(LaneId::from(at))),
        Members::Places => (parts.map.places.len(), |at| Item::Place(PlaceId::from(at))),
    };
    let mut chosen = Vec::new();
    for seat in seats(table.state(), rules, each) {
        let mut eval = Eval::new(parts, table.state(), seat.into(), &mut work.scratch);
        let owner = parts.own_index(of, seat.into());
        chosen.extend((0..count).filter(|&at| eval.about_now(item(at), &which.expr) != 0).map(|at| (owner, at)));
    }
    chosen.into_iter().for_each(|(owner, member)| table.mark(set, owner, member, on));
}

/// Takes track off all lanes for which a filter holds, judged as things stood before.
#[cold]
pub(super) fn clear_track(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    actor: SeatId,
    (which, of_seat): (&Formula, bool),
    pieces: &Pieces,
) {
    let parts = &rules.parts;
    let mut eval = Eval::new(parts, table.state(), actor.into(), &mut work.scratch);
    let has_track = |lane: &LaneId| match of_seat {
        true => bits::has(table.state().own(parts, actor.into()), lane.index()),
        false => table.state().track(*lane).laid > 0,
    };
    let lanes = (0..parts.map.lanes.len()).map(LaneId::from).filter(has_track);
    let lanes: Vec<LaneId> = lanes.filter(|&lane| eval.about_now(Item::Lane(lane), &which.expr) != 0).collect();
    let only = of_seat.then_some(PartyId::from(actor));
    for lane in lanes {
        lift(rules, table, &mut work.scratch, lane, (only, actor), pieces);
    }
}
