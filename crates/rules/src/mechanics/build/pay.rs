//! Paying for a path that has reached its city.

use super::super::paying::Paying;
use super::{Build, BuildKeys, DecisionContext, PART, PAY, PathScratch, Reason};
use crate::limits::PAYMENTS_OF_A_PATH;
use crate::mechanics::KeyName;
use crate::price::{Bill, PriceKeys};
use crate::workspace::Workspace;
use railwright_core::components::CHOSEN;
use railwright_core::{Action, bits};
use std::cmp::Ordering;

impl Build {
    pub(super) fn paying(&self) -> Paying {
        Paying { whole: PAY, part: PART, most: PAYMENTS_OF_A_PATH, from: self.price.from }
    }

    /// Adds up what the path costs.
    fn add_up(&self, context: &DecisionContext, bill: &mut Bill) {
        bill.clear();
        bits::iter(context.state.set(&context.rules.parts, CHOSEN, context.seat.index()))
            .for_each(|lane| bill.add(self.price.demands[lane]));
    }

    /// Lists the payments.
    pub(super) fn payments(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let hand = context
            .state
            .bag(&context.rules.parts, context.state.spot(&context.rules.parts, self.price.from, context.seat.into()));
        let Workspace { payments, paths: PathScratch { bill, ways, .. }, .. } = work;
        self.add_up(context, bill);
        ways.find(self.stand_ins(), bill, hand);
        self.paying().list(context, ways, payments, out);
    }

    /// Says why a payment is not legal.
    pub(super) fn refuse_payment(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        if !self.complete(context) {
            return Reason::plain("the path must reach a city before it is paid for");
        }
        let mut listed = Vec::new();
        self.payments(context, work, &mut listed);
        if action.form == PAY
            && let Some(in_parts) = self.paying().say_in_parts(context, &listed)
        {
            return Reason::by(BuildKeys::PRICE, in_parts);
        }
        let mut bill = Bill::default();
        self.add_up(context, &mut bill);
        let cards = context.rules.parts.cards_in(self.price.from);
        let kinds = |kinds: u64| bits::Ones(kinds).map(|k| cards.kinds[k].id.as_str()).collect::<Vec<_>>().join(" or ");
        let wanted: Vec<String> = bill.demands().map(|d| format!("{} {}", d.count, kinds(d.kinds))).collect();
        let text = format!("these cards do not pay exactly for {}", wanted.join(", "));
        let count: u32 = bill.demands().map(|demand| u32::from(demand.count)).sum();
        let part: KeyName = match action.payment.total().cmp(&count) {
            Ordering::Less => PriceKeys::COUNT.into(),
            Ordering::Equal => PriceKeys::ACCEPTS.into(),
            // More cards than spaces: some of them would have to stand for others.
            Ordering::Greater => PriceKeys::STAND_INS.into(),
        };
        Reason::by(BuildKeys::PRICE, text).part(part)
    }
}
