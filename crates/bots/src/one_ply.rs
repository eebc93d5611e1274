//! One action ahead: what a position is worth after an action and all that goes with it.
//!
//! An action of several decisions (cards drawn one by one, a payment, a path built lane by lane) is weighed by what it
//! comes to, not by its first decision.

use crate::DecisionRequest;
use crate::evaluation;
use crate::history::HistoryHeuristic;
use crate::payment_cost::{PaymentCost, about, same_but_paid};
use crate::planner::Planner;
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::{Checked, Fault};

/// So many decisions of one action are thought through.
const DECISIONS: usize = 16;
/// An action whose outcome depends on chance is tried so often.
pub(crate) const TRIES: i64 = 4;
/// Of so many actions it is looked into what they do to others.
const LOOKED_INTO: usize = 10;

/// Room for weighing actions.
#[derive(Default)]
pub(crate) struct OnePly {
    /// The position from which actions are weighed.
    pub(crate) here: State,
    trial: State,
    within: State,
    pub(crate) options: Vec<Checked>,
    choices: Vec<Checked>,
    payment_cost: PaymentCost,
    /// The options by what they are about; of those that differ only in what is paid, the cheapest first.
    order: Vec<usize>,
    /// Of options that differ only in what is paid, the cheapest alone.
    promises: Vec<usize>,
    history: HistoryHeuristic,
}

impl OnePly {
    /// A game begins.
    pub(crate) fn begin(&mut self) {
        self.history.forget();
    }

    /// Weighs every action asked about in one imagined position: what the seat is ahead by after each.
    ///
    /// What it does to others is looked at only where it could matter: in what promises most.
    pub(crate) fn weigh(&mut self, planner: &mut Planner, asked: &DecisionRequest, weights: &mut Vec<i64>) -> Result<(), Fault> {
        planner.determinise(asked, &mut self.here);
        self.payment_cost.forget();
        let mut options = std::mem::take(&mut self.options);
        planner.options(&self.here, asked, &mut options)?;
        let mut order = std::mem::take(&mut self.order);
        self.sort(planner, &options, &mut order)?;
        weights.clear();
        weights.resize(options.len(), i64::MIN);
        let mut promises = std::mem::take(&mut self.promises);
        let alike = |two: &[usize]| same_but_paid(&options[two[0]].action(), &options[two[1]].action());
        promises.clear();
        promises.extend(order.first());
        promises.extend(order.windows(2).filter(|two| !alike(two)).map(|two| two[1]));
        let count = self.history.choose(&mut promises, |at| options[at].action());
        let (weighed, rest) = promises.split_at_mut(count);
        self.weigh_some(planner, &options, weighed, weights)?;
        // What is not weighed now does not come before what is.
        let least = weighed.iter().map(|&at| weights[at]).max().unwrap_or(0);
        rest.iter().for_each(|&at| weights[at] = least - self.history.promise(options[at].action()).max(1));
        self.weigh_payments(&options, &order, weights);
        (self.options, self.order, self.promises) = (options, order, promises);
        Ok(())
    }

    /// Weighs some of the options.
    fn weigh_some(
        &mut self,
        planner: &mut Planner,
        options: &[Checked],
        some: &mut [usize],
        weights: &mut [i64],
    ) -> Result<(), Fault> {
        let few = some.len() <= LOOKED_INTO;
        let best_other = if few { 0 } else { planner.best_other(&self.here)? };
        for &at in &*some {
            weights[at] = self.weigh_one(planner, options[at], few)? - best_other * TRIES;
        }
        self.history.note(some.iter().map(|&at| (options[at].action(), weights[at])));
        if few {
            return Ok(());
        }
        some.sort_by_key(|&at| std::cmp::Reverse(weights[at]));
        let mut most = i64::MIN;
        for &at in some.iter().take(LOOKED_INTO) {
            // Those that follow promise less than what is known of one before.
            if weights[at] <= most {
                break;
            }
            weights[at] = self.weigh_one(planner, options[at], true)?;
            most = most.max(weights[at]);
        }
        Ok(())
    }

