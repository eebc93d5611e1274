//! A one-ply search: the evaluation function applied to the position after each legal action and all that goes with it.
//!
//! An action of several decisions (cards drawn one by one, a payment, a path built lane by lane) is scored by what it
//! comes to, not by its first decision.

use crate::DecisionRequest;
use crate::evaluation;
use crate::history::HistoryHeuristic;
use crate::payment_cost::{PaymentCost, differ_only_in_payment, without_payment};
use crate::planner::Planner;
use railwright_core::id::SeatId;
use railwright_core::{Action, State};
use railwright_rules::{Checked, Fault};

/// So many decisions of one action are looked through.
const DECISIONS: usize = 16;
/// An action whose outcome depends on chance is tried so often.
pub(crate) const TRIES: i64 = 4;
/// What an action scores whose outcome cannot be imagined because rules break down: less than any other.
const WORTHLESS: i64 = i64::MIN / 64;
/// Of so many actions it is looked into what they do to others.
const LOOKED_INTO: usize = 10;

/// The search, with buffers that are reused from decision to decision.
#[derive(Default)]
pub(crate) struct OnePly {
    /// The determinisation in which actions are tried.
    pub(crate) root: State,
    trial: State,
    lookahead: State,
    pub(crate) options: Vec<Checked>,
    choices: Vec<Checked>,
    payment_cost: PaymentCost,
    /// The options by what they are about; of those that differ only in what is paid, the cheapest first.
    order: Vec<usize>,
    /// Of options that differ only in what is paid, the cheapest alone.
    candidates: Vec<usize>,
    /// The options as numbers that are in the same order as they, each with where it stands.
    numbers: Vec<(u128, usize)>,
    /// What the candidates came to where chance had no part in it, to be looked into once more.
    outcomes: Vec<Outcome>,
    /// Whether chance had no part in what was scored last.
    is_certain: bool,
    history: HistoryHeuristic,
}

/// The position after an action and all that goes with it.
#[derive(Default)]
struct Outcome {
    state: State,
    /// Which option led there; nothing where that cannot be looked into again.
    of: Option<usize>,
}

/// An action as a number, in the same order as actions are.
fn number(action: Action) -> u128 {
    let Action { action, form, subject, object, payment } = action;
    let what = u64::from(action.0) << 40 | u64::from(form) << 32 | u64::from(subject) << 16 | u64::from(object);
    u128::from(what) << 64 | u128::from(payment.0)
}

impl OnePly {
    /// A game begins.
    pub(crate) fn begin(&mut self) {
        self.history.forget();
    }

    /// Scores every legal action in one determinisation: what the seat is ahead by after each.
    ///
    /// What an action does to others is evaluated only where it could matter: in those that score best without.
    pub(crate) fn score_actions(
        &mut self,
        planner: &mut Planner,
        request: &DecisionRequest,
        scores: &mut Vec<i64>,
    ) -> Result<(), Fault> {
        planner.determinise_alone(request, &mut self.root);
        self.payment_cost.forget();
        let mut options = std::mem::take(&mut self.options);
        planner.options(&self.root, request, &mut options)?;
        let mut order = std::mem::take(&mut self.order);
        self.sort(planner, &options, &mut order)?;
        scores.clear();
        scores.resize(options.len(), i64::MIN);
        let mut candidates = std::mem::take(&mut self.candidates);
        let alike = |two: &[usize]| differ_only_in_payment(&options[two[0]].action(), &options[two[1]].action());
        candidates.clear();
        candidates.extend(order.first());
        candidates.extend(order.windows(2).filter(|two| !alike(two)).map(|two| two[1]));
        let count = self.history.choose(&mut candidates, |at| options[at].action());
        let (scored, rest) = candidates.split_at_mut(count);
        self.score_some(planner, &options, scored, scores)?;
        // What is not scored now does not come before what is.
        let least = scored.iter().map(|&at| scores[at]).max().unwrap_or(0);
        rest.iter().for_each(|&at| scores[at] = least - self.history.behind(options[at].action()).max(1));
        self.score_payments(&options, &order, scores);
        (self.options, self.order, self.candidates) = (options, order, candidates);
        Ok(())
    }

    /// Scores some of the options.
    fn score_some(
        &mut self,
        planner: &mut Planner,
        options: &[Checked],
        some: &mut [usize],
        scores: &mut [i64],
    ) -> Result<(), Fault> {
        let few = some.len() <= LOOKED_INTO;
        let best_other = if few { 0 } else { planner.best_other(&self.root)? };
        if self.outcomes.len() < some.len() {
            self.outcomes.resize_with(some.len(), Outcome::default);
        }
        self.outcomes.iter_mut().for_each(|outcome| outcome.of = None);
        for (number, &at) in some.iter().enumerate() {
            scores[at] = self.score_or_worthless(planner, options[at], few) - best_other * TRIES;
            if !few && self.is_certain {
                self.outcomes[number].of = Some(at);
                std::mem::swap(&mut self.outcomes[number].state, &mut self.trial);
            }
        }
        self.history.note(some.iter().map(|&at| (options[at].action(), scores[at])));
        if few {
            return Ok(());
        }
        some.sort_by_key(|&at| std::cmp::Reverse(scores[at]));
        let mut most = i64::MIN;
        for &at in some.iter().take(LOOKED_INTO) {
            // Those that follow promise less than what is known of one before.
            if scores[at] <= most {
                break;
            }
            let known = self.outcomes.iter().position(|outcome| outcome.of == Some(at));
            scores[at] = match known {
                Some(known) => self.ahead_after(planner, known),
                None => self.score_or_worthless(planner, options[at], true),
            };
            most = most.max(scores[at]);
        }
        Ok(())
    }

