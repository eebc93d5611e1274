//! Money and other counters that are paid: the part of a price that is no card.

use super::gains::add_all;
use super::takings::Takings;
use crate::compile::Compiler;
use crate::price::PriceKeys;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CounterId, LaneId, PartyId, SeatId};
use railwright_core::{Effects, State};
use railwright_source::Reader;

/// What something costs in counters of the seat or a company.
#[derive(Clone, Debug, Default)]
pub(crate) struct Money(Vec<(CounterId, Amount)>);

/// How much: known at load for each level or each lane, or worked out when it is asked for.
#[derive(Clone, Debug)]
enum Amount {
    ByLevel(Vec<i32>),
    OfLanes(Vec<i32>),
    Worked(Formula),
}

/// What a price or a gain is for.
#[derive(Clone, Copy)]
pub(crate) struct Purpose {
    pub(crate) item: Item,
    pub(crate) around: Item,
    /// Of a lane: the space, counted from its first end.
    pub(crate) space: u8,
    /// The end that a piece of track comes from.
    pub(crate) from: u8,
    /// Of something that is raised: how often it was raised before.
    pub(crate) level: u8,
}

impl From<Item> for Purpose {
    fn from(item: Item) -> Self {
        Purpose { item, around: Item::Nothing, space: 0, from: 0, level: 0 }
    }
}

impl Purpose {
    /// Works out formulas about it.
    pub(crate) fn eval<'a>(&self, rules: &'a Rules, state: &'a State, seat: SeatId, scratch: &'a mut Scratch) -> Eval<'a> {
        let eval = Eval::new(&rules.parts, state, seat.into(), scratch).space(self.space).from(self.from).level(self.level);
        eval.about(self.item).within(self.around)
    }

    /// Which of a counter's owners is meant: what is in question, the seat, or the table.
    #[inline]
    pub(crate) fn holder(&self, rules: &Rules, counter: CounterId, seat: SeatId) -> usize {
        match (rules.parts.counters[counter.index()].owner, self.item, self.around) {
            (Owner::Seat, ..) => seat.index(),
            (Owner::Company, Item::Company(company), _) | (Owner::Company, _, Item::Company(company)) => company,
            (Owner::Place, Item::Place(place), _) => place.index(),
            (Owner::Lane, Item::Lane(lane), _) => lane.index(),
            (Owner::SeatAnd(thing), item, around) => {
                let meant = [item, around].into_iter().find(|item| item.thing() == Some(thing)).and_then(Item::member);
                rules.parts.pair(thing, seat.index(), meant.unwrap_or(0))
            }
            (of, ..) => rules.parts.own_index(of, seat.into()),
        }
    }
}

/// Reads the price of an action, about an item with something around it; it costs nothing if there is none.
pub(super) fn compile(compiler: &mut Compiler, price: Option<&Reader<PriceKeys>>, item: ItemType, around: ItemType) -> Money {
    let Some(price) = price else { return Money::default() };
    let of_company = item == ItemType::Company || around == ItemType::Company;
    let owners: &[Owner] = if of_company { &[Owner::Seat, Owner::Company] } else { &[Owner::Seat] };
    let amounts = compiler.gains(price, PriceKeys::MONEY, owners, item, around);
    let (state, mut scratch) = (State::new(&compiler.parts), Scratch::default());
    let mut at_load = |formula: Formula| {
        let mut value =
            |level| within_bounds(Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch).level(level).value(&formula.expr));
        if formula.expr.is_of_level() {
            Amount::ByLevel((0..=u8::MAX).map(&mut value).collect())
        } else if item == ItemType::Lane && formula.expr.is_fixed() {
            let mut eval = Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch);
            let lanes = (0..compiler.parts.map.lanes.len()).map(LaneId::from);
            Amount::OfLanes(lanes.map(|lane| within_bounds(eval.about_now(Item::Lane(lane), &formula.expr))).collect())
        } else {
            Amount::Worked(formula)
        }
    };
    Money(amounts.into_iter().map(|(counter, formula)| (counter, at_load(formula))).collect())
}

fn within_bounds(amount: i64) -> i32 {
    crate::limits::kept(amount.max(0))
}

impl Amount {
    #[inline]
    fn of(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, what: Purpose) -> i32 {
        match (self, what.item) {
            (Amount::ByLevel(amounts), _) => amounts[what.level as usize],
            (Amount::OfLanes(amounts), Item::Lane(lane)) => amounts[lane.index()],
            // It is never asked about anything but a lane.
            (Amount::OfLanes(_), _) => 0,
            (Amount::Worked(formula), _) => within_bounds(what.eval(rules, state, seat, &mut work.scratch).value(&formula.expr)),
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

    /// Pays: all of it as it was worked out before any was paid, and found to be there.
    pub(crate) fn pay(&self, rules: &Rules, table: &mut Effects, seat: SeatId, work: &mut Workspace, what: Purpose) {
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        for (counter, amount) in &self.0 {
            amounts.push((*counter, -amount.of(rules, table.state(), seat, work, what)));
        }
        add_all(rules, table, seat, what, &amounts);
        work.amounts = amounts;
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
