//! Every way to pay a bill that leaves too much open to be gone through as one set of bits: only what can come about is looked at.
//!
//! States are what is open of each demand before a kind of card is given, as in [`Ways`](super::Ways). Those that can be reached are
//! found forwards, kind by kind, without those that nothing in the rest of the hand can pay; those that can be paid are found backwards.

use super::ways::{Hand, OpenDemand};
use crate::limits::STEPS_OF_A_BILL;
use railwright_core::Payment;
use railwright_core::bits;
use railwright_core::id::KindId;
use railwright_core::narrow::narrow;
use std::collections::BTreeMap;

/// How much is open of each demand.
type State = Vec<u8>;

/// The ways to pay a large bill from one hand.
#[derive(Clone, Debug, Default)]
pub(super) struct LargeBill {
    /// For each kind: the steps that giving cards of it makes, each from a state to one that can still be paid.
    steps: Vec<Vec<Step>>,
    /// The states in which a search stands.
    standing: Vec<usize>,
    kinds: usize,
}

/// Cards of one kind are given.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: usize,
    to: usize,
    /// How many cards it can be, as bits.
    cards: u16,
}

/// What the hand can still pay from each kind on.
struct Rest {
    /// For other kinds, by wild cards and groups.
    stands_in: usize,
    cards: usize,
}

impl LargeBill {
    /// Prepares for a bill that may be read in several ways, and a hand; says whether there is any way to pay, nothing if that would
    /// take too long to find out.
    pub(super) fn find(&mut self, open: &[OpenDemand], readings: Vec<State>, hand: &[Hand]) -> Option<bool> {
        self.kinds = hand.len();
        self.steps.clear();
        let mut rests = vec![Rest { stands_in: 0, cards: 0 }];
        for hand in hand.iter().rev() {
            let Rest { stands_in, cards } = rests[rests.len() - 1];
            rests.push(Rest { stands_in: stands_in + usize::from(hand.stands_for()), cards: cards + usize::from(hand.held) });
        }
        rests.reverse();
        let mut states: BTreeMap<State, usize> = BTreeMap::new();
        for reading in readings.into_iter().filter(|reading| payable(open, reading, 0, &rests[0])) {
            let number = states.len();
            states.entry(reading).or_insert(number);
        }
        self.standing = (0..states.len()).collect();
        let mut left = STEPS_OF_A_BILL;
        for (kind, &hand) in hand.iter().enumerate() {
            let (mut next, mut steps) = (BTreeMap::new(), Vec::new());
            for (state, &from) in &states {
                let mut give = |to: &State, cards: u16| {
                    left = left.saturating_sub(1);
                    if payable(open, to, kind + 1, &rests[kind + 1]) {
                        let number = next.len();
                        let to = *next.entry(to.clone()).or_insert(number);
                        steps.push(Step { from, to, cards });
                    }
                    left > 0
                };
                if !spread(open, hand, 0, [0; 3], &mut state.clone(), &mut give) {
                    return None;
                }
            }
            self.steps.push(steps);
            states = next;
        }
        self.keep_payable(&states, open.len());
        Some(!self.standing.is_empty())
    }

    /// Leaves out steps to states from which nothing leads to the end, where nothing is open.
    fn keep_payable(&mut self, last: &BTreeMap<State, usize>, demands: usize) {
        let mut payable: Vec<usize> = last.get(&vec![0; demands]).into_iter().copied().collect();
        for steps in self.steps.iter_mut().rev() {
            steps.retain(|step| payable.binary_search(&step.to).is_ok());
            payable = steps.iter().map(|step| step.from).collect();
            payable.sort_unstable();
            payable.dedup();
        }
        self.standing.retain(|state| payable.binary_search(state).is_ok());
    }

    /// How many cards of a kind can be given, as bits.
    fn counts(&self, kind: usize, standing: &[usize]) -> u16 {
        let steps = self.steps[kind].iter().filter(|step| standing.binary_search(&step.from).is_ok());
        steps.fold(0, |counts, step| counts | step.cards)
    }

