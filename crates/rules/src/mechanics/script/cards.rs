//! Options of a module's action that are paid for in cards: each way to pay is an action of its own.

use super::Script;
use crate::mechanics::DecisionContext;
use crate::mechanics::lanes::print_payment;
use crate::price::{CardPrice, Demand};
use crate::workspace::Workspace;
use railwright_core::Action;
use railwright_core::expr::{Eval, Item};

impl Script {
    /// The number of what an action is about among all things of its sort.
    fn thing(&self, action: Action) -> usize {
        match self.item(Self::option(action)) {
            Item::Nothing => 0,
            Item::Card(_, kind) => kind.index(),
            Item::Lane(lane) => lane.index(),
            Item::Place(place) => place.index(),
            Item::Company(company) => company,
        }
    }

    fn demand(&self, cards: &CardPrice, context: &DecisionContext, action: Action, work: &mut Workspace) -> Result<Demand, i64> {
        let item = self.item(Self::option(action));
        let eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch).about(item);
        cards.demand(self.thing(action), eval)
    }

    /// Appends an action with every payment for it.
    pub(super) fn with_payments(
        &self,
        cards: &CardPrice,
        context: &DecisionContext,
        work: &mut Workspace,
        action: Action,
        out: &mut Vec<Action>,
    ) {
        let Ok(demand) = self.demand(cards, context, action, work) else { return };
        let parts = &context.rules.parts;
        let hand = context.state.bag(parts, context.state.spot(parts, cards.from, context.seat.into()));
        let mut payments = std::mem::take(&mut work.payments);
        payments.clear();
        cards.tariff(self.thing(action)).pay_all(demand, hand, &mut work.pools, &mut payments);
        out.extend(payments.iter().map(|&payment| Action { payment, ..action }));
        work.payments = payments;
    }

    /// Why the cards that were named do not pay for it.
    pub(super) fn why_unpaid(
        &self,
        cards: &CardPrice,
        context: &DecisionContext,
        action: Action,
        work: &mut Workspace,
    ) -> String {
        let count = match self.demand(cards, context, action, work) {
            Ok(demand) => i64::from(demand.count),
            Err(count) => count,
        };
        let mut list = Vec::new();
        self.with_payments(cards, context, work, action, &mut list);
        let Some(first) = list.first() else {
            return format!("it costs {count} cards of one kind, and the hand cannot pay that");
        };
        let mut example = String::new();
        print_payment(context.rules, cards.from, first.payment, &mut example);
        match action.payment.is_empty() {
            true => format!("say which cards pay for it, such as `with {example}`"),
            false => format!("it costs {count} cards of one kind, such as {example}"),
        }
    }
}
