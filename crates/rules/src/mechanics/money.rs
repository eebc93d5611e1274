//! Money and other counters that are paid: the part of a price that is no card.

use super::takings::Takings;
use crate::compile::Compiler;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, PartyId, SeatId};
use railwright_core::{Effects, State};
use railwright_source::{Kind, Reader, schema};

schema! {
    /// What is paid from counters.
    pub(super) MONEY: MoneyKeys = "money",
    "What is paid from counters of the seat, or of the company that track is laid for; nothing may fall below its least value, which is 0 \
     where none is given.",
    {
        MONEY: Map(&Kind::Expr) = "money", Required, "counters and how much of each is paid";
    }
}

/// What something costs in counters of the seat or a company.
#[derive(Clone, Debug, Default)]
pub(crate) struct Money(Vec<(CounterId, Amount)>);

/// How much: known at load for each level, or worked out when it is asked for.
#[derive(Clone, Debug)]
enum Amount {
    ByLevel(Vec<i32>),
    Worked(Formula),
}

/// What a price or a gain is for.
#[derive(Clone, Copy)]
pub(crate) struct Purpose {
    pub(crate) item: Item,
    pub(crate) around: Item,
    /// Of a lane: the space, counted from its first end.
    pub(crate) space: u8,
    /// Of something that is raised: how often it was raised before.
    pub(crate) level: u8,
}

impl From<Item> for Purpose {
    fn from(item: Item) -> Self {
        Purpose { item, around: Item::Nothing, space: 0, level: 0 }
    }
}

impl Purpose {
    /// Which of a counter's owners is meant: the company in question, the seat, or the table.
    #[inline]
    pub(crate) fn holder(&self, rules: &Rules, counter: CounterId, seat: SeatId) -> usize {
        match (rules.parts.counters[counter.index()].owner, self.item, self.around) {
            (Owner::Seat, ..) => seat.index(),
            (Owner::Company, Item::Company(company), _) | (Owner::Company, _, Item::Company(company)) => company,
            (of, ..) => rules.parts.own_index(of, seat.into()),
        }
    }
}

/// Reads the price of an action, about an item with something around it; it costs nothing if there is none.
pub(super) fn compile(compiler: &mut Compiler, price: Option<Reader<MoneyKeys>>, item: ItemType, around: ItemType) -> Money {
    let Some(price) = price else { return Money::default() };
    let owners: &[Owner] = if around == ItemType::Company { &[Owner::Seat, Owner::Company] } else { &[Owner::Seat] };
    let amounts = compiler.gains(&price, MoneyKeys::MONEY, owners, item, around);
    let (state, mut scratch) = (State::new(&compiler.parts), Scratch::default());
    let mut at_load = |formula: Formula| {
        let mut value =
            |level| within_bounds(Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch).level(level).value(&formula.expr));
        if formula.expr.is_of_level() {
            Amount::ByLevel((0..=u8::MAX).map(&mut value).collect())
        } else {
            Amount::Worked(formula)
        }
    };
    Money(amounts.into_iter().map(|(counter, formula)| (counter, at_load(formula))).collect())
}

fn within_bounds(amount: i64) -> i32 {
    amount.clamp(0, 1_000_000) as i32
}

impl Amount {
    #[inline]
    fn of(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: Purpose) -> i32 {
        match self {
            Amount::ByLevel(amounts) => amounts[what.level as usize],
            Amount::Worked(formula) => {
                let eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).space(what.space).level(what.level);
                within_bounds(eval.about(what.item).within(what.around).value(&formula.expr))
            }
        }
    }
}

impl Money {
    /// Whether nothing is ever paid.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes which counters are paid from.
    pub(super) fn note(&self, takings: &mut Takings) {
        self.0.iter().for_each(|(counter, _)| takings.paid_from(*counter));
    }

    /// Whether it can be paid.
    #[inline]
    pub(crate) fn affordable(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: Purpose) -> bool {
        work.free || self.short(rules, state, seat, work, what).is_none()
    }

    /// The counter of which the seat has too little, with what it has and what it would need.
    fn short(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        work: &mut Workspace,
        what: Purpose,
    ) -> Option<(CounterId, i32, i32)> {
        self.0.iter().find_map(|(counter, amount)| {
            let amount = amount.of(rules, state, seat, work, what);
            let has = state.counter(&rules.parts, *counter, what.holder(rules, *counter, seat));
            let least = rules.parts.counters[counter.index()].min.unwrap_or(0);
            (amount > 0 && has - amount < least).then_some((*counter, has, amount))
        })
    }

    /// Pays.
    pub(crate) fn pay(&self, rules: &Rules, table: &mut Effects, seat: SeatId, work: &mut Workspace, what: Purpose) {
        for (counter, amount) in &self.0 {
            let amount = amount.of(rules, table.state(), seat, work, what);
            table.add(*counter, what.holder(rules, *counter, seat), -amount);
        }
    }

    /// Why it cannot be paid, if that is so.
    pub(crate) fn refuse(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        work: &mut Workspace,
        what: Purpose,
    ) -> Option<String> {
        let (counter, has, amount) = self.short(rules, state, seat, work, what)?;
        let parts = &rules.parts;
        let who = match parts.counters[counter.index()].owner {
            Owner::Company => parts.companies[what.holder(rules, counter, seat)].id.clone(),
            _ => format!("seat {}", seat.0 + 1),
        };
        Some(format!("it costs {amount} {}, and {who} has {has}", parts.counters[counter.index()].id))
    }
}