    /// Weighs what differs from something cheaper only in what is paid.
    fn weigh_payments(&self, options: &[Checked], order: &[usize], weights: &mut [i64]) {
        let mut cheapest = 0;
        for &at in order {
            if weights[at] != i64::MIN {
                cheapest = at;
                continue;
            }
            let [least, cost] = [cheapest, at].map(|i| self.payment_cost.cost(options[i].action().payment));
            weights[at] = weights[cheapest] - (cost - least).max(0) * TRIES;
        }
    }

    /// Puts options that differ only in what is paid beside each other, the cheapest first.
    fn sort(&mut self, planner: &mut Planner, options: &[Checked], order: &mut Vec<usize>) -> Result<(), Fault> {
        order.clear();
        order.extend(0..options.len());
        order.sort_unstable_by_key(|&i| options[i].action());
        let twice = order.windows(2).find(|two| same_but_paid(&options[two[0]].action(), &options[two[1]].action()));
        if let Some(two) = twice
            && self.payment_cost.open(planner, &self.here, planner.seat, options[two[0]].action().action)?
        {
            order.sort_by_cached_key(|&i| {
                let action = options[i].action();
                (about(action), self.payment_cost.cost(action.payment), i)
            });
        }
        Ok(())
    }

    /// What the position is worth to the seat after an action, or what it is ahead by; tried more than once if that depends
    /// on chance.
    fn weigh_one(&mut self, planner: &mut Planner, option: Checked, others: bool) -> Result<i64, Fault> {
        let mut sum = self.outcome(planner, option, others)?;
        let mut tries = 1;
        if self.trial.used_chance_since(&self.here) {
            while tries < TRIES {
                planner.reseed(&mut self.here);
                sum += self.outcome(planner, option, others)?;
                tries += 1;
            }
        }
        Ok(sum * TRIES / tries)
    }

    /// What the position is worth to the seat, or what it is ahead by, after an action and the decisions that belong to it.
    fn outcome(&mut self, planner: &mut Planner, option: Checked, others: bool) -> Result<i64, Fault> {
        let seat = option.seat();
        self.trial.clone_from(&self.here);
        planner.step(&mut self.trial, option)?;
        self.complete(planner, seat)?;
        match others {
            true => Ok(planner.margins(&self.trial)?[seat.index()]),
            false => evaluation::worth_to(&mut planner.engine, &self.trial, seat),
        }
    }

    /// Goes on with an action that is under way, always with what looks best next.
    fn complete(&mut self, planner: &mut Planner, seat: SeatId) -> Result<(), Fault> {
        let (turn, depth) = (self.here.clock().turn, self.here.clock().frames.len());
        for _ in 0..DECISIONS {
            let clock = self.trial.clock();
            let alone = clock.over.is_none() && clock.turn == turn && clock.waiting == railwright_core::id::SeatSet::only(seat);
            let under_way = clock.progress[seat.index()].action.is_some() || clock.frames.len() > depth;
            if !alone || !under_way {
                return Ok(());
            }
            let count = planner.engine.legal(&self.trial, seat)?.len();
            self.choices.clear();
            self.choices.extend((0..count).filter_map(|i| planner.engine.pick(i)));
            let mut best = None;
            if let [one, other, ..] = &self.choices[..]
                && same_but_paid(&one.action(), &other.action())
                && self.payment_cost.open(planner, &self.here, seat, one.action().action)?
            {
                let cost = |i: usize| self.payment_cost.cost(self.choices[i].action().payment);
                best = (0..count).map(|i| (i, cost(i))).min_by_key(|&(_, cost)| cost);
            } else if count > 1 {
                for (i, &choice) in self.choices.iter().enumerate() {
                    self.within.clone_from(&self.trial);
                    planner.step(&mut self.within, choice)?;
                    let worth = evaluation::worth_to(&mut planner.engine, &self.within, seat)?;
                    if best.is_none_or(|(_, most)| worth > most) {
                        best = Some((i, worth));
                    }
                }
            }
            let Some(&choice) = self.choices.get(best.map_or(0, |(i, _)| i)) else { return Ok(()) };
            planner.step(&mut self.trial, choice)?;
        }
        Ok(())
    }
}
