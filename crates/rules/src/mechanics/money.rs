//! Money and other counters that are paid: the part of a price that is no card.

use crate::compile::Compiler;
use crate::engine::Workspace;
use crate::rules::Rules;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Expr, Formula, Item, ItemType};
use railwright_core::id::{CounterId, SeatId};
use railwright_core::{Effects, State};
use railwright_source::{Kind, Need, Reader, Schema, key};

/// What is paid from counters.
pub(super) const MONEY: Schema = Schema::new(
    "money",
    "What is paid from counters of the seat; nothing may fall below its least value, which is 0 where none is given.",
    &[key("money", Kind::Map(&Kind::Expr), Need::Required, "counters of the seat and how much of each is paid")],
);

/// What something costs in counters of the seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Money(Vec<(CounterId, Formula)>);

/// What the price is for.
#[derive(Clone, Copy)]
pub(crate) struct For {
    pub(crate) item: Item,
    pub(crate) around: Item,
    /// Of a lane: the space, counted from its first end.
    pub(crate) space: u8,
}

impl From<Item> for For {
    fn from(item: Item) -> Self {
        For { item, around: Item::Nothing, space: 0 }
    }
}

/// Reads `price` of an action, about an item with something around it.
pub(super) fn compile(compiler: &mut Compiler, reader: &Reader, item: ItemType, around: ItemType) -> Money {
    let Some(price) = reader.table("price") else { return Money::default() };
    Money(compiler.gains(&price, "money", &[Owner::Seat], item, around))
}

impl Money {
    /// Whether nothing is ever paid.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.0.is_empty()
    }

    fn amount(rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: For, formula: &Formula) -> i32 {
        if let Expr::Int(amount) = formula.expr {
            return amount.clamp(0, 1_000_000) as i32;
        }
        let eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch);
        eval.about(what.item).within(what.around).space(what.space).value(&formula.expr).clamp(0, 1_000_000) as i32
    }

    /// Whether the seat can pay.
    #[inline]
    pub(crate) fn affordable(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: For) -> bool {
        work.free || self.short(rules, state, seat, work, what).is_none()
    }

    /// The counter of which the seat has too little, with what it has and what it would need.
    fn short(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        work: &mut Workspace,
        what: For,
    ) -> Option<(CounterId, i32, i32)> {
        self.0.iter().find_map(|(counter, formula)| {
            let amount = Self::amount(rules, state, seat, work, what, formula);
            let has = state.counter(&rules.parts, *counter, seat.index());
            let least = rules.parts.counters[counter.index()].min.unwrap_or(0);
            (amount > 0 && has - amount < least).then_some((*counter, has, amount))
        })
    }

    /// Pays.
    pub(crate) fn pay(&self, rules: &Rules, table: &mut Effects, seat: SeatId, work: &mut Workspace, what: For) {
        for (counter, formula) in &self.0 {
            let amount = Self::amount(rules, table.state(), seat, work, what, formula);
            table.add(*counter, seat.index(), -amount);
        }
    }

    /// Why it cannot be paid, if that is so.
    pub(crate) fn refuse(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: For) -> Option<String> {
        let (counter, has, amount) = self.short(rules, state, seat, work, what)?;
        Some(format!("it costs {amount} {}, and seat {} has {has}", rules.parts.counters[counter.index()].id, seat.0 + 1))
    }
}
