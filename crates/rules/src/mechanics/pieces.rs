//! Pieces that something takes: trains on the spaces of a lane, a station on a place. Who has too few cannot do it, whatever it costs.

use super::takings::Takings;
use crate::compile::Compiler;
use crate::rules::Rules;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, LaneId, PartyId, SeatId};
use railwright_core::{Components, Effects, State};
use railwright_source::kinds::NameOrMap;
use railwright_source::{Diagnostic, Key, Keys, Kind, Reader};

/// What `pieces` takes: a counter, or counters each with how many pieces of it.
pub(crate) const COUNTERS: &[Kind] = &[Kind::Name("counter"), Kind::Map(&Kind::Expr)];

/// Counters of the seat and how many pieces of each something takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pieces(Vec<(CounterId, Number)>);

/// How many pieces: known at load for each lane, the same for everything, or worked out when it is asked for.
#[derive(Clone, Debug)]
enum Number {
    OfLanes(Vec<i32>),
    One,
    Worked(Formula),
}

impl Pieces {
    /// Reads a key of an action about some items: a lane takes a piece for each space, anything else one, if nothing else is said.
    pub(crate) fn read<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, key: Key<S, NameOrMap>, item: ItemType) -> Self {
        let mut pieces = Vec::new();
        for (name, origin, node) in reader.get(key) {
            compiler.known.check("counter", name, origin, compiler.report);
            let Some(counter) = compiler.parts.find_counter(name) else { continue };
            if compiler.parts.counters[counter.index()].owner != Owner::Seat {
                let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of seats", reader.path()));
                compiler.report.push(problem.at(origin, "a seat's counter should stand here"));
            }
            let number = match node {
                None if item == ItemType::Lane => Number::OfLanes(lengths(&compiler.parts)),
                None => Number::One,
                Some(node) => match compiler.formula_of(node, item) {
                    Some(formula) => Number::new(compiler, formula, item),
                    None => continue,
                },
            };
            pieces.push((counter, number));
        }
        Pieces(pieces)
    }

    /// The only counter and what each lane takes of it, where the board alone says that.
    pub(crate) fn of_lanes(&self) -> Option<(CounterId, &[i32])> {
        match &self.0[..] {
            [(counter, Number::OfLanes(numbers))] => Some((*counter, numbers)),
            _ => None,
        }
    }

    /// Whether nothing is ever taken.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether as many are taken for one thing as for any other.
    #[inline]
    pub(crate) fn is_alike_for_all(&self) -> bool {
        self.0.iter().all(|(_, number)| matches!(number, Number::One))
    }

    /// Notes which counters are taken from.
    pub(super) fn note(&self, takings: &mut Takings) {
        self.0.iter().for_each(|(counter, _)| takings.paid_from(*counter));
    }

    /// The counter of which the seat has too few, with what it has and what it would need.
    pub(crate) fn short(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        scratch: &mut Scratch,
        item: Item,
    ) -> Option<(CounterId, i32, i32)> {
        self.0.iter().find_map(|(counter, number)| {
            let number = number.of(rules, state, seat, scratch, item);
            let left = state.counter(&rules.parts, *counter, seat.index());
            (number > 0 && number > left).then_some((*counter, left, number))
        })
    }

    /// Why a seat has too few pieces, if it has.
    pub(crate) fn refuse(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        scratch: &mut Scratch,
        (item, what): (Item, &str),
    ) -> Option<String> {
        let (counter, left, number) = self.short(rules, state, seat, scratch, item)?;
        let name = &rules.parts.counters[counter.index()].id;
        Some(format!("{what} takes {number} {name} and only {left} are left"))
    }

    /// Takes the pieces from the seat; with `back` they are given back.
    #[inline]
    pub(crate) fn take(&self, rules: &Rules, table: &mut Effects, scratch: &mut Scratch, seat: SeatId, item: Item, back: bool) {
        for (counter, number) in &self.0 {
            let number = number.of(rules, table.state(), seat, scratch, item);
            table.add(*counter, seat.index(), if back { number } else { -number });
        }
    }
}

impl Number {
    fn new(compiler: &Compiler, formula: Formula, item: ItemType) -> Self {
        if item != ItemType::Lane || !formula.expr.is_fixed() {
            return Number::Worked(formula);
        }
        let parts = &compiler.parts;
        let (state, mut scratch) = (State::new(parts), Scratch::default());
        let of_lane = |lane| {
            let eval = Eval::new(parts, &state, PartyId(0), &mut scratch);
            within_bounds(eval.about(Item::Lane(lane)).value(&formula.expr))
        };
        Number::OfLanes((0..parts.map.lanes.len()).map(LaneId::from).map(of_lane).collect())
    }

    #[inline]
    fn of(&self, rules: &Rules, state: &State, seat: SeatId, scratch: &mut Scratch, item: Item) -> i32 {
        match (self, item) {
            (Number::OfLanes(numbers), Item::Lane(lane)) => numbers[lane.index()],
            (Number::OfLanes(_) | Number::One, _) => 1,
            (Number::Worked(formula), _) => {
                within_bounds(Eval::new(&rules.parts, state, seat.into(), scratch).about(item).value(&formula.expr))
            }
        }
    }
}

fn within_bounds(number: i64) -> i32 {
    crate::limits::kept(number.max(0))
}

fn lengths(parts: &Components) -> Vec<i32> {
    parts.map.lanes.iter().map(|lane| lane.length.into()).collect()
}