    /// The states after so many cards of a kind were given.
    fn after(&self, kind: usize, standing: &[usize], count: usize) -> Vec<usize> {
        let steps = self.steps[kind].iter().filter(|step| step.cards >> count & 1 == 1);
        let mut after: Vec<usize> = steps.filter(|step| standing.binary_search(&step.from).is_ok()).map(|step| step.to).collect();
        after.sort_unstable();
        after.dedup();
        after
    }

    /// The same as [`Ways::list`](super::Ways::list).
    pub(super) fn list(&mut self, chosen: &[u8], most: usize, pay: &mut Vec<Payment>) -> Option<Payment> {
        let mut paid = Payment::default();
        for (kind, &count) in chosen.iter().enumerate() {
            self.standing = self.after(kind, &self.standing, count.into());
            paid = paid.and(Payment::of(KindId::from(kind), count));
        }
        self.walk(chosen.len(), &self.standing, paid, most, pay);
        if pay.len() <= most {
            return None;
        }
        pay.clear();
        Some(paid)
    }

    /// The same as [`Ways::next_choice`](super::Ways::next_choice).
    pub(super) fn next_choice(&mut self, first: usize, mut paid: Payment) -> Option<(usize, Payment, u16)> {
        for kind in first..self.kinds {
            let counts = self.counts(kind, &self.standing);
            if counts.count_ones() > 1 {
                return Some((kind, paid, counts));
            }
            let count = counts.trailing_zeros();
            self.standing = self.after(kind, &self.standing, count as usize);
            paid = paid.and(Payment::of(KindId::from(kind), narrow::<u8>(count)));
        }
        None
    }

    fn walk(&self, kind: usize, standing: &[usize], paid: Payment, most: usize, pay: &mut Vec<Payment>) {
        if kind == self.kinds {
            if !standing.is_empty() {
                pay.push(paid);
            }
            return;
        }
        for count in bits::Ones(self.counts(kind, standing).into()) {
            if pay.len() > most {
                return;
            }
            let paid = paid.and(Payment::of(KindId::from(kind), narrow::<u8>(count)));
            self.walk(kind + 1, &self.after(kind, standing, count), paid, most, pay);
        }
    }
}

/// Whether the rest of a hand, from a kind on, is enough for what is open, as far as numbers of cards say.
fn payable(open: &[OpenDemand], state: &State, from: usize, rest: &Rest) -> bool {
    let (mut all, mut by_others) = (0, 0);
    for (demand, &left) in open.iter().zip(state) {
        all += usize::from(left);
        by_others += if demand.kinds >> from == 0 { usize::from(left) } else { 0 };
    }
    all <= rest.cards && by_others <= rest.stands_in
}

/// Gives cards of one kind to the demands from one on, in every way: as themselves and in groups. Shows the state after each way and how
/// many cards it can be, until that is enough.
fn spread(
    open: &[OpenDemand],
    hand: Hand,
    at: usize,
    given: [u8; 3],
    state: &mut State,
    give: &mut impl FnMut(&State, u16) -> bool,
) -> bool {
    let Some(demand) = open.get(at) else { return give(state, hand.cards(given)) };
    let [plain, stood, kinds] = given;
    let left = state[at];
    for count in 0..=left {
        let mut any = false;
        for own in demand.own_parts(count) {
            let as_groups = count - own;
            let given = [plain + own, stood + as_groups, kinds + u8::from(as_groups > 0)];
            if demand.takes(&hand, own, as_groups) && hand.cards(given) != 0 {
                any = true;
                state[at] = left - count;
                let on = spread(open, hand, at + 1, given, state, give);
                state[at] = left;
                if !on {
                    return false;
                }
            }
        }
        if !any {
            // More cards of that kind are too many as well.
            break;
        }
    }
    true
}
