//! For whom a step is done: the seat whose turn it is or each, and of places, lanes or companies that have a zone or a counter each for
//! which a filter holds.

use super::compile::misplaced;
use super::run::{holds, value};
use crate::compile::Compiler;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::State;
use railwright_core::components::{Owner, Thing};
use railwright_core::effect::Effects;
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::SeatId;
use railwright_source::kinds::{Expr, Word};
use railwright_source::{Key, Keys, Reader};

/// For whom a step is done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whom {
    /// Each seat in turn order, and not the one whose turn it is.
    pub(super) each: bool,
    /// Of which things, each in turn.
    pub(super) thing: Option<Thing>,
    /// Which of the seats or things.
    pub(super) which: Option<Formula>,
}

impl Whom {
    /// Reads it for a step about something that belongs to these owners, one of which may be things.
    pub(super) fn read<S: Keys>(
        compiler: &mut Compiler,
        reader: &Reader<S>,
        owners: &[Owner],
        which: Key<S, Expr>,
        each: Key<S, Word>,
    ) -> Option<Self> {
        let thing = owners.iter().find_map(|owner| owner.thing());
        let of_seats = owners.iter().any(|owner| !matches!(owner, Owner::Table | Owner::Company | Owner::Place | Owner::Lane));
        if thing.is_some() && !of_seats {
            misplaced(compiler, reader, each, "this belongs to no seat");
        }
        let each = reader.get(each) == Some("each");
        if thing.is_none() && !each {
            misplaced(compiler, reader, which, "there is nothing to choose from: it is done for the seat whose turn it is");
        }
        let item = thing.map_or(ItemType::Nothing, ItemType::from);
        let filter = if reader.has(which) { Some(compiler.formula(reader, which, item)?) } else { None };
        Some(Whom { each, thing, which: filter })
    }

    /// What formulas of the step are about.
    pub(super) fn about(&self) -> ItemType {
        self.thing.map_or(ItemType::Nothing, ItemType::from)
    }

    /// Does something for each of them, who they are being judged before anything is done.
    pub(super) fn each<E>(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        mut done: impl FnMut(&mut Effects, &mut Workspace, SeatId, Item) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.thing.is_none() && self.which.is_none() {
            return seats(table.state(), rules, self.each).try_for_each(|seat| done(table, work, seat, Item::Nothing));
        }
        self.those(rules, table.state(), work).into_iter().try_for_each(|(seat, item)| done(table, work, seat, item))
    }

    /// All of them in order: seat by seat, and for each seat thing by thing.
    #[cold]
    pub(super) fn those(&self, rules: &Rules, state: &State, work: &mut Workspace) -> Vec<(SeatId, Item)> {
        let mut those = Vec::new();
        for seat in seats(state, rules, self.each) {
            let Some(thing) = self.thing else {
                if self.which.as_ref().is_none_or(|which| holds(rules, state, work, seat, which)) {
                    those.push((seat, Item::Nothing));
                }
                continue;
            };
            for item in (0..rules.parts.owners(thing.alone())).map(|member| Item::of_thing(thing, member)) {
                let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(item);
                if self.which.as_ref().is_none_or(|which| eval.holds(which)) {
                    those.push((seat, item));
                }
            }
        }
        those
    }
}

/// What a formula comes to for a seat, about something or nothing.
pub(super) fn value_about(
    rules: &Rules,
    state: &State,
    work: &mut Workspace,
    seat: SeatId,
    item: Item,
    formula: &Formula,
) -> i64 {
    match item {
        Item::Nothing => value(rules, state, work, seat, formula),
        _ => Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(item).value(&formula.expr),
    }
}

/// All seats in turn order that are not out, or only the one that acts.
pub(super) fn seats(state: &State, rules: &Rules, each: bool) -> impl Iterator<Item = SeatId> + use<> {
    let clock = state.clock();
    let (alone, out) = ((!each).then_some(clock.actor), clock.out);
    let round = if each { rules.parts.seats } else { 0 };
    let all = clock.round_from_first(rules.parts.seats).take(round.into());
    alone.into_iter().chain(all.filter(move |&seat| !out.has(seat)))
}
