//! All that can ever be paid: every payment of a thing out of all the cards that a game has.

use super::{CardPrice, LanePayments, PoolWays};
use crate::limits::{PAYMENTS_LISTED, PAYMENTS_NUMBERED};
use crate::rules::Rules;
use railwright_core::{Action, Payment};

impl CardPrice {
    /// Actions, each with the number of what is paid for, with every payment there can be, in whatever form they are listed. Nothing where what is paid
    /// changes during the game, where there are too many payments, and where they would be chosen kind by kind.
    pub(crate) fn paid_for(
        &self,
        rules: &Rules,
        actions: impl Iterator<Item = (Action, Option<usize>)>,
        pay: u8,
    ) -> Option<Vec<Action>> {
        let cards: Vec<u8> = rules.parts.cards_in(self.from).kinds.iter().map(|kind| kind.count.max(1)).collect();
        let most = if self.pay_after { PAYMENTS_LISTED } else { PAYMENTS_NUMBERED };
        let mut all = Vec::new();
        for (action, item) in actions {
            let Some(item) = item else {
                all.push(action);
                continue;
            };
            let payments = self.every_payment(item, &cards, most)?;
            if self.pay_after {
                all.push(action);
            }
            let form = if self.pay_after { pay } else { action.form };
            all.extend(payments.into_iter().map(|payment| Action { form, payment, ..action }));
        }
        Some(all)
    }

    fn every_payment(&self, item: usize, cards: &[u8], most: usize) -> Option<Vec<Payment>> {
        let (tariff, demand) = (self.tariff(item), self.demands[item]);
        if self.count.is_some() || demand.count > 0 && LanePayments::new(tariff, demand, cards).more_than(most) {
            return None;
        }
        let (mut ways, mut payments) = (PoolWays::default(), Vec::new());
        tariff.pay_all(demand, cards, &mut ways, &mut payments);
        payments.sort_unstable();
        payments.dedup();
        Some(payments)
    }
}