    /// What the seat is ahead by where an action leads that was scored before.
    fn ahead_after(&self, planner: &mut Planner, outcome: usize) -> i64 {
        match planner.margins(&self.outcomes[outcome].state) {
            Ok(margins) => margins[planner.seat.index()] * TRIES,
            Err(fault) => {
                planner.faults.note(&fault);
                WORTHLESS
            }
        }
    }

    /// Scores what differs from something cheaper only in what is paid.
    fn score_payments(&self, options: &[Checked], order: &[usize], scores: &mut [i64]) {
        let mut cheapest = 0;
        for &at in order {
            if scores[at] != i64::MIN {
                cheapest = at;
                continue;
            }
            let [least, cost] = [cheapest, at].map(|i| self.payment_cost.cost(options[i].action().payment));
            scores[at] = scores[cheapest] - (cost - least).max(0) * TRIES;
        }
    }

    /// Puts options that differ only in what is paid beside each other, the cheapest first.
    fn sort(&mut self, planner: &mut Planner, options: &[Checked], order: &mut Vec<usize>) -> Result<(), Fault> {
        self.numbers.clear();
        self.numbers.extend(options.iter().enumerate().map(|(at, option)| (number(option.action()), at)));
        self.numbers.sort_unstable();
        order.clear();
        order.extend(self.numbers.iter().map(|&(_, at)| at));
        let twice = order.windows(2).find(|two| differ_only_in_payment(&options[two[0]].action(), &options[two[1]].action()));
        if let Some(two) = twice
            && self.payment_cost.prepare(planner, &self.root, planner.seat, options[two[0]].action().action)?
        {
            order.sort_by_cached_key(|&i| {
                let action = options[i].action();
                (without_payment(action), self.payment_cost.cost(action.payment), i)
            });
        }
        Ok(())
    }

    /// The same as [`score_one`](Self::score_one), or nothing worth where rules break down on the way.
    fn score_or_worthless(&mut self, planner: &mut Planner, option: Checked, others: bool) -> i64 {
        self.is_certain = false;
        self.score_one(planner, option, others).unwrap_or_else(|fault| {
            planner.faults.note(&fault);
            WORTHLESS
        })
    }

    /// The value of the position to the seat after an action, or what it is ahead by: the mean of several samples where that
    /// depends on chance.
    fn score_one(&mut self, planner: &mut Planner, option: Checked, others: bool) -> Result<i64, Fault> {
        let mut sum = self.outcome(planner, option, others)?;
        let mut tries = 1;
        self.is_certain = true;
        if self.trial.used_chance_since(&self.root) {
            self.is_certain = false;
            while tries < TRIES {
                planner.reseed(&mut self.root);
                sum += self.outcome(planner, option, others)?;
                tries += 1;
            }
        }
        Ok(sum * TRIES / tries)
    }

    /// The value to the seat, or what it is ahead by, after an action and the decisions that belong to it.
    fn outcome(&mut self, planner: &mut Planner, option: Checked, others: bool) -> Result<i64, Fault> {
        let seat = option.seat();
        self.trial.clone_from(&self.root);
        planner.step(&mut self.trial, option)?;
        self.complete(planner, seat)?;
        match others {
            true => Ok(planner.margins(&self.trial)?[seat.index()]),
            false => evaluation::evaluate_for(&mut planner.engine, &self.trial, seat),
        }
    }

    /// Goes on with an action that is under way, always with what looks best next.
    fn complete(&mut self, planner: &mut Planner, seat: SeatId) -> Result<(), Fault> {
        let (turn, depth) = (self.root.clock().turn, self.root.clock().frames.len());
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
                && differ_only_in_payment(&one.action(), &other.action())
                && self.payment_cost.prepare(planner, &self.root, seat, one.action().action)?
            {
                let cost = |i: usize| self.payment_cost.cost(self.choices[i].action().payment);
                best = (0..count).map(|i| (i, cost(i))).min_by_key(|&(_, cost)| cost);
            } else if count > 1 {
                for (i, &choice) in self.choices.iter().enumerate() {
                    self.lookahead.clone_from(&self.trial);
                    planner.step(&mut self.lookahead, choice)?;
                    let value = evaluation::evaluate_for(&mut planner.engine, &self.lookahead, seat)?;
                    if best.is_none_or(|(_, most)| value > most) {
                        best = Some((i, value));
                    }
                }
            }
            let Some(&choice) = self.choices.get(best.map_or(0, |(i, _)| i)) else { return Ok(()) };
            planner.step(&mut self.trial, choice)?;
        }
        Ok(())
    }
}
