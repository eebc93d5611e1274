//! The legal actions of a decision in a rollout: of payments for the same thing only the cheapest.

use crate::payment_cost::{PaymentCost, differ_only_in_payment, without_payment};
use crate::planner::Planner;
use railwright_core::id::SeatId;
use railwright_core::{Action, State};
use railwright_rules::{Checked, Fault};

/// The choices of one decision.
#[derive(Default)]
pub(super) struct Choices {
    /// What can be done, whatever is paid for it.
    pub(super) actions: Vec<Action>,
    /// Each with the cheapest payment, ready to be carried out.
    pub(super) checked: Vec<Checked>,
    costs: Vec<i64>,
    /// For each subject of an action that is paid for the choice that was last about it.
    last: Vec<usize>,
}

impl Choices {
    /// Lists what the engine has just generated for a seat; `determinisation` is the position in which its cards are evaluated.
    pub(super) fn list(
        &mut self,
        planner: &mut Planner,
        payment_cost: &mut PaymentCost,
        determinisation: &State,
        seat: SeatId,
    ) -> Result<(), Fault> {
        let Choices { actions, checked, costs, last } = self;
        actions.clear();
        checked.clear();
        costs.clear();
        let mut opened = None;
        let mut at = 0;
        while let Some(option) = planner.engine.pick(at) {
            at += 1;
            let action = option.action();
            let mut cost = 0;
            if !action.payment.is_empty() {
                if opened != Some(action.action) {
                    payment_cost.prepare(planner, determinisation, seat, action.action)?;
                    opened = Some(action.action);
                }
                cost = payment_cost.cost(action.payment);
                let subject = action.subject as usize;
                if last.len() <= subject {
                    last.resize(subject + 1, 0);
                }
                let before = last[subject];
                if actions.get(before) == Some(&without_payment(action)) {
                    if cost < costs[before] {
                        (costs[before], checked[before]) = (cost, option);
                    }
                    continue;
                }
                last[subject] = actions.len();
            }
            actions.push(without_payment(action));
            checked.push(option);
            costs.push(cost);
        }
        Ok(())
    }
}

/// Where the cheapest of several payments stands, if there is nothing else to choose from what the engine has just listed.
pub(super) fn cheapest(
    planner: &mut Planner,
    payment_cost: &mut PaymentCost,
    determinisation: &State,
    seat: SeatId,
) -> Result<Option<usize>, Fault> {
    let [one, other, ..] = planner.engine.listed() else { return Ok(None) };
    if !differ_only_in_payment(one, other) {
        return Ok(None);
    }
    let (one, action) = (*one, one.action);
    if !payment_cost.prepare(planner, determinisation, seat, action)?
        || !planner.engine.listed().iter().all(|action| differ_only_in_payment(&one, action))
    {
        return Ok(None);
    }
    Ok((0..planner.engine.listed().len()).min_by_key(|&at| payment_cost.cost(planner.engine.listed()[at].payment)))
}
