//! What there is to choose from in a decision of a search: of payments for the same thing only the cheapest.

use crate::mind::Mind;
use crate::purse::{Purse, about, same_but_paid};
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
    /// Takes down what the engine has just listed for a seat; `world` is the position in which its cards are weighed.
    pub(super) fn take_down(&mut self, mind: &mut Mind, purse: &mut Purse, world: &State, seat: SeatId) -> Result<(), Fault> {
        let Choices { actions, checked, costs, last } = self;
        actions.clear();
        checked.clear();
        costs.clear();
        let mut opened = None;
        let mut at = 0;
        while let Some(option) = mind.engine.pick(at) {
            at += 1;
            let action = option.action();
            let mut cost = 0;
            if !action.payment.is_empty() {
                if opened != Some(action.action) {
                    purse.open(mind, world, seat, action.action)?;
                    opened = Some(action.action);
                }
                cost = purse.cost(action.payment);
                let subject = action.subject as usize;
                if last.len() <= subject {
                    last.resize(subject + 1, 0);
                }
                let before = last[subject];
                if actions.get(before) == Some(&about(action)) {
                    if cost < costs[before] {
                        (costs[before], checked[before]) = (cost, option);
                    }
                    continue;
                }
                last[subject] = actions.len();
            }
            actions.push(about(action));
            checked.push(option);
            costs.push(cost);
        }
        Ok(())
    }
}

/// Where the cheapest of several payments stands, if there is nothing else to choose from what the engine has just listed.
pub(super) fn cheapest(mind: &mut Mind, purse: &mut Purse, world: &State, seat: SeatId) -> Result<Option<usize>, Fault> {
    let [one, other, ..] = mind.engine.listed() else { return Ok(None) };
    if !same_but_paid(one, other) {
        return Ok(None);
    }
    let (one, action) = (*one, one.action);
    if !purse.open(mind, world, seat, action)? || !mind.engine.listed().iter().all(|action| same_but_paid(&one, action)) {
        return Ok(None);
    }
    Ok((0..mind.engine.listed().len()).min_by_key(|&at| purse.cost(mind.engine.listed()[at].payment)))
}
